// What an operator says about the mobility service, and how much may be owed to it at once.

public import Mobility

/// Where errands may go, and how.
public struct ErrandSettings: Sendable {
  /// The service under its addresses: the next is tried where one cannot be connected to.
  public var bases: [WebAddress]
  /// What the service knows us by. It goes to the bases alone (rule R1).
  public var key: Secret
  /// Hosts beside the bases, `name` or `name:port`, to which the service may send us, without key
  /// and tokens.
  public var otherHosts: [String] = []
  /// By provider, where those may be who sign people in there (rule R4).
  public var identityHosts: [String: AllowedHosts] = [:]
  /// Whether nothing that is booked is real: `bsb=1`.
  public var isSandbox = false
  /// The version of the service's answers that is asked for: `v=13`.
  public var version = 13
  /// Proxy, certificates, our name, and how long a connection may take: as for a gateway.
  public var connection = GatewaySettings()
  /// How much is read of an answer.
  public var reading = MobilityLimits()
  /// How much may be under way.
  public var limits = ErrandLimits()

  /// The service under these addresses, known to it by a key.
  public init(bases: [WebAddress], key: Secret) { (self.bases, self.key) = (bases, key) }
}

/// Limits of what is under way to the service, and of what it sends in secret.
public struct ErrandLimits: Hashable, Sendable {
  /// Errands at the same time for one owner; 4.
  public var atOnceAnOwnerMax = 4
  /// Errands at the same time in all; 32.
  public var atOnceMax = 32
  /// Errands that wait for others to end; 256. One more is not sent.
  public var waitingMax = 256
  /// Octets of an answer of who signs people in; 1 MiB.
  public var identityOctetsMax = 1 << 20
  /// Octets of a token; 16 KiB. A longer one is left out of the answer.
  public var tokenOctetsMax = 16 << 10

  /// The limits that hold unless configured.
  public init() {}
}
