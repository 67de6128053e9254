// Addresses as the service writes them: absolute or relative to where the answer came from. What
// stands behind the path may hold a token: it never prints.

/// An absolute web address, RFC 3986, of `https` or `http`, without user information.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  /// Whether it is of `https`.
  public let isSecure: Bool
  /// In lower case; a name or an address in ASCII.
  public let host: String
  /// As written, or what is usual for the scheme.
  public let port: Int
  /// From the first slash on, with the query; at least a slash. No fragment.
  public let target: String

  /// An address as text, or none: another scheme, user information, a host that is no ASCII name,
  /// blanks or controls, a text that is too long.
  public init?(_ text: some StringProtocol, octetsMax: Int = 4_096) {
    var text = String(text)
    guard let parts = text.withUTF8({ Self.parts(of: $0, octetsMax: octetsMax) }) else {
      return nil
    }
    (isSecure, host, port, target) = parts
  }

  private typealias Octets = UnsafeBufferPointer<UInt8>

  private static func parts(
    of octets: Octets, octetsMax: Int
  ) -> (isSecure: Bool, host: String, port: Int, target: String)? {
    guard octets.count <= octetsMax, octets.allSatisfy(signs.contains) else { return nil }
    let (secure, plain): (StaticString, StaticString) = ("https://", "http://")
    let isSecure = begins(octets, with: secure)
    guard isSecure || begins(octets, with: plain) else { return nil }
    let rest = octets[(isSecure ? secure : plain).utf8CodeUnitCount...]
    let end = rest.firstIndex(where: endsHost) ?? rest.endIndex
    guard let place = hostAndPort(rest[..<end]) else { return nil }
    let said = rest[end...].prefix { $0 != UInt8(ascii: "#") }
    let target = String(decoding: said, as: UTF8.self)
    return (
      isSecure, place.host, place.port ?? (isSecure ? 443 : 80),
      said.first == UInt8(ascii: "/") ? target : "/" + target
    )
  }

  /// What stands in addresses: no blank, no control, nothing but ASCII.
  private static let signs: ClosedRange<UInt8> = 0x21...0x7E

  private static func endsHost(_ octet: UInt8) -> Bool {
    octet == UInt8(ascii: "/") || octet == UInt8(ascii: "?") || octet == UInt8(ascii: "#")
  }

  private init(isSecure: Bool, host: String, port: Int, target: String) {
    (self.isSecure, self.host, self.port, self.target) = (isSecure, host, port, target)
  }

  private static func begins(_ octets: Octets, with scheme: StaticString) -> Bool {
    scheme.withUTF8Buffer { scheme in
      octets.count > scheme.count
        && zip(octets, scheme).allSatisfy { $0 == $1 || $0 | 0x20 == $1 && $0 < $1 }
    }
  }

  private static func hostAndPort(_ octets: Slice<Octets>) -> (host: String, port: Int?)? {
    let colon = octets.lastIndex(of: UInt8(ascii: ":"))
    let isBracketed = octets.first == UInt8(ascii: "[")
    let bracket = octets.firstIndex(of: UInt8(ascii: "]"))
    let hostEnd: Int
    if isBracketed {
      guard let bracket else { return nil }
      hostEnd = bracket + 1
    } else {
      hostEnd = colon ?? octets.endIndex
    }
    let host = octets[octets.startIndex..<hostEnd]
    let isName = host.allSatisfy { octet in
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"): isBracketed
      default: false
      }
    }
    guard !host.isEmpty, host.count <= 255, isName else { return nil }
    let lowered = host.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    let name = String(decoding: lowered, as: UTF8.self)
    guard hostEnd < octets.endIndex else { return (name, nil) }
    guard octets[hostEnd] == UInt8(ascii: ":") else { return nil }
    let digits = octets[(hostEnd + 1)...]
    guard digits.count <= 5, digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = Int(String(decoding: digits, as: UTF8.self)), (1...65_535).contains(port)
    else { return nil }
    return (name, port)
  }

  /// What an answer from here means by an address: absolute, from the root of the host, or beside
  /// the last part of the path.
  public func resolving(_ text: String, octetsMax: Int = 4_096) -> WebAddress? {
    let trimmed = Substring(text.utf8.drop { $0 == UInt8(ascii: " ") })
    // What is no letter of ASCII stands in no address anyway.
    if let colon = trimmed.utf8.firstIndex(of: UInt8(ascii: ":")),
      trimmed.utf8[..<colon].allSatisfy({ (0x61...0x7A).contains($0 | 0x20) })
    {
      return WebAddress(trimmed, octetsMax: octetsMax)
    }
    let slash = UInt8(ascii: "/")
    let begin = trimmed.utf8.prefix(2)
    if begin.count == 2, begin.allSatisfy({ $0 == slash }) {
      return WebAddress((isSecure ? "https:" : "http:") + trimmed, octetsMax: octetsMax)
    }
    guard trimmed.utf8.allSatisfy(Self.signs.contains) else { return nil }
    let said = Substring(trimmed.utf8.prefix { $0 != UInt8(ascii: "#") })
    var path = Substring(target.utf8.prefix { $0 != UInt8(ascii: "?") })
    if begin.first == slash {
      path = ""
    } else if begin.first != UInt8(ascii: "?"), let last = path.utf8.lastIndex(of: slash) {
      path = path[...last]
    }
    let target = Self.withoutDots(String(path + said))
    guard origin.utf8.count + target.utf8.count <= octetsMax else { return nil }
    return WebAddress(isSecure: isSecure, host: host, port: port, target: target)
  }

  /// A path without `.` and `..`, RFC 3986 §5.2.4; what follows a question mark stays.
  private static func withoutDots(_ target: String) -> String {
    guard target.utf8.contains(UInt8(ascii: ".")) || target.utf8.first != UInt8(ascii: "/") else {
      return target
    }
    let mark = target.firstIndex(of: "?") ?? target.endIndex
    var parts: [Substring] = []
    let steps = target[..<mark].split(separator: "/", omittingEmptySubsequences: false)
    for (place, step) in steps.enumerated() {
      let isLast = place == steps.count - 1
      switch step {
      case ".": if isLast { parts.append("") }
      case "..":
        if parts.count > 1 { parts.removeLast() }
        if isLast { parts.append("") }
      default: parts.append(step)
      }
    }
    let path = parts.joined(separator: "/")
    return (path.hasPrefix("/") ? path : "/" + path) + target[mark...]
  }

  /// Scheme, host and port: `https://api.example.org`.
  public var origin: String {
    let usual = isSecure ? 443 : 80
    return (isSecure ? "https://" : "http://") + host + (port == usual ? "" : ":\(port)")
  }

  /// The path without the query.
  public var path: String { String(target.prefix { $0 != "?" }) }

  /// What is sent, and shown to whom it is meant for. It may hold a token.
  public var text: String { origin + target }

  /// As it may be printed: scheme, host and path; a query is `?…`.
  public var description: String { origin + path + (target.contains("?") ? "?…" : "") }

  /// The same with one more pair in the query, already in the form of a query.
  public func adding(_ name: String, _ value: String) -> WebAddress {
    let mark = target.contains("?") ? "&" : "?"
    return WebAddress(
      isSecure: isSecure, host: host, port: port, target: "\(target)\(mark)\(name)=\(value)")
  }
}

extension WebAddress: CustomDebugStringConvertible {
  /// As it may be printed.
  public var debugDescription: String { description }
}

extension WebAddress: CustomReflectable {
  /// Nothing: a dump of what holds an address shows it as it may be printed.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// To which hosts a request may go (rule R1): those of the configured bases, and others that are
/// allowed by name, over `https`; over `http` to this machine alone, where a base says so.
public struct AllowedHosts: Hashable, Sendable {
  private var places: Set<String>

  /// The hosts of the bases, and of others by name or `name:port`.
  public init(bases: [WebAddress], others: [String] = []) {
    places = Set(bases.map(\.origin))
    places.formUnion(others.compactMap { WebAddress("https://\($0)/")?.origin })
  }

  /// Whether a request may go there.
  public func allows(_ address: WebAddress) -> Bool {
    guard places.contains(address.origin) else { return false }
    return address.isSecure || Self.isThisMachine(address.host)
  }

  private static func isThisMachine(_ host: String) -> Bool {
    host == "127.0.0.1" || host == "[::1]" || host == "localhost"
  }
}
