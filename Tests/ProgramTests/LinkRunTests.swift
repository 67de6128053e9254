// The program links accounts over HTTP: what is told of it, what stays when it is killed, and that
// no secret of it comes out.

import Foundation
import JSON
import QRCodes
import Testing

@Suite("Accounts over HTTP")
struct LinkRunTests {
  /// Every secret of the provider begins so.
  static let canary = "canary-"

  /// No secret was printed, none lies readable in a file, and nobody else may open what keeps them.
  private func checkSecrets(of world: TravelWorld, said runs: [Ended] = []) throws {
    // They do begin so, and a file that holds a text is found.
    let pair = try world.provider.record()["families"]?.array?.last
    #expect(pair?["access"]?.array?.first?.string?.hasPrefix(Self.canary) == true)
    #expect(pair?["refresh"]?.array?.first?.string?.hasPrefix(Self.canary) == true)
    let databases = try world.files(holding: "SQLite format")
    #expect(databases.contains("usher.db") && databases.contains("accounts/accounts.db"))
    try checkNothingIsReadable(of: world, said: runs)
    let rights = try world.rightsOfAccounts()
    #expect(rights.folder == 0o700)
    #expect(rights.files.keys.contains("accounts.db"))
    #expect(rights.files.values.allSatisfy { $0 == 0o600 }, "\(rights.files)")
  }

  private func checkNothingIsReadable(of world: TravelWorld, said runs: [Ended]) throws {
    for run in runs {
      #expect(!run.output.contains(Self.canary))
      #expect(!run.errors.contains(Self.canary))
    }
    #expect(try world.files(holding: Self.canary) == [])
  }

  /// The code of the provider, once the program has shown how an account is linked.
  private func codeShown(by program: Program, in world: TravelWorld) throws -> String {
    let shown = try program.output(holding: #""stop" drops it."#)
    let code = try world.codeAskedFor()
    #expect(shown.contains("To link uber, open \(world.provider.address)/device"))
    #expect(shown.contains("type the code \(code)."))
    return code
  }

  @Test("A link is told by itself, outlives a kill, and is ended at the provider and the service")
  func linksAndUnlinks() throws {
    let world = try TravelWorld()
    let first = try world.start()
    first.say("link uber")
    try world.approve(codeShown(by: first, in: world))
    _ = try first.output(holding: "* uber is linked.")
    try checkSecrets(of: world)
    first.send(SIGKILL)
    let killed = first.ended()
    #expect(killed.code == -SIGKILL)
    try checkSecrets(of: world, said: [killed])

    let second = try world.start()
    second.say("accounts")
    _ = try second.output(holding: "uber · linked\n")
    second.say("unlink uber")
    let told = try second.output(holding: "The service knows.")
    #expect(told.contains("uber is removed here.\nThe provider knows.\nThe service knows."))
    second.endInput()
    let ended = second.ended()
    #expect(ended.code == 0)
    try checkSecrets(of: world, said: [ended])
    // Both tokens of the pair, the one that refreshes it first.
    let pair = try world.provider.record()["families"]?.array?.first
    let tokens = [pair?["refresh"]?.array?.last?.string, pair?["access"]?.array?.last?.string]
    let given = try world.provider.calls(to: "revoke").map { $0["body"]?.string ?? "" }
    #expect(given.count == tokens.count)
    for (body, token) in zip(given, tokens) { #expect(body.contains(token ?? "no token")) }
    #expect(pair?["active"] == false)
    #expect(try world.mobility.calls(to: "logout").count == 1)
  }

  /// Waits until an account of Mia's is linked, as a program sees that asks for no news.
  private func waitUntilLinked(on peer: Peer) throws {
    let deadline = ContinuousClock.now + .seconds(3 * Program.patienceSeconds)
    while ContinuousClock.now < deadline {
      let told = try peer.call("accounts", ["user": "mia"])["result"]?["accounts"]?.array
      if told?.contains(where: { $0["state"] == "here" }) == true { return }
    }
    throw Trouble(description: "no account is linked")
  }

  @Test("What becomes of an account while its owner is away is told once, over restarts")
  func tellsWhoComesBack() throws {
    let world = try TravelWorld()
    let first = try world.start()
    first.say("link uber")
    let code = try codeShown(by: first, in: world)
    first.send(SIGKILL)
    var runs = [first.ended()]
    // A server on which mia is not links it, and ends.
    let server = try world.serve()
    try world.approve(code)
    try waitUntilLinked(on: Peer(port: server.ports()[0]))
    server.send(SIGTERM)
    runs.append(server.ended())
    let second = try world.start()
    let told = try second.output(holding: "* uber is linked.")
    #expect(told.contains(#"* uber is linked. Not you? Say "unlink uber"."#))
    second.say("accounts")
    _ = try second.output(holding: "uber · linked\n")
    second.endInput()
    runs.append(second.ended())
    let third = try world.start()
    third.say("accounts")
    let quiet = try third.output(holding: "uber · linked\n")
    #expect(!quiet.contains("* "))
    third.endInput()
    runs.append(third.ended())
    #expect(try world.checkStore().code == 0)
    try checkSecrets(of: world, said: runs)
  }

  /// How wide a terminal is, and whether there is room for a code.
  @Test("A code to scan is drawn at a wide terminal, and never written down", arguments: [80, 59])
  func drawsCode(columns: Int) throws {
    let world = try TravelWorld()
    let terminal = try Terminal()
    terminal.resize(columns: columns)
    let program = try world.start(
      at: terminal, environment: ["TERM": "xterm", "LANG": "C.UTF-8"])
    terminal.program = program
    try terminal.shown(line: ">")
    terminal.type("link uber\r")
    let told = try terminal.text(holding: #""stop" drops it."#)
    let code = try world.codeAskedFor()
    let address = "\(world.provider.address)/device?user_code=\(code)"
    let picture = try #require(CodePicture(of: address)).lines
    try terminal.shown(line: ">")
    terminal.type("qr\r")
    if columns < 60 {
      let again = try terminal.text { $0.ranges(of: #""stop" drops it."#).count == 2 }
      #expect(!told.contains(#""qr""#) && !again.contains("▀"))
    } else {
      let screen = try terminal.shown { $0.line == ">" && $0.lines.contains { $0.contains("▀") } }
      let start = try #require(screen.lines.firstIndex { $0 == picture[0] })
      #expect(screen.lines[start...].prefix(picture.count) == picture[...])
      #expect(try terminal.text(holding: "▀").contains("\u{1B}[97;40m\(picture[0])\u{1B}[39;49m"))
    }
    terminal.type("/quit\r")
    #expect(program.ended().code == 0)
    #expect(try world.files(holding: "▀") == [])
  }

  @Test("Who books without an account links one, and the booking goes on by itself to its terms")
  func linksWithinABooking() throws {
    let world = try TravelWorld()
    let program = try world.start()
    program.say("products for T1")
    _ = try program.output(holding: RideRunTests.endOfProducts)
    program.say("book uber")
    let code = try codeShown(by: program, in: world)
    #expect(try world.bookingCount() == 0)
    try world.approve(code)
    let terms = try program.output(holding: "Then say accept, or decline.")
    #expect(terms.contains("An account has to be linked for that: uber."))
    #expect(terms.contains("* uber is linked."))
    #expect(terms.contains("* Before Uber X is booked, these terms have to be accepted:"))
    #expect(try world.bookingCount() == 0)
    program.say("accept")
    _ = try program.output(holding: "Booked: T1.3, Uber X, Confirmed")
    program.endInput()
    let ended = program.ended()
    #expect(ended.code == 0)
    #expect(try world.mobility.calls(to: "book").count == 2)
    #expect(try world.mobility.calls(to: "agreement").count == 1)
    #expect(try world.bookingCount() == 1)
    try checkSecrets(of: world, said: [ended])
  }

  @Test("Who has to sign in to the service does, and what was asked for goes on, over a kill")
  func signsIn() throws {
    let world = try TravelWorld()
    try world.mobility.control(#"{"settings": {"requiresSignIn": true}}"#)
    let first = try world.start()
    first.say("products for T1")
    try first.answer([
      ("mia", "Question 1 of 2: User name"), ("wrong", "Question 2 of 2: Password"),
      ("mia", "Name or password are not right."), ("canary-right", "Question 2 of 2: Password"),
      ("book the shuttle", RideRunTests.endOfProducts),
    ])
    _ = try first.output(holding: "Booked: T1.3, Campus shuttle, Confirmed")
    first.send(SIGKILL)
    let killed = first.ended()
    let second = try world.start()
    second.say("accounts")
    _ = try second.output(holding: "the service · signed in\n")
    second.say("sign out of the service")
    _ = try second.output(holding: "You are signed out of the service.")
    second.say("sign in to the service")
    _ = try second.output(holding: "Question 1 of 2: User name")
    second.say("stop")
    _ = try second.output(holding: "You are not signed in to the service.")
    second.endInput()
    let ended = second.ended()
    #expect(ended.code == 0)
    #expect(try world.mobility.calls(to: "login").count == 2)
    #expect(try world.bookingCount() == 1)
    try checkNothingIsReadable(of: world, said: [killed, ended])
  }

  @Test("An account is linked by a form with a name and a password")
  func linksByForm() throws {
    let world = try TravelWorld()
    let program = try world.start()
    program.say("link nightbike")
    try program.answer([
      ("mia", "Question 1 of 3:"), ("mia@example.com", "Question 2 of 3:"),
      ("canary-password", "Question 3 of 3:"),
    ])
    _ = try program.output(holding: "nightbike is linked at the service.")
    program.say("accounts")
    _ = try program.output(holding: "nightbike · linked at the service")
    program.endInput()
    let ended = program.ended()
    #expect(ended.code == 0)
    let sent = try world.mobility.calls(to: "signin").last { $0["method"] == "POST" }
    #expect(sent?["body"]?.string?.contains("canary-password") == true)
    try checkNothingIsReadable(of: world, said: [ended])
  }

  /// A program on the port of a server, which keeps what is private and secret.
  private func peer(of server: Program) throws -> Peer {
    let peer = try Peer(port: try server.ports()[0])
    _ = try peer.call("hello", ["caps": ["private", "secrets", "notices"]])
    return peer
  }

  /// What Mia says in a conversation.
  private static func said(_ text: String, in conversation: String = "dm") -> JSONObject {
    ["user": "mia", "conv": .string(conversation), "text": .string(text)]
  }

  private func stateOfUber(_ peer: Peer) throws -> String? {
    let told = try peer.call("accounts", ["user": "mia", "conv": "dm"])["result"]
    let uber = told?["accounts"]?.array?.first { $0["provider"] == "uber" }
    return uber?["state"]?.string
  }

  /// A server at which Mia has a trip and an account with uber, linked by a code.
  private func linked(in world: TravelWorld) throws -> (server: Program, peer: Peer) {
    let server = try world.serve(tuesday)
    let peer = try self.peer(of: server)
    let trip: JSONObject = ["user": "mia", "conv": "dm", "trip": try world.trip()]
    #expect(try peer.call("trip", trip)["result"]?["code"] == 250)
    _ = try peer.call("say", Self.said("link uber"))
    try world.approve(world.codeAskedFor())
    _ = try peer.call("clock", ["advance": 6])
    #expect(try stateOfUber(peer) == "here")
    return (server, peer)
  }

  /// What a provider answers who asks whether a code was typed, and how many seconds go by before
  /// each time that it is asked: the last time the code was typed.
  static let pollings: [(answers: String, pauses: [Int])] = [
    (#"["slow_down", "pending", "429", 503, "html"]"#, [5, 10, 10, 10, 10, 10]),
    (#"["429", 503, "html", "pending"]"#, [5, 7, 5, 5, 5]),
  ]

  @Test("A code is asked about as seldom as the provider wants, to the second", arguments: pollings)
  func polls(answers: String, pauses: [Int]) throws {
    let world = try TravelWorld(day: TravelWorld.tuesdayOfTrip)
    try world.provider.control(#"{"settings": {"interval": 5}, "token": \#(answers)}"#)
    let server = try world.serve(tuesday)
    let peer = try self.peer(of: server)
    _ = try peer.call("say", Self.said("link uber"))
    try world.approve(world.codeAskedFor())
    for (count, pause) in pauses.enumerated() {
      _ = try peer.call("clock", ["advance": .integer(Int64(pause - 1))])
      #expect(try world.provider.calls(to: "token").count == count)
      _ = try peer.call("clock", ["advance": 1])
      #expect(try world.provider.calls(to: "token").count == count + 1)
    }
    #expect(try stateOfUber(peer) == "here")
    server.send(SIGTERM)
    #expect(server.ended().code == 75)
  }

  /// Where the provider was asked for a fresh pair.
  private func refreshes(of world: TravelWorld) throws -> Int {
    try world.provider.calls(to: "token").count { $0["form"]?["grant_type"] == "refresh_token" }
  }

  @Test(
    "Two bookings want a fresh pair at once: it is asked for once; killed then, it still serves")
  func refreshesOnce() throws {
    let world = try TravelWorld(day: TravelWorld.tuesdayOfTrip)
    // So short that each use wants another.
    try world.provider.control(#"{"settings": {"interval": 5, "expires_in": 30}}"#)
    let (server, peer) = try linked(in: world)
    let other: JSONObject = ["user": "mia", "conv": "dm", "trip": try world.trip(2)]
    #expect(try peer.call("trip", other)["result"]?["code"] == 250)
    let conversations = ["T1", "T2"]
    for trip in conversations {
      _ = try peer.call("say", Self.said("products for \(trip)", in: trip))
    }
    // The service forgets what it was handed, and the provider takes its time.
    try world.mobility.control(#"{"linked": []}"#)
    try world.provider.control(#"{"token": ["late 1000"]}"#)
    for conversation in conversations {
      peer.begin("say", Self.said("book uber", in: conversation), id: conversation)
    }
    let answers = try peer.answers(to: conversations)
    for conversation in conversations {
      let answer = answers[conversation]
      #expect(answer?["result"]?["agreement"] != nil, "\(String(describing: answer))")
    }
    #expect(try refreshes(of: world) == 1)

    try world.mobility.control(#"{"linked": [], "signin": ["ok", "hang"]}"#)
    _ = try peer.call("say", Self.said("products for T1", in: "third"))
    let handed = try world.handings()
    peer.begin("say", Self.said("book uber", in: "third"), id: "third")
    try world.wait { try world.handings() > handed }
    server.send(SIGKILL)
    let killed = server.ended()
    #expect(try refreshes(of: world) == 2)
    let second = try world.serve(tuesday)
    let next = try self.peer(of: second)
    #expect(try stateOfUber(next) == "here")
    _ = try next.call("say", Self.said("products for T1", in: "fourth"))
    let terms = try next.call("say", Self.said("book uber", in: "fourth"))
    #expect(terms["result"]?["agreement"] != nil, "\(terms)")
    let record = try world.provider.record()
    #expect(record["reused"] == 0)
    #expect(record["families"]?.array?.map { $0["active"] } == [true])
    second.send(SIGTERM)
    #expect(try world.secretsSeen(in: [killed, second.ended()]) == [])
  }

  @Test("What was linked and is refused is linked anew; refused again it ends, and nothing is kept")
  func isRefusedTwice() throws {
    let world = try TravelWorld()
    let first = try world.start()
    first.say("link uber")
    try world.approve(codeShown(by: first, in: world))
    _ = try first.output(holding: "* uber is linked.")
    first.endInput()
    let before = first.ended()
    #expect(try world.rowsOfVault()["account"] == 1)

    // Whose account it is that is refused nobody has asked since the start.
    try world.mobility.post("/expire", #"{"provider": "uber"}"#)
    let second = try world.start()
    second.say("products for T1")
    try second.answer([("book uber", RideRunTests.endOfProducts)])
    let code = try codeShown(by: second, in: world)
    let refusal = #"{"error": {"errorCode": 460, "error": "refused", "usererror": true}}"#
    try world.mobility.control(#"{"book": [\#(refusal)]}"#)
    try world.approve(code)
    _ = try second.output(holding: "The account was refused twice. Nothing was booked.")
    second.endInput()
    let ended = second.ended()
    #expect(ended.code == 0)
    #expect(try world.rowsOfVault()["account"] == 0)
    #expect(try world.mobility.calls(to: "book").count == 2)
    #expect(try world.bookingCount() == 0)
    try checkNothingIsReadable(of: world, said: [before, ended])
  }
}
