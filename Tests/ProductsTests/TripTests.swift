// Trips that are told anew: what keeps its number (rule C10), and how many are kept.

import CivilTime
import Mobility
import Products
import Testing

struct TripTests {
  /// What is told behind the first trip, and how its legs are numbered then; in brackets what is
  /// gone.
  @Test(arguments: [
    ("the same", Fixture.trip(), "walk1 shuttle2 bike3"),
    ("another id", Fixture.trip("two"), "walk1 shuttle2 bike3"),
    ("a leg is gone", Fixture.trip(without: "walk"), "shuttle2 bike3 (walk1)"),
    ("other ids of the legs", Fixture.trip(legIDs: "b"), "walkb1 shuttleb2 bikeb3"),
    (
      "another update address", Fixture.trip("two", updates: "/v1/update/9"),
      "walk1 shuttle2 bike3"
    ),
  ])
  func `legs keep their numbers (rule C10)`(name: String, told: String, legs: String) {
    var stage = Stage()
    for line in PathTests.booking + ["< 204", "> GET /v1/update/1"] { stage.play(line) }
    stage.answer(Fixture.answer(200, told))
    stage.checkWritten()
    #expect(Self.legs(of: stage) == legs, "\(name)")
  }

  private static func legs(of stage: Stage) -> String {
    let legs = stage.desk.shelf.trip(TripReference(1), of: mia)?.legs ?? []
    return legs.map { leg in
      let text = "\(leg.leg.id ?? "")\(leg.number)"
      return leg.isGone ? "(\(text))" : text
    }.joined(separator: " ")
  }

  @Test func `a leg that comes back has its number, a new one has one that nobody had`() {
    var stage = Stage()
    let steps = [
      (Fixture.trip(without: "bike"), "walk1 shuttle2 (bike3)"),
      (Fixture.trip(), "walk1 shuttle2 bike3"),
      (Fixture.trip(without: "bike"), "walk1 shuttle2 (bike3)"),
      (Fixture.trip(legIDs: "b"), "walkb1 shuttleb2 bikeb4 (bike3)"),
    ]
    for (told, legs) in steps {
      stage.desk.take(Fixture.read(told), of: mia, at: begin)
      #expect(Self.legs(of: stage) == legs)
    }
    #expect(stage.desk.shelf[mia].count == 1)
  }

  @Test func `what is gone is not kept without end`() {
    var limits = TravelLimits()
    (limits.goneLegsMax, limits.tripNamesMax) = (4, 8)
    var stage = Stage(limits: limits)
    for number in 0..<15 {
      // Other legs by id and template each time, known by the address before.
      let text = Fixture.trip("\(number)", legIDs: "-\(number)", updates: "/v1/update/\(number)")
      let changed = text.replacing("HashCode\":", with: "HashCode\":\(number)1")
      for line in number == 0 ? PathTests.booked : [] { stage.play(line) }
      stage.wait(700)
      stage.sent = []
      stage.answer(Fixture.answer(200, changed))
    }
    let trip = stage.desk.shelf.trip(TripReference(1), of: mia)
    #expect((trip?.legs.count ?? 0) <= 3 + 4)
    #expect((trip?.names.count ?? 0) <= 8)
    #expect(trip?[2]?.isGone == true, "the leg that is booked is kept")
    #expect(stage.described == "following confirmed")
  }

  @Test func `an update that answers another trip of the owner changes nothing`() {
    var stage = Stage()
    let other = Fixture.read(Fixture.body("another trip"))
    stage.desk.take(other, of: mia, at: begin)
    stage.carryOut()
    let lines = [
      "< 204", "> GET /v1/update/1", "< another trip", "= updating 1", "wait 1",
      "> GET /v1/update/1", "< trip CONFIRMED", "= following confirmed",
    ]
    for line in PathTests.booking + lines { stage.play(line) }
    #expect(stage.desk.shelf[mia].map(\.trip.id) == ["one", "two"])
  }

  @Test func `the oldest trip that is over gives way, and is forgotten`() {
    var limits = TravelLimits()
    limits.tripsPerOwnerMax = 2
    var stage = Stage(limits: limits)
    let taken = ["two", "three"].map { id in
      let trip = Fixture.read(Fixture.trip(id, updates: "/v1/update/\(id)"))
      return stage.desk.take(trip, of: mia, at: begin)
    }
    stage.carryOut()
    #expect(taken[0]?.reference == TripReference(2))
    #expect(taken[1] == nil, "none is over")
    stage.now = begin + .seconds(100_000)
    let third = Fixture.read(Fixture.trip("three", updates: "/v1/update/three"))
    #expect(stage.desk.take(third, of: mia, at: stage.now)?.reference == TripReference(3))
    stage.carryOut()
    #expect(stage.trips.keys.sorted() == [TripReference(2), TripReference(3)])
    // A week behind their end all are gone.
    stage.desk.doWhatIsDue(at: begin + .seconds(1_000_000))
    stage.carryOut()
    #expect(stage.trips.isEmpty && stage.desk.nextDue == nil)
  }
}
