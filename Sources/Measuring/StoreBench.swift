// Durable bookings, and what SQLite alone takes to write the same rows in the same portions. For
// whoever wants to repeat the figures, not for tests.

public import House
import Storage

/// Measures what it takes to book for good.
public struct StoreBench {
  private static let sheet = HouseSheet(roomCount: 200, userCount: 1000)
  /// How many bookings take a few seconds.
  private static let usualCount = 20_000

  private let options: MeasureOptions
  private let program: String
  private let tell: (String) throws -> Void

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
    try tell("usher as a process of its own on 127.0.0.1, and SQLite alone in this one;")
    try tell("µs of the processor a booking: median, least and most of \(Figure.runs(runs))")
    try measure()
  }

  /// What one run took.
  private struct Run {
    let usher: Rate
    let bare: Rate
    /// Of an accepted pass; nil without attendees.
    let pass: Rate?
    let transactions: Int
    let rows: [BareWriter.Rows]
  }

  private var runs: Int { options.runs ?? ServerBench.usualRuns }

  private var count: Int { options.requests ?? Self.usualCount }

  func measure() throws {
    for hasAttendees in [false, true] {
      var done: [Run] = []
      for _ in 0..<runs {
        done.append(try BenchFolder.with { try run(in: $0, hasAttendees: hasAttendees) })
      }
      try report(done, hasAttendees: hasAttendees)
    }
  }

  private func run(in folder: BenchFolder, hasAttendees: Bool) throws -> Run {
    let files = try ServedHouse.Files(Self.sheet, in: folder, named: "usher")
    let house = try ServedHouse(program, files, in: folder)
    defer { house.end() }
    let connections = try Load(
      port: house.jsonPort, connections: ServerBench.connectionCount)
    let load = BookingLoad(sheet: Self.sheet, hasAttendees: hasAttendees)
    let before = try Store.transactions(of: files.store)
    let usher = try Rate(of: count, by: house.meter) { try load.book(0..<count, on: connections) }
    let transactions = Int(try Store.transactions(of: files.store) &- before)
    // Its rows as they are now: the clock stands, so no pass has left yet.
    let copy = "\(folder.path)/copy.db"
    _ = try Store.backUp(files.store, to: copy, replacing: false)
    let pass =
      try hasAttendees
      ? Rate(of: count, by: house.meter) { try BookingLoad.sendPasses(on: connections) } : nil
    house.end()
    let writer = try BareWriter(rowsOf: copy, to: "\(folder.path)/bare.db")
    defer { writer.close() }
    let bare = try Rate(of: count, by: .own) { try writer.write(inTransactions: transactions) }
    return Run(
      usher: usher, bare: bare, pass: pass, transactions: transactions, rows: writer.rows)
  }

  private func report(_ runs: [Run], hasAttendees: Bool) throws {
    guard let last = runs.last else { return }
    let people = hasAttendees ? "with an attendee" : "nobody comes"
    try tell("")
    try tell(Figure.heading("\(count) bookings in JSON, \(people)"))
    try tell(Figure.row("usher, \(BookingLoad.depth) in flight", runs.map(\.usher).cells))
    try tell(Figure.row("SQLite alone, the same rows", runs.map(\.bare).cells))
    let times = ratio(runs, \.processorMicroseconds)
    let speed = ratio(runs, \.perSecond)
    try tell(Figure.row("ratio", [times, "", "", speed]))
    if hasAttendees {
      try tell(Figure.row("a pass, sent and accepted", runs.compactMap(\.pass).cells))
    }
    let rows = last.rows.map { "\($0.table) \(Figure.text(Double($0.count) / Double(count)))" }
    try tell("rows a booking: \(rows.joined(separator: ", "))")
    let portions = runs.map { Double(count) / Double(max(1, $0.transactions)) }
    try tell("bookings a transaction: \(Figure.text(portions.median))")
  }

  private func ratio(_ runs: [Run], _ figure: (Rate) -> Double) -> String {
    let bare = runs.map { figure($0.bare) }.median
    return Figure.text(runs.map { figure($0.usher) }.median / max(bare, .leastNonzeroMagnitude))
  }
}
