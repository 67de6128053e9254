// The program against a gateway over HTTP that halts, refuses, hangs or talks nonsense.

import Foundation
import JSON
import Testing

@Suite("Passes over HTTP")
struct GatewayRunTests {
  /// 4103 is not tried again unless the recipient is mended.
  static let codes = #"{"gateway": {"codes": {"4103": "permanent"}}}"#

  static let fourPeople =
    "book Cockpit tomorrow 14-15 with ana@x.com 0171 1111111, ben@x.com 0171 2222222, "
    + "cem@x.com 0171 3333333, dia@x.com 0171 4444444"

  private func serve(
    _ gateway: StandIn, _ more: [String] = [], configuration: String = codes, in folder: Folder
  ) throws -> (Program, Peer) {
    let file = try folder.file("configuration.json", configuration)
    let server = try Program(
      ServingTests.test
        + ["--gateway", gateway.address, "--config", file, "--listen", "127.0.0.1:0"] + more,
      in: folder)
    let peer = try Peer(port: try server.ports()[0])
    _ = try peer.reply()
    _ = try peer.ask("/as mia")
    return (server, peer)
  }

  @Test("A pass fails and is mended: [A B C D] halts at 1, then [C D], then [B]; each sent once")
  func passFailsIsMended() throws {
    let gateway = try StandIn(#"[{"halt": 1, "code": 4103}]"#)
    let (server, peer) = try serve(gateway, in: Folder())
    #expect(try peer.ask(Self.fourPeople).contains("250-Booked B1: Cockpit"))
    #expect(try gateway.calls() == [])
    let news = try peer.ask("/clock +11s")
    #expect(news.contains("Ben's pass failed"))
    #expect(news.contains("(code 4103)"))
    #expect(news.contains("\"ben phone …\""))
    #expect(try gateway.calls() == [["Ana", "Ben", "Cem", "Dia"], ["Cem", "Dia"]])
    #expect(try peer.ask("ben phone 0171 7654321").contains("250"))
    #expect(try peer.ask("/clock +11s").contains("Ben's pass was accepted"))
    #expect(try gateway.calls().last == ["Ben"])
    #expect(try gateway.accepted() == ["Ana", "Cem", "Dia", "Ben"])
    #expect(server.isRunning)
  }

  @Test("A gateway whose certificates cannot be read is told by their file, and ends with 69")
  func unreadableCertificates() throws {
    let folder = try Folder()
    let file = try folder.file(
      "configuration.json", #"{"gateway": {"certificates": "missing.pem"}}"#)
    let ended = try Program.run(
      ["--store", ":memory:", "--gateway", "https://gateway.example", "--config", file] + tuesday,
      in: folder)
    #expect(ended.code == 69)
    #expect(ended.errors.hasSuffix("/missing.pem cannot be read\n"))
    #expect(ended.errors.hasPrefix("usher: the certificates in /"))
  }

  @Test("A folder that takes no octet leaves passes unsent and nothing half written")
  func fullFolder() throws {
    let folder = try Folder()
    let passes = "\(folder.path)/passes"
    try FileManager.default.createDirectory(
      atPath: passes, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let server = try Program(
      ServingTests.test + ["--gateway", "drop:\(passes)", "--listen", "127.0.0.1:0"], in: folder,
      by: #"ulimit -f 0; exec "$0" "$@""#)
    let peer = try Peer(port: try server.ports()[0])
    _ = try peer.reply()
    _ = try peer.ask("/as mia")
    #expect(try peer.ask(TalkingTests.booking).contains("250-Booked B1"))
    #expect(try peer.ask("/clock +25h").contains("Ana's pass was not sent within a day"))
    #expect(try folder.names(in: "passes") == [])
  }

  /// What the gateway does with the first call, and words of what the booker hears.
  static let trouble: [(String, String)] = [
    (#"[{"refuse": 3000}, {"refuse": 3000}]"#, "(code 3000)"),
    (#"["html"]"#, "Ana"),
    (#"[{"halt": 9, "code": 4200}]"#, "Ana"),
    (#"[500]"#, "Ana"),
    (#"["hang"]"#, "Ana"),
  ]

  @Test(
    "Whatever the gateway answers, the booker hears in words what became of the pass",
    arguments: trouble)
  func tellsTrouble(outcomes: String, words: String) throws {
    let gateway = try StandIn(outcomes)
    let (server, peer) = try serve(
      gateway, configuration: #"{"gateway": {"connectSeconds": 1, "answerSeconds": 1}}"#,
      in: Folder())
    #expect(try peer.ask(TalkingTests.booking).contains("250-Booked B1"))
    // Long enough for every retry, and less than a day: the pass ends one way or the other.
    let news = try peer.ask("/clock +20h")
    #expect(news.contains("* 152 B1: "), "\(outcomes): \(news)")
    #expect(news.contains(words), "\(outcomes): \(news)")
    #expect(try peer.ask("passes B1").contains("Ana"))
    #expect(server.isRunning)
  }

  /// What the gateway does first, and what whoever runs the program reads of it.
  static let stops: [(String, String)] = [
    (#"[{"refuse": 2000}]"#, "the gateway is stopped until its cause is mended (code 2000)"),
    ("[401]", "the gateway is stopped until its cause is mended (HTTP 401)"),
  ]

  @Test("A fault of ours stops the gateway, and whoever runs the program is told", arguments: stops)
  func tellsOperator(outcomes: String, words: String) throws {
    let gateway = try StandIn(outcomes)
    let (server, peer) = try serve(gateway, in: Folder())
    #expect(try peer.ask(TalkingTests.booking).contains("250-Booked B1"))
    _ = try peer.ask("/clock +11s")
    #expect(try server.errors(holding: words).contains("passes stay queued"))
    #expect(try gateway.calls().count == 1)
    #expect(try peer.ask("/clock +1h").contains("It is"))
    #expect(try gateway.calls().count == 1)
  }

  @Test("The gateway tells the rooms, and what its calendar does not leave free cannot be booked")
  func roomsOfTheGateway() throws {
    let gateway = try StandIn()
    let (server, peer) = try serve(gateway, ["--building", "gateway"], in: Folder())
    let rooms = try peer.ask("rooms tomorrow")
    #expect(rooms.contains("2.10"))
    #expect(rooms.contains("07:00–09:15"))
    #expect(try peer.ask("book 1.1 tomorrow 9:15-10").contains("[TIME/TAKEN]"))
    #expect(try peer.ask("never mind").hasPrefix("2"))
    #expect(try peer.ask("book 1.1 tomorrow 10-11").contains("250"))
    // Kept for a minute; afterwards it is asked again, and when it fails the age is told.
    try gateway.control(#"{"rooms_outcomes": [500]}"#)
    _ = try peer.ask("/clock +5m")
    #expect(try peer.ask("rooms tomorrow").contains("5 min old"))
    #expect(server.isRunning)
  }

  @Test(
    "Asked to stop while a gateway hangs, it tells who waits and keeps the pass"
  )
  func stopsWhileTheGatewayHangs() throws {
    let gateway = try StandIn(#"["hang"]"#)
    let folder = try Folder()
    let limits = #"{"limits": {"protocol": {"drainSeconds": 1, "closingSeconds": 1}}}"#
    let store = ["--store", "\(folder.path)/store.db"]
    let (server, peer) = try serve(gateway, store, configuration: limits, in: folder)
    // So soon that the pass does not wait.
    #expect(try peer.ask("book Bunker today 9:15-10 with ana@x.com 0171 1234567").contains("250"))
    peer.send("/sync\r\n".utf8)
    #expect(try gateway.waitForCalls(1) == [["Ana"]])
    server.send(SIGTERM)
    #expect(try peer.rest() == "* 421 [SYS/DRAIN] The agent is being stopped. Closing.\r\n")
    #expect(server.ended().code == 75)
    let next = try Program.run(
      tuesday + store + ["--gateway", gateway.address, "--as", "mia"], in: folder,
      saying: "show B1\n")
    #expect(next.output.contains("Ana"))
    let check = try Program.run(["store", "check"] + store, in: folder)
    #expect(check.code == 0)
  }

  @Test("A start without an answer shows the rooms told last, and says so until they are told")
  func roomsToldLast() throws {
    let gateway = try StandIn()
    let folder = try Folder()
    let arguments = ["--building", "gateway", "--store", "\(folder.path)/usher.db"]
    let (first, before) = try serve(gateway, arguments, in: folder)
    let told = try before.ask("rooms tomorrow")
    #expect(!told.contains("list of rooms"))
    func equipment(_ peer: Peer) throws -> [Substring] {
      try peer.ask("what is in 2.10").split(separator: "\n").filter { $0.contains("Equipment") }
    }
    let stands = try equipment(before)
    #expect(stands.count == 1)
    first.send(SIGTERM)
    #expect(first.ended().code == 75)
    try gateway.control(#"{"rooms_outcomes": [500, 500]}"#)
    let (second, after) = try serve(gateway, arguments, in: folder)
    let old = try after.ask("rooms tomorrow")
    #expect(old.contains("This list of rooms is from Tue 24 Nov, 09:07."))
    // Bars and what the calendar leaves free are not known; the rooms are as they were.
    let names = ["1.1", "1.10", "2.10", "projector", "seats"].filter { told.contains($0) }
    #expect(names.count > 2 && names.allSatisfy { old.contains($0) }, "\(old)")
    #expect(try equipment(after) == stands)
    _ = try after.ask("/clock +5m")
    let renewed = try after.ask("rooms tomorrow")
    #expect(!renewed.contains("list of rooms") && renewed.contains("07:00–09:15"))
    second.send(SIGTERM)
    let log = second.ended().errors
    #expect(log.contains("those that it told on 2026-11-24 at 09:07 are shown"))
    #expect(log.contains("the gateway tells its rooms again"))
  }

  @Test("A gateway that does not tell its rooms ends the start with 69 and a reason")
  func noRooms() throws {
    let gateway = try StandIn()
    try gateway.control(#"{"rooms_outcomes": [500]}"#)
    let ended = try Program.run(
      tuesday + ["--building", "gateway", "--gateway", gateway.address], in: Folder())
    #expect(ended.code == 69)
    #expect(ended.errors.contains("the gateway did not tell its rooms"))
    // What it told last is of no use where it was written over.
    let folder = try Folder()
    _ = try folder.file("rooms.json", "{\"_told\": 1}")
    try gateway.control(#"{"rooms_outcomes": [500]}"#)
    let store = ["--store", "\(folder.path)/usher.db"]
    let damaged = try Program.run(
      tuesday + store + ["--building", "gateway", "--gateway", gateway.address], in: folder)
    #expect(damaged.code == 69 && damaged.errors.contains("what it told last cannot be read: "))
  }

  @Test("A building file in the gateway's own shape serves, with a halt at index 1")
  func buildingInTheGatewaysShape() throws {
    let folder = try Folder()
    let building = try folder.file(
      "rooms.json",
      #"""
      [{"name": "2.12", "location": "Floor 2", "equipment": ["50\" Flatscreen"], "size": "20m²",
        "capacity": 6, "avail": ["08:00 - 09:00"], "images": {"0": "a.jpg", "2": "b.jpg"}},
       {"name": "1.10", "location": "Floor 1", "equipment": [], "size": "60m2", "capacity": 22,
        "avail": [], "images": []}]
      """#)
    let gateway = try StandIn(#"[{"halt": 1, "code": 4103}]"#)
    let (server, peer) = try serve(gateway, ["--building", building], in: folder)
    let people = "ana@x.com 0171 1111111, ben@x.com 0171 2222222, cem@x.com 0171 3333333"
    let booked = try peer.ask("book 2.12 tomorrow 10:15-11:00 with \(people)")
    #expect(booked.contains("250-Booked B1: 2.12"))
    let images = "Images: \(gateway.address)/a.jpg, \(gateway.address)/b.jpg"
    #expect(try peer.ask("show 2.12").contains(images))
    #expect(try peer.ask("/clock +11s").contains("Ben's pass failed"))
    #expect(try gateway.accepted() == ["Ana", "Cem"])
    #expect(server.isRunning)
  }
}
