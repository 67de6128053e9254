// Reads the telephone numbers that people write, and says where it had to guess.

internal import CPhoneNumbers

/// Reads numbers as people of one region write them.
///
/// `030 901820`, `030/90 18 20`, `(030) 90-18-20`, `+49 (0)30 901820`, `0049…`, `tel:+49-30-901820`
/// are one number. Without a country code the region's is meant. Digits that begin neither with `+`
/// nor with what is dialled first in the region are asked about, unless nothing but a mobile number
/// of the region fits them. Dates and times look like numbers too: they must have claimed their
/// octets before.
public struct PhoneReader: Sendable {
  /// The region of numbers without a country code.
  public let region: PhoneRegion

  /// A reader for numbers written in that region.
  public init(region: PhoneRegion) { self.region = region }

  /// What a text says, all of it read as one number.
  public func read(_ text: String) -> PhoneReading { read(octets: Array(text.utf8)[...]) }

  /// What the octets of UTF-8 text say, all of them read as one number.
  public func read(octets: ArraySlice<UInt8>) -> PhoneReading {
    switch WrittenNumber.read(octets) {
    case .failure(let fault): .invalid(fault)
    case .success(let written) where written.hasPlus: look(up: written.digits, plus: true).certain
    case .success(let written): readWithoutPlus(written.digits)
    }
  }

  private func readWithoutPlus(_ digits: [UInt8]) -> PhoneReading {
    let home = look(up: digits, plus: false)
    if home.source == usher_phone_from_dialling_prefix { return home.certain }
    if !region.trunkPrefix.isEmpty, digits.starts(with: region.trunkPrefix) { return home.certain }

    let abroad = look(up: digits, plus: true)
    guard let number = abroad.number ?? home.number else { return home.certain }
    // Where home has no mark, digits that fit it are of home, unless its country code begins them.
    let isHome =
      region.writesTrunkPrefix
      ? abroad.number == nil && home.kind == .mobile
      : home.number != nil && abroad.number != home.number
    return isHome ? home.certain : .ambiguous(number)
  }

  private func look(up digits: [UInt8], plus: Bool) -> LookedUp {
    let text = (plus ? [UInt8(ascii: "+")] : []) + digits
    let found = text.withUnsafeBufferPointer { octets in
      octets.withMemoryRebound(to: CChar.self) {
        usher_phone_read($0.baseAddress, $0.count, region.code)
      }
    }
    return LookedUp(found)
  }
}

/// What the library says of digits.
private struct LookedUp {
  let certain: PhoneReading
  let number: PhoneNumber?
  let kind: PhoneKind
  let source: usher_phone_country_source

  init(_ found: usher_phone_reading) {
    source = found.source
    kind = PhoneKind(found.kind)
    number = found.outcome == usher_phone_valid ? PhoneNumber(digits: found.digits) : nil
    switch found.outcome {
    case usher_phone_valid: certain = .number(PhoneNumber(digits: found.digits))
    case usher_phone_too_short: certain = .invalid(.tooShort)
    case usher_phone_too_long: certain = .invalid(.tooLong)
    case usher_phone_unknown_country: certain = .invalid(.unknownCountry)
    case usher_phone_unassigned: certain = .invalid(.unassigned)
    default: certain = .invalid(.notANumber)
    }
  }
}
