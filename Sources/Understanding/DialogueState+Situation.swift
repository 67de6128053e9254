// In which situation a line is said, as the memory of the conversation tells it.

import Bookings
import Discourse
import Language

extension DialogueState {
  /// What the agent has just said.
  var situation: Situation {
    if turn == 0 { return .first }
    if let open { return open.question.situation }
    if misunderstandings > 0 { return .missed }
    if let done = salient(.booking, in: [.done], .justNow), done.turn == turn {
      switch undoable.last {
      case .cancelled: return .cancelled
      case .changed: return .changed
      case .booked, .restored, .none: return .booked
      }
    }
    if salient(.options, in: [.shown, .picked], .justNow)?.turn == turn { return .listed }
    guard let asked = salient(.request, in: [.asked], .justNow), asked.turn == turn,
      case .request(_, .tell(let view)) = asked.entity
    else { return .told }
    switch view {
    case .isFree: return .free
    case .find, .rooms: return .listed
    case .room, .rules, .draft, .booking, .series, .bookings, .waits, .news: return .told
    }
  }
}

extension Question {
  /// The situation in which it is open.
  fileprivate var situation: Situation {
    switch self {
    case .option, .which: .offered
    case .go: .shown
    case .ride: .told
    case .parts([.confirm], _): .shown
    case .parts(let parts, _):
      isOfPerson ? .askedWho : parts.contains(.room) ? .askedRoom : .askedWhen
    }
  }
}
