// English for choices and questions: numbered lines, titles of buttons, what is asked for.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension EnglishWording {
  // MARK: - Choices

  func offers(_ answer: Answer) -> [String] {
    // Today goes without saying only where no other day stands beside it.
    let days = Set(answer.choices.compactMap { $0.offer.span?.start.date })
    let known = days.count > 1 ? nil : today
    return answer.choices.map { "\($0.number)) \(title(of: $0, unless: known))" }
  }

  func noSuchChoice(_ number: Int?) -> [String] {
    guard let number else { return ["Which one? Type its number, or \"never mind\"."] }
    return ["There is no \(number) here. Type one of these numbers, or \"never mind\"."]
  }

  func wordedChoice(_ choice: Option, _ title: String) -> WordedChoice {
    var place: Place?
    if case .hold(let room, let span) = choice.offer { place = Place(room: room, span: span) }
    return WordedChoice(
      id: String(choice.number), title: title, say: String(choice.number), place: place)
  }

  func wordedSuggestion(_ suggestion: Suggestion) -> WordedChoice {
    switch suggestion {
    case .undo: WordedChoice(id: "undo", title: "Undo", say: "undo", place: nil)
    case .change: WordedChoice(id: "change", title: "Change", say: "change it", place: nil)
    case .add: WordedChoice(id: "add", title: "Add attendee", say: "add an attendee", place: nil)
    }
  }

  /// Who comes or goes, too, whichever choice is picked.
  func comingAndGoing(_ joining: [String], _ leaving: [String]) -> [String] {
    let adds = joining.isEmpty ? nil : "adds \(list(joining))"
    let removes = leaving.isEmpty ? nil : "removes \(list(leaving))"
    let deeds = [adds, removes].compactMap(\.self).joined(separator: " and ")
    return ["Picking one also \(deeds)."]
  }

  /// What a choice offers, as its line says it; without its day if that is the known one.
  private func title(of choice: Option, unless known: CivilDate?) -> String {
    switch choice.offer {
    case .hold(let room, let span):
      "\(name(of: room)) \(day(of: span, unless: known))\(times(span))\(seats(of: room))"
    case .anyway(let room, let seats): "\(name(of: room)) anyway (\(count(seats, "seat")))"
    case .room(let room): "\(name(of: room))\(seats(of: room))"
    case .booking(let reference):
      world.ledger.booking(reference).map(summary) ?? reference.description
    case .all: "all of them"
    }
  }

  private func seats(of room: RoomID) -> String {
    world.ledger.room(room)?.seats.map { " (\(count($0, "seat")))" } ?? ""
  }

  // MARK: - Buttons

  /// Characters that a button may show (PROTOCOL, "Session words").
  static let buttonCharactersMax = 20

  /// How much a button tells, the most first.
  private enum ButtonForm: CaseIterable { case dayAndTimes, times, dayAndStart, start, bare }

  /// Titles of buttons: as much as fits into each of them and tells them apart.
  func buttonTitles(of choices: [Option]) -> [String] {
    for form in ButtonForm.allCases {
      let titles = choices.map { buttonTitle(of: $0, form) }
      let fits = titles.allSatisfy { $0.count <= Self.buttonCharactersMax }
      if fits, Set(titles).count == titles.count { return titles }
    }
    return choices.map { "\($0.number)" }
  }

  private func buttonTitle(of choice: Option, _ form: ButtonForm) -> String {
    switch choice.offer {
    case .hold(let room, let span): buttonTitle(name(of: room), span, form)
    case .anyway(let room, _): form == .bare ? "Anyway" : "\(name(of: room)) anyway"
    case .room(let room): name(of: room)
    case .booking(let reference):
      world.ledger.booking(reference).map {
        buttonTitle("\(reference) \(name(of: $0.room))", $0.span, form)
      } ?? reference.description
    case .all: "All of them"
    }
  }

  private func buttonTitle(_ name: String, _ span: CivilSpan, _ form: ButtonForm) -> String {
    let weekday = day(of: span, unless: today).prefix(while: { $0 != " " })
    let day = weekday.isEmpty ? "" : "\(weekday) "
    return switch form {
    case .dayAndTimes: "\(name) \(day)\(times(span))"
    case .times: "\(name) \(times(span))"
    case .dayAndStart: "\(name) \(day)\(span.start.time)"
    case .start: "\(name) \(span.start.time)"
    case .bare: name
    }
  }

  // MARK: - Questions

  func question(_ slots: [Part], _ attendee: String?) -> String {
    switch slots {
    case [.start, .people]: return "When, and for how many?"
    case [.start]: return "When?"
    case [.end]: return "When does it end?"
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
      case .end: "end"
      case .attendeeName: "name"
      case .attendeeEmail: "e-mail address"
      case .attendeePhone: "phone number"
      case .title: "title"
      case .people: "number of people"
      case .confirm: "yes or no"
      case .choice: "choice"
      }
    }
    let whose = attendee.map { "\($0)'s" } ?? "the attendee's"
    let isAre = parts.count > 1 ? "are" : "is"
    return "What \(isAre) \(whose) \(list(parts))? \"skip\" leaves the person out."
  }

  func staysOnce(_ booking: Booking?) -> [String] {
    let stays = booking.map { ": \(summary($0)) stays as it is." } ?? "."
    return ["Repeats cannot be booked yet, only one day at a time\(stays)"]
  }

  func asksIfCancel(_ bookings: [Booking]) -> [String] {
    let asked = bookings.count == 1 ? "it" : bookings.count == 2 ? "both" : "all"
    return bookings.map(summary) + ["Cancel \(asked)? yes or no"]
  }

  func asksIfMeant(_ changes: [ProposedChange]) -> [String] {
    changes.flatMap { change in
      if change.isCancellation { return ["That would cancel \(summary(change.after))."] }
      let isPrivate = change.after.isPrivate && change.before == nil
      let differences = change.before.map { before in
        self.differences(from: before, to: change.after) {
          $0 ? "would be private" : "would no longer be private"
        }
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
