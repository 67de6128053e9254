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
    guard [.book, .draft, .details].contains(context.intent), !context.meansAsked,
      !context.meansAnother, !context.takesRoomAsked, context.bookingReplaced == nil,
      context.goneReplaced == nil,
      context.waitNamed == nil,
      !context.reading.pointsAtRoom || context.fitForDone == nil,
      context.isWhole || !context.saysOfPartOfSeries
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
        || context.slots.people.contains(where: { !$0.isLeftOut }) && !context.slots.rooms.isEmpty
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
    // `9 to 10 then`, behind what was given up.
    if isBare, let given = context.state.salient(.request, in: [.offered], .justNow),
      case .request(let request, .book) = given.entity, context.slots.headcount == nil
    {
      if ground.room.isUnsaid { ground.room = request.room.asked }
      if ground.times.day.isUnsaid, times?.day == nil { ground.times.day = request.times.day.asked }
    }
    // `ok, then the Cockpit, 11 to 12`, behind what there is tomorrow.
    if ground.times.day.isUnsaid, times?.day == nil, times?.fromNowMinutes == nil,
      let listing = context.state.salient(.request, in: [.shown], .justNow),
      case .request(let request, _) = listing.entity
    {
      ground.times.day = request.times.day.asked
    }
    if ground.room.isUnsaid, let (referent, room) = context.roomOfOrder,
      !isBare || context.reading.agrees || hasStart && context.tellsOfRoomAsked
    {
      ground.room = .is(.named([room]), .referred(referent.role))
      ground.features = RoomFilter()
      distance = context.distance(to: referent)
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
    // What was asked of the room of what was booked is no more to be had.
    let takesRoom =
      context.intent == .yes && !context.slots.rooms.isEmpty && !context.asksWhatDoneIsLike
    // Only what was asked about can be taken, whatever was done since.
    let takes = context.intent == .yes && context.meansAsked
    guard let asked = context.asked, let question = context.question,
      context.slots.choice == nil || context.meansAsked || context.takesRoomAsked,
      context.waitNamed == nil, takes || !context.askedIsOver,
      context.meansAsked || takesRoom || context.takesThere || context.takesRoomAsked
        || context.invitesToWhatIsAsked || context.intent == .yes && !context.saysContent
    else { return [] }
    if let longer = context.bookingAskedLonger {
      var request = context.ground(of: longer)
      let said = context.grounding.request(on: request).times.end
      let end = said.isUnsaid ? question.request.times.end(in: context.house) : said
      request.times = request.times.revised(by: Times(until: end))
      return [
        hypothesis(
          "takeAsked",
          .pursue([Purpose(.change(longer.reference), request)], wanted: .all, answering: nil),
          in: context, distance: context.distance(to: asked))
      ]
    }
    var ground = question.request
    // Whose bookings were asked for does not come.
    if case .bookings = question.view { ground.people = .unsaid }
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
    // `my Bunker tomorrow, could it be at 9? yes` may move it as well.
    let isBesideOwn = context.slots.when.isEmpty && context.isAskedBesideOwn
    let doubts: Set<Doubt> = isSure && !isBesideOwn ? [] : [.hedged]
    var hypothesis = context.booking(
      "takeAsked", on: ground.asked, distance: context.distance(to: asked))
    hypothesis.doubts.formUnion(doubts)
    return [hypothesis]
  }

  /// `the big one`, `take the second`, behind a list of rooms.
  private static let takeListed = Rule(name: "takeListed") { context in
    let saysSpan = context.slots.firstWhen?.start != nil
    guard let mention = context.slots.choice?.value,
      [.choose, .book, .yes].contains(context.intent)
        || context.intent == .details && (context.takes || saysSpan && !context.reading.asks),
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
    case .several, .booking, .series, .person, .leg, .ofRide, .instant, .all: return []
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
