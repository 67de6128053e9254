// Bookings and who comes to them, as they are after the last event.

import Bookings
import CivilTime

/// The tables `booking` and `attendee`, and through `RoomTable` the slots. A class because it keeps
/// statements.
final class BookingTable {
  private let database: Database
  private let rooms: RoomTable
  private let enter: Statement
  private let change: Statement
  private let readHold: Statement
  private let readAll: Statement
  private let readWanted: Statement
  private let enterAttendee: Statement
  private let dropAttendees: Statement
  private let readAttendees: Statement

  /// Of all columns in the order of the table.
  static let checksum: StaticString = """
    row_checksum(reference, version, state, room, from_minute, to_minute, start_seconds,
      end_seconds, title, description, private, owner, changed_ms, series, series_rule,
      series_index, series_count, booked_by)
    """

  private static let select: StaticString = """
    SELECT reference, version, state, room, from_minute, to_minute, start_seconds, end_seconds,
        title, description, private, owner, changed_ms, series, series_rule, series_index,
        series_count, booked_by
      FROM booking
    """

  /// What the bookings of a commit hold after it, where slots are taken when all are written; nil
  /// where each is taken at once.
  private var slotsOwed: [BookingReference: RoomTable.Hold]?

  init(_ database: Database, rooms: RoomTable) throws(StoreFault) {
    self.database = database
    self.rooms = rooms
    enter = try database.prepare(
      """
      INSERT INTO booking (reference, version, state, room, from_minute, to_minute, start_seconds,
          end_seconds, title, description, private, owner, changed_ms, series, series_rule,
          series_index, series_count, booked_by, checksum)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
          row_checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,
            ?17, ?18))
      """)
    change = try database.prepare(
      """
      UPDATE booking SET version = ?2, state = ?3, room = ?4, from_minute = ?5, to_minute = ?6,
          start_seconds = ?7, end_seconds = ?8, title = ?9, description = ?10, private = ?11,
          owner = ?12, changed_ms = ?13, series = ?14, series_rule = ?15, series_index = ?16,
          series_count = ?17, booked_by = ?18, checksum = row_checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7,
            ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
        WHERE reference = ?1
      """)
    readHold = try database.prepare(
      "SELECT state, room, start_seconds, end_seconds FROM booking WHERE reference = ?1")
    readAll = try database.prepare(Self.select, "ORDER BY reference")
    readWanted = try database.prepare(
      Self.select,
      """
      WHERE reference IN (
          SELECT reference FROM booking WHERE state = 'held' AND end_seconds > ?1
          UNION SELECT reference FROM booking WHERE state = 'cancelled' AND changed_ms > ?2
          UNION SELECT booking FROM pass
            WHERE state IN ('queued', 'attempting', 'parked', 'unknown')
          UNION SELECT booking FROM notice
            WHERE booking IS NOT NULL AND told_ms IS NULL AND expires_ms > ?3)
        ORDER BY reference
      """)
    enterAttendee = try database.prepare(
      """
      INSERT INTO attendee (booking, place, id, person, checksum)
        VALUES (?1, ?2, ?3, ?4, row_checksum(?1, ?2, ?3, ?4))
      """)
    dropAttendees = try database.prepare("DELETE FROM attendee WHERE booking = ?1")
    readAttendees = try database.prepare(
      "SELECT id, person FROM attendee WHERE booking = ?1 ORDER BY place")
  }

  /// Begins the bookings of a commit. Where several are changed one may take the place of another,
  /// so all give theirs back before any takes one.
  func begin(changing count: Int) { slotsOwed = count > 1 ? [:] : nil }

  /// Takes the slots that are still owed.
  /// - Throws: `overlap`.
  func finish() throws(StoreFault) {
    defer { slotsOwed = nil }
    for (booking, hold) in (slotsOwed ?? [:]).sorted(by: { $0.key < $1.key }) {
      // Whoever made the slots of a room anew has taken these with the others.
      try rooms.free(hold, of: .booking(booking))
      try rooms.take(hold, for: .booking(booking))
    }
  }

  private func take(_ hold: RoomTable.Hold, for booking: BookingReference) throws(StoreFault) {
    if slotsOwed == nil { return try rooms.take(hold, for: .booking(booking)) }
    slotsOwed?[booking] = hold
  }

  /// Makes the tables say what a coded event says.
  /// - Throws: `overlap`, or `unstorable` if a booking comes twice or is changed before it came.
  func apply(_ event: BookingEvent, at instant: Instant) throws(StoreFault) {
    let booking = event.booking
    switch event {
    case .booked:
      try write(booking, at: instant, by: enter)
      if let hold = RoomTable.Hold(booking) { try take(hold, for: booking.reference) }
    case .changed, .cancelled, .restored:
      let before = try hold(of: booking.reference)
      let after = RoomTable.Hold(booking)
      if let before, before != after { try rooms.free(before, of: .booking(booking.reference)) }
      if after == nil { slotsOwed?[booking.reference] = nil }
      try write(booking, at: instant, by: change)
      if let after, after != before { try take(after, for: booking.reference) }
      dropAttendees.bind(1, booking.reference.number)
      try dropAttendees.run()
    }
    enterAttendee.bind(1, booking.reference.number)
    for (place, attendee) in booking.attendees.enumerated() {
      enterAttendee.bind(2, place)
      enterAttendee.bind(3, attendee.id.number)
      enterAttendee.bind(4, Coded.number(attendee.name))
      try enterAttendee.run()
    }
  }

  private func write(
    _ booking: Booking, at instant: Instant, by statement: Statement
  ) throws(StoreFault) {
    guard booking.start.milliseconds % 1000 == 0, booking.end.milliseconds % 1000 == 0 else {
      throw .unstorable(database.cause("\(booking.reference) does not begin on a whole second"))
    }
    statement.bind(1, booking.reference.number)
    statement.bind(2, booking.version)
    switch booking.state {
    case .held: statement.bind(3, "held" as StaticString)
    case .cancelled: statement.bind(3, "cancelled" as StaticString)
    }
    statement.bind(4, Coded.number(booking.room.text))
    statement.bind(5, booking.span.start.minuteNumber)
    statement.bind(6, booking.span.end.minuteNumber)
    statement.bind(7, booking.start.seconds)
    statement.bind(8, booking.end.seconds)
    statement.bind(9, Coded.optionalNumber(booking.title))
    statement.bind(10, Coded.optionalNumber(booking.description))
    statement.bind(11, booking.isPrivate)
    statement.bind(12, Coded.number(booking.owner.text))
    statement.bind(13, instant.milliseconds)
    let place = booking.series
    statement.bind(14, place.map { Int64($0.series.number) })
    statement.bind(15, place?.rule)
    statement.bind(16, place.map { Int64($0.index) })
    statement.bind(17, place.map { Int64($0.count) })
    statement.bind(18, booking.bookedBy.map { Coded.number($0.text) })
    try statement.run()
    if database.changedRows != 1 {
      throw .unstorable(database.cause("\(booking.reference) is changed before it was booked"))
    }
  }

  private func hold(of booking: BookingReference) throws(StoreFault) -> RoomTable.Hold? {
    try .read(booking.number, by: readHold, ifIn: Booking.State.held.rawValue)
  }

  // Reading

  /// A coded booking and when it was changed last.
  struct Found {
    let booking: Booking
    let changed: Instant
  }

  /// Hands over every booking, coded, in order.
  func each(_ body: (Found) throws(StoreFault) -> Void) throws(StoreFault) {
    try readAll.each { (row) throws(StoreFault) in try body(try found(row)) }
  }

  /// The coded bookings that still matter.
  func wanted(since: Instant, at now: Instant) throws(StoreFault) -> [Found] {
    var wanted: [Found] = []
    readWanted.bind(1, since.seconds)
    readWanted.bind(2, since.milliseconds)
    readWanted.bind(3, now.milliseconds)
    try readWanted.each { (row) throws(StoreFault) in wanted.append(try found(row)) }
    return wanted
  }

  private func found(_ row: Row) throws(StoreFault) -> Found {
    guard let state = Booking.State(rawValue: try row.text(2)) else {
      throw row.unreadable(2, "is no state")
    }
    let reference = BookingReference(Int(try row.integer(0)))
    let booking = Booking(
      reference: reference, version: Int(try row.integer(1)), state: state,
      room: RoomID(Coded.text(try row.integer(3))), span: try row.span(4, 5),
      start: Instant(seconds: try row.integer(6)), end: Instant(seconds: try row.integer(7)),
      title: Coded.text(try row.optionalInteger(8)),
      description: Coded.text(try row.optionalInteger(9)), isPrivate: try row.truth(10),
      owner: UserID(Coded.text(try row.integer(11))), attendees: try attendees(of: reference),
      series: try seriesPlace(row),
      bookedBy: try row.optionalInteger(17).map { UserID(Coded.text($0)) })
    return Found(booking: booking, changed: Instant(milliseconds: try row.integer(12)))
  }

  private func seriesPlace(_ row: Row) throws(StoreFault) -> SeriesPlace? {
    guard let number = try row.optionalInteger(13) else { return nil }
    return SeriesPlace(
      SeriesReference(Int(number)), rule: try row.text(14), index: Int(try row.integer(15)),
      count: Int(try row.integer(16)))
  }

  private func attendees(of booking: BookingReference) throws(StoreFault) -> [Attendee] {
    var attendees: [Attendee] = []
    readAttendees.bind(1, booking.number)
    try readAttendees.each { (row) throws(StoreFault) in
      attendees.append(Coded.attendee(try row.integer(0), person: try row.integer(1)))
    }
    return attendees
  }
}

extension Row {
  /// A span of two columns of minutes.
  func span(_ from: Int32, _ to: Int32) throws(StoreFault) -> CivilSpan {
    let start = CivilMoment(minuteNumber: Int(try integer(from)))
    guard let span = CivilSpan(from: start, to: CivilMoment(minuteNumber: Int(try integer(to))))
    else { throw unreadable(to, "is not after its beginning") }
    return span
  }
}
