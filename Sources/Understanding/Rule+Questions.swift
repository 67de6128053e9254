// Questions, and lines that go on with the last one. Nothing is ever booked by them.

import Bookings
import CivilTime
import Discourse
import Language

extension Rule {
  static let questions = [ask, askInstead, goOn]

  /// `what is free at 2`, `is Bunker free`, `show B1`, `my bookings`.
  private static let ask = Rule(name: "ask") { context in
    guard let view = context.view, !context.namesWhatBecomes, context.fitForDone == nil else {
      return []
    }
    let isOfLast =
      context.intent == .show && context.lastBooking != nil && !context.saysContent
      && context.slots.choice == nil && context.slots.rooms.isEmpty
    // `which floor is that?`, of the room asked about since.
    let isOfRoom =
      context.intent == .show && context.slots.booking?.value == .last
      && !context.reading.namesTopic
      && context.question?.request.namedRoom != nil
      && (context.asked?.turn ?? 0) > (context.lastBooking?.turn ?? 0)
    if isOfRoom, let question = context.question {
      var request = question.request
      request.times = Times(on: request.times.day.asked)
      return [
        hypothesis(
          "ask", .pursue([Purpose(.tell(.room), request)], wanted: .all, answering: nil),
          in: context)
      ]
    }
    let isListed =
      context.intent == .show
      && (context.isOfBookingListed || context.bookingCounted != nil
        || context.slots.isPrivate != nil)
    if context.slots.booking != nil && [.show, .bookings].contains(context.intent) || isOfLast
      || isListed
    {
      return context.pointed("ask", .which) { meant in
        var asked = Request()
        if let isPrivate = context.slots.isPrivate {
          asked.isPrivate = context.grounding.said(isPrivate)
        }
        return Purpose(.tell(.booking(meant.booking.reference)), asked)
      }
    }
    // What no verb says goes on with the question before.
    if context.goesOn { return [] }
    let ground = context.groundOfQuestion(view)
    var relative = ground.times.start.value == nil ? Request() : ground
    if context.saysRelative { relative.times = context.timesSpokenOf }
    let said = context.grounding.request(on: relative, spokenOf: context.roomSpokenOf)
    var request = ground.revised(by: said)
    let isCompared = context.slots.rooms.count > 1
    let pointedOut = request.room.isUnsaid || isCompared ? context.roomPointedOut : nil
    if let pointedOut {
      request.room = .is(.named([pointedOut]), .said(turn: context.state.turn))
    }
    let isOfOne = view == .find && pointedOut != nil
    return [
      hypothesis(
        "ask",
        .pursue([Purpose(.tell(isOfOne ? .isFree : view), request)], wanted: .all, answering: nil),
        in: context)
    ]
  }

  /// `and Cockpit?`, behind what was done: whether it is free then; `and the other one?`.
  private static let askInstead = Rule(name: "askInstead") { context in
    if context.intent == .details || context.intent == .choose, context.reading.asks,
      !context.namesPlace, let booking = context.bookingCounted
    {
      let purpose = Purpose(.tell(.booking(booking.reference)), Request())
      return [
        hypothesis(
          "askInstead", .pursue([purpose], wanted: .all, answering: nil), in: context)
      ]
    }
    // `and the smallest?`
    if [.details, .choose].contains(context.intent), context.reading.asks,
      let room = context.roomPointedOut, context.slots.when.isEmpty
    {
      var request = Request()
      request.room = .is(.named([room]), .said(turn: context.state.turn))
      return [
        hypothesis(
          "askInstead", .pursue([Purpose(.tell(.room), request)], wanted: .all, answering: nil),
          in: context)
      ]
    }
    if context.asksOutOfNothing {
      let request = context.grounding.request(on: Request(), spokenOf: nil)
      let view = context.slots.rooms.isEmpty ? View.find : .isFree
      return [
        hypothesis(
          "askInstead", .pursue([Purpose(.tell(view), request)], wanted: .all, answering: nil),
          in: context)
      ]
    }
    guard context.asksForRoomInstead, let (done, booking) = context.justDone else { return [] }
    let ground = context.ground(of: booking)
    var request = Request()
    request.times = ground.times
    let said = context.grounding.request(on: ground, spokenOf: context.roomSpokenOf)
    return [
      hypothesis(
        "askInstead",
        .pursue(
          [Purpose(.tell(.isFree), request.revised(by: said))], wanted: .all, answering: nil),
        in: context, distance: context.distance(to: done))
    ]
  }

  /// `and tomorrow?`, `at 11?`, `only with a whiteboard`, `no, at 11` behind a question: it is
  /// asked again, with what the line says otherwise.
  private static let goOn = Rule(name: "goOn") { context in
    let hour = context.hourOfQuestion
    guard hour != nil || context.goesOn && context.fitForDone == nil, let asked = context.asked,
      let question = context.question
    else {
      return []
    }
    var said = context.grounding.request(
      on: question.request, spokenOf: context.roomSpokenOf)
    if let hour { said.times.start = .is(hour, .said(turn: context.state.turn)) }
    return [
      hypothesis(
        "goOn",
        .pursue(
          [
            Purpose(
              .tell(context.view(after: question)), question.request.revised(by: said))
          ], wanted: .all,
          answering: nil),
        in: context, distance: context.distance(to: asked))
    ]
  }
}

extension TurnContext {
  /// What a question asks to be told.
  var view: View? {
    switch intent {
    case .find: .find
    case .isFree: .isFree
    case .rooms: .rooms
    case .show: .room
    case .rules: .rules
    case .bookings: .bookings(ofSpeaker: slots.mine?.value == true)
    default: nil
    }
  }

  /// What a line asks to be told that goes on with a question: a room alone is asked about at the
  /// time asked about, or shown.
  func view(after question: (request: Request, view: View)) -> View {
    if isSaid, let view { return view }
    // `and at 12?`, behind what the room is like.
    if question.view == .room, slots.firstWhen?.start != nil { return .isFree }
    let namesRoomAlone = !slots.rooms.isEmpty && slots.when.isEmpty && intent == .details
    guard namesRoomAlone, [.find, .rooms].contains(question.view) else { return question.view }
    return question.request.times.start.value == nil ? .room : .isFree
  }

  /// `is it free until 11?`: the room asked about, or of the last booking, and the time behind it.
  private func takePlaceSpokenOf(into ground: inout Request) {
    // Of what is put together nobody else knows what it is.
    if let open = open?.purpose, open.goal == .book, let room = open.request.namedRoom {
      ground.room = .is(.named([room]), .referred(.asked))
      if slots.firstWhen?.day == nil { ground.times = Times(on: open.request.times.day.asked) }
      return
    }
    if !askedIsOver, let question, let room = question.request.namedRoom {
      ground.room = .is(.named([room]), .referred(.asked))
      if slots.firstWhen?.day == nil { ground.times = Times(on: question.request.times.day.asked) }
      return
    }
    guard slots.firstWhen?.day == nil, let last, last.state == .held else { return }
    ground.room = .is(.named([last.room]), .referred(.done))
    ground.times = Times(on: .is(.on(last.span.start.date), .referred(.done)))
    guard let when = slots.firstWhen, when.start == nil, let end = when.end?.value else { return }
    let start = end > last.span.end.time ? last.span.end.time : last.span.start.time
    ground.times.start = .is(start, .referred(.done))
    ground.times.end = .is(end, .said(turn: state.turn))
  }

  /// What a question does not say: what is free is asked for the time of what is put together, and
  /// a room is shown on the day asked about.
  func groundOfQuestion(_ view: View) -> Request {
    var ground = Request()
    switch view {
    case .find, .isFree:
      // `which ones do?`, behind whether one has a projector.
      if view == .find, reading.namesTopic, let question, question.view == .room,
        grounding.features == RoomFilter()
      {
        ground.features = question.request.features
      }
      if view == .isFree, slots.rooms.isEmpty || slots.rooms[0].value == .spokenOf,
        slots.headcount == nil, grounding.features == RoomFilter()
      {
        takePlaceSpokenOf(into: &ground)
      }
      if view == .isFree, !slots.rooms.isEmpty {
        if let times = timesAskedBefore { ground.times = times }
        if let day = dayOfDeed { ground.times = Times(on: day) }
      }
      guard let open = open?.purpose, open.goal == .book,
        view == .find || !slots.rooms.isEmpty, slots.firstWhen?.day == nil
      else { return ground }
      ground.times = open.request.times.asked
      if !slots.when.isEmpty { ground.times = Times(on: open.request.times.day.asked) }
    case .room:
      guard slots.firstWhen?.day == nil else { break }
      let isOfLast = slots.rooms.first?.value == .spokenOf && last?.room == roomSpokenOf
      if let last, isOfLast, question == nil || askedIsOver {
        ground.times = Times(on: .is(.on(last.span.start.date), .referred(.done)))
      } else if let question {
        ground.times = Times(on: question.request.times.day.asked)
      }
    case .bookings(ofSpeaker: false):
      // `who has it?`: the room just asked about, on that day.
      guard slots.rooms.first?.value == .spokenOf, slots.firstWhen?.day == nil else { break }
      if let open = open?.purpose, open.goal == .book {
        ground.times = Times(on: open.request.times.day.asked)
      } else if let question, !askedIsOver {
        ground.times = Times(on: question.request.times.day.asked)
      } else if let last, last.room == roomSpokenOf {
        ground.times = Times(on: .is(.on(last.span.start.date), .referred(.done)))
      }
    case .rooms, .rules, .booking, .bookings: break
    }
    return ground
  }

  /// `is Cockpit free?`, right behind the same of another room: then; `… at 12?`: on that day.
  private var timesAskedBefore: Times? {
    guard let asked, let question, !askedIsOver, distance(to: asked) == 0, !state.isOpen,
      [.isFree, .find].contains(question.view), slots.firstWhen?.day == nil,
      slots.firstWhen?.fromNowMinutes == nil
    else { return nil }
    let times = question.request.times
    return slots.when.isEmpty ? times.asked : Times(on: times.day.asked)
  }

  /// `is Aquarium free 11 to 1?`, while something is to be moved: on its day.
  private var dayOfDeed: Wish<DayWish>? {
    guard let when = slots.firstWhen, when.day == nil, when.fromNowMinutes == nil,
      let open = open?.purpose, case .change = open.goal
    else { return nil }
    return open.request.times.day.asked
  }

  /// Whether a line goes on with the question before it. A correction is read as a change, and may
  /// be one of the question.
  var goesOn: Bool {
    guard let asked, let question, saysContent, !asksAnew, !takesRoomAsked
    else { return false }
    switch intent {
    case .details, .rooms:
      guard slots.booking == nil, slots.title == nil else { return false }
    case .isFree: break
    case .find:
      guard slots.when.allSatisfy({ $0.fromNowMinutes == nil }),
        !askedIsOver || slots.also != nil || reading.namesTopic
      else { return false }
    case .no, .change:
      guard slots.booking == nil, slots.title == nil, slots.people.isEmpty, !askedIsOver,
        slots.targetRoom == nil, asBefore != .there,
        namesPlace || slots.target != nil, slots.description == nil
      else { return false }
    default: return false
    }
    // `half an hour earlier`, after a question of no time, is said of a booking.
    if question.request.times.start.isUnsaid,
      slots.when.contains(where: { $0.shift != nil && $0.day == nil })
    {
      return false
    }
    if intent == .details {
      // `same time`, after a question of no time, is said of a booking.
      if asBefore == .same, question.request.times.start.isUnsaid {
        return false
      }
      if !slots.people.isEmpty || askedIsOver && slots.also == nil && !asksByDayOrRoom {
        return false
      }
    }
    _ = asked
    return true
  }

  /// `what about Bunker on Friday?`, where nothing was spoken of that it could go on with.
  var asksOutOfNothing: Bool {
    reading.asks && intent == .details && slots.also != nil && namesPlace
      && slots.people.isEmpty && slots.booking == nil && !state.isOpen && asked == nil
      && justDone == nil
  }

  /// Whether a line asks about a room alone, behind what was done in another.
  var asksForRoomInstead: Bool {
    guard reading.asks, intent == .details, slots.rooms.count == 1, slots.when.isEmpty,
      slots.people.isEmpty, slots.booking == nil, !state.isOpen,
      asked == nil || askedIsOver
    else { return false }
    return justDone != nil
  }

  /// Whether a line says a day, a room or what must be in it, and no hours: that books nothing.
  private var asksByDayOrRoom: Bool {
    let when = slots.firstWhen
    guard when?.day != nil || !slots.rooms.isEmpty else { return false }
    return when?.start == nil && when?.end == nil && when?.lengthMinutes == nil
      && when?.shift == nil
  }

  /// The room that `the second` is of those listed last, and `the biggest` also of all.
  var roomPointedOut: RoomID? {
    guard var mention = slots.choice?.value,
      [.show, .rooms, .isFree, .find].contains(intent)
        || mention.isBySeats && [.details, .choose].contains(intent)
    else { return nil }
    // `which one has more seats?`
    if intent == .show || intent == .rooms, mention == .larger || mention == .smaller {
      mention = .bySeats(largest: mention == .larger)
    }
    var options = optionsInView
    // `which is larger, Bunker or Aquarium?`, or of those just compared, and else of all.
    var named = slots.rooms.flatMap { grounding.rooms(of: $0.value, roomSpokenOf) }
    if named.isEmpty, let asked, distance(to: asked) == 0,
      case .named(let rooms) = question?.request.room.value
    {
      named = rooms
    }
    let all = house.ledger.building.rooms.map(\.id)
    if named.count > 1 || mention.isBySeats && !roomsAreOffered {
      options = (named.count > 1 ? named : all).enumerated().map {
        Option($0.offset + 1, .room($0.element))
      }
    }
    return option(by: mention, of: options)?.offer.room
  }

  /// The times that `then` and `right after that` are counted from: those of the booking named, of
  /// what is put together, of what was asked about last, or of the last booking.
  var timesSpokenOf: Times {
    if case .reference(let number) = slots.booking?.value,
      let named = house.ledger.booking(BookingReference(number))
    {
      return house.request(of: named, as: .done).times
    }
    if let open = open?.purpose, open.goal == .book, open.request.times.start.value != nil {
      return open.request.times
    }
    if !askedIsOver, let question, question.request.times.start.value != nil {
      return question.request.times
    }
    guard let last, last.owner == house.user else { return Times() }
    var times = house.request(of: last, as: .done).times
    if !askedIsOver, let question { times.day = question.request.times.day.asked }
    return times
  }

  /// Whether a question says so much of its own that it goes on with none: a verb, and a room or a
  /// time, without `and` or `only`.
  var asksAnew: Bool {
    guard isSaid, slots.also == nil, !reading.namesTopic,
      ![.no, .change].contains(intent)
    else { return false }
    return intent == .isFree ? !slots.rooms.isEmpty : true
  }
}

extension Times {
  /// A day alone.
  init(on day: Wish<DayWish>) {
    self.init()
    self.day = day
  }

  /// The same, taken over from what was spoken of.
  fileprivate var asked: Times {
    var times = self
    (times.day, times.start, times.end) = (day.asked, start.asked, end.asked)
    (times.length, times.part) = (length.asked, part.asked)
    return times
  }
}

extension Wish {
  /// The same, taken over from what was asked about.
  var asked: Wish { value.map { .is($0, .referred(.asked)) } ?? .unsaid }
}
