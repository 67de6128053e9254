// A form that asks for what nobody else may read: asked where a vault keeps it, else it ends.

import CivilTime
import Mobility
import Products
import Testing

struct SecretTests {
  private static let now = Instant(seconds: 1_795_510_000)

  @Test(arguments: [true, false])
  func `a password is asked for only where it can be kept`(takesSecrets: Bool) throws {
    var limits = TravelLimits()
    limits.takesSecrets = takesSecrets
    var desk = TravelDesk(limits: limits)
    var leg = Leg()
    leg.id = "leg"
    leg.booking = LegBooking()
    leg.booking?.form = WebAddress("https://m.example/form")
    let trip = desk.take(Trip(id: "trip", legs: [leg]), of: "mia", at: Self.now)
    let reference = LegReference(try #require(trip?.reference), 1)
    let id = try desk.list(reference, for: "mia", in: "", language: nil, at: Self.now)
    guard case .sending(let errand, _)? = desk.purchases[id]?.state else {
      throw Missing()
    }
    let form = """
      {"type":"bookingForm","action":{"url":"https://m.example/book"},"form":[{"fields":[
       {"type":"password","id":"pin","title":"PIN","required":true}]}]}
      """
    let answer = MobilityAnswer(
      status: 200, body: Array(form.utf8),
      from: try #require(WebAddress("https://m.example/form")))
    desk.settle(errand, .answered(answer), at: Self.now)
    switch desk.purchases[id]?.state {
    case .asking(let asked)?: #expect(takesSecrets && asked.asksSecret)
    case .ended(.refused(.field, page: nil))?: #expect(!takesSecrets)
    case let other: Issue.record("\(String(describing: other))")
    }
  }

  private struct Missing: Error {}
}
