// The country whose way of writing numbers is meant where no country code is said.

internal import CPhoneNumbers

/// A country or territory with telephone numbers of its own.
public struct PhoneRegion: Hashable, Sendable {
  /// Two capital letters (ISO 3166-1 alpha-2), as `DE`.
  public let code: String
  /// The digits dialled before a number within the country, as `0`; empty where there are none.
  let trunkPrefix: [UInt8]
  /// Whether people write those digits, so that a number without them looks incomplete. In North
  /// America they are the country code itself, and mostly left out.
  let writesTrunkPrefix: Bool

  /// Germany.
  public static let germany = PhoneRegion(code: "DE", countryCode: "49", trunkPrefix: "0")

  private init(code: String, countryCode: String, trunkPrefix: String) {
    self.code = code
    self.trunkPrefix = Array(trunkPrefix.utf8)
    writesTrunkPrefix = !trunkPrefix.isEmpty && trunkPrefix != countryCode
  }

  /// The region of that ISO 3166-1 alpha-2 code in capitals; nil if it has no telephone numbers.
  public init?(_ code: String) {
    guard code.utf8.count == 2, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      return nil
    }
    var found = usher_phone_find_region(code)
    guard found.country_code > 0 else { return nil }
    let trunk = withUnsafeBytes(of: &found.trunk_prefix) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    self.init(code: code, countryCode: String(found.country_code), trunkPrefix: trunk)
  }
}
