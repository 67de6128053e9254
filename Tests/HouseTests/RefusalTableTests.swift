// What the wire says when the rules say no: each row mends one fault of the row above, so that the
// table is the documented order, from everything wrong down to booked.

import House
import Testing

@Suite("Refusals on the wire")
struct RefusalTableTests {
  /// A line that is said, what is told of it in this order, and the code and name of the reply.
  struct Row: Sendable, CustomTestStringConvertible {
    let says: String
    let tells: [String]
    let hears: String
    var testDescription: String { "\(says.prefix(40)) → \(hears)" }
  }

  private static let title = " title " + String(repeating: "t", count: 300)
  private static let badPeople = " with x@y 0171 12"
  private static let goodPeople = " with ana@x.com 0171 1234567"
  private static let people = ["x@y", "no e-mail", "0171 12", "no phone number"]

  /// One line with all faults, which are mended one by one.
  static let falling: [Row] = [
    Row(
      says: "book Atlantis yesterday 11:10-10:05" + badPeople + title,
      tells: ["no room", "after the start", "in the past", "title is too long"] + people,
      hears: "350 [WHAT/UNKNOWN] "),
    Row(
      says: "book Bunker yesterday 11:10-10:05" + badPeople + title,
      tells: ["after the start", "in the past", "steps of 15", "title is too long"] + people,
      hears: "350 [TIME/INVALID] "),
    Row(
      says: "book Bunker yesterday 19:10-19:20" + badPeople + title,
      tells: ["in the past", "07:00 to 19:00", "steps", "at least 15", "title"] + people,
      hears: "350 [TIME/PAST] "),
    Row(
      says: "book Bunker tomorrow 19:10-19:20" + badPeople + title,
      tells: ["07:00 to 19:00", "steps of 15", "at least 15", "title"] + people + ["1) "],
      hears: "352 [RULE/HOURS opens=07:00 closes=19:00] "),
    Row(
      says: "book Bunker tomorrow 8:10-8:20" + badPeople + title,
      tells: ["steps of 15", "at least 15", "title"] + people + ["taken", "1) "],
      hears: "352 [RULE/GRID minutes=15] "),
    Row(
      says: "book Bunker tomorrow 8:15-8:45" + badPeople + title,
      tells: ["title is too long"] + people + ["taken", "1) "],
      hears: "352 [RULE/TEXT] "),
    Row(
      says: "book Bunker tomorrow 8:15-8:45" + badPeople + " for 6 people",
      tells: people + ["4 seats", "taken", "1) "], hears: "352 [RULE/ATTENDEE] "),
    Row(
      says: "book Bunker tomorrow 8:15-8:45" + goodPeople + " for 6 people",
      tells: ["4 seats", "taken", "1) "], hears: "352 [RULE/SEATS seats=4] "),
    Row(
      says: "book Bunker tomorrow 8:15-8:45" + goodPeople,
      tells: ["taken Wed 25 Nov 08:00–09:00", "1) "], hears: "352 [TIME/TAKEN] "),
    Row(
      says: "book Bunker tomorrow 9:15-9:45" + goodPeople,
      tells: ["Booked B3: Bunker, Wed 25 Nov 2026, 09:15–09:45."], hears: "250 Ana"),
  ]

  /// Single faults, with something to offer, something to ask, or neither.
  static let single: [Row] = [
    Row(says: "cancel B99", tells: [], hears: "550 [WHAT/UNKNOWN ref=B99] "),
    Row(says: "cancel B1", tells: [], hears: "554 [RULE/OWNER ref=B1] "),
    Row(says: "move B1 to 10", tells: [], hears: "554 [RULE/OWNER ref=B1] "),
    Row(
      says: "book Bunker 30 February 10-11", tells: ["There is no 30 February."],
      hears: "350 [TIME/INVALID] Which day?"),
    Row(
      says: "book Bunker friday 26 november 10-11", tells: ["is a Thursday, not a Friday"],
      hears: "350 [TIME/INVALID] Which day?"),
    Row(
      says: "is Bunker free on 30 February", tells: [],
      hears: "553 [TIME/INVALID] There is no 30 February."),
    Row(
      says: "book Bunker tomorrow 11:00-10:15", tells: ["10:15", "after the start"],
      hears: "350 [TIME/INVALID] When does it end?"),
    Row(says: "book Bunker today 8:00-9:00", tells: ["past"], hears: "352 [TIME/PAST] 2) Bunker"),
    Row(
      says: "book Bunker tomorrow 18:30-19:30", tells: ["1) Bunker Wed 25 Nov 18:00–19:00"],
      hears: "352 [RULE/HOURS opens=07:00 closes=19:00] 2) Bunker Wed 25 Nov 18:30–19:00"),
    Row(
      says: "book Bunker tomorrow 10:10-10:50", tells: [":00, :15, :30, :45"],
      hears: "352 [RULE/GRID minutes=15] 2) Bunker Wed 25 Nov 10:15–10:45"),
    Row(
      says: "book Bunk tomorrow 10-11", tells: ["Did you mean Bunker?"],
      hears: "352 [WHAT/UNKNOWN] 1) Bunker"),
    Row(
      says: "book Bunker tomorrow 10-11 with ana@x.com 0171 1234567, ana@x.com 0171 1234567",
      tells: ["ana@x.com is named twice."], hears: "351 [RULE/ATTENDEE] "),
    Row(
      says: "book Bunker tomorrow 10-11 with ana@x.com", tells: [],
      hears: "350 What is Ana's phone number?"),
  ]

  @Test(
    "All faults are told, the first in the documented order names the reply, nothing is changed",
    arguments: falling + single)
  func told(row: Row) throws {
    let isBooked = row.hears.hasPrefix("250")
    let text = """
      @now 2026-11-24T09:07
      @booked Cockpit 2026-11-24 09:00-10:00 jana
      @booked Bunker 2026-11-25 08:00-09:00 tom
      > \(row.says)
      <~ *\(row.tells.map { $0 + "*" }.joined())\(row.hears)*
      > my bookings
      <~ \(isBooked ? "B3: Bunker" : "You have no bookings ahead.")*
      """
    let player = try ConversationPlayer(
      WrittenConversation(text, file: "refusals"), settings: HouseMaking.settingsForPlay()
    ) { _ in DemonstrationBuilding.building }
    let differences = try player.play().map(\.description).joined(separator: "\n")
    #expect(differences.isEmpty, "\(differences)")
  }
}
