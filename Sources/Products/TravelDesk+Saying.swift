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
}

extension TravelDesk {
  /// The products of a leg are wanted. What waited for an answer in the conversation ends.
  public mutating func list(
    _ leg: LegReference, for owner: String, in conversation: String, language: String?,
    at now: Instant
  ) throws(RideFault) -> PurchaseID {
    guard let kept = self.leg(leg, of: owner) else { throw .nothingOpen }
    guard let address = kept.leg.booking?.products ?? kept.leg.booking?.form else {
      throw .refused(.none)
    }
    if kept.leg.availability == .missedPrebookingWindow { throw .refused(.window) }
    if let open = purchase(of: owner, in: conversation) {
      guard open.state.mayGiveWay else { throw .underWay(open.id) }
      forget(open.id)
    }
    lastPurchase += 1
    let id = PurchaseID(lastPurchase)
    purchases[id] = Purchase(
      id, of: owner, in: conversation, on: leg, .listed, language: language, at: now)
    purchases[id]?.hashBefore = kept.leg.bookingHash
    if kept.leg.booking?.products != nil {
      let asked = address.adding("first", "1").adding("max", String(limits.productsPerPage))
      let errand = errand(for: id, .get, asked, secondsMax: limits.listSecondsMax)
      move(id, to: .listing(errand.id), at: now)
      effects.append(.send(errand))
    } else {
      send(.open(address), for: id, at: now)
    }
    return id
  }

  /// One of the products listed is to be booked.
  public mutating func book(
    _ place: Int, second: Bool = false, in id: PurchaseID, at now: Instant
  ) throws(RideFault) {
    guard let purchase = purchases[id], case .listed = purchase.state else { throw fault() }
    guard purchase.products.indices.contains(place) else { throw .noSuch(place + 1) }
    let product = purchase.products[place]
    purchases[id]?.chosen = place
    let isSecond = second && product.second != nil
    let address = isSecond ? product.second?.address : product.booking
    if product.answers == .external, let address {
      return move(id, to: .ended(.elsewhere(product.title, address)), at: now)
    }
    if let asked = Questionnaire(product, second: isSecond), asked.place != nil {
      purchases[id]?.pages += 1
      return move(id, to: .asking(asked), at: now)
    }
    send(.book(product, second: isSecond), for: id, at: now)
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
    guard let purchase = purchases[id], case .asking(var asked) = purchase.state else {
      throw fault()
    }
    if answer == .skipped, let item = asked.asked, item.isRequired { throw .required(item.title) }
    let fault = asked.take(answer, limits: reading, fareMax: limits.fareQuantityMax)
    if let fault { throw .answer(fault) }
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

  /// What was answered is sent, where nothing is missing.
  public mutating func send(in id: PurchaseID, at now: Instant) throws(RideFault) {
    switch purchases[id]?.state {
    case .reviewing(let asked): send(.send(asked), for: id, at: now)
    case .asking(var asked):
      guard asked.close() else {
        move(id, to: .asking(asked), at: now)
        throw .required(asked.asked?.title ?? "")
      }
      send(.send(asked), for: id, at: now)
    default: throw fault()
    }
  }

  /// One of several is chosen: of what can be booked, or how it is paid.
  public mutating func choose(
    _ place: Int, in id: PurchaseID, at now: Instant
  ) throws(RideFault) {
    guard let purchase = purchases[id], case .choosing(let choice) = purchase.state else {
      throw fault()
    }
    switch choice {
    case .options(let options):
      guard options.available.indices.contains(place) else { throw .noSuch(place + 1) }
      take(options.available[place].product, in: id, at: now)
    case .payment(let quote):
      guard quote.payments.indices.contains(place) else { throw .noSuch(place + 1) }
      let payment = quote.payments[place]
      guard case .card = payment.mode else { return send(.pay(payment), for: id, at: now) }
      move(id, to: .ended(.refused(.card, page: nil)), at: now)
    }
  }

  /// The terms are accepted, or not.
  public mutating func agree(
    _ accepts: Bool, in id: PurchaseID, at now: Instant
  ) throws(RideFault) {
    guard let purchase = purchases[id], case .agreement(let terms, let step) = purchase.state
    else { throw fault() }
    guard accepts else { return move(id, to: .ended(.declined), at: now) }
    purchases[id]?.hasAgreed = true
    send(terms.next.map { .accept($0) } ?? step, for: id, at: now)
  }

  /// Something is to be done with what is booked; what cannot be taken back is asked about first
  /// (rule R10).
  public mutating func act(
    _ action: RideAction, in id: PurchaseID, at now: Instant
  ) throws(RideFault) {
    guard case .following = purchases[id]?.state else { throw fault() }
    guard action.request != nil else { throw .refused(.gone) }
    guard action.asksFirst else { return begin(action, in: id, at: now) }
    move(id, to: .confirming(action, until: now + .seconds(limits.yesSecondsMax)), at: now)
  }

  /// Whether what was asked about is to be done.
  public mutating func confirm(
    _ isYes: Bool, in id: PurchaseID, at now: Instant
  ) throws(RideFault) {
    guard let purchase = purchases[id], case .confirming(let action, let until) = purchase.state
    else { throw fault() }
    guard isYes, now < until else { return follow(id, at: now) }
    begin(action, in: id, at: now)
  }

  /// No more of it; what was sent stays sent.
  public mutating func stop(in id: PurchaseID, at now: Instant) throws(RideFault) {
    guard let purchase = purchases[id] else { throw fault() }
    switch purchase.state {
    case .listing(let errand):
      awaited[errand] = nil
      move(id, to: .ended(.stopped(wasSent: false)), at: now)
    case .listed, .linking, .asking, .choosing, .reviewing, .agreement:
      move(id, to: .ended(.stopped(wasSent: purchase.hasAgreed)), at: now)
    case .confirming: follow(id, at: now)
    case .sending, .updating, .unsure, .following, .ended: throw fault()
    }
  }

  // MARK: - Inside

  private mutating func fault() -> RideFault {
    ignore()
    return .nothingOpen
  }

  private mutating func begin(_ action: RideAction, in id: PurchaseID, at now: Instant) {
    if let asked = Questionnaire(action) { return move(id, to: .asking(asked), at: now) }
    send(.act(action, nil), for: id, at: now)
  }

  /// What comes behind an answer: the next question, a look at all of them, or the sending.
  mutating func goOn(_ asked: Questionnaire, in id: PurchaseID, at now: Instant) {
    if asked.place != nil { return move(id, to: .asking(asked), at: now) }
    if asked.isReviewed { return move(id, to: .reviewing(asked), at: now) }
    send(.send(asked), for: id, at: now)
  }

  /// One of several that can be booked is taken.
  mutating func take(_ product: Product, in id: PurchaseID, at now: Instant) {
    if product.answers == .external {
      return move(id, to: .ended(.elsewhere(product.title, product.booking)), at: now)
    }
    guard let asked = Questionnaire(product, second: false), asked.place != nil else {
      return send(.book(product, second: false), for: id, at: now)
    }
    ask(asked, in: id, at: now)
  }

  /// Asks another page of questions, as long as there are not too many.
  mutating func ask(_ asked: Questionnaire, in id: PurchaseID, at now: Instant) {
    guard let purchase = purchases[id], purchase.pages < limits.pagesMax else {
      return move(id, to: .ended(.refused(.field, page: nil)), at: now)
    }
    purchases[id]?.pages += 1
    if asked.items.isEmpty {
      // Nothing is asked: it is only shown, and sent when the person says so.
      return move(id, to: .reviewing(asked), at: now)
    }
    move(id, to: .asking(asked), at: now)
  }
}

extension Purchase.State {
  /// Whether another purchase may take its place without a question: nothing was answered yet.
  fileprivate var mayGiveWay: Bool {
    switch self {
    case .listing, .listed, .ended, .following, .confirming: true
    case .asking(let asked): asked.answeredCount == 0
    case .linking, .choosing, .reviewing, .sending, .agreement, .updating, .unsure: false
    }
  }
}
