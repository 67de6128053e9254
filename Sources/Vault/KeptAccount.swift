// What the vault tells of its rows: all but the secrets.

public import CivilTime
public import Mobility

/// Whose account it is, and with whom. The vault has one row for each.
public struct AccountKey: Hashable, Sendable {
  /// Whose it is.
  public var owner: String
  /// With whom, as `uber`.
  public var provider: String
  /// The address of the service where the provider speaks at several; else nothing.
  public var base: String

  /// Whose account it is, and with whom.
  public init(owner: String, provider: String, base: String = "") {
    (self.owner, self.provider, self.base) = (owner, provider, base)
  }
}

/// What is known of an account beside its secrets: kept from being changed, not from being read.
public struct AccountDetails: Hashable, Sendable {
  /// In which way it was linked.
  public var kind: String
  /// What the account is called, as far as it may be told: `m…@x.com`.
  public var label: String
  /// What it may be used for.
  public var scope: String
  /// Until when its access holds; nil where nobody said.
  public var expires: Instant?

  /// What is known of an account.
  public init(kind: String, label: String = "", scope: String = "", expires: Instant? = nil) {
    (self.kind, self.label, self.scope, self.expires) = (kind, label, scope, expires)
  }
}

/// An account as the vault lists it.
public struct KeptAccount: Hashable, Sendable {
  /// Whose it is, and with whom.
  public let key: AccountKey
  /// What is known of it.
  public let details: AccountDetails
  /// How often it was kept since it was linked, from 1.
  public let edition: Int
  /// Drawn when it was linked, and the same until it is deleted.
  let mark: String

  /// What stands for one of its secrets, in this edition and the later ones. Nothing is told of
  /// whether there is one of that name.
  public func handle(of name: SecretName) -> SecretHandle {
    SecretHandle("account:\(mark):\(name.text)")
  }
}

/// An account with its secrets.
public struct OpenAccount: Sendable {
  /// What is listed of it.
  public let account: KeptAccount
  /// Its secrets. Whoever has used them wipes them.
  public var secrets: [SecretName: Secret]
}
