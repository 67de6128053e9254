// Rooms and the steps of time that bookings take of them.

import Bookings
import CivilTime

/// The tables `room` and `slot`. A class because it keeps statements and what it has read; whoever
/// rolls back lets it read again.
final class RoomTable {
  /// What is needed of a room at every booking.
  struct Entry {
    let number: Int64
    let id: RoomID
    var gridMinutes: Int64
    var stepMinutes: Int64
    /// Bookings that ended before have no slots.
    var slotsSince: Int64
  }

  /// A span of a room that a booking takes.
  struct Hold: Hashable {
    let room: Int64
    let start: Int64
    let end: Int64
  }

  /// Who takes slots of a room.
  enum Taker: Hashable, CustomStringConvertible {
    case booking(BookingReference)
    /// What is held for a wait.
    case wait(WaitReference)

    var description: String {
      switch self {
      case .booking(let reference): reference.description
      case .wait(let reference): reference.description
      }
    }

    /// The numbers for the columns `booking` and `wait`.
    var columns: (booking: Int64?, wait: Int64?) {
      switch self {
      case .booking(let reference): (Int64(reference.number), nil)
      case .wait(let reference): (nil, Int64(reference.number))
      }
    }

    /// From those columns.
    init(_ booking: Int64?, _ wait: Int64?) {
      self =
        booking.map { .booking(BookingReference(Int($0))) }
        ?? .wait(WaitReference(Int(wait ?? 0)))
    }
  }

  /// Of all columns in the order of the table.
  static let checksum: StaticString = """
    row_checksum(number, id, name, location, floor, seats, square_metres, step_free, grid_minutes,
      step_minutes, slots_since_seconds, listed)
    """

  /// A row is changed in part. Where its checksum is wrong already it stays so, for the check to
  /// find.
  static let wrongStays: StaticString = """
    CASE WHEN checksum IS NOT
      row_checksum(number, id, name, location, floor, seats, square_metres, step_free,
        grid_minutes, step_minutes, slots_since_seconds, listed)
      THEN checksum ELSE
    """

  private let database: Database
  private var byID: [RoomID: Int64] = [:]
  private(set) var byNumber: [Int64: Entry] = [:]
  private let readRooms: Statement
  private let takeSlot: Statement
  private let freeSlots: Statement
  private let holder: Statement
  private let clearRoom: Statement
  private let setStep: Statement
  private let readHolds: Statement

  init(_ database: Database) throws(StoreFault) {
    self.database = database
    readRooms = try database.prepare(
      "SELECT number, id, grid_minutes, step_minutes, slots_since_seconds FROM room")
    takeSlot = try database.prepare(
      "INSERT INTO slot (room, start_seconds, booking, wait) VALUES (?1, ?2, ?3, ?4)")
    freeSlots = try database.prepare(
      """
      DELETE FROM slot WHERE room = ?1 AND start_seconds >= ?2 AND start_seconds < ?3
        AND booking IS ?4 AND wait IS ?5
      """)
    holder = try database.prepare(
      "SELECT booking, wait FROM slot WHERE room = ?1 AND start_seconds = ?2")
    clearRoom = try database.prepare("DELETE FROM slot WHERE room = ?1")
    setStep = try database.prepare(
      "UPDATE room SET grid_minutes = ?2, step_minutes = ?3, slots_since_seconds = ?4,",
      "checksum =", Self.wrongStays,
      """
        row_checksum(number, id, name, location, floor, seats, square_metres, step_free, ?2, ?3,
          ?4, listed) END
        WHERE number = ?1
      """)
    readHolds = try database.prepare(
      """
      SELECT reference, NULL, start_seconds, end_seconds FROM booking
        WHERE room = ?1 AND state = 'held' AND end_seconds > ?2
      UNION ALL SELECT NULL, number, start_seconds, end_seconds FROM wait
        WHERE room = ?1 AND state = 'offered' AND end_seconds > ?2
      """)
    try read()
  }

  /// Reads the rooms anew.
  func read() throws(StoreFault) {
    byID.removeAll(keepingCapacity: true)
    byNumber.removeAll(keepingCapacity: true)
    try readRooms.each { (row) throws(StoreFault) in
      let entry = Entry(
        number: try row.integer(0), id: RoomID(try row.text(1)),
        gridMinutes: try row.integer(2), stepMinutes: try row.integer(3),
        slotsSince: try row.integer(4))
      guard entry.gridMinutes > 0, entry.stepMinutes > 0 else {
        throw row.unreadable(3, "is no step")
      }
      byID[entry.id] = entry.number
      byNumber[entry.number] = entry
    }
  }

  /// The row of a room.
  /// - Throws: `unstorable` if it has none: nothing can be booked in a room that was never listed.
  func number(of room: RoomID) throws(StoreFault) -> Int64 {
    guard let number = byID[room] else {
      throw .unstorable(database.cause("room \(room) was never in the building"))
    }
    return number
  }

  /// The room of a row.
  func id(_ number: Int64) throws(StoreFault) -> RoomID {
    guard let entry = byNumber[number] else {
      throw .damaged(database.cause("room \(number) is missing"))
    }
    return entry.id
  }

  // Slots

  /// Takes the slots of a booking or a wait. The room's step is made smaller first if it does not
  /// begin and end on it.
  /// - Throws: `overlap` if another booking has one of them.
  func take(_ hold: Hold, for taker: Taker) throws(StoreFault) {
    guard var entry = byNumber[hold.room] else {
      preconditionFailure("a coded booking is in a room of the table")
    }
    guard hold.start % 60 == 0, hold.end % 60 == 0 else {
      throw .unstorable(database.cause("\(taker) does not begin and end on whole minutes"))
    }
    if hold.end <= entry.slotsSince { return }
    let step = Self.step(entry.stepMinutes, hold.start, hold.end)
    if step != entry.stepMinutes {
      entry.stepMinutes = step
      // It stands in its own table already, so its slots are taken with the others'.
      return try rebuild(entry)
    }
    try takeEach(hold, for: taker, stepMinutes: step)
  }

  private func takeEach(
    _ hold: Hold, for taker: Taker, stepMinutes: Int64
  ) throws(StoreFault) {
    let step = stepMinutes * 60
    guard (hold.end - hold.start) / step <= database.limits.slotsPerBookingMax else {
      throw .unstorable(database.cause("\(taker) takes too many steps of its room"))
    }
    takeSlot.bind(1, hold.room)
    takeSlot.bind(3, taker.columns.booking)
    takeSlot.bind(4, taker.columns.wait)
    var start = hold.start
    while start < hold.end {
      takeSlot.bind(2, start)
      let code = try takeSlot.runForCode()
      if code != Database.done { throw try fault(code, hold.room, at: start, wanted: taker) }
      start += step
    }
  }

  /// Gives back the slots of a booking or a wait.
  func free(_ hold: Hold, of taker: Taker) throws(StoreFault) {
    freeSlots.bind(1, hold.room)
    freeSlots.bind(2, hold.start)
    freeSlots.bind(3, hold.end)
    freeSlots.bind(4, taker.columns.booking)
    freeSlots.bind(5, taker.columns.wait)
    try freeSlots.run()
  }

  private func fault(
    _ code: Int32, _ room: Int64, at start: Int64, wanted: Taker
  ) throws(StoreFault) -> StoreFault {
    let fault = database.fault(code)
    guard code == Database.keyTaken else { return fault }
    holder.bind(1, room)
    holder.bind(2, start)
    let held = try holder.first { (row) throws(StoreFault) in
      Taker(try row.optionalInteger(0), try row.optionalInteger(1))
    }
    guard let held else { return fault }
    guard case .booking(let one) = held, case .booking(let other) = wanted else {
      let text = "overlap: \(held) holds \(try id(room)) at \(start), \(wanted) wants it too"
      return .unstorable(database.cause(text))
    }
    return .overlap(try id(room), at: Instant(seconds: start), held: one, wanted: other)
  }

  /// Makes the slots of a room anew for what is held and ends after an instant.
  func rebuild(_ entry: Entry) throws(StoreFault) {
    clearRoom.bind(1, entry.number)
    try clearRoom.run()
    setStep.bind(1, entry.number)
    setStep.bind(2, entry.gridMinutes)
    setStep.bind(3, entry.stepMinutes)
    setStep.bind(4, entry.slotsSince)
    try setStep.run()
    byNumber[entry.number] = entry
    for (taker, hold) in try holds(of: entry) {
      try takeEach(hold, for: taker, stepMinutes: entry.stepMinutes)
    }
  }

  /// The bookings and waits of a room that have slots.
  func holds(of entry: Entry) throws(StoreFault) -> [(Taker, Hold)] {
    var holds: [(Taker, Hold)] = []
    readHolds.bind(1, entry.number)
    readHolds.bind(2, entry.slotsSince)
    try readHolds.each { (row) throws(StoreFault) in
      let taker = Taker(try row.optionalInteger(0), try row.optionalInteger(1))
      let hold = Hold(room: entry.number, start: try row.integer(2), end: try row.integer(3))
      holds.append((taker, hold))
    }
    return holds
  }

  /// The largest number of minutes that divides a step and two instants in seconds.
  static func step(_ minutes: Int64, _ start: Int64, _ end: Int64) -> Int64 {
    commonDivisor(commonDivisor(minutes, start / 60), end / 60)
  }

  private static func commonDivisor(_ one: Int64, _ other: Int64) -> Int64 {
    var (one, other) = (abs(one), abs(other))
    while other != 0 { (one, other) = (other, one % other) }
    return one
  }
}

extension RoomTable.Hold {
  /// What a coded booking takes; nil if it is cancelled.
  init?(_ booking: Booking) {
    guard booking.state == .held else { return nil }
    self.init(
      room: Coded.number(booking.room.text), start: booking.start.seconds, end: booking.end.seconds)
  }

  /// What a coded wait takes; nil if nothing is offered to it.
  init?(_ wait: Wait) {
    guard wait.state == .offered, let offer = wait.offer else { return nil }
    self.init(
      room: Coded.number(offer.place.room.text), start: offer.start.seconds,
      end: offer.end.seconds)
  }

  /// What the row of a number takes: a statement reads its columns `state`, `room`,
  /// `start_seconds` and `end_seconds`; nil if it is in another state than the one that takes.
  static func read(
    _ number: Int, by statement: Statement, ifIn state: String
  ) throws(StoreFault) -> Self? {
    statement.bind(1, number)
    let hold = try statement.first { (row) throws(StoreFault) -> Self? in
      guard try row.text(0) == state else { return nil }
      return Self(room: try row.integer(1), start: try row.integer(2), end: try row.integer(3))
    }
    return hold ?? nil
  }
}
