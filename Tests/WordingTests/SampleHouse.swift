// A house to word answers about: names that are words of no language.

import Bookings
import CivilTime
import Dialogue
import Discourse
import Passes
import Wording

/// Tuesday 24 November 2026, 09:07 in Berlin, where it is winter all along.
enum SampleHouse {
  static let zone = ZoneRules(name: "Europe/Berlin", firstOffsetSeconds: 3600, transitions: [])
  static let today = day("2026-11-24")
  static let now = zone.instant(nearest: CivilMoment(today, time("09:07")))

  static var building: Building {
    var xaro = Room(id: RoomID("Xaro"), name: "Xaro")
    (xaro.seats, xaro.squareMetres, xaro.floor, xaro.isStepFree) = (1, 12, "basement", false)
    xaro.aliases = ["Xaroxa"]
    xaro.images = ["x.jpg"]
    xaro.article = .neuter
    var yubo = Room(id: RoomID("Yubo"), name: "Yubo")
    (yubo.seats, yubo.floor, yubo.equipment) = (6, "2nd", ["projector"])
    yubo.isStepFree = true
    return Building(rooms: [xaro, yubo, Room(id: RoomID("Zeku"), name: "Zeku")])
  }

  static func world(_ building: Building = building) -> World {
    var ledger = Ledger(building: building, zone: zone)
    for booking in [self.booking, private2, cancelled] { ledger.recall(booking, at: now) }
    return World(ledger: ledger, outbox: Outbox())
  }

  static func words(
    _ language: AnswerLanguage, _ answer: Answer, in building: Building = building
  ) -> WordedAnswer {
    AnswerWording(in: language, world: world(building), now: now, for: UserID("qxmia"))
      .words(for: answer)
  }

  static func lines(
    _ language: AnswerLanguage, _ part: AnswerPart, in building: Building = building
  ) -> [String] {
    var answer = Answer(.told, [part])
    answer.tellsUndo = true
    answer.rooms = days
    answer.choices = choices
    return words(language, answer, in: building).lines
  }

  // MARK: - Values

  static func day(_ text: String) -> CivilDate {
    guard let day = CivilDate(text) else { preconditionFailure("\(text) is a day") }
    return day
  }

  static func time(_ text: String) -> ClockTime {
    guard let time = ClockTime(text) else { preconditionFailure("\(text) is a time") }
    return time
  }

  static func span(_ date: String, _ from: String, _ to: String) -> CivilSpan {
    guard let span = CivilSpan(on: day(date), from: time(from), to: time(to)) else {
      preconditionFailure("\(from) is before \(to)")
    }
    return span
  }

  static let wednesday = span("2026-11-25", "10:15", "11:00")

  static func booking(
    _ number: Int, _ title: String = "", at span: CivilSpan = wednesday,
    _ change: (inout Parts) -> Void = { _ in }
  ) -> Booking {
    var parts = Parts()
    change(&parts)
    return Booking(
      reference: BookingReference(number), version: 1, state: parts.state, room: parts.room,
      span: span, start: zone.instant(nearest: span.start), end: zone.instant(nearest: span.end),
      title: title, description: parts.description, isPrivate: parts.isPrivate,
      owner: UserID("qxmia"), attendees: parts.attendees,
      series: parts.series)
  }

  /// What differs from booking to booking.
  struct Parts {
    var series: SeriesPlace?
    var state = Booking.State.held
    var room = RoomID("Yubo")
    var description = ""
    var isPrivate = false
    var attendees = [SampleHouse.ana, SampleHouse.ben]
  }

  static let booking = booking(7)
  static let private2 = booking(8, "Qvort", at: span("2026-11-26", "10:15", "11:00")) {
    $0.isPrivate = true
    $0.description = "Wlimp"
    $0.attendees = [cem]
    $0.room = RoomID("Zeku")
  }
  static let cancelled = booking(9, at: span("2026-11-27", "10:15", "11:00")) {
    $0.state = .cancelled
    $0.attendees = []
  }

  static let ana = attendee(1, "Qana")
  static let ben = attendee(2, "Qben")
  static let cem = attendee(3, "Qcem")

  static func attendee(_ number: Int, _ name: String) -> Attendee {
    Attendee(
      id: AttendeeID(number), name: name, email: address(name),
      phone: phone("+4917112345\(number)"))
  }

  private static func address(_ name: String) -> EmailAddress {
    do throws(EmailAddress.Fault) {
      return try EmailAddress("\(name.lowercased())@qx.qq")
    } catch {
      preconditionFailure("\(name) makes an address")
    }
  }

  private static func phone(_ text: String) -> PhoneText {
    guard let phone = PhoneText(e164: text) else { preconditionFailure("\(text) is a number") }
    return phone
  }

  static var days: [RoomDay] {
    building.rooms.enumerated().map { place, room in
      let open = span("2026-11-25", "07:00", "19:00")
      let free = place == 2 ? [] : [span("2026-11-25", "07:00", "09:00")]
      return RoomDay(
        room: room, number: place + 1, date: open.start.date, free: free,
        bar: TimeBar(hours: open, free: free))
    }
  }

  static let suggestions: [Suggestion] = [.undo, .day(wednesday.weekBefore), .change, .add]

  static let choices = [
    Option(1, .hold(RoomID("Yubo"), wednesday)), Option(2, .anyway(RoomID("Xaro"), seats: 1)),
    Option(3, .room(RoomID("Zeku"))), Option(4, .booking(BookingReference(7))), Option(5, .all),
  ]
}
