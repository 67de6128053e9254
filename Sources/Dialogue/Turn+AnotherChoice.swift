// Another of several choices than the one just taken: `no, the second`.

import Bookings
import CivilTime
import Language

extension Turn {
  /// The choices that are open, were just shown or just picked from.
  private var choicesShown: [Choice] {
    if case .choosing(let choices, _) = conversation.task { return choices }
    if case .choosingBooking(let choices, _) = conversation.task { return choices }
    return conversation.freshPick?.choices ?? conversation.listed?.choices ?? []
  }

  /// `actually the second` is one of the choices shown, before it is a day of a month. Where a
  /// booking is to be moved to it, `move it to the second`, it is asked about.
  mutating func settleChoice(_ readings: [Reading]) -> Reading {
    let reading = readings.first ?? Reading(intent: .nothing)
    if reading.intent != .nothing { slots = reading.slots }
    let asPick = readings.first { $0.intent == .choose && $0.score == reading.score }
    if let asPick, case .number(let number) = asPick.slots.choice?.value,
      choicesShown.contains(where: { $0.number == number })
    {
      slots = asPick.slots
      return asPick
    }
    guard reading.intent == .change || reading.intent == .details,
      let said = numberSaid(slots.target ?? slots.firstWhen),
      choicesShown.contains(where: { $0.number == said.value })
    else { return reading }
    var bare = Slots()
    (bare.target, bare.when) = (slots.target, slots.when)
    guard slots == bare else { return reading.asTentative }
    slots.target = nil
    slots.when = []
    slots.choice = Said(.number(said.value), said.range)
    return reading.asPick
  }

  /// The number that a time may be: a day of no month, or right behind a pick an hour in digits, as
  /// in `no, 2`.
  private func numberSaid(_ when: When?) -> Said<Int>? {
    guard let when, when.end == nil, when.lengthMinutes == nil else { return nil }
    if let start = when.start {
      let text = String(decoding: line[start.range], as: UTF8.self)
      guard conversation.freshPick != nil, when.day == nil, when.assumed.contains(.meridiem),
        let number = Int(text)
      else { return nil }
      return Said(number, start.range)
    }
    guard when.assumed.contains(.month), case .on(let date) = when.day?.value,
      let range = when.day?.range
    else { return nil }
    return Said(date.day, range)
  }

  /// Keeps what was offered when one of it was booked, or something was done to one of them.
  mutating func keepPick(of choices: [Choice], for action: BookingAction? = nil) {
    guard answer.changes.count == 1, let booking = answer.changes.first?.booking else { return }
    conversation.pick = Pick(choices: choices, action: action, booking: booking.reference)
  }

  /// Takes another of the same choices instead of the one picked before; false if none was picked,
  /// or the line wants one more.
  mutating func takesAnotherChoice(_ reading: Reading) -> Bool {
    guard let pick = conversation.freshPick, slots.also == nil else { return false }
    guard let choice = picked(from: pick.choices, reading) else {
      offerAgain(pick.choices)
      return true
    }
    if let action = pick.action { return redo(action, on: choice, instead: pick) }
    guard world.ledger.booking(pick.booking)?.state == .held else { return false }
    var draft = Draft(changes: pick.booking)
    draft.isOnlyShown = reading.isTentative
    take(choice, of: pick.choices, draft)
    return true
  }

  /// Takes back what was done to one booking, and does it to another.
  private mutating func redo(
    _ action: BookingAction, on choice: Choice, instead pick: Pick
  ) -> Bool {
    guard let next = choice.booking, next != pick.booking else { return false }
    undo()
    guard answer.kind == .done else { return true }
    var both = answer
    let undone = conversation.undoable
    answer = Answer(.told)
    slots = Slots()
    perform(action, on: [next])
    keepPick(of: pick.choices, for: action)
    // Both are taken back as one.
    if answer.kind == .done { conversation.undoable = undone + conversation.undoable }
    both.parts.removeAll { $0 == .undoAgain }
    both.append(answer)
    answer = both
    return true
  }
}

extension Reading {
  /// The same, as a pick of one of several choices.
  fileprivate var asPick: Reading {
    Reading(
      intent: .choose, intentOrigin: intentOrigin, language: language, slots: slots,
      unused: unused, isTentative: isTentative, takesBack: takesBack, score: score)
  }
}
