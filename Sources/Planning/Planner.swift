// From what a line may mean to what is done about it. Everything is tried on a ledger that supposes
// it; nothing is changed here.

import Bookings
import CivilTime
public import Discourse

/// Judges hypotheses in a house.
public struct Planner: Sendable {
  var house: HouseView
  /// Whether what can be had instead is looked for where something cannot be.
  var seeksOthers = true

  /// Plans for somebody in a house.
  public init(house: HouseView) { self.house = house }

  /// What is meant, of all that a line may mean: what such lines are said for, what leaves least
  /// unused and least in doubt, leans back least, answers what is open, and alters least. Of equals
  /// the earlier rule's.
  public func best(of hypotheses: [Hypothesis]) -> Hypothesis? {
    hypotheses.enumerated().min { one, other in
      let keys = (one.element.key, other.element.key)
      for (first, second) in zip(keys.0, keys.1) where first != second { return first < second }
      return one.offset < other.offset
    }?.element
  }

  /// What is done about what is meant.
  public func verdict(on hypothesis: Hypothesis, in state: DialogueState) -> Verdict {
    switch hypothesis.move {
    case .pursue(let purposes, let extent, _):
      let verdict = verdict(on: purposes, extent, hypothesis.doubts)
      // Where words were left aside, what is to be otherwise may stand in them.
      if case .unchanged(let booking) = verdict, hypothesis.unusedCount > 0, purposes.count == 1 {
        return .ask(
          Inquiry(.parts([.start], attendee: nil), purposes[0], [.whatToChange(booking)]))
      }
      return verdict
    case .settle(let id, let settlement):
      guard let issue = state.issue(id) else { return .misses(.question) }
      return settle(issue, settlement, hypothesis.doubts, turn: state.turn)
    case .undo: return undo(state, hypothesis.doubts)
    case .redo(let purpose): return redo(purpose, state)
    case .passes(let wish, let reference, let attendee):
      guard let booking = house.ledger.booking(reference) else {
        return .misses(.reference(reference))
      }
      guard house.ledger.lets(house.user, change: booking) else {
        return .refuse([.notOwner(reference)], nil, wasJustTaken: false)
      }
      return .passes(wish, booking, attendee)
    case .retract(let id): return .drop(id.flatMap(state.issue))
    case .skip(let id): return state.issue(id).map(skip) ?? .misses(.question)
    case .ride(let move): return .ride(move)
    case .courtesy(let courtesy): return .courtesy(courtesy)
    case .misses(let missing): return .misses(missing)
    }
  }

  // MARK: - Purposes

  private func verdict(
    on purposes: [Purpose], _ extent: Extent, _ doubts: Set<Doubt>
  ) -> Verdict {
    guard purposes.count > 1 else {
      return purposes.first.map { verdict(on: $0, doubts) } ?? .unknown
    }
    return extent == .all ? all(purposes, doubts) : which(of: purposes, extent)
  }

  func verdict(on purpose: Purpose, _ doubts: Set<Doubt>) -> Verdict {
    switch outlook(for: purpose) {
    case .ready(let step): care(for: [step], doubts)
    case .asks(let inquiry): .ask(inquiry.shown(because: doubts))
    case .ends(let verdict): verdict
    }
  }

  /// All of some purposes, each on what the earlier leave, or none of them. Where one cannot be, it
  /// is said why, and those that can are offered.
  func all(_ purposes: [Purpose], _ doubts: Set<Doubt>) -> Verdict {
    if let verdict = together(purposes, doubts) { return verdict }
    let areNew = purposes.allSatisfy { $0.goal == .book }
    guard purposes.count <= PlanningLimits.timesMax, doubts.isEmpty || !areNew else {
      return which(of: purposes)
    }
    var planner = self
    var steps: [Step] = []
    for purpose in purposes {
      guard case .ready(let step) = planner.outlook(for: purpose) else {
        return which(of: purposes)
      }
      steps.append(step)
      planner = planner.supposing(step.events)
    }
    return care(for: steps, doubts)
  }

  func supposing(_ events: [BookingEvent]) -> Planner {
    var house = house
    house.ledger = house.ledger.supposing(events)
    var planner = self
    planner.house = house
    return planner
  }

  /// Asks which of several purposes is meant: of bookings that stand which, of new ones when.
  private func which(of purposes: [Purpose], _ extent: Extent = .oneOrAll) -> Verdict {
    guard let first = purposes.first else { return .unknown }
    let isOfOne = purposes.allSatisfy { $0.goal == first.goal }
    guard isOfOne, first.goal != .tell(.rooms) else { return whichBooking(purposes, extent) }
    if case .cancel = first.goal { return whichBooking(purposes, extent) }
    var options: [Option] = []
    var reasons: [Reason] = []
    var areAll = extent != .one
    var planner = self
    planner.seeksOthers = false
    for purpose in purposes.prefix(PlanningLimits.timesMax) {
      switch planner.outlook(for: purpose) {
      case .ready(let step):
        for event in step.events {
          let offer = Option.Offer.hold(event.booking.room, event.booking.span)
          options.append(Option(options.count + 1, offer))
        }
      case .asks(let inquiry):
        areAll = false
        reasons += inquiry.reasons.filter { if case .refused = $0 { true } else { false } }
      case .ends: areAll = false
      }
    }
    if options.count == 1, areDaysOpen(purposes) {
      let ready = purposes.compactMap { purpose -> Step? in
        if case .ready(let step) = outlook(for: purpose) { step } else { nil }
      }
      // Only one of two days can be: whether that is meant is not known.
      return care(for: ready, [.guessed])
    }
    if case .change = first.goal {
      guard options.count > 1 else {
        let ready = purposes.first { if case .ready = outlook(for: $0) { true } else { false } }
        return verdict(on: ready ?? first, [])
      }
      return .ask(Inquiry(.option(options), first, [.asksPart(.end)]))
    }
    if areDaysOpen(purposes) {
      guard options.count > 1 else { return verdict(on: purposes[purposes.count - 1], []) }
      return .ask(Inquiry(.option(options), first.withoutDay, [.asksPart(.date)]))
    }
    var open = first
    (open.request.times.start, open.request.times.end) = (.unsaid, .unsaid)
    (open.request.times.day, open.request.times.length) = (.unsaid, .unsaid)
    let times = purposes.map(\.request.times)
    guard options.count > 1 else {
      return .ask(Inquiry(.parts([.start], attendee: nil), open, [.severalTimes(times)] + reasons))
    }
    if areAll { options.append(Option(options.count + 1, .all)) }
    return .ask(Inquiry(.option(options), open, [.severalTimes(times)] + reasons))
  }

  /// Whether some purposes differ by nothing but a day that was not said.
  private func areDaysOpen(_ purposes: [Purpose]) -> Bool {
    Set(purposes.map(\.withoutDay)).count == 1
      && !purposes.contains { $0.request.times.day.isSaid }
  }

  private func whichBooking(_ purposes: [Purpose], _ extent: Extent) -> Verdict {
    guard let first = purposes.first else { return .unknown }
    let areCancelled = purposes.allSatisfy { if case .cancel = $0.goal { true } else { false } }
    let question = Question.which(purposes, offersAll: areCancelled && extent == .oneOrAll)
    return .ask(Inquiry(question, first, [.whichBooking]))
  }

  // MARK: - Caution

  /// Does, shows or asks about what can be done.
  func care(for steps: [Step], _ doubts: Set<Doubt>) -> Verdict {
    let purposes = steps.map(\.purpose)
    let prospect = prospect(of: steps)
    let certainty: Certainty =
      !doubts.isEmpty ? .doubtful : prospect.assumed.isEmpty ? .said : .assumed
    if purposes.contains(where: \.showsFirst) { return .show(prospect, because: doubts) }
    let isOfSeveral = purposes.contains { purpose in
      if case .cancel(let references) = purpose.goal { references.count > 1 } else { false }
    }
    return switch Care(for: isOfSeveral ? .several : prospect.stake, certainty) {
    case .act, .actAndSay: .act(prospect)
    case .show, .ask: .show(prospect, because: doubts)
    }
  }

  func prospect(of steps: [Step]) -> Prospect {
    let events = steps.flatMap(\.events)
    let assumed = steps.reduce(into: Set<Assumption>()) { $0.formUnion($1.assumed) }
    return Prospect(
      purposes: steps.map(\.purpose),
      plan: Plan(
        steps.flatMap(\.intentions).map(Deed.booking), coming: events,
        before: house.ledger.booking),
      events: events, requests: steps.flatMap { ($0.request.map { [$0] } ?? []) + $0.others },
      assumed: assumed.sorted(),
      refusals: steps.flatMap(\.refusals), fault: steps.compactMap(\.fault).first)
  }
}

extension Purpose {
  fileprivate var withoutDay: Purpose {
    var purpose = self
    purpose.request.times.day = .unsaid
    return purpose
  }
}

extension Inquiry {
  /// The same; where it is doubtful that it is meant, what comes of an answer is shown first.
  /// Whoever is asked for somebody's address is shown the rest, and agrees to it by giving that;
  /// and choices show what comes of picking one.
  fileprivate func shown(because doubts: Set<Doubt>) -> Inquiry {
    var inquiry = self
    if doubts == [.guessed], question.isOfPerson {
      inquiry.showsRest = true
    } else if !doubts.isEmpty, purpose.goal == .book, !question.options.hasPlaces {
      inquiry.purpose.showsFirst = true
    }
    return inquiry
  }
}

extension [Option] {
  /// Whether they are rooms, each for a span.
  fileprivate var hasPlaces: Bool { !isEmpty && allSatisfy { $0.offer.span != nil } }
}

extension Hypothesis {
  /// By what it is judged, the weightiest first; less is better.
  fileprivate var key: [Int] {
    var isNothing = 0
    var answers = 1
    var alters = 0
    switch move {
    case .pursue(let purposes, _, let issue):
      if issue != nil { answers = 0 }
      alters = purposes.contains { $0.goal.alters } ? 1 : 0
    case .settle(_, .noSuchOption): answers = 1
    case .settle, .skip: answers = -1
    case .retract(let issue): answers = issue == nil ? 1 : 0
    case .undo, .redo, .passes: alters = 1
    // A word for the question of the service goes before what could be filled in.
    case .ride(.word): answers = -2
    case .ride(let move): answers = move.answersQuestion ? -1 : 1
    case .courtesy: break
    case .misses: isNothing = 1
    }
    return [isNothing, isUnlikely ? 1 : 0, unusedCount, doubts.count, distance, answers, alters]
  }
}

extension Goal {
  fileprivate var alters: Bool {
    switch self {
    case .change, .cancel: true
    case .book, .wait, .stopWaiting, .ride, .tell: false
    }
  }
}
