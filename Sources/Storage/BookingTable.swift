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
  private let readFirstWanted: Statement
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
    readFirstWanted = try database.prepare(
      """
      SELECT min(first) FROM (
          SELECT min(reference) AS first FROM booking WHERE state = 'held' AND end_seconds > ?1
          UNION ALL SELECT min(reference) FROM booking
            WHERE state = 'cancelled' AND changed_ms > ?2
          UNION ALL SELECT min(booking) FROM pass
            WHERE state IN ('queued', 'attempting', 'parked', 'unknown')
          UNION ALL SELECT min(booking) FROM notice
            WHERE booking IS NOT NULL AND told_ms IS NULL AND expires_ms > ?3)
      """)
    // Most bookings from the first on are wanted: going through them takes a fifth of the time of
    // looking each up. The signs before columns keep SQLite from their indexes.
    readWanted = try database.prepare(
      Self.select,
      """
      WHERE reference >= ?4 AND (+state = 'held' AND +end_seconds > ?1
          OR +state = 'cancelled' AND +changed_ms > ?2
          OR reference IN (SELECT booking FROM pass
            WHERE state IN ('queued', 'attempting', 'parked', 'unknown'))
          OR reference IN (SELECT booking FROM notice
            WHERE booking IS NOT NULL AND told_ms IS NULL AND expires_ms > ?3))
        ORDER BY reference
      """)
    enterAttendee = try database.prepare(
      """
      INSERT INTO attendee (booking, place, id, person, checksum)
        VALUES (?1, ?2, ?3, ?4, row_checksum(?1, ?2, ?3, ?4))
      """)
    dropAttendees = try database.prepare("DELETE FROM attendee WHERE booking = ?1")
    readAttendees = try database.prepare(
      """
      SELECT booking, id, person FROM attendee WHERE booking >= ?1 ORDER BY booking, place
      """)
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

  /// What stands for the numbers of a row, when it is read.
  struct Names {
    let room: (Int64) throws(StoreFault) -> RoomID
    let user: (Int64) throws(StoreFault) -> UserID
    let text: (Int64?) throws(StoreFault) -> String
    /// An attendee, by its number and that of the person; nil for one that does not come any more.
    let attendee: (Int64, Int64) throws(StoreFault) -> Attendee?

    /// The numbers themselves.
    static var coded: Names {
      Names(
        room: { (number) throws(StoreFault) in RoomID(Coded.text(number)) },
        user: { (number) throws(StoreFault) in UserID(Coded.text(number)) },
        text: { (number) throws(StoreFault) in Coded.text(number) },
        attendee: { (id, person) throws(StoreFault) in Coded.attendee(id, person: person) })
    }
  }

  /// A booking and when it was changed last.
  struct Found {
    let booking: Booking
    let changed: Instant
  }

  /// Hands over every booking, coded, in order.
  func each(_ body: (Found) throws(StoreFault) -> Void) throws(StoreFault) {
    try each(of: readAll, from: 0, .coded, body)
  }

  /// The bookings that still matter, in order.
  func wanted(
    since: Instant, at now: Instant, _ names: Names
  ) throws(StoreFault) -> [Booking] {
    for statement in [readFirstWanted, readWanted] {
      statement.bind(1, since.seconds)
      statement.bind(2, since.milliseconds)
      statement.bind(3, now.milliseconds)
    }
    let first = try readFirstWanted.first { (row) throws(StoreFault) in try row.optionalInteger(0) }
    guard let first = first ?? nil else { return [] }
    var wanted: [Booking] = []
    readWanted.bind(4, first)
    try each(of: readWanted, from: first, names) { (found) throws(StoreFault) in
      wanted.append(found.booking)
    }
    return wanted
  }

  /// Hands over what a statement finds in order of references, which are not below the first. Who
  /// comes is read beside it: a statement for each booking took longer than the booking.
  private func each(
    of statement: Statement, from first: Int64, _ names: Names,
    _ body: (consuming Found) throws(StoreFault) -> Void
  ) throws(StoreFault) {
    readAttendees.bind(1, first)
    defer { readAttendees.reset() }
    var coming = try readAttendees.next()
    try statement.each { (row) throws(StoreFault) in
      let reference = try row.integer(0)
      var attendees: [Attendee] = []
      while let who = coming {
        let booking = try who.integer(0)
        if booking > reference { break }
        if booking == reference,
          let attendee = try names.attendee(try who.integer(1), try who.integer(2))
        {
          attendees.append(attendee)
        }
        coming = try readAttendees.next()
      }
      try body(try found(row, attendees, names))
    }
  }

  private func found(
    _ row: Row, _ attendees: [Attendee], _ names: Names
  ) throws(StoreFault) -> Found {
    let state: Booking.State
    if try row.isText(2, "held") {
      state = .held
    } else if try row.isText(2, "cancelled") {
      state = .cancelled
    } else {
      throw row.unreadable(2, "is no state")
    }
    var booker: UserID?
    if let number = try row.optionalInteger(17) { booker = try names.user(number) }
    let booking = Booking(
      reference: BookingReference(Int(try row.integer(0))), version: Int(try row.integer(1)),
      state: state, room: try names.room(try row.integer(3)), span: try row.span(4, 5),
      start: Instant(seconds: try row.integer(6)), end: Instant(seconds: try row.integer(7)),
      title: try names.text(try row.optionalInteger(8)),
      description: try names.text(try row.optionalInteger(9)), isPrivate: try row.truth(10),
      owner: try names.user(try row.integer(11)), attendees: attendees,
      series: try seriesPlace(row), bookedBy: booker)
    return Found(booking: booking, changed: Instant(milliseconds: try row.integer(12)))
  }

  private func seriesPlace(_ row: Row) throws(StoreFault) -> SeriesPlace? {
    guard let number = try row.optionalInteger(13) else { return nil }
    return SeriesPlace(
      SeriesReference(Int(number)), rule: try row.text(14), index: Int(try row.integer(15)),
      count: Int(try row.integer(16)))
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
