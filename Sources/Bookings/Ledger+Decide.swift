// Whether an intention may come true: all the reasons why not, or what will have happened.

public import CivilTime

extension Ledger {
  /// What happens if an intention is carried out now; empty if nothing would change. Changes
  /// nothing itself.
  /// - Throws: all the rules that forbid it, in the documented order.
  public func decide(
    _ intention: Intention, by user: UserID, at now: Instant
  ) throws(Refusals) -> [BookingEvent] {
    []
  }
}
