// A play by a seed: a person who says anything at any time, a service that fails, a program that is
// killed between any two effects; and what has to hold all the time.

import CivilTime
import Mobility
import Products

struct Play {
  /// What made the desk do something.
  enum Cause: Equatable {
    case said(String)
    case linked
    case answered(status: Int, body: String)
    case lost
    case due
    case restarted
  }

  var random: PlayRandom
  var service: PlayedProvider
  var desk = TravelDesk()
  var now = begin
  /// What was carried out of the effects.
  var kept: [PurchaseID: Purchase] = [:]
  var trips: [TripReference: KeptTrip] = [:]
  /// What is on its way back.
  var underWay: [(errand: ErrandID, outcome: ErrandOutcome, cause: Cause)] = []
  /// Requests that may book, as they left, by purchase; and of which nobody knows what became.
  var books: [PurchaseID: [Errand]] = [:]
  var doubtful: Set<PurchaseID> = []
  /// By which something was booked at the service.
  var booked: Set<PurchaseID> = []
  /// Which promises were broken.
  var broken: [String] = []
  var reached: Set<String> = []
  /// What happened, where somebody wants to read it.
  var log: [String]?
  var writes: Set<String> = []

  init(seed: UInt64, isLogged: Bool = false) {
    log = isLogged ? [] : nil
    random = PlayRandom(seed: seed)
    service = PlayedProvider(random: PlayRandom(seed: seed &* 31 &+ 7))
    desk.take(Fixture.read(Fixture.trip()), of: mia, at: now)
    carryOut(.said("trip"))
  }

  mutating func run(steps: Int) {
    for _ in 0..<steps where broken.isEmpty { step() }
    becomeKind()
  }

  private mutating func step() {
    switch random.below(10) {
    case 0..<4: sayAnything()
    case 4..<7: deliver()
    case 7: wait(random.pick([1, 1, 2, 2, 9, 9, 60, 60, 700, random.chance(5) ? 8_000 : 5]))
    case 8: service.advance()
    default: if random.chance(3) { restart() } else { link() }
    }
  }

  /// When faults stop, nothing stays under way (it asks, is followed, or is over).
  private mutating func becomeKind() {
    service.isKind = true
    for _ in 0..<5 where broken.isEmpty {
      while !underWay.isEmpty { deliver() }
      wait(20)
    }
    for purchase in desk.purchases.values {
      switch purchase.state {
      case .listing, .sending, .updating, .unsure:
        broken.append("\(purchase.described) stays under way")
      case .following(let errand, _, _): if errand != nil { broken.append("a look stays") }
      case .listed, .linking, .asking, .choosing, .reviewing, .confirming, .agreement, .ended:
        break
      }
    }
  }

  mutating func note(_ text: @autoclosure () -> String) { log?.append(text()) }

  // MARK: - What happens

  mutating func deliver() {
    guard !underWay.isEmpty else { return }
    // The last first, now and then: out of order.
    let place = random.chance(3) ? underWay.count - 1 : 0
    let arriving = underWay.remove(at: place)
    switch arriving.outcome {
    case .lost, .unreadable:
      // Nobody knows what became of it, if it is what is awaited.
      for purchase in desk.purchases.values where books[purchase.id]?.last?.id == arriving.errand {
        if case .sending(arriving.errand, _) = purchase.state { doubtful.insert(purchase.id) }
      }
    case .answered, .notSent, .notAllowed: break
    }
    desk.settle(arriving.errand, arriving.outcome, at: now)
    carryOut(arriving.cause)
  }

  mutating func wait(_ seconds: Int) {
    let end = now + .seconds(seconds)
    for _ in 0..<40 {
      guard let due = desk.nextDue, due <= end else { break }
      now = max(now, due)
      desk.doWhatIsDue(at: now)
      carryOut(.due)
      if service.isKind { while !underWay.isEmpty { deliver() } }
    }
    now = max(now, end)
  }

  private mutating func link() {
    for purchase in desk.purchases.values.sorted(by: { $0.id < $1.id }) {
      guard case .linking(let account, _) = purchase.state else { continue }
      if random.chance(3) {
        desk.notLinked(account, of: mia, at: now)
      } else {
        desk.linked(account, of: mia, at: now)
      }
      carryOut(.linked)
    }
  }

  /// The program is killed; what was on its way is lost, and answers come to nobody.
  private mutating func restart() {
    for (id, purchase) in kept {
      guard case .sending(let errand, _) = purchase.state else { continue }
      if books[id]?.last?.id == errand { doubtful.insert(id) }
    }
    note("restart")
    let numbers = desk.numbers
    desk = TravelDesk(
      restoring: Array(trips.values), Array(kept.values), numbers: numbers, at: now)
    if random.chance(2) { underWay = [] }
    carryOut(.restarted)
  }

  // MARK: - Effects

  mutating func carryOut(_ cause: Cause) {
    if log != nil {
      let states = desk.purchases.values.map(\.described).joined(separator: " | ")
      note("\(cause)".prefix(90) + " → " + states)
    }
    let effects = desk.takeEffects()
    let isKilled = !service.isKind && random.chance(60)
    let end = isKilled ? random.below(effects.count + 1) : effects.count
    for effect in effects[..<end] { carryOut(effect, cause) }
    if isKilled { restart() } else { checkDue() }
  }

  private mutating func carryOut(_ effect: TravelEffect, _ cause: Cause) {
    switch effect {
    case .keepTrip(let trip):
      trips[trip.reference] = trip
      checkWritten(trip)
    case .forgetTrip(let trip, _): trips[trip] = nil
    case .keepPurchase(let purchase):
      checkQuestion(purchase, behind: kept[purchase.id], cause)
      checkEnd(purchase)
      kept[purchase.id] = purchase
      reached.insert(purchase.state.name)
      checkWritten(purchase)
    case .forgetPurchase(let id, _):
      if let purchase = kept[id], purchase.isOfRide, purchase.state.name != "ended" {
        broken.append("a ride is forgotten")
      }
      kept[id] = nil
    case .send(let errand):
      checkBooking(errand, cause)
      leave(errand)
    case .tell(let news):
      if case .confirmed(let told) = news.kind { checkConfirmed(told.status) }
    case .dropAccount: break
    }
  }

  private mutating func leave(_ errand: Errand) {
    let before = service.bookings
    defer {
      if service.bookings > before, let id = books.first(where: { $1.last?.id == errand.id })?.key {
        booked.insert(id)
      }
    }
    func outcome(_ answer: (status: Int, body: String)) -> (ErrandOutcome, Cause) {
      (
        Fixture.answer(answer.status, answer.body, from: errand.address),
        .answered(status: answer.status, body: answer.body)
      )
    }
    switch service.fate() {
    case .answered, .answeredLate:
      let (answer, cause) = outcome(service.answer(errand))
      underWay.append((errand.id, answer, cause))
    case .answeredTwice:
      let (answer, cause) = outcome(service.answer(errand))
      underWay += [(errand.id, answer, cause), (errand.id, answer, cause)]
    case .notSent: underWay.append((errand.id, .notSent("refused"), .lost))
    case .notAllowed: underWay.append((errand.id, .notAllowed("another host"), .lost))
    case .lostBefore: underWay.append((errand.id, .lost("closed"), .lost))
    case .cutOff:
      _ = service.answer(errand)
      underWay.append((errand.id, .unreadable("cut off"), .lost))
    case .lostBehind:
      _ = service.answer(errand)
      underWay.append((errand.id, .lost("closed"), .lost))
    }
  }
}
