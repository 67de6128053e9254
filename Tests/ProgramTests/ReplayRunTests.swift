// Written conversations played on a server over loopback, and servers that fail; recordings made by
// the program.

import Foundation
import Testing

@Suite("Replaying")
struct ReplayRunTests {
  static let transcripts = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "HouseTests/Transcripts")

  /// Gateways and time, programs, several sessions, a house of its own.
  private static let marks = ["@code", "jsonrpc", "2> ", "/clock", "@building h"]

  /// The conversations in which more goes on than lines and answers; all of them take a minute.
  static let eventful: [String] = {
    let names = FileManager.default.enumerator(atPath: transcripts.path)?.compactMap {
      $0 as? String
    }
    return (names ?? []).filter { name in
      guard name.hasSuffix(".talk"),
        let octets = FileManager.default.contents(atPath: "\(transcripts.path)/\(name)")
      else { return false }
      let text = String(decoding: octets, as: UTF8.self)
      // A server cannot be told of a trip, nor of a service that is played.
      guard !text.contains("@trip") else { return false }
      return marks.contains { text.contains($0) } || name.contains("in-the-name-of")
    }.map { "\(transcripts.path)/\($0)" }.sorted()
  }()

  private static func server(_ arguments: [String], in folder: Folder) throws -> (Program, String) {
    let server = try Program(
      ["serve", "--listen", "127.0.0.1:0"] + arguments, in: folder,
      patienceSeconds: 120)
    return (server, "127.0.0.1:\(try server.ports()[0])")
  }

  @Test("Conversations go on a server over TCP as they go inside, one after the other")
  func onServer() throws {
    let folder = try Folder()
    #expect(Self.eventful.count > 10)
    let (server, address) = try Self.server(["--test"], in: folder)
    let player = try Program(
      ["replay", "--server", address] + Self.eventful, in: folder, patienceSeconds: 120)
    let ended = player.ended()
    #expect(ended.output == "\(Self.eventful.count) conversations went as written\n")
    #expect(ended.code == 0 && ended.errors == "")
    #expect(server.isRunning)
  }

  private static let talk = """
    @now 2026-11-24T09:07
    > is Bunker free tomorrow at 10?
    < Yes, Bunker is free Wed 25 Nov 10:00–11:00.
    """

  @Test("What a server answers otherwise is told, and what it cannot be told is left out with why")
  func differs() throws {
    let folder = try Folder()
    let good = try folder.file("good.talk", Self.talk)
    let bad = try folder.file(
      "bad.talk", Self.talk.replacingOccurrences(of: "< Yes", with: "< No"))
    let zone = try folder.file("zone.talk", "@zone UTC\n" + Self.talk)
    let (server, address) = try Self.server(["--test"], in: folder)
    let ended = try Program.run(["replay", "--server", address, bad, zone, good], in: folder)
    #expect(ended.code == 1)
    #expect(ended.output.contains("bad.talk:3: answered otherwise\n  - No, Bunker is free Wed"))
    #expect(ended.output.contains("zone.talk: left out: a server cannot be told @zone UTC\n"))
    #expect(ended.output.hasSuffix("1 of 2 did not go as written; 1 left out\n"))
    let none = try Program.run(["replay", "--server", address, zone], in: folder)
    #expect(none.code == 69)
    #expect(server.isRunning)
  }

  @Test(
    "A server that takes no words for tests is told with what to do", arguments: ["", "--open"])
  func withoutTests(access: String) throws {
    let folder = try Folder()
    let talk = try folder.file("x.talk", Self.talk)
    let (server, address) = try Self.server(
      access.isEmpty ? [] : [access], in: folder)
    let ended = try Program.run(["replay", "--server", address, talk], in: folder)
    #expect(ended.code == 69)
    #expect(ended.errors.contains("start it with usher serve --test --listen \(address)"))
    #expect(server.isRunning)
  }

  /// What a server does that is none: what it says before it closes, or nothing at all.
  static let strangers: [(String?, String)] = [
    ("", "closed the connection"),
    ("HTTP/1.0 400 Bad Request\r\n", "is no usher that speaks text: HTTP/1.0 400"),
    ("220-desk usher/0.1 ULP/1\r\n220 Say", "closed the connection"),
    ("220 Hello\r\n", "closed the connection; its last words: 220 Hello"),
    (nil, "has not answered in 5 s"),
  ]

  @Test("A server that goes away or never answers is told and not waited for", arguments: strangers)
  func isNoServer(says: String?, words: String) throws {
    let folder = try Folder()
    let talk = try folder.file("x.talk", Self.talk)
    let stand = try ClosingServer(says: says)
    let ended = try Program.run(
      ["replay", "--server", "127.0.0.1:\(stand.port)", talk], in: folder)
    #expect(ended.code == 69 && ended.output == "")
    #expect(ended.errors.contains(words), "\(ended.errors)")
    stand.end()
    let gone = try Program.run(
      ["replay", "--server", "127.0.0.1:\(stand.port)", talk], in: folder)
    #expect(gone.code == 69 && gone.errors.contains("cannot reach 127.0.0.1:\(stand.port): "))
  }

  @Test("Standard input is recorded, played again from another folder, and replaces nothing")
  func records() throws {
    let folder = try Folder()
    _ = try folder.file("rooms.json", #"[{"name": "1.10"}]"#)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/talks", withIntermediateDirectories: false)
    let lines = "@building rooms.json\nis 1.10 free tomorrow at 10?\ntom> /auth token usher-99ae\n"
    let file = "\(folder.path)/talks/x.talk"
    let ended = try Program.run(["replay", "--record", "talks/x.talk"], in: folder, saying: lines)
    #expect(ended.code == 0 && ended.output == "recorded in talks/x.talk\n", "\(ended.errors)")
    let talk = try String(contentsOfFile: file, encoding: .utf8)
    #expect(talk.hasPrefix("@now 20") && talk.contains("@building ../rooms.json\n"))
    #expect(talk.contains("< Yes, 1.10 is free ") && !talk.contains("usher-99ae"))
    #expect(try Program.run(["replay", file], in: folder).code == 0)
    let again = try Program.run(["replay", "--record", file], in: folder, saying: lines)
    #expect(again.code == 73 && again.errors.contains("is there already"))
    // An answer that has changed is accepted where it stands.
    try talk.replacingOccurrences(of: "< Yes", with: "< Never")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let accepted = try Program.run(["replay", "--record", file, file], in: folder)
    #expect(accepted.code == 0 && accepted.output.contains("  - Never, 1.10 is free"))
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("< Yes, 1.10 is free "))
  }
}

/// A server that says something to whoever comes and closes, or says nothing and does not.
private final class ClosingServer {
  let port: UInt16
  private let descriptor: Int32

  init(says words: String?) throws {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let own = descriptor
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(own, address, size) == 0 && listen(own, 5) == 0
          ? getsockname(own, address, &size) : -1
      }
    }
    guard status == 0 else { throw Trouble(description: "cannot listen") }
    port = UInt16(bigEndian: address.sin_port)
    guard let words else { return }
    Thread {
      while true {
        let peer = accept(own, nil, nil)
        guard peer >= 0 else { return }
        _ = Array(words.utf8).withUnsafeBytes { write(peer, $0.baseAddress, $0.count) }
        shutdown(peer, Int32(SHUT_WR))
        var buffer = [UInt8](repeating: 0, count: 1024)
        while read(peer, &buffer, buffer.count) > 0 {}
        close(peer)
      }
    }.start()
  }

  /// Listens no more.
  func end() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }
}
