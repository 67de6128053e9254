// Several bookings that become otherwise together: each may take the place of another, and what
// cannot be is said before anything is done.

import Bookings
import CivilTime
import Discourse

extension Planner {
  /// What becomes of several bookings that are changed together; nil if the purposes are not that.
  /// Those that cannot be changed stay as they are, which is shown first.
  func together(_ purposes: [Purpose], _ doubts: Set<Doubt>) -> Verdict? {
    let references = purposes.compactMap(\.goal.changedReference)
    guard purposes.count > 1, references.count == purposes.count,
      Set(references).count == references.count,
      purposes.count <= house.ledger.limits.seriesBookingsMax
    else { return nil }
    // Of what is not the speaker's nothing is tried: how it is would be told by that.
    let others = references.filter { reference in
      house.ledger.booking(reference).map { !house.ledger.lets(house.user, change: $0) } ?? false
    }
    guard others.isEmpty else {
      return .refuse(others.map { .notOwner($0) }, nil, wasJustTaken: false)
    }
    var (possible, stuck) = (purposes, [SeriesClash]())
    while true {
      let trial = trial(possible)
      if let inquiry = trial.inquiry { return .ask(inquiry) }
      if trial.stuck.isEmpty {
        guard !trial.steps.isEmpty, let prospect = prospect(together: trial.steps, stuck) else {
          return verdict(on: purposes[0], doubts)
        }
        let isSure = stuck.isEmpty && doubts.isEmpty && !purposes.contains(where: \.showsFirst)
        return isSure && Care(for: prospect.stake, .said) == .act
          ? .act(prospect) : .show(prospect, because: doubts)
      }
      stuck += trial.stuck.map(\.clash)
      // Who stays keeps the place that another may have counted on.
      possible.removeAll { purpose in trial.stuck.contains { $0.purpose == purpose } }
      guard !possible.isEmpty else { return verdict(on: purposes[0], doubts) }
    }
  }

  private func trial(
    _ purposes: [Purpose]
  ) -> (
    steps: [Step], stuck: [(purpose: Purpose, clash: SeriesClash)], inquiry: Inquiry?
  ) {
    var planner = self
    planner.seeksOthers = false
    let references = purposes.compactMap(\.goal.changedReference)
    planner.house.ledger = house.ledger.leaving(Set(references))
    var steps: [Step] = []
    var stuck: [(purpose: Purpose, clash: SeriesClash)] = []
    for purpose in purposes {
      guard let reference = purpose.goal.changedReference,
        let booking = house.ledger.booking(reference)
      else { continue }
      switch planner.outlook(for: purpose) {
      case .ready(let step):
        steps.append(step)
        planner = planner.supposing(step.events)
      case .ends(.unchanged): planner.house.ledger = planner.house.ledger.staying(reference)
      // Who somebody is, is asked once for all of them.
      case .asks(var inquiry) where inquiry.question.isOfPerson && steps.isEmpty:
        inquiry.purpose.others = references.filter { $0 != reference }
        return ([], [], inquiry)
      case .asks(let inquiry): stuck.append((purpose, clash(booking, purpose, inquiry.refusals)))
      case .ends(.refuse(let refusals, _, _)):
        stuck.append((purpose, clash(booking, purpose, refusals)))
      case .ends: stuck.append((purpose, clash(booking, purpose, [])))
      }
    }
    return (steps, stuck, nil)
  }

  private func clash(
    _ booking: Booking, _ purpose: Purpose, _ refusals: [Refusal]
  ) -> SeriesClash {
    SeriesClash(
      booking.request(with: house.change(of: booking, to: purpose.request)), refusals)
  }

  private func prospect(together steps: [Step], _ stuck: [SeriesClash]) -> Prospect? {
    let changes = steps.flatMap(\.intentions).compactMap { intention -> PlannedChange? in
      guard case .change(let reference, let change) = intention else { return nil }
      return PlannedChange(reference, change)
    }
    let intention = Intention.changes(changes)
    guard let events = possible(intention) else { return nil }
    var prospect = Prospect(
      purposes: steps.map(\.purpose),
      plan: Plan([.booking(intention)], coming: events, before: house.ledger.booking),
      events: events, requests: [], assumed: [])
    prospect.stuck = stuck
    return prospect
  }
}

extension Goal {
  /// The booking that is to become otherwise.
  fileprivate var changedReference: BookingReference? {
    if case .change(let reference) = self { reference } else { nil }
  }
}
