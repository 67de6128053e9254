// What the vault tells of the attempts to link an account: all but the secrets.

public import Accounts
public import CivilTime

/// An attempt to link an account, whose secrets are kept until it ends.
public struct ListedAttempt: Hashable, Sendable {
  /// As the book counts it.
  public var id: AttemptID
  /// Which account is to be linked.
  public var key: AccountKey
  /// When it ends without a word.
  public var expires: Instant

  /// An attempt to link an account.
  public init(id: AttemptID, key: AccountKey, expires: Instant) {
    (self.id, self.key, self.expires) = (id, key, expires)
  }
}
