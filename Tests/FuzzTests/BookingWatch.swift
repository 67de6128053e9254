// What the journal says of bookings, held against the rules of the house by somebody who did not
// decide them.

import BookingAgent
import Bookings
import CivilTime

struct BookingWatch: Sendable {
  private let rooms: [RoomID: Room]
  private let limits: BookingLimits
  private var known: [BookingReference: Booking] = [:]

  init(_ building: Building, _ limits: BookingLimits) {
    rooms = Dictionary(building.rooms.map { ($0.id, $0) }) { first, _ in first }
    self.limits = limits
  }

  /// Takes what was written down.
  mutating func follow(_ entries: [JournalEntry], at now: Instant, _ verdict: inout Verdict) {
    for entry in entries {
      guard case .booking(let event) = entry.fact else { continue }
      let booking = event.booking
      verdict.expect(entry.at == now, "\(booking.reference) is written down at another time")
      switch event {
      case .booked:
        verdict.expect(known[booking.reference] == nil, "\(booking.reference) is booked twice")
        verdict.expect(booking.version == 1, "version \(booking.version) is booked")
        checkRules(booking, at: now, &verdict)
      case .changed, .restored, .cancelled:
        let before = known[booking.reference]
        verdict.expect(
          before.map { $0.version + 1 == booking.version } ?? false,
          "\(booking.reference) becomes version \(booking.version)")
        verdict.expect(before?.owner == booking.owner, "another owns \(booking.reference)")
        verdict.expect(
          entry.by == booking.owner, "\(entry.by?.text ?? "nobody") changes \(booking.reference)")
      }
      checkRoom(booking, &verdict)
      known[booking.reference] = booking
    }
  }

  /// What holds for every booking that stands.
  private func checkRoom(_ booking: Booking, _ verdict: inout Verdict) {
    guard let room = rooms[booking.room] else {
      return verdict.expect(false, "\(booking.reference) holds no room of the building")
    }
    verdict.expect(booking.start < booking.end, "\(booking.reference) ends before it begins")
    guard booking.state == .held else { return }
    for other in known.values
    where other.reference != booking.reference && other.state == .held
      && other.room == booking.room
    {
      verdict.expect(
        !other.span.overlaps(booking.span),
        "\(booking.reference) and \(other.reference) hold \(room.name) at once")
    }
    verdict.expect(
      booking.attendees.count <= room.policy.attendeesMax, "\(booking.attendees.count) attendees")
    let texts = [booking.title, booking.description] + booking.attendees.map(\.name)
    verdict.expect(!texts.contains { Outward.holdsControl($0) }, "a control is booked: \(texts)")
    verdict.expect(
      booking.title.utf8.count <= limits.titleOctetsMax
        && booking.description.utf8.count <= limits.descriptionOctetsMax
        && booking.attendees.allSatisfy { $0.name.utf8.count <= limits.nameOctetsMax },
      "a text of \(booking.reference) is too long")
  }

  /// What holds for what is booked anew.
  private func checkRules(_ booking: Booking, at now: Instant, _ verdict: inout Verdict) {
    guard let policy = rooms[booking.room]?.policy else { return }
    let span = booking.span
    verdict.expect(
      policy.hours(on: span.start.date).map { $0.contains(span) } ?? false,
      "\(span) lies outside of the hours")
    let grid = policy.gridMinutes
    verdict.expect(
      span.start.time.minutes % grid == 0 && span.end.time.minutes % grid == 0,
      "\(span) does not lie on the grid of \(grid)")
    verdict.expect(
      (policy.shortestMinutes...policy.longestMinutes).contains(span.minutes),
      "\(span) is \(span.minutes) minutes long")
    verdict.expect(booking.end > now, "\(span) is over when it is booked")
    verdict.expect(
      booking.start <= now + .seconds((policy.windowDays + 1) * 86_400 + 7200),
      "\(span) lies beyond \(policy.windowDays) days")
    verdict.expect(
      !policy.requiresAttendee || !booking.attendees.isEmpty, "nobody comes to \(span)")
  }
}
