// What the first octets of a connection say: our line, or another protocol by mistake or by malice.

/// Octets with a meaning to framing.
enum Octet {
  static let nul: UInt8 = 0x00
  static let lf: UInt8 = 0x0A
  static let cr: UInt8 = 0x0D
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

/// What the first octets of a connection are.
enum ProtocolOpening: Equatable {
  /// Too few octets to say.
  case undecided
  /// A line of this protocol.
  case ours
  /// A line of this protocol that can only be JSON.
  case json
  /// Another protocol.
  case hopeless(ConnectionFault)

  /// The first five octets of a PROXY header, version 2; no line of ours has a NUL.
  static let proxyHeader = Array(ProxyHeader.signature.prefix(5))

  /// Methods of HTTP (RFC 9110 section 9.3, RFC 5789) and the preface of HTTP/2.
  private static let httpMethods = [
    "GET ", "POST ", "HEAD ", "PUT ", "DELETE ", "OPTIONS ", "PATCH ", "TRACE ", "CONNECT ",
    "PRI * HTTP/",
  ]

  private static let strangers: [(octets: [UInt8], fault: ConnectionFault)] =
    httpMethods.map { (Array($0.utf8), .http) } + [
      ([0x16, 0x03], .tls),
      (Array("SSH-".utf8), .forbidden),
      (Array("PROXY ".utf8), .forbidden),
      (proxyHeader, .forbidden),
    ]

  /// Judges the first octets that are no line end; the decision falls with a certain octet, however
  /// the octets arrive.
  init(of octets: ArraySlice<UInt8>, refusesOthers: Bool, isAtEnd: Bool) {
    guard let first = octets.first else {
      self = .undecided
      return
    }
    if first == UInt8(ascii: "{") {
      self = .json
      return
    }
    self = .ours
    guard refusesOthers else { return }
    for stranger in Self.strangers {
      if octets.starts(with: stranger.octets) {
        self = .hopeless(stranger.fault)
        return
      }
      if !isAtEnd, stranger.octets.starts(with: octets) { self = .undecided }
    }
  }
}
