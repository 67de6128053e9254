// What the wire says when the rules say no: each row mends one fault of the row above, so that the
// table is the documented order, from everything wrong down to booked.

import House
import Testing

@Suite("Refusals on the wire")
struct RefusalTableTests {
  /// A line that is said, and the beginning of the last line of its reply: code and name.
  struct Row: Sendable, CustomTestStringConvertible {
    let says: String
    let hears: String
    /// How many rules say no, at least; all of them are told.
    let told: Int
    var testDescription: String { hears }
  }

  private static let title = String(repeating: "t", count: 300)

  /// One line that is refused for its room, then for its end, then for being past, and so on.
  static let falling: [Row] = [
    Row(
      says: "book Atlantis yesterday 10:10-10:05 with x@y 0171 12 title \(title)",
      hears: "350 [WHAT/UNKNOWN]", told: 6),
    Row(
      says: "book Bunker yesterday 11:10-10:05 with x@y 0171 12 title \(title)",
      hears: "350 [TIME/INVALID]", told: 6),
    Row(
      says: "book Bunker yesterday 19:10-19:20 with x@y 0171 12 title \(title)",
      hears: "350 [TIME/PAST]", told: 6),
    Row(
      says: "book Bunker tomorrow 19:10-19:20 with x@y 0171 12 title \(title)",
      hears: "352 [RULE/HOURS opens=07:00 closes=19:00]", told: 6),
    Row(
      says: "book Bunker tomorrow 8:10-8:20 with x@y 0171 12 title \(title)",
      hears: "352 [RULE/GRID minutes=15]", told: 6),
    Row(
      says: "book Bunker tomorrow 8:15-8:45 with x@y 0171 12 title \(title)",
      hears: "352 [RULE/TEXT]", told: 4),
    Row(
      says: "book Bunker tomorrow 8:15-8:45 with x@y 0171 12 for 6 people",
      hears: "352 [RULE/ATTENDEE]", told: 4),
    Row(
      says: "book Bunker tomorrow 8:15-8:45 with ana@x.com 0171 1234567 for 6 people",
      hears: "352 [RULE/SEATS seats=4]", told: 2),
    Row(
      says: "book Bunker tomorrow 8:15-8:45 with ana@x.com 0171 1234567",
      hears: "352 [TIME/TAKEN]", told: 1),
    Row(
      says: "book Bunker tomorrow 9:15-9:45 with ana@x.com 0171 1234567",
      hears: "250 ", told: 0),
  ]

  @Test("All faults are told, and the first in the documented order gives the name")
  func order() throws {
    for row in Self.falling { try check(row) }
  }

  /// Single faults, with nothing to offer or something.
  static let single: [Row] = [
    Row(says: "cancel B99", hears: "550 [WHAT/UNKNOWN ref=B99]", told: 1),
    Row(says: "cancel B1", hears: "554 [RULE/OWNER ref=B1]", told: 1),
    Row(says: "move B1 to 10", hears: "554 [RULE/OWNER ref=B1]", told: 1),
    Row(says: "book Bunker 30 February 10-11", hears: "350 [TIME/INVALID]", told: 1),
    Row(says: "book Bunker friday 26 november 10-11", hears: "350 [TIME/INVALID]", told: 1),
    Row(says: "is Bunker free on 30 February", hears: "553 [TIME/INVALID]", told: 1),
    Row(says: "book Bunker tomorrow 11:00-10:15", hears: "350 [TIME/INVALID]", told: 1),
    Row(says: "book Bunker today 8:00-9:00", hears: "352 [TIME/PAST]", told: 1),
    Row(says: "book Bunker tomorrow 18:30-19:30", hears: "352 [RULE/HOURS", told: 1),
    Row(says: "book Bunker tomorrow 10:10-10:50", hears: "352 [RULE/GRID minutes=15]", told: 1),
    Row(says: "book Bunkr tomorrow 10-11", hears: "352 [WHAT/UNKNOWN]", told: 1),
    Row(
      says: "book Bunker tomorrow 10-11 with ana@x.com 0171 1234567, ana@x.com 0171 1234567",
      hears: "351 [RULE/ATTENDEE]", told: 1),
    Row(says: "book Bunker tomorrow 10-11 with ana@x.com", hears: "350 ", told: 0),
  ]

  @Test("A single fault has its code and name", arguments: single)
  func alone(row: Row) throws { try check(row) }

  private func check(_ row: Row) throws {
    let text = """
      @now 2026-11-24T09:07
      @booked Cockpit 2026-11-24 09:00-10:00 jana
      @booked Bunker 2026-11-25 08:00-09:00 tom
      > \(row.says)
      < 599 nothing of the kind
      > my bookings
      < 599 nothing of the kind
      """
    let player = try ConversationPlayer(
      WrittenConversation(text, file: "refusals"), settings: HouseMaking.settingsForPlay()
    ) { _ in DemonstrationBuilding.building }
    let heard = player.play().map(\.answered)
    let reply = try #require(heard.first)
    let last = try #require(reply.last)
    #expect(last.hasPrefix(row.hears), "\(row.says)\n\(reply.joined(separator: "\n"))")
    #expect(reply.count >= row.told, "\(reply.joined(separator: "\n"))")
    let isBooked = row.hears.hasPrefix("250")
    let mine = try #require(heard.last).joined(separator: "\n")
    #expect(mine.contains("B3: ") == isBooked, "what is refused changes nothing: \(mine)")
  }
}
