// Lines that leave open whether what they say is to be done: it is tried, shown, and asked about.

import Bookings
import Language

extension Turn {
  /// Sees what a tentative line would do, and asks before it is done. What does nothing, as a
  /// question or a refusal, stands as it is.
  mutating func tryFirst(_ reading: Reading) {
    var trial = self
    if !trial.goesOnWithTask(reading) { trial.perform(reading) }
    guard trial.facts.count > facts.count else {
      self = trial
      return
    }
    // What is open is asked again: only a plain answer settles it.
    guard conversation.task == nil else {
      answer = Answer(.told, [.dropped(stays: nil)])
      return
    }
    let bookings = trial.answer.changes.map(\.booking)
    conversation.task = .confirmingLine(reading, line)
    answer = Answer(.needsConfirmation, [.asksIfMeant(bookings)])
  }

  /// Whether an hour alone may be another one for what was just spoken of: `at 11` after a booking.
  func mayMoveLast(_ reading: Reading) -> Bool {
    guard reading.intent == .details, conversation.task == nil,
      conversation.freshQuery?.isTaken ?? true,
      lastIsHeld, slots.also == nil, slots.when.count == 1, let when = slots.firstWhen
    else { return false }
    let saysMore = when.day != nil || !slots.rooms.isEmpty || !slots.people.isEmpty || hasFilter
    return when.start != nil && when.bound == .exact && !saysMore && slots.title == nil
  }

  /// Whether a booking is named without a verb, and what it is to be beside it: `B1 private`.
  func saysWhatItBecomes(_ reading: Reading) -> Bool {
    guard reading.intent == .show, reading.intentOrigin == .assumed, conversation.task == nil,
      case .reference = slots.booking?.value
    else { return false }
    return slots.isPrivate != nil || slots.title != nil || slots.description != nil
      || !slots.rooms.isEmpty || slots.hasTarget
  }

  /// A yes does what the line said; anything else is taken for itself.
  mutating func confirms(_ reading: Reading, _ tentative: Reading, _ said: [UInt8]) -> Bool {
    guard reading.intent == .yes else { return refuses(reading) }
    conversation.task = nil
    line = said
    slots = tentative.slots
    perform(tentative.asCertain)
    return true
  }

  /// The bookings that a line, which waits for a yes, would change.
  func changesAwaited(by tentative: Reading, _ said: [UInt8]) -> [Booking] {
    var trial = self
    trial.conversation.task = nil
    trial.answer = Answer(.told)
    trial.line = said
    trial.slots = tentative.slots
    trial.perform(tentative.asCertain)
    return trial.answer.changes.map(\.booking)
  }
}

extension Reading {
  /// The same, as a change of what there is.
  var asChange: Reading {
    Reading(
      intent: .change, intentOrigin: .assumed, language: language, slots: slots, unused: unused,
      isTentative: true, score: score)
  }

  /// The same, to be asked about first.
  var asTentative: Reading {
    Reading(
      intent: intent, intentOrigin: intentOrigin, language: language, slots: slots,
      unused: unused, isTentative: true, takesBack: takesBack, score: score)
  }

  /// The same, to be done.
  fileprivate var asCertain: Reading {
    Reading(
      intent: intent, intentOrigin: intentOrigin, language: language, slots: slots,
      unused: unused, isTentative: false, score: score)
  }
}
