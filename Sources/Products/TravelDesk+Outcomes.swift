// What comes back from the service: each answer in the state that awaits it (rules R8, R9, R12).
// An answer to what nobody awaits any more is ignored and counted.

public import CivilTime
public import Mobility

extension TravelDesk {
  /// An errand came to its end. What is known of trips is taken even where nobody waits for it.
  public mutating func settle(_ errand: ErrandID, _ outcome: ErrandOutcome, at now: Instant) {
    if settleFetch(errand, outcome, at: now) { return }
    guard let id = purchases.settle(errand), let purchase = purchases[id] else {
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
    let answer: MobilityAnswer
    switch outcome {
    case .answered(let told): answer = told
    case .notAllowed: return end(id, .refused(.host, page: nil), at: now)
    case .notSent, .lost: return end(id, .unreached, at: now)
    case .unreadable: return end(id, .unreadable, at: now)
    }
    switch answer.products(reading) {
    case .failed(let failure): listFailed(failure, for: id, at: now)
    case .unreadable: end(id, .unreadable, at: now)
    case .read(let list):
      purchases[id]?.products = list.products
      guard !list.products.isEmpty else { return end(id, .noProducts, at: now) }
      becomeReady(id, .listed, at: now)
    }
  }

  private mutating func listFailed(
    _ failure: MobilityFailure, for id: PurchaseID, at now: Instant
  ) {
    guard let purchase = purchases[id],
      let address = leg(purchase.leg, of: purchase.owner)?.leg.booking?.products
    else { return end(id, .failed(failure), at: now) }
    fail(failure, of: .list(address), for: id, at: now)
  }

  /// The provider did not book: what can be booked is asked for anew.
  private mutating func listAnew(
    _ id: PurchaseID, because failure: MobilityFailure, at now: Instant
  ) {
    guard let purchase = purchases[id], !purchase.isOfRide,
      let address = leg(purchase.leg, of: purchase.owner)?.leg.booking?.products
    else { return end(id, .failed(failure), at: now) }
    forgetProgress(of: id)
    list(at: address, for: id, because: .failed(failure), at: now)
  }

  /// The next that a person is asked; who was told that it takes longer hears of it.
  mutating func becomeReady(
    _ id: PurchaseID, _ state: Purchase.State, at now: Instant
  ) {
    move(id, to: state, at: now)
    tellIfLate(id, .goesOn)
  }

  mutating func tellIfLate(_ id: PurchaseID, _ kind: RideNews.Kind) {
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
  public mutating func becomeLate(_ id: PurchaseID) {
    looks[id]?.isAwaited = false
    guard var purchase = purchases[id], purchase.isAwaited else { return }
    purchase.isLate = true
    purchases[id] = purchase
    effects.append(.keepPurchase(purchase))
  }

  /// It is over; but what is booked goes on, whatever could not be done with it.
  mutating func end(_ id: PurchaseID, _ end: Purchase.End, at now: Instant) {
    if let known = purchases[id]?.known {
      follow(id, known, because: end, at: now)
    } else {
      move(id, to: .ended(end), at: now)
    }
    tellIfLate(id, .goesOn)
  }

  // MARK: - Bookings

  private mutating func sent(
    _ step: Purchase.Step, _ outcome: ErrandOutcome, for id: PurchaseID, at now: Instant
  ) {
    switch outcome {
    case .notSent:
      // The payment that was undecided still is.
      if case .again = step { return askAgain(step, for: id, at: now) }
      end(id, .unreached, at: now)
    case .notAllowed: end(id, .refused(.host, page: nil), at: now)
    case .lost: step.books ? becomeUnsure(id, at: now) : end(id, .unreached, at: now)
    case .unreadable: step.books ? becomeUnsure(id, at: now) : end(id, .unreadable, at: now)
    case .answered(let answer):
      if case .use(let product) = step { return used(product, answer, for: id, at: now) }
      if answer.status == Self.undecided, step.books { return askAgain(step, for: id, at: now) }
      take(answer.reply(reading), to: step, for: id, at: now)
    }
  }

  /// A payment is undecided, as a status of HTTP or a code (section 1.8).
  private static let undecided = 299

  private mutating func used(
    _ product: Product, _ answer: MobilityAnswer, for id: PurchaseID, at now: Instant
  ) {
    switch answer.trips(reading) {
    case .read(.some(let trips)):
      guard replace(by: trips, for: id, at: now) != nil else {
        return end(id, .unreadable, at: now)
      }
      end(id, .used(product), at: now)
    case .failed(let failure): fail(failure, of: .use(product), for: id, at: now)
    case .read(nil), .unreadable: end(id, .unreadable, at: now)
    }
  }

  private mutating func take(
    _ reply: BookingReply, to step: Purchase.Step, for id: PurchaseID, at now: Instant
  ) {
    switch reply {
    case .done: done(step, for: id, at: now)
    case .updated(let address): update(id, from: address, at: now)
    case .unreadable: step.books ? becomeUnsure(id, at: now) : end(id, .unreadable, at: now)
    case .incomplete(let missing, let invalid):
      guard var asked = step.asked ?? step.questions(zone: zone(of: id)),
        asked.mark(missing: missing, invalid: invalid)
      else { return end(id, .refused(.value, page: nil), at: now) }
      becomeReady(id, .asking(asked), at: now)
    case .failed(let failure): fail(failure, of: step, for: id, at: now)
    case .authorization(let wanted):
      want(
        AccountWanted(provider: wanted.provider, reason: .authorization(wanted)), for: step,
        in: id, at: now)
    case .agreement(let terms):
      guard purchases[id]?.hasAgreed == false else {
        return end(id, .refused(.agreement, page: nil), at: now)
      }
      becomeReady(id, .agreement(terms, step.once), at: now)
    case .options(let options): choose(of: options, for: id, at: now)
    case .quote(let quote):
      guard !quote.payments.isEmpty else {
        return end(id, .refused(.payment, page: nil), at: now)
      }
      becomeReady(id, .choosing(.payment(quote)), at: now)
    case .form(let form): ask(form, behind: step, for: id, at: now)
    }
  }

  /// Done, with nothing to show: the trip tells what; but behind a page of signing in the step that
  /// wanted it is sent once more, and what books nothing has booked nothing.
  private mutating func done(_ step: Purchase.Step, for id: PurchaseID, at now: Instant) {
    if let asked = step.asked, asked.isSignIn, let resume = purchases[id]?.resume {
      purchases[id]?.resume = nil
      return send(resume, for: id, at: now)
    }
    guard step.books else { return end(id, .unreadable, at: now) }
    update(id, from: nil, at: now)
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
    if purchases[id]?.isAwaited == false { tellIfLate(id, .goesOn) }
  }

  mutating func ask(
    _ form: Form, behind step: Purchase.Step, for id: PurchaseID, at now: Instant
  ) {
    if let address = form.refresh {
      guard let refreshes = purchases[id]?.refreshes, refreshes < limits.refreshesMax else {
        return end(id, .refused(.field, page: nil), at: now)
      }
      purchases[id]?.refreshes += 1
      let next = Purchase.Step.refresh(address, step.kept, isPosted: false)
      return send(next, for: id, at: now)
    }
    do throws(FormFault) {
      var asked = try Questionnaire(form)
      if !limits.takesSecrets, let secret = asked.items.first(where: { $0.kind == .secret }) {
        throw FormFault.field(secret.title)
      }
      asked.check(limits: reading, fareMax: limits.fareQuantityMax)
      if let kept = step.kept {
        asked.keep(kept, limits: reading, fareMax: limits.fareQuantityMax)
      }
      if asked.isSignIn, purchases[id]?.resume == nil { purchases[id]?.resume = step.once }
      ask(asked, in: id, at: now)
      tellIfLate(id, .goesOn)
    } catch {
      switch error {
      case .payment: end(id, .refused(.card, page: form.page), at: now)
      case .field: end(id, .refused(.field, page: form.page), at: now)
      }
    }
  }

  /// What the service calls a failure (section 1.8); of a step that books it may be open whether
  /// it did.
  private mutating func fail(
    _ failure: MobilityFailure, of step: Purchase.Step, for id: PurchaseID, at now: Instant
  ) {
    let mode = mode(of: id)
    switch failure.code ?? failure.status {
    case Self.undecided where step.books: askAgain(step, for: id, at: now)
    case _ where failure.wantsSignIn:
      want(AccountWanted(provider: "", reason: .signedOut), for: step, in: id, at: now)
    case 446: want(AccountWanted(provider: mode, reason: .unlinked), for: step, in: id, at: now)
    case 460:
      let reason = AccountWanted.Reason.refused(recovery: failure.recovery)
      want(AccountWanted(provider: mode, reason: reason), for: step, in: id, at: now)
    case 406 where step.books, 491 where step.books:
      end(id, .refused(.payment, page: failure.page), at: now)
    case 470 where step.books: listAnew(id, because: failure, at: now)
    default:
      step.books && !failure.isCertain
        ? becomeUnsure(id, because: .failed(failure), at: now)
        : end(id, .failed(failure), at: now)
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
    // A number that nobody answers: it leaves when it is due.
    lastErrand += 1
    let next = Purchase.Step.again(first, tries: tries + 1, due: due)
    move(id, to: .sending(ErrandID(lastErrand), next), at: now)
  }

  // MARK: - The trip behind it

  private mutating func update(
    _ id: PurchaseID, from address: WebAddress?, at now: Instant
  ) {
    if let address { purchases[id]?.tripAt = address }
    guard let errand = fetchingTrip(for: id) else { return becomeUnsure(id, at: now) }
    move(id, to: .updating(errand.id, tries: 0, due: nil), at: now)
    effects.append(.send(errand))
  }

  private mutating func updated(
    _ outcome: ErrandOutcome, _ tries: Int, for id: PurchaseID, at now: Instant
  ) {
    var retryAfter: Int?
    if case .answered(let answer) = outcome {
      switch answer.trips(reading) {
      case .read(let trips):
        if let trips, replace(by: trips, for: id, at: now) == nil { break }
        // What is told of a leg that is gone is how it stood before.
        if isGone(id) { return end(id, .unknown, at: now) }
        return begin(following: id, at: now)
      case .failed(let failure): retryAfter = patience(with: failure, behind: tries)
      case .unreadable: break
      }
    }
    guard tries < limits.updateTriesMax,
      let delay = delay(behind: tries, of: limits.looksAfterSeconds, retryAfter)
    else { return becomeUnsure(id, at: now) }
    move(id, to: .updating(nil, tries: tries + 1, due: now + .seconds(delay)), at: now)
  }

  /// Whether the leg of a purchase is no part of its trip any more.
  private func isGone(_ id: PurchaseID) -> Bool {
    purchases[id].flatMap { leg($0.leg, of: $0.owner)?.isGone } ?? false
  }

  /// For how long the service wants to be left alone, behind so many tries (section 1.8): where it
  /// is overloaded and does not say, a little longer each time.
  func patience(with failure: MobilityFailure, behind tries: Int) -> Int? {
    if let seconds = failure.retryAfterSeconds { return seconds }
    guard [429, 503].contains(failure.status) else { return nil }
    let doubled = limits.patienceSeconds << min(max(tries, 0), 16)
    return min(doubled, limits.retryAfterSecondsMax)
  }

  /// How long is waited behind so many tries: the list tells when each is due since the first; or
  /// as long as the service asks for.
  func delay(behind tries: Int, of due: [Int], _ retryAfter: Int? = nil) -> Int? {
    guard due.indices.contains(tries) else { return nil }
    let usual = tries == 0 ? due[0] : due[tries] - due[tries - 1]
    return max(usual, min(retryAfter ?? 0, limits.retryAfterSecondsMax))
  }

  /// What the service tells of what is booked; nil where it tells that of something else by now.
  public func confirmation(of id: PurchaseID) -> Confirmation? {
    guard let purchase = purchases[id] else { return nil }
    // What is booked behind something that is over is told of that alone.
    if case .ended = purchase.state,
      let other = self.purchase(on: purchase.leg, of: purchase.owner), other.id != id,
      other.isBookedNow || other.mayBeBooked
    {
      return nil
    }
    return leg(purchase.leg, of: purchase.owner)?.leg.booking?.confirmation
  }

  /// Follows a ride from here on, or goes on following it.
  mutating func begin(following id: PurchaseID, at now: Instant) {
    guard let purchase = purchases[id] else { return }
    purchases[id]?.tripAt = nil
    purchases[id]?.setback = nil
    let confirmation = confirmation(of: id)
    let known = Purchase.Following(leg(purchase.leg, of: purchase.owner)?.leg)
    if let status = known.status, status.stage.isOver {
      move(id, to: .ended(.over(status)), at: now)
    } else {
      follow(id, known, at: now)
    }
    let isNew = known.isConfirmed && purchase.known?.isConfirmed != true
    tellIfLate(
      id, confirmation.map { isNew ? .confirmed($0) : .status($0) } ?? .goesOn)
  }

  /// The trip that the service tells in the place of that of a purchase, which is one of those that
  /// it tells; nothing changes where it is none of them, or another of the owner.
  @discardableResult
  mutating func replace(by trips: [Trip], for id: PurchaseID, at now: Instant) -> KeptTrip? {
    guard let purchase = purchases[id],
      let before = shelf.trip(purchase.leg.trip, of: purchase.owner),
      let trip = before.itself(among: trips),
      let kept = shelf.replace(purchase.leg.trip, of: purchase.owner, by: trip, at: now)
    else {
      ignore()
      return nil
    }
    keep(kept)
    followWhatIsBooked(on: kept, at: now)
    return kept
  }
}

extension Purchase.Step {
  /// What was answered of a form that is had anew.
  fileprivate var kept: Questionnaire? {
    if case .refresh(_, let asked, _) = self { asked } else { nil }
  }

  /// What is asked of a product that was booked without a question.
  fileprivate func questions(zone: String?) -> Questionnaire? {
    switch self {
    case .book(let product, let second): Questionnaire(product, second: second, zone: zone)
    case .again(let step, _, _): step.questions(zone: zone)
    case .open, .send, .pay, .accept, .refresh, .act, .use, .list, .goOn: nil
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
