// One request of a booker and what is known of it.

import JSON

/// A line that is to make one version of one booking.
struct BookerRequest {
  /// What is known of it.
  enum Standing: Equatable {
    /// Sent, and nothing heard: it may have been done.
    case open
    /// Answered: done. In JSON with the answer, which is the same ever after.
    case confirmed(JSONValue)
    /// Answered: not done, and never to be.
    case refused
    /// Answered: not done, may be asked again.
    case postponed
    /// Not done when the program was killed, and not asked again.
    case abandoned
  }

  /// Counted by its booker; the name of its message.
  let number: Int
  let text: String
  /// Which of the booker's bookings, and the version that it makes.
  let booking: Int
  let version: Int
  /// Whether it can only be understood after the line before it.
  let needsContext: Bool
  /// The conversation it is said in.
  let conversation: String
  var standing = Standing.open
  /// Whether the store was seen to hold it before it was answered.
  var isKnownDone = false

  var isConfirmed: Bool {
    if case .confirmed = standing { return true }
    return false
  }

  /// Whether it may be in the store.
  var mayBeDone: Bool { isConfirmed || standing == .open }
}
