// What a written number can turn out to be.

/// What a text says, read as a telephone number.
public enum PhoneReading: Hashable, Sendable {
  /// Exactly this number.
  case number(PhoneNumber)
  /// Digits that begin neither with `+` nor with a prefix that is dialled, as `49171…`: probably
  /// this number, but the person should be asked, because a pass opens a door.
  case ambiguous(PhoneNumber)
  /// No number that a pass could be sent to.
  case invalid(PhoneFault)
}

/// Why a text is no telephone number; the raw value is a code for programs.
public enum PhoneFault: String, Sendable, CaseIterable {
  /// Something else than digits and what separates them, or a `+` or bracket out of place.
  case notANumber
  /// Digits are missing, perhaps the area code.
  case tooShort
  /// More digits than a number of that country, or of E.164, can have.
  case tooLong
  /// No country has the code after the `+` or `00`.
  case unknownCountry
  /// The length is right, but the country has given out no such number: most often a slip.
  case unassigned
  /// An extension stands behind the number, and a pass cannot be sent to an extension.
  case hasExtension
}
