// A soak: one store, one gateway and clients of all kinds at once, while the program is killed,
// told to read its files again, and tokens change; afterwards everything has to agree.

import Foundation
import JSON

/// A house in a soak. A class because its program is one.
final class SoakHouse {
  /// What memory may grow by from the moment at which a process listens to its end.
  static let octetsGrownMax = 32 << 20
  /// Descriptors that a process may have more in the end than when it listened: what it keeps to
  /// its gateway, and who asks.
  static let descriptorsGrownMax = 8
  /// How long everything may take to come to rest once nothing new is wanted.
  static let restSecondsMax = 60.0
  /// How long a session may stay after its token was replaced: the interval of ten seconds in which
  /// tokens are looked at, and what a busy machine takes.
  private static let endSecondsMax = 20.0

  let notes = SoakNotes()
  let wishes: SoakWishes
  let folder: Folder
  let gateway: StandIn
  private let arguments: [String]
  private let seconds: Double
  var program: Program?
  var ports: [UInt16] = []
  var callers: [SoakCaller] = []
  var people: [SoakPerson] = []
  var listener: SoakListener
  var nuisances: SoakNuisances
  var watch: PassWatch
  private var tokens: [String: String] = [:]
  private var mustEndBy: [String: ContinuousClock.Instant] = [:]
  /// What the process that runs now held when it listened.
  private var atStart: (octets: Int, descriptors: Int) = (0, 0)

  var store: String { "\(folder.path)/store.db" }
  private var socket: String { "\(folder.path)/door" }

  init(seconds: Int, _ draws: Draws) throws {
    self.seconds = Double(seconds)
    wishes = SoakWishes(draws)
    folder = try Folder()
    gateway = try StandIn()
    watch = PassWatch(.web(gateway))
    let names = (SoakWishes.rooms + [SoakWishes.quietRoom]).map { "{\"name\": \"\($0)\"}" }
    let building = try folder.file(
      "building.json",
      "{\"rooms\": [\(names.joined(separator: ", "))], "
        + "\"rules\": {\"bookingsPerPersonMax\": 9999, \"windowDays\": 400}}")
    let configuration = try folder.file("configuration.json", Self.configuration)
    arguments = [
      "serve", "--building", building, "--config", configuration, "--turn-rate", "off", "--store",
      "\(folder.path)/store.db", "--gateway", gateway.address, "--listen", "127.0.0.1:0",
      "--listen-json", "127.0.0.1:0", "--unix", "\(folder.path)/door",
    ]
    listener = SoakListener(token: "", notes)
    nuisances = SoakNuisances(wishes, notes)
    for (name, namespace) in Self.principals {
      let admin = name == "root" ? ["--may", "admin"] : []
      tokens[name] = try token(["add", name, "--namespace", namespace] + admin)
    }
    callers = ["slack", "teams"].map { SoakCaller($0, token: tokens[$0], wishes, notes) }
    // Whoever reaches the socket in the file system need not sign in.
    callers.append(SoakCaller("door", token: nil, wishes, notes))
    people = ["ana", "ben"].map { SoakPerson($0, token: tokens[$0] ?? "", wishes, notes) }
    listener.token = tokens["ear"] ?? ""
    nuisances.slowToken = tokens["slow"] ?? ""
  }

  private static let principals = [
    ("slack", "slack:*"), ("teams", "teams:*"), ("ear", "slack:*"), ("slow", "teams:*"),
    ("ana", "ana"), ("ben", "ben"), ("root", "*"),
  ]

  /// Passes leave at once and are soon tried again, so that a minute has many of them.
  private static let configuration = """
    {"gateway": {"connectSeconds": 2, "answerSeconds": 2, "codes": {"4100": "passing"}},
     "limits": {"passes": {"waitSeconds": 1, "attemptsMax": 100, "unlistedAttemptsMax": 100,
       "passingPauseSeconds": 1, "passingPauseSecondsMin": 1, "pauseSecondsMax": 2,
       "restSeconds": 1, "breakerSeconds": 1, "breakerSecondsMax": 2, "tokensPerRetry": 0}}}
    """

  // MARK: - Living

  /// Lives as long as was asked for, and lets everything come to rest.
  func live() throws {
    let clock = ContinuousClock()
    let began = clock.now
    let end = began + .seconds(seconds)
    // What follows the last kill is long enough for a process to show what it keeps.
    let lastKill = began + .seconds(seconds * 0.7)
    try start()
    var timetable = SoakTimetable(from: began, &wishes.draws)
    while clock.now < end, notes.faults.isEmpty {
      try takeIn(withinMilliseconds: 20)
      act()
      let now = clock.now
      for happening in timetable.due(at: now, &wishes.draws) {
        if happening == .kill, now > lastKill { continue }
        try happen(happening)
      }
      try comeBack()
      checkEnds(at: now)
    }
    try rest()
  }

  private func happen(_ happening: SoakHappening) throws {
    switch happening {
    case .kill: try killAndStart()
    case .readFilesAgain: readFilesAgain()
    case .changeTokens: try changeTokens()
    case .trouble: try trouble()
    case .breakOff: try breakSomeoneOff()
    case .nuisance: try nuisances.act(ports)
    case .talkAcross: try talkAcrossConnections()
    }
  }

  private func start() throws {
    let program = try Program(
      arguments, in: folder, patienceSeconds: seconds + Self.restSecondsMax + 120)
    self.program = program
    // Three ways in: the third is the socket.
    ports = try program.ports(3)
    atStart = (program.residentOctets, program.descriptorCount)
    mustEndBy = [:]
    try comeBack()
  }

  private func killAndStart() throws {
    guard let program else { return }
    program.send(SIGKILL)
    let ended = program.ended()
    if ended.code != -SIGKILL { notes.fault("it died by itself: \(ended.code) \(ended.errors)") }
    notes.count("kills")
    for peer in connections {
      while peer.isOpen { Peer.takeIn(from: [peer], withinMilliseconds: 1000) }
    }
    try hear()
    hangUp()
    let look = try StoreLook(at: store, copiedInto: folder.path)
    for fault in look.faults { notes.fault(fault) }
    try watch.check(look, isEnd: false)
    for fault in watch.takeFaults() { notes.fault(fault) }
    try start()
  }

  private func hangUp() {
    for caller in callers { caller.hangUp() }
    for person in people { person.hangUp() }
    listener.hangUp()
    nuisances.hangUp()
  }

  /// Whoever has no connection gets one.
  func comeBack() throws {
    for caller in callers where !caller.isOpen {
      caller.connect(try caller.token == nil ? Peer(path: socket) : Peer(port: ports[1]))
    }
    for person in people where !person.isOpen { person.connect(try Peer(port: ports[0])) }
    if !listener.isOpen { listener.connect(try Peer(port: ports[1])) }
  }

  private var connections: [Peer] {
    callers.compactMap(\.connection) + people.compactMap(\.connection)
      + [listener.connection].compactMap(\.self)
  }

  func takeIn(withinMilliseconds milliseconds: Int32) throws {
    Peer.takeIn(from: connections, withinMilliseconds: milliseconds)
    try hear()
  }

  private func hear() throws {
    for caller in callers { try caller.hear() }
    for person in people { person.hear() }
    try listener.hear()
  }

  private func act() {
    for caller in callers where wishes.draws.happens(7) { caller.act() }
    for person in people where wishes.draws.happens(3) { person.act() }
    if wishes.draws.happens(4) { listener.acknowledge() }
  }

  // MARK: - What happens to them

  private func readFilesAgain() {
    program?.send(SIGHUP)
    notes.count("files read again")
  }

  /// A token is replaced, or taken away for a moment: who had signed in by it has to go.
  private func changeTokens() throws {
    let name = wishes.draws.one(of: ["slack", "teams", "ana", "ben", "ear"])
    nuisances.wrongTokens.append(tokens[name] ?? "")
    if wishes.draws.happens(50) {
      tokens[name] = try token(["rotate", name])
    } else {
      _ = try token(["revoke", name])
      let namespace = Self.principals.first { $0.0 == name }?.1 ?? name
      tokens[name] = try token(["add", name, "--namespace", namespace])
    }
    mustEndBy[name] = ContinuousClock.now + .seconds(Self.endSecondsMax)
    for caller in callers where caller.name == name { caller.token = tokens[name] }
    for person in people where person.name == name { person.token = tokens[name] ?? "" }
    if name == "ear" { listener.token = tokens[name] ?? "" }
    notes.count("tokens changed")
    if wishes.draws.happens(50) { try seeThemGo(name) }
  }

  /// Where the program is told to read its files again, who had signed in by a token that is
  /// nobody's any more is gone at once, and was told why.
  private func seeThemGo(_ name: String) throws {
    let signedIn = callers.filter { $0.name == name && $0.isOpen && $0.isSignedIn }
    readFilesAgain()
    let deadline = ContinuousClock.now + .seconds(Self.endSecondsMax)
    while callers.contains(where: { $0.name == name && $0.isOpen })
      || people.contains(where: { $0.name == name && $0.isOpen })
      || name == "ear" && listener.isOpen
    {
      try takeIn(withinMilliseconds: 20)
      if ContinuousClock.now > deadline {
        return notes.fault("\(name) is still signed in by a token that was replaced")
      }
    }
    for caller in signedIn where !caller.wasTakenBack {
      notes.fault("\(name) was not told why its session ends")
    }
    notes.count("sessions ended with their tokens")
  }

  /// Who signed in by a token that was replaced is gone in time, and was told why.
  private func checkEnds(at now: ContinuousClock.Instant) {
    for (name, until) in mustEndBy {
      let ends =
        callers.filter { $0.name == name }.map(\.signedInBy)
        + people.filter { $0.name == name }.map(\.signedInBy)
        + (name == "ear" ? [listener.signedInBy] : [])
      if ends.allSatisfy({ $0 == tokens[name] }) {
        mustEndBy[name] = nil
      } else if now > until {
        notes.fault("\(name) is still signed in by a token that was replaced")
      }
    }
  }

  /// Makes, replaces or takes away a token by the program itself.
  private func token(_ arguments: [String]) throws -> String {
    let made = try Program.run(["token"] + arguments, in: folder)
    if made.code != 0 { notes.fault("token \(arguments) ended \(made.code): \(made.errors)") }
    return made.output.filter { $0 != "\n" }
  }

  private func trouble() throws {
    let some = [
      #"{"halt": 0, "code": 4100}"#, #"{"halt": 1, "code": 4100}"#, #"{"lost": 1}"#,
      #"{"lost": 0}"#, #""html""#, "500", "503", #""ok""#,
    ]
    let outcomes = (0..<wishes.draws.number(1...3)).map { _ in wishes.draws.one(of: some) }
    try gateway.control("{\"outcomes\": [\(outcomes.joined(separator: ", "))]}")
    notes.count("troubles of the gateway")
  }

  private func breakSomeoneOff() throws {
    switch wishes.draws.number(0...2) {
    case 0: wishes.draws.one(of: callers).breakOff()
    case 1: wishes.draws.one(of: people).breakOff()
    default: listener.hangUp()
    }
  }

  /// Who looks on one connection and takes on the next is still understood.
  private func talkAcrossConnections() throws {
    let user = "root:U\(notes.counts["conversations across connections", default: 0] % 40)"
    let question = wishes.question()
    let first = try admin()
    let free = try first.call("say", ["user": .string(user), "text": .string(question)])
    guard free["result"]?["code"] == 212 else { return notes.fault("\(question) \(free)") }
    first.reset()
    let taken = try admin().call("say", ["user": .string(user), "text": "take it"])
    guard taken["result"]?["code"] == 250,
      let booking = taken["result"]?["effects"]?.array?.first?["booking"],
      let reference = booking["ref"]?.string.flatMap({ Int($0.dropFirst()) })
    else { return notes.fault("\(question) take it: \(taken)") }
    notes.hear(reference, version: 1, isHeld: true)
    notes.count("conversations across connections")
  }

  /// A connection of whoever runs the house.
  func admin() throws -> Peer {
    let peer = try Peer(port: ports[1])
    let answer = try peer.call("auth", ["token": .string(tokens["root"] ?? "")])
    guard answer["result"]?["code"] == 235 else {
      throw Trouble(description: "no admin: \(answer)")
    }
    return peer
  }

  // MARK: - Coming to rest

  /// Everybody hears what they still wait for, all passes and news arrive, and the program ends.
  private func rest() throws {
    guard notes.faults.isEmpty else { return }
    try gateway.control(#"{"outcomes": []}"#)
    let deadline = ContinuousClock.now + .seconds(Self.restSecondsMax)
    var isRestful = false
    for caller in callers { caller.sayEverythingAgain(max: 100) }
    while !isRestful, notes.faults.isEmpty {
      if !listener.isQuiet { listener.acknowledge() }
      for _ in 0..<10 { try takeIn(withinMilliseconds: 30) }
      try comeBack()
      let pending = try admin().call("status")["result"]?["passes"]?["pending"]?.integer
      isRestful =
        pending == 0 && listener.isQuiet && callers.allSatisfy(\.isQuiet)
        && people.allSatisfy(\.isQuiet)
      if ContinuousClock.now > deadline {
        let quiet =
          callers.map { ($0.name, $0.isQuiet) } + people.map { ($0.name, $0.isQuiet) }
          + [("ear", listener.isQuiet)]
        let restless = quiet.filter { !$0.1 }.map(\.0)
        notes.fault("no rest: \(pending ?? -1) passes under way, and \(restless) wait")
      }
    }
    guard notes.faults.isEmpty, let program else { return }
    hangUp()
    try measure(program)
    program.send(SIGTERM)
    let ended = program.ended()
    if ended.code != 75 { notes.fault("it ended with \(ended.code): \(ended.errors)") }
    try judge()
  }

  private func measure(_ program: Program) throws {
    // Closing is an event like others: whoever is answered behind it comes after it.
    var descriptors = Int.max
    for _ in 0..<50 where descriptors > atStart.descriptors + Self.descriptorsGrownMax {
      _ = try admin().call("ping")
      descriptors = program.descriptorCount
    }
    let grown = program.residentOctets - atStart.octets
    notes.count("measurements")
    print("soak: grown by \(grown >> 10) KiB, \(descriptors) descriptors of \(atStart.descriptors)")
    if grown > Self.octetsGrownMax { notes.fault("memory has grown by \(grown)") }
    if descriptors > atStart.descriptors + Self.descriptorsGrownMax {
      notes.fault("\(descriptors) descriptors, \(atStart.descriptors) when it began")
    }
  }
}
