// German for series of bookings.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension GermanWording {
  func days(_ days: [CivilDate]) -> String {
    gathered(days, weekday: { String(name(of: $0.weekday).prefix(2)) }) { days, date, isLast in
      "\(isLast ? list(days) : days.joined(separator: ", "))\(date.month)."
        + (isLast ? "\(date.year)" : "")
    } day: {
      "\($0.day)."
    }
  }

  func seriesName(_ series: SeriesReference?, count: Int) -> String {
    (series.map { "\($0), " } ?? "") + self.count(count, .date)
  }

  func bookedSeriesLine(_ series: String, isPrivate: Bool) -> String {
    "Gebucht – \(series)\(isPrivate ? ", privat" : "")."
  }

  func draftSeriesLine(_ series: String, isPrivate: Bool) -> String {
    "Entwurf: \(series).\(isPrivate ? " Privat." : "")"
  }

  func changedSeriesLine(_ series: String) -> String { "Geändert – \(series)." }

  func leftOutLine(_ days: String, waits: Bool) -> String {
    "Ausgelassen: \(days)\(waits ? "; ich sage Bescheid, wenn das frei wird" : "")."
  }

  func clashHead(free: Int, of count: Int) -> String {
    "\(self.count(count, .date)), davon \(free) frei."
  }

  func andMore(_ count: Int) -> String { "Und \(count) weitere." }

  func staysLine(_ days: String) -> String { "\(days): bleibt, wie es ist." }

  func offer(_ kind: SeriesOffer.Kind, _ others: String, onButton: Bool) -> String {
    switch (kind, onButton) {
    case (.without, false): "ohne \(others)"
    case (.without, true): "Auslassen"
    case (.otherRoomThen, false): "\(others), sonst wie gewünscht"
    case (.otherRoomThen, true): "Dann anderer Raum"
    case (.otherTimeThen, false): "\(others), sonst wie gewünscht"
    case (.otherTimeThen, true): "Dann andere Zeit"
    case (.otherRoom, false): "\(others) an allen Terminen"
    case (.otherRoom, true): "Immer anderer Raum"
    }
  }

  func passesLaterLine(_ lead: String) -> String {
    "Die Pässe der anderen Termine gehen jeweils \(lead) vorher raus."
  }

  func allDatesLine(_ dates: String) -> String { "Alle Termine: \(dates)." }
}
