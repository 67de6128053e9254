// The names by which programs know what became of an account, and why a link is refused at once.

/// What became of an account or of linking it. Codes are API: never renamed, never reused.
public enum AccountCode: String, Hashable, Codable, Sendable, CaseIterable {
  /// It is not linked.
  case unlinked = "ACCOUNT/UNLINKED"
  /// What was shown, or held, is over: link again.
  case expired = "ACCOUNT/EXPIRED"
  /// The provider or the service says no.
  case refused = "ACCOUNT/REFUSED"
  /// Less leave was given than is needed.
  case scope = "ACCOUNT/SCOPE"
  /// The provider does not take S256 (RFC 7636); `plain` is never used.
  case pkce = "ACCOUNT/PKCE"
  /// An address that the operator does not allow (rules R1, R4).
  case host = "ACCOUNT/HOST"
  /// Not where others read along (rule R16).
  case notPrivate = "ACCOUNT/PRIVATE"
  /// The person, or who may say so there, did not give leave.
  case denied = "ACCOUNT/DENIED"
  /// Not now: somebody could not be reached, or a limit is met.
  case later = "ACCOUNT/LATER"
}

/// Why no link is begun. Several may hold: they are told in this order, and the first gives the
/// code.
public enum LinkRefusal: Hashable, Sendable, CaseIterable {
  /// Others read along.
  case othersReadAlong
  /// The operator has not set up this provider.
  case providerUnknown
  /// The service lists no such account, and it was to be linked there.
  case notListed
  /// None of the ways that the operator allows can be gone from where the person is.
  case noWay
  /// An address leads where nothing may be asked.
  case hostNotAllowed
  /// The account is being removed at this moment.
  case beingRemoved
  /// The owner has as many accounts as one may have.
  case accountsFull
  /// As many links of the owner are open as may be.
  case attemptsOpen
  /// The owner has begun as many links within an hour as one may.
  case attemptsThisHour

  /// What programs know it by.
  public var code: AccountCode {
    switch self {
    case .othersReadAlong: .notPrivate
    case .providerUnknown, .notListed, .noWay: .unlinked
    case .hostNotAllowed: .host
    case .beingRemoved, .accountsFull, .attemptsOpen, .attemptsThisHour: .later
    }
  }
}
