// German for help on one thing, for what is asked about the house, and for small talk.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension GermanWording {
  func helpHead(of topic: HelpTopic) -> String {
    switch topic {
    case .book: "Raum und Zeit genügen; mit Adresse und Nummer geht ein Pass hinaus:"
    case .series: "Tage, die nicht gehen, kommen zuerst, mit dem, was möglich ist:"
    case .cancel: "„rückgängig“ holt zurück, was zuletzt storniert wurde:"
    case .change: "Was gerade dran war, oder etwas mit seiner Nummer:"
    case .people: "Ein Pass braucht Namen, Adresse und Nummer:"
    case .passes: "Wer eingeladen ist, bekommt einen Pass. Wie weit sie sind, und noch einmal:"
    case .wait: "Was frei wird, ist für den Ersten zurückgelegt, mit Nachricht:"
    case .search: "Nach Zeit, Plätzen, Größe, Stockwerk und dem, was drin ist:"
    case .undo: "Das Letzte wird zurückgenommen, auch mehreres auf einmal:"
    case .private: "Andere sehen dann nur, dass der Raum belegt ist:"
    case .times: "Tage und Stunden, wie man sie sagt:"
    case .trips: "Fahrten kommen aus einer Auskunft. Was dazugehört, wird hier gebucht:"
    }
  }

  func helpLines(
    on topic: HelpTopic, room: String, booking: String?, example: String
  ) -> [String] {
    switch topic {
    case .book:
      [
        example,
        "\(example) mit ana@example.com 0171 7654321",
        "ein Raum für 5 morgen um 10 für eine Stunde",
      ]
    case .series:
      [
        "buch \(room) jeden Mittwoch 8:30-9, 10 Mal", "storniere den Rest der Serie",
        "verschieb nur diesen auf 10:00",
      ]
    case .cancel: ["storniere \(booking ?? "es")", "storniere meine Buchung morgen", "rückgängig"]
    case .change:
      [
        "30 Minuten länger", "verschieb \(booking ?? "es") auf Freitag",
        "ändere den Titel in Planung",
      ]
    case .people: ["lade Ana ein ana@example.com 0171 7654321", "entferne Ana"]
    case .passes: booking.map { ["Pässe \($0)", "\($0) nochmal senden"] } ?? ["Pässe"]
    case .wait: ["setz mich auf die Warteliste für \(room) morgen 10-11", "worauf warte ich"]
    case .search:
      [
        "welche Räume sind in der nächsten Stunde frei?",
        "such einen Raum für 8 mit Beamer morgen Vormittag", "Räume morgen",
      ]
    case .undo: ["rückgängig"]
    case .private: ["mach es privat", "\(example), privat"]
    case .times:
      [
        "\(room) morgen 10:15-11:00", "\(room) Freitag um 14 Uhr für 90 Minuten",
        "\(room) nächsten Montag von 9 bis 12",
      ]
    case .trips:
      [
        "meine Fahrten", "was gibt es für T1", "Stand T1", "storniere T1.3", "Konten",
        "verbinde mein Konto",
      ]
    }
  }

  /// One fact of the house, or of a room.
  func rule(
    _ fact: HouseFact, _ policy: HousePolicy, of room: String?, on date: CivilDate?
  ) -> [String] {
    switch fact {
    case .hours:
      let hours = "\(policy.opens)–\(policy.closes) Uhr"
      if let date {
        let isOpen = policy.isOpen(on: date)
        return ["\(longDate(date)): \(isOpen ? "offen \(hours)" : "geschlossen")."]
      }
      return ["\(room ?? "Das Haus"): offen \(openDays(policy)) \(hours)."]
    case .ahead:
      let ahead = count(policy.windowDays, .day)
      return ["\(room ?? "Räume"): zu buchen höchstens \(ahead) im Voraus."]
        + (noticeLine(policy).map { [$0] } ?? [])
    case .length:
      return [
        """
        \(room ?? "Räume"): zu buchen für \(length(policy.shortestMinutes)) bis \
        \(length(policy.longestMinutes)), im Raster von \(length(policy.gridMinutes)).
        """
      ]
    case .permission: return ["Buchen darf, wer mit mir spricht.", Self.whoMayChange]
    case .behalf:
      let may = you("Du darfst", "Sie dürfen")
      guard let names = namesBookedFor else { return ["\(may) für alle buchen."] }
      return [
        names.isEmpty
          ? "\(may) nur im eigenen Namen buchen."
          : "\(may) auch im Namen dieser Leute buchen: \(list(names))."
      ]
    }
  }

  static let whoMayChange = """
    Ändern und stornieren kann nur, wer gebucht hat, für wen gebucht wurde oder wer deren \
    Buchungen verwaltet, und zwar bis zum Ende.
    """

  /// On which weekdays it is open.
  func openDays(_ policy: HousePolicy) -> String {
    let days = Weekday.allCases.filter(policy.openWeekdays.contains)
    return days.count == Weekday.allCases.count
      ? "jeden Tag" : list(days.map { String(name(of: $0).prefix(2)) })
  }

  func noticeLine(_ policy: HousePolicy) -> String? {
    policy.noticeMinutes > 0 ? "Spätestens \(length(policy.noticeMinutes)) vor Beginn." : nil
  }

  /// One line for what is said beside what is wanted.
  func smallTalk(_ talk: SmallTalk, _ examples: HelpExamples) -> [String] {
    switch talk {
    case .wellbeing:
      [
        "Danke, alles läuft. Welchen Raum "
          + you("brauchst du", "brauchen Sie") + ", und wann?"
      ]
    case .identity:
      ["Ich bin usher, ein Programm, das Räume bucht. „Hilfe“ zeigt, was man sagen kann."]
    case .praise: ["Danke schön."]
    case .complaint:
      [
        "Das tut mir leid. „Hilfe“ zeigt, was ich verstehe."
          + (contactLine(examples).map { " " + $0 } ?? "")
      ]
    case .elsewhere:
      [
        "Davon weiß ich nichts; ich buche Räume"
          + (tripHinted(examples).map { " und, was zu Fahrten gehört: „was gibt es für \($0)“." }
            ?? ".")
      ]
    }
  }

  func mayBook(for name: String, _ others: [String]) -> [String] {
    guard !others.isEmpty else { return ["Im Namen von \(name) darf niemand sonst buchen."] }
    let verb = others.count == 1 ? "darf" : "dürfen"
    return ["Im Namen von \(name) \(verb) auch \(list(others)) buchen."]
  }

  /// Whom to ask instead.
  func contactLine(_ examples: HelpExamples) -> String? {
    examples.contact.map { ended("Weiter hilft: \($0)") }
  }
}
