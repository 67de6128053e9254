// An address somebody landed on: where that is, and the members of its query.

internal import Mobility

/// An address with a query. The secrets in it never become text.
struct LandedAddress {
  /// Without query and fragment.
  let place: WebAddress
  /// The members of the query by their names; nil where one is there twice, or cannot be read.
  private let members: [String: Secret?]

  /// Those that mean something to us (RFC 6749 §4.1.2, RFC 9207 §2); all others are ignored.
  private static let names: Set = ["state", "code", "error", "error_description", "iss"]

  /// What an address says; nil if it is none, or too long. Blanks around one that was pasted are
  /// no part of it.
  init?(_ address: Secret, limits: VaultLimits) {
    let read = address.reveal { octets -> (WebAddress, [String: Secret?])? in
      guard octets.count <= limits.landingOctetsMax else { return nil }
      let isBlank = { (octet: UInt8) in octet <= 0x20 }
      guard let first = octets.firstIndex(where: { !isBlank($0) }),
        let last = octets.lastIndex(where: { !isBlank($0) })
      else { return nil }
      let whole = octets[first...last]
      guard whole.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
      let sent = whole.prefix { $0 != UInt8(ascii: "#") }
      let place = sent.prefix { $0 != UInt8(ascii: "?") }
      guard let address = WebAddress(String(decoding: place, as: UTF8.self)) else { return nil }
      return (address, Self.members(of: sent.dropFirst(place.count + 1)))
    }
    guard let read else { return nil }
    (place, members) = read
  }

  private static func members(of query: ArraySlice<UInt8>) -> [String: Secret?] {
    var members: [String: Secret?] = [:]
    for pair in query.split(separator: UInt8(ascii: "&")) {
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      guard let octets = PercentCoding.decoded(name) else { continue }
      let text = String(decoding: octets, as: UTF8.self)
      guard Self.names.contains(text) else { continue }
      if members.keys.contains(text) {
        // Once at most (RFC 6749 §3.1); nobody says which is meant.
        members.updateValue(nil, forKey: text)
      } else {
        let value = PercentCoding.decoded(pair.dropFirst(name.count + 1))
        members.updateValue(value.map { Secret($0) }, forKey: text)
      }
    }
    return members
  }

  /// A member that is secret; nil if it is missing or empty.
  func secret(_ name: String) -> Secret? {
    guard let secret = members[name] ?? nil, secret.count > 0 else { return nil }
    return secret
  }

  /// A member that may be told, of which no more than so many octets; nil if it is missing, empty
  /// or no text.
  func text(_ name: String, octetsMax: Int) -> String? {
    guard let secret = secret(name),
      let text = secret.reveal({ String(validating: $0, as: UTF8.self) })
    else { return nil }
    guard text.utf8.count > octetsMax else { return text }
    var cut = ""
    for character in text {
      guard cut.utf8.count + character.utf8.count <= octetsMax else { break }
      cut.append(character)
    }
    return cut
  }
}
