// What is said beside an open question: of another booking, or instead of what was asked.

import Bookings
import Language

extension Turn {
  /// Whether a line is about a booking that stands, while another is put together.
  func namesAnotherBooking(_ reading: Reading, than task: Task) -> Bool {
    let open: Draft
    switch task {
    case .drafting(let draft, _), .choosing(_, let draft): open = draft
    case .choosingBooking, .confirming, .confirmingLine: return false
    }
    switch reading.intent {
    case .details, .change, .cancel, .addAttendee, .removeAttendee, .mend: break
    case .book, .draft, .find, .isFree, .rooms, .show, .bookings, .undo, .passes, .resend, .wait,
      .skip, .help, .language, .greet, .leave, .thank, .yes, .no, .choose, .back, .more, .nothing:
      return false
    }
    switch slots.booking?.value {
    case .reference(let number): return open.changes != BookingReference(number)
    case .titled(let title):
      return open.changes.flatMap { world.ledger.booking($0)?.title } != title
    case .mine: return open.changes == nil
    case .last: return false
    case nil: return open.changes == nil && slots.mine?.value == true
    }
  }

  /// Does what a line says of another booking; what is open stays as it is, unless that asks
  /// something in its turn.
  mutating func doesBeside(_ reading: Reading, _ task: Task) -> Bool {
    conversation.task = nil
    perform(reading)
    if conversation.task == nil { conversation.task = task } else { sayWhatWasDropped(task) }
    return true
  }

  /// Says that what was asked is no longer asked, if a line has left it for something else.
  mutating func sayWhatWasDropped(_ open: Task?) {
    guard let open, conversation.task != open, answer.kind != .goodbye else { return }
    switch open {
    case .drafting(let draft, _):
      guard draft.start != nil || draft.changes != nil else { return }
    case .choosing, .choosingBooking: return
    case .confirming, .confirmingLine: break
    }
    answer.parts.append(.questionDropped)
  }
}
