// The program while its store is moved, deleted or linked, and where others may write.

import Foundation
import JSON
import Testing

@Suite("The files of a running program")
struct StoreInPlaceRunTests {
  private let folder: Folder
  private var store: String { "\(folder.path)/store.db" }

  init() throws { folder = try Folder() }

  private func serve() throws -> (Program, Peer) {
    let server = try Program(
      ServingTests.test + ["--store", store, "--listen-json", "127.0.0.1:0"], in: folder)
    return (server, try Peer(port: try server.ports()[0]))
  }

  private func book(_ hour: Int, _ peer: Peer) throws -> JSONValue {
    try peer.call(
      "say",
      [
        "user": "mia", "msg": .string("m\(hour)"),
        "text": .string("book Bunker tomorrow \(hour)-\(hour + 1)"),
      ])
  }

  /// That it was certainly not done.
  private func expectRefusal(_ answer: JSONValue) {
    #expect(answer["error"]?["code"] == 451, "\(answer)")
    #expect(answer["error"]?["data"]?["name"] == "SYS/STORAGE")
    #expect(answer["error"]?["data"]?["certain"] == true)
  }

  private func expectCleanCheck() throws {
    let check = try Program.run(["store", "check", "--store", store], in: folder)
    #expect(check.code == 0, "\(check.output)\(check.errors)")
  }

  @Test("A store that is moved away: 451, questions go on, and back in its place it takes all")
  func movedAndBack() throws {
    let (server, peer) = try serve()
    #expect(try book(10, peer)["result"]?["code"] == 250)
    try #require(rename(store, "\(store)-old") == 0)
    expectRefusal(try book(11, peer))
    let told = try server.errors(holding: "displaced: ")
    #expect(told.contains("nothing is confirmed until the file that was there is back"))
    #expect(try peer.call("say", ["user": "mia", "text": "rooms"])["result"]?["code"] == 212)
    expectRefusal(try book(12, peer))
    try #require(rename("\(store)-old", store) == 0)
    let again = try book(11, peer)["result"]
    #expect(again?["effects"]?.array?.first?["booking"]?["ref"] == "B2")
    _ = try server.errors(holding: "the store works again")
    server.send(SIGTERM)
    let ended = server.ended()
    #expect(ended.code == 75)
    #expect(ended.errors.components(separatedBy: "displaced: ").count == 2, "told once")
    try expectCleanCheck()
  }

  @Test("A log that is deleted: 451, and all that was confirmed is there after SIGKILL")
  func lostLog() throws {
    let (server, peer) = try serve()
    #expect(try book(10, peer)["result"]?["code"] == 250)
    try FileManager.default.removeItem(atPath: "\(store)-wal")
    expectRefusal(try book(11, peer))
    server.send(SIGKILL)
    _ = server.ended()
    try expectCleanCheck()
    let (again, next) = try serve()
    #expect(try book(10, next)["result"]?["replayed"] == true)
    #expect(try book(11, next)["result"]?["code"] == 250)
    #expect(again.isRunning)
  }

  @Test("A second name for the store: who starts by it is refused, and 451 until it is gone")
  func secondName() throws {
    let (server, peer) = try serve()
    #expect(try book(10, peer)["result"]?["code"] == 250)
    let other = "\(folder.path)/other.db"
    try FileManager.default.linkItem(atPath: store, toPath: other)
    let second = try Program.run(
      tuesday + ["--store", other], in: folder, saying: "book Bunker tomorrow 10-11\n")
    #expect(second.code == 74)
    #expect(second.errors.contains("it has 2 names (hard links)"))
    #expect(second.output == "")
    expectRefusal(try book(11, peer))
    try FileManager.default.removeItem(atPath: other)
    #expect(try book(11, peer)["result"]?["code"] == 250)
    server.send(SIGTERM)
    #expect(server.ended().code == 75)
    try expectCleanCheck()
  }

  @Test("A store or a folder of passes that others may write is refused with what to type")
  func exposed() throws {
    let passes = "\(folder.path)/passes"
    try FileManager.default.createDirectory(
      atPath: passes, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let arguments = tuesday + ["--store", store, "--gateway", "drop:\(passes)"]
    func run() throws -> Ended {
      try Program.run(arguments, in: folder, saying: TalkingTests.booking + "\n")
    }
    #expect(try run().code == 0)
    for (path, code) in [(store, Int32(74)), (passes, 69)] {
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
      let ended = try run()
      #expect(ended.code == code, "\(ended.errors)")
      #expect(ended.errors.contains("; type: chmod go-w \"\(path)\""), "\(ended.errors)")
      #expect(ended.output == "")
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    }
    #expect(try run().code == 0)
  }
}
