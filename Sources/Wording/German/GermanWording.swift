// German sentences for answers. All words that people read in German come from the files of this
// name.

import Bookings
import CivilTime
import Dialogue
import Discourse
import Passes

/// Words answers in German. A class, for it holds the world and every sentence asks it.
final class GermanWording: Sentences {
  let scene: Scene
  let (and, or) = ("und", "oder")

  init(_ scene: Scene) { self.scene = scene }

  func done(isRefusal: Bool) -> String { isRefusal ? "Das geht nicht." : "Erledigt." }

  /// Words to friends, or those to strangers where the house says *Sie*.
  func you(_ familiar: String, _ formal: String) -> String {
    switch scene.world.ledger.building.address {
    case .familiar: familiar
    case .formal: formal
    }
  }

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
    case .seriesAsBefore(let bookings): ["Wieder wie vorher – \(summary(ofSeries: bookings))."]
    case .changedSeries(let changes): changedSeries(changes)
    case .passesLater(let lead): [passesLaterLine(length(lead / 60))]
    case .passesQueued(let attendees, let wait): passesQueued(attendees, wait, answer.tellsUndo)
    case .passesRenewed(let names, let areNew, let wait):
      passesRenewed(names, areNew, wait)
    case .passesStay(let names, let booking): passesStay(names, booking)
    case .mayMissTexts(let numbers): mayMissTexts(numbers)
    case .changed(let before, let after, let assumed): changed(before, after, assumed)
    case .unchanged(let booking): ["\(booking.reference) ist schon so."]
    case .cancelled(let bookings): cancelled(bookings, answer.tellsUndo)
    case .passesAlreadyOut(let names): passesAlreadyOut(names)
    case .restored(let booking): ["Wieder gebucht – \(summary(booking))."]
    case .reverted(let booking, let earlier): reverted(booking, earlier)
    case .notUndone(let booking): ["\(booking.reference) lässt sich nicht wiederherstellen:"]
    case .undoAgain:
      answer.tellsUndo ? ["Noch einmal „rückgängig“ nimmt auch das zurück."] : []
    case .dropped(let booking): dropped(booking, answer.tellsUndo)
    case .stillOpen(let summary): [ended("Noch offen: \(place(of: summary))")]
    case .notBooked(let summary): notBooked(summary)
    case .nowIs(let news): nowIs(news)
    case .stayBooked(let references): stayBooked(references)
    case .nothingToUndo: ["Es gibt nichts zurückzunehmen."]
    case .yourOwn(let bookings): yourOwn(bookings)
    case .doneAlready(let bookings): doneAlready(bookings)
    case .nothingOpen: nothingOpen()
    case .refused(let refusal, let request): [sentence(for: refusal, request)]
    case .changedSinceShown: ["Das hat sich inzwischen geändert."]
    case .justTaken: ["Da war gerade jemand schneller."]
    case .nextFree: ["Das nächste Mal frei:"]
    case .offers: offers(answer)
    case .comingAndGoing(let joining, let leaving): comingAndGoing(joining, leaving)
    case .noSuchChoice(let number): noSuchChoice(number)
    case .severalTimes(let words):
      [words.isEmpty ? "Welche dieser Zeiten?" : "Ich lese mehrere Zeiten: \(list(words))."]
    case .onlyOnce:
      ["Ich sehe mir einen Tag auf einmal an; hier geht es um den ersten."]
    case .staysOnce(let booking): staysOnce(booking)
    case .onlyOneBooking: ["Buchungen ändere ich nur einzeln."]
    case .onlyFirstDay: ["Tage buche ich nur einzeln; hier geht es um den ersten."]
    case .onlyOneRoom: ["Mehrere Räume buche ich bei ihren Namen, mit „und“ dazwischen."]
    case .otherZone(let said, let zone, let here):
      ["\(clock(said)) \(zone) ist hier \(clock(here)) Uhr."]
    case .regionalTime(let said, let read): regionalTime(said, read)
    case .waiting(let wait, let before): [waitingLine(wait, before)]
    case .waitsAlready(let wait): [waitsAlreadyLine(wait)]
    case .waitEnded(let waits): waits.map(endedLine)
    case .waitList(let waits, let before): waitList(waits, before)
    case .freeAlready: [freeAlreadyLine]
    case .offered(let wait): offered(wait)
    case .canWait: [canWaitLine]
    case .asksIfWait: [asksIfWaitLine]
    case .asks(let slots, let attendee, let stays): [question(slots, attendee, stays)]
    case .asksIfPhone(let written, let e164): ["Ist \(written) die Nummer \(e164)? ja oder nein"]
    case .asksWhoIsMeant(let booking): asksWhoIsMeant(booking)
    case .asksIfCancel(let bookings): asksIfCancel(bookings)
    case .asksIfMeant(let changes): asksIfMeant(changes)
    case .asksWithoutWrong: ["Soll ich es ohne das buchen? ja oder nein"]
    case .asksIfPersonNear(let name):
      ["\(quoted(name)) kenne ich nicht. Ist das gemeint? „nein“ fragt nach der Adresse."]
    case .asksIfInOwnName:
      ["Soll ich es auf \(you("deinen", "Ihren")) Namen buchen? ja oder nein"]
    case .asksWhatToChange(let booking): asksWhatToChange(booking)
    case .asksWhichBooking: ["Welche Buchung?"]
    case .timesFound(let kind, let isForSeveral): timesFound(kind, isForSeveral)
    case .noTimeFound: ["Ich finde keine solche Zeit, zu der alle und ein Raum frei sind."]
    case .timesUnknown(let names): ["Wann \(list(names)) Zeit hat, weiß ich nicht."]
    case .asksWhichPerson(let name): ["Wer ist mit \(quoted(name)) gemeint?"]
    case .roomList(let date, let reason, _): roomList(answer.rooms, date, reason)
    case .roomDetails(let day): roomDetails(day)
    case .rules(let policy, let room, let date, let fact):
      fact.map { rule($0, policy, of: room, on: date) } ?? rules(policy, of: room, on: date)
    case .suits(let room, let wanted, let others): [suits(room, wanted, others)]
    case .noneFits(let lacks): noneFits(lacks)
    case .lacks(let lacks): self.lacks(lacks)
    case .noOtherRoom(let isLarger):
      ["Dann ist kein \(isLarger ? "größerer" : "anderer") Raum zu haben."]
    case .noSuchRoom(let name, let nearest): noSuchRoom(name, nearest)
    case .free(let room, let span, let isFree, let taken, let later, let asked):
      freeOrNot(room, span, isFree, taken, later, asked)
    case .freeOn(let day, let free, let taken, let asked): freeOn(day, free, taken, asked)
    case .found(let span, let free, let others, let asked): found(span, free, others, asked)
    case .searched(let date, let window, let fitting, let others, let asked):
      searched(date, window, fitting, others, asked)
    case .answers(let isSo): [isSo ? "Ja." : "Nein."]
    case .bookingList(let bookings, let scope): bookingList(bookings, scope)
    case .privacy(let reference, let isPrivate, let asked):
      privacy(reference, isPrivate, asked)
    case .bookingDetails(let booking): bookingDetails(booking)
    case .passList(let booking, let passes): passList(booking, passes)
    case .members(let group, let names): ["\(group): \(list(names))."]
    case .mayBook(let name, let others): mayBook(for: name, others)
    case .nothingNew: ["Gescheitert ist keiner der Pässe; alles andere sage ich von selbst."]
    case .resending(let names, let canLeave):
      canLeave
        ? ["Geht noch einmal an \(list(names))."]
        : ["Geht noch einmal an \(list(names)), \(Self.onceSendingWorks)."]
    case .skipped(let names): ["Keine weiteren Versuche für \(list(names))."]
    case .passesRefused(let refusal): [sentence(for: refusal)]
    case .left(let orders): ["(Nicht erledigt: \(list(orders.map(quoted))).)"]
    case .unused(let words): ["(Damit konnte ich nichts anfangen: \(list(words.map(quoted))).)"]
    case .understood(let summary): [ended("Verstanden habe ich: \(place(of: summary))")]
    case .notUnderstood(let level, let examples): notUnderstood(level, examples)
    case .help(let examples, let topic):
      topic.map { help(examples, on: $0) } ?? help(examples)
    case .greeting(let name, let examples): greeting(name, examples)
    case .welcome: ["Gern geschehen."]
    case .smallTalk(let talk, let examples): smallTalk(talk, examples)
    case .noReminders(let moment): noReminders(moment)
    case .ride(let told): lines(for: told)
    case .account(let told): lines(for: told)
    case .goodbye: [you("Tschüss.", "Auf Wiedersehen.")]
    case .speaks(let language): speaks(language)
    case .impossibleDay(let words): impossibleDay(words)
    case .impossibleAmount(let words): ["\(quoted(words)) lässt sich nicht buchen."]
    case .impossibleTime(let words): ["Die Uhrzeit \(words) gibt es nicht."]
    case .contradiction(let weekday, let date): contradiction(weekday, date)
    case .noSuchAttendee(let name, let booking): noSuchAttendee(name, booking)
    case .severalAttendees(let name, let attendees): severalAttendees(name, attendees)
    case .noBookingMeant: ["Ich kenne keine Buchung von \(you("dir", "Ihnen")), die passt."]
    case .calendarUnreachable(let age): [calendarUnreachable(age)]
    case .roomsTold(let told): ["Diese Raumliste ist vom \(date(told.date)), \(told.time) Uhr."]
    }
  }

  func quoted(_ words: String) -> String { "„\(words)“" }

  private func nothingOpen() -> [String] {
    let say = you("du sagen kannst", "Sie sagen können")
    return ["Gerade ist keine Frage offen. „Hilfe“ zeigt, was \(say)."]
  }

  private func contradiction(_ weekday: Weekday, _ date: CivilDate) -> [String] {
    let truth = "Der \(number(of: date)) ist ein \(name(of: date.weekday))"
    return ["\(truth), kein \(name(of: weekday))."]
  }

  private func noSuchAttendee(_ name: String, _ booking: Booking) -> [String] {
    let who = name.isEmpty ? "So jemand" : name
    return ["\(who) gehört nicht zu den Teilnehmern von \(booking.reference)."]
  }

  private func severalAttendees(_ name: String, _ attendees: [Attendee]) -> [String] {
    let addresses = alternatives(attendees.map(\.email.text))
    return ["\(name) ist \(addresses): bitte die Adresse dazusagen."]
  }

  private func regionalTime(_ said: String, _ read: [ClockTime]) -> [String] {
    let otherwise = you(
      "Meinst du etwas anderes, schreib", "Meinen Sie etwas anderes, schreiben Sie")
    return [
      "\(quoted(said)) habe ich als \(clock(read)) Uhr gelesen. \(otherwise) es bitte in Ziffern."
    ]
  }

  private func asksWhoIsMeant(_ booking: Booking) -> [String] {
    let names = booking.attendees.map(\.name)
    let who =
      names.isEmpty
      ? "Zu \(booking.reference) kommt niemand"
      : "Wer ist gemeint: \(alternatives(names))? Bitte mit dem Namen sagen"
    return ["\(who); „stornier \(booking.reference)“ gibt den Raum zurück."]
  }

  private func dropped(_ booking: Booking?, _ tellsUndo: Bool) -> [String] {
    guard let booking else { return ["In Ordnung, es bleibt alles, wie es ist."] }
    if booking.state == .cancelled {
      return ["Storniert ist \(summary(booking))."]
        + (tellsUndo ? ["„rückgängig“ holt sie zurück."] : [])
    }
    return ["In Ordnung, es bleibt bei \(summary(booking))."]
      + (tellsUndo ? ["„rückgängig“ nimmt es zurück."] : [])
  }

  private func calendarUnreachable(_ age: Int?) -> String {
    guard let age else {
      return "Der Kalender des Gebäudes ist nicht erreichbar; zu sehen sind nur die Buchungen hier."
    }
    return "Der Kalender des Gebäudes ist nicht erreichbar; "
      + "was hier steht, ist \(length(age)) alt."
  }

  private func speaks(_ language: AnswerLanguage?) -> [String] {
    switch language {
    case .english: ["Ab jetzt antworte ich auf Englisch."]
    case .german: ["Ab jetzt antworte ich auf Deutsch."]
    case nil: ["Ich antworte auf Deutsch oder Englisch; andere Sprachen spreche ich nicht."]
    }
  }

  /// `Den 30. Februar gibt es nicht.`, `Einen Tag wie „sechster Montag im Mai“ gibt es nicht.`
  private func impossibleDay(_ words: String) -> [String] {
    let isDate = words.first.map { $0.isNumber } ?? true
    return [
      isDate ? "Den \(words) gibt es nicht." : "Einen Tag wie \(quoted(words)) gibt es nicht."
    ]
  }
}
