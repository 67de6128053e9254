// How an endpoint becomes listeners: names to addresses, beyond this machine only where it is said
// who may speak, a socket in the file system that is nobody else's, and what a supervisor opened.

internal import BookingAgent
import CUV

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension EventLoop {
  /// Listens at an endpoint and tells the real addresses: a name may have several, and a port that
  /// was left open is settled now. Connections are taken once the loop runs.
  public func listen(at endpoint: Endpoint) throws(TransportFault) -> [Listening] {
    switch endpoint {
    case .tcp(let host, let port, let encoding, let access):
      try listen(host: host, port: port, encoding: encoding, access)
    case .unix(let path): [try listen(path: path)]
    case .handed(let socket, let access): [try listen(at: socket, access)]
    }
  }
}

// MARK: - TCP

extension EventLoop {
  private func listen(
    host: String, port: UInt16, encoding: SessionFace.Encoding, _ access: TCPAccess
  ) throws(TransportFault) -> [Listening] {
    let addresses = try SocketAddress.resolve(host, loop: raw)
    if access.far == nil, let open = addresses.first(where: { !$0.isLoopback }) {
      throw .notLoopback(open.description(port: port))
    }
    var settled = port
    var told: [Listening] = []
    for address in addresses {
      do throws(TransportFault) {
        let real = try listen(at: address, port: settled, encoding: encoding, access)
        settled = real.port ?? settled
        told.append(real)
      } catch {
        // `localhost` may name an address of a family that this machine has switched off.
        if case .badAddress = error, !told.isEmpty { continue }
        throw error
      }
    }
    return told
  }

  private func listen(
    at address: SocketAddress, port: UInt16, encoding: SessionFace.Encoding,
    _ access: TCPAccess
  ) throws(TransportFault) -> Listening {
    let asked = address.description(port: port)
    let tcp = Handles.allocate(uv_tcp_t.self)
    let status = UVStatus(uv_tcp_init_ex(raw, tcp, UInt32(address.family)))
    if status.isFailure {
      Handles.discard(tcp)
      throw TransportFault(listeningAt: asked, status)
    }
    let bound = UVStatus(address.with(port: port) { uv_tcp_bind(tcp, $0, 0) })
    guard !bound.isFailure, let descriptor = Handles.descriptor(of: tcp),
      SocketOptions.set(on: descriptor, transportLimits)
    else {
      Handles.close(tcp)
      throw TransportFault(listeningAt: asked, bound)
    }
    let face = SessionFace(kind: .tcp, encoding: encoding, access: access.near)
    let listener = Listener(Handles.stream(tcp), face: face, access: access, loop: self)
    try begin(listener, at: asked)
    let real = SocketAddress.bound(to: tcp) ?? port
    return Listening(
      address: address.description(port: real), port: real, encoding: encoding)
  }

  private func begin(_ listener: Listener, at asked: String) throws(TransportFault) {
    let status = listener.listen()
    if status.isFailure {
      listener.close()
      throw TransportFault(listeningAt: asked, status)
    }
    listeners.append(listener)
  }
}

// MARK: - Unix

extension EventLoop {
  private func listen(path: String) throws(TransportFault) -> Listening {
    let octetsMax = UnixSocket.pathOctetsMax
    guard path.utf8.count <= octetsMax else {
      throw .pathTooLong(path, octetsMax: octetsMax)
    }
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .badAddress(path) }
    try UnixSocket.removeStale(at: path)
    let pipe = Handles.pipe(in: raw)
    // The mode is right from the first moment, not only after a chmod.
    let mask = umask(0o177)
    let bound = UVStatus(uv_pipe_bind(pipe, path))
    umask(mask)
    if bound.isFailure {
      Handles.close(pipe)
      // libuv tells of a folder that is missing as of a right that is.
      let reason = UnixSocket.hasFolder(path) ? bound : UVStatus(UV_ENOENT.rawValue)
      throw TransportFault(listeningAt: path, reason)
    }
    let face = SessionFace(kind: .unix, encoding: .json)
    try begin(Listener(Handles.stream(pipe), face: face, loop: self), at: path)
    return Listening(address: path, port: nil, encoding: .json)
  }
}

// MARK: - Handed over

extension EventLoop {
  private func listen(
    at socket: HandedSocket, _ access: TCPAccess
  ) throws(TransportFault) -> Listening {
    switch socket.place {
    case .none: throw .notListening(descriptor: socket.descriptor, name: socket.name)
    case .unix(let name):
      let pipe = Handles.pipe(in: raw)
      let opened = UVStatus(uv_pipe_open(pipe, socket.descriptor))
      let stream = Handles.stream(pipe)
      let face = SessionFace(kind: .unix, encoding: .json)
      try begin(stream, opened, face, .openHere, at: name)
      return Listening(address: name, port: nil, encoding: .json)
    case .tcp(let address, let port):
      let place = address.description(port: port)
      guard let meaning = socket.meaning else { throw .unknownName(socket.name, of: place) }
      if access.far == nil, !address.isLoopback { throw .notLoopback(place) }
      var access = access
      access.isProxied = meaning.isProxied
      let tcp = Handles.tcp(in: raw)
      let opened = UVStatus(uv_tcp_open(tcp, socket.descriptor))
      let isSet = SocketOptions.set(on: socket.descriptor, transportLimits)
      let face = SessionFace(kind: .tcp, encoding: meaning.encoding, access: access.near)
      let status = isSet ? opened : UVStatus(UV_EINVAL.rawValue)
      try begin(Handles.stream(tcp), status, face, access, at: place)
      return Listening(address: place, port: port, encoding: meaning.encoding)
    }
  }

  /// Listens on a handle that was opened with a descriptor, or was not.
  private func begin(
    _ stream: Stream, _ opened: UVStatus, _ face: SessionFace, _ access: TCPAccess,
    at place: String
  ) throws(TransportFault) {
    if opened.isFailure {
      Handles.close(stream)
      throw .system(wanted: "listen on \(place)", reason: opened.reason)
    }
    try begin(Listener(stream, face: face, access: access, loop: self), at: place)
  }
}

extension TransportFault {
  fileprivate init(listeningAt address: String, _ status: UVStatus) {
    if status.is(UV_EADDRINUSE) {
      self = .addressInUse(address)
    } else if status.is(UV_EACCES) || status.is(UV_EPERM) || status.is(UV_EROFS) {
      self = .noPermission(address)
    } else if status.is(UV_EADDRNOTAVAIL) || status.is(UV_EAFNOSUPPORT) || status.is(UV_EINVAL) {
      self = .badAddress(address)
    } else {
      self = .system(wanted: "listen on \(address)", reason: status.reason)
    }
  }
}
