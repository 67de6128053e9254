// What is taken back, and what is said of it.

import Bookings
import CivilTime
import Discourse
import Language
import Passes
import Planning

extension Turn {
  /// What was put together before a line said more of it: `undo` goes back there, once.
  mutating func note(_ issue: Issue?, before reading: Reading) {
    if let issue, reading.intent != .undo { conversation.note(earlier: issue.purpose) }
  }

  mutating func takeBack(_ reversal: Reversal) {
    let earlier = Dictionary(
      reversal.events.compactMap { event in
        world.ledger.booking(event.booking.reference).map { ($0.reference, $0) }
      }
    ) { first, _ in first }
    let holders = reversal.events.flatMap { event -> [String] in
      guard case .cancelled(let booking) = event else { return [] }
      return world.outbox.holders(of: booking.reference).map(\.recipient.name)
    }
    answer = Answer(reversal.events.isEmpty ? .refused : .done)
    var refused: [AnswerPart] = []
    for (reference, refusals) in reversal.refused {
      guard let held = world.ledger.booking(reference) else { continue }
      answer.refusals += refusals
      let request = BookingRequest(room: held.room, start: held.span.start, end: held.span.end)
      refused += [.notUndone(held)] + refusals.map { .refused($0, request) }
    }
    endWaitsBeside(conversation.waitsBeside)
    make(reversal.events)
    // What was taken back can itself be taken back.
    if !reversal.events.isEmpty {
      conversation.undoable = reversal.again
      answer.suggestions = [.undo]
    }
    sayUndone(reversal.events.reversed(), earlier, holders)
    answer.parts += refused
    for event in reversal.events {
      conversation.mention(.booking(event.booking.reference), as: .done)
    }
  }

  /// Says what `undo` did, and which passes come of it.
  private mutating func sayUndone(
    _ done: [BookingEvent], _ earlier: [BookingReference: Booking], _ holders: [String]
  ) {
    var cancelled: [Booking] = []
    let series = asBefore(done)
    if let series { answer.parts.append(.seriesAsBefore(series)) }
    for event in done where series == nil {
      switch event {
      case .booked(let booking), .changed(let booking):
        answer.parts.append(.reverted(booking, from: earlier[booking.reference]))
      case .cancelled(let booking): cancelled.append(booking)
      case .restored(let booking): answer.parts.append(.restored(booking))
      }
    }
    if !cancelled.isEmpty { answer.parts.append(.cancelled(cancelled)) }
    // Of a series the first pass that goes out is told.
    for booking in series.map({ Array($0.prefix(1)) }) ?? done.map(\.booking) {
      let before = earlier[booking.reference].flatMap { $0.state == .held ? $0 : nil }
      sayPasses(of: booking, before: before)
    }
    sayWhoHoldsPasses(holders)
    let says = answer.parts.contains { if case .passesQueued = $0 { true } else { false } }
    if cancelled.isEmpty, !done.isEmpty, !says { answer.parts.append(.undoAgain) }
  }
}
