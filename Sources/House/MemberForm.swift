// What the value of a member of a file may be: checked by, and told to people, from one value.

internal import JSON

/// What the value of a member may be.
public indirect enum MemberForm: Hashable, Sendable {
  /// A whole number in a range, of something.
  case wholeNumber(ClosedRange<Int64>, unit: String)
  /// One of some whole numbers of something.
  case numberOf([Int64], unit: String)
  /// `true` or `false`.
  case truth
  /// Text on one line, of so many octets at most.
  case text(octetsMax: Int)
  /// One word of ASCII without a space, of so many octets at most.
  case oneWord(octetsMax: Int)
  /// One of some words.
  case word([String])
  /// A list of values, so many at most.
  case list(MemberForm, max: Int)
  /// `HH:MM`, to 24:00.
  case clockTime
  /// `YYYY-MM-DD`, or two of them with a slash between: from one day to another.
  case days
  /// The name of a zone.
  case zone
  /// Two capital letters of ISO 3166-1.
  case region
  /// A path in the file system.
  case path
  /// A path in the file system or `:memory:`.
  case storePlace
  /// Where passes go.
  case gateway
  /// The address of a proxy.
  case proxy
  /// An object from numbers in a range to words.
  case words(for: ClosedRange<Int64>, of: [String])
  /// A whole number in a range, or `"off"`.
  case rate(ClosedRange<Int64>)
  /// An e-mail address.
  case email
  /// A telephone number as people of the house's region write it.
  case phone
  /// A size in square metres as gateways write it.
  case size
  /// A list of rooms.
  case rooms
  /// A list of providers.
  case providers
  /// An address on the web.
  case address
  /// Anything: it is passed over.
  case anything
}
