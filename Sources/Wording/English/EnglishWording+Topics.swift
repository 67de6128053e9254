// English for help on one thing, for what is asked about the house, and for small talk.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension EnglishWording {
  func helpHead(of topic: HelpTopic) -> String {
    switch topic {
    case .book: "Say the room and when; who gives addresses and numbers has passes sent:"
    case .series: "Days that cannot be had are shown first, with what can be done about them:"
    case .cancel: "\"undo\" brings back what was cancelled last:"
    case .change: "Of the booking spoken of, or of one by its number:"
    case .people: "A pass needs a name and how to reach them:"
    case .passes: "Everybody who is invited gets a pass. How far they are, and once more:"
    case .wait: "What is freed is held for the first in line, who is told:"
    case .search: "By time, seats, size, floor and what is in it:"
    case .undo: "The last thing you did is taken back, also several as one:"
    case .private: "Of what is private others see only that the room is taken:"
    case .times: "Days and hours as one says them:"
    case .trips: "Trips come from a journey planner. What goes with them is booked here:"
    }
  }

  func helpLines(
    on topic: HelpTopic, room: String, booking: String?, example: String
  ) -> [String] {
    switch topic {
    case .book:
      [
        example,
        "\(example) with ana@example.com 0171 7654321",
        "a room for 5 tomorrow at 10 for an hour",
      ]
    case .series:
      [
        "book \(room) every Wednesday 8:30-9, 10 times", "cancel the rest of the series",
        "move only this one to 10:00",
      ]
    case .cancel: ["cancel \(booking ?? "it")", "cancel my booking tomorrow", "undo"]
    case .change:
      [
        "make it 30 minutes longer", "move \(booking ?? "it") to Friday",
        "change the title to Planning",
      ]
    case .people: ["add Ana ana@example.com 0171 7654321", "remove Ana"]
    case .passes: booking.map { ["passes \($0)", "resend \($0)"] } ?? ["passes"]
    case .wait: ["tell me when \(room) is free tomorrow 10-11", "what am I waiting for"]
    case .search:
      [
        "what is free for the next hour?",
        "find a room for 8 with a projector tomorrow morning", "rooms tomorrow",
      ]
    case .undo: ["undo"]
    case .private: ["make it private", "\(example), private"]
    case .times:
      [
        "\(room) tomorrow 10:15-11:00", "\(room) Friday at 2 pm for 90 minutes",
        "\(room) next Monday from 9 to noon",
      ]
    case .trips:
      ["trips", "products for T1", "status T1", "cancel T1.3", "accounts", "link my account"]
    }
  }

  /// One fact of the house, or of a room.
  func rule(
    _ fact: HouseFact, _ policy: HousePolicy, of room: String?, on date: CivilDate?
  ) -> [String] {
    switch fact {
    case .hours:
      let hours = "\(policy.opens)–\(policy.closes)"
      if let date {
        return ["\(longDate(date)): \(policy.isOpen(on: date) ? "open \(hours)" : "closed")."]
      }
      return ["\(room ?? "The house") is open \(openDays(policy)) \(hours)."]
    case .ahead:
      return ["\(room ?? "Rooms") can be booked up to \(policy.windowDays) days ahead."]
        + (noticeLine(policy).map { [$0] } ?? [])
    case .length:
      return [
        """
        \(room ?? "Rooms") can be booked for \(length(policy.shortestMinutes)) to \
        \(length(policy.longestMinutes)), in steps of \(policy.gridMinutes) min.
        """
      ]
    case .permission: return ["Whoever speaks with me may book.", Self.whoMayChange]
    case .behalf:
      guard let names = namesBookedFor else { return ["You may book in anybody's name."] }
      return [
        names.isEmpty
          ? "You may book in your own name only."
          : "You may also book in the name of: \(list(names))."
      ]
    }
  }

  static let whoMayChange = """
    Who made a booking, in whose name it was made, or who manages theirs can change or cancel it \
    until it is over; nobody else can.
    """

  /// On which weekdays it is open.
  func openDays(_ policy: HousePolicy) -> String {
    let days = Weekday.allCases.filter(policy.openWeekdays.contains)
    return days.count == Weekday.allCases.count
      ? "every day" : list(days.map { String(name(of: $0).prefix(3)) })
  }

  func noticeLine(_ policy: HousePolicy) -> String? {
    policy.noticeMinutes > 0
      ? "At least \(length(policy.noticeMinutes)) before it begins." : nil
  }

  /// One line for what is said beside what is wanted.
  func smallTalk(_ talk: SmallTalk, _ examples: HelpExamples) -> [String] {
    switch talk {
    case .wellbeing: ["Running well, thank you. Which room do you need, and when?"]
    case .identity: ["I am usher, a program that books rooms. \"help\" shows what you can say."]
    case .praise: ["Thank you."]
    case .complaint:
      [
        "I am sorry. \"help\" shows what I understand."
          + (contactLine(examples).map { " " + $0 } ?? "")
      ]
    case .elsewhere:
      [
        "I know nothing of that; I book rooms"
          + (tripHinted(examples).map { ", and what goes with trips: \"products for \($0)\"." }
            ?? ".")
      ]
    }
  }

  func mayBook(for name: String, _ others: [String]) -> [String] {
    guard !others.isEmpty else { return ["Nobody else may book in the name of \(name)."] }
    return ["In the name of \(name), \(list(others)) may book as well."]
  }

  /// Whom to ask instead.
  func contactLine(_ examples: HelpExamples) -> String? {
    examples.contact.map { ended("A person to ask: \($0)") }
  }
}
