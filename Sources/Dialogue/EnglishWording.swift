// English sentences for answers. All words that people read in English come from the files of this
// name; no other file makes sentences.

public import Bookings
public import CivilTime
import Passes

/// An answer in words.
public struct WordedAnswer: Hashable, Sendable {
  /// The sentences, one a line, without line ends.
  public var lines: [String] = []
  /// The choices, as buttons show them and as people would say them.
  public var choices: [WordedChoice] = []
}

/// A choice in words.
public struct WordedChoice: Hashable, Sendable {
  /// What a program sends back.
  public let id: String
  /// What a button shows.
  public let title: String
  /// What a person would say instead.
  public let say: String
  /// The room and span that would be booked, if it is one.
  public let place: Place?
}

/// Words answers in English.
public struct EnglishWording: Sendable {
  let world: World
  let today: CivilDate
  let reader: UserID

  /// The words for one reader, who may be told what is private of their own bookings.
  public init(world: World, now: Instant, for reader: UserID) {
    self.world = world
    today = world.ledger.zone.civil(at: now).date
    self.reader = reader
  }

  /// The answer in words.
  public func words(for answer: Answer) -> WordedAnswer {
    var worded = WordedAnswer()
    let hasRefusal = !answer.refusals.isEmpty
    for part in answer.parts { worded.lines += lines(for: part, of: answer) }
    if worded.lines.isEmpty { worded.lines = [hasRefusal ? "That cannot be done." : "Done."] }
    worded.choices =
      answer.choices.map(wordedChoice) + answer.suggestions.map(wordedSuggestion)
    return worded
  }

  // The switch is long because there is much that can be said; each case is one call.
  private func lines(for part: AnswerPart, of answer: Answer) -> [String] {
    switch part {
    case .booked(let booking, let assumed): booked(booking, assumed)
    case .wouldBook(let request, let assumed): wouldBook(request, assumed)
    case .passesQueued(let attendees, let wait): passesQueued(attendees, wait)
    case .mayMissTexts(let number): ["\(number) is a landline and may get no SMS."]
    case .changed(let before, let after): changed(before, after)
    case .unchanged(let booking): ["\(booking.reference) is like that already."]
    case .cancelled(let bookings): cancelled(bookings)
    case .passesAlreadyOut(let names): passesAlreadyOut(names)
    case .restored(let bookings): bookings.map { "\(summary($0)) stands again." }
    case .reverted(let booking): ["\(summary(booking)), as it was before."]
    case .dropped(let booking): dropped(booking)
    case .nothingToUndo: ["There is nothing to undo."]
    case .nothingOpen: ["I did not ask anything just now. \"help\" shows what you can say."]
    case .refused(let refusal, let request): [sentence(for: refusal, request)]
    case .justTaken: ["It was just taken, a moment before you asked."]
    case .offers: offers(answer)
    case .asks(let slots, let attendee): [question(slots, attendee)]
    case .asksIfPhone(let written, let e164): ["Is \(written) the number \(e164)? yes or no"]
    case .asksIfCancel(let bookings): asksIfCancel(bookings)
    case .asksWhichBooking: ["Which one?"]
    case .roomList(let date, let reason, let isFiltered):
      roomList(answer.rooms, date, reason, isFiltered)
    case .roomDetails(let day): roomDetails(day)
    case .noSuchRoom(let name, let nearest): noSuchRoom(name, nearest)
    case .free(let room, let span, let isFree, let taken, let later):
      freeOrNot(room, span, isFree, taken, later)
    case .found(let span, let free, let others): found(span, free, others)
    case .searched(let date, let window, let fitting, let others):
      searched(date, window, fitting, others)
    case .bookingList(let bookings, let scope): bookingList(bookings, scope)
    case .bookingDetails(let booking): bookingDetails(booking)
    case .passList(let booking, let passes): passList(booking, passes)
    case .resending(let names): ["Sending again to \(list(names))."]
    case .skipped(let names): ["No more attempts for \(list(names))."]
    case .passesRefused(let refusal): [sentence(for: refusal)]
    case .unused(let words): ["(I could not use: \(list(words.map { "\"\($0)\"" })).)"]
    case .notUnderstood(let level, let examples): notUnderstood(level, examples)
    case .help(let examples): help(examples)
    case .greeting(let name, let examples): greeting(name, examples)
    case .welcome: ["You are welcome."]
    case .goodbye: ["Bye."]
    case .impossibleDay(let words): ["There is no \(words)."]
    case .contradiction(let weekday, let date):
      ["\(longDate(date)) is a \(name(of: date.weekday)), not a \(name(of: weekday)). Which one?"]
    case .noSuchAttendee(let name, let booking):
      ["\(name.isEmpty ? "Nobody" : name) is not among the attendees of \(booking.reference)."]
    case .noBookingMeant: ["I know no booking of yours that fits."]
    case .calendarUnreachable(let age): [calendarUnreachable(age)]
    }
  }

  private func dropped(_ booking: Booking?) -> [String] {
    guard let booking else { return ["All right."] }
    return ["All right. \(summary(booking)) stays."]
  }

  private func calendarUnreachable(_ age: Int?) -> String {
    guard let age else {
      return "The building's calendar cannot be reached; only our own bookings are shown."
    }
    return "The building's calendar cannot be reached; what you see is \(age) min old."
  }

  // MARK: - Choices

  private func offers(_ answer: Answer) -> [String] {
    answer.choices.map { "\($0.number)) \(title(of: $0))" }
  }

  private func wordedChoice(_ choice: Choice) -> WordedChoice {
    var place: Place?
    if case .hold(let room, let span) = choice.offer { place = Place(room: room, span: span) }
    return WordedChoice(
      id: String(choice.number), title: title(of: choice), say: String(choice.number),
      place: place)
  }

  private func wordedSuggestion(_ suggestion: Suggestion) -> WordedChoice {
    switch suggestion {
    case .undo: WordedChoice(id: "undo", title: "Undo", say: "undo", place: nil)
    case .change: WordedChoice(id: "change", title: "Change", say: "change it", place: nil)
    case .add: WordedChoice(id: "add", title: "Add attendee", say: "add an attendee", place: nil)
    }
  }

  /// What a choice offers, as its line and button say it.
  func title(of choice: Choice) -> String {
    switch choice.offer {
    case .hold(let room, let span):
      "\(name(of: room)) \(day(of: span, unless: today))\(times(span))\(seats(of: room))"
    case .anyway(let room, let seats): "\(name(of: room)) anyway (\(count(seats, "seat")))"
    case .room(let room): "\(name(of: room))\(seats(of: room))"
    case .booking(let reference):
      world.ledger.booking(reference).map(summary) ?? reference.description
    case .all: "all of them"
    }
  }

  private func seats(of room: RoomID) -> String {
    world.ledger.room(room)?.seats.map { " (\(count($0, "seat")))" } ?? ""
  }

  // MARK: - Questions

  func question(_ slots: [OpenSlot], _ attendee: String?) -> String {
    let whose = attendee.map { "\($0)'s" } ?? "the attendee's"
    switch slots {
    case [.start, .people]: return "When, and for how many?"
    case [.start]: return "When?"
    case [.room]: return "Which room?"
    case [.confirm]: return "Shall I book it? yes or no"
    case [.attendeeName, .attendeeEmail, .attendeePhone]:
      return "Who comes? Name, e-mail and phone, please."
    default: break
    }
    let parts = slots.map { slot in
      switch slot {
      case .room: "the room"
      case .date: "the day"
      case .start: "the start"
      case .end: "the end"
      case .attendeeName: "\(whose) name"
      case .attendeeEmail: "\(whose) e-mail address"
      case .attendeePhone: "\(whose) phone number"
      case .title: "the title"
      case .people: "how many come"
      case .confirm: "yes or no"
      case .choice: "which one"
      }
    }
    return "What is \(list(parts))?"
  }

  private func asksIfCancel(_ bookings: [Booking]) -> [String] {
    bookings.map(summary) + ["Cancel \(bookings.count == 2 ? "both" : "all")? yes or no"]
  }
}
