// What is done about a line, decided before anything is done.

public import Bookings
import CivilTime
public import Discourse

/// What is done about one clause of a line.
public enum Verdict: Hashable, Sendable {
  /// It is done now.
  case act(Prospect)
  /// It is shown, and asked whether it is to be done.
  case show(Prospect, because: Set<Doubt>)
  /// Something is asked first.
  case ask(Inquiry)
  /// Something is told; nothing changes.
  case tell(Purpose)
  /// The rules say no, and nothing can be offered.
  case refuse([Refusal], BookingRequest?, wasJustTaken: Bool)
  /// It cannot be: no calendar, clock or room has that.
  case impossible(Fault)
  /// No other room can be had then.
  case noOtherRoom(isLarger: Bool)
  /// Of none of these it is known when they are free.
  case timesUnknown([String])
  /// It is like that already.
  case unchanged(Booking)
  /// A booking that stands cannot be repeated.
  case staysOnce(Booking?)
  /// The last change is taken back as far as that can be.
  case takeBack(Reversal)
  /// What is open is given up.
  case drop(Issue?)
  /// What is open is asked again, because the answer was none of what was offered.
  case askAgain(Issue, noSuchOption: Int?)
  /// Something about passes.
  case passes(PassWish, Booking, AttendeeID?)
  /// Waits are made, given up or resumed; for what, where something is waited for.
  case waits([WaitEvent])
  /// That is waited for already.
  case waitsAlready(Wait)
  /// Whether to wait is asked first.
  case asksIfWait(Purpose)
  /// Something about trips.
  case ride(RideMove)
  /// What people say to each other.
  case courtesy(Courtesy)
  /// The line refers to something that nothing can be.
  case misses(Missing)
  /// The line means nothing to us.
  case unknown
}

/// What comes of purposes, as the ledger says now.
public struct Prospect: Hashable, Sendable {
  /// What is wanted; one purpose a deed.
  public var purposes: [Purpose]
  /// What is to be done, and what is shown of it.
  public let plan: Plan
  /// What will have happened.
  public let events: [BookingEvent]
  /// What is asked of the ledger for new bookings.
  public let requests: [BookingRequest]
  /// What was filled in without being said.
  public let assumed: [Assumption]
  /// What it would do has changed since it was shown.
  public var hasChanged = false
  /// It is free already, and was to be waited for.
  public var isFreeAlready = false
  /// Why it cannot be done yet, where it is only shown.
  public var refusals: [Refusal] = []
  /// What of it cannot be, and stays as it is.
  public var stuck: [SeriesClash] = []
  /// What was said beside it and cannot be.
  public var fault: Fault?
}

/// What `undo` does.
public struct Reversal: Hashable, Sendable {
  /// What will have happened, the last change first.
  public let events: [BookingEvent]
  /// What takes that back in its turn.
  public let again: [BookingEvent]
  /// What cannot be taken back, and why.
  public let refused: [BookingReference: [Refusal]]
}

/// Something that is asked, and what is said before the question.
public struct Inquiry: Hashable, Sendable {
  /// What is asked.
  public var question: Question
  /// What it is asked for.
  public var purpose: Purpose
  /// Why it is asked, in the order in which it is said.
  public var reasons: [Reason]
  /// The rules that say no.
  public var refusals: [Refusal] = []
  /// Whether those who are named are free at the time that is said; nil if no time is.
  public var areFree: Bool?
  /// Whether what is known so far is shown with it, so that an answer agrees to that.
  public var showsRest = false

  init(_ question: Question, _ purpose: Purpose, _ reasons: [Reason] = []) {
    self.question = question
    self.purpose = purpose
    self.reasons = reasons
  }
}

/// Why something is asked.
public enum Reason: Hashable, Sendable {
  /// A rule says no.
  case refused(Refusal, BookingRequest?)
  /// Somebody took it a moment ago.
  case justTaken
  /// No room has such a name.
  case noSuchRoom(String, nearest: [RoomID])
  /// No room has what is wanted; those that come nearest.
  case noneFits(RoomFilter, [RoomID])
  /// The room has not what is wanted beside it.
  case lacks(RoomID, RoomFilter)
  /// What is offered is the next time at which the room can be had.
  case nextFree
  /// The line says several times.
  case severalTimes([Times])
  /// The line says what cannot be.
  case impossible(Fault)
  /// The room is asked for, beside what is offered.
  case asksPart(Part)
  /// Digits may be that number.
  case isPhone(written: String, e164: String)
  /// How the times that are offered are to what was asked for.
  case timeFound(FoundTimes.Kind, isForSeveral: Bool)
  /// There is no time like that.
  case noTimeFound
  /// Of these it is not known when they are free.
  case timesUnknown([String])
  /// Several people of the house are called so.
  case severalCalled(String)
  /// Nobody of the house is called so, and somebody nearly.
  case calledNearly(String)
  /// It could be done without what was wrong.
  case withoutWrong
  /// It could be done in the name of whoever speaks.
  case inOwnName
  /// It is not said what is to be otherwise.
  case whatToChange(Booking)
  /// Some days of a series cannot be had; of how many.
  case seriesClash([SeriesClash], of: Int)
  /// It is not said which booking is meant.
  case whichBooking
  /// Bookings are changed one at a time.
  case onlyOneBooking
}
