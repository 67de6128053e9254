// What a language has to say for itself. What has the same shape in all of them, as lists, bars and
// the order of what is told, stands in the extensions and is written once.

import Bookings
import CivilTime
import Dialogue
import Discourse
import Passes

/// Who is told something, when, and of which house.
struct Scene: Sendable {
  let world: World
  let now: Instant
  let today: CivilDate
  let reader: UserID
  let bars: BarForm

  init(world: World, now: Instant, reader: UserID, bars: BarForm) {
    self.world = world
    self.now = now
    self.reader = reader
    self.bars = bars
    today = world.ledger.zone.civil(at: now).date
  }
}

/// Things that are counted.
enum Counted: CaseIterable {
  case seat, day, attendee, booking
}

/// The sentences of one language.
protocol Sentences: Sendable {
  var scene: Scene { get }
  /// What a booking is called unless said.
  static var usualTitle: String { get }

  // Parts.
  /// One part of an answer, a sentence or more a line.
  func lines(for part: AnswerPart, of answer: Answer) -> [String]
  /// What is said where an answer has no part.
  func done(isRefusal: Bool) -> String

  // Values.
  /// What stands before the last of several: `and`, `or`.
  var and: String { get }
  var or: String { get }
  /// A day with its weekday, without its year.
  func date(_ date: CivilDate) -> String
  func longDate(_ date: CivilDate) -> String
  /// From when to when, as a sentence has it.
  func times(_ span: CivilSpan) -> String
  /// Free or taken spans of one day.
  func list(_ spans: [CivilSpan]) -> String
  func length(_ minutes: Int) -> String
  func count(_ number: Int, _ thing: Counted) -> String

  // Rooms.
  func head(of day: String, isClosed: Bool, isNextOpen: Bool) -> String
  func floorWords(_ floor: String) -> String
  func freeWords(_ day: RoomDay) -> String
  func stepFreeWords(_ isStepFree: Bool) -> String
  func words(for miss: RoomMiss) -> String
  /// What stands above the rooms that are free then.
  func foundHead(_ span: CivilSpan, isYes: Bool) -> String
  /// Nil for the span spoken of.
  func noRoomIsFree(_ span: CivilSpan?) -> String
  func isFree(_ room: String, until end: ClockTime?) -> String
  /// The end of a line about a room that is taken.
  func freeFrom(_ start: String) -> String

  // Choices.
  /// A room with fewer seats than are wanted; without a name alone on a button.
  func anyway(_ name: String?) -> String
  func allOfThem(onButton: Bool) -> String
  func button(for suggestion: Suggestion) -> (title: String, say: String)

  // Bookings.
  func bookedLine(_ booking: Booking) -> String
  /// How to take a booking back, and how to have somebody come.
  var undoHint: String { get }
  var endBeforeStart: String { get }
  func draftLine(_ place: String, isPrivate: Bool) -> String
  func comesLine(_ person: String) -> String
  /// What was assumed; nil for what goes without saying.
  func word(for assumption: Assumption, _ span: CivilSpan, _ room: RoomID) -> String?
  func assumedLine(_ parts: String) -> String
  func clockChangeLine(_ length: String, isForward: Bool) -> String
  func taken(_ when: String) -> String
  func noBookings(in scope: BookingScope) -> String
  func titleLine(_ title: String) -> String
  func descriptionLine(_ description: String) -> String
  func privacyLine(isPrivate: Bool, isProposed: Bool) -> String
  func nowLine(_ person: String) -> String
  func removedLine(_ names: [String]) -> String
  func unknownFloor(of room: RoomID) -> String
  func heading(of booking: Booking) -> String
  func bookedBy(_ owner: UserID) -> String
  /// What somebody did with the reader's booking, or with one that the reader made for an owner.
  func othersDeed(
    _ kind: OthersDeed.Kind, _ who: String, _ booking: String, of owner: String?
  ) -> String
  /// In whose name somebody booked, where it is not the reader's in the first place and in the
  /// second; nil stands for the reader.
  func inTheName(of owner: String?, by booker: String?) -> String
  /// What would be booked in another's name.
  func wouldBeInTheName(of owner: String) -> String
  /// The end of a line about what the reader booked for somebody.
  func forWhom(_ owner: String) -> String
  var noPass: String { get }

  // Passes.
  func state(of state: PassState) -> String
  func reason(_ trouble: PassTrouble) -> String
  func passesAlreadyOut(_ names: [String]) -> [String]
  func accepted(_ names: [String]) -> String
  func cancellationWentOut(to names: [String]) -> String
  var allPassesAreOut: String { get }
  func ended(_ pass: Pass) -> String
}

extension Sentences {
  var world: World { scene.world }
  var now: Instant { scene.now }
  var today: CivilDate { scene.today }
  var reader: UserID { scene.reader }

  /// The answer in words.
  func words(for answer: Answer) -> WordedAnswer {
    var worded = WordedAnswer()
    for part in answer.parts { worded.lines += lines(for: part, of: answer) }
    if worded.lines.isEmpty { worded.lines = [done(isRefusal: !answer.refusals.isEmpty)] }
    let titles = buttonTitles(of: answer.choices)
    worded.choices =
      zip(answer.choices, titles).map(wordedChoice) + answer.suggestions.map(wordedSuggestion)
    return worded
  }
}
