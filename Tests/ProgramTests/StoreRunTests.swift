// The program and its store: in use, damaged, newer, read-only, full, and after a kill.

import Foundation
import JSON
import Testing

@Suite("The store of a running program")
struct StoreRunTests {
  private func booked(in folder: Folder) throws -> String {
    let path = "\(folder.path)/store.db"
    let ended = try Program.run(
      tuesday + ["--store", path], in: folder, saying: TalkingTests.booking + "\n")
    try #require(ended.code == 0)
    return path
  }

  @Test("A second process on one store is refused with 69 and told whose it is")
  func secondProcess() throws {
    let folder = try Folder()
    let store = ["--store", "\(folder.path)/store.db"]
    let server = try Program(ServingTests.test + store + ["--listen", "127.0.0.1:0"], in: folder)
    _ = try server.ports()
    let second = try Program.run(tuesday + store, in: folder, saying: "rooms\n")
    #expect(second.code == 69)
    #expect(second.errors.contains("in use by process"))
    #expect(second.output == "")
  }

  /// What is done to a store, and what the next start says.
  static let spoiled: [(String, @Sendable (String) throws -> Void, String)] = [
    (
      "a newer schema",
      // The schema version stands in the header as user_version (sqlite.org/fileformat2).
      { path in try overwrite(path, at: 60, with: [0, 0, 0x27, 0x0F]) }, "newer"
    ),
    (
      "no database at all",
      { path in
        try "no database, whatever its name is\n".write(
          toFile: path, atomically: true, encoding: .utf8)
      }, "not a store"
    ),
    (
      "damaged pages",
      { path in
        for page in 1...12 {
          try overwrite(path, at: UInt64(page) * 4096, with: Array(repeating: 0xA5, count: 4096))
        }
      }, "damaged"
    ),
  ]

  @Test("A store that cannot be used is refused with 74 and a reason", arguments: spoiled)
  func refused(
    name: String, spoil: @Sendable (String) throws -> Void, words: String
  ) throws {
    let folder = try Folder()
    let path = try booked(in: folder)
    try spoil(path)
    let ended = try Program.run(tuesday + ["--store", path], in: folder, saying: "rooms\n")
    #expect(ended.code == 74, "\(name): \(ended.errors)")
    #expect(ended.errors.contains(words), "\(name): \(ended.errors)")
    #expect(ended.output == "")
  }

  @Test("A room that has left the building keeps its bookings: shown, given back, never moved")
  func retiredRoom() throws {
    let folder = try Folder()
    let store = ["--store", "\(folder.path)/store.db", "--as", "mia"]
    let both = try folder.file("both.json", #"[{"name": "1.1"}, {"name": "1.2"}]"#)
    let one = try folder.file("one.json", #"[{"name": "1.2"}]"#)
    let before = try Program.run(
      tuesday + store + ["--building", both], in: folder,
      saying: "book 1.1 tomorrow 10-11\nbook 1.1 tomorrow 14-15\n")
    #expect(before.output.contains("Booked B2: 1.1"))
    let after = try Program.run(
      tuesday + store + ["--building", one], in: folder,
      saying: "show B1\nmove B1 to 12:00\nnever mind\ncancel B1\nmove B2 to 1.2\nundo\n")
    #expect(after.output.contains("B1: 1.1, Wed 25 Nov 2026, 10:00–11:00"))
    #expect(after.output.contains("1.1 can no longer be booked; bookings made before stand."))
    #expect(after.output.contains("Cancelled B1: 1.1"))
    #expect(after.output.contains("Changed B2: 1.2, Wed 25 Nov 2026, 14:00–15:00"))
    #expect(!after.output.contains("Back as it was"))
    let check = try Program.run(["store", "check"] + store.prefix(2), in: folder)
    #expect(check.code == 0)
  }

  @Test("A place that cannot be written is refused before anybody is heard")
  func noPlace() throws {
    let folder = try Folder()
    let file = try folder.file("file", "")
    let ended = try Program.run(
      tuesday + ["--store", "\(file)/store.db"], in: folder, saying: TalkingTests.booking + "\n")
    #expect(ended.code == 74)
    #expect(ended.output == "")
  }

  @Test("A full store: 452, questions go on, and exactly what was confirmed is on disk")
  func full() throws {
    let folder = try Folder()
    let store = ["--store", "\(folder.path)/store.db"]
    let limits = try folder.file(
      "limits.json", #"{"limits": {"store": {"databaseOctetsMax": 1048576}}}"#)
    let server = try Program(
      ServingTests.test + store + ["--config", limits, "--listen-json", "127.0.0.1:0"], in: folder)
    let peer = try Peer(port: try server.ports()[0])
    // Each by somebody else: one person may not hold so many.
    func say(_ text: String, _ name: String) throws -> JSONValue {
      try peer.call("say", ["user": .string(name), "msg": .string(name), "text": .string(text)])
    }
    var confirmed = 0
    var fullAnswer: JSONValue?
    for number in 0..<3000 where fullAnswer == nil {
      let (day, quarter) = (number / 48, number % 48)
      let (hour, minute) = (7 + quarter / 4, quarter % 4 * 15)
      let time = "\(hour):\(minute < 10 ? "0" : "")\(minute)"
      let room = ["Aquarium", "Bunker", "Cockpit", "Dachstube"][day % 4]
      let answer = try say(
        "book \(room) 2026-12-\(10 + day / 4) at \(time) for 15 minutes", "u\(number)")
      if answer["result"]?["code"] == 250 { confirmed += 1 } else { fullAnswer = answer }
    }
    #expect(fullAnswer?["error"]?["code"] == 452)
    #expect(fullAnswer?["error"]?["data"]?["name"] == "SYS/SPACE")
    #expect(fullAnswer?["error"]?["data"]?["certain"] == true)
    #expect(confirmed > 50)
    #expect(try say("rooms", "question")["result"]?["code"] == 212)
    server.send(SIGTERM)
    #expect(server.ended().code == 75)
    let check = try Program.run(["store", "check"] + store, in: folder)
    #expect(check.code == 0, "\(check.output)\(check.errors)")
    let next = try Program.run(
      tuesday + store, in: folder, saying: "book Bunker tomorrow 10-11\n")
    #expect(next.output.contains("Booked B\(confirmed + 1): Bunker"))
  }

  @Test("A file that may grow no further is a full disk: 452, and the program goes on")
  func fileSizeLimit() throws {
    let folder = try Folder()
    let store = ["--store", "\(folder.path)/store.db"]
    // Some hundred KiB: `sh` counts in blocks of 512 octets or, here and there, of 1,024.
    let server = try Program(
      ServingTests.test + store + ["--listen-json", "127.0.0.1:0"], in: folder,
      by: #"ulimit -f 800; exec "$0" "$@""#)
    let peer = try Peer(port: try server.ports()[0])
    var confirmed = 0
    var fullAnswer: JSONValue?
    for number in 0..<400 where fullAnswer == nil {
      let day = "2026-12-\(10 + number / 44)"
      let answer = try peer.call(
        "say", ["user": .string("u\(number)"), "text": .string(Self.quarter(number, on: day))])
      if answer["result"]?["code"] == 250 { confirmed += 1 } else { fullAnswer = answer }
    }
    #expect(fullAnswer?["error"]?["code"] == 452)
    #expect(fullAnswer?["error"]?["data"]?["certain"] == true)
    #expect(confirmed > 0)
    #expect(try peer.call("say", ["user": "mia", "text": "rooms"])["result"]?["code"] == 212)
    server.send(SIGTERM)
    #expect(server.ended().code == 75)
    let check = try Program.run(["store", "check"] + store, in: folder)
    #expect(check.code == 0, "\(check.output)\(check.errors)")
    let next = try Program.run(
      tuesday + store, in: folder, saying: "book Bunker tomorrow 10-11\n")
    #expect(next.output.contains("Booked B\(confirmed + 1): Bunker"))
  }

  /// A booking that meets no other of that day: 44 quarters of an hour from seven on.
  private static func quarter(_ number: Int, on day: String) -> String {
    let minute = number % 4 * 15
    let time = "\(7 + number % 44 / 4):\(minute < 10 ? "0" : "")\(minute)"
    return "book Aquarium \(day) at \(time) for 15 minutes"
  }

  @Test(
    "Killed between commit and reply: nothing confirmed is lost, a repeated message is answered")
  func killed() throws {
    let folder = try Folder()
    let store = ["--store", "\(folder.path)/store.db"]
    let arguments = ServingTests.test + store + ["--listen-json", "127.0.0.1:0"]
    let server = try Program(arguments, in: folder)
    let peer = try Peer(port: try server.ports()[0])
    let texts = (0..<20).map { "book Bunker 2026-12-\(10 + $0) 10-11" }
    func params(_ number: Int) -> JSONObject {
      ["user": "mia", "msg": .string("m\(number)"), "text": .string(texts[number])]
    }
    for number in 0..<10 {
      #expect(try peer.call("say", params(number))["result"]?["code"] == 250)
    }
    for number in 10..<20 {
      let call: JSONObject = [
        "jsonrpc": "2.0", "id": .integer(Int64(number)), "method": "say",
        "params": .object(params(number)),
      ]
      peer.send(JSONValue.object(call).octets + [0x0A])
    }
    server.send(SIGKILL)
    #expect(server.ended().code == -SIGKILL)
    let again = try Program(arguments, in: folder)
    let next = try Peer(port: try again.ports()[0])
    for number in 0..<20 {
      let result = try next.call("say", params(number))["result"]
      let expected: JSONValue = "B\(number + 1)"
      #expect(result?["effects"]?.array?.first?["booking"]?["ref"] == expected)
      if number < 10 { #expect(result?["replayed"] == true) }
    }
    again.send(SIGTERM)
    #expect(again.ended().code == 75)
    let check = try Program.run(["store", "check"] + store, in: folder)
    #expect(check.code == 0, "\(check.output)\(check.errors)")
  }
}

/// Writes octets over what stands in a file.
private func overwrite(_ path: String, at offset: UInt64, with octets: [UInt8]) throws {
  let file = try #require(FileHandle(forUpdatingAtPath: path))
  try file.seek(toOffset: offset)
  try file.write(contentsOf: octets)
  try file.close()
}

/// Somebody who writes to a database by other means and does not finish.
private final class DatabaseHolder {
  private let process = Process()
  private let input = Pipe()

  init(of path: String) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let script =
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None); "
      + "c.execute('BEGIN IMMEDIATE'); print('held', flush=True); sys.stdin.read()"
    process.arguments = ["python3", "-c", script, path]
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    _ = try Drain(output.fileHandleForReading).text(holding: "held")
  }

  deinit { letGo() }

  func letGo() {
    guard process.isRunning else { return }
    do { try input.fileHandleForWriting.close() } catch { Issue.record(error) }
    process.waitUntilExit()
  }
}
