// One connection to a port of this machine, whose requests are sent ahead of their replies.

import Foundation

/// A connection. A class because its descriptor is closed once.
final class Connection {
  let descriptor: Int32
  private(set) var scanner: ReplyScanner
  /// Requests that the system has not taken yet, from `sent` on.
  var waiting: [UInt8] = []
  private var sent = 0

  /// Connects, and waits for nothing.
  init(port: UInt16, expecting form: ReplyForm) throws(MeasuringFault) {
    scanner = ReplyScanner(form)
    descriptor = socket(AF_INET, Self.streamKind, 0)
    guard descriptor >= 0 else { throw .notConnected(reason: Self.reason) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard status == 0 else {
      let reason = Self.reason
      close(descriptor)
      throw .notConnected(reason: reason)
    }
    var yes: Int32 = 1
    // Nothing that was said waits for more to be said.
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// From now on replies of this form are expected; none may be under way.
  func expect(_ form: ReplyForm) { scanner = ReplyScanner(form) }

  /// Whether the system has yet to take something.
  var isSending: Bool { sent < waiting.count }

  /// Sends as much as the system takes.
  func send() throws(MeasuringFault) {
    while isSending {
      let count = waiting[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN { return }
        throw try Self.lost(Self.reason)
      }
      sent += count
    }
    waiting.removeAll(keepingCapacity: true)
    sent = 0
  }

  /// Takes in what has come, by way of a buffer, and answers how many replies ended in it.
  func receive(by buffer: UnsafeMutableRawBufferPointer) throws(MeasuringFault) -> Int {
    var ended = 0
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { break }
      if count <= 0 {
        throw try Self.lost(count == 0 ? "it was closed" : Self.reason)
      }
      ended += scanner.take(UnsafeRawBufferPointer(buffer)[..<count])
      if count < buffer.count { break }
    }
    if let unexpected = scanner.unexpected { throw .answeredOtherwise(unexpected) }
    return ended
  }

  /// Ctrl-C at a terminal reaches what is measured, too: its connections may be gone before anybody
  /// has looked whether this process is to end.
  private static func lost(_ reason: String) throws(MeasuringFault) -> MeasuringFault {
    try Interruption.check()
    return .connectionLost(reason: reason)
  }

  private static var reason: String { String(cString: strerror(errno)) }

  #if canImport(Darwin)
    static let streamKind = SOCK_STREAM
  #else
    static let streamKind = Int32(SOCK_STREAM.rawValue)
  #endif
}
