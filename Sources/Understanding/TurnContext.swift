// All that the rules look at, computed once for a line: the house, what was said before, and what
// the parts of the line can refer to.

import Bookings
import CivilTime
import Discourse
import Language

/// A line in its circumstances.
struct TurnContext {
  let house: HouseView
  let vocabulary: Vocabulary
  let speaker: Speaker
  let state: DialogueState
  let reading: Reading
  let line: [UInt8]

  var slots: Slots { reading.slots }
  var intent: Intent { reading.intent }
  /// Whether a word of the line says what is to be done.
  var isSaid: Bool { reading.intentOrigin == .said }

  let grounding: Grounding
  /// The speaker's bookings that are not over, in order of time.
  let mine: [Booking]
  /// The booking spoken of last, whoever's it is.
  let lastBooking: Referent?
  /// What was asked about last, if that still leads.
  let asked: Referent?

  init(
    house: HouseView, vocabulary: Vocabulary, speaker: Speaker, state: DialogueState,
    reading: Reading, line: [UInt8]
  ) {
    (self.house, self.vocabulary, self.speaker) = (house, vocabulary, speaker)
    (self.state, self.reading, self.line) = (state, reading, line)
    grounding = Grounding(
      house: house, vocabulary: vocabulary, speaker: speaker, line: line, turn: state.turn,
      slots: reading.slots)
    mine = house.mine
    lastBooking = state.salient(.booking)
    asked = state.salient(.request, in: [.asked], .fresh)
  }

  /// How many turns ago something came up, as seen from this line: 0 in the one before.
  func distance(to referent: Referent) -> Int { max(0, state.turn - referent.turn - 1) }

  /// The same of a question: what was asked again behind something else is as near as that.
  func distance(to issue: Issue) -> Int { max(0, state.turn - issue.askedTurn - 1) }

  /// The booking spoken of last.
  var last: Booking? {
    guard case .booking(let reference) = lastBooking?.entity else { return nil }
    return house.ledger.booking(reference)
  }

  /// What was asked about last, and how.
  var question: (request: Request, view: View)? {
    guard case .request(let request, .tell(let view)) = asked?.entity else { return nil }
    return (request, view)
  }

  /// The room that `it` and `there` are in a question about a room: that of what was asked about
  /// last, else of what is open, else of the last booking.
  var roomSpokenOf: RoomID? {
    question?.request.namedRoom ?? state.open?.purpose.request.namedRoom ?? last?.room
  }

  /// The doubts that the line itself leaves.
  var doubts: Set<Doubt> {
    var doubts: Set<Doubt> = []
    if reading.isTentative { doubts.insert(.hedged) }
    if !isSaid, !reading.unused.isEmpty { doubts.insert(.guessed) }
    if slots.repetition != nil || slots.roomCount != nil { doubts.insert(.saysMore) }
    if state.misunderstandings > 0 { doubts.insert(.followsMissed) }
    return doubts
  }
}
