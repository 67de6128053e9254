// What a supervisor hands over to the program: sockets that it has opened, and credentials.

import Foundation
import JSON
import Testing

/// A socket that is opened here and handed over.
private final class OpenedSocket {
  let handle: FileHandle
  var port: UInt16 = 0

  /// A TCP socket at an address; it listens unless told otherwise.
  init(_ address: UInt32 = 0x7F00_0001, listens: Bool = true) throws {
    handle = FileHandle(
      fileDescriptor: socket(AF_INET, Self.streamKind, 0), closeOnDealloc: true)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = address.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = handle.fileDescriptor
    let status = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && (!listens || listen(descriptor, 16) == 0)
          && getsockname(descriptor, address, &size) == 0
      }
    }
    port = UInt16(bigEndian: place.sin_port)
    if !status { throw Trouble(description: "there is no socket to hand over") }
  }

  /// A socket in the file system that listens.
  init(path: String) throws {
    handle = FileHandle(
      fileDescriptor: socket(AF_UNIX, Self.streamKind, 0), closeOnDealloc: true)
    let descriptor = handle.fileDescriptor
    let status = Peer.atAddress(of: path) { bind(descriptor, $0, $1) }
    if status != 0 || listen(descriptor, 16) != 0 {
      throw Trouble(description: "there is no socket to hand over")
    }
  }

  #if canImport(Darwin)
    private static let streamKind = SOCK_STREAM
  #else
    private static let streamKind = Int32(SOCK_STREAM.rawValue)
  #endif
}

@Suite("Under a supervisor")
struct SupervisedRunTests {
  /// Starts the program with one or two descriptors handed over, as standard input and output of a
  /// shell, which keeps its process when it becomes the program.
  private func program(
    _ arguments: [String] = ServingTests.test, in folder: Folder, handing first: FileHandle,
    _ second: FileHandle? = nil, names: String? = nil, process: String = "$$"
  ) throws -> Program {
    var told = ["LISTEN_PID": "", "LISTEN_FDS": second == nil ? "1" : "2"]
    told["LISTEN_FDNAMES"] = names
    let moves = second == nil ? "3<&0 0</dev/null" : "3<&0 4>&1 0</dev/null 1>/dev/null"
    return try Program(
      arguments, in: folder, standardInput: first, standardOutput: second, environment: told,
      by: "exec \(moves); LISTEN_PID=\(process) exec \"$0\" \"$@\"")
  }

  @Test("Sockets that are handed over speak what their names say, without another place")
  func names() throws {
    let (text, json) = (try OpenedSocket(), try OpenedSocket())
    let server = try program(
      in: Folder(), handing: text.handle, json.handle, names: "text:json")
    #expect(try server.ports(2) == [text.port, json.port])
    let told = try server.errors(holding: "(json)")
    #expect(told.contains("listening on 127.0.0.1:\(text.port) (text)\n"))
    let person = try Peer(port: text.port)
    #expect(try person.reply().hasPrefix("220-desk"))
    #expect(try person.ask("/quit") == "221 Bye.")
    let bridge = try Peer(port: json.port)
    #expect(try bridge.call("ping")["result"]?["code"] == 200)
    server.send(SIGTERM)
    #expect(server.ended().code == 75)
    // Who comes while it is started anew waits for that.
    _ = try Peer(port: text.port)
  }

  @Test("Without a name of its own it is text; a proxy says who connects where the name says so")
  func otherNames() throws {
    let (unit, proxied) = (try OpenedSocket(), try OpenedSocket())
    let server = try program(
      ServingTests.test + ["--listen-json", "127.0.0.1:0"], in: Folder(), handing: unit.handle,
      proxied.handle, names: "usher.socket:json,proxy")
    let ports = try server.ports(3)
    #expect(try Peer(port: unit.port).reply().hasPrefix("220-desk"))
    let peer = try Peer(port: proxied.port)
    peer.send("rooms\r\n".utf8)
    #expect(try peer.rest() == "")
    #expect(try Peer(port: ports[2]).call("ping")["result"]?["code"] == 200)
  }

  @Test("A socket in the file system is JSON, and stays the supervisor's")
  func unixSocket() throws {
    let folder = try Folder()
    let path = "\(folder.path)/s"
    let server = try program(in: folder, handing: OpenedSocket(path: path).handle)
    #expect(try server.errors(holding: "\n") == "listening on \(path) (json)\n")
    #expect(try Peer(path: path).call("ping")["result"]?["code"] == 200)
    server.send(SIGTERM)
    #expect(server.ended().code == 75)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test("What is handed over to another process is none of ours", arguments: ["1", "", "x"])
  func foreign(process: String) throws {
    let socket = try OpenedSocket()
    let ended = try program(in: Folder(), handing: socket.handle, process: process).ended()
    #expect(ended.code == 64)
    #expect(ended.errors.hasPrefix("usher: serve needs --listen"))
  }

  @Test("What is no stream socket that listens is refused")
  func noListeningSocket() throws {
    let folder = try Folder()
    let file = try folder.file("file", "")
    let handles = [
      try #require(FileHandle(forReadingAtPath: file)), try OpenedSocket(listens: false).handle,
    ]
    for handle in handles {
      let ended = try program(in: folder, handing: handle, names: "json").ended()
      #expect(ended.code == 69)
      #expect(ended.errors.contains("descriptor 3 (json), which was handed over: it is no stream"))
    }
    let missing = try Program(
      ServingTests.test, in: folder, environment: ["LISTEN_FDS": "1000000"],
      by: #"exec 3<&-; LISTEN_PID=$$ exec "$0" "$@""#
    ).ended()
    #expect(missing.code == 69)
    #expect(missing.errors.contains("descriptor 3, which was handed over: it is no stream"))
  }

  @Test("A name that says nothing, and an address that others reach without tokens, are refused")
  func refused() throws {
    let odd = try program(in: Folder(), handing: OpenedSocket().handle, names: "jason").ended()
    #expect(odd.code == 69)
    #expect(odd.errors.contains("handed over as \"jason\": call it text, json, text,proxy"))
    let wide = try program(in: Folder(), handing: OpenedSocket(0).handle).ended()
    #expect(wide.code == 69)
    #expect(wide.errors.contains("others than this machine can reach it"))
  }

  @Test("Tokens that are handed over as a credential let in, and cannot be changed there")
  func credentials() throws {
    let folder = try Folder()
    let file = "\(folder.path)/tokens.json"
    func run(_ arguments: [String], _ told: [String: String] = [:]) throws -> Ended {
      try Program(arguments, in: folder, environment: told).ended()
    }
    let add = ["token", "add", "ana", "--namespace", "ana"]
    let token = try run(add + ["--tokens", file]).output.filter { $0 != "\n" }
    // As systemd leaves it where it gives it to a user by an access control list.
    func setMode(_ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    }
    try setMode(0o440)
    let told = ["CREDENTIALS_DIRECTORY": folder.path]
    #expect(try run(["token", "list"], told).output == "ana\tana\t\n")
    for change in [add, ["token", "rotate", "ana"], ["token", "revoke", "ana"]] {
      let refused = try run(change, told)
      #expect(refused.code == 64)
      #expect(refused.errors.contains("LoadCredential="))
    }
    let socket = try OpenedSocket()
    let server = try Program(
      ["serve", "--store", ":memory:"] + tuesday, in: folder, standardInput: socket.handle,
      environment: told.merging(["LISTEN_FDS": "1"]) { one, _ in one },
      by: #"exec 3<&0 0</dev/null; LISTEN_PID=$$ exec "$0" "$@""#)
    _ = try server.ports()
    let peer = try Peer(port: socket.port)
    _ = try peer.reply()
    #expect(try peer.ask("rooms").hasPrefix("530 [AUTH/REQUIRED]"))
    #expect(try peer.ask("/auth token \(token)") == "235 Signed in as ana.")
    try setMode(0o444)
    #expect(try run(["token", "list"], told).errors.contains("can be read or changed by others"))
    // What is said wins, and without that credential it is as ever.
    #expect(try run(["token", "list", "--tokens", file], told).code == 74)
    let other = ["CREDENTIALS_DIRECTORY": "\(folder.path)/none"]
    #expect(try run(["token", "list"], other).errors.contains("/usher/tokens.json"))
  }
}
