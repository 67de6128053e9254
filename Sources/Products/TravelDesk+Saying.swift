// What a person says to a purchase: each in the states that have a row for it (rule R12).

public import CivilTime
import JSON
public import Mobility

/// What is not done of what a person said, and why.
public enum RideFault: Error, Hashable, Sendable {
  /// There is nothing that it could be said to.
  case nothingOpen
  /// An answer is not taken.
  case answer(QuestionFault)
  /// What must be answered cannot be left out.
  case required(String)
  /// There is nothing before it.
  case nothingBefore
  /// There is no such question, or no such thing to choose.
  case noSuch(Int)
  /// A ride cannot be, for a reason that has a code.
  case refused(RideRefusal)
  /// Another purchase is in progress in the conversation.
  case underWay(PurchaseID)
  /// It was sent: it may be booked by now, and is neither stopped nor booked again.
  case alreadySent
  /// Something else is booked on the leg: nothing more is before that is given back.
  case booked(LegReference)
  /// Something may be booked on the leg, and nobody could find out: whoever says it again wants it
  /// all the same.
  case doubtful(LegReference)
}

extension TravelDesk {
  /// The products of a leg are wanted. What waited for an answer in the conversation ends.
  public mutating func list(
    _ leg: LegReference, for owner: String, in conversation: String, language: String?,
    at now: Instant
  ) throws(RideFault) -> PurchaseID {
    let kept = try bookable(leg, for: owner)
    try makeRoom(for: owner, in: conversation, on: leg, at: now)
    lastPurchase += 1
    let id = PurchaseID(lastPurchase)
    purchases[id] = Purchase(
      id, of: owner, in: conversation, on: leg, .listed, language: language, at: now)
    if let address = kept.booking?.products {
      list(at: address, for: id, at: now)
    } else if let address = kept.booking?.form {
      send(.open(address), for: id, at: now)
    }
    return id
  }

  /// A leg on which something can be booked now.
  private func bookable(
    _ reference: LegReference, for owner: String
  ) throws(RideFault) -> Leg {
    guard let trip = shelf.trip(reference.trip, of: owner), let kept = trip[reference.number]
    else { throw .nothingOpen }
    if kept.isGone { throw .refused(.gone) }
    guard kept.leg.isBookable else { throw .refused(.none) }
    for availability in [trip.trip.availability, kept.leg.availability] {
      switch availability {
      case .missedPrebookingWindow: throw .refused(.window)
      case .cancelled: throw .refused(.gone)
      case .available, .other: break
      }
    }
    return kept.leg
  }

  /// What waits for an answer in the conversation gives way; what may be booked already does not.
  private mutating func makeRoom(
    for owner: String, in conversation: String, on leg: LegReference, at now: Instant
  ) throws(RideFault) {
    let own = purchases(of: owner).sorted { $0.id < $1.id }
    if own.contains(where: { $0.leg == leg && $0.mayBeBooked && !$0.isOver }) { throw .alreadySent }
    if let open = purchase(of: owner, in: conversation) {
      guard open.mayGiveWay else { throw .underWay(open.id) }
      open.isOfRide ? goBackToRide(open.id, at: now) : remove(open.id)
    }
    let left = own.filter { purchases[$0.id] != nil }
    guard left.count >= limits.purchasesPerOwnerMax, let first = left.first else { return }
    let oldest = left.first(where: \.isOver) ?? left.first { $0.mayGiveWay && !$0.isOfRide }
    guard let oldest else { throw .underWay(first.id) }
    remove(oldest.id)
  }

  /// One of the products listed is to be booked; first with the account linked that is not.
  public mutating func book(
    _ place: Int, second: Bool = false, unlinked account: String? = nil, in id: PurchaseID,
    at now: Instant
  ) throws(RideFault) {
    guard let purchase = purchases[id], case .listed = purchase.state else { throw fault() }
    guard purchase.products.indices.contains(place) else { throw .noSuch(place + 1) }
    let product = purchase.products[place]
    if second, product.second == nil { throw .noSuch(2) }
    // The service tells of one booking a leg: the first could not be given back any more.
    let others = purchases(of: purchase.owner) { $0.leg == purchase.leg && $0.id != id }
    if others.contains(where: \.isUnderWay) { throw .booked(purchase.leg) }
    if others.contains(where: \.mayBeBooked), purchase.setback != .unknown {
      move(id, to: .listed, because: .unknown, at: now)
      throw .doubtful(purchase.leg)
    }
    purchases[id]?.chosen = place
    let address = second ? product.second?.address : product.booking
    if product.answers == .external, let address {
      return move(id, to: .ended(.elsewhere(product.title, address)), at: now)
    }
    if let asked = Questionnaire(product, second: second, zone: zone(of: id)) {
      return ask(asked, in: id, at: now)
    }
    sendLinked(.book(product, second: second), unlinked: account, for: id, at: now)
  }

  /// Sends a step, as soon as an account is linked that is not.
  private mutating func sendLinked(
    _ step: Purchase.Step, unlinked account: String?, for id: PurchaseID, at now: Instant
  ) {
    guard let account else { return send(step, for: id, at: now) }
    want(AccountWanted(provider: account, reason: .unlinked), for: step, in: id, at: now)
  }

  /// One of the products listed is to be in the trip, and not booked.
  public mutating func use(
    _ place: Int, in id: PurchaseID, at now: Instant
  ) throws(RideFault) {
    guard let purchase = purchases[id], case .listed = purchase.state else { throw fault() }
    guard purchase.products.indices.contains(place) else { throw .noSuch(place + 1) }
    let product = purchase.products[place]
    guard product.tripUpdate != nil else { throw .refused(.gone) }
    send(.use(product), for: id, at: now)
  }

  /// The question that is asked is answered.
  public mutating func answer(
    _ answer: QuestionAnswer, in id: PurchaseID, at now: Instant
  ) throws(RideFault) {
    guard let purchase = purchases[id], case .asking(var asked) = purchase.state,
      let place = asked.place
    else { throw fault() }
    if answer == .skipped, let item = asked.asked, item.isRequired { throw .required(item.title) }
    let fault = asked.take(answer, limits: reading, fareMax: limits.fareQuantityMax)
    if let fault { throw .answer(fault) }
    if case .secret = answer {
      let until = now + .seconds(limits.secretSecondsMax)
      asked.secretsUntil = asked.secretsUntil.map { min($0, until) } ?? until
    }
    if let address = asked.refreshAddress(behind: place) {
      guard purchase.pages < limits.pagesMax else {
        return end(id, .refused(.field, page: nil), at: now)
      }
      purchases[id]?.pages += 1
      return send(.refresh(address, asked, isPosted: true), for: id, at: now)
    }
    if answer == .done, asked.place == nil, let next = asked.next(behind: place) {
      return send(.goOn(next), for: id, at: now)
    }
    goOn(asked, in: id, at: now)
  }

  /// The question before is asked again.
  public mutating func back(in id: PurchaseID, at now: Instant) throws(RideFault) {
    switch purchases[id]?.state {
    case .asking(var asked), .reviewing(var asked):
      guard asked.goBack() else { throw .nothingBefore }
      move(id, to: .asking(asked), at: now)
    default: throw fault()
    }
  }

  /// A question is asked again, by its place.
  public mutating func change(
    _ place: Int, in id: PurchaseID, at now: Instant
  ) throws(RideFault) {
    switch purchases[id]?.state {
    case .asking(var asked), .reviewing(var asked):
      guard asked.reopen(place) else { throw .noSuch(place + 1) }
      move(id, to: .asking(asked), at: now)
    default: throw fault()
    }
  }

  /// What was answered is sent, where nothing is missing; what has to be shown before is shown.
  public mutating func send(in id: PurchaseID, at now: Instant) throws(RideFault) {
    switch purchases[id]?.state {
    case .asking(var asked), .reviewing(var asked):
      guard asked.close() else {
        move(id, to: .asking(asked), at: now)
        throw .required(asked.asked?.title ?? "")
      }
      guard asked.canBeSent else { throw .refused(.refused) }
      // A page that only offers others is no answer by itself.
      if asked.address == nil, !asked.alternatives.isEmpty { throw .nothingOpen }
      goOn(asked, in: id, at: now)
    default: throw fault()
    }
  }

  /// One of several is chosen: of what can be booked, how it is paid, or what is done instead of
  /// answering.
  public mutating func choose(
    _ place: Int, in id: PurchaseID, at now: Instant
  ) throws(RideFault) {
    switch purchases[id]?.state {
    case .choosing(.options(let options)):
      guard options.available.indices.contains(place) else { throw .noSuch(place + 1) }
      take(options.available[place].product, in: id, at: now)
    case .choosing(.payment(let quote)):
      guard quote.payments.indices.contains(place) else { throw .noSuch(place + 1) }
      let payment = quote.payments[place]
      guard case .card = payment.mode else { return send(.pay(payment), for: id, at: now) }
      let isOnlyByCard = quote.payments.allSatisfy { payment in
        if case .card = payment.mode { true } else { false }
      }
      guard isOnlyByCard else { throw .refused(.card) }
      end(id, .refused(.card, page: nil), at: now)
    case .asking(let asked), .reviewing(let asked):
      guard asked.alternatives.indices.contains(place) else { throw .noSuch(place + 1) }
      take(asked.alternatives[place], insteadOf: asked, in: id, at: now)
    default: throw fault()
    }
  }

  private mutating func take(
    _ alternative: Questionnaire.Alternative, insteadOf asked: Questionnaire,
    in id: PurchaseID, at now: Instant
  ) {
    switch alternative.way {
    case .form(let form): ask(form, behind: .send(asked), for: id, at: now)
    case .open(let address): send(.open(address), for: id, at: now)
    case .act(let address): send(.goOn(address), for: id, at: now)
    case .refresh(let address):
      send(.refresh(address, asked, isPosted: false), for: id, at: now)
    case .post(let address):
      send(.refresh(address, asked, isPosted: true), for: id, at: now)
    }
  }

  /// The terms are accepted, or not.
  public mutating func agree(
    _ accepts: Bool, in id: PurchaseID, at now: Instant
  ) throws(RideFault) {
    guard let purchase = purchases[id], case .agreement(let terms, let step) = purchase.state
    else { throw fault() }
    guard accepts else { return end(id, .declined, at: now) }
    purchases[id]?.hasAgreed = true
    guard let next = terms.next else { return send(step, for: id, at: now) }
    // Hidden fields of the form that told the terms are sent along (rule R6).
    let form = terms.form.map { Questionnaire(unasked: $0) }
    send(form.map { .send($0) } ?? .accept(next), for: id, at: now)
  }

  /// Something is to be done with what is booked; what cannot be taken back is asked about first
  /// (rule R10).
  public mutating func act(
    _ action: RideAction, in id: PurchaseID, at now: Instant
  ) throws(RideFault) {
    guard case .following = purchases[id]?.state else { throw fault() }
    guard action.request != nil, confirmation(of: id)?.actions.contains(action) == true else {
      throw .refused(.gone)
    }
    guard action.asksFirst else { return begin(action, in: id, at: now) }
    move(id, to: .confirming(action, until: now + .seconds(limits.yesSecondsMax)), at: now)
  }

  /// Whether what was asked about is to be done.
  public mutating func confirm(
    _ isYes: Bool, in id: PurchaseID, at now: Instant
  ) throws(RideFault) {
    guard let purchase = purchases[id], case .confirming(let action, let until) = purchase.state
    else { throw fault() }
    guard isYes else { return goBackToRide(id, at: now) }
    guard now < until else {
      goBackToRide(id, because: .expired, at: now)
      throw .nothingOpen
    }
    begin(action, in: id, at: now)
  }

  /// No more of it; what was sent stays sent. What may be booked by now cannot be stopped, and a
  /// ride goes on.
  public mutating func stop(in id: PurchaseID, at now: Instant) throws(RideFault) {
    guard let purchase = purchases[id] else { throw fault() }
    switch purchase.state {
    case .sending(let errand, let step) where !step.books:
      purchases.settle(errand)
      end(id, .stopped(wasSent: purchase.hasSent), at: now)
    case .listing(let errand):
      purchases.settle(errand)
      end(id, .stopped(wasSent: purchase.hasSent), at: now)
    case .listed, .linking, .asking, .choosing, .reviewing, .agreement, .confirming:
      end(id, .stopped(wasSent: purchase.hasSent), at: now)
    case .sending, .updating, .unsure: throw .alreadySent
    case .following, .ended: throw fault()
    }
  }

  // MARK: - Inside

  private mutating func fault() -> RideFault {
    ignore()
    return .nothingOpen
  }

  private mutating func begin(_ action: RideAction, in id: PurchaseID, at now: Instant) {
    purchases[id]?.pages = 0
    purchases[id]?.refreshes = 0
    purchases[id]?.hasAgreed = false
    purchases[id]?.accountsTried = []
    if let asked = Questionnaire(action) { return ask(asked, in: id, at: now) }
    send(.act(action, nil), for: id, at: now)
  }

  /// What comes behind an answer: the next question, a look at all of them, or the sending.
  mutating func goOn(_ asked: Questionnaire, in id: PurchaseID, at now: Instant) {
    if asked.place != nil { return move(id, to: .asking(asked), at: now) }
    if asked.isSignInByPage, let resume = purchases[id]?.resume {
      purchases[id]?.resume = nil
      return send(resume, for: id, at: now)
    }
    let isSent = asked.canBeSent && (asked.isShown || !asked.isReviewed)
    guard isSent else { return show(asked, in: id, at: now) }
    if case .action(let action) = asked.source {
      return send(.act(action, asked), for: id, at: now)
    }
    send(.send(asked), for: id, at: now)
  }

  /// Shows what is sent, before it is.
  private mutating func show(_ asked: Questionnaire, in id: PurchaseID, at now: Instant) {
    var asked = asked
    asked.isShown = true
    move(id, to: .reviewing(asked), at: now)
  }

  /// One of several that can be booked is taken; a service that offers one behind another for ever
  /// is not followed.
  mutating func take(_ product: Product, in id: PurchaseID, at now: Instant) {
    if product.answers == .external {
      return end(id, .elsewhere(product.title, product.booking), at: now)
    }
    if let asked = Questionnaire(product, second: false, zone: zone(of: id)) {
      return ask(asked, in: id, at: now)
    }
    guard let purchase = purchases[id], purchase.pages < limits.pagesMax else {
      return end(id, .refused(.field, page: nil), at: now)
    }
    purchases[id]?.pages += 1
    send(.book(product, second: false), for: id, at: now)
  }

  /// Asks another page of questions, as long as there are not too many. Where nothing is open it is
  /// shown, and sent when the person says so.
  mutating func ask(_ asked: Questionnaire, in id: PurchaseID, at now: Instant) {
    guard let purchase = purchases[id], purchase.pages < limits.pagesMax else {
      return end(id, .refused(.field, page: nil), at: now)
    }
    var asked = asked
    asked.check(limits: reading, fareMax: limits.fareQuantityMax)
    purchases[id]?.pages += 1
    asked.place == nil ? show(asked, in: id, at: now) : move(id, to: .asking(asked), at: now)
  }
}

extension Purchase {
  /// Whether another purchase may take its place without a question: nothing was answered yet, and
  /// nothing is booked by it.
  fileprivate var mayGiveWay: Bool {
    switch state {
    case .listing, .listed, .ended, .following, .confirming: true
    case .asking(let asked): asked.answeredCount == 0
    case .sending(_, let step): !step.books
    case .linking, .choosing, .reviewing, .agreement, .updating, .unsure: false
    }
  }

  /// Whether it is over.
  var isOver: Bool {
    if case .ended = state { true } else { false }
  }
}
