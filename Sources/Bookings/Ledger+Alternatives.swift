// What to offer when a place cannot be had.

public import CivilTime

extension Ledger {
  /// What could be booked instead of an intention that was refused, best first, at most
  /// `limits.alternativesMax`. `decide` accepts every one of them at the same instant.
  ///
  /// Off the grid: the span on it around, then within the wanted one. Otherwise: the same room at
  /// the nearest time of the day; other rooms, those first that lose neither seats nor equipment,
  /// then those with enough seats, then smaller ones, each by nearest seats and same floor; the
  /// longest part of the span that is free; if these are fewer than two, also the same time on
  /// another day, a second shift, other rooms shifted, and one more day. Where the day is the
  /// fault another day comes before other rooms; where only seats are too few, the room anyway
  /// comes last.
  ///
  /// Empty if the intention is not refused, is none to book or change, or is refused for something
  /// that no other place would mend, as an attendee without a number.
  public func alternatives(
    to intention: Intention, by user: UserID, at now: Instant
  ) -> [Alternative] {
    AlternativeSearch(insteadOf: intention, in: self, by: user, at: now)?.found ?? []
  }
}
