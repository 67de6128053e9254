// Lines that look for a time at which some people and a room are free.

import Bookings
import Discourse
import Language

extension Rule {
  static let times = [findTime]

  /// `when are Tom and I free tomorrow for an hour`: a booking of which the time is still to be
  /// found; what is offered can be picked.
  private static let findTime = Rule(name: "findTime") { context in
    guard context.seeksTime else { return [] }
    var request = context.grounding.request(on: Request())
    request.seeksTime = true
    return [
      hypothesis(
        "findTime", .pursue([Purpose(.book, request)], wanted: .all, answering: nil), in: context)
    ]
  }
}
