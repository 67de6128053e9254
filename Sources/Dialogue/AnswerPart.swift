// The things that are said in answers, each as facts from which a language makes its sentences.

public import Bookings
public import CivilTime
public import Discourse
public import Passes

/// One thing that is said.
public enum AnswerPart: Hashable, Sendable {
  /// A room was booked, and what was filled in without being said.
  case booked(Booking, assumed: [Assumption])
  /// What would be booked, before `book it`.
  case wouldBook(BookingRequest, assumed: [Assumption])
  /// A series was booked: its bookings, when those would have been that were left out, whether
  /// these are waited for, and what was filled in without being said.
  case bookedSeries([Booking], leftOut: [CivilSpan], waits: Bool, assumed: [Assumption])
  /// What would be booked as a series, before `book it`.
  case wouldBookSeries([Booking], assumed: [Assumption])
  /// Some days of a series cannot be had, of so many.
  case seriesClash([SeriesClash], of: Int)
  /// What of several changes cannot be, and stays as it is.
  case stuck([SeriesClash])
  /// Bookings of a series became otherwise, each as it was and as it is.
  case changedSeries([ProposedChange])
  /// Bookings of a series stand again, or as they did before.
  case seriesAsBefore([Booking])
  /// The passes of a series go out so long before each of its bookings, but for the first.
  case passesLater(leadSeconds: Int)
  /// Who gets a pass, and how long `undo` still has no side effect.
  case passesQueued([Attendee], waitSeconds: Int?)
  /// Passes for people who came already; new ones if some hold a pass that is no longer right.
  case passesRenewed([String], areNew: Bool, waitSeconds: Int?)
  /// Whose pass stays as it is though a booking has another title or description now.
  case passesStay([String], BookingReference)
  /// Numbers that perhaps take no SMS, in E.164 form.
  case mayMissTexts([String])
  /// A booking was changed.
  case changed(from: Booking, to: Booking, assumed: [Assumption])
  /// A change that changes nothing.
  case unchanged(Booking)
  /// Bookings were given back.
  case cancelled([Booking])
  /// Attendees who already have a pass of what no longer holds.
  case passesAlreadyOut([String])
  /// A cancelled booking stands again.
  case restored(Booking)
  /// A booking is as it was before the change; how it was until now.
  case reverted(Booking, from: Booking?)
  /// A change that cannot be taken back, for reasons that follow.
  case notUndone(Booking)
  /// What was just taken back can be taken back in its turn.
  case undoAgain
  /// What was under way is dropped; the booking that stays as it is, if one was to be changed or
  /// has just been given back.
  case dropped(stays: Booking?)
  /// A booking that is still put together, or changed, after something else was done.
  case stillOpen(RequestSummary)
  /// An unfinished booking that is given up for what was said instead.
  case notBooked(RequestSummary)
  /// What is new of a booking that is still put together.
  case nowIs(RequestSummary)
  /// What was to be cancelled or changed, and is not.
  case stayBooked([BookingReference])
  /// There is nothing that `undo` could take back.
  case nothingToUndo
  /// A yes, a no or a choice without a question.
  case nothingOpen
  /// What is in the way is the speaker's own.
  case yourOwn([Booking])
  /// What is agreed to was done already.
  case doneAlready([Booking])
  /// A rule says no.
  case refused(Refusal, BookingRequest?)
  /// What was shown would no longer come of it: what would now follows.
  case changedSinceShown
  /// Somebody took what was offered a moment before.
  case justTaken
  /// What follows is the next time at which the room can be had.
  case nextFree
  /// The choices of the answer, numbered.
  case offers
  /// Who comes or goes, too, with any of the choices for a booking that stands.
  case comingAndGoing(joining: [String], leaving: [String])
  /// What was picked is not offered; without a number, one has to be picked.
  case noSuchChoice(Int?)
  /// The line says several times; the words as said.
  case severalTimes([String])
  /// The line says a repeat; what is said and done is about a single day.
  case onlyOnce
  /// What is booked was to be repeated; it stays as it is, if there is such a booking.
  case staysOnce(Booking?)
  /// The line says several days; what is said and done is about the first.
  case onlyFirstDay
  /// Several bookings were to be changed alike; they are changed one at a time.
  case onlyOneBooking
  /// The line wants several rooms; what is said and done is about one.
  case onlyOneRoom
  /// Times of another zone: as said, the words for the zone, and what the clocks show here then.
  case otherZone(said: [ClockTime], zone: String, here: [ClockTime])
  /// A time that is told so in some regions only: as said, and how it was read.
  case regionalTime(said: String, read: [ClockTime])
  /// Somebody waits, and so many wait for some of the same before them.
  case waiting(Wait, before: Int)
  /// It is waited for already.
  case waitsAlready(Wait)
  /// Waits are over, or what was held is held no more.
  case waitEnded([Wait])
  /// What the speaker waits for, with how many before.
  case waitList([Wait], before: [Int])
  /// What was to be waited for is free.
  case freeAlready
  /// What is held for the speaker, to be taken or not.
  case offered(Wait)
  /// What is taken can be waited for.
  case canWait
  /// Asks whether to wait.
  case asksIfWait
  /// Asks for parts of a booking.
  case asks([Part], attendee: String?, stays: Bool = false)
  /// Asks whether a number is meant as read.
  case asksIfPhone(written: String, e164: String)
  /// Somebody is to be taken off a booking to which several come, or nobody.
  case asksWhoIsMeant(Booking)
  /// Asks whether these are to be cancelled.
  case asksIfCancel([Booking])
  /// Asks whether a line is to be done that left it open.
  case asksIfMeant([ProposedChange])
  /// Asks whether to go on without what was wrong.
  case asksWithoutWrong
  /// Whether somebody of the house is meant who is called nearly so.
  case asksIfPersonNear(String)
  /// Whether it is to be booked in the name of whoever speaks.
  case asksIfInOwnName
  /// Asks what is to be changed.
  case asksWhatToChange(Booking)
  /// Asks which booking is meant.
  case asksWhichBooking
  /// Something of a trip, or of what is booked on it.
  case ride(RideTold)
  /// Of accounts with providers.
  case account(AccountTold)
  /// What follows are times at which all are free, and how they are to what was asked for.
  case timesFound(FoundTimes.Kind, isForSeveral: Bool)
  /// There is no time at which all, and a room, are free.
  case noTimeFound
  /// Of these it is not known when they are free.
  case timesUnknown([String])
  /// Asks which of several people of the house is meant by a name.
  case asksWhichPerson(String)
  /// The rooms of a day.
  case roomList(CivilDate, DayReason, isFiltered: Bool)
  /// All of a room.
  case roomDetails(RoomDay)
  /// When and how long rooms may be held, and who may change a booking; of a room, and whether it
  /// is open on a day; or one of these alone.
  case rules(HousePolicy, of: String?, on: CivilDate?, HouseFact?)
  /// Whether a room has what was asked of it; the others that have.
  case suits(Room, RoomFilter, others: [String])
  /// No room of the building has what is wanted; what those lack that come nearest.
  case noneFits([RoomLack])
  /// What the room has not that is wanted.
  case lacks([RoomLack])
  /// No other room than those shown can be had, or none with more seats.
  case noOtherRoom(isLarger: Bool)
  /// No room has such a name, or fits.
  case noSuchRoom(String, nearest: [String])
  /// Whether a room is free in a span, and what is free around it.
  case free(
    Room, CivilSpan, isFree: Bool, taken: [CivilSpan], freeLater: CivilSpan?, asked: FreeQuestion)
  /// When a room is free on a day, or in a part of it, and what is in the way then.
  case freeOn(RoomDay, free: [CivilSpan], taken: [CivilSpan], asked: FreeQuestion)
  /// The rooms that are free in a span, each with the end of its freedom, and those that are not.
  case found(CivilSpan, free: [FoundRoom], others: [FoundRoom], asked: FreeQuestion)
  /// The rooms that fit, with what is free in a part of a day, and those that miss something.
  case searched(
    CivilDate, CivilSpan, fitting: [FoundRoom], others: [FoundRoom], asked: FreeQuestion)
  /// Whether what was asked of bookings is so, before they are told.
  case answers(Bool)
  /// Bookings, of the speaker or of a room.
  case bookingList([Booking], BookingScope)
  /// Whether a booking is private, and whether that or the contrary was asked.
  case privacy(BookingReference, isPrivate: Bool, asked: Bool)
  /// All of a booking.
  case bookingDetails(Booking)
  /// How far the passes of a booking have come.
  case passList(Booking, [Pass])
  /// Who else may book in somebody's name.
  case mayBook(for: String, [String])
  /// Who belongs to a group of the house, by name.
  case members(of: String, [String])
  /// Nothing has come up that would be told.
  case nothingNew
  /// Passes are sent again.
  case resending([String], canLeave: Bool)
  /// Passes are not tried any further.
  case skipped([String])
  /// A wish about passes cannot be carried out.
  case passesRefused(PassRefusal)
  /// Orders of the line that were not carried out, because of what came of the one before.
  case left([String])
  /// Words of the line that were not used.
  case unused([String])
  /// The room and the time in a line of which nothing else was understood.
  case understood(RequestSummary)
  /// The line was not understood, for the first, second or third time and on.
  case notUnderstood(level: Int, HelpExamples)
  /// What can be said, of all or of one thing.
  case help(HelpExamples, on: HelpTopic?)
  /// A greeting.
  case greeting(String?, HelpExamples)
  /// An answer to thanks.
  case welcome
  /// An answer to what people say beside what they want.
  case smallTalk(SmallTalk, HelpExamples)
  /// Nobody is reminded of anything; a moment at which a room could be booked, if one was named.
  case noReminders(CivilMoment?)
  /// A good-bye.
  case goodbye
  /// In which language is answered from now on; nil if one was asked for in which nobody is.
  case speaks(AnswerLanguage?)
  /// No calendar has that day; the words as said.
  case impossibleDay(String)
  /// What is written like a time, and none; as said.
  case impossibleTime(String)
  /// What is said like a length or a number of people, and can be none; as said.
  case impossibleAmount(String)
  /// Weekday and date do not go together; the weekday said, the date said.
  case contradiction(Weekday, CivilDate)
  /// No attendee of the booking is called so.
  case noSuchAttendee(String, Booking)
  /// Several attendees of the booking are called so.
  case severalAttendees(String, [Attendee])
  /// There is no booking that could be meant.
  case noBookingMeant
  /// How many minutes old what is shown of the calendar behind the rooms is; nil if unknown.
  case calendarUnreachable(ageMinutes: Int?)
  /// When the rooms were told that are shown, for they could not be had since.
  case roomsTold(CivilMoment)
}
