// Accounts as the service lists them.

/// An account that can be linked, or is, at the service.
public struct AccountEntry: Hashable, Sendable {
  /// The mode that needs it, as `ps_tnc_UBER`.
  public var mode: String
  /// Whose it is, as `uber`.
  public var provider: String
  /// Whether it is linked at the service.
  public var isLinked: Bool
  /// Where it is linked, or unlinked.
  public var address: WebAddress
  /// What that is called.
  public var actionTitle: String?
  /// How it stands, as the service words it.
  public var status: String?
  /// What the company is called.
  public var company: String?

  /// An account.
  public init(mode: String, provider: String, isLinked: Bool, address: WebAddress) {
    self.mode = mode
    self.provider = provider
    self.isLinked = isLinked
    self.address = address
  }
}
