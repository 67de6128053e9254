// Questions to the ledger that change nothing: what is free, who holds what, which room.

public import CivilTime

extension Ledger {
  /// The room of that identifier; nil if it is not in the building.
  public func room(_ id: RoomID) -> Room? { nil }

  /// The room that is called exactly so, capital and small letters being one. A name goes before
  /// another room's alias; an alias that two rooms share names none.
  public func room(named name: String) -> Room? { nil }

  /// The booking of that number, held or cancelled, as long as it is remembered.
  public func booking(_ reference: BookingReference) -> Booking? { nil }

  /// The held bookings of a room that share a minute with a span, in order of time.
  public func bookings(in room: RoomID, during span: CivilSpan) -> [Booking] { [] }

  /// The held bookings of a person that have not ended, in order of time.
  public func bookings(of user: UserID, from now: Instant) -> [Booking] { [] }

  /// What is free of a room on a day, within its hours; in order of time. Past time is not cut off.
  public func freeSpans(in room: RoomID, on date: CivilDate) -> [CivilSpan] { [] }

  /// What is free of a room within a span, within its hours; in order of time.
  public func freeSpans(in room: RoomID, within span: CivilSpan) -> [CivilSpan] { [] }

  /// What can still be booked of a room on a day: on the grid, not past, with the notice that the
  /// room asks for, and not shorter than it may be held; in order of time.
  public func bookableSpans(in room: RoomID, on date: CivilDate, at now: Instant) -> [CivilSpan] {
    []
  }

  /// What is in the way of a span in a room, in order of time: bookings as long as they are, and
  /// the parts that another calendar does not leave free.
  public func takenSpans(in room: RoomID, during span: CivilSpan) -> [CivilSpan] { [] }

  /// Whether all of a span can be had in a room, within its hours.
  public func isFree(_ room: RoomID, during span: CivilSpan) -> Bool { false }

  /// Until when a room is free without a break from a moment on, that day; nil if it is not free
  /// then.
  public func freeUntil(_ room: RoomID, from moment: CivilMoment) -> CivilMoment? { nil }

  /// The first free stretch of a room on the day of a moment that ends after it, from the moment
  /// on; nil if there is none.
  public func nextFreeSpan(in room: RoomID, from moment: CivilMoment) -> CivilSpan? { nil }

  /// When a room is free on a day, in cells; nil on a closed day.
  public func timeBar(of room: RoomID, on date: CivilDate, cellMinutes: Int = 15) -> TimeBar? {
    nil
  }

  /// The first day, today or later, on which some room still can be held; nil if none within the
  /// longest window of the rooms.
  public func nextOpenDay(from now: Instant) -> CivilDate? { nil }

  /// The 60 minutes from now on, rounded up to the grid of the house.
  public func nextHour(at now: Instant) -> CivilSpan? { nil }
}
