// English for help, greetings and for lines that were not understood.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension EnglishWording {
  /// What one can say at this moment, with a room and time that work.
  func help(_ examples: HelpExamples) -> [String] {
    var lines: [String] = []
    if !examples.open.isEmpty {
      lines += waitingFor(examples.open) + ["\"never mind\" drops it."]
    }
    lines += [
      "You can say, for example:",
      "  \(bookingExample(examples)) with ana@example.com 0171 7654321",
      "  what is free for the next hour?",
      "  rooms tomorrow · show \(room(examples)) · is \(room(examples)) free tomorrow at 10?",
    ]
    if let trip = examples.trip { lines.append("  trips · products for \(trip) · accounts") }
    guard let booking = examples.booking else { return lines + ["  my bookings"] }
    return lines + [
      "  my bookings · show \(booking) · passes \(booking)",
      "  make it 30 minutes longer · move it to Friday · cancel it · undo",
    ]
  }

  /// Three answers, each more concrete than the one before.
  func notUnderstood(_ level: Int, _ examples: HelpExamples) -> [String] {
    if !examples.open.isEmpty, level < 3 {
      return ["I did not understand that."] + (level == 1 ? [] : waitingFor(examples.open))
    }
    switch level {
    case 1: return ["I did not understand that. I book rooms: say which one and when."]
    case 2: return ["Still no luck. Try this: \(bookingExample(examples))"]
    default:
      return [
        "Let us take it step by step. Type one of these:",
        "  rooms",
        "  \(bookingExample(examples))",
        "  help",
      ] + (contactLine(examples).map { [$0] } ?? [])
    }
  }

  private func waitingFor(_ open: [Part]) -> [String] {
    if open == [.choice] { return ["I am waiting for a number, or words of one of the choices."] }
    if open == [.confirm] { return ["I am waiting for yes or no."] }
    if open == [.agreement] { return ["I am waiting for accept or decline."] }
    if open == [.field] {
      return ["I am waiting for an answer to it; or back, skip, review, change 2, stop."]
    }
    return ["I am waiting for this: \(question(open, nil, false))"]
  }

  func greeting(_ name: String?, _ examples: HelpExamples) -> [String] {
    ["Hello\(name.map { " \($0)" } ?? ""). Try: \(bookingExample(examples))"]
  }

  /// A line that books, with a real room and a time that is free.
  func bookingExample(_ examples: HelpExamples) -> String {
    guard let span = examples.span else { return "book \(room(examples)) tomorrow 10:00-11:00" }
    let isTomorrow = span.start.date == today.adding(days: 1)
    let day = isTomorrow ? "tomorrow" : date(span.start.date)
    return "book \(room(examples)) \(day) \(span.start.time)-\(span.end.time)"
  }

  /// That nobody is reminded, and a line that books a room at the moment that was named.
  func noReminders(_ moment: CivilMoment?) -> [String] {
    let lines = ["I send no reminders; the pass of a booking says when it is."]
    guard let moment else { return lines }
    let days = moment.date == today ? "today" : nil
    let day = moment.date == today.adding(days: 1) ? "tomorrow" : days ?? date(moment.date)
    return lines + ["For a room then, say: book a room \(day) \(moment.time)"]
  }

  func room(_ examples: HelpExamples) -> String { examples.room?.name ?? "a room" }
}
