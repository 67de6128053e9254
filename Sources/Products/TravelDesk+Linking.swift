// Accounts that have to be linked before a purchase goes on (rule R17): the step that waits for one
// is kept, and is sent once more without a word of the person.

public import CivilTime
import Mobility

extension TravelDesk {
  /// The account that a purchase waits for is linked: the step that waits for it is sent. What
  /// comes of it is told, unless somebody waits to be answered.
  public mutating func linked(in id: PurchaseID, isAwaited: Bool = false, at now: Instant) {
    guard let purchase = purchases[id], case .linking(let provider, let step) = purchase.state
    else { return ignore() }
    purchases[id]?.accountsTried.append(provider)
    purchases[id]?.account = nil
    if !isAwaited { purchases[id]?.isLate = true }
    send(step, for: id, at: now)
  }

  /// An account of an owner is linked: all that waits for it goes on.
  public mutating func linked(_ provider: String, of owner: String, at now: Instant) {
    for id in waiting(for: provider, of: owner) { linked(in: id, at: now) }
  }

  /// The account that a purchase waits for will not be linked: the list is offered again.
  public mutating func notLinked(in id: PurchaseID, isAwaited: Bool = false, at now: Instant) {
    guard case .linking = purchases[id]?.state else { return ignore() }
    if !isAwaited { purchases[id]?.isLate = true }
    endLinking(id, because: .refused(.unlinked, page: nil), at: now)
  }

  /// An account of an owner will not be linked.
  public mutating func notLinked(_ provider: String, of owner: String, at now: Instant) {
    for id in waiting(for: provider, of: owner) { notLinked(in: id, at: now) }
  }

  private func waiting(for provider: String, of owner: String) -> [PurchaseID] {
    purchases(of: owner).filter { purchase in
      guard case .linking(let wanted, _) = purchase.state else {
        return false
      }
      return wanted == provider
    }.map(\.id).sorted()
  }

  /// Nobody linked it: the list is offered again where there is one.
  mutating func endLinking(_ id: PurchaseID, because reason: Purchase.End, at now: Instant) {
    guard let purchase = purchases[id] else { return }
    guard !purchase.isOfRide, !purchase.products.isEmpty else {
      return end(id, reason, at: now)
    }
    offerAgain(id, because: reason, at: now)
  }

  /// The list is offered as if nothing had been chosen from it.
  private mutating func offerAgain(
    _ id: PurchaseID, because reason: Purchase.End, at now: Instant
  ) {
    forgetProgress(of: id)
    move(id, to: .listed, because: reason, at: now)
    tellIfLate(id, .goesOn)
  }

  mutating func forgetProgress(of id: PurchaseID) {
    purchases[id]?.chosen = nil
    purchases[id]?.account = nil
    purchases[id]?.hasAgreed = false
    purchases[id]?.resume = nil
    purchases[id]?.accountsTried = []
  }

  /// A step waits until an account is linked; a second time it ends, for it would not help.
  mutating func want(
    _ account: AccountWanted, for step: Purchase.Step, in id: PurchaseID, at now: Instant
  ) {
    guard let purchase = purchases[id] else { return }
    guard !purchase.accountsTried.contains(account.provider) else {
      if case .refused = account.reason {
        effects.append(.dropAccount(account, id))
        return end(id, .refused(.accountRefused, page: nil), at: now)
      }
      return end(id, .refused(.unlinked, page: nil), at: now)
    }
    purchases[id]?.account = account
    becomeReady(id, .linking(account.provider, step.once), at: now)
  }

  /// Whose account it is that the service does not know: that of the product, or of the leg.
  func mode(of id: PurchaseID) -> String {
    guard let purchase = purchases[id] else { return "" }
    return purchase.product?.mode ?? leg(purchase.leg, of: purchase.owner)?.leg.mode ?? ""
  }
}

extension Purchase.Step {
  /// The step itself, where it is sent once more.
  var once: Purchase.Step {
    if case .again(let step, _, _) = self { step } else { self }
  }
}
