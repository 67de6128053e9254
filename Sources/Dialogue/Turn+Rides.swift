// What a line does about trips, and what is asked and told of a purchase: its state says which
// question is open.

import Accounts
import Bookings
import CivilTime
import Discourse
import Mobility
package import Products

extension Turn {
  var owner: String { speaker.user.text }

  /// Does what a line wants of trips, and tells what came of it.
  mutating func carryOut(_ move: RideMove) {
    switch move {
    case .take(let trips): take(trips)
    case .fetch(let address): fetch(address)
    case .trips: answer = Answer(.told, [.ride(.trips(world.travel.shelf[owner]))])
    case .show(let reference, let leg): show(reference, leg)
    case .tell(let id, let place): tell(of: place, in: id)
    case .swap(let leg): answer = Answer(.refused, [.ride(.fault(.booked(leg)))])
    case .products(let leg): list(leg)
    case .productsInstead(let leg, let open): list(leg, insteadOf: open)
    case .goOn(let open): tellState(of: open)
    case .whichLeg(let legs): ask(which: legs)
    case .status(let leg): tellStatus(of: leg)
    case .giveBack(let leg): giveBack(leg)
    case .misses(let missing): answer = Answer(.refused, [.ride(.misses(missing))])
    case .misfit(let place): repeatField(of: place)
    case .unclear(let place, let moment): offerInstants(near: moment, for: place)
    case .pick(let id, let place): pick(place, in: id)
    case .use(let id, let place):
      attempt(id) { (desk, now) throws(RideFault) in try desk.use(place, in: id, at: now) }
    case .answer(.purchase(let id), let said):
      attempt(id) { (desk, now) throws(RideFault) in try desk.answer(said, in: id, at: now) }
    case .answer(.link(let link), let said):
      fillIn(link) { (questions) throws(RideFault) in try questions.take(said) }
    case .act(let id, let place): act(place, in: id)
    case .word(let word, let id, let place): take(word, place, in: id)
    case .join(let trip, let booking): join(trip, booking)
    case .inTime(let booking): tellTrips(before: booking)
    case .account(let move): carryOut(move)
    }
  }

  /// Tells how a purchase stands now that the service has answered, and asks what it asks.
  mutating func tell(of id: PurchaseID) {
    conversation.begin()
    tellState(of: id)
    if case .linking = world.travel.purchases[id]?.state { tellPrompt(for: id) }
    finish()
  }

  /// Tells that something takes longer than it is waited for.
  mutating func tellDelay() {
    conversation.begin()
    answer = Answer(.underWay, [.ride(.goesOn)])
    finish()
  }

  // MARK: - Doing

  /// Does something with a purchase, and tells how it stands then; or why it is not done.
  private mutating func attempt(
    _ id: PurchaseID, _ deed: (inout TravelDesk, Instant) throws(RideFault) -> Void
  ) {
    do throws(RideFault) {
      try deed(&world.travel, now)
      tellState(of: id)
    } catch {
      tellState(of: id)
      answer.parts.insert(.ride(.fault(error)), at: 0)
    }
  }

  private mutating func list(_ leg: LegReference) {
    if let missing = missing(leg) {
      answer = Answer(.refused, [.ride(.misses(missing))])
      return
    }
    do throws(RideFault) {
      let language = conversation.answerLanguage(in: world.ledger.building)
      let id = try world.travel.list(
        leg, for: owner, in: place, language: language.rawValue, at: now)
      closeRides(but: id)
      conversation.mention(.trip(leg.trip), as: .shown)
      tellState(of: id)
    } catch .underWay(let open) where world.travel.purchase(of: owner, in: place)?.id == open {
      let question = Question.ride(.drop(open, for: leg))
      conversation.raise(question, for: Purpose(.ride(open), Request()))
      answer = Answer(question.kind, [.ride(.asksToDrop)])
    } catch {
      answer = Answer(.refused, [.ride(.fault(error))])
    }
  }

  /// What is being filled in is dropped, where that can still be, for what can be booked on a leg.
  private mutating func list(_ leg: LegReference, insteadOf open: PurchaseID) {
    closeRides()
    do throws(RideFault) {
      try world.travel.stop(in: open, at: now)
      list(leg)
    } catch {
      attempt(open) { (_, _) throws(RideFault) in throw error }
    }
  }

  /// What is not there of a leg that was named; nil if it is.
  private func missing(_ leg: LegReference) -> RideMissing? {
    guard let trip = world.travel.shelf.trip(leg.trip, of: owner) else { return .trip(leg.trip) }
    guard let kept = trip[leg.number] else { return .leg(leg) }
    return kept.isGone ? .gone(leg) : nil
  }

  private mutating func pick(_ place: Int, in id: PurchaseID) {
    attempt(id) { (desk, now) throws(RideFault) in
      switch desk.purchases[id]?.state {
      case .choosing, .asking: try desk.choose(place, in: id, at: now)
      default: try desk.book(place, in: id, at: now)
      }
    }
  }

  private mutating func act(_ place: Int, in id: PurchaseID) {
    guard let actions = world.travel.confirmation(of: id)?.actions, actions.indices.contains(place)
    else {
      answer = Answer(.refused, [.ride(.fault(.noSuch(place + 1)))])
      return
    }
    let action = actions[place]
    if action.request == nil, let link = action.link {
      answer = Answer(.told, [.ride(.link(action.title, link))])
      return
    }
    attempt(id) { (desk, now) throws(RideFault) in try desk.act(action, in: id, at: now) }
  }

  private mutating func giveBack(_ leg: LegReference) {
    let purchase = world.travel.purchase(on: leg, of: owner)
    // What is being booked is not, where that can still be stopped.
    if let purchase, !purchase.isOfRide, purchase.asks {
      return attempt(purchase.id) { (desk, now) throws(RideFault) in
        try desk.stop(in: purchase.id, at: now)
      }
    }
    if let id = purchase?.id, let action = world.travel.confirmation(of: id)?.cancelling {
      return attempt(id) { (desk, now) throws(RideFault) in
        try desk.act(action, in: id, at: now)
      }
    }
    // It cannot be given back now: how it stands says why.
    if let purchase, purchase.isUnderWay || purchase.mayBeBooked {
      return tellState(of: purchase.id, isAsked: true)
    }
    answer = Answer(.refused, [.ride(.misses(.booking(leg)))])
  }

  private mutating func take(_ word: RideWord, _ place: Int?, in id: PurchaseID) {
    let before = world.travel.purchases[id]?.state
    attempt(id) { (desk, now) throws(RideFault) in
      let state = desk.purchases[id]?.state
      switch (word, state) {
      case (.back, _): try desk.back(in: id, at: now)
      case (.skip, _): try desk.answer(.skipped, in: id, at: now)
      case (.done, _): try desk.answer(.done, in: id, at: now)
      case (.change, _): try desk.change((place ?? 1) - 1, in: id, at: now)
      case (.accept, .reviewing): try desk.send(in: id, at: now)
      case (.accept, .confirming): try desk.confirm(true, in: id, at: now)
      case (.decline, .confirming): try desk.confirm(false, in: id, at: now)
      case (.decline, .reviewing): try desk.stop(in: id, at: now)
      case (.accept, _): try desk.agree(true, in: id, at: now)
      case (.decline, _): try desk.agree(false, in: id, at: now)
      case (.yes, .confirming): try desk.confirm(true, in: id, at: now)
      case (.no, .confirming), (.stop, .confirming): try desk.confirm(false, in: id, at: now)
      case (.send, _), (.yes, _): try desk.send(in: id, at: now)
      case (.stop, _), (.no, _): try desk.stop(in: id, at: now)
      // They are told again with the question.
      case (.review, _), (.terms, _), (.code, _): break
      }
    }
    if [.no, .stop].contains(word), case .confirming = before,
      let leg = world.travel.purchases[id]?.leg
    {
      tellState(of: id, isAsked: true)
      answer.parts.insert(.ride(.kept(leg)), at: 0)
    }
    if word == .review, case .asking(let asked) = world.travel.purchases[id]?.state {
      answer.parts.insert(.ride(.review(asked)), at: 0)
    }
  }

  // MARK: - Telling

  private mutating func repeatField(of place: FormPlace) {
    let item = house.itemAsked(of: place)
    tellField(of: place)
    guard let item else { return }
    answer.parts.insert(.ride(.misfit(item.kind)), at: 0)
  }

  /// A purchase outlives the conversation in which it is spoken of, and goes on between its turns:
  /// what the service asks and has not asked when the last turn ended is open (rules R14, R17).
  mutating func takeUpRide() {
    closeRidesThatAreOver()
    for prompt in promptsHere { _ = world.signIn(for: prompt) }
    if conversation.turn == 0, !conversation.issues.isEmpty { return }
    for (question, purpose) in askedByService where !conversation.serviceAsked.contains(question) {
      if conversation.issues.contains(where: { $0.question == question }) { continue }
      conversation.raise(question, for: purpose)
      guard case .ride(let id?) = purpose.goal, let purchase = world.travel.purchases[id] else {
        continue
      }
      conversation.language =
        conversation.language ?? purchase.language.flatMap { .init(tag: $0) }
      conversation.mention(.trip(purchase.leg.trip), as: .shown)
    }
  }

  /// What was open for too long is not asked any more; that is told once.
  private mutating func closeRidesThatAreOver() {
    for issue in conversation.issues {
      guard case .ride(let id?) = issue.purpose.goal,
        case .ended(.expired) = world.travel.purchases[id]?.state
      else { continue }
      conversation.close(issue.id)
      expired.append(id)
    }
  }

  /// Tells once what was open for too long.
  mutating func tellWhatExpired() {
    for id in expired {
      guard let purchase = world.travel.purchases[id] else { continue }
      answer.parts += told(of: purchase, isAsked: false)
    }
    expired = []
  }

  /// What the service asks now in this conversation, and what for.
  var askedByService: [(Question, Purpose)] {
    var asked = promptsHere.map { (question(of: $0), Purpose(.ride(nil), Request())) }
    if let purchase = world.travel.purchase(of: owner, in: place),
      let question = question(of: purchase)
    {
      asked.append((question, Purpose(.ride(purchase.id), Request())))
    }
    return asked
  }

  /// Closes the questions of rides, but those of one.
  mutating func closeRides(but id: PurchaseID? = nil) {
    for issue in conversation.issues {
      guard case .ride(let other) = issue.purpose.goal, other == nil || other != id else {
        continue
      }
      conversation.close(issue.id)
    }
  }

  /// Tells how a purchase stands, and asks what it asks.
  mutating func tellState(of id: PurchaseID, isAsked: Bool = false) {
    closeRides()
    guard let purchase = world.travel.purchases[id] else {
      answer = Answer(.refused, [.ride(.misses(.question))])
      return
    }
    conversation.mention(.trip(purchase.leg.trip), as: .shown)
    if let question = question(of: purchase) {
      conversation.raise(question, for: Purpose(.ride(id), Request()))
      answer = Answer(question.kind, told(of: purchase, isAsked: isAsked))
      answer.choices = question.options
      return
    }
    let kind = isAsked && purchase.isOfRide ? .told : kind(of: purchase.state)
    answer = Answer(kind, told(of: purchase, isAsked: isAsked))
    if purchase.isAwaited || isLinking(purchase) { answer.awaits = .purchase(id) }
    if case .following = purchase.state { offerActions(of: id) }
  }

  /// What can be done with what is booked can be picked; nothing is asked.
  private mutating func offerActions(of id: PurchaseID) {
    let actions = world.travel.confirmation(of: id)?.actions ?? []
    let options = actions.enumerated().map {
      Option($0.offset + 1, .ofRide(id, $0.offset, $0.element.title))
    }
    guard !options.isEmpty else { return }
    answer.choices = options
    conversation.mention(.options(options), as: .shown)
  }

  private func kind(of state: Purchase.State) -> Answer.Kind {
    switch state {
    case .following(_, _, let known): known.isConfirmed ? .done : .underWay
    case .listing, .sending, .updating: .underWay
    case .unsure: .unsure
    case .linking: .refused
    case .ended(let end): end.isRefusal ? .refused : .told
    case .listed, .asking, .choosing, .reviewing, .confirming, .agreement: .told
    }
  }

  /// The question that a purchase asks.
  func question(of purchase: Purchase) -> Question? {
    let id = purchase.id
    func options(_ titles: [String]) -> Question {
      .option(titles.enumerated().map { Option($0.offset + 1, .ofRide(id, $0.offset, $0.element)) })
    }
    switch purchase.state {
    case .listed: return options(purchase.products.map(\.title))
    case .choosing(.options(let several)): return options(several.available.map(\.product.title))
    case .choosing(.payment(let quote)): return options(quote.payments.map(\.words))
    case .asking(let asked) where asked.place == nil && !asked.alternatives.isEmpty:
      return options(asked.alternatives.map(\.title))
    case .asking: return .ride(.field(.purchase(id)))
    case .reviewing, .confirming: return .ride(.go(id))
    case .agreement: return .ride(.accept(id))
    case .listing, .linking, .sending, .updating, .unsure, .following, .ended: return nil
    }
  }

  func told(of purchase: Purchase, isAsked: Bool) -> [AnswerPart] {
    Self.told(of: purchase, in: world.travel, isAsked: isAsked).map(AnswerPart.ride)
  }

  /// What is offered of a ride, told again.
  func ofRide(_ purpose: Purpose) -> [AnswerPart] {
    guard case .ride(let id?) = purpose.goal, let purchase = world.travel.purchases[id] else {
      return [.ride(.whichLeg), .offers]
    }
    return told(of: purchase, isAsked: false)
  }

  /// What is told of a purchase as it stands.
  package static func told(
    of purchase: Purchase, in travel: TravelDesk, isAsked: Bool = false
  ) -> [RideTold] {
    let told: RideTold
    switch purchase.state {
    case .listing, .sending, .updating: told = .goesOn
    case .listed: told = .products(purchase.leg, purchase.products)
    case .linking(let provider, _): told = .needsAccount(provider)
    case .asking(let asked): told = .question(asked)
    case .reviewing(let asked): told = .review(asked)
    case .choosing(.options(let several)): told = .options(several)
    case .choosing(.payment(let quote)): told = .quote(quote)
    case .confirming(let action, _): told = .confirms(action)
    case .agreement(let terms, _): told = .agreement(terms, purchase.product)
    case .unsure: told = .unsure(purchase.leg, ofRide: purchase.isOfRide)
    case .following(_, _, let known):
      guard let kept = travel.leg(purchase.leg, of: purchase.owner),
        let confirmation = kept.leg.booking?.confirmation
      else { return [.sent(purchase.leg)] }
      // Booked is what the provider has confirmed (rule R9).
      if !isAsked, !known.isConfirmed, confirmation.status.stage == .waiting {
        return [.sent(purchase.leg), .status(purchase.leg, confirmation)]
      }
      // What the service tells no more may have become otherwise since.
      told =
        kept.isGone
        ? .status(purchase.leg, confirmation)
        : isAsked
          ? .stands(purchase.leg, confirmation, kept.leg)
          : .booked(purchase.leg, confirmation, kept.leg)
    case .ended(let end): told = .ended(end, of: purchase.leg, ofRide: purchase.isOfRide)
    }
    // Why it came to that, where something else was tried before.
    let why = purchase.setback.map {
      RideTold.ended($0, of: purchase.leg, ofRide: purchase.isOfRide)
    }
    return [why, isAsked ? standing(of: purchase, in: travel) : nil, told].compactMap(\.self)
  }

  /// How a ride stands with which something is being done, or ended beside which something else is
  /// chosen: who asks is told that before the question that is open. What else can be done with it
  /// has numbers that would answer that.
  private static func standing(of purchase: Purchase, in travel: TravelDesk) -> RideTold? {
    guard purchase.asks else { return nil }
    if !purchase.isOfRide {
      return travel.end(ofRideOn: purchase.leg, of: purchase.owner).map {
        .ended($0, of: purchase.leg, ofRide: true)
      }
    }
    guard let kept = travel.leg(purchase.leg, of: purchase.owner), !kept.isGone,
      var confirmation = kept.leg.booking?.confirmation
    else { return nil }
    confirmation.actions = []
    return .stands(purchase.leg, confirmation, kept.leg)
  }
}
