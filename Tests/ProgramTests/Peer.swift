// A client on a socket. It waits for octets and never for the clock alone; each wait has an end.

import Foundation
import JSON
import Testing

/// One connection, closed with the value's end.
final class Peer {
  private let descriptor: Int32
  private var received: [UInt8] = []
  /// False once the other side has closed, or is gone.
  private(set) var isOpen = true

  /// A TCP connection to this machine; the system keeps so much of what comes, or what it likes.
  init(port: UInt16, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Self.streamKind, 0)
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    if status != 0 { throw Trouble(description: "cannot connect to \(port)") }
  }

  /// A connection to a socket in the file system.
  init(path: String) throws {
    descriptor = socket(AF_UNIX, Self.streamKind, 0)
    let status = Self.atAddress(of: path) { [descriptor] in connect(descriptor, $0, $1) }
    if status != 0 { throw Trouble(description: "cannot connect to \(path)") }
  }

  /// Calls with the address of a socket in the file system, as the system wants it.
  static func atAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }

  deinit { close(descriptor) }

  /// Sends octets as they are.
  func send(_ octets: some Collection<UInt8>) {
    let octets = Array(octets)
    var sent = 0
    while sent < octets.count {
      let count = octets[sent...].withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Self.noSignal)
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return }
      sent += count
    }
  }

  /// Sends an octet as urgent (RFC 6093).
  func sendUrgent(_ octet: UInt8) {
    let sent = [octet].withUnsafeBytes {
      Foundation.send(descriptor, $0.baseAddress, 1, Self.noSignal | Int32(MSG_OOB))
    }
    #expect(sent == 1)
  }

  /// Sends as much of some octets as the system takes at once.
  func sendWhatIsTaken(_ octets: [UInt8]) {
    var sent = 0
    while sent < octets.count {
      let count = octets[sent...].withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Self.noSignal | Self.noWait)
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return }
      sent += count
    }
  }

  /// Says a line and waits for the whole reply: up to a line whose fourth octet is a space.
  func ask(_ line: String) throws -> String {
    send("\(line)\r\n".utf8)
    return try reply()
  }

  /// The next reply in text, with the news that came before it.
  func reply() throws -> String {
    var lines: [String] = []
    while true {
      let line = try self.line()
      lines.append(line)
      if !line.hasPrefix("* "), Array(line.utf8).dropFirst(3).first == UInt8(ascii: " ") {
        return lines.joined(separator: "\n")
      }
    }
  }

  /// Calls a method and waits for the line with its id; news that come before are passed over.
  func call(_ method: String, _ params: JSONObject = [:], id: String = "t") throws -> JSONValue {
    begin(method, params, id: id)
    return try answers(to: [id])[id] ?? .null
  }

  /// Calls a method, whose answer is taken later.
  func begin(_ method: String, _ params: JSONObject, id: String) {
    let call: JSONObject = [
      "jsonrpc": "2.0", "id": .string(id), "method": .string(method), "params": .object(params),
    ]
    send(JSONValue.object(call).octets + [0x0A])
  }

  /// The lines with the ids of calls, in whatever order they come; others are passed over.
  func answers(to ids: [String]) throws -> [String: JSONValue] {
    var answers: [String: JSONValue] = [:]
    while answers.count < ids.count {
      let answer = try JSONValue(parsing: Array(try line().utf8))
      if let id = answer["id"]?.string, ids.contains(id) { answers[id] = answer }
    }
    return answers
  }

  /// The next line, without its end.
  func line() throws -> String {
    while true {
      if let line = lineThatCame() { return line }
      guard try receive() else {
        throw Trouble(description: "closed after \(String(decoding: received, as: UTF8.self))")
      }
    }
  }

  /// The next line without its end, if it has come already.
  func lineThatCame() -> String? {
    guard let end = received.firstIndex(of: 0x0A) else { return nil }
    let line = received[..<end]
    defer { received.removeFirst(end + 1) }
    return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
  }

  /// The octets that have come, as they are, as soon as a text is among them.
  func octets(holding text: String) throws -> [UInt8] {
    while received.firstRange(of: Array(text.utf8)) == nil {
      guard try receive() else {
        throw Trouble(description: "closed after \(String(decoding: received, as: UTF8.self))")
      }
    }
    defer { received = [] }
    return received
  }

  /// All octets that come until the other side closes.
  func restOfOctets() throws -> [UInt8] {
    while try receive() {}
    return received
  }

  /// All that comes until the other side closes.
  func rest() throws -> String {
    while try receive() {}
    return String(decoding: received, as: UTF8.self)
  }

  /// Breaks off: when it is closed, the other side is sent a reset and nothing else.
  func reset() {
    var ends = linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout<linger>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &ends, size)
  }

  /// Says no more.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Takes in what comes first on any of the connections, or nothing if nothing does in time.
  static func takeIn(from peers: [Peer], withinMilliseconds milliseconds: Int32) {
    let open = peers.filter(\.isOpen)
    var waiting = open.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    guard poll(&waiting, nfds_t(waiting.count), milliseconds) > 0 else { return }
    for (peer, seen) in zip(open, waiting) where seen.revents != 0 { _ = peer.takeIn() }
  }

  private func receive() throws -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, Int32(Program.patienceSeconds * 1000)) == 1 else {
      throw Trouble(description: "nothing more in time")
    }
    return takeIn()
  }

  private func takeIn() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else {
      isOpen = false
      return false
    }
    received += buffer[..<count]
    return true
  }

  private static let noWait = Int32(MSG_DONTWAIT)
  #if canImport(Darwin)
    private static let streamKind = SOCK_STREAM
    private static let noSignal: Int32 = 0
  #else
    private static let streamKind = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif
}
