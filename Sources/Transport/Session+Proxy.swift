// What comes first on a connection through a proxy: who connects. Until that is known the agent
// hears nothing of it.

internal import BookingAgent
internal import LineProtocol

extension Session {
  /// Waits for a PROXY header before the agent hears of the connection.
  func awaitProxyHeader() {
    hasToldGone = true
    proxyOctets = []
    flow.patience.line = UInt64(loop.transportLimits.proxyHeaderSeconds) * 1_000
    flow.keepsOctets(1, at: loop.now)
  }

  /// Takes octets of a PROXY header, and what comes behind it.
  func takeProxyHeader(_ octets: UnsafeRawBufferPointer) {
    let all = (proxyOctets ?? []) + Array(octets)
    let length: Int
    switch ProxyHeader(of: all, limits: loop.limits) {
    case .undecided:
      proxyOctets = all
      return
    case .refused: return shut()
    case .local(let octets): length = octets
    case .peer(let peer, let octets):
      length = octets
      // Who is on this machine is let in as ever; all others sign in, be it open here.
      if !peer.isNear { face.access = .token }
    }
    proxyOctets = nil
    flow.patience = loop.patience(in: mode, isSocket: isSocket)
    flow.heardLine(at: loop.now)
    hasToldGone = false
    loop.collect(.opened(id, face))
    if length < all.count { all[length...].withUnsafeBytes { frame($0) } }
  }
}

extension ProxyPeer {
  /// Whether it is on this machine.
  fileprivate var isNear: Bool {
    switch self {
    case .address(let octets, port: _):
      (octets.count == 4 ? SocketAddress.v4(octets) : .v6(octets)).isLoopback
    case .unix: true
    case .unspecified: false
    }
  }
}
