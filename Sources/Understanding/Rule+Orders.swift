// Lines that want a room: whole orders, what was asked about last, one more like another.

import Bookings
import CivilTime
import Discourse
import Language

extension Rule {
  static let orders = [order, takeAsked, takeListed, another]

  /// `book Bunker tomorrow 10-11`, `Bunker tomorrow 10-11`. What it does not say of day, features
  /// and number of people is that of a question asked just before.
  private static let order = Rule(name: "order") { context in
    guard [.book, .draft, .wait, .details].contains(context.intent), !context.meansAsked,
      !context.meansAnother
    else { return [] }
    let times = context.slots.firstWhen
    let hasStart = times?.start != nil || times?.fromNowMinutes != nil
    let isBare = context.intent == .details
    guard !isBare || hasStart || !context.slots.people.isEmpty && !context.slots.rooms.isEmpty
    else { return [] }
    var ground = Request()
    var distance = 0
    if let asked = context.asked, let question = context.question,
      times?.day == nil, times?.fromNowMinutes == nil
    {
      ground.times.day = question.request.times.day.taken
      if context.slots.rooms.isEmpty {
        ground.features = question.request.features
        ground.headcount = question.request.headcount.taken
        if isBare { ground.room = question.request.room.taken }
      }
      distance = context.distance(to: asked)
    }
    return [context.booking("order", on: ground, distance: distance)]
  }

  /// `take it`, `book it at 4`, `yes` right behind *Yes, it is free*: what was asked about last.
  private static let takeAsked = Rule(name: "takeAsked") { context in
    guard let asked = context.asked, let question = context.question,
      context.meansAsked || context.intent == .yes && !context.saysContent
    else { return [] }
    var ground = question.request
    if context.slots.firstWhen?.day != nil { ground.times.day = .unsaid }
    // A bare yes may be said to the answer only: what would be booked is shown.
    let doubts: Set<Doubt> = context.meansAsked ? [] : [.hedged]
    var hypothesis = context.booking(
      "takeAsked", on: ground.taken, distance: context.distance(to: asked))
    hypothesis.doubts.formUnion(doubts)
    return [hypothesis]
  }

  /// `the big one`, `take the second`, behind a list of rooms.
  private static let takeListed = Rule(name: "takeListed") { context in
    guard let mention = context.slots.choice?.value, [.choose, .book].contains(context.intent),
      let listed = context.state.salient(.options, in: [.shown, .picked], .fresh),
      case .options(let options) = listed.entity,
      let option = context.option(by: mention, of: options)
    else { return [] }
    var ground = context.question?.request.taken ?? Request()
    switch option.offer {
    case .hold(let room, let span):
      ground.room = .is(.named([room]), .referred(.shown))
      ground.times.day = .is(.on(span.start.date), .referred(.shown))
      ground.times.start = .is(span.start.time, .referred(.shown))
      ground.times.length = .is(context.house.ledger.zone.minutes(of: span), .referred(.shown))
    case .room(let room), .anyway(let room, _): ground.room = .is(.named([room]), .referred(.shown))
    case .booking, .all: return []
    }
    return [
      context.booking(
        "takeListed", on: ground, distance: context.distance(to: listed), reaching: .besidePlace)
    ]
  }

  /// `another one at 2`, `the same next Tuesday`, `and Thursday, too`: what is not said of it is as
  /// of the last booking.
  private static let another = Rule(name: "another") { context in
    guard context.meansAnother, [.book, .draft, .details].contains(context.intent),
      let referent = context.lastBooking, let like = context.last
    else { return [] }
    var ground = context.house.request(of: like, as: .done)
    ground.people = .unsaid
    ground.title = .unsaid
    ground.description = .unsaid
    return [
      context.booking("another", on: ground, distance: context.distance(to: referent))
    ]
  }
}

extension TurnContext {
  /// Whether a verb of booking, or of taking, is said of `it`: what was asked about last.
  var meansAsked: Bool {
    let takes: Set<Intent> = [.book, .draft, .yes, .choose, .details]
    guard takes.contains(intent), slots.booking?.value == .last || slots.choice?.value == .any
    else { return false }
    return slots.rooms.isEmpty
  }

  /// Whether one more is wanted like what was spoken of.
  var meansAnother: Bool {
    switch slots.firstWhen?.startsAsBefore?.value {
    case .another, .same, .further: true
    case .next, .there, .ends, .anyTime, .today, .longer, .shorter, nil: false
    }
  }

  /// That the line wants a room, on the ground of what it does not say.
  func booking(
    _ rule: String, on ground: Request, distance: Int, reaching reach: Grounding.Reach = .all
  ) -> Hypothesis {
    let said = grounding.request(on: ground, reaching: reach, spokenOf: roomSpokenOf)
    let isShown = intent == .draft || intent == .wait
    let purposes = severalTimes(on: ground).map { times in
      var request = ground.revised(by: said)
      if let times { request.times = ground.revised(by: Request(of: times)).times }
      return Purpose(.book, request, showsFirst: isShown)
    }
    return Rule.hypothesis(
      rule, .pursue(purposes, either: slots.isEither, answering: nil), in: self,
      distance: distance)
  }

  /// Each of several times that the line says; nil alone where it says one at most.
  private func severalTimes(on ground: Request) -> [Times?] {
    let timed = slots.when.filter { $0.start != nil }
    guard timed.count > 1, slots.target == nil else { return [nil] }
    return timed.map { grounding.times(of: $0, on: ground.times, room: ground.namedRoom) }
  }
}

extension Wish {
  /// The same, taken over from what was asked about.
  fileprivate var taken: Wish { value.map { .is($0, .referred(.asked)) } ?? .unsaid }
}

extension Request {
  /// A request of times alone.
  init(of times: Times) {
    self.init()
    self.times = times
  }

  /// The same, taken over from what was asked about.
  fileprivate var taken: Request {
    var request = self
    request.room = room.taken
    request.times.day = times.day.taken
    request.times.start = times.start.taken
    request.times.end = times.end.taken
    request.times.length = times.length.taken
    request.headcount = headcount.taken
    return request
  }
}
