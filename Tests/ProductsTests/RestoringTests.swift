// What was booked elsewhere, or before: its trips are asked for when their owner signs in, and what
// is booked on a trip is followed whoever booked it.

import CivilTime
import Mobility
import Products
import Testing

struct RestoringTests {
  private static let history = WebAddress("https://api.example/v1/booking")

  private func errands(_ desk: inout TravelDesk) -> [Errand] {
    desk.takeEffects().compactMap { if case .send(let errand) = $0 { errand } else { nil } }
  }

  private func answer(
    _ errand: Errand?, _ body: String, at now: Instant = begin, _ desk: inout TravelDesk
  ) throws {
    let errand = try #require(errand)
    desk.settle(
      errand.id,
      .answered(MobilityAnswer(status: 200, body: Array(body.utf8), from: errand.address)), at: now)
  }

  @Test func `the trips of what was booked before are asked for, each once`() throws {
    var desk = TravelDesk()
    desk.restore(for: mia, from: try #require(Self.history))
    let asked = errands(&desk)
    #expect(asked.map(\.address.target) == ["/v1/booking?first=1&max=20&valid=true"])
    let body = """
      {"count":3,"bookings":[{"id":"b1","trips":["/v1/update/1"]},{"trips":["/v1/update/1"]},
      {"trips":["/v1/update/2",7]},{"id":"none"}]}
      """
    try answer(asked.first, body, &desk)
    let trips = errands(&desk)
    #expect(trips.map(\.address.path) == ["/v1/update/1", "/v1/update/2"])
    try answer(trips.first, Fixture.trip(), &desk)
    // What cannot be had is left alone.
    try answer(trips.last, #"{"errorCode":1001}"#, &desk)
    #expect(desk.shelf[mia].map(\.reference) == [TripReference(1)])
    // What is known is not asked for again.
    desk.restore(for: mia, from: try #require(Self.history))
    try answer(errands(&desk).first, body, &desk)
    #expect(errands(&desk).map(\.address.path) == ["/v1/update/2"])
  }

  @Test(arguments: [#"{"bookings":{}}"#, "<html>", #"{"errorCode":444}"#, ""])
  func `a history that is none asks for nothing`(body: String) throws {
    var desk = TravelDesk()
    desk.restore(for: mia, from: try #require(Self.history))
    try answer(errands(&desk).first, body, &desk)
    #expect(errands(&desk).isEmpty && desk.shelf[mia].isEmpty)
  }

  @Test(arguments: [("CONFIRMED", true), ("PENDING", true), ("COMPLETED", false)])
  func `what is booked on a trip already is followed`(status: String, isFollowed: Bool) throws {
    var desk = TravelDesk()
    let told = Fixture.LegTold(status: status)
    desk.take(Fixture.read(Fixture.trip("one", told)), of: mia, at: begin)
    let leg = LegReference(TripReference(1), 2)
    #expect((desk.purchase(on: leg, of: mia)?.isUnderWay ?? false) == isFollowed)
    #expect(desk.purchases.count == (isFollowed ? 1 : 0))
    _ = desk.takeEffects()
    // It is looked at like any other, and comes in twice as one.
    desk.take(Fixture.read(Fixture.trip("one", told)), of: mia, at: begin)
    #expect(desk.purchases.count == (isFollowed ? 1 : 0))
    guard isFollowed else { return }
    desk.doWhatIsDue(at: try #require(desk.nextDue))
    #expect(errands(&desk).map(\.address.path) == ["/v1/update/1"])
  }

  @Test func `what is over is not told as what is booked behind it`() throws {
    var desk = TravelDesk()
    func told(_ status: String) -> String { Fixture.trip("one", Fixture.LegTold(status: status)) }
    desk.take(Fixture.read(told("PENDING")), of: mia, at: begin)
    _ = desk.takeEffects()
    let due = try #require(desk.nextDue)
    desk.doWhatIsDue(at: due)
    try answer(errands(&desk).first, told("USER_CANCELED"), at: due, &desk)
    let first = PurchaseID(1)
    #expect(desk.purchases[first]?.phase == .ended && desk.confirmation(of: first) != nil)
    desk.take(Fixture.read(told("CONFIRMED")), of: mia, at: due)
    #expect(desk.purchases[PurchaseID(2)]?.phase == .following)
    #expect(desk.confirmation(of: PurchaseID(2)) != nil && desk.confirmation(of: first) == nil)
    #expect(desk.news(of: first)?.kind == .goesOn)
  }
}
