// What the documents say is what the program does: the codes of README, in their order.

import Bookings
import CivilTime
import Foundation
import LineProtocol
import Testing

@Suite("Documents")
struct DocumentTests {
  /// One refusal of each case, in the documented order.
  static var refusals: [Refusal] {
    let moment = CivilMoment(minuteNumber: 0)
    let time = ClockTime.midnight
    return [
      .unknownRoom(RoomID("x")), .unknownBooking(BookingReference(1)),
      .notOwner(BookingReference(1)), .notOnBehalf("x"), .alreadyCancelled(BookingReference(1)),
      .changedSince(BookingReference(1)), .roomRetired(RoomID("x")),
      .endNotAfterStart(start: moment, end: moment), .momentMissing(moment), .momentTwice(moment),
      .past(moment), .closedOn(moment.date), .outsideHours(opens: time, closes: time),
      .offGrid(gridMinutes: 15), .tooShort(shortestMinutes: 15), .tooLong(longestMinutes: 60),
      .tooSoon(noticeMinutes: 15), .tooFarAhead(windowDays: 1), .textTooLong(.title, octetsMax: 1),
      .textNotPlain(.title), .attendeeRequired, .tooManyAttendees(max: 1),
      .attendee(index: 0, name: nil, .nameMissing), .quota(max: 1),
      .tooFewSeats(seats: 1, people: 2), .seriesTooLong(bookingsMax: 2, daysMax: 1), .taken([]),
      .held([], until: moment), .unknownWait(WaitReference(1)), .waitTooLong(daysMax: 14),
      .waitTooWide, .waitQuota(max: 20),
    ]
  }

  @Test("README lists the names of refusals in the order in which they are told")
  func codes() throws {
    let readme = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "README.md")
    let lines = try String(contentsOf: readme, encoding: .utf8).split(separator: "\n")
    let documented = lines.compactMap { line -> String? in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard let name = cells.first, name.hasPrefix("`"), name.contains("/"), cells.count == 2 else {
        return nil
      }
      let bare = name.trimmingCharacters(in: CharacterSet(charactersIn: "`"))
      return bare.allSatisfy { $0.isUppercase || $0 == "/" } ? bare : nil
    }
    var told: [String] = []
    for refusal in Self.refusals where !told.contains(refusal.code) { told.append(refusal.code) }
    #expect(documented == told)
    #expect(Self.refusals.map(\.precedence) == Array(Self.refusals.indices))
  }

  @Test("Every name of a refusal is one that the wire has a form for")
  func names() {
    for refusal in Self.refusals { #expect(CodeName(validating: refusal.code) != nil) }
  }
}
