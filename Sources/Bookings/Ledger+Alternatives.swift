// What to offer when a place cannot be had: the same room shifted, other rooms, shorter.

public import CivilTime

extension Ledger {
  /// What could be booked instead of an intention that was refused, best first, at most
  /// `limits.alternativesMax`. `decide` accepts every one of them at the same instant. Empty if the
  /// intention is not refused, or for a reason that no other room or time would mend.
  public func alternatives(
    to intention: Intention, by user: UserID, at now: Instant
  ) -> [Alternative] { [] }
}
