// German for choices and questions: buttons, what is asked for.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension GermanWording {
  func noSuchChoice(_ number: Int?) -> [String] {
    guard let number else { return ["Welche davon? Die Nummer reicht, oder „vergiss es“."] }
    return ["Eine \(number) gibt es hier nicht. Eine dieser Nummern reicht, oder „vergiss es“."]
  }

  func button(for suggestion: Suggestion) -> (title: String, say: String) {
    switch suggestion {
    case .undo: ("Rückgängig", "rückgängig")
    case .day(let day): ("Lieber \(date(day))", "am \(longDate(day))")
    case .change: ("Ändern", "ändere das")
    case .add: ("Teilnehmer dazu", "lade einen Teilnehmer ein")
    }
  }

  func anyway(_ name: String?) -> String { name.map { "\($0) trotzdem" } ?? "Trotzdem" }

  func allOfThem(onButton: Bool) -> String { onButton ? "Alle" : "alle" }

  /// Who comes or goes, too, whichever choice is picked.
  func comingAndGoing(_ joining: [String], _ leaving: [String]) -> [String] {
    let adds = joining.isEmpty ? nil : "\(list(joining)) dazu"
    let removes = leaving.isEmpty ? nil : "\(list(leaving)) weg"
    let deeds = [adds, removes].compactMap(\.self).joined(separator: " und ")
    return ["Mit jeder Auswahl außerdem: \(deeds)."]
  }

  // MARK: - Questions

  func question(_ slots: [Part], _ attendee: String?, _ stays: Bool) -> String {
    switch slots {
    case [.start, .people]: return "Wann, und für wie viele?"
    case [.start]: return "Wann?"
    case [.end]: return "Bis wann?"
    case [.until]: return "Bis zu welchem Tag, oder wie oft?"
    case [.date]: return "An welchem Tag?"
    case [.room]: return "Welcher Raum?"
    case [.title]:
      return "Wie soll es heißen? „überspringen“ lässt es bei \(Self.usualTitle)."
    case [.confirm]:
      return you("Sag", "Sagen Sie") + ", was anders sein soll, oder „buch es“ oder „vergiss es“."
    case [.attendeeName, .attendeeEmail, .attendeePhone]:
      return "Wer kommt? Bitte Name, E-Mail und Telefonnummer."
    default: break
    }
    let parts = slots.map { slot in
      switch slot {
      case .room: "den Raum"
      case .date: "den Tag"
      case .start: "den Beginn"
      case .end, .until: "das Ende"
      case .attendeeName: "den Namen"
      case .attendeeEmail: "die E-Mail-Adresse"
      case .attendeePhone: "die Telefonnummer"
      case .title: "den Titel"
      case .people: "die Zahl der Leute"
      case .confirm: "ein Ja oder Nein"
      case .choice: "eine Auswahl"
      case .field: "eine Antwort"
      case .agreement: "eine Zustimmung"
      }
    }
    let whose = attendee ?? "der Person"
    let skip = stays ? "lässt alles, wie es ist" : "lässt die Person weg"
    return "Von \(whose) brauche ich noch \(list(parts)). „überspringen“ \(skip)."
  }

  func timesFound(_ kind: FoundTimes.Kind, _ isForSeveral: Bool) -> [String] {
    switch kind {
    case .longest: ["Länger geht es nicht. Was davon?"]
    case .whole where !isForSeveral: ["Dann ist frei. Wann soll es sein?"]
    case .shorter where !isForSeveral: ["So lange ist nie frei; kürzer geht es:"]
    case .whole: ["Dann sind alle frei. Wann soll es sein?"]
    case .shorter: ["So lange sind nie alle zugleich frei; kürzer geht es:"]
    case .later where !isForSeveral: ["Als Nächstes frei:"]
    case .later: ["Alle und ein Raum sind als Nächstes frei:"]
    case .smaller: ["In keinem Raum dieser Größe sind alle frei; in einem kleineren geht es:"]
    }
  }

  func staysOnce(_ booking: Booking?) -> [String] {
    let which = booking.map(summary) ?? "Das"
    return ["\(which) gehört schon zu einer Serie; die anderen Tage gehen als eigene Serie."]
  }

  func asksIfCancel(_ bookings: [Booking]) -> [String] {
    let asked =
      bookings.count == 1
      ? "Stornieren" : bookings.count == 2 ? "Beide stornieren" : "Alle stornieren"
    return summaries(bookings) + ["\(asked)? ja oder nein"]
  }

  func asksIfMeant(_ changes: [ProposedChange]) -> [String] {
    if let series = ofOneSeries(changes) {
      return ["Das wäre dann \(summary(ofSeries: series))."] + differencesOfSeries(changes)
        + ["Soll ich das machen? ja oder nein"]
    }
    return changes.flatMap { change in
      if change.isCancellation { return ["Damit wäre storniert: \(summary(change.after))."] }
      let isPrivate = change.after.isPrivate && change.before == nil
      let differences = change.before.map {
        self.differences(from: $0, to: change.after, isProposed: true)
      }
      return ["Das wäre dann \(summary(change.after))\(isPrivate ? ", privat" : "")."]
        + (differences ?? [])
    } + ["Soll ich das machen? ja oder nein"]
  }

  func asksWhatToChange(_ booking: Booking) -> [String] {
    [
      "\(summary(booking)). Was soll anders werden?",
      "Zum Beispiel: „30 Minuten länger“, „verschieb es auf Freitag“, „Titel Wochenrunde“, "
        + "„vergiss es“.",
    ]
  }
}
