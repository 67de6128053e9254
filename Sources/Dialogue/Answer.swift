// What is to be said, before anybody words it: facts, never sentences.

public import Bookings
import CivilTime
public import Discourse
import Passes

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
    /// It was sent, and goes on by itself; what becomes of it is told.
    case underWay
    /// Nobody knows whether it was done; what becomes of it is told.
    case unsure
  }

  /// What kind of answer it is.
  public var kind: Kind
  /// What is said, in order.
  public var parts: [AnswerPart]
  /// What can be picked.
  public var choices: [Option] = []
  /// What is asked for.
  public var open: [Part] = []
  /// Why the rules say no; the first gives the answer its name.
  public var refusals: [Refusal] = []
  /// The changes the turn made, in order.
  public var changes: [BookingEvent] = []
  /// What the turn did about waits, in order.
  public var waits: [WaitEvent] = []
  /// The passes whose fate the turn changed by hand.
  public var passesTouched: [BookingReference] = []
  /// The rooms that were listed or shown.
  public var rooms: [RoomDay] = []
  /// The bookings that were listed or shown; whoever tells of them leaves out what is private.
  public var bookings: [Booking] = []
  /// What can be said next, for buttons: `undo`, `change`, `add`.
  public var suggestions: [Suggestion] = []
  /// Whether the words say what `undo` does.
  public var tellsUndo = false
  /// What a secret is asked for.
  public var secretFor: FormPlace?
  /// What the service has to answer before there is anything to say.
  public var awaits: Awaited?

  package init(_ kind: Kind, _ parts: [AnswerPart] = []) {
    self.kind = kind
    self.parts = parts
  }
}

extension Answer {
  /// Whether it tells of trips, of what is booked on them, or of accounts.
  public var isOfRide: Bool {
    parts.contains { part in
      switch part {
      case .ride, .account: true
      default: false
      }
    }
  }
}

extension AnswerPart {
  /// Whether its words may say what `undo` does.
  var hintsAtUndo: Bool {
    switch self {
    case .booked(let booking, assumed: _): booking.attendees.isEmpty
    case .bookedSeries(let bookings, _, _, _): bookings.allSatisfy(\.attendees.isEmpty)
    case .dropped(let booking): booking?.state == .cancelled
    case .passesQueued, .cancelled, .undoAgain: true
    default: false
    }
  }
}

extension AnswerPart {
  /// The bookings of which it tells, as they were and as they are or would be.
  var bookingsTold: [Booking] {
    switch self {
    case .booked(let booking, assumed: _), .unchanged(let booking), .restored(let booking),
      .notUndone(let booking), .asksWhoIsMeant(let booking), .asksWhatToChange(let booking),
      .bookingDetails(let booking), .passList(let booking, _), .noSuchAttendee(_, let booking):
      [booking]
    case .changed(from: let before, to: let booking, assumed: _): [before, booking]
    case .reverted(let booking, from: let before): [booking] + (before.map { [$0] } ?? [])
    case .bookedSeries(let bookings, leftOut: _, waits: _, assumed: _),
      .wouldBookSeries(let bookings, assumed: _), .seriesAsBefore(let bookings),
      .cancelled(let bookings), .asksIfCancel(let bookings), .bookingList(let bookings, _):
      bookings
    case .changedSeries(let changes), .asksIfMeant(let changes):
      changes.flatMap { ($0.before.map { [$0] } ?? []) + [$0.after] }
    case .dropped(stays: let booking), .staysOnce(let booking): booking.map { [$0] } ?? []
    default: []
    }
  }
}

extension Answer {
  /// The name of the refusal on the wire; nil if nothing was refused.
  public var refusalName: String? {
    if let first = refusals.first { return first.code }
    for part in parts {
      switch part {
      case .impossibleDay, .impossibleTime, .impossibleAmount, .contradiction:
        return "TIME/INVALID"
      case .noSuchAttendee, .severalAttendees, .asksWhoIsMeant, .noBookingMeant:
        return "WHAT/UNKNOWN"
      case .noSuchRoom: return kind == .refused ? "WHAT/UNKNOWN" : nil
      case .passesRefused(let refusal): return refusal.code
      case .ride(let told):
        if let name = told.refusalName { return name }
      case .account(let told):
        if let name = told.refusalName { return name }
      case .booked, .wouldBook, .bookedSeries, .wouldBookSeries, .seriesClash, .stuck,
        .changedSeries, .seriesAsBefore,
        .passesLater, .passesQueued, .passesRenewed, .passesStay, .mayMissTexts, .changed,
        .changedSinceShown,
        .unchanged, .cancelled, .passesAlreadyOut, .restored, .reverted, .notUndone, .undoAgain,
        .dropped, .stillOpen, .notBooked, .nowIs, .stayBooked, .nothingToUndo, .nothingOpen,
        .doneAlready, .yourOwn,
        .refused, .justTaken, .nextFree, .offers, .comingAndGoing,
        .noSuchChoice, .severalTimes, .onlyOnce, .staysOnce, .onlyFirstDay, .onlyOneBooking,
        .onlyOneRoom, .otherZone, .regionalTime, .asks, .asksIfPhone, .asksIfCancel, .asksIfMeant,
        .asksWithoutWrong, .asksIfPersonNear, .asksIfInOwnName, .asksWhatToChange,
        .asksWhichBooking, .asksWhichPerson,
        .timesFound, .noTimeFound, .timesUnknown,
        .roomList, .roomDetails, .rules,
        .suits,
        .noneFits, .lacks, .noOtherRoom, .free, .freeOn, .found, .searched, .answers, .bookingList,
        .privacy,
        .bookingDetails,
        .passList, .nothingNew, .mayBook, .members, .resending, .skipped, .left, .unused,
        .understood,
        .notUnderstood, .help,
        .greeting,
        .welcome, .smallTalk, .noReminders, .goodbye, .speaks, .calendarUnreachable, .roomsTold,
        .waiting,
        .waitsAlready,
        .waitEnded, .waitList, .freeAlready, .offered, .canWait, .asksIfWait:
        continue
      }
    }
    return nil
  }

  /// Whether it holds what only the speaker should read: names, addresses and numbers of people,
  /// what is private, of the bookings of which they may know more than that a room is taken, and
  /// whatever is of their trips.
  public func isPersonal(to user: UserID, in ledger: Ledger) -> Bool {
    let offered = choices.compactMap { choice -> Booking? in
      if case .booking(let reference) = choice.offer { ledger.booking(reference) } else { nil }
    }
    let told = changes.map(\.booking) + bookings + offered + parts.flatMap(\.bookingsTold)
    return told.contains { booking in
      ledger.shows(user, booking) && (!booking.attendees.isEmpty || booking.isPrivate)
    }
      || open.contains { [.attendeeName, .attendeeEmail, .attendeePhone].contains($0) }
      || parts.contains { part in
        switch part {
        case .wouldBook(let request, assumed: _):
          !request.attendees.isEmpty || request.isPrivate
        case .comingAndGoing, .waiting, .waitsAlready, .waitEnded, .waitList, .offered, .ride,
          .account:
          true
        default: false
        }
      }
  }
}
