// What happens to people's accounts with providers, as it stands in the journal: nothing that a
// restart needs, and no secret.

public import Accounts
public import Bookings

/// What is written down of an account: in brief, as the vault keeps the rest.
public enum AccountChange: Hashable, Sendable {
  /// It is linked, or its pair of tokens was had anew.
  case linked(UserID, provider: String, edition: Int)
  /// It is not linked any more; the name of why (`ACCOUNT/REFUSED`), nil as the person wanted.
  case unlinked(UserID, provider: String, edition: Int, because: AccountCode?)

  /// How many octets the name of a provider has where it is written down.
  public static let providerOctets = 1...64

  /// Whose account it is.
  public var owner: UserID {
    switch self {
    case .linked(let owner, _, _), .unlinked(let owner, _, _, _): owner
    }
  }

  /// With whom.
  public var provider: String {
    switch self {
    case .linked(_, let provider, _), .unlinked(_, let provider, _, _): provider
    }
  }

  /// Which pair of tokens, counted from 1 over all that were ever kept.
  public var edition: Int {
    switch self {
    case .linked(_, _, let edition), .unlinked(_, _, let edition, _): edition
    }
  }
}
