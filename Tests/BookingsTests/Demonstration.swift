// The building and the day of the written conversations, and short ways to write both down.

import Bookings
import CivilTime

/// Four rooms on Tuesday 24 November 2026, 09:07, in Berlin, with five bookings.
enum Demonstration {
  static let mia = UserID("mia"), tom = UserID("tom"), jana = UserID("jana")
  static let now = instant("2026-11-24T09:07")

  /// Central European Time with the changes of 2026 and 2027 (EU directive 2000/84/EC: 01:00 UTC on
  /// the last Sundays of March and October).
  static let berlin = ZoneRules(
    name: "Europe/Berlin", firstOffsetSeconds: 3600,
    transitions: [
      .init(at: Instant(seconds: 1_774_746_000), offsetSeconds: 7200),
      .init(at: Instant(seconds: 1_792_890_000), offsetSeconds: 3600),
      .init(at: Instant(seconds: 1_806_195_600), offsetSeconds: 7200),
    ])

  static let building = Building(rooms: [
    room("Aquarium", "2nd", 6, 20, ["TV", "whiteboard"], nil),
    room("Bunker", "basement", 4, 12, ["whiteboard"], nil),
    room("Cockpit", "3rd", 10, 35, ["video", "projector"], true),
    room("Dachstube", "4th", 14, 48, ["projector"], false),
  ])

  /// What is taken: K1 to K5 of the conversations.
  static func ledger(_ building: Building = building) -> Ledger {
    var ledger = Ledger(building: building, zone: berlin)
    let taken: [(String, UserID, Bool)] = [
      ("Cockpit 2026-11-24 09:00-10:00", jana, false),
      ("Aquarium 2026-11-24 11:00-12:00", tom, true),
      ("Aquarium 2026-11-25 10:00-10:30", tom, false),
      ("Dachstube 2026-11-25 09:00-12:00", jana, false),
      ("Bunker 2026-11-25 08:00-09:00", mia, false),
    ]
    for (index, (text, owner, isPrivate)) in taken.enumerated() {
      ledger.recall(
        booking(index + 1, text, owner: owner, isPrivate: isPrivate), at: now)
    }
    return ledger
  }

  private static func room(
    _ name: String, _ floor: String, _ seats: Int, _ size: Int, _ equipment: [String],
    _ isStepFree: Bool?
  ) -> Room {
    var room = Room(id: RoomID(name.lowercased()), name: name)
    room.floor = floor
    room.seats = seats
    room.squareMetres = size
    room.equipment = equipment
    room.isStepFree = isStepFree
    return room
  }
}

/// The instant at which clocks in Berlin show `2026-11-24T09:07`.
func instant(_ text: String) -> Instant { Demonstration.berlin.instant(nearest: moment(text)) }

/// The moment written as `2026-11-24T09:07`.
func moment(_ text: String) -> CivilMoment {
  guard let moment = CivilMoment(text) else { preconditionFailure("no moment: \(text)") }
  return moment
}

/// The two moments written as `2026-11-25 10:15-11:00`; the end may be `24:00`, and may not be
/// later.
func moments(_ text: some StringProtocol) -> (start: CivilMoment, end: CivilMoment) {
  let words = text.split(separator: " "), times = words[1].split(separator: "-")
  guard let date = CivilDate(words[0]), let from = ClockTime(times[0]), let to = ClockTime(times[1])
  else { preconditionFailure("no span: \(text)") }
  return (CivilMoment(date, from), CivilMoment(date, to))
}

/// The span written as `2026-11-25 10:15-11:00`.
func span(_ text: some StringProtocol) -> CivilSpan {
  let (start, end) = moments(text)
  guard let span = CivilSpan(from: start, to: end) else { preconditionFailure("empty: \(text)") }
  return span
}

/// The request written as `Aquarium 2026-11-25 10:15-11:00`.
func request(_ text: String) -> BookingRequest {
  let words = text.split(separator: " ", maxSplits: 1)
  let (start, end) = moments(words[1])
  return BookingRequest(room: RoomID(words[0].lowercased()), start: start, end: end)
}

/// A held booking of its first version in the place written as `Aquarium 2026-11-25 10:15-11:00`.
func booking(
  _ number: Int, _ text: String, owner: UserID = Demonstration.mia, isPrivate: Bool = false
) -> Booking {
  let request = request(text), span = span(text.split(separator: " ", maxSplits: 1)[1])
  return Booking(
    reference: BookingReference(number), version: 1, state: .held, room: request.room, span: span,
    start: Demonstration.berlin.instant(nearest: span.start),
    end: Demonstration.berlin.instant(nearest: span.end), title: "", description: "",
    isPrivate: isPrivate, owner: owner, attendees: [])
}

/// As `10:15-11:00`, the end of a day as 24:00; with the date before it if wanted.
func text(_ span: CivilSpan, dated: Bool = false) -> String {
  let isWholeEnd = span.end.time == .midnight && span.end.date > span.start.date
  let times = "\(span.start.time)-\(isWholeEnd ? .endOfDay : span.end.time)"
  return dated ? "\(span.start.date) \(times)" : times
}

extension Refusals {
  /// The names of the refusals in order, without what they carry.
  var names: String { all.map { "\($0)".prefix { $0 != "(" } }.joined(separator: " ") }
}

extension Ledger {
  /// The names of the refusals of an intention in order; empty if it is accepted.
  func refusals(of intention: Intention, by user: UserID, at now: Instant) -> String {
    do {
      _ = try decide(intention, by: user, at: now)
      return ""
    } catch {
      return error.names
    }
  }

  /// Carries an intention out and tells of the booking it concerns, as it is then.
  @discardableResult
  mutating func carryOut(
    _ intention: Intention, by user: UserID, at now: Instant
  ) throws(Refusals) -> Booking? {
    let events = try decide(intention, by: user, at: now)
    for event in events { apply(event, at: now) }
    return events.last?.booking
  }
}

extension Ledger {
  /// The bar of a room on a day nothing of which is over.
  func timeBar(of id: RoomID, on date: CivilDate, cellMinutes: Int = 15) -> TimeBar? {
    room(id)?.policy.hours(on: date).map { hours in
      TimeBar(hours: hours, free: freeSpans(in: id, on: date), cellMinutes: cellMinutes)
    }
  }
}
