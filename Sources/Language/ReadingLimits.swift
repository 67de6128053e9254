// The bounds of reading: no line, however long or odd, costs more than these allow.

/// A limit that left something of a line unread.
public enum ReadingLimit: String, Hashable, Sendable, CaseIterable {
  /// More octets than are looked at.
  case octets
  /// More words, numbers and signs than are looked at.
  case tokens
  /// Words that make more phrases than are looked for.
  case looks
  /// More telephone numbers than the library is asked about.
  case numbers
}

/// Bounds of what a reader looks at.
public struct ReadingLimits: Hashable, Sendable {
  /// Octets of a line that are looked at; the rest counts as unused.
  public var lineOctets = 4096
  /// Tokens of a line that are looked at; the rest counts as unused.
  public var tokens = 2048
  /// Constituents that may begin at one token.
  public var constituentsPerToken = 96
  /// Steps of matching that may be spent on one token.
  public var stepsPerToken = 1500
  /// What may be spent on matching a line, in constituents that are looked at: 3 ns each. A step of
  /// matching takes as long as several. All tokens have the same share, and what one leaves is for
  /// those before it, so that only a line is cut short whose words make many phrases each, by the
  /// hundred.
  public var looks = 500_000
  /// Tokens that one constituent may cover.
  public var constituentTokens = 40
  /// Words of a free text, as a title.
  public var textTokens = 24
  /// Words of a person's name.
  public var nameTokens = 4
  /// Telephone numbers of a line that the library is asked about: it takes some 40 µs for each.
  public var phones = 64
  /// People named before an address among whom the one is sought whose name it bears.
  public var ownersLookedAt = 32
  /// Tokens on either side of the sign of an address.
  public var addressTokens = 96
  /// Readings handed back.
  public var readings = 2
  /// Intents that are weighed for one line.
  public var intents = 8
  /// Words of a line that are compared with room names by spelling.
  public var spellingWords = 8
  /// Octets of a word that is compared by spelling.
  public var spellingOctets = 32
  /// Names that spelling may offer for a room nobody knows.
  public var spellingOffers = 3

  /// The most that is counted of anything: people, times, days. So many weeks in minutes still fit
  /// in a `Value`.
  static let countMax = 99_999

  /// The bounds that the program uses.
  public init() {}
}
