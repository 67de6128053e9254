// Lines about bookings that stand: changes, corrections, cancellations, and taking back.

import Bookings
import CivilTime
import Discourse
import Language

extension Rule {
  static let changes = [
    change, instead, insteadOfGone, inOtherName, takePlace, correct, fitRoom, repick, cancel,
    giveBackPart, undo,
  ]

  /// `move B1 to Friday`, `make it 11`, `move my 3pm to Cockpit`, `title Retro`.
  private static let change = Rule(name: "change") { context in
    // `and the other one until 4`
    let isOfCounted =
      context.intent == .details && context.namesPlace
      && (context.bookingCounted != nil || context.spokenOf.count { context.isMoreOf($0) } == 1)
    guard
      context.intent == .change || context.isOfTexts || context.namesWhatBecomes || isOfCounted
        || context.saysOfSeries || context.saysOfPartOfSeries || context.endsSeries
    else { return [] }
    if context.isOfOtherRule || context.goneReplaced != nil { return [] }
    if let some = context.partOfSeries { return [context.changingSeveral("change", some.bookings)] }
    if let missing = context.missingInExchange {
      return [hypothesis("change", .misses(.reference(missing)), in: context)]
    }
    if let exchange = context.exchange {
      return [
        hypothesis("change", .pursue(exchange, wanted: .all, answering: nil), in: context)
      ]
    }
    if context.endsSeries, let rest = context.seriesMeant {
      guard rest.isEmpty, let last = context.lastOfSeries else {
        return [context.cancelling("change", rest)]
      }
      // It ends by then already.
      let purpose = Purpose(.change(last.reference), context.ground(of: last))
      return [
        hypothesis("change", .pursue([purpose], wanted: .all, answering: nil), in: context)
      ]
    }
    let place = context.placeOfChange
    let several = context.severalMeant
    if several.count > 1 { return [context.changingSeveral("change", several)] }
    if let ends = context.endsMeant { return ends }
    return context.pointed("change", place, context.doubtsOfChange) { meant in
      let ground = context.ground(of: meant.booking)
      let reach: Grounding.Reach = place == .which ? .target : .all
      let said = context.grounding.request(
        on: ground, reaching: reach, spokenOf: context.roomSpokenOf)
      return Purpose(.change(meant.booking.reference), ground.revised(by: said))
    }
  }

  /// `take it instead`, `move it there`: the last booking, to the room and time asked about since.
  private static let takePlace = Rule(name: "takePlace") { context in
    guard context.asBefore == .there || context.takesAskedInstead, let asked = context.asked,
      let question = context.question, !context.askedIsOver, !context.state.isOpen,
      let booking = context.last, booking.state == .held, booking.isHeld(by: context.house.user)
    else { return [] }
    var ground = context.ground(of: booking)
    let turn = context.state.turn
    if let room = context.roomSpokenOf { ground.room = .is(.named([room]), .said(turn: turn)) }
    if let start = question.request.times.start.value, let day = question.request.times.day.value {
      var times = Times()
      times.day = .is(day, .said(turn: turn))
      times.start = .is(start, .said(turn: turn))
      ground.times = ground.times.revised(by: times)
    }
    ground = ground.revised(by: context.grounding.request(on: ground))
    // Of several rooms that were listed none is `there`.
    return [
      hypothesis(
        "takePlace",
        .pursue([Purpose(.change(booking.reference), ground)], wanted: .all, answering: nil),
        in: context, distance: context.distance(to: asked),
        doubts: question.view == .find ? [.guessed] : [])
    ]
  }

  /// `with a projector, please`, `too small`, `we are 12 now`, right after something was done: its
  /// room should be otherwise.
  private static let fitRoom = Rule(name: "fitRoom") { context in
    guard let (referent, purpose) = context.fitForDone else { return [] }
    // `any other room free then?` moves nothing before it is said so.
    let asks = context.reading.leavesWeight || context.isRather([.availability, .room])
    return [
      hypothesis(
        "fitRoom", .pursue([purpose], wanted: .all, answering: nil), in: context,
        distance: context.distance(to: referent),
        doubts: context.reading.asks && asks ? [.guessed] : [])
    ]
  }

  /// `no, the second`: another of the options than the one just picked.
  private static let repick = Rule(name: "repick") { context in
    guard let (picked, option) = context.repicked, !option.offer.isOfSeveral else { return [] }
    if case .booking(let reference) = option.offer {
      guard case .cancelled(let gone) = context.state.undoable.last, gone.reference != reference,
        context.state.undoable.count == 1, context.reading.unused.isEmpty
      else { return [] }
      return [
        hypothesis(
          "repick", .redo(Purpose(.cancel([reference]), Request())), in: context,
          distance: context.distance(to: picked))
      ]
    }
    guard let (referent, booking) = context.justDone, referent.turn >= picked.turn else {
      return []
    }
    let ground = context.ground(of: booking, picking: option.offer, insteadOf: picked)
    return [
      hypothesis(
        "repick",
        .pursue([Purpose(.change(booking.reference), ground)], wanted: .all, answering: nil),
        in: context, distance: context.distance(to: picked))
    ]
  }

  /// `no, 11`, `until 12`, `at 11` behind a booking: what was just done, otherwise; behind a
  /// question it is that which is asked again.
  private static let correct = Rule(name: "correct") { context in
    // `yes, the Aquarium`, right after another room was booked.
    let movesThere =
      context.intent == .yes && !context.slots.rooms.isEmpty && context.slots.when.isEmpty
      && (context.asked == nil || context.askedIsOver || context.asksWhatDoneIsLike)
    if let (booking, hour) = context.hourOfDone {
      return [correction(of: booking, \.start, hour, in: context)]
    }
    // `as long as possible`, right behind what was done: until what comes next there.
    if let (booking, end) = context.longestOfDone {
      return [correction(of: booking, \.end, end, in: context)]
    }
    guard [.no, .details].contains(context.intent) || movesThere, context.saysContent,
      !context.saysOfPartOfSeries, !context.isOfOtherRule,
      context.slots.booking == nil || context.slots.booking?.value == .last,
      !context.meansAnother, !context.isOfTexts, !context.followsThat,
      !context.saysLastDayAlone, !context.reading.keeps || context.slots.rooms.isEmpty
    else { return [] }
    // `half an hour is enough`, behind one of a series that was given up: said of the others.
    if context.seriesLeft != nil, let rest = context.seriesMeant, !context.reading.leavesWeight {
      return [context.changingSeveral("correct", rest)]
    }
    guard let (done, booking) = context.saysEndAlone ? context.lastOwn : context.justDone
    else { return [] }
    // `both an hour later`
    let several = context.severalMeant
    if several.count > 1 { return [context.changingSeveral("correct", several)] }
    let reference = booking.reference
    // A room alone, in a question, is asked about.
    let isOfRoom = context.intent == .details && !context.slots.rooms.isEmpty
    if isOfRoom, context.asksForRoomInstead { return [] }
    guard !isOfRoom || context.namesRoomInstead(of: done) || context.isMoreOf(booking) else {
      return []
    }
    guard context.intent == .no || !context.isWhole else { return [] }
    let ground = context.ground(of: booking)
    let said = context.grounding.request(on: ground, spokenOf: context.roomSpokenOf)
    // An hour alone may be a new booking as well.
    let isHourAlone =
      context.intent == .details && context.slots.firstWhen?.start != nil
      && context.distance(to: done) > 0 && !context.isRather([.change])
    // What is asked to go is rather not changed.
    var isAskedToGo = false
    if case .cancel(let references)? = context.open?.purpose.goal {
      isAskedToGo = context.intent == .details && references.contains(reference)
    }
    // `why not the Bunker` only thinks of it.
    let isDoubtful =
      isHourAlone || movesThere && context.reading.isAcknowledgement && !context.reading.agrees
      || isAskedToGo || context.reading.asks || context.mayAddDay
      || context.intent == .details && context.reading.leavesWeight
      || context.saysDayOfAnotherMonth(than: booking)
      || context.intent == .details && context.namesPlaceOfOwn(besides: booking)
    return [
      hypothesis(
        "correct",
        .pursue(
          [Purpose(.change(reference), ground.revised(by: said))], wanted: .all, answering: nil),
        in: context, distance: context.distance(to: done),
        doubts: isDoubtful ? [.guessed] : [])
    ]
  }

  /// A booking, begun or ended at another hour.
  private static func correction(
    of booking: Booking, _ part: WritableKeyPath<Times, Wish<ClockTime>>, _ hour: ClockTime,
    in context: TurnContext
  ) -> Hypothesis {
    var times = Times()
    times[keyPath: part] = .is(hour, .said(turn: context.state.turn))
    let otherwise = context.ground(of: booking).revised(by: Request(of: times))
    return hypothesis(
      "correct",
      .pursue([Purpose(.change(booking.reference), otherwise)], wanted: .all, answering: nil),
      in: context)
  }
}

extension TurnContext {
  /// `switch to that`, `we'd rather take it`, behind whether another room is free then: that
  /// instead of what was done.
  fileprivate var takesAskedInstead: Bool {
    guard let question, question.view == .isFree, let room = question.request.namedRoom, let last,
      room != last.room, let asked, let lastBooking, asked.turn > lastBooking.turn,
      slots.rooms.isEmpty, slots.when.isEmpty, slots.people.isEmpty
    else { return false }
    if intent == .change { return !saysContent && isSaid }
    return reading.isInstead && [.yes, .choose, .book, .details].contains(intent)
  }

  /// Whether the line says a text or privacy, and nothing of a place: it is said of what stands.
  var isOfTexts: Bool {
    intent == .details && !namesPlace
      && (slots.title != nil || slots.description != nil || slots.isPrivate != nil)
  }

  /// Whether a booking is named without a verb, and what it is to be beside it: `B1 private`, or
  /// `B1 at 11`.
  var namesWhatBecomes: Bool {
    guard !isSaid, case .reference = slots.booking?.value else { return false }
    switch intent {
    case .details: return slots.firstWhen?.day != nil || slots.firstWhen?.start != nil
    case .show:
      return slots.isPrivate != nil || slots.title != nil || slots.description != nil
        || !slots.rooms.isEmpty || slots.target != nil || slots.targetRoom != nil
    default: return false
    }
  }

  /// A booking without a verb, or two texts without one, may be told about.
  fileprivate var doubtsOfChange: Set<Doubt> {
    if namesWhatBecomes { return [.hedged] }
    return isOfTexts && slots.title != nil && slots.description != nil ? [.guessed] : []
  }

  /// Whether the line says that what was changed last is to be as it was: what was given back
  /// stays, or its room before was fine.
  var restoresLast: Bool {
    guard !state.isOpen, state.undoable.count == 1, let last else { return false }
    switch state.undoable[0] {
    case .cancelled(let gone): return reading.keeps && gone.reference == last.reference
    case .changed(let before):
      return slots.choice?.value == .other && !namesPlace && before.reference == last.reference
        && before.room != last.room && [.choose, .no, .yes, .details].contains(intent)
    case .booked, .restored: return false
    }
  }

  /// What was just done, in a room that has what the line wants, where its own has not.
  var fitForDone: (Referent, Purpose)? {
    guard !state.isOpen, !restoresLast, repicked == nil, bookingCounted == nil,
      unwantedOfDone == nil, let (referent, booking) = justDone,
      asked == nil || askedIsOver || question?.request.namedRoom == booking.room
    else { return nil }
    var ground = ground(of: booking)
    if let wanted = otherRoom(than: [booking.room]) {
      ground = ground.revised(by: wanted)
      return (referent, Purpose(.change(booking.reference), ground))
    }
    // `put us in the step-free room`; without `the` one more may be wanted.
    let isOfRoom = [.book, .find, .yes, .choose].contains(intent) && reading.pointsAtRoom
    guard isOfRoom || intent == .find || intent == .details && !isSaid, slots.rooms.isEmpty,
      slots.people.isEmpty, slots.also == nil, slots.roomCount == nil,
      slots.booking == nil || slots.booking?.value == .last,
      slots.when.allSatisfy({ $0.day == nil && $0.start == nil && $0.lengthMinutes == nil }),
      let room = house.ledger.room(booking.room)
    else { return nil }
    let lacks = !grounding.features.misses(of: room).isEmpty
    guard lacks || !isSaid && slots.headcount != nil else { return nil }
    ground.features = grounding.features
    if let people = slots.headcount {
      ground.headcount = .is(people.value, .said(turn: state.turn))
    }
    return (referent, Purpose(.change(booking.reference), ground))
  }

  /// The two ends that a bare number may mean: `extend it by 2`.
  fileprivate var endsMeant: [Hypothesis]? {
    guard let when = slots.firstWhen, when.isShiftBare,
      case .length(let minutes) = when.shift?.value, minutes > 0
    else { return nil }
    return pointed("change", .becoming) { meant in
      let ground = ground(of: meant.booking)
      let said = grounding.request(on: ground, spokenOf: roomSpokenOf)
      return Purpose(.change(meant.booking.reference), ground.revised(by: said))
    }.map { hypothesis in
      guard case .pursue(let purposes, _, let issue) = hypothesis.move, purposes.count == 1,
        let reference = purposes[0].goal.reference, let booking = house.booking(reference)
      else { return hypothesis }
      let end = booking.span.end
      let hour = [minutes / 60, minutes / 60 + 12].compactMap { ClockTime(hour: $0) }
        .first { CivilMoment(end.date, $0) > end }
      guard let hour else { return hypothesis }
      var ground = ground(of: booking)
      var times = Times()
      times.end = .is(hour, .said(turn: state.turn))
      ground.times = ground.times.revised(by: times)
      var either = hypothesis
      either.move = .pursue(
        purposes + [Purpose(.change(reference), ground)], wanted: .oneOrAll, answering: issue)
      return either
    }
  }

  /// `delete Ann`: she is not to come, and all else stays.
  var cancelsPeople: Bool {
    intent == .cancel && !slots.people.isEmpty && slots.booking == nil && slots.mine == nil
      && slots.choice == nil && !namesPlace
  }

  /// Whether a line says no more than an end or a length, which only something else has a start to.
  fileprivate var saysEndAlone: Bool {
    guard slots.when.count == 1, let when = slots.firstWhen, slots.rooms.isEmpty
    else { return false }
    return when.start == nil && when.day == nil && (when.end != nil || when.lengthMinutes != nil)
  }

  /// `can we stay until 11`, `20 minutes longer`: said out of nothing it is of what lasts just now.
  var movesEndAlone: Bool {
    guard intent == .change, slots.when.count == 1, slots.target == nil, slots.targetRoom == nil,
      let when = slots.firstWhen, when.day == nil, when.start == nil
    else { return false }
    if case .length(let minutes) = when.shift?.value { return minutes > 0 }
    return when.end != nil
  }

  /// The booking spoken of last, if it stands and is the speaker's.
  var lastOwn: (referent: Referent, booking: Booking)? {
    guard let lastBooking, let last, last.state == .held, last.isHeld(by: house.user)
    else { return nil }
    return (lastBooking, last)
  }
}
