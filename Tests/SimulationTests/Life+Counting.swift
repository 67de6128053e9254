// What counts as having happened in a life.

import BookingAgent
import Bookings
import JSON
import LineProtocol
import Passes

extension Life {
  /// A booking that is otherwise than before.
  func count(_ booking: Booking, before: Booking?) {
    guard let before else {
      counts.note(.booked)
      if booking.isPrivate { counts.note(.privateBooked) }
      return
    }
    switch (before.state, booking.state) {
    case (.held, .cancelled): counts.note(.cancelled)
    case (.cancelled, .held): counts.note(.restored)
    case (.held, .held), (.cancelled, .cancelled): counts.note(.changed)
    }
  }

  /// A reply that somebody heard.
  func count(_ reply: Reply) {
    switch reply.code.rawValue {
    case 251: counts.note(.repeated)
    case 350, 351: counts.note(.asked)
    case 352: counts.note(.choice)
    case 353: counts.note(.notUnderstood)
    case 550...559: counts.note(.refused)
    case _: break
    }
    if reply.lines.contains(where: { $0.hasSuffix("· taken") }) { counts.note(.hidden) }
    let shown = reply.members["bookings"]?.array ?? []
    counts.note(.othersCounted, times: shown.count { ($0["attendeeCount"]?.integer ?? 0) > 0 })
  }

  /// What the gateway said.
  func count(_ outcome: GatewayOutcome) {
    switch outcome {
    case .halted: counts.note(.halt)
    case .timedOut, .connectionFailed, .nonsense: counts.note(.lost)
    case .success, .refused, .http, .told: break
    }
  }
}
