// Who connected through a proxy, from the first octets of a connection. For listeners that are told
// to expect it: elsewhere anybody could claim to be anybody, and `LineFramer` refuses it.

/// Who is behind a proxy.
public enum ProxyPeer: Hashable, Sendable {
  /// A peer with an address, 4 octets (IPv4) or 16 (IPv6) in network order, and its port.
  case address([UInt8], port: UInt16)
  /// A peer on the proxy's machine; the path of its socket tells nothing here.
  case unix
  /// A peer that the proxy does not tell of, or not of a connection.
  case unspecified
}

/// The header of the PROXY protocol, version 2 (haproxy's `proxy-protocol.txt`, section 2.2).
/// Version 1, which is text, is refused: where it ends must be looked for among a stranger's
/// octets.
public enum ProxyHeader: Hashable, Sendable {
  /// Too few octets to say.
  case undecided
  /// The proxy connected for itself, as it does to see whether we live: the real peer is who
  /// connected. So many octets are the header's.
  case local(length: Int)
  /// The proxy connected for somebody. So many octets are the header's.
  case peer(ProxyPeer, length: Int)
  /// No header, or one that is wrong: close, and say nothing.
  case refused

  /// Judges all octets that a connection has brought up to now. The decision falls with a certain
  /// octet, however they arrive; what comes behind the header changes nothing.
  public init(
    of octets: some Collection<UInt8>, limits: ProtocolLimits = ProtocolLimits()
  ) {
    let head = Array(octets.prefix(Self.fixedOctets + Family.inet6.octets))
    self = Self.judge(head, arrived: octets.count, octetsMax: limits.proxyHeaderOctetsMax)
  }

  /// No line of ours begins with these: there is a NUL in them.
  static let signature: [UInt8] = [
    0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
  ]

  /// The signature, version and command, family and transport, and the length of the rest.
  private static let fixedOctets = 16

  /// The upper half of the 14th octet.
  private enum Family: UInt8 {
    case unspecified = 0
    case inet
    case inet6
    case unix

    /// Octets of both addresses and, but for `unix`, both ports.
    var octets: Int {
      switch self {
      case .unspecified: 0
      case .inet: 2 * (4 + 2)
      case .inet6: 2 * (16 + 2)
      case .unix: 2 * 108
      }
    }
  }

  /// The lower half of it.
  private enum Transport: UInt8 {
    case unspecified = 0
    case stream
    case datagram
  }

  private static func judge(_ head: [UInt8], arrived: Int, octetsMax: Int) -> ProxyHeader {
    guard signature.starts(with: head.prefix(signature.count)) else { return .refused }
    guard head.count > 12 else { return .undecided }
    let isLocal = head[12] == 0x20
    guard isLocal || head[12] == 0x21 else { return .refused }
    guard head.count > 13 else { return .undecided }
    let family = Family(rawValue: head[13] >> 4)
    let transport = Transport(rawValue: head[13] & 0x0F)
    // What a proxy says of a connection of its own is not looked at, whatever it is.
    if !isLocal, family == nil || transport == nil { return .refused }
    guard head.count >= fixedOctets else { return .undecided }
    let rest = Int(head[14]) << 8 | Int(head[15])
    let length = fixedOctets + rest
    if length > octetsMax { return .refused }
    if !isLocal, rest < family?.octets ?? 0 { return .refused }
    // Behind the addresses there may be more (TLVs): it counts, and nobody reads it.
    guard arrived >= length else { return .undecided }
    guard !isLocal, let family, let transport else { return .local(length: length) }
    return .peer(peer(family, transport, head[fixedOctets...]), length: length)
  }

  /// The source: its address stands first, its port behind both addresses.
  private static func peer(
    _ family: Family, _ transport: Transport, _ octets: ArraySlice<UInt8>
  ) -> ProxyPeer {
    // Valid, and nothing that could be connected to us: as if the proxy had not told.
    guard transport == .stream else { return .unspecified }
    switch family {
    case .unspecified: return .unspecified
    case .unix: return .unix
    case .inet, .inet6:
      let addressOctets = family == .inet ? 4 : 16
      let address = Array(octets.prefix(addressOctets))
      let port = octets.dropFirst(2 * addressOctets).prefix(2)
        .reduce(UInt16(0)) { $0 << 8 | UInt16($1) }
      return .address(address, port: port)
    }
  }
}
