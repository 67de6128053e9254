// What tells one account, one link and one thing that waits from another.

/// Whose account with whom, at which service.
public struct AccountKey: Hashable, Codable, Sendable {
  /// Who has it.
  public let owner: String
  /// With whom, as `uber`.
  public let provider: String
  /// The origin of the service it is used at, as `https://api.example.org`.
  public let base: String

  /// The account of an owner with a provider.
  public init(owner: String, provider: String, base: String) {
    (self.owner, self.provider, self.base) = (owner, provider, base)
  }

  /// The name of the service itself among providers: a session there is an account as well.
  public static let service = "service"
}

extension AccountKey: Comparable {
  /// By owner, provider and base.
  public static func < (one: AccountKey, other: AccountKey) -> Bool {
    (one.owner, one.provider, one.base) < (other.owner, other.provider, other.base)
  }
}

/// The number of a link that somebody began, counted from 1.
public struct AttemptID: Hashable, Comparable, Codable, Sendable {
  /// Counts from 1.
  public let number: Int
  /// The link of that number.
  public init(_ number: Int) { self.number = number }
  /// Begun earlier.
  public static func < (one: AttemptID, other: AttemptID) -> Bool { one.number < other.number }
}

/// The number that the shell gives to an address somebody landed on or pasted.
public struct LandingID: Hashable, Codable, Sendable {
  /// As the shell counts.
  public let number: Int
  /// The landing of that number.
  public init(_ number: Int) { self.number = number }
}

/// The number of what waits for a link or a credential, as a purchase; whoever waits counts.
public struct WaiterID: Hashable, Codable, Sendable {
  /// As whoever waits counts.
  public let number: Int
  /// What waits under that number.
  public init(_ number: Int) { self.number = number }
}

/// The number of an account that others are still told to be gone, counted from 1.
public struct PartingID: Hashable, Comparable, Codable, Sendable {
  /// Counts from 1.
  public let number: Int
  /// The parting of that number.
  public init(_ number: Int) { self.number = number }
  /// Begun earlier.
  public static func < (one: PartingID, other: PartingID) -> Bool { one.number < other.number }
}
