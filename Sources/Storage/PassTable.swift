// Passes as they are after the last event. What an event means is the outbox's to say.

import Bookings
import CivilTime
import Passes

/// A coded pass, and what the outbox knows of its call besides.
struct PassRow: Hashable {
  var pass: Pass
  /// Whether the call it is in asks only.
  var asks = false
}

extension [PassRow] {
  /// These editions after an event, as the outbox has it. All editions of the passes that the event
  /// names have to be here, for one can bear on another.
  func after(_ event: PassEvent) -> [PassRow] {
    var outbox = Outbox(passes: map(\.pass))
    // Read back, a call is taken to send; the outbox is told again of those that ask.
    for row in self where row.asks {
      guard case .attempting(let call) = row.pass.state else { continue }
      let together = filter { $0.asks && $0.pass.state == row.pass.state }
      outbox.apply(.attempted(call, .ask, together.map(\.pass.edition), at: row.pass.queuedAt))
    }
    outbox.apply(event)
    return map { row in
      guard let pass = outbox.pass(row.pass.edition) else { return row }
      guard case .attempting = pass.state else { return PassRow(pass: pass) }
      let asks = event.asks(of: pass.edition) ?? row.asks
      return PassRow(pass: pass, asks: asks)
    }
  }
}

extension PassEvent {
  /// The editions that are named, other than new ones.
  var editions: [PassEdition] {
    switch self {
    case .hastened(let editions, _), .attempted(_, _, let editions, _), .accepted(let editions, _),
      .returned(let editions, _, _, _), .regrouped(let editions, _),
      .outcomeUnknown(let editions, _, _, _), .failed(let editions, _, _),
      .expired(let editions, _), .superseded(let editions, _), .withdrawn(let editions, _),
      .reinstated(let editions, _), .told(let editions, _), .clockSetBack(let editions, _, _, _):
      editions
    case .parked(let edition, _, _, _, _): [edition]
    case .queued, .answered, .gatewayRested, .gatewayStopped, .gatewayResumed, .indexBaseDoubted:
      []
    }
  }

  /// Whether the call that begins asks only; nil if none begins with that edition.
  fileprivate func asks(of edition: PassEdition) -> Bool? {
    guard case .attempted(_, let purpose, let editions, _) = self, editions.contains(edition)
    else { return nil }
    switch purpose {
    case .send: return false
    case .ask: return true
    }
  }
}

/// The table `pass`. A class because it keeps statements.
final class PassTable {
  private let database: Database
  private let enter: Statement
  private let change: Statement
  private let readPass: Statement
  private let readFrom: Statement
  private let readAll: Statement
  private var writer = FactWriter()

  /// Of all columns in the order of the table.
  static let checksum: StaticString = """
    row_checksum(id, sequence, booking, booking_version, attendee, place, person, room,
      from_minute, to_minute, start_seconds, end_seconds, title, description, queued_ms,
      deadline_ms, kind, state, due_ms, call, asks, accepted_ms, failure, attempts, attempts_max,
      goes_alone, may_be_out, withdrawn, trouble_since_ms, trouble, told, dates)
    """

  private static let select: StaticString = """
    SELECT id, sequence, kind, state, due_ms, call, asks, accepted_ms, failure, attempts,
        attempts_max, goes_alone, may_be_out, withdrawn, trouble_since_ms, trouble, told, booking,
        booking_version, attendee, place, person, room, from_minute, to_minute, start_seconds,
        end_seconds, title, description, queued_ms, deadline_ms, dates
      FROM pass
    """

  init(_ database: Database) throws(StoreFault) {
    self.database = database
    enter = try database.prepare(
      """
      INSERT INTO pass (id, sequence, kind, state, due_ms, call, asks, accepted_ms, failure,
          attempts, attempts_max, goes_alone, may_be_out, withdrawn, trouble_since_ms, trouble,
          told, booking, booking_version, attendee, place, person, room, from_minute, to_minute,
          start_seconds, end_seconds, title, description, queued_ms, deadline_ms, dates, checksum)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
          ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32,
          row_checksum(?1, ?2, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30,
            ?31, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?32))
      """)
    change = try database.prepare(
      """
      UPDATE pass SET kind = ?3, state = ?4, due_ms = ?5, call = ?6, asks = ?7, accepted_ms = ?8,
          failure = ?9, attempts = ?10, attempts_max = ?11, goes_alone = ?12, may_be_out = ?13,
          withdrawn = ?14, trouble_since_ms = ?15, trouble = ?16, told = ?17, queued_ms = ?18,
          deadline_ms = ?19, checksum = row_checksum(id, sequence, booking, booking_version,
            attendee, place, person, room, from_minute, to_minute, start_seconds, end_seconds,
            title, description, ?18, ?19, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,
            ?15, ?16, ?17, dates)
        WHERE id = ?1 AND sequence = ?2
      """)
    readPass = try database.prepare(Self.select, "WHERE id = ?1 ORDER BY sequence")
    readFrom = try database.prepare(Self.select, "WHERE booking >= ?1 ORDER BY booking")
    readAll = try database.prepare(Self.select, "ORDER BY id, sequence")
  }

  /// Makes the table say what a coded event says.
  func apply(_ event: PassEvent) throws(StoreFault) {
    if case .queued(let passes) = event {
      for pass in passes { try insert(PassRow(pass: pass)) }
      return
    }
    let editions = event.editions
    if editions.isEmpty { return }
    var rows: [PassRow] = []
    for id in Set(editions.map(\.id)).sorted() {
      readPass.bind(1, id.number)
      try readPass.each { (row) throws(StoreFault) in rows.append(try self.row(row)) }
    }
    for (before, after) in zip(rows, rows.after(event)) where before != after {
      bindState(of: after, in: change)
      change.bind(18, after.pass.queuedAt.milliseconds)
      change.bind(19, after.pass.deadline.milliseconds)
      try change.run()
    }
  }

  private func insert(_ row: PassRow) throws(StoreFault) {
    let pass = row.pass
    bindState(of: row, in: enter)
    enter.bind(18, pass.booking.number)
    enter.bind(19, pass.bookingVersion)
    enter.bind(20, pass.attendee.number)
    enter.bind(21, pass.place)
    enter.bind(22, Coded.number(pass.recipient.name))
    enter.bind(23, Coded.number(pass.content.room.text))
    enter.bind(24, pass.content.span.start.minuteNumber)
    enter.bind(25, pass.content.span.end.minuteNumber)
    enter.bind(26, pass.content.start.seconds)
    enter.bind(27, pass.content.end.seconds)
    enter.bind(28, Coded.optionalNumber(pass.content.title))
    enter.bind(29, Coded.optionalNumber(pass.content.description))
    enter.bind(30, pass.queuedAt.milliseconds)
    enter.bind(31, pass.deadline.milliseconds)
    let dates = pass.content.dates
    bind(32, in: enter, dates.isEmpty ? nil : dates) { JournalForm.write($0, into: &$1) }
    try enter.run()
  }

  private func bindState(of row: PassRow, in statement: Statement) {
    let pass = row.pass
    statement.bind(1, pass.id.number)
    statement.bind(2, pass.sequence)
    statement.bind(3, pass.kind.rawValue)
    statement.bind(4, PassForm.word(for: pass.state))
    statement.bind(5, pass.state.due?.milliseconds)
    var call: CallID?
    var accepted: Instant?
    var failure: PassFailure?
    switch pass.state {
    case .attempting(let number): call = number
    case .accepted(let instant): accepted = instant
    case .failed(let reason): failure = reason
    case .queued, .parked, .unknown, .expired, .superseded: break
    }
    statement.bind(6, call.map { Int64($0.number) })
    statement.bind(7, row.asks)
    statement.bind(8, accepted?.milliseconds)
    bind(9, in: statement, failure) { PassForm.write($0, into: &$1) }
    statement.bind(10, pass.attempts)
    statement.bind(11, pass.attemptsMax)
    statement.bind(12, pass.goesAlone)
    statement.bind(13, pass.mayBeOut)
    statement.bind(14, pass.isWithdrawn)
    statement.bind(15, pass.troubleSince?.milliseconds)
    bind(16, in: statement, pass.trouble) { PassForm.write($0, into: &$1) }
    statement.bind(17, pass.told.rawValue)
  }

  private func bind<Value>(
    _ place: Int32, in statement: Statement, _ value: Value?,
    write: (Value, inout FactWriter) -> Void
  ) {
    guard let value else { return statement.bind(place, nil as Int64?) }
    writer.clear()
    write(value, &writer)
    statement.bind(place, octets: writer.octets)
  }

  // Reading

  /// Hands over the coded passes of some bookings, which are in order, in that order.
  func each(
    of bookings: [Booking], _ body: (PassRow) throws(StoreFault) -> Void
  ) throws(StoreFault) {
    guard let first = bookings.first else { return }
    var place = 0
    readFrom.bind(1, first.reference.number)
    try readFrom.each { (row) throws(StoreFault) in
      let booking = Int(try row.integer(17))
      while place < bookings.count, bookings[place].reference.number < booking { place += 1 }
      guard place < bookings.count, bookings[place].reference.number == booking else { return }
      try body(try self.row(row))
    }
  }

  /// Hands over every pass, coded, in order.
  func each(_ body: (PassRow) throws(StoreFault) -> Void) throws(StoreFault) {
    try readAll.each { (row) throws(StoreFault) in try body(try self.row(row)) }
  }

  private func row(_ row: Row) throws(StoreFault) -> PassRow {
    guard let kind = Pass.Kind(rawValue: try row.text(2)) else {
      throw row.unreadable(2, "is no kind")
    }
    guard let told = Pass.Told(rawValue: try row.text(16)) else {
      throw row.unreadable(16, "is nothing that is told")
    }
    let content = PassContent(
      room: RoomID(Coded.text(try row.integer(22))), span: try row.span(23, 24),
      start: Instant(seconds: try row.integer(25)), end: Instant(seconds: try row.integer(26)),
      title: Coded.text(try row.optionalInteger(27)),
      description: Coded.text(try row.optionalInteger(28)),
      dates: row.isNull(31) ? [] : try row.form(31, JournalForm.dates))
    var pass = Pass(
      edition: PassEdition(PassID(Int(try row.integer(0))), sequence: Int(try row.integer(1))),
      booking: BookingReference(Int(try row.integer(17))),
      bookingVersion: Int(try row.integer(18)), attendee: AttendeeID(Int(try row.integer(19))),
      place: Int(try row.integer(20)), recipient: Coded.recipient(person: try row.integer(21)),
      content: content, kind: kind, queuedAt: Instant(milliseconds: try row.integer(29)),
      deadline: Instant(milliseconds: try row.integer(30)), state: try state(row),
      attemptsMax: Int(try row.integer(10)))
    pass.attempts = Int(try row.integer(9))
    pass.goesAlone = try row.truth(11)
    pass.mayBeOut = try row.truth(12)
    pass.isWithdrawn = try row.truth(13)
    pass.troubleSince = try row.optionalInteger(14).map { Instant(milliseconds: $0) }
    if !row.isNull(15) { pass.trouble = try row.form(15, PassForm.trouble) }
    pass.told = told
    return PassRow(pass: pass, asks: try row.truth(6))
  }

  private func state(_ row: Row) throws(StoreFault) -> PassState {
    let state = try row.text(3)
    switch state {
    case "queued": return .queued(notBefore: Instant(milliseconds: try row.integer(4)))
    case "attempting": return .attempting(CallID(Int(try row.integer(5))))
    case "parked": return .parked(until: Instant(milliseconds: try row.integer(4)))
    case "unknown": return .unknown(until: Instant(milliseconds: try row.integer(4)))
    case "accepted": return .accepted(at: Instant(milliseconds: try row.integer(7)))
    case "failed": return .failed(try row.form(8, PassForm.failure))
    case "expired": return .expired
    case "superseded": return .superseded
    default: throw row.unreadable(3, "is no state")
    }
  }
}
