// Finding a room: which fits a wish, which is the smallest, which is free first.

public import CivilTime

extension Ledger {
  /// Every room beside what is wanted: first those that fit, then those that miss least, and as the
  /// building lists them. With a span a room fits if it is free throughout, or with a length if it
  /// is free for so many minutes at a stretch within the span.
  public func search(
    _ filter: RoomFilter, within span: CivilSpan? = nil, minutes: Int? = nil
  ) -> [RoomMatch] { [] }

  /// The rooms that fit and can be booked for a span now, smallest first; rooms of the same number
  /// of seats as the building lists them, those of an unknown number last.
  public func rooms(
    fitting filter: RoomFilter, during span: CivilSpan, at now: Instant
  ) -> [Room] { [] }

  /// The room with the fewest seats that fits and can be booked for a span now.
  public func smallestRoom(
    fitting filter: RoomFilter, during span: CivilSpan, at now: Instant
  ) -> Room? { rooms(fitting: filter, during: span, at: now).first }

  /// The earliest place that fits and can be booked now for so many minutes, not before a moment;
  /// of several at once that with the fewest seats. nil if there is none within
  /// `limits.searchDaysMax` days.
  public func earliest(
    fitting filter: RoomFilter, minutes: Int, from moment: CivilMoment? = nil, at now: Instant
  ) -> Place? { nil }
}
