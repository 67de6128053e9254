// What people wait for, as it is after the last event.

import BookingAgent
import Bookings
import CivilTime

/// The table `wait`, and through `RoomTable` the slots of what is held. A class because it keeps
/// statements.
final class WaitTable {
  private let database: Database
  private let rooms: RoomTable
  private let enter: Statement
  private let change: Statement
  private let readHold: Statement
  private let readAll: Statement
  private let readWanted: Statement
  private var writer = FactWriter()

  /// Of all columns in the order of the table.
  static let checksum: StaticString = """
    row_checksum(number, user, wish, made_ms, ends_ms, state, room, from_minute, to_minute,
      start_seconds, end_seconds, until_ms)
    """

  private static let select: StaticString = """
    SELECT number, user, wish, made_ms, ends_ms, state, room, from_minute, to_minute,
        start_seconds, end_seconds, until_ms
      FROM wait
    """

  init(_ database: Database, rooms: RoomTable) throws(StoreFault) {
    self.database = database
    self.rooms = rooms
    enter = try database.prepare(
      """
      INSERT INTO wait (number, user, wish, made_ms, ends_ms, state, room, from_minute, to_minute,
          start_seconds, end_seconds, until_ms, checksum)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12,
          row_checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12))
      """)
    change = try database.prepare(
      """
      UPDATE wait SET user = ?2, wish = ?3, made_ms = ?4, ends_ms = ?5, state = ?6, room = ?7,
          from_minute = ?8, to_minute = ?9, start_seconds = ?10, end_seconds = ?11,
          until_ms = ?12,
          checksum = row_checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
        WHERE number = ?1
      """)
    readHold = try database.prepare(
      "SELECT state, room, start_seconds, end_seconds FROM wait WHERE number = ?1")
    readAll = try database.prepare(Self.select, "ORDER BY number")
    readWanted = try database.prepare(
      Self.select,
      """
      WHERE number IN (
          SELECT number FROM wait WHERE state IN ('waiting', 'offered')
          UNION SELECT wait FROM notice
            WHERE wait IS NOT NULL AND told_ms IS NULL AND expires_ms > ?1)
        ORDER BY number
      """)
  }

  /// Makes the tables say what a coded event says.
  /// - Throws: `overlap`, or `unstorable` if a wait comes twice or goes on before it came.
  func apply(_ event: WaitEvent) throws(StoreFault) {
    let wait = event.wait
    switch event {
    case .made: try write(wait, by: enter)
    case .offered, .ended, .resumed:
      if let before = try hold(of: wait.reference) {
        try rooms.free(before, of: .wait(wait.reference))
      }
      try write(wait, by: change)
    }
    if let hold = RoomTable.Hold(wait) { try rooms.take(hold, for: .wait(wait.reference)) }
  }

  private func write(_ wait: Wait, by statement: Statement) throws(StoreFault) {
    writer.clear()
    JournalForm.write(wait.wish, into: &writer)
    statement.bind(1, wait.reference.number)
    statement.bind(2, Coded.number(wait.user.text))
    statement.bind(3, octets: writer.octets)
    statement.bind(4, wait.made.milliseconds)
    statement.bind(5, wait.ends.milliseconds)
    statement.bind(6, wait.state.rawValue)
    statement.bind(7, wait.offer.map { Coded.number($0.place.room.text) })
    statement.bind(8, wait.offer.map { Int64($0.place.span.start.minuteNumber) })
    statement.bind(9, wait.offer.map { Int64($0.place.span.end.minuteNumber) })
    statement.bind(10, wait.offer?.start.seconds)
    statement.bind(11, wait.offer?.end.seconds)
    statement.bind(12, wait.offer?.until.milliseconds)
    try statement.run()
    if database.changedRows != 1 {
      throw .unstorable(database.cause("\(wait.reference) goes on before it was made"))
    }
  }

  private func hold(of wait: WaitReference) throws(StoreFault) -> RoomTable.Hold? {
    try .read(wait.number, by: readHold, ifIn: Wait.State.offered.rawValue)
  }

  // Reading

  /// The coded waits that are open, or of which news still speak, in order.
  func wanted(at now: Instant) throws(StoreFault) -> [Wait] {
    var wanted: [Wait] = []
    readWanted.bind(1, now.milliseconds)
    try readWanted.each { (row) throws(StoreFault) in wanted.append(try found(row)) }
    return wanted
  }

  /// Hands over every wait, coded, in order.
  func each(_ body: (Wait) throws(StoreFault) -> Void) throws(StoreFault) {
    try readAll.each { (row) throws(StoreFault) in try body(try found(row)) }
  }

  private func found(_ row: Row) throws(StoreFault) -> Wait {
    let wish: WaitWish
    let octets = try row.octets(2)
    do throws(FormFault) {
      wish = try JournalForm.wish(
        try JournalForm.parse(octets, octetsMax: database.limits.valueOctetsMax))
    } catch {
      throw row.unreadable(2, error.reason)
    }
    guard let state = Wait.State(rawValue: try row.text(5)) else {
      throw row.unreadable(5, "is no state")
    }
    var offer: Wait.Offer?
    if let room = try row.optionalInteger(6) {
      offer = Wait.Offer(
        place: Place(room: RoomID(Coded.text(room)), span: try row.span(7, 8)),
        start: Instant(seconds: try row.integer(9)), end: Instant(seconds: try row.integer(10)),
        until: Instant(milliseconds: try row.integer(11)))
    }
    return Wait(
      reference: WaitReference(Int(try row.integer(0))),
      user: UserID(Coded.text(try row.integer(1))), wish: wish,
      made: Instant(milliseconds: try row.integer(3)),
      ends: Instant(milliseconds: try row.integer(4)), state: state, offer: offer)
  }
}

extension Wait {
  /// What two sides can say differently, as an administrator finds it in the table.
  var members: [(name: String, value: String)] {
    var coded = FactWriter()
    JournalForm.write(wish, into: &coded)
    return [
      ("user", user.text), ("wish", String(decoding: coded.octets, as: UTF8.self)),
      ("made_ms", "\(made.milliseconds)"), ("ends_ms", "\(ends.milliseconds)"),
      ("state", state.rawValue), ("room", offer?.place.room.text ?? "none"),
      ("span", offer.map { "\($0.place.span)" } ?? "none"),
      ("start_seconds", offer.map { "\($0.start.seconds)" } ?? "none"),
      ("end_seconds", offer.map { "\($0.end.seconds)" } ?? "none"),
      ("until_ms", offer.map { "\($0.until.milliseconds)" } ?? "none"),
    ]
  }
}
