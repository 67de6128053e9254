// What `it` is: a table of what came up, and what is most salient then; and the questions that are
// open, the last of them first.

import Bookings
import CivilTime
import Discourse
import Testing

@Suite("What is spoken of")
struct SalienceTests {
  /// What came up, a word a mention and a comma a turn: `B1done B2shown, , B3asked`; then what is
  /// asked for, and what it is.
  struct Row: Sendable {
    let said: String
    var roles = Roles.understood
    var freshness = Freshness.ever
    let salient: Int?
    init(
      _ said: String, in roles: Roles = .understood, _ freshness: Freshness = .ever,
      is salient: Int?
    ) {
      (self.said, self.roles, self.freshness, self.salient) = (said, roles, freshness, salient)
    }
  }

  static let rows = [
    Row("", is: nil),
    Row("B1done", is: 1),
    // What came up last is it, whoever's it is and whatever was done before.
    Row("B1done, B2shown", is: 2),
    Row("B2shown, B1done", is: 1),
    Row("B1done, B2shown, B1shown", is: 1),
    // Of one turn what was done leads what was only shown.
    Row("B1done B2shown", is: 1),
    Row("B1shown B2done B3offered", is: 2),
    Row("B1offered B2asked", is: 2),
    Row("B1asked B2picked", is: 2),
    // Of one turn and role the one named last.
    Row("B1done B2done", is: 2),
    // What was not understood is never it, and can be asked for.
    Row("B1done, B2missed", is: 1),
    Row("B2missed", is: nil),
    Row("B1done, B2missed", in: [.missed], is: 2),
    // A role passes away with a new one.
    Row("B1done, B1missed", is: nil),
    Row("B1shown, B2shown", in: [.done], is: nil),
    // Only what is recent enough for its role.
    Row("B1asked, ", .justNow, is: 1),
    Row("B1asked, , ", .justNow, is: nil),
    Row("B1asked, , ", .fresh, is: 1),
    Row("B1asked, , , ", .fresh, is: nil),
    Row("B1asked, , , ", is: 1),
    Row("B1done, , , , , ", .fresh, is: 1),
    Row("B1done, , , , , , ", .fresh, is: nil),
    Row("B1done, B2asked, , , ", .fresh, is: 1),
  ]

  @Test("What is most salient is what the table says", arguments: rows)
  func salience(row: Row) throws {
    var state = DialogueState()
    for turn in row.said.split(separator: ",", omittingEmptySubsequences: false) {
      state.begin()
      for word in turn.split(separator: " ") {
        let digits = word.dropFirst().prefix { $0.isNumber }
        let number = try #require(Int(digits))
        let role = try #require(Role(rawValue: String(word.dropFirst(1 + digits.count))))
        state.mention(.booking(BookingReference(number)), as: role)
      }
    }
    // A kind has a salience of its own.
    state.mention(.room(RoomID("a")), as: .done)
    let found = state.salient(.booking, in: row.roles, row.freshness)
    #expect(found?.entity == row.salient.map { .booking(BookingReference($0)) })
  }

  @Test("What can be referred to is bounded; the oldest goes first")
  func bounded() {
    var limits = DiscourseLimits()
    limits.referentsMax = 3
    var state = DialogueState(limits: limits)
    for number in 1...5 {
      state.begin()
      state.mention(.booking(BookingReference(number)), as: .shown)
    }
    #expect(state.referents.map(\.turn) == [3, 4, 5])
  }

  @Test("The question asked last is answered first, and of too many the oldest is handed back")
  func issues() {
    var limits = DiscourseLimits()
    limits.issuesMax = 2
    var state = DialogueState(limits: limits)
    state.begin()
    let purpose = Purpose(.book, Request())
    #expect(state.raise(.parts([.start], attendee: nil), for: purpose) == nil)
    #expect(state.raise(.which([purpose, purpose], offersAll: false), for: purpose) == nil)
    #expect(state.open?.question.open == [.choice])
    state.begin()
    state.askAgain()
    #expect(state.open?.isAskedAgain == true)
    #expect(state.open?.askedTurn == 2)
    let given = state.raise(.option([Option(1, .all)]), for: purpose)
    #expect(given?.question == .parts([.start], attendee: nil))
    #expect(state.issues.map(\.id.number) == [2, 3])
    state.close(IssueID(3))
    #expect(state.open?.id == IssueID(2))
    state.close(IssueID(2))
    #expect(state.open == nil)
  }
}
