// German for help, greetings and for lines that were not understood.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension GermanWording {
  /// What one can say at this moment, with a room and time that work.
  func help(_ examples: HelpExamples) -> [String] {
    var lines: [String] = []
    if !examples.open.isEmpty {
      lines += waitingFor(examples.open) + ["„vergiss es“ lässt es fallen."]
    }
    let room = examples.room.map(the) ?? "ein Raum"
    lines += [
      you("Das kannst du", "Das können Sie") + " zum Beispiel sagen:",
      "  \(bookingExample(examples)) mit ana@example.com 0171 7654321",
      "  welche Räume sind in der nächsten Stunde frei?",
      "  Räume morgen · zeig \(self.room(examples)) · ist \(room) morgen um 10 frei?",
    ]
    if let trip = examples.trip {
      lines.append("  meine Fahrten · was gibt es für \(trip) · Konten")
    }
    guard let booking = examples.booking else { return lines + ["  meine Buchungen"] }
    return lines + [
      "  meine Buchungen · zeig \(booking) · Pässe \(booking)",
      "  30 Minuten länger · verschieb es auf Freitag · stornier das · rückgängig",
    ]
  }

  /// Three answers, each more concrete than the one before.
  func notUnderstood(_ level: Int, _ examples: HelpExamples) -> [String] {
    let sorry = "Das habe ich nicht verstanden."
    if !examples.open.isEmpty, level < 3 {
      return [sorry] + (level == 1 ? [] : waitingFor(examples.open))
    }
    switch level {
    case 1:
      return [sorry + " Ich buche Räume: " + you("sag", "sagen Sie") + ", welchen und wann."]
    case 2: return ["Noch immer nicht. Zum Beispiel so: \(bookingExample(examples))"]
    default:
      return [
        "Dann Schritt für Schritt, mit einer dieser Zeilen:",
        "  Räume",
        "  \(bookingExample(examples))",
        "  Hilfe",
      ] + (contactLine(examples).map { [$0] } ?? [])
    }
  }

  private func waitingFor(_ open: [Part]) -> [String] {
    if open == [.choice] { return ["Ich warte auf eine Nummer oder Worte einer Auswahl."] }
    if open == [.confirm] { return ["Ich warte auf ja oder nein."] }
    if open == [.agreement] { return ["Ich warte auf annehmen oder ablehnen."] }
    if open == [.field] {
      return ["Ich warte auf die Antwort; oder zurück, weiter, prüfen, ändere 2, abbrechen."]
    }
    return ["Darauf warte ich: \(question(open, nil, false))"]
  }

  func greeting(_ name: String?, _ examples: HelpExamples) -> [String] {
    let hello = you("Hallo", "Guten Tag")
    return ["\(hello)\(name.map { " \($0)" } ?? ""). Zum Beispiel: \(bookingExample(examples))"]
  }

  /// A line that books, with a real room and a time that is free.
  func bookingExample(_ examples: HelpExamples) -> String {
    guard let span = examples.span else { return "buch \(room(examples)) morgen 10:00-11:00" }
    let isTomorrow = span.start.date == today.adding(days: 1)
    let day = isTomorrow ? "morgen" : date(span.start.date)
    return "buch \(room(examples)) \(day) \(span.start.time)-\(span.end.time)"
  }

  /// That nobody is reminded, and a line that books a room at the moment that was named.
  func noReminders(_ moment: CivilMoment?) -> [String] {
    let lines = ["Erinnerungen verschicke ich nicht; wann es ist, steht auf dem Pass."]
    guard let moment else { return lines }
    let days = moment.date == today ? "heute" : nil
    let day = moment.date == today.adding(days: 1) ? "morgen" : days ?? date(moment.date)
    return lines + [
      you("Willst du dann einen Raum, sag", "Wollen Sie dann einen Raum, sagen Sie")
        + ": buch einen Raum \(day) \(moment.time)"
    ]
  }

  func room(_ examples: HelpExamples) -> String { examples.room?.name ?? "einen Raum" }
}
