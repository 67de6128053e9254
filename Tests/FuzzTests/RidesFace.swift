// Answers of the mobility service, taken in by the desk of trips in a state that awaits them, and
// the words for what comes of it in both languages; questions are answered to their end.

import Bookings
import CivilTime
import Dialogue
import Discourse
import House
import LineProtocol
import Mobility
import Passes
import Products
import Wording

struct RidesFace: Sendable {
  /// What awaits the answer.
  private enum State: Int {
    case trip, list, booking, update, look
  }

  /// By what the first octet chooses: usually the state in which most can come.
  private static let states: [State] = [.booking, .trip, .list, .update, .look, .booking, .list]

  private static let owner = "mia"
  /// Words of one answer that a form with everything in it needs.
  private static let wordsOctetsMax = ProtocolLimits().outputOctetsMax
  /// Answers that are given to one form: more than it may have fields.
  private static let stepsMax = 70

  private let leg = LegReference(TripReference(1), 3)
  private let here: WebAddress
  private let now: Instant
  private let empty: World
  /// A desk in each of the states, and the errand that it awaits.
  private let desks: [(desk: TravelDesk, errand: ErrandID?)]

  /// The good answers are not good.
  struct Fault: Error { let what: String }

  init() throws {
    guard let here = WebAddress("https://m.example/trip/update/trip-1"),
      let zone = PlatformZones.rules(of: "Europe/Berlin"),
      let moment = CivilMoment("2026-11-23T09:07")
    else { throw Fault(what: "the address, the zone or the moment") }
    (self.here, now) = (here, zone.instant(nearest: moment))
    empty = World(
      ledger: Ledger(building: DemonstrationBuilding.building, zone: zone), outbox: Outbox())
    var stage = Stage(leg: leg, here: here, now: now)
    var desks: [(desk: TravelDesk, errand: ErrandID?)] = [(stage.desk, nil)]
    try stage.list()
    desks.append((stage.desk, stage.errand))
    try stage.book()
    desks.append((stage.desk, stage.errand))
    stage.answer(#"{"updateURL":"u"}"#)
    desks.append((stage.desk, stage.errand))
    stage.settle(.lost("gone"))
    stage.look()
    desks.append((stage.desk, stage.errand))
    self.desks = desks
    guard desks.dropFirst().allSatisfy({ $0.errand != nil }) else {
      throw Fault(what: "a state awaits nothing")
    }
  }

  func check(_ octets: [UInt8], _ first: UInt8, _ second: UInt8) -> Verdict {
    var verdict = Verdict()
    let status = [200, 200, 200, 201, 204, 299, 302, 401, 404, 470, 500, -1][Int(first >> 4) % 12]
    var came = MobilityAnswer(status: status, body: octets, from: here)
    if first & 8 != 0 { came.headerCode = "\(first)" }
    let state = Self.states[Int(first & 7) % Self.states.count]
    var world = empty
    (world.travel, _) = desks[state.rawValue]
    let begin = ThreadTime.nanoseconds
    if let errand = desks[state.rawValue].errand {
      world.travel.settle(errand, .answered(came), at: now)
    } else {
      takeTrips(came, into: &world)
    }
    read(came)
    verdict.nanoseconds = ThreadTime.nanoseconds - begin
    // Half of the states that the answer leads to are not those that it is of no use to.
    verdict.isTaken = world.travel.hasEffects && !hasEndedBadly(world)
    checkTrips(world, &verdict)
    checkPurchase(world, isReviewed: true, &verdict)
    var choice = Int(second)
    var steps = 0
    while steps < Self.stepsMax, goOn(&world, &choice, &verdict) {
      steps += 1
      checkPurchase(world, isReviewed: false, &verdict)
    }
    // What the answers have led to is told whole once.
    guard steps > 0 else { return verdict }
    checkTrips(world, &verdict)
    checkPurchase(world, isReviewed: true, &verdict)
    return verdict
  }

  /// What else is read of an answer.
  private func read(_ came: MobilityAnswer) {
    let limits = MobilityLimits()
    _ = read { () throws(AnswerFault) in try AccountEntry.list(came, limits: limits) }
    _ = read { () throws(AnswerFault) in try BookingHistory(came, limits: limits) }
    _ = read { () throws(AnswerFault) in try SignInAnswer(came, limits: limits) }
  }

  private func takeTrips(_ came: MobilityAnswer, into world: inout World) {
    let told = read { () throws(AnswerFault) in
      try TripAnswer(came, limits: MobilityLimits()).trips
    }
    for trip in told?.prefix(4) ?? [] { world.travel.take(trip, of: Self.owner, at: now) }
  }

  /// What is read; nil where the answer is none of those, or tells of a failure.
  private func read<Told>(_ reading: () throws(AnswerFault) -> Told) -> Told? {
    do throws(AnswerFault) { return try reading() } catch { return nil }
  }

  private func purchase(_ world: World) -> Purchase? {
    world.travel.purchase(on: leg, of: Self.owner)
  }

  private func hasEndedBadly(_ world: World) -> Bool {
    if case .ended(.unreadable) = purchase(world)?.state { true } else { false }
  }

  // MARK: - Going on

  /// Answers what is asked, with what may fit it.
  /// - Returns: Whether anything more is asked.
  private func goOn(_ world: inout World, _ choice: inout Int, _ verdict: inout Verdict) -> Bool {
    guard let purchase = purchase(world) else { return false }
    choice = choice &* 31 &+ 7
    do throws(RideFault) {
      switch purchase.state {
      case .listed where !purchase.products.isEmpty:
        let place = Int(choice.magnitude % UInt(purchase.products.count))
        try world.travel.book(place, in: purchase.id, at: now)
        return true
      case .asking(let asked):
        guard let item = asked.asked else { return false }
        try world.travel.answer(answer(to: item, choice), in: purchase.id, at: now)
        return true
      case .listed, .listing, .linking, .choosing, .reviewing, .confirming, .sending, .agreement,
        .updating, .unsure, .following, .ended:
        return false
      }
    } catch {
      checkWords(.ride(.fault(error)), in: world, &verdict)
      return skip(&world, purchase.id)
    }
  }

  private func skip(_ world: inout World, _ id: PurchaseID) -> Bool {
    do throws(RideFault) {
      try world.travel.answer(.skipped, in: id, at: now)
      return true
    } catch {
      return false
    }
  }

  private func answer(to item: Questionnaire.Item, _ choice: Int) -> QuestionAnswer {
    switch item.kind {
    case .text(.email): .text("mia@example.org")
    case .text(.phone): .text("+49 30 1234567")
    case .text(.number), .text(.punctuated): .text("12")
    case .text: .text(choice & 1 == 0 ? "Mia" : "\u{202e}M\u{1F469}\u{200D}\u{1F680}")
    case .number(let least, let most): .number(least ?? most ?? 2)
    case .clock: .clock(seconds: 36_000)
    case .secret: .secret(SecretHandle("h"))
    case .flag, .terms: .flag(true)
    case .choice: .choice(choice & 1)
    case .several: .several([0])
    case .place:
      .place(
        {
          var place = Place()
          place.address = "Kalkweg 12"
          return place
        }())
    case .moment: .moment(now + .seconds(86_400))
    case .returnTrip: .returning(choice & 1 == 0 ? nil : now + .seconds(86_400))
    case .fares(let fares, _): .counts(fares.indices.map { $0 == 0 ? 2 : 0 })
    case .page: .done
    }
  }

  // MARK: - Words

  private func checkTrips(_ world: World, _ verdict: inout Verdict) {
    for trip in world.travel.shelf[Self.owner] {
      checkWords(.ride(.trip(trip)), in: world, &verdict)
      for part in trip.present {
        checkWords(.ride(.leg(trip, part.number)), in: world, &verdict)
        guard let told = part.leg.booking?.confirmation else { continue }
        let reference = trip.reference(of: part)
        checkWords(.ride(.booked(reference, told, part.leg)), in: world, &verdict)
        checkWords(.ride(.status(reference, told)), in: world, &verdict)
        for action in told.actions {
          checkWords(.ride(.confirms(action)), in: world, &verdict)
          guard let link = action.link else { continue }
          checkWords(.ride(.link(action.title, link)), in: world, &verdict)
        }
      }
    }
  }

  private func checkPurchase(_ world: World, isReviewed: Bool, _ verdict: inout Verdict) {
    guard let purchase = purchase(world) else { return }
    for told in Turn.told(of: purchase, in: world.travel) {
      checkWords(.ride(told), in: world, &verdict)
    }
    if isReviewed, case .asking(let asked) = purchase.state {
      checkWords(.ride(.review(asked)), in: world, &verdict)
    }
    guard let news = world.travel.news(of: purchase.id) else { return }
    for language in AnswerLanguage.allCases {
      let wording = AnswerWording(in: language, world: world, now: now, for: UserID(Self.owner))
      checkLines(wording.words(for: news), &verdict)
    }
  }

  private func checkWords(_ part: AnswerPart, in world: World, _ verdict: inout Verdict) {
    for language in AnswerLanguage.allCases {
      let wording = AnswerWording(in: language, world: world, now: now, for: UserID(Self.owner))
      checkLines(wording.words(for: Answer(.told, [part])).lines, &verdict)
    }
  }

  private func checkLines(_ lines: [String], _ verdict: inout Verdict) {
    let octets = lines.reduce(0) { $0 + $1.utf8.count }
    verdict.expect(octets <= Self.wordsOctetsMax, "\(octets) octets of words")
    Outward.check(Reply(.answer, lines: lines), isPage: false, &verdict)
  }
}

/// A desk that is led from state to state by good answers.
private struct Stage {
  let leg: LegReference
  let here: WebAddress
  let now: Instant
  var desk = TravelDesk()
  /// What was sent last.
  private(set) var errand: ErrandID?
  private var purchase: PurchaseID?

  init(leg: LegReference, here: WebAddress, now: Instant) {
    (self.leg, self.here, self.now) = (leg, here, now)
  }

  mutating func list() throws {
    let answer = MobilityAnswer(status: 200, body: Array(Self.trip.utf8), from: here)
    for trip in try TripAnswer(answer, limits: MobilityLimits()).trips {
      desk.take(trip, of: "mia", at: now)
    }
    purchase = try desk.list(leg, for: "mia", in: "ride", language: "en", at: now)
    takeErrand()
  }

  mutating func book() throws {
    self.answer(Self.products)
    guard let purchase else { throw RidesFace.Fault(what: "nothing is listed") }
    try desk.book(0, in: purchase, at: now)
    takeErrand()
  }

  mutating func answer(_ body: String) {
    settle(.answered(MobilityAnswer(status: 200, body: Array(body.utf8), from: here)))
  }

  mutating func settle(_ outcome: ErrandOutcome) {
    guard let errand else { return }
    desk.settle(errand, outcome, at: now)
    takeErrand()
  }

  mutating func look() {
    desk.doWhatIsDue(at: now + .seconds(1))
    takeErrand()
  }

  private mutating func takeErrand() {
    for case .send(let sent) in desk.takeEffects() { errand = sent.id }
  }

  private static let trip = #"""
    {"groups":[{"trips":[{"id":"t","depart":1795508400,"arrive":1795511000,"updateURL":"u",
    "segments":[{"id":"a","segmentTemplateHashCode":1},{"id":"b","segmentTemplateHashCode":1},
    {"id":"c","segmentTemplateHashCode":1,"startTime":1795509600,"endTime":1795510700,
    "booking":{"title":"Book","quickBookingsUrl":"q"}}]}]}],
    "segmentTemplates":[{"hashCode":1,"action":"Go","modeIdentifier":"ps_drt"}]}
    """#
  private static let products = #"""
    [{"title":"Shuttle","bookingTitle":"Book","bookingURL":"b","price":3.5,
    "bookingResponseType":"DIRECT"}]
    """#
}
