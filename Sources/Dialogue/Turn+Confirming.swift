// Which booking is meant, and yes or no: questions about bookings that stand.

import Bookings
import CivilTime
import Language

extension Turn {
  // MARK: - Which booking

  mutating func picks(
    _ reading: Reading, from choices: [Choice], _ action: BookingAction
  ) -> Bool {
    if let choice = picked(from: choices, reading) {
      let references = choices.compactMap(\.booking)
      switch choice.offer {
      case .booking(let reference) where reading.intent.isOther(than: action):
        // `move the second to 3` is another order than the one that waits.
        slots.booking = Said(.reference(reference.number), slots.choice?.range ?? 0..<0)
        slots.choice = nil
        return false
      case .booking(let reference):
        perform(action, on: [reference])
        keepPick(of: choices, for: action)
      case .all: confirmOrPerform(action, on: references)
      case .hold, .anyway, .room: return false
      }
      return true
    }
    if narrows(choices, by: reading, for: action) { return true }
    switch reading.intent {
    case .choose, .yes:
      offerAgain(choices)
      return true
    case .details where slots.booking != nil:
      guard case .reference(let number) = slots.booking?.value else { return false }
      perform(action, on: [BookingReference(number)])
      return true
    case .no, .book, .draft, .find, .isFree, .rooms, .show, .bookings, .change, .cancel, .undo,
      .addAttendee, .removeAttendee, .passes, .resend, .mend, .wait, .skip, .help, .language,
      .greet, .leave, .thank, .back, .more, .reminder, .reminders, .cancelReminder, .details,
      .nothing:
      return refuses(reading)
    }
  }

  /// Takes what a line without a verb says of room and time for which of the bookings is meant; if
  /// it is several of them, it is asked which of those.
  private mutating func narrows(
    _ choices: [Choice], by reading: Reading, for action: BookingAction
  ) -> Bool {
    guard reading.intentOrigin == .assumed, reading.intent != .nothing, slots.booking == nil,
      slots.people.isEmpty, !slots.rooms.isEmpty || slots.firstWhen != nil
    else { return false }
    let fitting = bookingsThatFit(of: choices)
    if fitting.isEmpty {
      offerAgain(choices)
    } else if let only = choose(among: fitting, for: action) {
      perform(action, on: [only])
      keepPick(of: choices, for: action)
    }
    return true
  }

  /// The bookings of some choices that are as the line says.
  private func bookingsThatFit(of choices: [Choice]) -> [Booking] {
    choices.compactMap(\.booking).compactMap { world.ledger.booking($0) }.filter { fits($0) }
  }

  // MARK: - Yes or no

  mutating func confirms(
    _ reading: Reading, _ action: BookingAction, _ references: [BookingReference]
  ) -> Bool {
    switch reading.intent {
    case .yes:
      perform(action, on: references)
      return true
    case .choose where slots.choice?.value == .all:
      perform(action, on: references)
      return true
    case .no, .book, .draft, .find, .isFree, .rooms, .show, .bookings, .change, .cancel, .undo,
      .addAttendee, .removeAttendee, .passes, .resend, .mend, .wait, .skip, .help, .language,
      .greet, .leave, .thank, .choose, .back, .more, .reminder, .reminders, .cancelReminder,
      .details, .nothing:
      return refuses(reading)
    }
  }

  /// Takes a no to what is asked: nothing changes. What is no answer is taken for itself.
  mutating func refuses(_ reading: Reading) -> Bool {
    // What was asked about is not done yet: to take it back is a no.
    let isNone =
      reading.intent == .skip && slots.people.isEmpty
      // `that's wrong`.
      || reading.intent == .change && slots == Slots()
    if reading.intent == .no || reading.intent == .undo || isNone {
      conversation.task = nil
      answer = Answer(.told, [.dropped(stays: nil)])
      return true
    }
    return false
  }

  // MARK: - Yes and no without a question

  /// A yes where nothing was asked; `take it` takes what was asked about last, and a plain yes
  /// after *Yes, it is free* shows what would be booked.
  mutating func agree() {
    if slots.booking == nil, let draft = draftOfFreeRoom() { return proceed(draft) }
    if slots.booking?.value == .last, let draft = draftOfQuery(), draft.room != nil {
      return proceed(merging(into: draft))
    }
    if !slots.rooms.isEmpty, takesRoomFound() || movesThere() { return }
    if slots.booking?.value == .last, let listed = conversation.listed {
      return offerAgain(listed.choices)
    }
    answer = Answer(.notUnderstood, [.nothingOpen])
  }

  /// A yes right after *Yes, it is free*, while rooms are offered: shows that for what is put
  /// together.
  mutating func takesWhatIsFree(_ draft: Draft) -> Bool {
    guard conversation.hasJustAsked, draft.changes == nil, let free = draftOfFreeRoom() else {
      return false
    }
    var next = draft
    (next.room, next.day, next.start) = (free.room, free.day, free.start)
    (next.minutes, next.end) = (free.minutes, nil)
    next.isOnlyShown = true
    proceed(next)
    return true
  }

  /// What was just asked about, if it is free, to be shown first.
  private func draftOfFreeRoom() -> Draft? {
    guard let query = conversation.freshQuery, query.kind == .isFree, !query.isTaken,
      let room = query.room, let start = query.start, var draft = draftOfQuery(),
      let span = CivilSpan(from: start, to: moments(of: draft).end),
      world.ledger.isFree(room, during: span)
    else { return nil }
    draft.isOnlyShown = true
    return draft
  }

  /// A no where nothing was asked: a correction of the last booking if it says how. Else that stays
  /// booked, which whoever says `ok, forget it` may not have in mind.
  mutating func disagree() {
    guard slots.namesPlace, conversation.last != nil else {
      let last = conversation.last.flatMap { world.ledger.booking($0) }
      answer = Answer(.told, [.dropped(stays: lastIsHeld || canBringBack(last) ? last : nil)])
      return
    }
    change()
  }

  /// Whether the last thing done was to give a booking back, so that `undo` has it again.
  private func canBringBack(_ booking: Booking?) -> Bool {
    conversation.undoable.contains {
      if case .cancelled(let gone) = $0 { gone.reference == booking?.reference } else { false }
    }
  }
}
