// One store with its vault, both stand-ins and those who book rides, over many lives of the
// program: trouble, load, kill, look, again; now and then it is let be until nothing is under way.

import Foundation
import JSON

/// What came of a run.
struct RideKillFigures {
  var kills = 0
  var lines = 0
  var openAtKill = 0
  var bookingsOpenAtKill = 0
  var looks = 0
  /// What the service was asked that may book or give back.
  var steps = 0
  var made = 0
  var cancelled = 0
  var links = 0
  /// How often it was told by itself that something is booked.
  var foundOut = 0
  var codes: [Int: Int] = [:]

  mutating func add(_ other: RideKillFigures) {
    kills += other.kills
    lines += other.lines
    openAtKill += other.openAtKill
    bookingsOpenAtKill += other.bookingsOpenAtKill
    looks += other.looks
    steps += other.steps
    made += other.made
    cancelled += other.cancelled
    links += other.links
    foundOut += other.foundOut
    codes.merge(other.codes, uniquingKeysWith: +)
  }

  /// Whether enough happened for the number of kills.
  var isEnough: Bool {
    guard made > 0, looks > 0 else { return kills < 5 }
    return kills < 100 || [cancelled, links, foundOut, bookingsOpenAtKill].allSatisfy { $0 > 0 }
  }
}

/// Rides of a program that is killed again and again. A class because its store is one.
final class KilledRides {
  /// A life ends by then, on a machine however busy.
  private static let secondsOfLifeMax = 90.0
  /// Nobody waits longer than that for anything that is still to come before a kill.
  private static let patience = Duration.milliseconds(800)
  /// What was sent before a kill arrives within so long behind what arrived last.
  private static let arrival = Duration.milliseconds(60)
  /// Answers that come when all is well come within so long, or something hangs: on a machine
  /// however busy, but before what says nothing is given up.
  private static let quietPatience = Duration.seconds(50)
  private static let minutesAStep = 5

  private let world: TravelWorld
  private let riders: [Rider]
  private var draws: Draws
  /// Moves the clock of the program; a connection of its own, because it waits for what falls due.
  private var clock: Peer?
  /// Minutes of the program's clock since the first moment.
  private var minutes = 0
  private var life = 0
  private var callsSeen = 0
  private var livesUntilQuiet: Int
  private var startMicroseconds = 300_000
  private(set) var figures = RideKillFigures()
  /// What must not have been seen, in words.
  private(set) var faults: [String] = []

  init(riders count: Int, _ draws: Draws) throws {
    self.draws = draws
    world = try TravelWorld(day: TravelWorld.tuesdayOfTrip)
    // A link that nobody goes on with is asked about all the time that is let go by.
    try world.provider.control(#"{"settings": {"interval": 5}}"#)
    riders = (1...count).map { Rider(number: $0) }
    livesUntilQuiet = self.draws.number(3...5)
    let program = try start()
    for (index, rider) in riders.enumerated() { try rider.bring(world.trip(index + 1)) }
    program.send(SIGKILL)
    _ = program.ended()
    try hearTheRest()
  }

  // MARK: - A life and its end

  /// Starts the program, loads it, kills it and looks.
  func killOnce() throws {
    livesUntilQuiet -= 1
    if livesUntilQuiet < 0 {
      livesUntilQuiet = draws.number(3...5)
      try letBeQuiet()
      guard faults.isEmpty else { return }
    }
    life += 1
    minutes += 1
    try trouble()
    let program: Program
    let moment: String
    if draws.happens(15) {
      let microseconds = draws.number(0...(startMicroseconds * 5 / 4))
      program = try serve()
      program.kill(inMicroseconds: microseconds)
      moment = "\(microseconds) µs after its start"
    } else {
      program = try start()
      moment = try load(program)
    }
    let ended = program.ended()
    figures.kills += 1
    try hearTheRest()
    if ended.code != -SIGKILL {
      faults.append("life \(life): it died by itself with \(ended.code): \(ended.errors)")
    }
    figures.openAtKill += riders.count(where: \.isAwaiting)
    figures.bookingsOpenAtKill += riders.count(where: \.awaitsBooking)
    try look(after: "life \(life), killed \(moment)", said: ended)
  }

  private func serve() throws -> Program {
    let (hour, minute) = (7 + minutes / 60, minutes % 60)
    let time = String(format: "2026-11-23T%02d:%02d", hour, minute)
    return try world.serve(
      ["--clock", time, "--turn-rate", "off"], patienceSeconds: Self.secondsOfLifeMax)
  }

  /// A program to which everybody has connected.
  private func start() throws -> Program {
    let began = ContinuousClock.now
    let program = try serve()
    let port = try program.ports()[0]
    startMicroseconds = max(1000, Int((ContinuousClock.now - began) / .microseconds(1)))
    clock = try Peer(port: port)
    for rider in riders { try rider.connect(port: port) }
    return program
  }

  /// What the service and the provider do next.
  private func trouble() throws {
    let bad = [
      #""lost""#, #""lost""#, #""late 60""#, #""late 250""#, #""hang""#, #""cut""#, #""closed""#,
      #""refuse""#, #""html""#, "503",
    ]
    var told = ["book", "agreement", "form", "options", "pay", "action"].map { endpoint in
      let outcomes = (0..<draws.number(0...3)).map { _ in
        // An answer with nothing in it says that all is done: so does only what comes last.
        let worse = ["pay", "action"].contains(endpoint) ? bad + [#""empty""#] : bad
        return draws.happens(50) ? #""ok""# : draws.one(of: worse)
      }
      return "\"\(endpoint)\": [\(outcomes.joined(separator: ", "))]"
    }
    let looks = draws.one(of: ["", "", "", #""lost""#, "503", #""late 100""#, #""hang""#])
    told.append("\"update\": [\(looks)]")
    let status = draws.one(
      of: [#""PROVIDER_ACCEPTED""#, #""PROVIDER_ACCEPTED""#, #""PROCESSING""#, "null"])
    let pages = draws.one(
      of: [#"["string"]"#, #"["switch", "number"]"#, #"["option", "string"]"#])
    told.append("\"settings\": {\"status\": \(status), \"bikePages\": \(pages)}")
    try world.mobility.control("{\(told.joined(separator: ", "))}")
    let tokens = draws.one(of: ["", "", #""lost""#, #""closed""#, #""late 100""#, "503"])
    try world.provider.control(#"{"token": [\#(tokens)], "revoke": []}"#)
  }

  // MARK: - Load

  /// Everybody talks, until a moment comes; then it is killed.
  private func load(_ program: Program) throws -> String {
    let answersWanted = draws.number(0...60)
    let pause = draws.one(of: [0, 0, 200, 2_000, 20_000, 60_000])
    // Half of the kills come right behind an order.
    let isBehindOrder = draws.happens(50)
    if draws.happens(50) { try askAtOnce() }
    let first = answers
    let began = ContinuousClock.now
    while ContinuousClock.now - began < Self.patience {
      for rider in riders where !rider.isAwaiting || rider.situation == .unknown {
        if try goOn(rider), isBehindOrder, answers - first >= answersWanted {
          program.kill(inMicroseconds: pause)
          return "\(pause) µs after an order of \(rider.name)"
        }
      }
      if !isBehindOrder, answers - first >= answersWanted { break }
      try takeIn(withinMilliseconds: 2)
    }
    program.kill(inMicroseconds: pause)
    return "\(pause) µs after \(answers - first) answers"
  }

  /// Right behind a start: what is booked is known, or that it may be.
  private func askAtOnce() throws {
    let truth = RideTruth(try world.mobility.record())
    for rider in riders where truth.bookings(of: rider.trip).last?.isActive == true {
      let answer = try rider.ask { moveClock(seconds: 10) }
      if !Rider.knowsOfRide(answer) { fault(rider, "has a booking that nobody knows of") }
    }
  }

  /// A rider says the next line.
  /// - Returns: Whether it was an order.
  private func goOn(_ rider: Rider) throws -> Bool {
    if let code = rider.takeCode(), draws.happens(85) {
      try world.approve(code)
      figures.links += 1
    }
    if draws.happens(6) { moveClock(seconds: 60) }
    rider.speak(&draws)
    figures.lines += 1
    return rider.awaitsBooking
  }

  private func moveClock(seconds: Int) {
    let move: JSONObject = [
      "jsonrpc": "2.0", "id": "clock", "method": "clock",
      "params": ["advance": .integer(Int64(seconds))],
    ]
    clock?.send(JSONValue.object(move).octets + [0x0A])
    minutes += (seconds + 59) / 60
  }

  private var answers: Int { riders.reduce(0) { $0 + $1.answers } }

  private func takeIn(withinMilliseconds milliseconds: Int32) throws {
    Peer.takeIn(
      from: riders.compactMap(\.connection) + [clock].compactMap(\.self),
      withinMilliseconds: milliseconds)
    for rider in riders { try rider.hear() }
    while clock?.lineThatCame() != nil {}
  }

  private func hearTheRest() throws {
    for rider in riders {
      if let peer = rider.connection {
        while peer.isOpen { Peer.takeIn(from: [peer], withinMilliseconds: 1000) }
        try rider.hear()
      }
      rider.hangUp()
    }
    clock = nil
  }

  // MARK: - Quiet

  /// All is well again, and time goes on: what is known then has to be the truth.
  func letBeQuiet() throws {
    life += 1
    minutes += 1
    try world.mobility.control(
      #"{"book": [], "agreement": [], "form": [], "options": [], "pay": [], "action": [], "#
        + #""update": []}"#)
    try world.provider.control(#"{"token": [], "revoke": []}"#)
    let program = try start()
    try askAtOnce()
    for rider in riders { try rider.repeatThemselves { moveClock(seconds: 10) } }
    try wait(minutes: 1)
    try changeAtProvider()
    try wait(minutes: 25)
    try judge()
    let isKilled = draws.happens(50)
    if isKilled { program.send(SIGKILL) } else { program.send(SIGTERM) }
    let ended = program.ended()
    if ended.code != (isKilled ? -SIGKILL : 75) {
      faults.append("it ended with \(ended.code): \(ended.errors)")
    }
    try hearTheRest()
    try look(after: "life \(life), when it was quiet", said: ended, isThorough: true)
    figures.looks += 1
  }

  private func wait(minutes: Int) throws {
    guard let clock else { return }
    self.minutes += minutes
    let began = ContinuousClock.now
    // In steps, for nobody waits for one answer as long as for all of them.
    var left = minutes
    while left > 0 {
      let step = min(left, Self.minutesAStep)
      left -= step
      _ = try clock.call("clock", ["advance": .integer(Int64(step * 60))])
    }
    if ContinuousClock.now - began > Self.quietPatience {
      faults.append("\(minutes) minutes took \(ContinuousClock.now - began)")
    }
    // What was said while it went on leaves before it is asked how it stands.
    for rider in riders { try rider.catchUp() }
  }

  /// Providers change rides by themselves, and most tell of what they had told nothing of.
  private func changeAtProvider() throws {
    let truth = RideTruth(try world.mobility.record())
    for rider in riders {
      guard let last = truth.bookings(of: rider.trip).last, last.isActive,
        draws.happens(last.status == nil ? 70 : 20)
      else { continue }
      let value = draws.one(of: ["ACCEPTED", "SCHEDULED", "CONFIRMED", "PROVIDER_CANCELED"])
      try world.mobility.post(
        "/advance", #"{"trip": "\#(rider.trip)", "leg": 3, "value": "\#(value)"}"#)
    }
  }

  /// What everybody was told by itself, and is told when asked, has to be as the service has it.
  private func judge() throws {
    let truth = RideTruth(try world.mobility.record())
    for rider in riders {
      try rider.catchUp()
      let wasTold = rider.told
      let answer = try rider.ask()
      // Of several on one leg, each of them ordered, the service tells the last.
      let last = truth.bookings(of: rider.trip).last.flatMap { $0.isActive ? $0 : nil }
      let known: Rider.Told? = last.map { .booked(product: $0.title, status: $0.status) }
      if let known {
        if wasTold != known { fault(rider, "was told \(wasTold), and it is \(known)") }
        if rider.told != known { fault(rider, "is told \(rider.told), and it is \(known)") }
      } else {
        if case .booked = wasTold { fault(rider, "was told \(wasTold), and nothing is") }
        if wasTold == .unsure { fault(rider, "was never told what became of it") }
        let state = answer["result"]?["ride"]?["state"]?.string
        if let state { fault(rider, "is told \(state), and nothing is booked") }
      }
    }
  }

  // MARK: - Looking

  private func fault(_ rider: Rider, _ words: String) {
    faults.append("life \(life): \(rider.name) \(words):\n\(rider.trail.joined(separator: "\n"))")
  }

  /// What must hold after every end of the program.
  private func look(after what: String, said: Ended, isThorough: Bool = false) throws {
    let truth = try settledTruth()
    for rider in riders {
      let asked = truth.steps(of: rider.trip, from: callsSeen)
      figures.steps += asked.values.reduce(0, +)
      for (step, count) in asked where count > rider.mayAsk(step) {
        fault(rider, "ordered \(step) \(rider.mayAsk(step)) times, and \(count) were asked for")
      }
      let bookings = truth.bookings(of: rider.trip)
      for (product, made) in Dictionary(grouping: bookings, by: \.product)
      where made.count > rider.mayHave(product) {
        fault(rider, "ordered \(product) \(rider.mayHave(product)) times, has \(made.count)")
      }
    }
    callsSeen = truth.callCount
    count(truth)
    let found = try world.secretsSeen(in: [said])
    faults += found.map { "\(what): \($0)" }
    // To begin a process takes longer than all else here.
    guard isThorough || draws.happens(25) else { return }
    let check = try world.checkStore()
    if check.code != 0 { faults.append("\(what): the check ended \(check.code): \(check.output)") }
  }

  private func count(_ truth: RideTruth) {
    let bookings = riders.flatMap { truth.bookings(of: $0.trip) }
    figures.made = bookings.count
    figures.foundOut = riders.reduce(0) { $0 + $1.foundOut }
    figures.cancelled = bookings.count { !$0.isActive }
    figures.codes = riders.reduce(into: [:]) { $0.merge($1.codes, uniquingKeysWith: +) }
  }

  /// What the service knows, once what the program had sent before it was killed has arrived.
  private func settledTruth() throws -> RideTruth {
    var truth = RideTruth(try world.mobility.record())
    var until = ContinuousClock.now + Self.arrival
    while ContinuousClock.now < until {
      let next = RideTruth(try world.mobility.record())
      if next.callCount > truth.callCount { until = ContinuousClock.now + Self.arrival }
      truth = next
    }
    return truth
  }
}
