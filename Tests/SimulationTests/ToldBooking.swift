// What a program reads of a booking in a reply, and what somebody heard.

import BookingAgent
import Bookings
import CivilTime
import JSON
import LineProtocol

/// A booking as it was told with a change. Programs read it in a reply; people read its reference,
/// and what was done is looked up.
struct ToldBooking: Hashable, CustomStringConvertible {
  /// Whether it is as it was after this very change, and not after all of a wake.
  let isExact: Bool
  let reference: Int
  let version: Int
  let kind: String
  let room: String
  let start: Instant?
  let end: Instant?
  let title: String
  let attendees: [String]

  /// Reads an element of `effects`; nil for one that is about passes only.
  init?(_ effect: JSONValue) {
    guard let kind = effect["kind"]?.string, kind != "pass", let booking = effect["booking"],
      let reference = booking["ref"]?.string.flatMap({ Int($0.dropFirst()) }),
      let version = booking["version"]?.integer
    else { return nil }
    isExact = true
    self.reference = reference
    self.version = Int(version)
    self.kind = kind
    room = booking["room"]?.string ?? ""
    start = booking["start"]?.string.flatMap { Self.instant($0) }
    end = booking["end"]?.string.flatMap { Self.instant($0) }
    title = booking["title"]?.string ?? ""
    attendees = (booking["attendees"]?.array ?? []).compactMap { $0["email"]?.string }
  }

  /// What a person was told in words of a booking that has changed.
  init(_ booking: Booking) {
    isExact = false
    reference = booking.reference.number
    version = booking.version
    kind = booking.state == .cancelled ? "cancelled" : "changed"
    room = booking.room.text
    start = booking.start
    end = booking.end
    title = booking.title
    attendees = booking.attendees.map(\.email.text)
  }

  /// Whether a booking is as it was told.
  func says(_ booking: Booking) -> Bool {
    room == booking.room.text && (kind == "cancelled") == (booking.state == .cancelled)
      && (title == booking.title || booking.title.isEmpty)
      && attendees == booking.attendees.map(\.email.text)
      && start == booking.start && end == booking.end
  }

  /// `2026-11-25T10:00:00+01:00` as an instant.
  private static func instant(_ text: String) -> Instant? {
    guard text.count == 25, let date = CivilDate(text.prefix(10)),
      let time = ClockTime(text.dropFirst(11).prefix(5)),
      let offset = ClockTime(text.suffix(5))
    else { return nil }
    let sign = text.dropFirst(19).first == "-" ? -1 : 1
    let minutes = Int64(CivilMoment(date, time).minuteNumber - sign * offset.minutes)
    let epoch = CivilDate(year: 1970, month: 1, day: 1).map { CivilMoment($0, .midnight) }
    guard let epoch else { return nil }
    return Instant(seconds: (minutes - Int64(epoch.minuteNumber)) * 60)
  }

  var description: String {
    let seconds = [start, end].map { $0.map { "\($0.seconds)" } ?? "?" }.joined(separator: "-")
    return "B\(reference) v\(version) \(kind) \(room) \(seconds) \(title)"
  }
}

/// A reply that somebody heard.
struct Told {
  let session: SessionID
  let asked: Asked
  let reply: Reply

  /// Whether it is what everybody is told whose wake could not be made durable.
  var isFailure: Bool { Self.isFailure(reply) }

  /// See `isFailure`. Of rides the same codes tell that the service failed, and other words.
  static func isFailure(_ reply: Reply) -> Bool {
    guard [451, 452, 459].contains(reply.code.rawValue) else { return false }
    let words = reply.lines.first ?? ""
    return words.hasPrefix("The disk ") || words.hasPrefix("The store ")
  }

  /// Whether it tells of a change that was made because of it.
  var isChange: Bool { !changes.isEmpty }

  /// The bookings that it says were changed now.
  private(set) var changes: [ToldBooking] = []

  /// Notes what it says of bookings that have changed.
  mutating func read(_ changed: [Booking]) {
    if asked.id != nil {
      guard reply.members["replayed"] != true else { return }
      changes = (reply.members["effects"]?.array ?? []).compactMap { ToldBooking($0) }
    } else if reply.code == .done || reply.code == .challenge {
      // Behind what was done a secret may be asked for again.
      let numbers = Self.numbers(in: reply.lines)
      changes = changed.filter { numbers.contains($0.reference.number) }.map { ToldBooking($0) }
    }
  }

  /// The bookings that lines name: `B2–B5` are four.
  private static func numbers(in lines: [String]) -> Set<Int> {
    let parts = lines.joined(separator: " ").split { !($0.isLetter || $0.isNumber || $0 == "–") }
    return Set(
      parts.flatMap { part -> [Int] in
        let ends = part.split(separator: "–").compactMap { end in
          end.first == "B" ? Int(end.dropFirst()) : nil
        }
        guard ends.count == 2, ends[0] <= ends[1] else { return ends }
        return Array(ends[0]...ends[1])
      })
  }
}
