// What comes back from the service: each answer in the state that awaits it (rules R8, R9, R12).
// An answer to what nobody awaits any more is ignored and counted.

public import CivilTime
public import Mobility

extension TravelDesk {
  /// An errand came to its end. What is known of trips is taken even where nobody waits for it.
  public mutating func settle(_ errand: ErrandID, _ outcome: ErrandOutcome, at now: Instant) {
    guard let id = awaited.removeValue(forKey: errand), let purchase = purchases[id] else {
      return ignore()
    }
    switch purchase.state {
    case .listing(errand): list(outcome, for: id, at: now)
    case .sending(errand, let step): sent(step, outcome, for: id, at: now)
    case .updating(.some(errand), let tries, _): updated(outcome, tries, for: id, at: now)
    case .unsure(.some(errand), let tries, _): looked(outcome, tries, for: id, at: now)
    case .following(.some(errand), _, let known): followed(outcome, known, for: id, at: now)
    default: ignore()
    }
  }

  // MARK: - Products

  private mutating func list(
    _ outcome: ErrandOutcome, for id: PurchaseID, at now: Instant
  ) {
    switch outcome {
    case .notSent, .lost: end(id, .unreached, at: now)
    case .unreadable: end(id, .unreadable, at: now)
    case .answered(let answer):
      switch answer.products(reading) {
      case .failed(let failure): fail(failure, for: id, at: now)
      case .unreadable: end(id, .unreadable, at: now)
      case .read(let list):
        purchases[id]?.products = list.products
        guard !list.products.isEmpty else { return end(id, .noProducts, at: now) }
        becomeReady(id, .listed, at: now)
      }
    }
  }

  /// The next that a person is asked; who was told that it takes longer hears of it.
  private mutating func becomeReady(
    _ id: PurchaseID, _ state: Purchase.State, at now: Instant
  ) {
    move(id, to: state, at: now)
    tellIfLate(id, .goesOn)
  }

  private mutating func tellIfLate(_ id: PurchaseID, _ kind: RideNews.Kind) {
    guard let purchase = purchases[id], purchase.isLate else { return }
    purchases[id]?.isLate = false
    tell(purchase, kind)
  }

  func news(_ purchase: Purchase, _ kind: RideNews.Kind) -> RideNews {
    RideNews(owner: purchase.owner, purchase: purchase.id, leg: purchase.leg, kind: kind)
  }

  mutating func tell(_ purchase: Purchase, _ kind: RideNews.Kind) {
    effects.append(.tell(news(purchase, kind)))
  }

  /// It takes longer than it may be waited for: whoever waits is told so, and of the end later.
  public mutating func becomeLate(_ id: PurchaseID) { purchases[id]?.isLate = true }

  mutating func end(_ id: PurchaseID, _ end: Purchase.End, at now: Instant) {
    move(id, to: .ended(end), at: now)
    tellIfLate(id, .goesOn)
  }

  // MARK: - Bookings

  private mutating func sent(
    _ step: Purchase.Step, _ outcome: ErrandOutcome, for id: PurchaseID, at now: Instant
  ) {
    switch outcome {
    case .notSent: end(id, .unreached, at: now)
    case .lost: step.books ? becomeUnsure(id, at: now) : end(id, .unreached, at: now)
    case .unreadable: step.books ? becomeUnsure(id, at: now) : end(id, .unreadable, at: now)
    case .answered(let answer):
      if case .use(let product) = step { return used(product, answer, for: id, at: now) }
      take(answer.reply(reading), to: step, for: id, at: now)
    }
  }

  private mutating func used(
    _ product: Product, _ answer: MobilityAnswer, for id: PurchaseID, at now: Instant
  ) {
    switch answer.trips(reading) {
    case .read(let trips):
      guard let trip = trips.first else { return end(id, .unreadable, at: now) }
      replace(by: trip, for: id, at: now)
      end(id, .used(product), at: now)
    case .failed(let failure): fail(failure, for: id, at: now)
    case .unreadable: end(id, .unreadable, at: now)
    }
  }

  private mutating func take(
    _ reply: BookingReply, to step: Purchase.Step, for id: PurchaseID, at now: Instant
  ) {
    switch reply {
    case .done: update(id, from: nil, at: now)
    case .updated(let address): update(id, from: address, at: now)
    case .unreadable: step.books ? becomeUnsure(id, at: now) : end(id, .unreadable, at: now)
    case .incomplete(let missing, let invalid):
      guard var asked = step.asked, asked.mark(missing: missing, invalid: invalid) else {
        return end(id, .refused(.value, page: nil), at: now)
      }
      becomeReady(id, .asking(asked), at: now)
    case .failed(let failure): fail(failure, of: step, for: id, at: now)
    case .authorization(let wanted): becomeReady(id, .linking(wanted.provider, step), at: now)
    case .agreement(let terms):
      guard purchases[id]?.hasAgreed == false else {
        return end(id, .refused(.agreement, page: nil), at: now)
      }
      becomeReady(id, .agreement(terms, step.first), at: now)
    case .options(let options): choose(of: options, for: id, at: now)
    case .quote(let quote): becomeReady(id, .choosing(.payment(quote)), at: now)
    case .form(let form): ask(form, for: id, at: now)
    }
  }

  private mutating func choose(of options: BookingOptions, for id: PurchaseID, at now: Instant) {
    guard let first = options.available.first else {
      return end(id, .refused(.none, page: nil), at: now)
    }
    let isOnly = options.available.count == 1 && options.unavailable.isEmpty
    guard isOnly, first.warning == nil else {
      return becomeReady(id, .choosing(.options(options)), at: now)
    }
    take(first.product, in: id, at: now)
    tellIfLate(id, .goesOn)
  }

  private mutating func ask(_ form: Form, for id: PurchaseID, at now: Instant) {
    if let address = form.refresh {
      guard let refreshes = purchases[id]?.refreshes, refreshes < limits.refreshesMax else {
        return end(id, .refused(.field, page: nil), at: now)
      }
      purchases[id]?.refreshes += 1
      return send(.refresh(address, nil), for: id, at: now)
    }
    do throws(FormFault) {
      let asked = try Questionnaire(form)
      ask(asked, in: id, at: now)
      tellIfLate(id, .goesOn)
    } catch {
      switch error {
      case .payment: end(id, .refused(.card, page: form.page), at: now)
      case .field: end(id, .refused(.field, page: form.page), at: now)
      }
    }
  }

  /// What the service calls a failure, behind a request that books nothing.
  private mutating func fail(_ failure: MobilityFailure, for id: PurchaseID, at now: Instant) {
    switch failure.code {
    case 401, 444: end(id, .refused(.unlinked, page: nil), at: now)
    default: end(id, .failed(failure), at: now)
    }
  }

  /// What the service calls a failure, behind a step of a booking (section 1.8).
  private mutating func fail(
    _ failure: MobilityFailure, of step: Purchase.Step, for id: PurchaseID, at now: Instant
  ) {
    guard step.books else { return fail(failure, for: id, at: now) }
    switch failure.code {
    case 299: askAgain(step, for: id, at: now)
    case 401, 444: becomeReady(id, .linking("", step), at: now)
    case 446, 460:
      let provider = purchases[id]?.product?.mode ?? ""
      becomeReady(id, .linking(provider, step), at: now)
    case 406, 491: end(id, .refused(.payment, page: failure.page), at: now)
    case .some: end(id, .failed(failure), at: now)
    case nil:
      // Without a code only what is refused is sure; what broke may have been booked.
      (400..<500).contains(failure.status) || failure.isForUser
        ? end(id, .failed(failure), at: now) : becomeUnsure(id, at: now)
    }
  }

  /// A payment is undecided: the same is asked again a little later, and given up as unknown.
  private mutating func askAgain(_ step: Purchase.Step, for id: PurchaseID, at now: Instant) {
    var (first, tries) = (step, 0)
    if case .again(let kept, let count, _) = step { (first, tries) = (kept, count) }
    guard limits.paymentAfterSeconds.indices.contains(tries) else {
      return becomeUnsure(id, at: now)
    }
    let due = now + .seconds(limits.paymentAfterSeconds[tries])
    lastErrand += 1
    let next = Purchase.Step.again(first, tries: tries + 1, due: due)
    move(id, to: .sending(ErrandID(lastErrand), next), at: now)
  }

  // MARK: - The trip behind it

  private mutating func update(
    _ id: PurchaseID, from address: WebAddress?, at now: Instant
  ) {
    guard let errand = fetchingTrip(for: id, at: address) else {
      return becomeUnsure(id, at: now)
    }
    move(id, to: .updating(errand.id, tries: 0, due: nil), at: now)
    effects.append(.send(errand))
  }

  private mutating func updated(
    _ outcome: ErrandOutcome, _ tries: Int, for id: PurchaseID, at now: Instant
  ) {
    guard case .answered(let answer) = outcome else { return updateLater(id, tries, at: now) }
    switch answer.trips(reading) {
    case .read(let trips):
      if let trip = trips.first { replace(by: trip, for: id, at: now) }
      begin(following: id, at: now)
    case .failed, .unreadable: updateLater(id, tries, at: now)
    }
  }

  private mutating func updateLater(_ id: PurchaseID, _ tries: Int, at now: Instant) {
    guard limits.looksAfterSeconds.indices.contains(tries) else {
      return becomeUnsure(id, at: now)
    }
    let due = now + .seconds(limits.looksAfterSeconds[tries])
    move(id, to: .updating(nil, tries: tries + 1, due: due), at: now)
  }

  func confirmation(of id: PurchaseID) -> Confirmation? {
    purchases[id].flatMap { leg($0.leg, of: $0.owner)?.leg.booking?.confirmation }
  }

  /// Follows a ride from here on.
  mutating func begin(following id: PurchaseID, at now: Instant) {
    let confirmation = confirmation(of: id)
    if let status = confirmation?.status, status.stage.isOver {
      return end(id, .over(status), at: now)
    }
    follow(id, at: now)
    guard let purchase = purchases[id], purchase.isLate else { return }
    tellIfLate(id, confirmation.map { .confirmed($0) } ?? .goesOn)
  }

  /// The trip that the service tells in the place of that of a purchase.
  mutating func replace(by trip: Trip, for id: PurchaseID, at now: Instant) {
    guard let purchase = purchases[id] else { return }
    guard let kept = shelf.replace(purchase.leg.trip, of: purchase.owner, by: trip, at: now)
    else { return ignore() }
    effects.append(.keepTrip(kept))
  }
}

extension Purchase.Step {
  /// The questions that were answered.
  fileprivate var asked: Questionnaire? {
    switch self {
    case .send(let asked): asked
    case .refresh(_, let asked), .act(_, let asked): asked
    case .again(let step, _, _): step.asked
    case .open, .book, .pay, .accept, .use: nil
    }
  }

  /// The first request of a booking, which is sent once more behind terms that tell no address.
  fileprivate var first: Purchase.Step {
    if case .again(let step, _, _) = self { step } else { self }
  }
}

extension Confirmation.Stage {
  /// Whether nothing more will come of it.
  var isOver: Bool {
    switch self {
    case .cancelled, .done: true
    case .waiting, .confirmed, .underWay, .other: false
    }
  }
}

extension Form {
  /// A page on which a person may go on.
  fileprivate var page: WebAddress? {
    for field in fields {
      if case .external(let page?, _, _, _) = field.kind { return page }
      if case .link(let page?, .external) = field.kind { return page }
    }
    return nil
  }
}
