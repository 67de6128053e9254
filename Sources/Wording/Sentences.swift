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
  /// Where the reader is, if the clocks there are told, too.
  let zone: ZoneRules?

  init(
    world: World, now: Instant, reader: UserID, bars: BarForm, zone: ZoneRules? = nil
  ) {
    self.world = world
    self.now = now
    self.reader = reader
    self.bars = bars
    self.zone = zone
    today = world.ledger.zone.civil(at: now).date
  }
}

/// Things that are counted.
enum Counted: CaseIterable {
  case seat, day, attendee, booking, date
}

/// The sentences of one language.
protocol Sentences: RideSentences, AccountSentences, Sendable {
  var scene: Scene { get }
  /// What a booking is called unless said.
  static var usualTitle: String { get }

  // Parts.
  /// One part of an answer, a sentence or more a line.
  func lines(for part: AnswerPart, of answer: Answer) -> [String]
  /// What is said where an answer has no part.
  func done(isRefusal: Bool) -> String
  /// Why a rule says no to what was wanted.
  func sentence(for refusal: Refusal, _ request: BookingRequest?) -> String

  // Values.
  /// What stands before the last of several: `and`, `or`.
  var and: String { get }
  var or: String { get }
  /// A day with its weekday, without its year.
  func date(_ date: CivilDate) -> String
  func longDate(_ date: CivilDate) -> String
  /// From when to when by the clocks of the house, as a sentence has it.
  func clockTimes(_ span: CivilSpan) -> String
  /// What the reader's own clocks show then, behind those of the house.
  func onYourClocks(_ times: String) -> String
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

  // Series.
  /// Some days in order of time, those of a month together: `Wed 2, 9, 16 and 23 Dec 2026`.
  func days(_ days: [CivilDate]) -> String
  /// `S1, 4 dates`; without a name for what is only wanted.
  func seriesName(_ series: SeriesReference?, count: Int) -> String
  func bookedSeriesLine(_ series: String, isPrivate: Bool) -> String
  func draftSeriesLine(_ series: String, isPrivate: Bool) -> String
  func changedSeriesLine(_ series: String) -> String
  func leftOutLine(_ days: String, waits: Bool) -> String
  func clashHead(free: Int, of count: Int) -> String
  func andMore(_ count: Int) -> String
  /// What stays as it is on some days.
  func staysLine(_ days: String) -> String
  /// What a choice does about the days that cannot be had; those beside it, in words.
  func offer(_ kind: SeriesOffer.Kind, _ others: String, onButton: Bool) -> String
  func passesLaterLine(_ lead: String) -> String
  /// When all bookings of a series are, for who comes to them.
  func allDatesLine(_ dates: String) -> String

  // Bookings.
  func bookedLine(_ booking: Booking) -> String
  func changedLine(_ booking: Booking) -> String
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
  /// Before those of others to which the reader comes.
  var comesTo: String { get }
  func titleLine(_ title: String) -> String
  func descriptionLine(_ description: String) -> String
  func privacyLine(isPrivate: Bool, isProposed: Bool) -> String
  func nowLine(_ person: String) -> String
  func removedLine(_ names: [String]) -> String
  func unknownFloor(of room: RoomID) -> String
  func heading(of booking: Booking) -> String
  func bookedBy(_ owner: String) -> String
  /// Whose a booking is that somebody else made, in a list: `Jana, booked by Mia`.
  func ownerAndBooker(_ owner: String, _ booker: String) -> String
  /// Whoever asks may not know whose a booking is.
  var bookerUntold: String { get }
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

  // Help.
  /// A line to say, with a room and a time that work.
  func bookingExample(_ examples: HelpExamples) -> String
  /// The room of the examples.
  func room(_ examples: HelpExamples) -> String
  /// What help on one thing begins with.
  func helpHead(of topic: HelpTopic) -> String
  /// Lines that can be said as they stand, with a room, a booking if there is one, and an order.
  func helpLines(
    on topic: HelpTopic, room: String, booking: String?, example: String
  ) -> [String]

  // Waits.
  /// What is waited for: which room, and when.
  func wished(_ wish: WaitWish) -> String
  /// That somebody waits for it; so many stand before them.
  func waitingLine(_ wait: Wait, _ before: Int) -> String
  func waitsAlreadyLine(_ wait: Wait) -> String
  func endedLine(_ wait: Wait) -> String
  var waitsForNothing: String { get }
  /// In a list of waits, how far it is.
  func standing(_ before: Int) -> String
  /// What is held, for how long, and how it is taken.
  func offerLine(_ wait: Wait, _ offer: Wait.Offer) -> String
  /// That it was held and was not taken.
  func lapsedLine(_ wait: Wait, _ offer: Wait.Offer) -> String
  /// What takes an offer, and what gives it to the next.
  var offerButtons: [(id: String, title: String, say: String)] { get }

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
