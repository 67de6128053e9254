// One person's data handed out of the store of a running program, and taken out of one at rest.

import Foundation
import JSON
import Testing

@Suite("One person's data")
struct PersonRunTests {
  private let folder: Folder
  private var store: String { "\(folder.path)/store.db" }
  /// So far ahead that what is booked is not over when this is run.
  private static let clock = ["--clock", "2090-11-21T09:07"]
  private static let person = ["mia", "--email", "ana.kurz@example.com"]

  init() throws { folder = try Folder() }

  private func run(_ words: [String]) throws -> Ended {
    try Program.run(words + ["--store", store], in: folder)
  }

  /// A server in whose store mia has booked, for a person of that address.
  private func serve() throws -> Program {
    let server = try Program(
      ["serve", "--test"] + Self.clock + ["--store", store, "--listen-json", "127.0.0.1:0"],
      in: folder)
    let peer = try Peer(port: try server.ports()[0])
    for (user, text) in [
      ("mia", "book Bunker tomorrow 10-11 with Ana ana.kurz@example.com +49 171 1234567"),
      ("tom", "book Cockpit tomorrow 10-11 titled \"Mia leaves\""),
    ] {
      let answer = try peer.call(
        "say", ["user": .string(user), "msg": "m1", "text": .string(text)])
      #expect(answer["result"]?["code"] == 250, "\(answer)")
    }
    return server
  }

  private func stop(_ server: Program) {
    server.send(SIGTERM)
    #expect(server.ended().code == 75)
  }

  private func holdsAnything() throws -> Bool {
    let octets = try Data(contentsOf: URL(fileURLWithPath: store))
    return ["ana.kurz@example.com", "+491711234567", "mia", "Mia leaves"].contains {
      octets.range(of: Data($0.utf8)) != nil
    }
  }

  @Test("While a server runs all is handed out, and nothing erased: 69; then it is, if bookings go")
  func whole() throws {
    let server = try serve()
    let told = try run(["person", "export"] + Self.person)
    #expect(told.code == 0 && told.errors == "")
    let all = try JSONValue(parsing: Array(told.output.utf8.dropLast()))
    #expect(all["bookings"]?.array?.first?["ref"] == "B1")
    #expect(all["answers"]?.array?.first?["message"] == "m1")
    #expect(all["details"]?.array?.first?["phone"] == "+491711234567")
    #expect(try run(["person", "erase"] + Self.person + ["--to", "tom"]).code == 69)
    stop(server)
    let refused = try run(["person", "erase"] + Self.person)
    #expect(refused.code == 1)
    #expect(refused.output == "B1\tBunker\t2090-11-22T10:00/2090-11-22T11:00\n")
    #expect(refused.errors.contains("these bookings are not over"))
    #expect(try holdsAnything())
    let erased = try run(["person", "erase"] + Self.person + ["--to", "tom"])
    #expect(erased.code == 0, "\(erased.errors)")
    #expect(erased.errors.contains("handed over: B1"))
    #expect(erased.output.hasSuffix("journal and tables agree\n"))
    #expect(try !holdsAnything())
    #expect(try run(["store", "check"]).code == 0)
    let next = try Program.run(
      Self.clock + ["--store", store, "--as", "tom"], in: folder, saying: "my bookings\n")
    #expect(next.output.contains("B1: Bunker") && next.output.contains("B2: Cockpit"))
    let unknown = try run(["person", "erase"] + Self.person)
    #expect(unknown.code == 1)
    #expect(unknown.errors.contains("knows nobody"))
  }

  @Test("Killed at any moment of an erasing all is as it was, or all is done")
  func killed() throws {
    stop(try serve())
    // So that SIGKILL meets the same store each time.
    #expect(try run(["store", "check"]).code == 0)
    let whole = try Data(contentsOf: URL(fileURLWithPath: store))
    let seed = Draws.seed
    var draws = Draws(seed: seed)
    for _ in 0..<Draws.count("KILLS", usually: 8) {
      try whole.write(to: URL(fileURLWithPath: store))
      chmod(store, 0o600)
      let program = try Program(
        ["person", "erase"] + Self.person + ["--to", "tom", "--store", store], in: folder)
      program.kill(inMicroseconds: draws.number(1...120_000))
      _ = program.ended()
      let check = try run(["store", "check"])
      #expect(check.code == 0, "SEED=\(seed): \(check.output)\(check.errors)")
      let told = try run(["person", "export"] + Self.person)
      let all = try JSONValue(parsing: Array(told.output.utf8.dropLast()))
      let isThere = all["bookings"]?.array?.isEmpty == false
      #expect(try holdsAnything() == isThere, "SEED=\(seed)")
    }
  }

  @Test("A full disk: nothing is erased")
  func fullDisk() throws {
    stop(try serve())
    let ended = try Program(
      ["person", "erase"] + Self.person + ["--to", "tom", "--store", store], in: folder,
      by: #"ulimit -f 60; exec "$0" "$@""#
    ).ended()
    #expect(ended.code == 74)
    #expect(ended.errors.contains("full: "), "\(ended.errors)")
    #expect(try run(["store", "check"]).code == 0)
    #expect(try holdsAnything())
    #expect(try !folder.names(in: ".").contains { $0.contains("-part") })
  }

  @Test("Who travels is erased with accounts, trips and purchases; what failed can be done again")
  func traveller() throws {
    let world = try TravelWorld(mobility: FormRunTests.locked)
    let program = try world.start()
    program.say("link uber")
    _ = try program.output(holding: #""stop" drops it."#)
    try world.approve(world.codeAskedFor())
    _ = try program.output(holding: "* uber is linked.")
    // What was answered and typed so far is kept with a purchase, and beside it one is over.
    program.say("products for T1")
    let uber = [
      ("book uber", RideRunTests.endOfProducts), ("accept", "Then say accept, or decline."),
      ("trip \(world.mobility.address)/trip.json?trip=2&v=13", "Booked: T1.3, Uber X"),
      ("products for T2", "T2 · "),
    ]
    let bike = FormRunTests.toPassword + [("canary-typed", FormRunTests.asksPassword)]
    try program.answer(uber + bike)
    _ = try program.output(holding: FormRunTests.asksTerms)
    program.endInput()
    let ended = program.ended()
    #expect(ended.code == 0)
    #expect(try world.rowsOfVault()["account"] == 1)
    #expect(try world.files(holding: "mia").sorted() == ["accounts/accounts.db", "usher.db"])
    #expect(try world.files(holding: "Mia Muster") == ["usher.db"])

    // A vault that others may read is not opened: its rows stay for the next time.
    try world.exposeVault(true)
    #expect(try world.run(["person", "erase", "mia"]).code == 78)
    try world.exposeVault(false)
    let erased = try world.run(["person", "erase", "mia"])
    #expect(erased.code == 0, "\(erased.output)\(erased.errors)")
    #expect(erased.errors.contains("deleted the secrets of 1 account"))
    #expect(try world.rowsOfVault().values.allSatisfy { $0 == 0 })
    #expect(try world.checkStore().code == 0)
    for word in ["mia", "Mia", LinkRunTests.canary] {
      #expect(try world.files(holding: word) == [])
    }
    #expect(try world.secretsSeen(in: [ended, erased]) == [])
    #expect(try world.run(["person", "erase", "mia"]).code == 1)
  }
}
