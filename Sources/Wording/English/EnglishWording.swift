// English sentences for answers. All words that people read in English come from the files of this
// name.

import Bookings
import CivilTime
import Dialogue
import Discourse
import Passes

/// Words answers in English. A class, for it holds the world and every sentence asks it.
final class EnglishWording: Sentences {
  let scene: Scene
  let (and, or) = ("and", "or")

  init(_ scene: Scene) { self.scene = scene }

  func done(isRefusal: Bool) -> String { isRefusal ? "That cannot be done." : "Done." }

  // The switch is long because there is much that can be said; each case is one call.
  func lines(for part: AnswerPart, of answer: Answer) -> [String] {
    switch part {
    case .booked(let booking, let assumed): booked(booking, assumed, answer.tellsUndo)
    case .wouldBook(let request, let assumed): wouldBook(request, assumed)
    case .bookedSeries(let bookings, let leftOut, let waits, let assumed):
      bookedSeries(bookings, leftOut, waits, assumed, answer.tellsUndo)
    case .wouldBookSeries(let bookings, let assumed): wouldBookSeries(bookings, assumed)
    case .seriesClash(let clashes, let count): seriesClash(clashes, of: count)
    case .stuck(let clashes): stuck(clashes)
    case .seriesAsBefore(let bookings): ["Back as it was: \(summary(ofSeries: bookings))."]
    case .changedSeries(let changes): changedSeries(changes)
    case .passesLater(let lead): [passesLaterLine(length(lead / 60))]
    case .passesQueued(let attendees, let wait): passesQueued(attendees, wait, answer.tellsUndo)
    case .passesRenewed(let names, let areNew, let wait):
      passesRenewed(names, areNew, wait)
    case .passesStay(let names, let booking): passesStay(names, booking)
    case .mayMissTexts(let numbers): mayMissTexts(numbers)
    case .changed(let before, let after, let assumed): changed(before, after, assumed)
    case .unchanged(let booking): ["\(booking.reference) is like that already."]
    case .cancelled(let bookings): cancelled(bookings, answer.tellsUndo)
    case .passesAlreadyOut(let names): passesAlreadyOut(names)
    case .restored(let booking): ["Booked again: \(summary(booking))."]
    case .reverted(let booking, let earlier): reverted(booking, earlier)
    case .notUndone(let booking): ["\(booking.reference) cannot be put back:"]
    case .undoAgain: answer.tellsUndo ? ["\"undo\" once more takes that back."] : []
    case .dropped(let booking): dropped(booking, answer.tellsUndo)
    case .stillOpen(let summary): ["Still open: \(place(of: summary))."]
    case .notBooked(let summary): notBooked(summary)
    case .nowIs(let news): nowIs(news)
    case .stayBooked(let references): stayBooked(references)
    case .nothingToUndo: ["There is nothing to undo."]
    case .yourOwn(let bookings): summaries(bookings).map { "That is your own: \($0)." }
    case .doneAlready(let bookings): doneAlready(bookings)
    case .nothingOpen: ["No question is open just now. \"help\" shows what you can say."]
    case .refused(let refusal, let request): [sentence(for: refusal, request)]
    case .changedSinceShown: ["That has changed since it was shown."]
    case .justTaken: ["It was just taken, a moment before you asked."]
    case .nextFree: ["The next free time:"]
    case .offers: offers(answer)
    case .comingAndGoing(let joining, let leaving): comingAndGoing(joining, leaving)
    case .noSuchChoice(let number): noSuchChoice(number)
    case .severalTimes(let words):
      [words.isEmpty ? "Which of these times?" : "I read several times: \(list(words))."]
    case .onlyOnce:
      ["I look at one day at a time; this is about the first."]
    case .staysOnce(let booking): staysOnce(booking)
    case .onlyOneBooking: ["Bookings are changed one at a time."]
    case .onlyFirstDay:
      ["Days are booked one at a time; this is about the first."]
    case .onlyOneRoom: ["Several rooms are booked by their names, with \"and\" between them."]
    case .otherZone(let said, let zone, let here):
      ["\(clock(said)) \(zone) is \(clock(here)) here."]
    case .regionalTime(let said, let read):
      ["I took \"\(said)\" for \(clock(read)); say it in figures if you mean another time."]
    case .waiting(let wait, let before): [waitingLine(wait, before)]
    case .waitsAlready(let wait): [waitsAlreadyLine(wait)]
    case .waitEnded(let waits): waits.map(endedLine)
    case .waitList(let waits, let before): waitList(waits, before)
    case .freeAlready: [freeAlreadyLine]
    case .offered(let wait): offered(wait)
    case .canWait: [canWaitLine]
    case .asksIfWait: [asksIfWaitLine]
    case .asks(let slots, let attendee, let stays): [question(slots, attendee, stays)]
    case .asksIfPhone(let written, let e164): ["Is \(written) the number \(e164)? yes or no"]
    case .asksWhoIsMeant(let booking): asksWhoIsMeant(booking)
    case .asksIfCancel(let bookings): asksIfCancel(bookings)
    case .asksIfMeant(let changes): asksIfMeant(changes)
    case .asksWithoutWrong: ["Shall I book it without that? yes or no"]
    case .asksIfPersonNear(let name):
      ["I know no \(name). Is this who you mean? A \"no\" asks for the address."]
    case .asksIfInOwnName: ["Shall I book it in your own name? yes or no"]
    case .asksWhatToChange(let booking): asksWhatToChange(booking)
    case .asksWhichBooking: ["Which booking?"]
    case .timesFound(let kind, let isForSeveral): timesFound(kind, isForSeveral)
    case .noTimeFound: ["I find no such time at which all of you and a room are free."]
    case .timesUnknown(let names): ["I do not know when \(list(names)) can come."]
    case .asksWhichPerson(let name): ["Which \(name)?"]
    case .roomList(let date, let reason, _): roomList(answer.rooms, date, reason)
    case .roomDetails(let day): roomDetails(day)
    case .rules(let policy, let room, let date, let fact):
      fact.map { rule($0, policy, of: room, on: date) } ?? rules(policy, of: room, on: date)
    case .suits(let room, let wanted, let others): [suits(room, wanted, others)]
    case .noneFits(let lacks): noneFits(lacks)
    case .lacks(let lacks): self.lacks(lacks)
    case .noOtherRoom(let isLarger): ["No \(isLarger ? "larger" : "other") room can be had then."]
    case .noSuchRoom(let name, let nearest): noSuchRoom(name, nearest)
    case .free(let room, let span, let isFree, let taken, let later, let asked):
      freeOrNot(room, span, isFree, taken, later, asked)
    case .freeOn(let day, let free, let taken, let asked): freeOn(day, free, taken, asked)
    case .found(let span, let free, let others, let asked): found(span, free, others, asked)
    case .searched(let date, let window, let fitting, let others, let asked):
      searched(date, window, fitting, others, asked)
    case .answers(let isSo): [isSo ? "Yes." : "No."]
    case .bookingList(let bookings, let scope): bookingList(bookings, scope)
    case .privacy(let reference, let isPrivate, let asked):
      privacy(reference, isPrivate, asked)
    case .bookingDetails(let booking): bookingDetails(booking)
    case .passList(let booking, let passes): passList(booking, passes)
    case .members(let group, let names): ["\(group): \(list(names))."]
    case .mayBook(let name, let others): mayBook(for: name, others)
    case .nothingNew: ["No pass has failed; what else comes up I tell by myself."]
    case .resending(let names, let canLeave):
      canLeave
        ? ["Sending again to \(list(names))."]
        : ["I send again to \(list(names)) \(Self.onceSendingWorks)."]
    case .skipped(let names): ["No more attempts for \(list(names))."]
    case .passesRefused(let refusal): [sentence(for: refusal)]
    case .left(let orders): ["(Not done: \(list(orders.map { "\"\($0)\"" })).)"]
    case .unused(let words): ["(I could not use: \(list(words.map { "\"\($0)\"" })).)"]
    case .understood(let summary): ["What I understood: \(place(of: summary))."]
    case .notUnderstood(let level, let examples): notUnderstood(level, examples)
    case .help(let examples, let topic):
      topic.map { help(examples, on: $0) } ?? help(examples)
    case .greeting(let name, let examples): greeting(name, examples)
    case .welcome: ["You are welcome."]
    case .smallTalk(let talk, let examples): smallTalk(talk, examples)
    case .noReminders(let moment): noReminders(moment)
    case .ride(let told): lines(for: told)
    case .account(let told): lines(for: told)
    case .goodbye: ["Bye."]
    case .speaks(let language): speaks(language)
    case .impossibleDay(let words): impossibleDay(words)
    case .impossibleAmount(let words): ["\"\(words)\" cannot be booked."]
    case .impossibleTime(let words): ["There is no such time as \(words)."]
    case .contradiction(let weekday, let date):
      ["\(longDate(date)) is a \(name(of: date.weekday)), not a \(name(of: weekday))."]
    case .noSuchAttendee(let name, let booking):
      ["\(name.isEmpty ? "Nobody" : name) is not among the attendees of \(booking.reference)."]
    case .severalAttendees(let name, let attendees):
      ["\(name) is \(attendees.map(\.email.text).joined(separator: " or ")): name the address."]
    case .noBookingMeant: ["I know no booking of yours that fits."]
    case .calendarUnreachable(let age): [calendarUnreachable(age)]
    case .roomsTold(let told): ["This list of rooms is from \(date(told.date)), \(told.time)."]
    }
  }

  private func asksWhoIsMeant(_ booking: Booking) -> [String] {
    let names = booking.attendees.map(\.name).joined(separator: " or ")
    let who =
      names.isEmpty
      ? "Nobody is to come to \(booking.reference)" : "Who is meant: \(names)? Say it with the name"
    return ["\(who); \"cancel \(booking.reference)\" gives the room back."]
  }

  private func dropped(_ booking: Booking?, _ tellsUndo: Bool) -> [String] {
    guard let booking else { return ["All right, nothing changed."] }
    if booking.state == .cancelled {
      return ["\(summary(booking)) is cancelled."] + (tellsUndo ? ["\"undo\" brings it back."] : [])
    }
    return ["All right. \(summary(booking)) stays as it is."]
      + (tellsUndo ? ["\"undo\" takes it back."] : [])
  }

  private func calendarUnreachable(_ age: Int?) -> String {
    guard let age else {
      return "The building's calendar cannot be reached; only our own bookings are shown."
    }
    return "The building's calendar cannot be reached; what you see is \(age) min old."
  }

  /// In which language it answers from now on, or in which it can.
  private func speaks(_ language: AnswerLanguage?) -> [String] {
    switch language {
    case .english: ["I answer in English from now on."]
    case .german: ["I answer in German from now on."]
    case nil: ["I answer in English or German; I speak no other language."]
    }
  }

  /// `There is no 30 February.`, `There is no such day as the sixth Monday of May.`
  private func impossibleDay(_ words: String) -> [String] {
    let isDate = words.first.map { $0.isNumber || $0.isUppercase } ?? true
    return [
      "There is no \(isDate ? "" : "such day as ")\(words.hasSuffix(".") ? words : words + ".")"
    ]
  }
}
