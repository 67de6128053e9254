// What is sent for a step of a purchase: the state that awaits it is written down before it leaves,
// and what may book never goes twice by itself.

import CivilTime
import JSON
import Mobility

extension TravelDesk {
  /// Sends what a step wants.
  mutating func send(_ step: Purchase.Step, for id: PurchaseID, at now: Instant) {
    let request: (Errand.Method, WebAddress, Errand.Body?)
    switch step {
    case .open(let address): request = (.get, address, nil)
    case .use(let product):
      guard let address = product.tripUpdate else { return ignore() }
      request = (.get, address, nil)
    case .book(let product, let second):
      let address = second ? product.second?.address ?? product.booking : product.booking
      request = (.post, address, Errand.Body.empty)
    case .send(let asked):
      guard let address = asked.address else {
        return move(id, to: .ended(.done(asked.title)), at: now)
      }
      request = (.post, address, asked.body)
    case .pay(let payment):
      guard let address = payment.address else {
        return move(id, to: .ended(.refused(.payment, page: nil)), at: now)
      }
      request = (
        payment.isPosted ? .post : .get, address, payment.isPosted ? Errand.Body.empty : nil
      )
    case .accept(let address): request = (.post, address, Errand.Body.empty)
    case .refresh(let address, let asked):
      request = (asked == nil ? .get : .post, address, asked?.body)
    case .act(let action, let asked):
      guard let address = action.request else { return ignore() }
      let body = asked?.body ?? action.body(answers: [:])
      request = (body == nil ? .get : .post, address, body)
    case .again(let step, _, _): return send(step, for: id, at: now)
    }
    let (method, address, body) = request
    let errand = errand(
      for: id, method, address, body: body, books: step.books,
      secondsMax: step.books ? limits.bookingSecondsMax : limits.listSecondsMax)
    move(id, to: .sending(errand.id, step), at: now)
    effects.append(.send(errand))
  }

  /// What fetches the trip of a purchase; nothing if nobody knows where it is had.
  mutating func fetchingTrip(for id: PurchaseID, at address: WebAddress? = nil) -> Errand? {
    guard let purchase = purchases[id] else { return nil }
    let kept = shelf.trip(purchase.leg.trip, of: purchase.owner)
    guard let address = address ?? kept?.trip.update else { return nil }
    return errand(for: id, .get, address, secondsMax: limits.updateSecondsMax)
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
    case .book, .send, .pay, .accept, .act: true
    case .open, .refresh, .use: false
    case .again(let step, _, _): step.books
    }
  }
}
