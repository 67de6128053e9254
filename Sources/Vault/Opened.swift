// What comes of asking the vault for a row: it opens, it does not, or there is none.

public import Accounts
public import Mobility

/// What came of opening a row.
public enum Opened<Value: Sendable>: Sendable {
  /// It opened.
  case whole(Value)
  /// It is there and does not open. Other rows are as good as before.
  case broken(BrokenRow)
  /// There is none, or it has expired.
  case none

  /// What is made of it if it is whole.
  func map<Other>(_ body: (Value) -> Other) -> Opened<Other> {
    switch self {
    case .whole(let value): .whole(body(value))
    case .broken(let row): .broken(row)
    case .none: .none
    }
  }
}

extension Opened: Equatable where Value: Equatable {}

/// A row that does not open.
public struct BrokenRow: Hashable, Sendable {
  /// Which one it is.
  public enum Row: Hashable, Sendable {
    /// That of an account.
    case account(AccountKey)
    /// That of an attempt.
    case attempt(AttemptID)
    /// That of a parting.
    case parting(PartingID)
    /// That of a typed secret.
    case typed(SecretHandle)
  }

  /// Why it does not open, as far as one can see.
  public enum Reason: Hashable, Sendable {
    /// It says that it was sealed with a key which is not at hand.
    case otherKey
    /// One octet of it or more is not as it was sealed, or it stands in another's place.
    case altered
    /// It opens, and is written in a way that this program does not know.
    case unknownForm
  }

  /// Which one it is.
  public let row: Row
  /// Why it does not open.
  public let reason: Reason

  /// A row that does not open.
  public init(row: Row, reason: Reason) { (self.row, self.reason) = (row, reason) }
}

/// What was deleted at an instant, or with its owner.
public struct Removed: Hashable, Sendable {
  /// The accounts.
  public var accounts: [AccountKey] = []
  /// The attempts.
  public var attempts: [AttemptID] = []
  /// The partings.
  public var partings: [PartingID] = []
  /// The typed secrets.
  public var typed: [SecretHandle] = []

  /// Nothing.
  public init() {}
}
