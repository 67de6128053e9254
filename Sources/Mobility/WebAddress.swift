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
    let octets = Array(text.utf8)
    guard octets.count <= octetsMax, octets.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    let secure = Array("https://".utf8)
    let plain = Array("http://".utf8)
    let start: Int
    if Self.begins(octets, with: secure) {
      (isSecure, start) = (true, secure.count)
    } else if Self.begins(octets, with: plain) {
      (isSecure, start) = (false, plain.count)
    } else {
      return nil
    }
    let ends = Array("/?#".utf8)
    let end = octets[start...].firstIndex { ends.contains($0) } ?? octets.endIndex
    guard let place = Self.hostAndPort(octets[start..<end]) else { return nil }
    host = place.host
    port = place.port ?? (isSecure ? 443 : 80)
    let rest = octets[end...].prefix { $0 != UInt8(ascii: "#") }
    let target = String(decoding: rest, as: UTF8.self)
    self.target = target.hasPrefix("/") ? target : "/" + target
  }

  private init(isSecure: Bool, host: String, port: Int, target: String) {
    (self.isSecure, self.host, self.port, self.target) = (isSecure, host, port, target)
  }

  private static func begins(_ octets: [UInt8], with scheme: [UInt8]) -> Bool {
    octets.count > scheme.count
      && zip(octets, scheme).allSatisfy { $0 == $1 || $0 | 0x20 == $1 && $0 < $1 }
  }

  private static func hostAndPort(_ octets: ArraySlice<UInt8>) -> (host: String, port: Int?)? {
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
    let trimmed = text.drop { $0 == " " }
    // What is no letter of ASCII stands in no address anyway.
    if let colon = trimmed.utf8.firstIndex(of: UInt8(ascii: ":")),
      trimmed.utf8[..<colon].allSatisfy({ (0x61...0x7A).contains($0 | 0x20) })
    {
      return WebAddress(trimmed, octetsMax: octetsMax)
    }
    if trimmed.hasPrefix("//") {
      return WebAddress((isSecure ? "https:" : "http:") + trimmed, octetsMax: octetsMax)
    }
    let base: Substring
    if trimmed.hasPrefix("/") {
      base = ""
    } else if trimmed.hasPrefix("?") {
      base = path[...]
    } else {
      base = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    }
    return WebAddress(origin + Self.withoutDots(String(base) + trimmed), octetsMax: octetsMax)
  }

  /// A path without `.` and `..`, RFC 3986 §5.2.4; what follows a question mark stays.
  private static func withoutDots(_ target: String) -> String {
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
