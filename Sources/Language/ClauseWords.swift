// The words by which a clause is known for one that tells how things are, and what joins clauses.

/// Words, by their symbols, that are known by where they stand in a clause.
struct ClauseWords: Sendable {
  /// Who does something, as `she`.
  let subjects: [UInt16]
  /// What stands before who does something, as `my` in `my boss`.
  let owners: [UInt16]
  /// Verbs that tell what somebody does or is.
  let finites: [UInt16]
  /// What begins a reason, as `because`.
  let reasons: [UInt16]
  /// What begins that which follows from a reason, as `therefore`.
  let consequences: [UInt16]
  /// What begins a line that agrees to what was said before, as `ok`.
  let agreements: [UInt16]

  /// The parts of the grammar that have them.
  static let parts = ["subject", "owner", "finite", "reason", "consequence", "agreement"]

  init(words: (String) -> [UInt16]) {
    subjects = words("subject")
    owners = words("owner")
    finites = words("finite")
    reasons = words("reason")
    consequences = words("consequence")
    agreements = words("agreement")
  }
}
