// What a running usher takes of the machine: a process of its own, asked by many connections at
// once. For whoever wants to repeat the figures, not for tests.

public import House

/// Measures the program as a server.
public struct ServerBench {
  /// How often a figure is measured unless said.
  public static let usualRuns = 3
  /// How many bookings stand in a large house at first unless said.
  public static let usualBookings = 100_000
  /// How many connections stand idle in the end unless said.
  public static let usualConnections = 9000

  /// How many connections ask.
  static let connectionCount = 50

  let options: MeasureOptions
  /// The path of the program.
  let program: String
  let tell: (String) throws -> Void

  /// Measures the program of a path, and tells its figures line by line, each as soon as it is
  /// there.
  public init(
    _ options: MeasureOptions, program: String, tell: @escaping (String) throws -> Void
  ) {
    self.options = options
    self.program = program
    self.tell = tell
  }

  /// Starts what is measured, measures it and ends it, whatever comes.
  /// - Throws: why a figure cannot be told; what was started has ended then.
  public func run() throws {
    Interruption.watch()
    let descriptors = DescriptorLimit.raise()
    let often = Figure.runs(runs)
    try tell("usher as a process of its own on 127.0.0.1, \(Self.connectionCount) connections;")
    try tell("µs of the server's processor a request: median, least and most of \(often)")
    if wants(.noop) || wants(.free) { try BenchFolder.with(measureRequests) }
    if wants(.idle) {
      try BenchFolder.with { try measureIdle(in: $0, descriptors: descriptors) }
    }
    if wants(.book) {
      let bench = StoreBench(options, program: program, tell: tell)
      try bench.measure()
    }
    if wants(.start) || wants(.memory) || wants(.rooms) { try BenchFolder.with(measureLarge) }
  }

  func wants(_ part: MeasureOptions.Part) -> Bool { options.parts.contains(part) }

  var runs: Int { options.runs ?? Self.usualRuns }

  // Requests

  /// One row of requests that are all the same.
  private struct Row {
    let name: String
    let request: [UInt8]
    let form: ReplyForm
    let depth: Int
    /// How many take a few seconds.
    let usualCount: Int

    init(_ name: String, _ line: String, _ form: ReplyForm, depth: Int, usually count: Int) {
      self.name = "\(name), \(depth == 1 ? "one at a time" : "\(depth) in flight")"
      request = Array("\(line)\r\n".utf8)
      self.form = form
      self.depth = depth
      usualCount = count
    }
  }

  private static let noops = [
    Row("/noop", "/noop", .text(code: 200), depth: 1, usually: 100_000),
    Row("/noop", "/noop", .text(code: 200), depth: 16, usually: 400_000),
    Row("/sync x", "/sync x", .text(code: 200), depth: 16, usually: 200_000),
    Row("/status", "/status", .text(code: 211), depth: 16, usually: 100_000),
  ]

  private static let questions = [
    "what is free tomorrow 10 to 11", "is Bunker free tomorrow at 10",
  ].map { Row($0, $0, .text(code: 212), depth: 16, usually: 10_000) }

  private static let pings = [(1, 100_000), (16, 400_000)].map { depth, count in
    Row("redis: PING", "PING", .line(beginning: "+PONG"), depth: depth, usually: count)
  }

  /// Requests in the demonstration building, whose store is in memory.
  private func measureRequests(in folder: BenchFolder) throws {
    try tell("")
    try tell(Figure.heading("requests in text"))
    let house = try ServedHouse(program, in: folder)
    defer { house.end() }
    let load = try Load(
      port: house.textPort, connections: Self.connectionCount, greeting: .text(code: 220))
    let rows = (wants(.noop) ? Self.noops : []) + (wants(.free) ? Self.questions : [])
    for row in rows { try measure(row, on: load, by: house.meter) }
    if wants(.noop) { try measurePing(in: folder) }
  }

  private func measurePing(in folder: BenchFolder) throws {
    guard let redis = try RedisServer(in: folder) else {
      return try tell("redis: not here; install redis-server to see its PING beside")
    }
    defer { redis.end() }
    let load = try Load(port: redis.port, connections: Self.connectionCount)
    for row in Self.pings { try measure(row, on: load, by: redis.meter) }
  }

  private func measure(_ row: Row, on load: Load, by meter: ProcessMeter) throws {
    let count = options.requests ?? row.usualCount
    let say = { (count: Int) throws(MeasuringFault) in
      try load.say(count, inFlight: row.depth, expecting: row.form) { _, octets in
        octets += row.request
      }
    }
    // What is made once is not a request's.
    try say(max(1, count / 10))
    var rates: [Rate] = []
    for _ in 0..<runs { rates.append(try Rate(of: count, by: meter) { try say(count) }) }
    try tell(Figure.row(row.name, rates.cells))
  }

  // Connections

  /// What the first connections take is partly taken once; so the slope behind them is told.
  private func measureIdle(in folder: BenchFolder, descriptors: Int) throws {
    // Of each process some are for other things.
    let wanted = options.connections ?? Self.usualConnections
    let most = min(wanted, descriptors - 64)
    let few = max(1, most / 9)
    let house = try ServedHouse(program, in: folder)
    defer { house.end() }
    let first = try idle(few, at: house)
    let before = try house.meter.residentOctets()
    let others = try idle(most - few, at: house)
    let growth = Double(try house.meter.residentOctets() - before)
    try tell("")
    let octets = growth / Double(max(1, most - few)) / 1024
    try tell(
      "an idle connection: \(Figure.text(octets)) KiB, from \(few) to \(most) connections")
    if most < wanted {
      try tell("(more than \(descriptors) descriptors may not be had: see ulimit -Hn)")
    }
    withExtendedLifetime((first, others)) {}
  }

  private func idle(_ count: Int, at house: ServedHouse) throws -> Load {
    let load = try Load(
      port: house.textPort, connections: count, greeting: .text(code: 220))
    try load.say(count, inFlight: 1, expecting: .text(code: 200)) { _, octets in
      octets += Array("/noop\r\n".utf8)
    }
    return load
  }
}
