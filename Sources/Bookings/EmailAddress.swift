// What counts as an e-mail address: the dot-atom form of RFC 5321, without quoted local parts.

public import CivilTime

/// An address that mail can be sent to, as far as its form tells.
public struct EmailAddress: Hashable, Sendable, CustomStringConvertible {
  /// Why a text is no address.
  public enum Fault: String, Error, Hashable, Sendable {
    /// There is no `@`, or more than one.
    case atSign
    /// Nothing, more than 64 octets, or a forbidden sign before the `@`.
    case localPart
    /// After the `@` stands no domain of two labels or more, or a label is malformed.
    case domain
    /// More than 254 octets (RFC 5321 §4.5.3.1.3 less the angle brackets).
    case tooLong
  }

  /// The address as written.
  public let text: String

  /// The address that a text is.
  ///
  /// Letters beyond ASCII are accepted (RFC 6531). Two addresses are one if they differ only in
  /// the case of ASCII letters (`key`).
  /// - Throws: why it is none.
  public init(_ text: String) throws(Fault) {
    let octets = Array(text.utf8)
    guard octets.count <= 254 else { throw .tooLong }
    let parts = octets.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .atSign }
    guard (1...64).contains(parts[0].count), Self.isDotAtom(parts[0]) else { throw .localPart }
    guard Self.isDomain(parts[1]) else { throw .domain }
    self.text = text
  }

  /// By which two addresses are compared: ASCII letters in lower case.
  public var key: String { text.lowercased() }

  /// The address as written.
  public var description: String { text }

  private static func isDotAtom(_ octets: ArraySlice<UInt8>) -> Bool {
    octets.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { atom in !atom.isEmpty && atom.allSatisfy(isAtomText) }
  }

  private static func isAtomText(_ octet: UInt8) -> Bool {
    isLetterOrDigit(octet) || octet >= 0x80 || "!#$%&'*+-/=?^_`{|}~".utf8.contains(octet)
  }

  private static func isDomain(_ octets: ArraySlice<UInt8>) -> Bool {
    let labels = octets.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count >= 2, let last = labels.last, last.count >= 2,
      !last.allSatisfy({ (0x30...0x39).contains($0) })
    else { return false }
    return labels.allSatisfy { label in
      (1...63).contains(label.count) && label.first != UInt8(ascii: "-")
        && label.last != UInt8(ascii: "-")
        && label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 >= 0x80 }
    }
  }

  private static func isLetterOrDigit(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}

extension EmailAddress: WrittenAsText {
  /// The address as written.
  public var written: String { text }
  /// Reads an address.
  public init?(written: String) {
    do throws(Fault) {
      try self.init(written)
    } catch {
      return nil
    }
  }
}
