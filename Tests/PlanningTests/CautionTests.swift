// The table of caution, cell by cell, as the design of the conversation has it.

import Planning
import Testing

@Suite("How careful usher is")
struct CautionTests {
  /// What is at stake, and what is done about it where it was said, assumed, or is doubtful.
  static let rows: [(stake: Stake, said: Care, assumed: Care, doubtful: Care)] = [
    (.nothing, .act, .act, .actAndSay),
    (.new, .act, .actAndSay, .show),
    (.altering, .act, .actAndSay, .show),
    (.destroying, .actAndSay, .ask, .ask),
    (.alteringSeveral, .act, .ask, .ask),
    (.several, .ask, .ask, .ask),
    (.irrevocable, .ask, .ask, .ask),
  ]

  @Test("What is done depends on what is at stake and on how sure it is", arguments: rows)
  func cares(stake: Stake, said: Care, assumed: Care, doubtful: Care) {
    #expect(Care(for: stake, .said) == said)
    #expect(Care(for: stake, .assumed) == assumed)
    #expect(Care(for: stake, .doubtful) == doubtful)
  }

  @Test("The table has a row for all that can be at stake")
  func whole() {
    #expect(Self.rows.map(\.stake) == Stake.allCases)
    #expect(Certainty.allCases.count == 3)
  }
}
