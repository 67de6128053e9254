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
    let named = context.namesSeries ? context.seriesMeant?.first?.series?.series : nil
    if [.show, .bookings].contains(context.intent), let series = named ?? context.seriesAsked {
      let purpose = Purpose(.tell(.series(series)), Request())
      return [
        hypothesis("ask", .pursue([purpose], wanted: .all, answering: nil), in: context)
      ]
    }
    if context.asksOfDraft {
      let purpose = Purpose(.tell(.draft), Request())
      return [hypothesis("ask", .pursue([purpose], wanted: .all, answering: nil), in: context)]
    }
    let isOfLast =
      context.intent == .show && context.lastBooking != nil && !context.saysContent
      && context.slots.choice == nil && context.slots.rooms.isEmpty
    // `which floor is that?`, of the room asked about since.
    let isOfRoom =
      context.intent == .show && context.roomAsked != nil && !context.reading.namesTopic
      && (context.slots.booking?.value == .last
        || context.slots.booking == nil && !context.saysContent && context.slots.choice == nil
          && context.slots.rooms.isEmpty)
      && (context.asked?.turn ?? 0) > (context.lastBooking?.turn ?? 0)
    if isOfRoom, let question = context.question {
      var request = question.request
      if let room = context.roomAsked { request.room = .is(.named([room]), .referred(.asked)) }
      let view = context.viewOfRoomAsked
      let isOfThen = view == .bookings(ofSpeaker: false) && question.view == view
      request.times = isOfThen ? request.times.asked : Times(on: request.times.day.asked)
      return [
        hypothesis(
          "ask", .pursue([Purpose(.tell(view), request)], wanted: .all, answering: nil),
          in: context)
      ]
    }
    if let asked = context.roomAskedWhatLike {
      return [
        hypothesis(
          "ask", .pursue([Purpose(.tell(.room), asked)], wanted: .all, answering: nil), in: context)
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
    // `who has it?`, where no room was spoken of.
    if view == .bookings(ofSpeaker: false), context.slots.rooms.first?.value == .spokenOf,
      context.roomSpokenOf == nil
    {
      var request = context.grounding.request(on: Request())
      request.room = .is(.other(than: []), .said(turn: context.state.turn))
      return [
        hypothesis(
          "ask", .pursue([Purpose(.tell(view), request)], wanted: .all, answering: nil),
          in: context)
      ]
    }
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
    // `how many does it take?`, `whiteboard there?`
    if view == .room, request.room.isUnsaid, context.slots.choice == nil,
      context.reading.odds.map({ $0[.room] > 0.5 }) ?? false,
      context.slots.when.isEmpty, let room = context.roomSpokenOf
    {
      request.room = .is(.named([room]), .referred(.asked))
    }
    var told = view == .find && pointedOut != nil ? .isFree : view
    // `is there a whiteboard in the Dachstube?` asks about the room, whenever.
    if view == .find, request.namedRoom != nil, request.features != RoomFilter() { told = .room }
    return [
      hypothesis(
        "ask", .pursue([Purpose(.tell(told), request)], wanted: .all, answering: nil), in: context)
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
    if let asked = context.askedOfPerson {
      let purpose = Purpose(.tell(.bookings(ofSpeaker: false)), asked)
      return [
        hypothesis("askInstead", .pursue([purpose], wanted: .all, answering: nil), in: context)
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
    if context.asksOfRoomBeside, let open = context.open {
      var request = Request()
      request.times = open.purpose.request.times.asked
      let said = context.grounding.request(on: request, spokenOf: context.roomSpokenOf)
      return [
        hypothesis(
          "askInstead",
          .pursue(
            [Purpose(.tell(.isFree), request.revised(by: said))], wanted: .all, answering: nil),
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
    if let listing = context.listingOfOtherDays,
      case .request(let request, let goal) = listing.entity
    {
      let said = context.grounding.request(on: request, spokenOf: context.roomSpokenOf)
      return [
        hypothesis(
          "goOn", .pursue([Purpose(goal, request.revised(by: said))], wanted: .all, answering: nil),
          in: context, distance: context.distance(to: listing))
      ]
    }
    // `and after that?`, behind who has a room: whether it is free then.
    if context.intent == .details, context.slots.rooms.isEmpty,
      context.question?.view == .bookings(ofSpeaker: false), let had = context.bookingToFollow,
      context.question?.request.namedRoom == had.room
    {
      var request = Request()
      request.room = .is(.named([had.room]), .referred(.asked))
      request.times.day = .is(.on(had.span.end.date), .referred(.shown))
      request.times.start = .is(had.span.end.time, .said(turn: context.state.turn))
      return [
        hypothesis(
          "goOn", .pursue([Purpose(.tell(.isFree), request)], wanted: .all, answering: nil),
          in: context)
      ]
    }
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

extension Wish {
  /// The same, taken over from what was asked about.
  var asked: Wish { value.map { .is($0, .referred(.asked)) } ?? .unsaid }
}
