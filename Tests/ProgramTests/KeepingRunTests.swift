// The store of a running program backed up, and put back, by its operator.

import Foundation
import JSON
import Synchronization
import Testing

@Suite("Backing up and putting back")
struct KeepingRunTests {
  private let folder: Folder
  private var store: String { "\(folder.path)/store.db" }
  private var backup: String { "\(folder.path)/backup.db" }

  init() throws { folder = try Folder() }

  private func serve() throws -> (Program, UInt16) {
    let server = try Program(
      ServingTests.test + ["--store", store, "--listen-json", "127.0.0.1:0"], in: folder)
    return (server, try server.ports()[0])
  }

  private func keep(_ words: String...) throws -> Ended {
    try Program.run(["store"] + words + ["--store", store], in: folder)
  }

  private func book(_ count: Int, from first: Int = 0, _ port: UInt16) throws {
    let peer = try Peer(port: port)
    for number in first..<first + count {
      let answer = try peer.call("say", Self.order(number))
      #expect(answer["result"]?["code"] == 250, "\(answer)")
    }
  }

  /// Each by somebody else and at a time of its own.
  private static func order(_ number: Int) -> JSONObject {
    let (day, quarter) = (number / 44, number % 44)
    let minute = quarter % 4 * 15
    let time = "\(7 + quarter / 4):\(minute < 10 ? "0" : "")\(minute)"
    return [
      "user": .string("u\(number)"), "msg": .string("m\(number)"),
      "text": .string("book Bunker 2026-12-\(10 + day) at \(time) for 15 minutes"),
    ]
  }

  private func bookings(in told: String) throws -> Int {
    let words = told.split(separator: " ")
    let place = try #require(words.firstIndex { $0.hasPrefix("booking") }, "\(told)")
    return try #require(Int(words[place - 1]), "\(told)")
  }

  @Test("While two clients book, each backup is whole and holds what was confirmed before it")
  func whileTwoBook() throws {
    let (server, port) = try serve()
    let confirmed = Mutex([0, 0])
    let clients = DispatchGroup()
    let faults = Mutex<[String]>([])
    for client in 0...1 {
      DispatchQueue.global().async(group: clients) {
        do {
          let peer = try Peer(port: port)
          for number in 0..<120 {
            let answer = try peer.call("say", Self.order(2 * number + client))
            guard answer["result"]?["code"] == 250 else {
              throw Trouble(description: "\(answer)")
            }
            confirmed.withLock { $0[client] += 1 }
          }
        } catch { faults.withLock { $0.append("\(error)") } }
      }
    }
    var earlier = 0
    for number in 0..<6 {
      let before = confirmed.withLock { $0.reduce(0, +) }
      let ended = try keep("backup", "\(backup)-\(number)")
      try #require(ended.code == 0, "\(ended.output)\(ended.errors)")
      let count = try bookings(in: ended.output)
      #expect(count >= before && count >= earlier)
      earlier = count
      let check = try Program.run(["store", "check", "--store", "\(backup)-\(number)"], in: folder)
      #expect(check.code == 0, "\(check.output)\(check.errors)")
    }
    clients.wait()
    #expect(faults.withLock { $0 } == [])
    let last = try keep("backup", backup)
    #expect(try bookings(in: last.output) == 240)
    server.send(SIGTERM)
    #expect(server.ended().code == 75)
    #expect(try keep("check").code == 0)
  }

  @Test("A store in use is not replaced: 69; then it is, what stood there is kept, and all goes on")
  func replaced() throws {
    let (server, port) = try serve()
    try book(3, port)
    #expect(try keep("backup", backup).code == 0)
    try book(2, from: 3, port)
    let refused = try keep("restore", backup)
    #expect(refused.code == 69)
    #expect(refused.errors.contains("in use by process"))
    server.send(SIGTERM)
    #expect(server.ended().code == 75)
    let restored = try keep("restore", backup)
    #expect(restored.code == 0, "\(restored.errors)")
    #expect(restored.output.contains("/store.db: 3 bookings, "))
    #expect(restored.output.hasSuffix(" KiB; journal and tables agree\n"))
    let kept = try #require(
      try folder.names(in: ".").first { $0.hasPrefix("store.db.before-") && !$0.contains("-wal") })
    // As 2026-11-26T19-40: a name that every file system takes.
    let signs = kept.dropFirst("store.db.before-".count).map { $0.isNumber ? "0" : "\($0)" }
    #expect(signs.joined() == "0000-00-00T00-00")
    #expect(restored.errors.contains("what stood there is now "))
    #expect(restored.errors.contains(kept))
    let check = try Program.run(
      ["store", "check", "--store", "\(folder.path)/\(kept)"], in: folder)
    #expect(check.code == 0)
    let (again, next) = try serve()
    // The third is known, the fourth is not.
    let peer = try Peer(port: next)
    #expect(try peer.call("say", Self.order(2))["result"]?["replayed"] == true)
    #expect(try peer.call("say", Self.order(3))["result"]?["replayed"] != true)
    again.send(SIGTERM)
    #expect(again.ended().code == 75)
  }

  /// What is asked of a store with a booking, the code, and words of the error.
  static let refused: [([String], Int32, String)] = [
    (["backup", "."], 73, "this is a folder"), (["backup", "letter"], 73, "already"),
    (["backup", "store.db", "--force"], 73, "the store itself"),
    (["backup", "none/backup.db"], 74, "none"), (["restore", "none.db"], 74, "none.db"),
    (["restore", "store.db"], 73, "the store itself"), (["restore", "letter"], 74, "not a store"),
    (["restore", "."], 74, "no plain file"),
  ]

  @Test("What cannot be is refused with the code of other commands, and nothing is changed")
  func refusedWithCode() throws {
    let (server, port) = try serve()
    try book(1, port)
    server.send(SIGTERM)
    #expect(server.ended().code == 75)
    _ = try folder.file("letter", "a letter")
    chmod("\(folder.path)/letter", 0o600)
    for (words, code, says) in Self.refused {
      let ended = try Program.run(["store"] + words + ["--store", store], in: folder)
      #expect(ended.code == code, "\(words): \(ended.errors)")
      #expect(ended.errors.contains(says), "\(words): \(ended.errors)")
      #expect(ended.output == "")
    }
    #expect(try keep("check").code == 0)
    #expect(try String(contentsOfFile: "\(folder.path)/letter", encoding: .utf8) == "a letter")
    let spoiled = try Program.run(["store", "backup", "letter", "--store", ":memory:"], in: folder)
    #expect(spoiled.code == 64)
  }

  @Test("A full disk: neither a backup nor half of one, and the store is as it was")
  func fullDisk() throws {
    let (server, port) = try serve()
    try book(4, port)
    for words in [["backup", backup], ["restore", backup]] {
      if words[0] == "restore" {
        #expect(try keep("backup", backup).code == 0)
        server.send(SIGTERM)
        #expect(server.ended().code == 75)
      }
      let before = try folder.names(in: ".")
      let ended = try Program(
        ["store"] + words + ["--store", store], in: folder,
        // `sh` counts in blocks of 512 octets or, here and there, of 1,024; a store has 136 KiB.
        by: #"ulimit -f 100; exec "$0" "$@""#
      ).ended()
      #expect(ended.code == 74)
      #expect(ended.errors.contains("full: "), "\(ended.errors)")
      #expect(try folder.names(in: ".") == before)
    }
    #expect(try keep("check").output.contains("agree"))
  }

  @Test("Killed at any moment of a restoration there is one store or the other, and never half")
  func killed() throws {
    let (server, port) = try serve()
    try book(20, port)
    #expect(try keep("backup", backup).code == 0)
    try book(1, from: 20, port)
    server.send(SIGTERM)
    #expect(server.ended().code == 75)
    let whole = try Data(contentsOf: URL(fileURLWithPath: store))
    let seed = Draws.seed
    var draws = Draws(seed: seed)
    var found: [Int: Int] = [:]
    for _ in 0..<Draws.count("KILLS", usually: 12) {
      try putBack(whole)
      let program = try Program(["store", "restore", backup, "--store", store], in: folder)
      program.kill(inMicroseconds: draws.number(1...120_000))
      _ = program.ended()
      let count = try countAfterKill()
      #expect([20, 21].contains(count), "SEED=\(seed)")
      found[count, default: 0] += 1
      if count == 20 { #expect(try kept() != nil, "SEED=\(seed)") }
    }
    try putBack(whole)
    #expect(try keep("restore", backup).code == 0)
    #expect(try countAfterKill() == 20)
    #expect(try !folder.names(in: ".").contains { $0.contains("-part") })
  }

  private func kept() throws -> String? {
    try folder.names(in: ".").first { $0.hasPrefix("store.db.before-") }
  }

  private func putBack(_ whole: Data) throws {
    for name in try folder.names(in: ".") where name.hasPrefix("store.db.before-") {
      try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
    }
    try whole.write(to: URL(fileURLWithPath: store))
    chmod(store, 0o600)
  }

  /// How many bookings the store has; what a start would say of two names is done first.
  private func countAfterKill() throws -> Int {
    var check = try keep("check")
    if check.code == 74, check.errors.contains("it has 2 names") {
      let other = try #require(try kept())
      try FileManager.default.removeItem(atPath: "\(folder.path)/\(other)")
      check = try keep("check")
    }
    try #require(check.code == 0, "\(check.output)\(check.errors)")
    let counted = try keep("backup", "\(backup)-count", "--force")
    return try bookings(in: counted.output)
  }
}
