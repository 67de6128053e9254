// Who holds which room when: the fold of what has happened, and the judge of what may.

public import CivilTime

/// All bookings of a building that are not over. `decide` says what would happen or why not,
/// `apply` makes it so.
public struct Ledger: Equatable, Sendable {
  /// The rooms and rules.
  public private(set) var building: Building
  /// The clocks of the building.
  public let zone: ZoneRules
  /// The limits of texts and memory.
  public let limits: BookingLimits
  /// What other calendars leave free; rooms and days that are not in it are free of them.
  public var openings = Openings()
  /// The reference of the next booking.
  public private(set) var nextReference = BookingReference(1)
  /// The number of the next attendee.
  public private(set) var nextAttendee = AttendeeID(1)
  /// The number of the next series.
  public private(set) var nextSeries = SeriesReference(1)
  /// What people wait for.
  public internal(set) var waits = WaitingLine()
  /// Who looks at it: what is held for them is free. Nobody, unless it is said; who decides looks.
  public var viewer: UserID?

  /// Every booking that is remembered, held, cancelled or over.
  private(set) var bookings: [BookingReference: Booking] = [:]
  /// What is held in each room of which a booking is remembered.
  private(set) var diaries: [RoomID: RoomDiary] = [:]
  /// What each person holds or held, also in the name of others.
  private(set) var holdings: [UserID: Set<BookingReference>] = [:]
  /// What each address comes to, by its key.
  private(set) var attendances: [String: Set<BookingReference>] = [:]
  /// The rooms that were in the building or were booked and are not in it any more.
  private(set) var retired: Set<RoomID> = []
  /// Since when a booking is cancelled, or known to be.
  private var cancelledSince: [BookingReference: Instant] = [:]
  /// Who holds the bookings of each series of which one is remembered.
  private(set) var ownerOfSeries: [SeriesReference: UserID] = [:]
  /// Bookings as a plan would leave them, in place of those that are remembered.
  private(set) var supposed: [BookingReference: Booking] = [:]
  /// Bookings that a plan will change, whose places the others of it may take.
  private(set) var leaving: Set<BookingReference> = []
  private var directory: RoomDirectory

  /// An empty ledger of a building.
  public init(building: Building, zone: ZoneRules, limits: BookingLimits = BookingLimits()) {
    self.building = building
    self.zone = zone
    self.limits = limits
    directory = RoomDirectory(building.rooms)
  }

  /// Makes events part of what has happened at an instant, all at once: one may take the place that
  /// another leaves. They must come from one `decide`, or from the journal in the order in which
  /// they happened.
  public mutating func apply(_ events: [BookingEvent], at now: Instant) {
    for event in events { recall(event.booking, at: now) }
    for event in events {
      guard let booking = booking(event.booking.reference) else { continue }
      checkNobodyElseHolds(booking)
    }
  }

  /// The same of one event.
  public mutating func apply(_ event: BookingEvent, at now: Instant) { apply([event], at: now) }

  /// The ledger as it would be after an event, which must come from its `decide`. It shares what is
  /// remembered with this one, so that it costs the same however much is booked; what happens is
  /// applied to a ledger that supposes nothing.
  public func supposing(_ event: BookingEvent) -> Ledger {
    var after = self
    after.suppose(event)
    return after
  }

  /// The ledger in which some bookings are about to leave their places, so that each may take that
  /// of another; one that an event is supposed of has its new place.
  public func leaving(_ references: Set<BookingReference>) -> Ledger {
    var after = self
    after.leaving = references
    return after
  }

  /// The ledger in which a booking that was about to leave its place keeps it.
  public func staying(_ reference: BookingReference) -> Ledger {
    var after = self
    after.stay(reference)
    return after
  }

  /// The same of several events, one of which may take the place that another leaves.
  public func supposing(_ events: [BookingEvent]) -> Ledger {
    var after = self
    after.suppose(events)
    return after
  }

  /// Supposes events from now on, as `supposing` does.
  mutating func suppose(_ events: [BookingEvent]) {
    leaving.formUnion(events.map(\.booking.reference))
    for event in events { suppose(event) }
  }

  /// Supposes an event from now on, as `supposing` does.
  mutating func suppose(_ event: BookingEvent) {
    leaving.remove(event.booking.reference)
    checkNobodyElseHolds(event.booking)
    supposed[event.booking.reference] = event.booking
    countOn(from: event.booking)
  }

  /// A booking that was about to leave its place keeps it.
  mutating func stay(_ reference: BookingReference) { leaving.remove(reference) }

  private func checkNobodyElseHolds(_ booking: Booking) {
    precondition(
      booking.state == .cancelled
        || holds(in: booking.room, during: booking.span, but: booking.reference).isEmpty,
      "no two bookings ever hold a room at once")
  }

  /// Takes a booking as it was read from a store, in whatever version and state; a cancelled one is
  /// remembered from now on.
  public mutating func recall(_ booking: Booking, at now: Instant) {
    precondition(supposed.isEmpty, "what happens is told to a ledger that supposes nothing")
    if let before = bookings.updateValue(booking, forKey: booking.reference) { release(before) }
    switch booking.state {
    case .held: hold(booking)
    case .cancelled: cancelledSince[booking.reference] = now
    }
    if directory.index(of: booking.room) == nil { retired.insert(booking.room) }
    countOn(from: booking)
  }

  /// Takes many bookings as they were read from a store, as `recall` does each.
  public mutating func recall(_ bookings: [Booking], at now: Instant) {
    // Else what is there would be moved each time that it has doubled.
    self.bookings.reserveCapacity(self.bookings.count + bookings.count)
    for booking in bookings { recall(booking, at: now) }
  }

  private mutating func countOn(from booking: Booking) {
    let attendee = booking.attendees.map(\.id).max() ?? AttendeeID(0)
    count(
      from: BookingReference(booking.reference.number + 1), AttendeeID(attendee.number + 1))
    guard let series = booking.series?.series else { return }
    ownerOfSeries[series] = booking.owner
    countSeries(from: SeriesReference(series.number + 1))
  }

  /// Counts on from numbers that are free, be it that bookings which are not loaded had those
  /// before. Never counts backwards.
  public mutating func count(from reference: BookingReference, _ attendee: AttendeeID) {
    nextReference = max(nextReference, reference)
    nextAttendee = max(nextAttendee, attendee)
  }

  /// The same of series.
  public mutating func countSeries(from series: SeriesReference) {
    nextSeries = max(nextSeries, series)
  }

  /// Takes other rooms and rules. Rooms that are gone keep their bookings and take no new ones.
  public mutating func refit(as building: Building) {
    let before = self.building.rooms.map(\.id)
    self.building = building
    directory = RoomDirectory(building.rooms)
    retired.formUnion(before)
    retired = retired.filter { directory.index(of: $0) == nil }
  }

  /// Forgets what ended or was cancelled longer than `limits.remembersSeconds` ago, but for what is
  /// still wanted. Looks at every booking that is remembered: for a call an hour, not one a line.
  /// Returns what was forgotten, in order.
  public mutating func forget(
    at now: Instant, unless isWanted: (BookingReference) -> Bool = { _ in false }
  ) -> [BookingReference] {
    var forgotten: [BookingReference] = []
    let horizon = now - .seconds(limits.remembersSeconds)
    for booking in allBookings where !isWanted(booking.reference) {
      let over = min(booking.end, cancelledSince[booking.reference] ?? booking.end)
      guard over <= horizon else { continue }
      release(booking)
      bookings[booking.reference] = nil
      forgotten.append(booking.reference)
    }
    if !ownerOfSeries.isEmpty {
      let remembered = Set(bookings.values.compactMap({ $0.series?.series }))
      ownerOfSeries = ownerOfSeries.filter { remembered.contains($0.key) }
    }
    return forgotten
  }

  private mutating func hold(_ booking: Booking) {
    diaries[booking.room, default: RoomDiary()].insert(RoomDiary.Hold(booking))
    holdings[booking.owner, default: []].insert(booking.reference)
    if let booker = booking.bookedBy { holdings[booker, default: []].insert(booking.reference) }
    for attendee in booking.attendees {
      attendances[attendee.email.key, default: []].insert(booking.reference)
    }
  }

  private mutating func release(_ booking: Booking) {
    switch booking.state {
    case .held:
      diaries[booking.room]?.remove(RoomDiary.Hold(booking))
      if diaries[booking.room]?.isEmpty == true { diaries[booking.room] = nil }
      for user in booking.holders {
        holdings[user]?.remove(booking.reference)
        if holdings[user]?.isEmpty == true { holdings[user] = nil }
      }
      for key in booking.attendees.map(\.email.key) {
        attendances[key]?.remove(booking.reference)
        if attendances[key]?.isEmpty == true { attendances[key] = nil }
      }
    case .cancelled:
      cancelledSince[booking.reference] = nil
    }
  }
}

extension Ledger {
  /// The room of that identifier; nil if it is not in the building.
  public func room(_ id: RoomID) -> Room? {
    directory.index(of: id).map { building.rooms[$0] }
  }

  /// The rules of a room, or those of the house where it is not in the building.
  func policy(of id: RoomID) -> HousePolicy { room(id)?.policy ?? building.policy }

  /// The room that is called exactly so, capital and small letters being one. A name goes before
  /// another room's alias; an alias that two rooms share names none.
  public func room(named name: String) -> Room? {
    directory.index(named: name).map { building.rooms[$0] }
  }

  /// The booking of that number, held or cancelled, as long as it is remembered.
  public func booking(_ reference: BookingReference) -> Booking? {
    supposed[reference] ?? bookings[reference]
  }

  /// What other bookings than one hold of a room during a span, in order of time.
  func holds(
    in room: RoomID, during span: CivilSpan, but reference: BookingReference? = nil
  ) -> [RoomDiary.Hold] {
    var holds = diaries[room]?.holds(during: span) ?? []
    if !leaving.isEmpty { holds.removeAll { leaving.contains($0.reference) } }
    if !supposed.isEmpty {
      holds.removeAll { supposed[$0.reference] != nil }
      holds += supposed.values
        .filter { $0.state == .held && $0.room == room && $0.span.overlaps(span) }
        .filter { !leaving.contains($0.reference) }
        .map(RoomDiary.Hold.init)
      holds.sort { ($0.span.start, $0.reference) < ($1.span.start, $1.reference) }
    }
    return reference == nil ? holds : holds.filter { $0.reference != reference }
  }

  /// What a person holds, also in the name of others, over or not; in no order.
  func held(by user: UserID) -> [Booking] {
    let held = (holdings[user] ?? []).compactMap { bookings[$0] }
    guard !supposed.isEmpty else { return held }
    return held.filter { supposed[$0.reference] == nil }
      + supposed.values.filter { $0.isHeld(by: user) && $0.state == .held }
  }

  /// What somebody comes to who has that address, in small letters; over or not, in no order.
  func attended(by email: String) -> Set<BookingReference> {
    (attendances[email] ?? []).union(
      supposed.values.lazy
        .filter { $0.attendees.contains { $0.email.key == email } }.map(\.reference))
  }

  /// Every booking that is remembered, by reference.
  public var allBookings: [Booking] {
    bookings.merging(supposed) { $1 }.values.sorted { $0.reference < $1.reference }
  }
}
