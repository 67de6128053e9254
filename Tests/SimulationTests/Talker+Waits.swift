// What is said of waiting, and which lines never make a booking.

import Bookings
import CivilTime

extension Talker {
  /// What who is offered something says, or who has what another waits for; nil if there is nothing
  /// of the kind.
  func aboutWaits(_ scenery: Scenery, _ chance: inout Chance) -> String? {
    guard let speaker = scenery.speaker else { return nil }
    let open = scenery.waits.filter(\.isOpen)
    if let mine = open.first(where: { $0.user.text == speaker && $0.state == .offered }) {
      return chance.pick([
        "book", "book", "book \(mine.reference)", "yes", "book it privately", "no",
        "no", "what am I waiting for", "cancel \(mine.reference)",
      ])
    }
    let wanted = open.filter { $0.state == .waiting && $0.user.text != speaker }
    let mine = scenery.bookings.first { booking in
      booking.state == .held && SimulatedPeople.may(speaker, change: booking)
        && wanted.contains { wait in
          wait.wish.window.overlaps(booking.span)
            && (wait.wish.rooms.isEmpty || wait.wish.rooms.contains(booking.room))
        }
    }
    return mine.map { "cancel \($0.reference)" }
  }

  /// What is said of waiting, mostly for what somebody has, and giving that back.
  mutating func waiting(_ scenery: Scenery, _ chance: inout Chance) -> String {
    let number = 1 + chance.below(6)
    let dates = scenery.dates
    let waited = scenery.waits.last { $0.user.text != scenery.speaker && $0.isOpen }
    if let wish = waited?.wish, let room = wish.rooms.first, chance.oneIn(2) {
      let window = wish.window
      return "tell me when \(room.text) is free on \(window.start.date)"
        + " \(window.start.time)-\(window.end.time)"
    }
    let held = scenery.bookings.filter { $0.state == .held }
    let others = held.filter { booking in
      scenery.speaker.map { !SimulatedPeople.may($0, change: booking) } ?? true
    }
    if !held.isEmpty, !chance.oneIn(6) {
      let booking = chance.pick(others.isEmpty ? held : others)
      let span = booking.span
      if chance.oneIn(6) { return "cancel \(booking.reference)" }
      if chance.oneIn(6) { return chance.pick(["book", "book W\(number)"]) }
      let place = booking.room.text
      let when = "on \(span.start.date) \(span.start.time)-\(span.end.time)"
      // What is taken is answered with choices, and can be waited for.
      if chance.oneIn(3) {
        let name = chance.oneIn(3) ? forOther(than: scenery.speaker, &chance) : ""
        return "book \(place) \(when) titled \"\(freshTitle())\" with \(person(&chance))\(name)"
      }
      return "tell me when \(place) is free \(when)"
    }
    let place = "\(room(&chance)) is free \(day(dates, &chance)) \(time(&chance))"
    return chance.pick([
      "tell me when \(place)", "tell me when \(place)", "let me know as soon as \(place)",
      "tell me when Aquarium is free tomorrow 10:00-11:00",
      "tell me when any room for 4 is free tomorrow morning",
      "tell me when any room is free next year", "sag Bescheid, wenn 1.1 morgen 10-11 frei wird",
      "put me on the list", "I'd rather wait", "what am I waiting for", "stop waiting",
      "cancel W\(number)", "book W\(number)", "book", "no", "forget it",
    ])
  }

  private static let questions: Set = [
    "", " ", "no", "never mind", "undo", "help", "thanks", "hello", "rooms", "rooms tomorrow",
    "my bookings", "passes", "resend", "review", "forget it", "what am I waiting for",
    "stop waiting", "cancel it", "what?",
  ]
  private static let otherBeginnings = [
    "cancel ", "show ", "passes ", "resend ", "remove ", "who comes ", "bookings of ",
    "what is free ", "is Bunker free ",
  ]

  /// Whether a line makes no booking, whatever was said before it.
  static func neverBooks(_ line: String) -> Bool {
    questions.contains(line) || otherBeginnings.contains { line.hasPrefix($0) }
      || line.hasPrefix("is B") && line.hasSuffix(" private?")
  }
}
