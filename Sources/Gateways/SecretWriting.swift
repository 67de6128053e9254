// Writes JSON and forms of the web with secrets in them, octet by octet: a text of Swift could not
// be overwritten afterwards.

internal import JSON
internal import Mobility

/// Octets being written, some of them secret.
struct SecretWriting {
  /// What is written so far.
  private(set) var octets: [UInt8] = []
  /// How many secrets found their place.
  private(set) var secretsWritten = 0

  /// Room for all that will be written: growing would leave copies behind.
  init(octetsMax: Int) { octets.reserveCapacity(octetsMax) }

  /// Takes out what is written, to be overwritten after use.
  mutating func take() -> WipedOctets { WipedOctets(taking: &octets) }

  /// Writes as it is.
  mutating func write(_ text: String) { octets.append(contentsOf: text.utf8) }

  /// Writes as it is.
  mutating func write(_ secret: Secret) {
    secretsWritten += 1
    secret.reveal { octets.append(contentsOf: $0) }
  }

  /// Writes as compact JSON, secrets where the paths say.
  mutating func writeJSON(
    _ value: JSONValue, _ secrets: [JSONPath: Secret], at path: JSONPath = .root
  ) {
    if let secret = secrets[path] { return writeJSON(secret) }
    switch value {
    case .array(let elements):
      write("[")
      for (place, element) in elements.enumerated() {
        if place > 0 { write(",") }
        writeJSON(element, secrets, at: path.appending(place))
      }
      write("]")
    case .object(let object):
      write("{")
      for (place, member) in object.members.enumerated() {
        if place > 0 { write(",") }
        JSONValue.string(member.name).write(into: &octets)
        write(":")
        writeJSON(member.value, secrets, at: path.appending(member.name))
      }
      write("}")
    case .null, .bool, .integer, .number, .string: value.write(into: &octets)
    }
  }

  private mutating func writeJSON(_ secret: Secret) {
    secretsWritten += 1
    write("\"")
    secret.reveal { secret in
      for octet in secret {
        switch octet {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): octets += [UInt8(ascii: "\\"), octet]
        case ..<0x20: octets += [0x5C, 0x75, 0x30, 0x30, Self.hex(octet >> 4), Self.hex(octet)]
        default: octets.append(octet)
        }
      }
    }
    write("\"")
  }

  /// Writes as a part of a form of the web (and of Basic, RFC 6749 section 2.3.1).
  mutating func writeEncoded(_ text: String) {
    for octet in text.utf8 { writeEncoded(octet) }
  }

  /// Writes as a part of a form of the web.
  mutating func writeEncoded(_ secret: Secret) {
    secretsWritten += 1
    secret.reveal { for octet in $0 { writeEncoded(octet) } }
  }

  private mutating func writeEncoded(_ octet: UInt8) {
    switch octet {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"):
      octets.append(octet)
    default: octets += [UInt8(ascii: "%"), Self.hex(octet >> 4), Self.hex(octet)]
    }
  }

  /// Replaces what was written from a place on by its Base64, RFC 4648.
  mutating func encodeBase64(from start: Int) {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var plain = Array(octets[start...])
    defer { plain.wipe() }
    octets.wipe(from: start)
    for first in stride(from: 0, to: plain.count, by: 3) {
      let three = plain[first..<min(first + 3, plain.count)]
      let bits = three.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - three.count))
      for sextet in 0..<4 {
        octets.append(
          sextet <= three.count ? letters[bits >> (18 - 6 * sextet) & 0x3F] : UInt8(ascii: "="))
      }
    }
  }

  private static func hex(_ octet: UInt8) -> UInt8 {
    let digit = octet & 0x0F
    return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
  }
}
