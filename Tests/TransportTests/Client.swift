// A client that waits for the socket and never for the clock alone: each wait has a deadline.

import Foundation

/// One connection, closed with the value's end.
final class Client {
  let descriptor: Int32
  private var isOpen = true

  init?(port: UInt16, receiveBuffer: Int32? = nil) {
    descriptor = socket(AF_INET, Int32(Client.streamKind), 0)
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
    }
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if status != 0 { return nil }
  }

  init?(path: String) {
    descriptor = socket(AF_UNIX, Int32(Client.streamKind), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if status != 0 { return nil }
  }

  /// A descriptor that somebody else opened.
  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close() }

  func close() {
    if isOpen { _ = Foundation.close(descriptor) }
    isOpen = false
  }

  /// Sends all of it, or says how much within the time the peer takes none.
  @discardableResult
  func send(_ octets: some Sequence<UInt8>, patienceMilliseconds: Int32 = 10_000) -> Int {
    let octets = Array(octets)
    var sent = 0
    while sent < octets.count {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&waiting, 1, patienceMilliseconds) == 1 else { return sent }
      let flags = Int32(MSG_DONTWAIT) | Client.noSignal
      let count = octets.withUnsafeBytes { bytes in
        Foundation.send(
          descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, flags)
      }
      if count < 0, errno == EAGAIN { continue }
      if count < 0 { return sent }
      sent += count
    }
    return sent
  }

  @discardableResult
  func send(_ text: String) -> Int { send(text.utf8) }

  /// Says no more.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends it with a reset.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    close()
  }

  /// What comes until it ends with the text, until the end or the deadline.
  func receive(until end: String? = nil) -> String {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let end, received.suffix(end.utf8.count).elementsEqual(end.utf8) { break }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 10_000) == 1 else { return text(received) + "(nothing more in time)" }
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0, end == nil { break }
      if count <= 0 { return text(received) + "(closed)" }
      received += buffer[..<count]
    }
    return text(received)
  }

  /// What has come already.
  func receiveWhatCame() -> String {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    return text(Array(buffer[..<max(0, count)]))
  }

  /// All that a file holds from here on.
  func readAll() -> String {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      received += buffer[..<count]
    }
    return text(received)
  }

  private func text(_ octets: [UInt8]) -> String { String(decoding: octets, as: UTF8.self) }

  #if canImport(Darwin)
    private static let streamKind = SOCK_STREAM
    private static let noSignal: Int32 = 0
  #else
    private static let streamKind = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif
}
