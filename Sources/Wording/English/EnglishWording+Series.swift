// English for series of bookings.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension EnglishWording {
  func days(_ days: [CivilDate]) -> String {
    gathered(days, weekday: { String(name(of: $0.weekday).prefix(3)) }) { days, date, isLast in
      let month = self.date(date).suffix(3)
      return "\(isLast ? list(days) : days.joined(separator: ", ")) \(month)"
        + (isLast ? " \(date.year)" : "")
    } day: {
      "\($0.day)"
    }
  }

  func seriesName(_ series: SeriesReference?, count: Int) -> String {
    (series.map { "\($0), " } ?? "") + self.count(count, .date)
  }

  func bookedSeriesLine(_ series: String, isPrivate: Bool) -> String {
    "Booked \(series)\(isPrivate ? ", private" : "")."
  }

  func draftSeriesLine(_ series: String, isPrivate: Bool) -> String {
    "Draft: \(series).\(isPrivate ? " Private." : "")"
  }

  func changedSeriesLine(_ series: String) -> String { "Changed \(series)." }

  func leftOutLine(_ days: String, waits: Bool) -> String {
    "Left out: \(days)\(waits ? "; you are told if that becomes free" : "")."
  }

  func clashHead(free: Int, of count: Int) -> String {
    "\(self.count(count, .date)), \(free) of them free."
  }

  func andMore(_ count: Int) -> String { "And \(count) more." }

  func staysLine(_ days: String) -> String { "\(days): stays as it is." }

  func offer(_ kind: SeriesOffer.Kind, _ others: String, onButton: Bool) -> String {
    switch (kind, onButton) {
    case (.without, false): "without \(others)"
    case (.without, true): "Skip"
    case (.otherRoomThen, false): "\(others), the others as wanted"
    case (.otherRoomThen, true): "Another room then"
    case (.otherTimeThen, false): "\(others), the others as wanted"
    case (.otherTimeThen, true): "Another time then"
    case (.otherRoom, false): "\(others) on all dates"
    case (.otherRoom, true): "Another room on all"
    }
  }

  func passesLaterLine(_ lead: String) -> String {
    "The passes of the other dates go out \(lead) before each."
  }

  func allDatesLine(_ dates: String) -> String { "All dates: \(dates)." }
}
