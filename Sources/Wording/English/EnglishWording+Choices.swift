// English for choices and questions: numbered lines, titles of buttons, what is asked for.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension EnglishWording {
  // MARK: - Choices

  func noSuchChoice(_ number: Int?) -> [String] {
    guard let number else { return ["Which one? Type its number, or \"never mind\"."] }
    return ["There is no \(number) here. Type one of these numbers, or \"never mind\"."]
  }

  func button(for suggestion: Suggestion) -> (title: String, say: String) {
    switch suggestion {
    case .undo: ("Undo", "undo")
    case .day(let day): ("\(date(day)) instead", "on \(longDate(day))")
    case .change: ("Change", "change it")
    case .add: ("Add attendee", "add an attendee")
    }
  }

  func anyway(_ name: String?) -> String { name.map { "\($0) anyway" } ?? "Anyway" }

  func allOfThem(onButton: Bool) -> String { onButton ? "All of them" : "all of them" }

  /// Who comes or goes, too, whichever choice is picked.
  func comingAndGoing(_ joining: [String], _ leaving: [String]) -> [String] {
    let adds = joining.isEmpty ? nil : "adds \(list(joining))"
    let removes = leaving.isEmpty ? nil : "removes \(list(leaving))"
    let deeds = [adds, removes].compactMap(\.self).joined(separator: " and ")
    return ["Picking one also \(deeds)."]
  }

  // MARK: - Questions

  func question(_ slots: [Part], _ attendee: String?, _ stays: Bool) -> String {
    switch slots {
    case [.start, .people]: return "When, and for how many?"
    case [.start]: return "When?"
    case [.end]: return "When does it end?"
    case [.until]: return "Until which day, or how many times?"
    case [.date]: return "Which day?"
    case [.room]: return "Which room?"
    case [.title]: return "What is it to be called? \"skip\" leaves it at \(Self.usualTitle)."
    case [.confirm]: return "Say what to change, \"book it\" or \"never mind\"."
    case [.attendeeName, .attendeeEmail, .attendeePhone]:
      return "Who comes? Name, e-mail and phone, please."
    default: break
    }
    let parts = slots.map { slot in
      switch slot {
      case .room: "room"
      case .date: "day"
      case .start: "start"
      case .end, .until: "end"
      case .attendeeName: "name"
      case .attendeeEmail: "e-mail address"
      case .attendeePhone: "phone number"
      case .title: "title"
      case .people: "number of people"
      case .confirm: "yes or no"
      case .choice: "choice"
      case .field: "answer"
      case .agreement: "consent"
      }
    }
    let whose = attendee.map { "\($0)'s" } ?? "the attendee's"
    let isAre = parts.count > 1 ? "are" : "is"
    let skip = stays ? "leaves it as it is" : "leaves the person out"
    return "What \(isAre) \(whose) \(list(parts))? \"skip\" \(skip)."
  }

  func timesFound(_ kind: FoundTimes.Kind, _ isForSeveral: Bool) -> [String] {
    switch kind {
    case .longest: ["That is the longest. Which one?"]
    case .whole where !isForSeveral: ["Free then. Which one?"]
    case .shorter where !isForSeveral: ["Free for so long at no time; shorter it is:"]
    case .whole: ["Then all are free. Which one?"]
    case .shorter: ["All are free for so long at no time; shorter it can be:"]
    case .later where !isForSeveral: ["Free next:"]
    case .later: ["All of you and a room are free next:"]
    case .smaller: ["All are free in no room of that size; in a smaller one they are:"]
    }
  }

  func staysOnce(_ booking: Booking?) -> [String] {
    let which = booking.map { "\(summary($0))" } ?? "It"
    return ["\(which) is one of a series already; book the other days as a series of their own."]
  }

  func asksIfCancel(_ bookings: [Booking]) -> [String] {
    let asked = bookings.count == 1 ? "it" : bookings.count == 2 ? "both" : "all"
    return summaries(bookings) + ["Cancel \(asked)? yes or no"]
  }

  func asksIfMeant(_ changes: [ProposedChange]) -> [String] {
    if let series = ofOneSeries(changes) {
      return ["That would be \(summary(ofSeries: series))."] + differencesOfSeries(changes)
        + ["Shall I do that? yes or no"]
    }
    return changes.flatMap { change in
      if change.isCancellation { return ["That would cancel \(summary(change.after))."] }
      let isPrivate = change.after.isPrivate && change.before == nil
      let differences = change.before.map {
        self.differences(from: $0, to: change.after, isProposed: true)
      }
      return ["That would be \(summary(change.after))\(isPrivate ? ", private" : "")."]
        + (differences ?? [])
    } + ["Shall I do that? yes or no"]
  }

  func asksWhatToChange(_ booking: Booking) -> [String] {
    [
      "\(summary(booking)). What shall change?",
      "For example: \"30 minutes longer\", \"move it to Friday\", \"title Weekly\", "
        + "\"never mind\".",
    ]
  }
}
