// What the operator says of a provider: how people sign in there, as whom, and where.

public import Mobility

/// A way to give leave.
public enum LinkWay: String, Hashable, Codable, Sendable, CaseIterable {
  /// A code is typed on another device (RFC 8628).
  case device
  /// A browser comes back to a public address of the operator (RFC 6749 §4.1, RFC 7636).
  case code
  /// The same, to a port of this machine (RFC 8252 §7.3).
  case loopback
  /// The same, and the person pastes the address they land on.
  case paste
}

/// A provider as the operator sets it up.
public struct ProviderSettings: Hashable, Sendable {
  /// Its name, as `uber`.
  public var provider: String
  /// The ways that are allowed, in the order in which they are tried.
  public var ways: [LinkWay]
  /// Who we are there.
  public var clientID: String
  /// By what we prove it; nil for a public client.
  public var clientSecret: SecretHandle?
  /// Whether that is sent by Basic, not in the body.
  public var usesBasic = false
  /// Where device codes are had.
  public var device: WebAddress?
  /// Where a person gives leave.
  public var authorize: WebAddress?
  /// Where tokens are had.
  public var token: WebAddress
  /// Where tokens are given back (RFC 7009).
  public var revocation: WebAddress?
  /// What leave is asked for.
  public var scopes: [String]
  /// What leave is needed; less is not enough.
  public var scopesNeeded: [String]
  /// The port of this machine that is registered there; nil: any.
  public var loopbackPort: Int?
  /// The public address to which browsers come back.
  public var callback: WebAddress?
  /// Who must have signed (RFC 9207).
  public var issuer: String?
  /// Whether an address that does not tell who signed is refused.
  public var issuerIsRequired = false
  /// Where requests may go for this provider (rule R4).
  public var hosts: AllowedHosts

  /// A provider. What leave is asked for is needed, unless said otherwise.
  public init(
    provider: String, ways: [LinkWay], clientID: String, token: WebAddress, scopes: [String],
    hosts: AllowedHosts
  ) {
    self.provider = provider
    self.ways = ways
    self.clientID = clientID
    self.token = token
    self.scopes = scopes
    scopesNeeded = scopes
    self.hosts = hosts
  }
}

/// Where a person is who wants to link: what may be shown and asked there.
public struct LinkSetting: Hashable, Sendable {
  /// Whether nobody else reads along (rule R16).
  public var isPrivate: Bool
  /// Whether the person's browser runs on this machine.
  public var isLocal: Bool
  /// Whether a line can be kept secret (rule R20).
  public var takesSecrets: Bool
  /// Whether a code can be shown there that a camera reads (section 5).
  public var showsCodes = false

  /// Where a person is.
  public init(isPrivate: Bool, isLocal: Bool, takesSecrets: Bool) {
    (self.isPrivate, self.isLocal, self.takesSecrets) = (isPrivate, isLocal, takesSecrets)
  }
}
