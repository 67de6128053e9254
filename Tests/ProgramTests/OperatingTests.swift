// What whoever runs the program does with a server: signals, commands beside it, a supervisor.

import Foundation
import JSON
import Testing

@Suite("Operating a server")
struct OperatingTests {
  @Test("A supervisor is told when it is ready, and that it ends")
  func readiness() throws {
    let folder = try Folder()
    let path = "\(folder.path)/notify"
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(descriptor) }
    let bound = Peer.atAddress(of: path) { bind(descriptor, $0, $1) }
    try #require(bound == 0)
    func heard() -> String {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      var octets = [UInt8](repeating: 0, count: 64)
      guard poll(&waiting, 1, Int32(Program.patienceSeconds * 1000)) == 1 else { return "" }
      return String(
        decoding: octets[..<max(0, recv(descriptor, &octets, octets.count, 0))], as: UTF8.self)
    }
    let server = try Program(
      ServingTests.test + ["--listen", "127.0.0.1:0"], in: folder,
      environment: ["NOTIFY_SOCKET": path])
    #expect(heard() == "READY=1")
    #expect(try Peer(port: try server.ports()[0]).reply().hasPrefix("220"))
    server.send(SIGTERM)
    #expect(heard() == "STOPPING=1")
    #expect(server.ended().code == 75)
  }

  @Test("SIGHUP lets passes leave again that a fault of ours has kept")
  func resumesAtHangup() throws {
    let server = try Program(ServingTests.test + ["--listen-json", "127.0.0.1:0"], in: Folder())
    let peer = try Peer(port: try server.ports()[0])
    _ = try peer.call("gateway", ["outcomes": [["refuse": 2000]]])
    let order = "book Bunker tomorrow 10-11 with Ana ana@x.com 0171 2345678"
    let booked = try peer.call("say", ["user": "mia", "text": .string(order)])
    #expect(booked["result"]?["code"] == 250)
    _ = try peer.call("clock", ["advance": 11])
    _ = try server.errors(holding: "send SIGHUP")
    server.send(SIGHUP)
    _ = try server.errors(holding: "passes leave again")
    #expect(try peer.call("ping")["result"]?["code"] == 200)
  }

  @Test("A log in JSON is an object a line, tells events by name, and nothing of people")
  func logForPrograms() throws {
    let server = try Program(
      ServingTests.test + ["--log", "json", "--listen-json", "127.0.0.1:0"], in: Folder())
    let first = try server.errors(holding: "(json)\"}\n")
    let port = first.components(separatedBy: "127.0.0.1:").last?.prefix { $0.isNumber }
    let peer = try Peer(port: try #require(port.flatMap { UInt16($0) }))
    _ = try peer.call("gateway", ["outcomes": [["refuse": 2000]]])
    let order = "book Bunker tomorrow 10-11 with Ana ana@x.com 0171 2345678"
    _ = try peer.call("say", ["user": "mia", "text": .string(order)])
    _ = try peer.call("clock", ["advance": 11])
    _ = try server.errors(holding: "send SIGHUP")
    server.send(SIGHUP)
    _ = try server.errors(holding: "passes leave again")
    server.send(SIGTERM)
    let told = server.ended().errors
    var events: [String] = []
    for line in told.split(separator: "\n") {
      let record = try JSONValue(parsing: Array(line.utf8))
      let at = try #require(record["at"]?.string)
      #expect(at.count == 20 && at.hasSuffix("Z"), "\(at)")
      #expect(["info", "warning", "error"].contains(record["level"]?.string))
      #expect(record["text"]?.string?.isEmpty == false)
      events.append(try #require(record["event"]?.string))
    }
    #expect(events == ["listening", "gateway-stopped", "files-read", "passes-resumed"])
    for secret in ["ana", "Ana", "2345678", "mia"] { #expect(!told.contains(secret)) }
  }

  @Test("Where standard error is the journal's, each line says its level, elsewhere none does")
  func logInJournal() throws {
    let shell = "JOURNAL_STREAM=$(stat -L -c %d:%i /dev/fd/2) exec \"$0\" \"$@\""
    for (shell, first) in [(shell, "<6>listening on "), (nil, "listening on ")] {
      let server = try Program(
        ServingTests.test + ["--listen", "127.0.0.1:0"], in: Folder(),
        environment: ["JOURNAL_STREAM": "1:2"], by: shell)
      #expect(try server.errors(holding: "(text)\n").hasPrefix(first))
      server.send(SIGTERM)
      #expect(server.ended().code == 75)
    }
  }

  @Test("An operator lets passes leave by a command, and sees whether a server is well")
  func tending() throws {
    let folder = try Folder()
    let store = "\(folder.path)/usher.db"
    let resume = ["passes", "resume", "--store", store]
    #expect(try Program.run(resume, in: folder).code == 69)
    let arguments = ServingTests.test + ["--store", store, "--listen", "127.0.0.1:0"]
    let server = try Program(arguments + ["--listen-json", "127.0.0.1:0"], in: folder)
    let ports = try server.ports(2)
    let peer = try Peer(port: ports[1])
    _ = try peer.call("gateway", ["outcomes": [["refuse": 2000]]])
    let order = "book Bunker tomorrow 10-11 with Ana ana@x.com 0171 2345678"
    let booked = try peer.call("say", ["user": "mia", "text": .string(order)])
    #expect(booked["result"]?["code"] == 250)
    _ = try peer.call("clock", ["advance": 11])
    _ = try server.errors(holding: "usher passes resume")
    let told = try Program.run(resume, in: folder)
    #expect(told.code == 0 && told.output.hasSuffix("to let passes leave\n"))
    _ = try server.errors(holding: "passes leave again")
    let health = ["health", "--server", "127.0.0.1:\(ports[0])"]
    #expect(try Program.run(health, in: folder).output == "127.0.0.1:\(ports[0]) is well\n")
    server.send(SIGTERM)
    _ = server.ended()
    let gone = try Program.run(health, in: folder)
    #expect(gone.code == 69 && gone.errors.hasPrefix("usher: cannot reach 127.0.0.1:\(ports[0]): "))
    #expect(!gone.errors.contains("--test"))
  }

  @Test("SIGHUP reads the files again, and tells which bookings they shut out")
  func readsFilesAgain() throws {
    let folder = try Folder()
    func put(_ text: String, _ name: String) throws -> String {
      let path = "\(folder.path)/\(name)"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return path
    }
    let building = try put(#"{"rooms": [{"name": "Attic"}, {"name": "Barn"}]}"#, "house.json")
    let server = try Program(
      ServingTests.test + ["--building", building, "--listen-json", "127.0.0.1:0"], in: folder)
    let peer = try Peer(port: try server.ports()[0])
    for room in ["Attic", "Barn"] {
      let order: JSONObject = [
        "user": "mia", "room": .string(room), "start": "2026-12-02T10:00", "minutes": 60,
      ]
      #expect(try peer.call("book", order)["result"]?["code"] == 250)
    }
    _ = try put("{", "house.json")
    server.send(SIGHUP)
    _ = try server.errors(holding: "not taken; all stays as it was")
    let program = try Peer(port: try server.ports()[0])
    _ = try program.call("hello", ["caps": ["notices"]])
    let closed = #"{"rules": {"closedDates": ["2026-12-01/2026-12-03"]}, "name": "Attic"}"#
    _ = try put(#"{"rooms": [\#(closed), {"name": "Loft"}]}"#, "house.json")
    server.send(SIGHUP)
    let log = try server.errors(holding: "B2 stands in Barn")
    #expect(log.contains("B1 stands in Attic on 2026-12-02 10:00–11:00, which is closed then"))
    // Whoever holds them is told once, however often the files are read.
    server.send(SIGHUP)
    var told: [JSONValue] = []
    for _ in 1...2 { told.append(try JSONValue(parsing: Array(try program.line().utf8))) }
    #expect(told.map { $0["params"]?["kind"] } == ["closed", "closed"])
    #expect(told.map { $0["params"]?["ref"] } == ["B1", "B2"])
    let words = told[0]["params"]?["messages"]?.array?.first?["text"]?.string ?? ""
    #expect(words.hasSuffix("cannot be had then any more. It stays until you move or cancel it."))
    func code(_ method: String, _ params: JSONObject) throws -> JSONValue? {
      let answer = try peer.call(method, params)
      return answer["result"]?["code"] ?? answer["error"]?["code"]
    }
    let later: JSONObject = ["user": "tom", "room": "Attic", "start": "2026-12-03T10:00"]
    #expect(try code("book", later.merging(["minutes": 60])) != 250)
    // What stands there stays until whoever holds it moves it.
    #expect(try code("change", ["user": "mia", "ref": "B1", "room": "Loft"]) == 250)
    #expect(try code("change", ["user": "mia", "ref": "B2", "start": "2026-12-04T10:00"]) != 250)
    #expect(try code("cancel", ["user": "mia", "ref": "B2"]) == 250)
    #expect(program.lineThatCame() == nil)
  }
}
