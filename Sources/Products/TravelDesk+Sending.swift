// What is sent for a step of a purchase: the state that awaits it is written down before it leaves,
// and what may book never goes twice by itself.

import CivilTime
import JSON
import Mobility

/// What a step is sent by.
private struct StepRequest {
  var method: Errand.Method
  var address: WebAddress
  var body: Errand.Body?
}

extension TravelDesk {
  /// Sends what a step wants.
  mutating func send(_ step: Purchase.Step, for id: PurchaseID, at now: Instant) {
    if case .list(let address) = step { return list(at: address, for: id, at: now) }
    if let asked = step.asked?.withoutOldSecrets(at: now) {
      return move(id, to: .asking(asked), at: now)
    }
    guard let request = request(for: step) else {
      return end(id, step.endWithoutRequest, at: now)
    }
    if step.books {
      if let purchase = purchases[id], purchase.before == nil {
        let before = Purchase.Following(leg(purchase.leg, of: purchase.owner)?.leg)
        purchases[id]?.before = before
      }
      if step.tellsAnything { purchases[id]?.hasSent = true }
    }
    let errand = errand(
      for: id, request.method, request.address, body: request.body, books: step.books,
      secondsMax: step.books ? limits.bookingSecondsMax : limits.listSecondsMax)
    move(id, to: .sending(errand.id, step), at: now)
    effects.append(.send(errand))
  }

  /// By what a step is sent; nil where there is nothing to be asked for.
  private func request(for step: Purchase.Step) -> StepRequest? {
    switch step {
    case .list(let address), .open(let address), .goOn(let address):
      return StepRequest(method: .get, address: address)
    case .use(let product):
      return product.tripUpdate.map { StepRequest(method: .get, address: $0) }
    case .book(let product, let second):
      let address = second ? product.second?.address ?? product.booking : product.booking
      let body = product.body(answers: [:], quantities: [:])
      return StepRequest(method: .post, address: address, body: body)
    case .send(let asked):
      return asked.address.map { StepRequest(method: .post, address: $0, body: asked.body) }
    case .pay(let payment):
      let body = payment.isPosted ? Errand.Body.empty : nil
      return payment.address.map {
        StepRequest(method: payment.isPosted ? .post : .get, address: $0, body: body)
      }
    case .accept(let address):
      return StepRequest(method: .post, address: address, body: Errand.Body.empty)
    case .refresh(let address, let asked, let isPosted):
      return StepRequest(
        method: isPosted ? .post : .get, address: address, body: isPosted ? asked?.body : nil)
    case .act(let action, let asked):
      let body = asked?.body ?? action.body(answers: [:])
      return action.request.map {
        StepRequest(method: body == nil ? .get : .post, address: $0, body: body)
      }
    case .again(let step, _, _): return request(for: step)
    }
  }

  /// The products of a leg are asked for.
  mutating func list(
    at address: WebAddress, for id: PurchaseID, because setback: Purchase.End? = nil,
    at now: Instant
  ) {
    let asked = address.adding("first", "1").adding("max", String(limits.productsPerPage))
    let errand = errand(for: id, .get, asked, secondsMax: limits.listSecondsMax)
    move(id, to: .listing(errand.id), because: setback, at: now)
    effects.append(.send(errand))
  }

  /// What fetches the trip of a purchase; nil if nobody knows where it is had.
  mutating func fetchingTrip(for id: PurchaseID) -> Errand? {
    guard let address = purchases[id].flatMap(addressOfTrip) else { return nil }
    return errand(for: id, .get, address, secondsMax: limits.updateSecondsMax)
  }

  /// Where the trip of a purchase is had.
  func addressOfTrip(of purchase: Purchase) -> WebAddress? {
    let kept = shelf.trip(purchase.leg.trip, of: purchase.owner)
    return kept.flatMap { purchase.tripAt ?? $0.trip.update }
  }
}

extension Errand.Body {
  /// No questions, none answered.
  fileprivate static let empty = Errand.Body(.json, ["input": []])
}

extension Purchase.Step {
  /// Whether it may book, pay or give back.
  var books: Bool {
    switch self {
    case .book, .send, .pay, .accept, .act, .goOn: true
    case .open, .use, .list: false
    case .refresh(_, _, let isPosted): isPosted
    case .again(let step, _, _): step.books
    }
  }

  /// Whether anything leaves that a person answered, accepted or chose to pay.
  fileprivate var tellsAnything: Bool {
    switch self {
    case .send, .pay, .accept, .act, .goOn, .refresh: true
    case .book, .open, .use, .list: false
    case .again(let step, _, _): step.tellsAnything
    }
  }

  /// The questions that were answered.
  var asked: Questionnaire? {
    switch self {
    case .send(let asked): asked
    case .refresh(_, let asked, _), .act(_, let asked): asked
    case .again(let step, _, _): step.asked
    case .open, .book, .pay, .accept, .use, .list, .goOn: nil
    }
  }

  /// How a purchase ends where a step has nothing to be asked for.
  fileprivate var endWithoutRequest: Purchase.End {
    switch self {
    case .send(let asked): .done(asked.title)
    case .pay: .refused(.payment, page: nil)
    case .again(let step, _, _): step.endWithoutRequest
    case .use, .act, .open, .book, .accept, .refresh, .list, .goOn: .refused(.gone, page: nil)
    }
  }
}
