// Passes in every state, and news of them.

import Bookings
import CivilTime
import Passes

extension SampleHouse {
  private static var troubles: [PassTrouble] {
    [
      .code(4103, text: ""), .status(500), .timedOut, .connectionFailed, .nonsense("q"),
      .unclearIndex(code: 4103, index: nil), .interrupted,
    ]
  }

  static var passes: [Pass] {
    let failures =
      troubles.map { PassFailure.refused($0) } + [
        .attemptsUsedUp(.timedOut), .skipped,
      ]
    let states: [PassState] =
      [
        .queued(notBefore: now), .attempting(CallID(1)), .parked(until: now),
        .unknown(until: now), .accepted(at: now), .expired, .superseded,
      ] + failures.map { .failed($0) }
    return states.map { pass($0) }
  }

  static func pass(
    _ state: PassState, _ kind: Pass.Kind = .new, of attendee: Attendee = ana,
    _ trouble: PassTrouble? = nil
  ) -> Pass {
    var pass = Pass(
      edition: PassEdition(PassID(1), sequence: 0), booking: booking.reference,
      bookingVersion: 1, attendee: attendee.id, place: 0, recipient: PassRecipient(attendee),
      content: PassContent(booking), kind: kind, queuedAt: now, deadline: booking.start,
      state: state, attemptsMax: 9)
    pass.trouble = trouble
    return pass
  }

  /// News of all kinds.
  static var news: [PassNews] {
    let out = pass(.accepted(at: now)), further = pass(.accepted(at: now), of: ben)
    var lost = pass(.expired)
    lost.mayBeOut = true
    return [
      news(accepted: [out]), news(accepted: [out, further], open: 1),
      news(accepted: [pass(.accepted(at: now), .cancellation)]),
      news(ended: passes.filter { !$0.state.isOpen } + [lost]),
      news(troubled: [pass(.parked(until: now), of: ben, .timedOut)]),
      news(toBeTold: [out]),
    ]
  }

  private static func news(
    accepted: [Pass] = [], ended: [Pass] = [], troubled: [Pass] = [], toBeTold: [Pass] = [],
    open: Int = 0
  ) -> PassNews {
    PassNews(
      booking: booking.reference, accepted: accepted, ended: ended, troubled: troubled,
      toBeToldByBooker: toBeTold, openCount: open, event: .told([], at: now))
  }
}
