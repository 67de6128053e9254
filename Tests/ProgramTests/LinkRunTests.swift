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

  /// Says each line as soon as what asks for it has come.
  private func answer(_ lines: [(line: String, wanted: String)], to program: Program) throws {
    var count = 0
    for (line, wanted) in lines {
      let output = try program.output { text in
        text.count >= count && text.dropFirst(count).contains(wanted)
      }
      count = output.count
      program.say(line)
    }
  }

  @Test("Who has to sign in to the service does, and what was asked for goes on, over a kill")
  func signsIn() throws {
    let world = try TravelWorld()
    try world.mobility.control(#"{"settings": {"requiresSignIn": true}}"#)
    let first = try world.start()
    first.say("products for T1")
    try answer(
      [
        ("mia", "Question 1 of 2: User name"), ("wrong", "Question 2 of 2: Password"),
        ("mia", "Name or password are not right."),
        ("canary-right", "Question 2 of 2: Password"),
        ("book the shuttle", RideRunTests.endOfProducts),
      ], to: first)
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
    try answer(
      [
        ("mia", "Question 1 of 3:"), ("mia@example.com", "Question 2 of 3:"),
        ("canary-password", "Question 3 of 3:"),
      ], to: program)
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
}
