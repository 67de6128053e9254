// What is done with a ride that is booked, how often it is looked at (rule R13), and what goes on
// after a restart (rule R14).

import CivilTime
import Mobility
import Products
import Testing

struct RideTests {
  @Test(arguments: Self.rides.sorted { $0.key < $1.key })
  func `a ride stays`(name: String, lines: [String]) {
    var stage = Stage()
    for line in PathTests.booked + lines { stage.play(line) }
    #expect(stage.sent.isEmpty, "\(name)")
    #expect(stage.news.isEmpty, "\(name): \(stage.news.map(\.kind.described))")
  }

  static let cancelling = ["act Cancel", "= confirming", "yes", "> GET /v1/act/cancel"]

  static let rides: [String: [String]] = [
    "where it is not given back": ["act Cancel", "no", "= following confirmed"],
    "where nobody says yes in time": [
      "act Cancel", "wait 601", "= following confirmed", "yes", "? nothingOpen",
    ],
    "until it is given back": cancelling + [
      "< 204", "> GET /v1/update/1", "< trip USER_CANCELED", "= ended over USER_CANCELED",
    ],
    "where giving it back fails": cancelling + [
      "< error 5", "= following confirmed because failed 5", "wait 660", "> GET /v1/update/1",
      "< trip CONFIRMED", "= following confirmed",
    ],
    "where it cannot be asked for": cancelling + [
      "< not sent", "= following confirmed because unreached",
    ],
    "where nobody knows whether it was given back": cancelling + [
      "< lost", "= unsure 1", "wait 1", "> GET /v1/update/1", "< trip CONFIRMED", "wait 2",
      "> GET /v1/update/1", "< lost", "wait 6", "> GET /v1/update/1", "< trip CONFIRMED",
      "= unsure 4", "wait 18", "> GET /v1/update/1", "< trip CONFIRMED", "! unknown",
      "= following confirmed because unknown",
    ],
    "given back where nobody knew": cancelling + [
      "< 500", "= unsure 1 because failed 500", "wait 1", "> GET /v1/update/1",
      "< trip USER_CANCELED", "! status USER_CANCELED", "= ended over USER_CANCELED",
    ],
    "where an account is missing": cancelling + [
      "< error 446", "= linking ps_drt", "unlinked ps_drt", "! goes on",
      "= following confirmed because ACCOUNT/UNLINKED",
    ],
    "when something is asked": [
      "act Write", "= asking text", "answer text hi", "> POST /v1/act/write",
      #"$ {"input":[{"field":"text","value":"hi"},{"field":"key","value":"k"}]}"#, "< 204",
      "> GET /v1/update/1", "< empty", "= following confirmed",
    ],
    "when nobody answers": ["act Write", "wait 601", "= following confirmed because expired"],
    "when it is stopped": ["act Write", "stop", "= following confirmed because stopped"],
    "when it is judged": [
      "act Rate", "> GET /v1/act/rate", "< rating", "= asking rate", "answer number 6", "? range",
      "answer number 5", "> POST /v1/post/rate", "< empty", "> GET /v1/update/1",
      "< trip CONFIRMED", "= following confirmed",
    ],
    "when the action is gone": ["act Fly", "? gone", "= following confirmed"],
    "when another is listed": [
      "act Cancel", "list", "> GET /v1/list/shuttle?first=1&max=7", "= listing", "wait 660",
      "> GET /v1/update/1", "< trip COMPLETED", "! status COMPLETED",
    ],
    "and its changes are told once, by value and hash": [
      "wait 660", "> GET /v1/update/1", "< trip CONFIRMED", "wait 660", "> GET /v1/update/1",
      "< trip CONFIRMED hash 1", "wait 660", "> GET /v1/update/1", "< trip CONFIRMED hash 2",
      "! status CONFIRMED", "wait 660", "> GET /v1/update/1", "< trip PENDING_CHANGES",
      "! status PENDING_CHANGES", "= following", "wait 66", "> GET /v1/update/1",
      "< trip CONFIRMED", "! confirmed CONFIRMED",
    ],
    "when its confirmation is not told for once": [
      "wait 660", "> GET /v1/update/1", "< trip", "= following confirmed", "wait 660",
      "> GET /v1/update/1", "< trip CONFIRMED", "= following confirmed",
    ],
    "when its leg is gone": [
      "wait 660", "> GET /v1/update/1", "< trip without shuttle", "= following confirmed", "list",
      "? gone", "wait 660", "> GET /v1/update/1", "< trip COMPLETED", "! status COMPLETED",
    ],
    "when the service fails": [
      "wait 660", "> GET /v1/update/1", "< 503", "= following confirmed", "wait 660",
      "> GET /v1/update/1", "< lost", "wait 660", "> GET /v1/update/1", "< nonsense",
      "= following confirmed",
    ],
    "until the service forgets it": [
      "wait 660", "> GET /v1/update/1", "< 410", "= ended over CONFIRMED",
    ],
  ]

  @Test(arguments: [
    ("PENDING", 180, 60), ("TEXT", 180, 60), ("ARRIVING", 180, 60), ("CONFIRMED", 180, 600),
    ("CONFIRMED", 20, 60), ("CONFIRMED", -20, 60), ("CONFIRMED", -40, 600),
  ])
  func `a ride is looked at (rule R13)`(status: String, minutesBefore: Int, seconds: Int64) {
    var stage = Stage()
    for line in PathTests.booking + ["< updated", "> GET /v1/update/2"] { stage.play(line) }
    stage.now = begin + .seconds(10_800 + 1_800 - minutesBefore * 60)
    stage.play("< trip \(status)")
    let wait = (stage.desk.nextDue ?? begin).since(stage.now).components.seconds
    #expect((seconds * 9 / 10...seconds * 11 / 10).contains(wait))
  }

  @Test func `a ride is looked at as soon as it begins soon, and not for ever`() {
    var stage = Stage()
    for line in PathTests.booked { stage.play(line) }
    stage.now = begin + .seconds(10_800 - 60)
    stage.desk.doWhatIsDue(at: stage.now)
    stage.carryOut()
    for line in ["> GET /v1/update/1", "< trip CONFIRMED"] { stage.play(line) }
    #expect(stage.desk.nextDue == begin + .seconds(10_800))
    // Two hours behind the end of the leg.
    stage.now = begin + .seconds(10_800 + 3_600 + 7_201)
    stage.desk.doWhatIsDue(at: stage.now)
    #expect(stage.described == "ended over CONFIRMED")
  }

  /// A bike is booked beside what is booked already, on another leg.
  private static let bikeBooked = [
    "list bike", "> GET /v1/form/bike", "< short form", "answer text Mia",
    "> POST /v1/post/short", "< 204", "> GET /v1/update/1", "< trip CONFIRMED", "= following",
  ]

  @Test func `only so many rides are looked at, those that begin first`() {
    var limits = TravelLimits()
    limits.followedMax = 1
    var stage = Stage(limits: limits)
    for line in PathTests.booked { stage.play(line) }
    let first = stage.purchase
    for line in Self.bikeBooked { stage.play(line) }
    stage.now = stage.now + .seconds(700)
    stage.desk.doWhatIsDue(at: stage.now)
    stage.carryOut()
    #expect(stage.sent.count == 1)
    #expect(stage.desk.purchases[first]?.state.described == "following confirmed")
  }

  @Test func `a trip that changes tells which rides begin first`() {
    var limits = TravelLimits()
    limits.followedMax = 1
    var stage = Stage(limits: limits)
    for line in PathTests.booked { stage.play(line) }
    let first = stage.purchase
    for line in Self.bikeBooked { stage.play(line) }
    let ids = [first, stage.purchase]
    stage.now = stage.now + .seconds(700)
    stage.desk.doWhatIsDue(at: stage.now)
    stage.carryOut()
    #expect(ids.map { stage.desk.purchases[$0]?.isLookedAt } == [true, false])
    for line in ["> GET /v1/update/1", "< trip CONFIRMED"] { stage.play(line) }
    // The shuttle leaves behind the bike now.
    var trip = Fixture.read(
      Fixture.trip("one", Fixture.LegTold(status: "CONFIRMED", hash: 1)))
    trip.legs[1].start = trip.legs[2].start.map { $0 + .seconds(3_600) }
    stage.desk.take(trip, of: mia, at: stage.now)
    stage.carryOut()
    stage.now = stage.now + .seconds(700)
    stage.desk.doWhatIsDue(at: stage.now)
    stage.carryOut()
    #expect(ids.map { stage.desk.purchases[$0]?.isLookedAt } == [false, true])
  }

  @Test func `rides that are due at once are looked at a few in a second`() {
    var limits = TravelLimits()
    limits.looksPerSecondMax = 1
    var stage = Stage(limits: limits)
    for line in PathTests.booked { stage.play(line) }
    let first = stage.purchase
    for line in Self.bikeBooked { stage.play(line) }
    let ids = [first, stage.purchase]
    stage.now = stage.now + .seconds(700)
    for _ in 0..<2 {
      stage.desk.doWhatIsDue(at: stage.now)
      stage.carryOut()
      #expect(ids.map { stage.desk.purchases[$0]?.isLookedAt } == [true, false])
      #expect(stage.desk.nextDue == stage.now + .seconds(1))
    }
    stage.now = stage.now + .seconds(1)
    stage.desk.doWhatIsDue(at: stage.now)
    stage.carryOut()
    #expect(ids.map { stage.desk.purchases[$0]?.isLookedAt } == [true, true])
    #expect(stage.sent.count == 2)
  }

  private static let updating = PathTests.booking + ["< updated", "> GET /v1/update/2"]
  private static let unsure = PathTests.booking + ["< lost", "wait 1", "> GET /v1/update/1"]

  @Test(arguments: [
    (updating, 429, [5, 10, 20]), (updating, 503, [5, 10, 20]), (updating, 500, [1, 2, 6]),
    (unsure, 429, [5, 10, 20]), (unsure, 503, [5, 10, 20]), (unsure, 404, [2, 6, 18]),
  ])
  func `a service that is overloaded is left alone a little longer each time`(
    lines: [String], status: Int, waits: [Int]
  ) {
    var stage = Stage()
    for line in lines { stage.play(line) }
    let asked = lines.last ?? ""
    for seconds in waits {
      stage.play("< \(status)")
      #expect(stage.desk.nextDue == stage.now + .seconds(seconds))
      stage.play("wait \(seconds)")
      stage.play(asked)
    }
  }

  @Test func `each trip is forgotten when its own time has come`() {
    let week = TravelLimits().tripSecondsMax
    var desk = TravelDesk()
    for (place, days) in [3, 1, 2].enumerated() {
      for owner in [mia, "ben"] {
        var trip = Fixture.read(Fixture.trip("trip \(place)", updates: "/v1/update/t\(place)"))
        trip.arrive = begin + .seconds(days * 86_400)
        desk.take(trip, of: owner, at: begin)
      }
    }
    #expect(desk.nextDue == begin + .seconds(86_400 + week))
    // The first arrives later than was told.
    var trip = Fixture.read(Fixture.trip("trip 1", updates: "/v1/update/t1"))
    trip.arrive = begin + .seconds(4 * 86_400)
    for owner in [mia, "ben"] { desk.take(trip, of: owner, at: begin) }
    _ = desk.takeEffects()
    var left: [Int] = []
    while let due = desk.nextDue {
      desk.doWhatIsDue(at: due - .seconds(1))
      #expect(!desk.hasEffects)
      desk.doWhatIsDue(at: due)
      #expect(desk.takeEffects().count == 2)
      left.append(desk.shelf.count)
    }
    #expect(left == [4, 2, 0])
  }

  @Test(arguments: Self.restarts.sorted { $0.key < $1.key })
  func `after a restart`(name: String, lines: [String]) {
    var stage = Stage()
    for line in lines { stage.play(line) }
    #expect(stage.sent.isEmpty, "\(name)")
    #expect(stage.news.isEmpty, "\(name): \(stage.news.map(\.kind.described))")
  }

  static let restarts: [String: [String]] = [
    "a list is asked for again": [
      "list", "> GET /v1/list/shuttle?first=1&max=7", "restart",
      "> GET /v1/list/shuttle?first=1&max=7", "< products", "! goes on", "= listed", "book 1",
      "> POST /v1/book/shuttle",
    ],
    "a list stands": PathTests.listed + [
      "restart", "= listed", "book 1", "> POST /v1/book/shuttle",
    ],
    "what may be booked is looked for": PathTests.booking + [
      "restart", "= unsure 1", "wait 1", "> GET /v1/update/1", "< trip ACCEPTED",
      "! confirmed ACCEPTED", "= following confirmed",
    ],
    "what books nothing is sent again": [
      "list bike", "> GET /v1/form/bike", "restart", "> GET /v1/form/bike", "= sending",
    ],
    "answers stand, secrets are asked again": PathTests.booking + [
      "< form", "answer text Mia", "answer secret h1", "restart", "= asking tip",
      "answer skipped", "= asking pin", "answer secret h2", "= reviewing", "restart",
      "= asking pin", "answer secret h3", "= reviewing",
    ],
    "a trip is fetched again": PathTests.booking + [
      "< updated", "> GET /v1/update/2", "restart", "= updating 0", "wait 0",
      "> GET /v1/update/2", "< trip CONFIRMED", "! confirmed CONFIRMED",
    ],
    "it is looked for again": PathTests.booking + [
      "< lost", "wait 1", "> GET /v1/update/1", "restart", "= unsure 1", "wait 0",
      "> GET /v1/update/1", "< trip hash 4", "! goes on", "= following",
    ],
    "a ride is followed": PathTests.booked + [
      "restart", "= following confirmed", "wait 660", "> GET /v1/update/1", "restart", "wait 660",
      "> GET /v1/update/1", "< trip COMPLETED", "! status COMPLETED",
    ],
    "an account is still wanted": PathTests.booking + [
      "< error 446", "restart", "= linking ps_drt", "linked ps_drt", "> POST /v1/book/shuttle",
    ],
    "a payment that is undecided is looked for": PathTests.booking + [
      "< error 299", "restart", "= unsure 1",
    ],
    "what was given back is looked for": PathTests.booked + cancelling + [
      "restart", "= unsure 1", "wait 1", "> GET /v1/update/1", "< trip USER_CANCELED",
      "! status USER_CANCELED",
    ],
    "terms, options and a question stand": PathTests.booking + [
      "< agreement", "restart", "= agreement", "accept", "> POST /v1/post/terms", "< options",
      "restart", "= choosing options", "choose 1", "> POST /v1/book/small", "< updated",
      "> GET /v1/update/2", "< trip CONFIRMED", "act Cancel", "restart", "= confirming", "no",
      "= following confirmed",
    ],
  ]

  @Test func `numbers are given once, also behind a restart`() {
    var stage = Stage()
    for line in PathTests.booked + ["list", "stop", "wait 90000"] { stage.play(line) }
    let before = stage.desk.numbers
    let old = stage.purchase
    stage.restart()
    #expect(stage.desk.numbers == before)
    stage.play("list bike")
    #expect(stage.purchase > old)
    #expect((stage.last?.id.number ?? 0) > before.errand)
  }
}

extension Purchase {
  /// Whether the trip is fetched to see how the ride stands.
  fileprivate var isLookedAt: Bool {
    if case .following(.some, _, _) = state { true } else { false }
  }
}
