// The pause after errors: whoever sends much at once has no more of it than who waits for each
// answer.

internal import BookingAgent
internal import JSON
internal import LineProtocol

/// An answer that waits for the end of a pause.
enum Withheld {
  case reply(Reply, RequestID?)
  case refusal(RPCRefusal)
  case result(JSONObject, RequestID)
}

extension Session {
  /// Keeps an answer for later, if a pause is on or others wait already.
  func withholds(_ answer: Withheld) -> Bool {
    guard flow.stage == .open, flow.isPaused || !withheld.isEmpty else { return false }
    withheld.append(answer)
    return true
  }

  /// Lets out what waits, up to the next error that brings a pause; all of it to who leaves.
  func letOutWithheld(isLeaving: Bool = false) {
    var waiting = withheld[...]
    withheld = []
    while isLeaving || !flow.isPaused, let answer = waiting.popFirst() {
      switch answer {
      case .reply(let reply, let request): writeAnswer(reply, to: request)
      case .refusal(let refusal): writeRefusal(refusal)
      case .result(let members, let request): writeResult(members, to: request)
      }
    }
    withheld = Array(waiting)
  }
}
