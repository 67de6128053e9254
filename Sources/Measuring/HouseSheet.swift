// The house that is measured, and what is booked in it: every booking has a span of its own.

import CivilTime

/// Rooms, and bookings by their number. At any time of an open day about half of the rooms are held
/// as far as the bookings reach, so that there is something to tell whoever asks what is free.
struct HouseSheet: Sendable {
  /// What the clock of the house shows; it stands.
  static let clock = "2026-11-24T09:07"
  static let zone = "Europe/Berlin"

  private static let firstDay: CivilDate = {
    guard let day = CivilDate(year: 2026, month: 11, day: 25) else {
      preconditionFailure("the day behind that of the clock is a day")
    }
    return day
  }()
  private static let opens = 7
  private static let hours = 12
  /// Quarters of an hour in one.
  private static let quarters = 4
  private static let attendeeCount = 1000

  let roomCount: Int
  /// How many people book, in turn.
  let userCount: Int

  /// The building file.
  var building: String {
    let rooms = (1...roomCount).map { #"{"name": "Room \#($0)", "seats": 6}"# }
    return """
      {"rules": {"opens": "07:00", "closes": "19:00", "windowDays": 3660,
                 "bookingsPerPersonMax": 100000},
       "rooms": [\(rooms.joined(separator: ",\n  "))]}

      """
  }

  /// A configuration that refuses nobody for how much they do: that is what is measured.
  static let configuration = """
    {"limits": {"agent": {"answersOctetsMax": 17179869184,
                          "answersOctetsPerConnectionMax": 17179869184,
                          "answersOctetsPerUserMax": 17179869184}}}

    """

  /// What is said to make the booking of a number.
  func order(_ number: Int, withAttendee hasAttendee: Bool) -> String {
    let perHalf = Self.hours / 2 * Self.quarters
    let room = number % roomCount
    let slot = number / roomCount
    let quarter = slot % perHalf
    let day = Self.firstDay.adding(days: slot / perHalf)
    // Even rooms are held in even hours, odd ones in odd hours.
    let hour = Self.opens + quarter / Self.quarters * 2 + room % 2
    let start = quarter % Self.quarters * 15
    let end = start + 15 == 60 ? "\(hour + 1):00" : "\(hour):\(start + 15)"
    let minutes = start == 0 ? "00" : "\(start)"
    let person = number % Self.attendeeCount
    let attendee =
      hasAttendee
      ? " with guest\(person)@example.com +49 30 \(9_018_000 + person)" : ""
    return "book Room \(room + 1) on \(day) \(hour):\(minutes)-\(end)\(attendee)"
  }

  /// Who says it.
  func user(_ number: Int) -> String { "user\(number % userCount)" }
}
