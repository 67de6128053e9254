// Many connections that keep so many requests each in flight, on the one thread of this process.

import Foundation

/// Connections to a port, opened once and used for one load after another. A class because it owns
/// the buffer by which all of them read.
final class Load {
  /// Seconds without any reply after which whoever is asked counts as stuck.
  private static let patienceSeconds = 30

  private let connections: [Connection]
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 262_144, alignment: 16)

  /// Opens so many connections, and waits until each was greeted if there is a greeting.
  init(
    port: UInt16, connections count: Int, greeting: ReplyForm? = nil
  ) throws(MeasuringFault) {
    var opened: [Connection] = []
    for _ in 0..<count {
      opened.append(try Connection(port: port, expecting: greeting ?? .line(beginning: "")))
    }
    connections = opened
    if greeting != nil { try wait(forReplies: count, of: 1) }
  }

  deinit { buffer.deallocate() }

  /// Says requests until there are so many replies of the form, `depth` of them in flight on each
  /// connection: as soon as one is answered the next is sent. `request` writes the one of a number.
  ///
  /// A connection whose turn does not come has none in flight at the end: requests are handed out
  /// as replies come in.
  func say(
    _ count: Int, inFlight depth: Int, expecting form: ReplyForm,
    _ request: (Int, inout [UInt8]) -> Void
  ) throws(MeasuringFault) {
    var next = 0
    for connection in connections {
      connection.expect(form)
      for _ in 0..<min(depth, count - next) {
        request(next, &connection.waiting)
        next += 1
      }
      try connection.send()
    }
    try wait(forReplies: count, of: depth) { connection, ended throws(MeasuringFault) in
      for _ in 0..<min(ended, count - next) {
        request(next, &connection.waiting)
        next += 1
      }
      try connection.send()
    }
  }

  private func wait(
    forReplies count: Int, of depth: Int,
    then act: (Connection, Int) throws(MeasuringFault) -> Void = { _, _ throws(MeasuringFault) in }
  ) throws(MeasuringFault) {
    var polled = connections.map { pollfd(fd: $0.descriptor, events: 0, revents: 0) }
    var ended = 0
    while ended < count {
      try Interruption.check()
      for place in polled.indices {
        polled[place].events = Int16(POLLIN) | (connections[place].isSending ? Int16(POLLOUT) : 0)
      }
      let ready = poll(&polled, nfds_t(polled.count), Int32(Self.patienceSeconds * 1000))
      if ready < 0 && errno == EINTR { continue }
      guard ready > 0 else { throw .silent(seconds: Self.patienceSeconds) }
      for (place, seen) in polled.enumerated() where seen.revents != 0 {
        let connection = connections[place]
        if connection.isSending { try connection.send() }
        guard seen.revents & ~Int16(POLLOUT) != 0 else { continue }
        let now = try connection.receive(by: buffer)
        ended += now
        if now > 0 { try act(connection, now) }
      }
    }
  }
}
