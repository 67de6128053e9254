// A telephone number as the whole world dials it, and what kind of line it reaches.

internal import CPhoneNumbers

/// A telephone number of ITU-T E.164: a country code and the number within that country.
///
/// Two numbers are equal if the same digits are dialled, however they were written.
public struct PhoneNumber: Hashable, Sendable {
  /// The digits after the `+`, the country code first; no country code begins with 0.
  let digits: UInt64

  init(digits: UInt64) { self.digits = digits }

  /// The number of that E.164 text, as `+4930901820`; nil unless it is a `+` and 7 to 15 digits,
  /// the first not 0.
  ///
  /// Only the form is looked at, so that a number once accepted can be read back for ever, although
  /// the ranges that countries give out change. What a person wrote is read by ``PhoneReader``.
  public init?(e164 text: some StringProtocol) {
    var octets = text.utf8.makeIterator()
    guard octets.next() == UInt8(ascii: "+") else { return nil }
    var value: UInt64 = 0
    var count = 0
    while let octet = octets.next() {
      guard (0x30...0x39).contains(octet), count < PhoneLimits.digitsMax, count > 0 || octet != 0x30
      else { return nil }
      value = value * 10 + UInt64(octet - 0x30)
      count += 1
    }
    guard count >= PhoneLimits.digitsMin else { return nil }
    digits = value
  }

  /// The number as E.164 writes it, as `+4930901820`.
  public var e164: String { "+\(digits)" }

  /// What kind of line the number reaches; looked up in the library's tables (tens of µs
  /// unless the number was read lately), and `other` where they do not know the number.
  public var kind: PhoneKind { PhoneKind(usher_phone_kind_of(digits)) }
}

extension PhoneNumber: Comparable {
  /// In the order of the numbers dialled, which keeps the numbers of one length together.
  public static func < (one: PhoneNumber, other: PhoneNumber) -> Bool { one.digits < other.digits }
}

extension PhoneNumber: CustomStringConvertible {
  /// The number as E.164 writes it.
  public var description: String { e164 }
}

/// What kind of line a number reaches, as far as its digits tell.
public enum PhoneKind: String, Sendable, CaseIterable {
  /// A mobile telephone.
  case mobile
  /// A line to a building, which often cannot take an SMS.
  case landline
  /// Either: some countries, as the United States, number both alike.
  case mobileOrLandline
  /// Anything else, as toll-free, premium-rate and shared-cost numbers, pagers, internet telephony.
  case other

  init(_ kind: usher_phone_kind) {
    switch kind {
    case usher_phone_mobile: self = .mobile
    case usher_phone_landline: self = .landline
    case usher_phone_mobile_or_landline: self = .mobileOrLandline
    default: self = .other
    }
  }

  /// Whether a person should be warned that an SMS may not arrive there.
  public var mayMissTexts: Bool {
    switch self {
    case .mobile, .mobileOrLandline: false
    case .landline, .other: true
    }
  }
}

/// The bounds within which a written number is looked at.
public enum PhoneLimits {
  /// Digits of an E.164 number, the country code among them (ITU-T E.164, 6.2).
  public static let digitsMax = 15
  /// Digits of the shortest number that is believed: a country code of two and five more.
  public static let digitsMin = 7
  /// Digits of a written number: those of E.164, a dialling prefix of up to 4 and a trunk 0.
  public static let writtenDigitsMax = 20
  /// Octets of a written number, with all that separates its digits.
  public static let writtenOctetsMax = 64
}
