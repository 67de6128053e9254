// One store, its gateway and its bookers, over many lives of the program: load, kill, look, again.

import Foundation
import JSON

/// What came of a run.
struct KillFigures {
  var kills = 0
  var requests = 0
  var openAtKill = 0
  var doneUnheard = 0
  var bookings = 0
  var passes = 0
  var doubles = 0
  var codes: [Int: Int] = [:]
  var company = CompanyFigures()

  mutating func add(_ other: KillFigures) {
    kills += other.kills
    requests += other.requests
    openAtKill += other.openAtKill
    doneUnheard += other.doneUnheard
    bookings += other.bookings
    passes += other.passes
    doubles += other.doubles
    codes.merge(other.codes, uniquingKeysWith: +)
    company.add(other.company)
  }
}

/// A house whose program is killed again and again. A class because its store is one.
final class KilledHouse {
  private static let rooms = [
    "Alder", "Birch", "Cedar", "Dogwood", "Elder", "Fir", "Ginkgo", "Hazel", "Juniper", "Larch",
    "Maple", "Poplar",
  ]

  /// 2026-11-24T09:07, in minutes since 1970-01-01 00:00 by the clock on the wall.
  private static let firstMinute = 20_781 * 1440 + 9 * 60 + 7
  /// A life ends by then, on a machine however busy.
  private static let secondsOfLifeMax = 60.0
  /// Answers come within so long, or something hangs.
  private static let patience = Duration.seconds(15)

  private let folder: Folder
  private let arguments: [String]
  private let bookers: [Booker]
  private let company = KilledCompany()
  private let standIn: StandIn?
  private var watch: PassWatch
  private var draws: Draws
  private var counter = KillCounter()
  private var round = 0
  /// Minutes since the clock's first moment: each life begins later than the one before.
  private var minutes = 0
  private var startMicroseconds = 300_000
  private(set) var figures = KillFigures()
  /// What must not have been seen, in words.
  private(set) var faults: [String] = []

  private var store: String { "\(folder.path)/store.db" }

  init(bookers count: Int, _ draws: Draws) throws {
    self.draws = draws
    folder = try Folder()
    let names = Self.rooms.prefix(count) + Booker.contestedRooms + KilledCompany.rooms
    let rooms = names.map { "{\"name\": \"\($0)\"}" }
    let building = try folder.file(
      "building.json",
      "{\"rooms\": [\(rooms.joined(separator: ", "))], \"rules\": {\"bookingsPerPersonMax\": 9999}}"
    )
    // Checkpoints while answers are given; passes that leave at once, and passes that wait.
    let pages = self.draws.one(of: [1, 8, 40, 4000])
    let wait = self.draws.one(of: [0, 0, 10])
    let configuration = try folder.file(
      "configuration.json",
      """
      {"gateway": {"connectSeconds": 2, "answerSeconds": 2, "codes": {"4100": "passing"}},
       "limits": {"store": {"checkpointPages": \(pages)},
                  "passes": {"waitSeconds": \(wait), "attemptsMax": 100,
                             "unlistedAttemptsMax": 100}}}
      """)
    let destination: Destination
    if self.draws.happens(70) {
      let gateway = try StandIn()
      standIn = gateway
      destination = .web(gateway)
    } else {
      standIn = nil
      destination = .folder("\(folder.path)/passes")
    }
    watch = PassWatch(destination)
    arguments = [
      "serve", "--test", "--building", building, "--config", configuration, "--store",
      "\(folder.path)/store.db", "--gateway", destination.option, "--listen", "127.0.0.1:0",
      "--listen-json", "127.0.0.1:0",
    ]
    bookers = Self.rooms.prefix(count).enumerated().map { index, room in
      Booker(name: "mia\(index)", encoding: index % 3 == 0 ? .text : .json, room: room)
    }
  }

  // MARK: - A life and its end

  /// Starts the program, loads it, kills it and looks.
  func killOnce() throws {
    round += 1
    minutes += draws.number(1...15)
    try trouble()
    let waves = draws.number(1...3)
    let moment = KillMoment(
      answers: bookers.count * waves * 4, startMicroseconds: startMicroseconds, &draws)
    let began = ContinuousClock.now
    let program = try start()
    if case .starting(let microseconds) = moment {
      program.kill(inMicroseconds: microseconds)
    } else {
      let ports = try program.ports(2)
      startMicroseconds = max(1000, Int((ContinuousClock.now - began) / .microseconds(1)))
      try load(program, ports, waves: waves, until: moment)
      program.send(SIGKILL)
    }
    let ended = program.ended()
    figures.kills += 1
    // All that it told before it died was durable.
    for booker in bookers { try hearTheRest(of: booker) }
    try company.hearTheRest()
    // 75: asked to stop, it had ended before the kill.
    if ![-SIGKILL, 75].contains(ended.code) {
      faults.append("it died by itself with \(ended.code): \(ended.errors)")
    }
    try look(after: "life \(round), killed \(moment)", isEnd: false)
  }

  private func start() throws -> Program {
    let minute = Self.firstMinute + minutes
    let clock = PassPlace.date(ofDay: minute / 1440) + "T" + WantedVersion.time(minute % 1440)
    return try Program(
      arguments + ["--clock", clock], in: folder, patienceSeconds: Self.secondsOfLifeMax)
  }

  /// What the gateway does next.
  private func trouble() throws {
    guard let standIn, draws.happens(40) else { return }
    let some = [
      #"{"halt": 0, "code": 4100}"#, #"{"halt": 1, "code": 4100}"#, #"{"lost": 1}"#,
      #"{"lost": 0}"#, #""html""#, "500", "503", #""ok""#,
    ]
    let outcomes = (0..<draws.number(1...4)).map { _ in draws.one(of: some) }
    try standIn.control("{\"outcomes\": [\(outcomes.joined(separator: ", "))]}")
  }

  private func load(
    _ program: Program, _ ports: [UInt16], waves: Int, until moment: KillMoment
  ) throws {
    for booker in bookers {
      try booker.connect(textPort: ports[0], jsonPort: ports[1])
      booker.repeatThemselves(&draws)
    }
    try company.connect(port: ports[1], &draws)
    speak()
    let clockMover = try moveClock(ports[1])
    defer { clockMover?.endSending() }
    let answersBefore = answers
    var watchman = Watchman(moment)
    var wavesLeft = waves - 1
    while true {
      let isQuiet = bookers.allSatisfy { $0.awaitedCount == 0 } && company.isQuiet
      if isQuiet, wavesLeft > 0 {
        speak()
        wavesLeft -= 1
      }
      switch watchman.order(
        answers: answers - answersBefore, isAllAnswered: isQuiet && wavesLeft == 0)
      {
      case .wait: break
      case .askToStop: program.send(SIGTERM)
      case .kill: return
      }
      if watchman.elapsed > Self.patience { return noteSilence() }
      try takeIn(withinMilliseconds: 1)
    }
  }

  /// Sometimes time goes on while everybody speaks, so that passes leave that had to wait.
  private func moveClock(_ port: UInt16) throws -> Peer? {
    guard draws.happens(30) else { return nil }
    let peer = try Peer(port: port)
    let move: JSONObject = [
      "jsonrpc": "2.0", "id": 1, "method": "clock", "params": ["advance": 60],
    ]
    peer.send(JSONValue.object(move).octets + [0x0A])
    minutes += 1
    return peer
  }

  private func takeIn(withinMilliseconds milliseconds: Int32) throws {
    let peers = bookers.compactMap(\.connection) + company.connections
    Peer.takeIn(from: peers, withinMilliseconds: milliseconds)
    for booker in bookers { try booker.hear() }
    try company.hear()
  }

  private var answers: Int {
    bookers.reduce(company.answers) { $0 + $1.codes.values.reduce(0, +) }
  }

  private func noteSilence() {
    let counts =
      bookers.map { ($0.name, $0.awaitedCount) }
      + company.callers.map { ($0.name, $0.awaitedCount) }
    faults += counts.filter { $0.1 > 0 }.map { "\($0.0) still waits for \($0.1) answers" }
  }

  private func speak() {
    for booker in bookers {
      let wishes = booker.wants(draws.number(1...5), round: round, &counter, &draws)
      booker.say(wishes)
      figures.requests += wishes.count
    }
    figures.requests += company.speak(&draws)
  }

  private func hearTheRest(of booker: Booker) throws {
    if let peer = booker.connection {
      while peer.isOpen { Peer.takeIn(from: [peer], withinMilliseconds: 1000) }
      try booker.hear()
    }
    booker.hangUp()
  }

  // MARK: - Looking

  private func look(after what: String, isEnd: Bool) throws {
    let look = try StoreLook(at: store, copiedInto: folder.path)
    figures.openAtKill += bookers.reduce(0) { $0 + $1.requests.count { $0.standing == .open } }
    figures.openAtKill += company.openCount
    var found = look.faults
    for booker in bookers {
      booker.settle(with: look)
      found += booker.faults
      booker.faults = []
    }
    // Berlin is an hour ahead of UTC in winter.
    let now = (Self.firstMinute + minutes - 60) * 60
    found += company.settle(with: look, at: now, isEnd: isEnd)
    let owners = Set(bookers.map(\.name) + company.callers.map(\.name))
    for booking in look.bookings.values where !owners.contains(booking.owner) {
      found.append("B\(booking.reference) is owned by \(booking.owner)")
    }
    try watch.check(look, isEnd: isEnd)
    found += watch.takeFaults()
    if FileManager.default.fileExists(atPath: store), !look.isEmpty {
      let check = try Program.run(["store", "check", "--store", store], in: folder)
      if check.code != 0 { found.append("the check ended \(check.code): \(check.output)") }
    }
    faults += found.map { "\(what): \($0)" }
    if !found.isEmpty { try keep() }
    if isEnd { count(look) }
  }

  /// Keeps the store and all beside it where `KEEP` says, for who wants to see what happened.
  private func keep() throws {
    guard let place = ProcessInfo.processInfo.environment["KEEP"] else { return }
    try FileManager.default.copyItem(atPath: folder.path, toPath: "\(place)/\(UUID())")
  }

  private func count(_ look: StoreLook) {
    figures.bookings += look.bookings.count
    figures.passes += look.passes.count
    figures.doubles += watch.doubles
    figures.doneUnheard += company.doneUnheard
    figures.company.add(company.figures)
    for caller in company.callers { figures.codes.merge(caller.codes, uniquingKeysWith: +) }
    for booker in bookers {
      figures.codes.merge(booker.codes, uniquingKeysWith: +)
      figures.doneUnheard += booker.requests.count { $0.isKnownDone }
    }
  }

  // MARK: - The end

  /// Lets everybody say again what was never answered, lets the gateway work and time run, and ends
  /// the program as it is to be ended: then nothing is under way any more.
  func finish() throws {
    round += 1
    minutes += 1
    try standIn?.control(#"{"outcomes": []}"#)
    let program = try start()
    let ports = try program.ports(2)
    for booker in bookers {
      try booker.connect(textPort: ports[0], jsonPort: ports[1])
      booker.repeatThemselves(&draws)
    }
    try company.connect(port: ports[1], &draws)
    let began = ContinuousClock.now
    while bookers.contains(where: { $0.awaitedCount > 0 }) || !company.isQuiet {
      try takeIn(withinMilliseconds: 100)
      if ContinuousClock.now - began > Self.patience {
        noteSilence()
        break
      }
    }
    for booker in bookers { booker.hangUp() }
    company.hangUp()
    try letTimeRun(ports[1])
    program.send(SIGTERM)
    let ended = program.ended()
    if ended.code != 75 { faults.append("it ended with \(ended.code): \(ended.errors)") }
    try look(after: "the end", isEnd: true)
  }

  private func letTimeRun(_ port: UInt16) throws {
    let peer = try Peer(port: port)
    for _ in 0..<8 { _ = try peer.call("clock", ["advance": 3600]) }
    minutes += 8 * 60
    for booker in bookers {
      for booking in booker.bookings where booking.latest?.isHeld == true && draws.happens(25) {
        guard let reference = booking.reference else { continue }
        let shown = try peer.call(
          "say",
          ["user": .string(booker.name), "conv": "look", "text": .string("show B\(reference)")])
        booker.compare(shown, with: booking)
      }
    }
  }
}
