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
      !context.meansAnother, !context.takesRoomAsked, context.bookingReplaced == nil,
      !context.reading.pointsAtRoom || context.fitForDone == nil
    else { return [] }
    let times = context.slots.firstWhen
    let hasStart =
      times?.start != nil || times?.fromNowMinutes != nil
      || times?.startsAsBefore.map { EarlierTime.following.contains($0.value) } == true
      || times?.window?.value.isWholeDay == true && !context.slots.rooms.isEmpty
    let isBare = context.intent == .details
    // `and at 11?` goes on with what was asked.
    if isBare, context.asked != nil, !context.askedIsOver,
      context.slots.also?.value == true || context.reading.isTentative
    {
      return []
    }
    if isBare, context.slots.booking?.value.isOneByName == true { return [] }
    guard
      !isBare || hasStart || context.beginsWithParts
        || !context.slots.people.isEmpty && !context.slots.rooms.isEmpty
    else { return [] }
    // What was listed is picked from.
    if context.slots.choice != nil, context.listed != nil { return [] }
    var ground = Request()
    var distance = 0
    if let asked = context.asked, let question = context.question,
      times?.day == nil, times?.fromNowMinutes == nil
    {
      // Something else than what was asked about may have been booked since.
      let isSameDay =
        !context.askedIsOver
        || context.last?.span.start.date == question.request.times.day.value?.first
      if isSameDay { ground.times.day = question.request.times.day.asked }
      if context.slots.rooms.isEmpty, !context.askedIsOver {
        ground.features = question.request.features
        ground.headcount = question.request.headcount.asked
        if isBare || question.view == .isFree { ground.room = question.request.room.asked }
      }
      if times == nil || times?.leavesStartOpen == true, !context.askedIsOver {
        ground.times.start = question.request.times.start.asked
        ground.times.part = question.request.times.part.asked
        if times?.end == nil { ground.times.length = question.request.times.length.asked }
      }
      distance = context.distance(to: asked)
    }
    if let missed = context.dayMissed, times?.day == nil, times?.fromNowMinutes == nil {
      ground.times.day = .is(.on(missed), .referred(.missed))
    }
    // An hour alone may as well correct what was just done.
    let isHourAlone =
      isBare && context.slots.rooms.isEmpty && context.grounding.features == RoomFilter()
      && context.slots.headcount == nil && context.slots.people.isEmpty
      && (context.asked == nil || context.askedIsOver)
    if isHourAlone { distance = Role.done.freshTurns }
    if let days = context.daysMeant(ground) {
      let purposes = days.map { day in
        var request = ground.revised(by: context.grounding.request(on: ground))
        if let day { request.times.day = .is(.on(day), .assumed(.day)) }
        return Purpose(.book, request)
      }
      return [
        hypothesis("order", .pursue(purposes, wanted: .oneOrAll, answering: nil), in: context)
      ]
    }
    var hypothesis = context.booking("order", on: ground, distance: distance)
    // Without a verb, words that mean nothing may say that nothing is wanted.
    let isGuess = !context.isSaid && context.reading.leavesWeight && !context.state.isOpen
    if isHourAlone || isGuess { hypothesis.doubts.insert(.guessed) }
    if case .is(_, .referred(.missed)) = ground.times.day {
      hypothesis.doubts.insert(.restsOnMissed)
    }
    return [hypothesis]
  }

  /// `take it`, `book it at 4`, `yes` right behind *Yes, it is free*: what was asked about last.
  private static let takeAsked = Rule(name: "takeAsked") { context in
    let takesRoom = context.intent == .yes && !context.slots.rooms.isEmpty
    // Only what was asked about can be taken, whatever was done since.
    let takes = context.intent == .yes && context.meansAsked
    guard let asked = context.asked, let question = context.question,
      context.slots.choice == nil || context.meansAsked, takes || !context.askedIsOver,
      context.meansAsked || takesRoom || context.takesThere || context.takesRoomAsked
        || context.intent == .yes && !context.saysContent
    else { return [] }
    var ground = question.request
    if context.slots.firstWhen?.day != nil { ground.times.day = .unsaid }
    // A room that is named is wanted as it is, whatever was asked about it.
    if !context.slots.rooms.isEmpty || ground.namedRoom != nil { ground.features = RoomFilter() }
    if ground.room.isUnsaid, case .options(let listed) = context.listed?.entity {
      let rooms = listed.compactMap(\.offer.room)
      if !rooms.isEmpty { ground.room = .is(.named(rooms.withoutRepeats), .referred(.shown)) }
    }
    if let open = context.open, open.purpose.goal == .book {
      // The day it was only shown for is not that of what is put together.
      if case .is(_, .assumed) = ground.times.day { ground.times.day = .unsaid }
      var hypothesis = context.revision("takeAsked", of: open, taking: ground.asked)
      if !context.meansAsked, !context.takesThere, !takesRoom {
        hypothesis.doubts.insert(.answersEarlier)
      }
      return [hypothesis]
    }
    // `ok` may be said to the answer only: what would be booked is shown.
    let isGuess = context.intent == .details && context.reading.leavesWeight
    let isSure =
      context.meansAsked && !isGuess || context.takesRoomAsked
      || context.intent == .yes && !context.reading.asks
        && (takesRoom || !context.reading.isAcknowledgement && !context.state.isOpen)
    let doubts: Set<Doubt> = isSure ? [] : [.hedged]
    var hypothesis = context.booking(
      "takeAsked", on: ground.asked, distance: context.distance(to: asked))
    hypothesis.doubts.formUnion(doubts)
    return [hypothesis]
  }

  /// `the big one`, `take the second`, behind a list of rooms.
  private static let takeListed = Rule(name: "takeListed") { context in
    let saysSpan = context.intent == .details && context.slots.firstWhen?.start != nil
    guard let mention = context.slots.choice?.value,
      [.choose, .book, .yes].contains(context.intent) || saysSpan && !context.reading.asks,
      let listed = context.state.salient(.options, in: [.shown], .fresh),
      case .options(let options) = listed.entity,
      let option = context.option(by: mention, of: options)
    else { return [] }
    var ground = context.question?.request.asked ?? Request()
    // `the smaller of those tomorrow at 11`
    let saysTime = context.slots.when.contains { $0.day != nil || $0.start != nil }
    switch option.offer {
    case .hold(let room, _) where saysTime:
      ground.room = .is(.named([room]), .referred(.shown))
      (ground.features, ground.headcount) = (RoomFilter(), .unsaid)
    case .hold(let room, let span):
      ground.room = .is(.named([room]), .referred(.shown))
      ground.times.day = .is(.on(span.start.date), .referred(.shown))
      ground.times.start = .is(span.start.time, .referred(.shown))
      let minutes = context.house.ledger.zone.minutes(of: span)
      ground.times.length = context.slots.when.isEmpty ? .is(minutes, .referred(.shown)) : .unsaid
    case .room(let room), .anyway(let room, _): ground.room = .is(.named([room]), .referred(.shown))
    case .booking, .all: return []
    }
    var hypothesis = context.booking(
      "takeListed", on: ground, distance: context.distance(to: listed),
      reaching: context.slots.when.isEmpty ? .besidePlace : .all)
    // `is there one without stairs?`
    if context.reading.asks { hypothesis.doubts.insert(.guessed) }
    return [hypothesis]
  }

  /// `another one at 2`, `the same next Tuesday`, `and Thursday, too`: what is not said of it is as
  /// of the last booking.
  private static let another = Rule(name: "another") { context in
    guard context.meansAnother, context.bookingCounted == nil,
      [.book, .draft, .details].contains(context.intent),
      let (referent, like) = context.likeWhich
    else { return [] }
    // `Monday too`, behind a question, asks again.
    let isSame = context.asBefore == .same
    if context.intent == .details, !isSame, context.asked == referent { return [] }
    var ground = like
    ground.people = .unsaid
    ground.title = .unsaid
    ground.description = .unsaid
    if context.asBefore == .further { ground.isPrivate = .unsaid }
    // `same time`, right after it was moved to another day.
    if context.intent == .details, context.asBefore == .same,
      context.slots.rooms.isEmpty, context.slots.firstWhen?.day == nil,
      case .booking(let reference) = referent.entity
    {
      return [
        hypothesis(
          "another",
          .pursue([Purpose(.change(reference), like.unchanged)], wanted: .all, answering: nil),
          in: context, distance: context.distance(to: referent))
      ]
    }
    var hypothesis = context.booking(
      "another", on: ground, distance: context.distance(to: referent))
    let isGuess = context.reading.asks || context.reading.leavesWeight
    if context.intent == .details, isGuess { hypothesis.doubts.insert(.guessed) }
    return [hypothesis]
  }
}

extension TurnContext {
  /// Whether a verb of booking, or of taking, is said of `it`: what was asked about last.
  var meansAsked: Bool {
    let takes: [Intent] = [.book, .draft, .yes, .choose, .details]
    let isPointed =
      slots.booking?.value == .last || slots.choice?.value == .any
      || intent == .book && asBefore == .there
    // `nimm das zweite` is one of those that were listed.
    let isOneOfSeveral = slots.choice.map { $0.value != .any } ?? false
    return takes.contains(intent) && isPointed && slots.rooms.isEmpty && !followsThat
      && !(isOneOfSeveral && listed != nil)
  }

  /// Whether parts of an order stand alone where there is nothing that they could be said of:
  /// `Dachstube on Friday`, `five people tomorrow`.
  var beginsWithParts: Bool {
    let saysDay = slots.firstWhen?.day != nil
    guard intent == .details, !reading.asks, asked == nil, !state.isOpen, slots.booking == nil,
      slots.choice == nil, slots.target == nil, asBefore == nil, !reading.leavesWeight,
      slots.when.allSatisfy({ $0.bound == .exact }),
      listingOfOtherDays == nil
    else { return false }
    let namesBoth = !slots.rooms.isEmpty && saysDay
    return namesBoth
      || justDone == nil && (!slots.rooms.isEmpty || saysDay || slots.headcount != nil)
  }

  /// Whether a line takes the room asked about, at the times that it says, or another at the time
  /// asked about: `ok, 6 to 7 then`, `then the Bunker`.
  var takesRoomAsked: Bool {
    // `half five is fine`
    let isSettled = intent == .change && reading.assents && slots.booking == nil
    guard intent == .details || isSettled, !reading.asks, !reading.isTentative,
      slots.also == nil, !askedIsOver, let question
    else { return false }
    if slots.when.isEmpty, slots.target == nil {
      return reading.agrees && slots.rooms.count == 1 && slots.choice == nil
        && !reading.leavesWeight && !state.isOpen && question.request.times.start.value != nil
        && [.find, .isFree].contains(question.view)
    }
    guard let when = slots.target ?? slots.firstWhen,
      when.start != nil || when.end != nil || when.lengthMinutes != nil
    else { return false }
    if slots.rooms.isEmpty {
      return reading.agrees && question.view == .isFree && question.request.namedRoom != nil
    }
    // `the Bunker then, until 10`: one of those that were listed.
    guard question.view == .find, case .options(let options) = listed?.entity else { return false }
    let rooms = slots.rooms.flatMap { grounding.rooms(of: $0.value, roomSpokenOf) }
    return rooms.count == 1 && options.contains { $0.offer.room == rooms[0] }
  }

  /// What a line is like that wants one more, or the same time: what was asked about last, or the
  /// last booking, on the day asked about since.
  var likeWhich: (Referent, Request)? {
    let booking = last.flatMap { last in
      lastBooking.map { ($0, house.request(of: last, as: .done)) }
    }
    let isSame = asBefore == .same
    guard let asked, let question, isSame || booking == nil,
      booking.map({ $0.0.turn < asked.turn }) ?? true
    else { return booking }
    guard question.request.times.start.value == nil else { return (asked, question.request.asked) }
    guard var (referent, request) = booking else { return nil }
    request.times.day = question.request.times.day.asked
    referent = asked
    return (referent, request)
  }

  /// `take that instead`, while something is put together.
  var takesThere: Bool {
    asBefore == .there && open?.purpose.goal == .book
      && slots.targetRoom == nil && asked != nil && !askedIsOver
  }

  /// Whether one more is wanted like what was spoken of.
  var meansAnother: Bool {
    switch asBefore {
    case .another, .same, .further: true
    default: false
    }
  }

  /// That the line wants a room, on the ground of what it does not say.
  func booking(
    _ rule: String, on ground: Request, distance: Int, reaching reach: Grounding.Reach = .all
  ) -> Hypothesis {
    var ground = ground
    // Whose booking it follows tells the day.
    if bookingToFollow != nil { ground.times = Times() }
    var relative = ground
    if saysRelative, ground.times.start.isUnsaid {
      relative.times = timesSpokenOf.revised(by: ground.times)
    }
    let said = grounding.request(on: relative, reaching: reach, spokenOf: roomSpokenOf)
    let isShown = intent == .draft || intent == .wait
    let wanted = ground.revised(by: said)
    let requests =
      eachRoomWithTime(wanted, on: ground)
      ?? severalTimes(on: ground).flatMap { times in
        var request = wanted
        if let times { request.times = ground.revised(by: Request(of: times)).times }
        return eachRoom(of: request)
      }
    let purposes = requests.map { Purpose(.book, $0, showsFirst: isShown) }
    return Rule.hypothesis(
      rule, .pursue(purposes, wanted: slots.isEither ? .one : .all, answering: nil), in: self,
      distance: distance)
  }

  /// The same for each room with the time said of it; nil if the line does not say them in turn.
  private func eachRoomWithTime(_ wanted: Request, on ground: Request) -> [Request]? {
    let pairs = slots.roomsWithTimes
    let rooms = pairs.map { grounding.rooms(of: $0.room, roomSpokenOf) }
    guard !pairs.isEmpty, rooms.allSatisfy({ $0.count == 1 }) else { return nil }
    return zip(pairs, rooms).map { pair, rooms in
      var one = wanted
      one.room = .is(.named(rooms), .said(turn: state.turn))
      let times = grounding.times(of: pair.when, on: ground.times, room: rooms[0])
      one.times = ground.revised(by: Request(of: times)).times
      return one
    }
  }

  /// The same for each of the rooms, where the line joins them: `Bunker and Cockpit`.
  private func eachRoom(of request: Request) -> [Request] {
    guard slots.joinsRooms, case .named(let rooms) = request.room.value, rooms.count > 1 else {
      return [request]
    }
    return rooms.map { room in
      var one = request
      one.room = .is(.named([room]), .said(turn: state.turn))
      return one
    }
  }

  /// Each of several times that the line says, `the day after` counted from the one before it; nil
  /// alone where it says one at most.
  private func severalTimes(on ground: Request) -> [Times?] {
    let timed = slots.when.filter { $0.start != nil || $0.countsDays }
    guard timed.count > 1, timed[0].start != nil, slots.target == nil else { return [nil] }
    var before: Times?
    return timed.map { when in
      var base = ground.times
      if when.countsDays, let before { base = before }
      let said = grounding.times(of: when, on: base, room: ground.namedRoom)
      let times = when.start == nil ? base.revised(by: said) : said
      before = times
      return times
    }
  }
}

extension Request {
  /// A request of times alone.
  init(of times: Times) {
    self.init()
    self.times = times
  }

  /// The same, taken over from what was asked about.
  var asked: Request {
    var request = self
    request.room = room.asked
    request.times.day = times.day.asked
    request.times.start = times.start.asked
    request.times.end = times.end.asked
    request.times.length = times.length.asked
    request.headcount = headcount.asked
    return request
  }
}

extension When {
  /// Whether it says how long something lasts or when it ends, and nothing else.
  fileprivate var leavesStartOpen: Bool {
    (lengthMinutes != nil || end != nil) && day == nil && start == nil && window == nil
      && fromNowMinutes == nil && shift == nil
  }
}

extension BookingMention {
  /// Whether it is a number or a title.
  var isOneByName: Bool {
    switch self {
    case .reference, .titled: true
    case .last, .mine, .next: false
    }
  }
}

extension Request {
  /// The same, said to stay as it is.
  fileprivate var unchanged: Request {
    var request = self
    if let start = times.start.value { request.times.start = .is(start, .said(turn: 0)) }
    return request
  }
}

extension ClockWindow {
  /// From midnight to midnight: `all day`.
  fileprivate var isWholeDay: Bool { from == .midnight && to == .endOfDay }
}
