// What two have said so far, as far as the next line may lean on it. Nothing of it is durable.

public import Bookings
public import CivilTime
import Language

/// The memory of one conversation: the open question, what `it` is, and what `undo` takes back.
public struct Conversation: Hashable, Sendable {
  /// What the agent waits for; nil if nothing is open.
  var task: Task?
  /// The turn in which what is open was asked again, behind something else.
  private var turnAskedAgain: Int?
  /// How many orders in a row were done beside what is open.
  var timesPutOff = 0
  /// What is asked again once nothing else is open; the last of it first.
  var waiting: [Task] = []
  /// The booking spoken of last: `it`.
  var last: BookingReference?
  /// The changes that `undo` takes back, as one.
  var undoable: [BookingEvent] = []
  /// The days among which that of the last booking was chosen, as of `next week`.
  private var daysMeant: ClosedRange<CivilDate>?
  private var turnOfDaysMeant = 0
  /// The turn in which a booking was made, changed or given back last.
  private var doneTurn: Int?
  /// What was asked for last, for `and tomorrow?`, `only with a whiteboard` and `take it`.
  var query: Query? { didSet { queryTurn = turns } }
  /// The turn of the last question.
  private var queryTurn = 0
  /// The day that a line named which was not understood otherwise: the next lines may mean it.
  var missedDay: CivilDate? { didSet { missedTurn = turns } }
  /// The turn of that line.
  private var missedTurn = 0
  /// The rooms that were free where the last question looked, to be taken by `the big one`.
  var found: [Choice] = []
  /// The turn in which it was said how `viertel elf` was taken.
  var quarterTurn: Int?
  /// The speaker has agreed to that.
  var knowsQuarters = false
  /// What was picked last.
  var pick: Pick? { didSet { pickTurn = turns } }
  /// The turn of it.
  private var pickTurn = 0
  /// How many lines in a row were not understood.
  var misunderstandings = 0
  /// Whether the line before this one was not understood.
  var wasMisunderstood = false
  /// How many turns there have been.
  public internal(set) var turns = 0

  /// Nobody has said anything.
  public init() {}

  /// The last question if it was asked within the last two turns: what is said later rather begins
  /// anew.
  var freshQuery: Query? { turns - queryTurn <= 2 ? query : nil }

  /// More questions than this do not wait below the open one.
  static let waitingMax = 2

  /// Whether a question is open.
  public var isOpen: Bool { task != nil }

  /// Asks here what is open in another conversation of the same person; what is open here waits,
  /// and of too much that waits the oldest is given up.
  public mutating func takeUp(openOf other: Conversation) {
    guard let asked = other.task else { return }
    turns += 1
    if let task { waiting.append(task) }
    if waiting.count > Self.waitingMax { waiting.removeFirst() }
    task = asked
  }

  /// Whether the last answer asked again what is open, behind something else.
  var isAskedAgain: Bool { turnAskedAgain == turns - 1 }

  /// Keeps that what is open was asked again.
  mutating func keepAskedAgain() { turnAskedAgain = turns }

  /// Keeps the days among which that of the last booking was chosen.
  mutating func keepDaysMeant(_ days: ClosedRange<CivilDate>?) {
    daysMeant = days
    turnOfDaysMeant = turns
  }

  /// The days among which that of the last booking was chosen, if within the last two turns.
  var freshDaysMeant: ClosedRange<CivilDate>? { turns - turnOfDaysMeant <= 2 ? daysMeant : nil }

  /// Whether a booking was made, changed or given back within the last two turns.
  var hasJustDone: Bool { doneTurn.map { turns - $0 <= 2 } ?? false }

  /// Whether a booking was made, changed or given back within the last five turns.
  var hasLatelyDone: Bool { doneTurn.map { turns - $0 <= 5 } ?? false }

  /// Keeps that something was just done.
  mutating func keepDone() { doneTurn = turns }

  /// Whether the line before this one asked, or went on with, the last question.
  var hasJustAsked: Bool { queryTurn == turns - 1 && query != nil }

  /// The day of a line that was not understood within the last two turns, after the last question.
  var freshMissedDay: CivilDate? {
    turns - missedTurn <= 2 && missedTurn >= queryTurn ? missedDay : nil
  }

  /// Whether the last question was asked, or gone on with, by the line just said.
  var isAsking: Bool { queryTurn == turns && query != nil }

  /// Keeps with the last question the days spoken of, if its day is one of them.
  mutating func keepDaysAskedAbout(_ days: ClosedRange<CivilDate>?) {
    guard let day = query?.day, days?.contains(day) == true else { return }
    query?.days = days
  }

  /// The rooms that the last answer but one at most has listed, and the day it was about.
  var listed: (choices: [Choice], day: CivilDate)? {
    guard let query = freshQuery, [.find, .rooms].contains(query.kind), !found.isEmpty else {
      return nil
    }
    return (found, query.day)
  }

  /// What was picked within the last two turns, if nothing else was done since.
  var freshPick: Pick? {
    turns - pickTurn <= 2 && pick?.booking == last ? pick : nil
  }

  /// What is asked for, if anything: which slots an answer may fill.
  public var open: [OpenSlot] { task?.open ?? [] }
}

/// A thing under way that takes more than one turn.
enum Task: Hashable, Sendable {
  /// A booking or a change of one is put together; the slots are asked for.
  case drafting(Draft, asking: [OpenSlot])
  /// One of several is to be picked; the draft is what a pick completes.
  case choosing([Choice], Draft)
  /// One of several bookings is to be picked for an action.
  case choosingBooking([Choice], BookingAction)
  /// An action waits for yes or no.
  case confirming(BookingAction, [BookingReference])
  /// A line that left open whether it is meant waits for yes or no.
  case confirmingLine(AwaitedLine)

  var open: [OpenSlot] {
    switch self {
    case .drafting(_, let asking): asking
    case .choosing, .choosingBooking: [.choice]
    case .confirming, .confirmingLine: [.confirm]
    }
  }
}

/// One of several choices that was taken, and all of them: `no, the second` takes another instead.
struct Pick: Hashable, Sendable {
  let choices: [Choice]
  /// What was done to the booking picked, if bookings were to be picked from.
  let action: BookingAction?
  /// What was booked, changed or cancelled by it.
  let booking: BookingReference
}

/// A line that waits for yes or no, with what it leaned on when it was said.
struct AwaitedLine: Hashable, Sendable {
  let reading: Reading
  /// Its octets.
  let line: [UInt8]
  /// The booking spoken of last.
  let last: BookingReference?
  /// What was asked for last.
  let query: Query?
}

/// What shall be done to a booking that is not yet named.
enum BookingAction: Hashable, Sendable {
  /// Give it back.
  case cancel
  /// Change it as the draft says.
  case change(Draft)
  /// Let the people of the draft come as well.
  case add(Draft)
  /// Show all of it.
  case show
}

/// What was asked for last.
struct Query: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case rooms, find, isFree, show }
  var kind: Kind
  var room: RoomID?
  var day: CivilDate
  /// The days of which the day is one, as `next week`, if several were said.
  var days: ClosedRange<CivilDate>?
  var start: CivilMoment?
  var minutes: Int
  var filter: RoomFilter
  /// The part of the day in which it was looked for.
  var window: ClockWindow?
  /// A booking was made since, so that the span is not taken over by the next one; the day is.
  var isTaken = false
}

/// A part that is asked for. The raw value is its name on the wire.
public enum OpenSlot: String, CaseIterable, Hashable, Sendable {
  /// Which room.
  case room
  /// Which day.
  case date
  /// When it begins.
  case start
  /// When it ends.
  case end
  /// What an attendee is called.
  case attendeeName = "attendee.name"
  /// An attendee's address.
  case attendeeEmail = "attendee.email"
  /// An attendee's number.
  case attendeePhone = "attendee.phone"
  /// What the booking is called.
  case title
  /// How many come.
  case people
  /// Yes or no.
  case confirm
  /// One of the choices.
  case choice
}

/// One of the things offered, which a number, its words or `the second` picks.
public struct Choice: Hashable, Sendable {
  /// What is offered.
  public enum Offer: Hashable, Sendable {
    /// A room for a span.
    case hold(RoomID, CivilSpan)
    /// The same as asked for, although the room has too few seats.
    case anyway(RoomID, seats: Int)
    /// A room, of which the rest is still open.
    case room(RoomID)
    /// A booking.
    case booking(BookingReference)
    /// All of the bookings offered.
    case all

    /// The span a room is offered for.
    var span: CivilSpan? {
      if case .hold(_, let span) = self { span } else { nil }
    }
  }

  /// Counted from 1.
  public let number: Int
  /// What is offered.
  public let offer: Offer

  init(_ number: Int, _ offer: Offer) {
    self.number = number
    self.offer = offer
  }
}
