// The words by which a clause is known for one that tells how things are, and what joins clauses.

/// What a word says where it stands in a clause. The raw value is a bit each.
struct ClauseRoles: OptionSet, Sendable {
  let rawValue: UInt32

  /// Who does something, as `she`.
  static let subject = ClauseRoles(rawValue: 1)
  /// What stands before who does something, as `my` in `my boss`.
  static let owner = ClauseRoles(rawValue: 2)
  /// A verb that tells what somebody does or is.
  static let finite = ClauseRoles(rawValue: 4)
  /// It begins a reason, as `because`.
  static let reason = ClauseRoles(rawValue: 8)
  /// It begins that which follows from a reason, as `therefore`.
  static let consequence = ClauseRoles(rawValue: 16)
  /// With it a line begins that agrees to what was said before, as `ok`.
  static let agreement = ClauseRoles(rawValue: 32)
  /// It says that something stays, as `leave`.
  static let stay = ClauseRoles(rawValue: 64)
  /// It sets one clause against another, as `but`.
  static let contrast = ClauseRoles(rawValue: 128)
  /// It begins a reason where somebody stands behind it, as `since`.
  static let cause = ClauseRoles(rawValue: 256)
  /// With it a line begins that says yes to what was said before, as `ok`, but not `then`.
  static let assent = ClauseRoles(rawValue: 512)
  /// It says that nothing else can be or is as good, as `only`.
  static let constraint = ClauseRoles(rawValue: 1024)
  /// It sets what follows aside for something else, as `not`.
  static let contrary = ClauseRoles(rawValue: 2048)
  /// What stands behind it is left out, as behind `without`.
  static let without = ClauseRoles(rawValue: 524_288)
  /// An article that points at something known, as `the`.
  static let definite = ClauseRoles(rawValue: 4096)
  /// It may stand for a room, as `one` in `the one with the projector`.
  static let one = ClauseRoles(rawValue: 8192)
  /// With it begins what a thing has, as `with`.
  static let having = ClauseRoles(rawValue: 16384)
  /// It asks for something else than yes or no, as `when`.
  static let interrogative = ClauseRoles(rawValue: 32768)
  /// It says that something takes the place of what goes, as `instead`.
  static let instead = ClauseRoles(rawValue: 65536)
  /// It stands for a room that was spoken of, as `it` in `is it free`.
  static let pointing = ClauseRoles(rawValue: 131_072)
  /// It asks for whatever there is, as `anything`.
  static let whatever = ClauseRoles(rawValue: 262_144)
  /// It says that something was given up, as `cancelled`.
  static let cancelled = ClauseRoles(rawValue: 1_048_576)
  /// It says that something became otherwise, as `moved`.
  static let changed = ClauseRoles(rawValue: 2_097_152)
  /// It says that so much suffices, as `enough`.
  static let enough = ClauseRoles(rawValue: 4_194_304)

  /// The parts of the grammar that list the words of each. New ones come last: what was learned of
  /// lines knows them by their places.
  static let parts: KeyValuePairs<String, ClauseRoles> = [
    "subject": .subject, "owner": .owner, "finite": .finite, "reason": .reason,
    "consequence": .consequence, "agreement": .agreement, "stay": .stay, "contrast": .contrast,
    "cause": .cause, "assent": .assent,
    "constraint": .constraint, "contrary": .contrary, "definite": .definite,
    "one": .one, "having": .having, "interrogative": .interrogative,
    "instead": .instead, "pointing": .pointing, "whatever": .whatever,
    "without": .without, "cancelled": .cancelled, "changed": .changed,
    "enough": .enough,
  ]
}

/// The roles of all words, looked up in one step.
struct ClauseWords: Sendable {
  private let roles: [ClauseRoles]

  /// Of so many symbols those that the parts of the grammar list.
  init(count: Int, words: (String) -> [UInt16]) {
    var roles = [ClauseRoles](repeating: [], count: count)
    for (part, role) in ClauseRoles.parts {
      for word in words(part) { roles[Int(word)].insert(role) }
    }
    self.roles = roles
  }

  /// The roles of a word; none for one that the grammar does not know.
  func roles(of word: UInt16) -> ClauseRoles {
    Int(word) < roles.count ? roles[Int(word)] : []
  }
}
