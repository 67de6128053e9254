// An account that is linked here: what is known of it beside its secrets, which are handles.

public import CivilTime
public import Mobility

/// A credential that the vault keeps, and whose it is.
public struct LinkedAccount: Hashable, Sendable {
  /// Whose, with whom, where.
  public var key: AccountKey
  /// How it came about.
  public var kind: Kind
  /// As the provider names the account, as an e-mail address; nil where it does not.
  public var label: String?
  /// What leave was given, as the provider writes it.
  public var scope: String?
  /// When the token ends; nil: when it is refused.
  public var expires: Instant?
  /// Counts over all pairs that were ever kept, so that no two are taken for one.
  public var edition: Int
  /// What is shown where it is used.
  public var access: SecretHandle
  /// What a new pair is had by.
  public var refresh: SecretHandle?
  /// Where that is had, if not where the operator says.
  public var token: WebAddress?
  /// Who we are there, if not who the operator says.
  public var clientID: String?

  /// An account.
  public init(key: AccountKey, kind: Kind, edition: Int, access: SecretHandle) {
    (self.key, self.kind, self.edition, self.access) = (key, kind, edition, access)
  }

  /// How an account came about.
  public enum Kind: String, Hashable, Codable, Sendable {
    /// The person gave us leave; we alone hold it.
    case own
    /// The person gave us leave for the service, which holds it too (rule R3 a).
    case handed
    /// The person is signed in to the service itself.
    case session
  }

  /// Its secrets.
  public var handles: [SecretHandle] { [access] + [refresh].compactMap(\.self) }

  /// Whether the token lasts for that much longer.
  func lasts(seconds: Int, after now: Instant) -> Bool {
    expires.map { $0 > now + .seconds(seconds) } ?? true
  }

  /// Whether the token is over.
  func isOver(at now: Instant) -> Bool { expires.map { $0 <= now } ?? false }

  /// The name as it is told: `m…@x.example`; without an at sign, the first letter alone.
  public var maskedLabel: String? {
    guard let label, let first = label.first else { return nil }
    guard let mark = label.lastIndex(of: "@"), mark != label.startIndex else { return "\(first)…" }
    return "\(first)…\(label[mark...])"
  }
}
