// A port of this machine to which browsers come back that were sent away to give leave (RFC 8252
// §7.3). Classes: libuv's handles and the loop's table must mean the same ones.

public import Accounts
import CUV
public import Mobility

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The ports to which browsers come back, on a loop: 127.0.0.1 and nothing else.
public final class BrowserPorts {
  private let loop: EventLoop
  /// Is told of each browser that landed, with the address, which is secret; it is answered by its
  /// number.
  private let landed: (Int, Landing.Route, Secret) -> Void
  private var ports: [BrowserPort] = []
  private var visits: [Int: BrowserVisit] = [:]
  private var lastVisit = 0

  /// No port yet. The loop closes all of them when it ends.
  public init(on loop: EventLoop, landed: @escaping (Int, Landing.Route, Secret) -> Void) {
    (self.loop, self.landed) = (loop, landed)
    loop.closes { [weak self] in self?.closeAll() }
  }

  /// Listens for one link; any port, unless one is named.
  /// - Returns: Where; nil if that cannot be done.
  public func listen(for attempt: AttemptID, at number: Int?) -> WebAddress? {
    close(attempt)
    guard let port = open(.listener(attempt), at: number ?? 0, "/callback"),
      let real = port.number
    else { return nil }
    port.origin = "http://127.0.0.1:\(real)"
    return WebAddress("\(port.origin)\(port.path)")
  }

  /// Listens for all who come back to a public address, from which somebody leads them here.
  /// - Throws: that the port cannot be had.
  public func listen(at number: Int, publicly address: WebAddress) throws(TransportFault) {
    guard let port = open(.callback, at: number, address.path) else {
      throw .addressInUse("127.0.0.1:\(number)")
    }
    port.origin = address.origin
  }

  /// Nobody comes back for a link any more; who is there already is still answered.
  public func close(_ attempt: AttemptID) {
    ports.removeAll { port in
      guard port.route == .listener(attempt) else { return false }
      port.close()
      return true
    }
  }

  /// Tells a browser whether it was right.
  public func answer(_ visit: Int, isTaken: Bool) { visits[visit]?.answer(isTaken ? 200 : 400) }

  private func open(_ route: Landing.Route, at number: Int, _ path: String) -> BrowserPort? {
    guard let number = UInt16(exactly: number) else { return nil }
    let port = BrowserPort(route, path: path.isEmpty ? "/" : path, in: loop)
    port.came = { [unowned self, unowned port] stream in take(stream, at: port) }
    guard port.listen(at: number) else {
      port.close()
      return nil
    }
    ports.append(port)
    return port
  }

  private func take(_ stream: Stream, at port: BrowserPort) {
    guard visits.count < loop.transportLimits.browsersMax else { return Handles.close(stream) }
    lastVisit += 1
    let number = lastVisit
    let (route, origin) = (port.route, port.origin)
    let visit = BrowserVisit(stream, path: port.path, in: loop)
    visits[number] = visit
    visit.landed = { [unowned self] target in
      var octets = Array(origin.utf8) + target
      landed(number, route, Secret(octets))
      Secret.wipe(&octets)
    }
    visit.ended = { [unowned self] in visits[number] = nil }
    visit.begin()
  }

  private func closeAll() {
    for port in ports { port.close() }
    ports = []
    for visit in visits.values { visit.end() }
    visits = [:]
  }
}

/// One port.
private final class BrowserPort {
  let route: Landing.Route
  let path: String
  /// Where browsers think they are.
  var origin = ""
  /// Is called with each connection.
  var came: ((Stream) -> Void)?
  private let loop: EventLoop
  private let stream: Stream
  private var isClosed = false

  init(_ route: Landing.Route, path: String, in loop: EventLoop) {
    (self.route, self.path, self.loop) = (route, path, loop)
    stream = Handles.stream(Handles.tcp(in: loop.raw))
    stream.pointee.data = Handles.pointer(to: self)
  }

  /// Whether it listens.
  func listen(at number: UInt16) -> Bool {
    let tcp = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: uv_tcp_t.self)
    let here = SocketAddress.v4([127, 0, 0, 1])
    guard here.with(port: number, { uv_tcp_bind(tcp, $0, 0) }) == 0 else { return false }
    return uv_listen(stream, Int32(loop.transportLimits.browsersMax)) { stream, status in
      guard status == 0 else { return }
      Handles.served(stream?.pointee.data, as: BrowserPort.self).accept()
    } == 0
  }

  /// The port, which the system may have chosen.
  var number: UInt16? {
    let tcp = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: uv_tcp_t.self)
    return SocketAddress.bound(to: tcp)
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    Handles.close(stream)
  }

  private func accept() {
    let accepted = Handles.stream(Handles.tcp(in: loop.raw))
    guard uv_accept(stream, accepted) == 0, let came else { return Handles.close(accepted) }
    came(accepted)
  }
}

/// One browser: its request is read, it is answered, and it closes or is closed.
private final class BrowserVisit {
  var landed: (([UInt8]) -> Void)?
  var ended: (() -> Void)?
  private let loop: EventLoop
  private let stream: Stream
  private let timer = Handles.allocate(uv_timer_t.self)
  private let path: String
  private var octets: [UInt8] = []
  private var isRead = false
  private var isAnswered = false
  private var isOver = false

  init(_ stream: Stream, path: String, in loop: EventLoop) {
    (self.stream, self.path, self.loop) = (stream, path, loop)
    uv_timer_init(loop.raw, timer)
    stream.pointee.data = Handles.pointer(to: self)
    timer.pointee.data = Handles.pointer(to: self)
  }

  func begin() {
    let milliseconds = UInt64(loop.transportLimits.browserSeconds) * 1_000
    uv_timer_start(
      timer, { timer in Handles.served(timer?.pointee.data, as: BrowserVisit.self).end() },
      milliseconds, 0)
    let status = uv_read_start(
      stream,
      { handle, _, buffer in
        guard let handle, let buffer else { return }
        buffer.pointee = Handles.served(handle.pointee.data, as: BrowserVisit.self).loop.readBuffer
      },
      { stream, count, buffer in
        guard let stream, let buffer else { return }
        let visit = Handles.served(stream.pointee.data, as: BrowserVisit.self)
        guard count >= 0 else { return visit.end() }
        visit.take(UnsafeRawBufferPointer(start: buffer.pointee.base, count: count))
      })
    if status != 0 { end() }
  }

  /// What comes behind a whole request is not read.
  private func take(_ more: UnsafeRawBufferPointer) {
    guard !isRead else { return }
    octets += more
    let request = LandingRequest(
      octets, path: path, octetsMax: loop.transportLimits.browserOctetsMax)
    if case .more = request { return }
    isRead = true
    Secret.wipe(&octets)
    switch request {
    case .more: break
    case .refused(let status): answer(status)
    case .landed(var target):
      landed?(target)
      Secret.wipe(&target)
    }
  }

  /// Answers once; then the browser closes, or time is over.
  func answer(_ status: Int) {
    guard !isAnswered, !isOver else { return }
    isAnswered = true
    var answer = LandingRequest.answer(status)
    let written = answer.withUnsafeMutableBytes { octets -> Int32 in
      let base = octets.baseAddress?.assumingMemoryBound(to: CChar.self)
      var buffer = uv_buf_init(base, UInt32(octets.count))
      return uv_try_write(stream, &buffer, 1)
    }
    // So little fits into any fresh connection; one that takes less is not read by anybody.
    guard written == answer.count else { return end() }
    guard let descriptor = Handles.descriptor(of: stream),
      shutdown(descriptor, Int32(SHUT_WR)) == 0
    else { return end() }
  }

  func end() {
    guard !isOver else { return }
    isOver = true
    Secret.wipe(&octets)
    Handles.close(timer)
    Handles.close(stream)
    ended?()
  }
}
