// A socket that is listened at and the connections that come from it.
// A class: libuv's handle and the loop's table must mean the same one.

internal import BookingAgent
import CUV
internal import LineProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

final class Listener {
  let face: SessionFace
  /// Who may speak over TCP.
  private let access: TCPAccess
  private unowned let loop: EventLoop
  private let stream: Stream
  private var isClosed = false

  /// A listener on a handle that is bound. The handle is the listener's from here on.
  init(
    _ stream: Stream, face: SessionFace, access: TCPAccess = .openHere, loop: EventLoop
  ) {
    self.stream = stream
    self.face = face
    self.access = access
    self.loop = loop
    stream.pointee.data = Handles.pointer(to: self)
  }

  func listen() -> UVStatus {
    let status = uv_listen(stream, Int32(loop.limits.backlogMax)) { stream, status in
      let listener = Handles.served(stream?.pointee.data, as: Listener.self)
      if status < 0 { listener.couldNotAccept(UVStatus(status)) } else { listener.accept() }
    }
    return UVStatus(status)
  }

  /// Takes no more connections; a Unix socket's file is removed by libuv.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    Handles.close(stream)
  }

  private func accept() {
    let accepted = newStream()
    let status = uv_accept(stream, accepted)
    let isCrowded = loop.sessions.count >= loop.connectionsMax + loop.transportLimits.refusalsMax
    if status != 0 || isCrowded || !loop.spare.isHeld {
      Handles.close(accepted)
      loop.spare.restore()
      return
    }
    let isTooMany = loop.sessions.count >= loop.connectionsMax
    guard let face = face(of: accepted) else { return Handles.close(accepted) }
    let session = loop.open(face)
    session.attach(accepted)
    if isTooMany {
      session.turnAway()
    } else if access.isProxied {
      session.awaitProxyHeader()
    } else {
      loop.collect(.opened(session.id, face))
    }
  }

  /// How somebody who was accepted reaches us; nil if they may not speak at all.
  private func face(of accepted: Stream) -> SessionFace? {
    var face = face
    switch face.kind {
    case .tcp:
      // Where nobody else can come from, nobody is asked.
      guard let far = access.far, !SocketAddress.isPeerNear(accepted) else { break }
      // What a header says is believed of a proxy here, and of nobody else.
      if access.isProxied { return nil }
      face.access = far
    case .unix: if !UnixSocket.isOwn(accepted) { return nil }
    case .terminal, .pipe, .standardStreams: break
    }
    return face
  }

  private func newStream() -> Stream {
    switch face.kind {
    case .unix: Handles.stream(Handles.pipe(in: loop.raw))
    case .tcp, .terminal, .pipe, .standardStreams: Handles.stream(Handles.tcp(in: loop.raw))
    }
  }

  /// libuv tries again at once, for ever: without a descriptor that would be a spin. The spare one
  /// lets the next try succeed, and that connection is closed.
  private func couldNotAccept(_ status: UVStatus) {
    guard status.is(UV_EMFILE) || status.is(UV_ENFILE) else { return }
    if loop.spare.isHeld {
      loop.spare.close()
    } else {
      uv_sleep(loop.transportLimits.restMilliseconds)
      loop.spare.restore()
      loop.spare.close()
    }
  }
}

/// Options of a listening TCP socket, which its connections inherit on Linux, macOS and the BSDs:
/// set once instead of at each connection.
enum SocketOptions {
  static func set(on descriptor: Int32, _ limits: TransportLimits) -> Bool {
    let idle = Int32(limits.keepaliveIdleSeconds)
    let tcp = Int32(IPPROTO_TCP)
    #if canImport(Darwin)
      let idleOption = TCP_KEEPALIVE
    #else
      let idleOption = TCP_KEEPIDLE
    #endif
    let options: [(level: Int32, name: Int32, value: Int32)] = [
      (SOL_SOCKET, SO_KEEPALIVE, 1),
      (tcp, idleOption, idle),
      (tcp, TCP_KEEPINTVL, Int32(limits.keepaliveIntervalSeconds)),
      (tcp, TCP_KEEPCNT, Int32(limits.keepaliveProbes)),
      (tcp, TCP_NODELAY, 1),
      (SOL_SOCKET, SO_SNDBUF, Int32(limits.socketBufferOctets)),
      (SOL_SOCKET, SO_RCVBUF, Int32(limits.socketBufferOctets)),
      // An urgent octet stays in its place among the others.
      (SOL_SOCKET, SO_OOBINLINE, 1),
    ]
    return options.allSatisfy { option in
      withUnsafeBytes(of: option.value) { value in
        setsockopt(
          descriptor, option.level, option.name, value.baseAddress, socklen_t(value.count)) == 0
      }
    }
  }
}
