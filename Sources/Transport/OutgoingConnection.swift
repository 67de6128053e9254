// A connection to a server that runs: octets out, lines in, and each wait has an end. It waits
// where it is used; no loop runs beside it.

import CUV

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A connection that this process has begun. A class: it is closed once, with its end.
public final class OutgoingConnection {
  /// Where it leads, as it was written.
  public let address: String
  /// Seconds that whatever is awaited on it is awaited for.
  public var secondsMax: Int

  private let descriptor: Int32
  private var received: [UInt8] = []
  private var lastLine: String?

  /// Octets of a line that nobody means to end.
  private static let lineOctetsMax = 16 << 20

  /// Connects over TCP. This, and whatever is awaited later, is awaited for so many seconds.
  /// - Throws: why the server cannot be reached.
  public init(to host: String, port: UInt16, secondsMax: Int) throws(ServerFault) {
    address = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    self.secondsMax = secondsMax
    var hints = addrinfo()
    hints.ai_socktype = Int32(SocketAddress.streamKind)
    hints.ai_protocol = Int32(IPPROTO_TCP)
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, String(port), &hints, &found)
    guard status == 0, let first = found else {
      throw .unreachable(address, reason: String(cString: gai_strerror(status)))
    }
    defer { freeaddrinfo(first) }
    var reason: Int32 = 0
    var next: UnsafeMutablePointer<addrinfo>? = first
    while let entry = next {
      let descriptor = Self.connected(to: entry.pointee, secondsMax, &reason)
      if descriptor >= 0 {
        self.descriptor = descriptor
        return
      }
      next = entry.pointee.ai_next
    }
    throw .unreachable(address, reason: String(cString: strerror(reason)))
  }

  deinit { close(descriptor) }

  /// Sends octets as they are.
  /// - Throws: that the server is gone, or does not take them.
  public func send(_ octets: [UInt8]) throws(ServerFault) {
    let deadline = ContinuousClock.now + .seconds(secondsMax)
    var sent = 0
    while sent < octets.count {
      let count = octets[sent...].withUnsafeBytes {
        Self.send($0, to: descriptor)
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        try wait(for: POLLOUT, until: deadline)
      } else if errno != EINTR {
        throw .gone(address, lastWords: lastLine)
      }
    }
  }

  /// The lines up to and with the first of which something holds, each without its end.
  /// - Throws: that the server is gone before, or has not said it in time.
  public func lines(upTo isLast: (String) -> Bool) throws(ServerFault) -> [String] {
    let deadline = ContinuousClock.now + .seconds(secondsMax)
    var lines: [String] = []
    while true {
      while let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        var octets = received[..<end]
        if octets.last == UInt8(ascii: "\r") { octets.removeLast() }
        let line = String(decoding: octets, as: UTF8.self)
        received.removeSubrange(...end)
        lastLine = line
        lines.append(line)
        if isLast(line) { return lines }
      }
      try wait(for: POLLIN, until: deadline)
      try takeIn()
    }
  }

  // MARK: - Octets

  private func takeIn() throws(ServerFault) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0, received.count < Self.lineOctetsMax else {
      throw .gone(address, lastWords: lastLine)
    }
    received += buffer[..<count]
  }

  private func wait(
    for events: Int32, until deadline: ContinuousClock.Instant
  ) throws(ServerFault) {
    guard Self.isReady(descriptor, for: events, until: deadline) else {
      throw .silent(address, seconds: secondsMax)
    }
  }

  private static func isReady(
    _ descriptor: Int32, for events: Int32, until deadline: ContinuousClock.Instant
  ) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { return false }
      let milliseconds = Int32(left.components.seconds * 1000 + 999)
      if poll(&waiting, 1, milliseconds) > 0 { return true }
    }
  }

  /// A descriptor connected to an address, or -1 and the system's reason.
  private static func connected(
    to entry: addrinfo, _ secondsMax: Int, _ reason: inout Int32
  ) -> Int32 {
    let descriptor = socket(entry.ai_family, entry.ai_socktype, entry.ai_protocol)
    guard descriptor >= 0 else {
      reason = errno
      return -1
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var one: Int32 = 1
    // A line and the mark behind it leave at once, each.
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    reason = connect(descriptor, entry.ai_addr, entry.ai_addrlen) == 0 ? 0 : errno
    if reason == EINPROGRESS {
      let deadline = ContinuousClock.now + .seconds(secondsMax)
      reason = ETIMEDOUT
      if isReady(descriptor, for: POLLOUT, until: deadline) {
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &reason, &size)
      }
    }
    if reason == 0 { return descriptor }
    close(descriptor)
    return -1
  }

  /// Who is gone is told by the result, not by a signal.
  private static func send(_ octets: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    #if canImport(Darwin)
      var one: Int32 = 1
      setsockopt(
        descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
      return Darwin.send(descriptor, octets.baseAddress, octets.count, 0)
    #else
      return Glibc.send(descriptor, octets.baseAddress, octets.count, Int32(MSG_NOSIGNAL))
    #endif
  }
}
