// Whether the gateway may be called: the budget of retries, the breaker, the rest and the stop.

public import CivilTime

/// What is known of the gateway from its answers. Begins afresh with each start: nothing of it is
/// owed to anybody, and a restart is often the cure.
public struct GatewayHealth: Hashable, Sendable {
  /// What may be sent now.
  public enum Permission: Hashable, Sendable {
    /// Everything.
    case open
    /// First attempts: there are no tokens for retries until then.
    case firstAttemptsOnly(until: Instant)
    /// One pass in one call, to see whether the gateway works again.
    case probe
    /// Nothing until then; nil: until an answer comes or somebody resumes it.
    case closed(until: Instant?)
  }

  /// Why the gateway is stopped; nil while it is not.
  public private(set) var stoppedBecause: PassTrouble?

  let limits: PassLimits

  /// A gateway of which nothing is known yet.
  public init(limits: PassLimits) { self.limits = limits }

  /// What may be sent now.
  public func permission(at now: Instant) -> Permission { .open }
}
