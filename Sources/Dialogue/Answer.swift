// What is to be said, before anybody words it: facts, never sentences.

public import Bookings
public import CivilTime
public import Passes

/// The answer to one turn.
public struct Answer: Hashable, Sendable {
  /// What kind of answer it is; the wire has a code for each.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A change was made.
    case done
    /// A question was answered.
    case told
    /// Help was asked for.
    case help
    /// A greeting, or thanks.
    case greeting
    /// A good-bye; the conversation is over.
    case goodbye
    /// A part is missing.
    case needsMore
    /// Yes or no is asked for.
    case needsConfirmation
    /// One of several is to be picked.
    case needsChoice
    /// The line means nothing to us.
    case notUnderstood
    /// The rules say no, and nothing can be offered.
    case refused
  }

  /// What kind of answer it is.
  public var kind: Kind
  /// What is said, in order.
  public var parts: [AnswerPart]
  /// What can be picked.
  public var choices: [Choice] = []
  /// What is asked for.
  public var open: [OpenSlot] = []
  /// Why the rules say no; the first gives the answer its name.
  public var refusals: [Refusal] = []
  /// The changes the turn made, in order.
  public var changes: [BookingEvent] = []
  /// The passes whose fate the turn changed by hand.
  public var passesTouched: [BookingReference] = []
  /// The rooms that were listed or shown.
  public var rooms: [RoomDay] = []
  /// The bookings that were listed or shown.
  public var bookings: [Booking] = []
  /// What can be said next, for buttons: `undo`, `change`, `add`.
  public var suggestions: [Suggestion] = []

  init(_ kind: Kind, _ parts: [AnswerPart] = []) {
    self.kind = kind
    self.parts = parts
  }
}

/// Something that can be said after a change.
public enum Suggestion: String, CaseIterable, Hashable, Sendable {
  /// Take it back.
  case undo
  /// Change its time.
  case change
  /// Add an attendee.
  case add
}

/// A room on a day, as it is listed and shown.
public struct RoomDay: Hashable, Sendable {
  /// The room.
  public let room: Room
  /// Its place in the building's list, from 1.
  public let number: Int
  /// The day.
  public let date: CivilDate
  /// When it can still be booked, in order of time; what has gone by today is cut off.
  public let free: [CivilSpan]
  /// The whole day at a glance; nil on a day it is closed.
  public let bar: TimeBar?
}

/// One thing that is said.
public enum AnswerPart: Hashable, Sendable {
  /// A room was booked, and what was filled in without being said.
  case booked(Booking, assumed: [Assumption])
  /// What would be booked, before `book it`.
  case wouldBook(BookingRequest, assumed: [Assumption])
  /// Who gets a pass, and how long `undo` still has no side effect.
  case passesQueued([Attendee], waitSeconds: Int)
  /// A number that perhaps takes no SMS.
  case mayMissTexts(e164: String)
  /// A booking was changed.
  case changed(from: Booking, to: Booking)
  /// A change that changes nothing.
  case unchanged(Booking)
  /// Bookings were given back.
  case cancelled([Booking])
  /// Attendees who already have a pass of what no longer holds.
  case passesAlreadyOut([String])
  /// Cancelled bookings stand again.
  case restored([Booking])
  /// A booking is as it was before the change.
  case reverted(Booking)
  /// What was under way is dropped; the booking that stays as it is, if one was to be changed.
  case dropped(stays: Booking?)
  /// There is nothing that `undo` could take back.
  case nothingToUndo
  /// A yes, a no or a choice without a question.
  case nothingOpen
  /// A rule says no.
  case refused(Refusal, BookingRequest?)
  /// Somebody took what was offered a moment before.
  case justTaken
  /// The choices of the answer, numbered.
  case offers
  /// Asks for parts of a booking.
  case asks([OpenSlot], attendee: String?)
  /// Asks whether a number is meant as read.
  case asksIfPhone(written: String, e164: String)
  /// Asks whether these are to be cancelled.
  case asksIfCancel([Booking])
  /// Asks which booking is meant.
  case asksWhichBooking
  /// The rooms of a day.
  case roomList(CivilDate, DayReason, isFiltered: Bool)
  /// All of a room.
  case roomDetails(RoomDay)
  /// No room has such a name, or fits.
  case noSuchRoom(String, nearest: [String])
  /// Whether a room is free in a span, and what is free around it.
  case free(Room, CivilSpan, isFree: Bool, taken: [CivilSpan], freeLater: CivilSpan?)
  /// The rooms that are free in a span, each with the end of its freedom, and those that are not.
  case found(CivilSpan, free: [FoundRoom], others: [FoundRoom])
  /// The rooms that fit, with what is free in a part of a day, and those that miss something.
  case searched(CivilDate, CivilSpan, fitting: [FoundRoom], others: [FoundRoom])
  /// Bookings, of the speaker or of a room.
  case bookingList([Booking], BookingScope)
  /// All of a booking.
  case bookingDetails(Booking)
  /// How far the passes of a booking have come.
  case passList(Booking, [Pass])
  /// Passes are sent again.
  case resending([String])
  /// Passes are not tried any further.
  case skipped([String])
  /// A wish about passes cannot be carried out.
  case passesRefused(PassRefusal)
  /// Words of the line that were not used.
  case unused([String])
  /// The line was not understood, for the first, second or third time and on.
  case notUnderstood(level: Int, HelpExamples)
  /// What can be said.
  case help(HelpExamples)
  /// A greeting.
  case greeting(String?, HelpExamples)
  /// An answer to thanks.
  case welcome
  /// A good-bye.
  case goodbye
  /// No calendar has that day; the words as said.
  case impossibleDay(String)
  /// Weekday and date do not go together; the weekday said, the date said.
  case contradiction(Weekday, CivilDate)
  /// No attendee of the booking is called so.
  case noSuchAttendee(String, Booking)
  /// There is no booking that could be meant.
  case noBookingMeant
  /// How many minutes old what is shown of the calendar behind the rooms is; nil if unknown.
  case calendarUnreachable(ageMinutes: Int?)
}

/// Why the day shown is the one shown.
public enum DayReason: Hashable, Sendable {
  /// It was asked for.
  case asked
  /// It is today.
  case today
  /// The house is closed for the rest of today.
  case nextOpenDay
}

/// Whose bookings were listed.
public enum BookingScope: Hashable, Sendable {
  /// The speaker's own, from now on or on a day.
  case mine(CivilDate?)
  /// Those in a room on a day.
  case room(Room, CivilDate)
}

/// A room in the answer to a search.
public struct FoundRoom: Hashable, Sendable {
  /// The room on that day.
  public let day: RoomDay
  /// What of it is free where it was looked for, and what it lacks.
  public let match: RoomMatch
  /// What is in the way where it was looked for, in order of time.
  public let taken: [CivilSpan]
  /// Until when it stays free, if it is free throughout.
  public let freeUntil: CivilMoment?
  /// What is free of it next, if it is not.
  public let freeNext: CivilSpan?
}

/// What a moment's help is made of: a real room, and a time that can be booked.
public struct HelpExamples: Hashable, Sendable {
  /// A room of the building that is free at the span, or the first.
  public let room: Room?
  /// A span that can be booked, on the next open day.
  public let span: CivilSpan?
  /// The booking spoken of last.
  public let booking: BookingReference?
  /// What is being asked for.
  public let open: [OpenSlot]
}

extension Answer {
  /// The name of the refusal on the wire; nil if nothing was refused.
  public var refusalName: String? {
    if let first = refusals.first { return first.code }
    for part in parts {
      switch part {
      case .impossibleDay, .contradiction: return "TIME/INVALID"
      case .noSuchAttendee, .noBookingMeant: return "WHAT/UNKNOWN"
      case .noSuchRoom: return kind == .refused ? "WHAT/UNKNOWN" : nil
      case .passesRefused(let refusal): return refusal.code
      case .booked, .wouldBook, .passesQueued, .mayMissTexts, .changed, .unchanged, .cancelled,
        .passesAlreadyOut, .restored, .reverted, .dropped, .nothingToUndo, .nothingOpen, .refused,
        .justTaken, .offers, .asks, .asksIfPhone, .asksIfCancel, .asksWhichBooking, .roomList,
        .roomDetails, .free, .found, .searched, .bookingList, .bookingDetails, .passList,
        .resending, .skipped, .unused, .notUnderstood, .help, .greeting, .welcome, .goodbye,
        .calendarUnreachable:
        continue
      }
    }
    return nil
  }

  /// Whether it holds what only the speaker should read: names, addresses and numbers of people.
  public var isPersonal: Bool {
    let attendees = changes.map(\.booking) + bookings
    return attendees.contains { !$0.attendees.isEmpty }
      || open.contains { [.attendeeName, .attendeeEmail, .attendeePhone].contains($0) }
  }
}
