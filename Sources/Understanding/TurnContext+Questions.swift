// What questions are about, what lines go on with them, and what they do not say themselves.

import Bookings
import CivilTime
import Discourse
import Language

extension TurnContext {
  /// What a question asks to be told.
  var view: View? {
    if seeksTime { return nil }
    return switch intent {
    case .find: pointsAtRoomSpokenOf ? .isFree : .find
    case .isFree:
      slots.rooms.isEmpty && !slots.people.isEmpty ? .bookings(ofSpeaker: false) : .isFree
    // `is there one with a screen?`, while a room is sought.
    case .rooms where open?.purpose.goal == .book && grounding.features != RoomFilter(): .find
    case .rooms: .rooms
    case .show: .room
    case .rules: .rules
    // Of people of whom nothing is known their bookings are told.
    case .findTime:
      seeksTime ? nil : .bookings(ofSpeaker: slots.mine?.value == true || asksOfOwn)
    case .bookings: .bookings(ofSpeaker: slots.mine?.value == true || asksOfOwn)
    case .news: .news
    case .details where asksForTheirs: .bookings(ofSpeaker: false)
    default: nil
    }
  }

  /// `what does that leave?`, behind one of a series that was given up, or all that were changed.
  var seriesAsked: SeriesReference? {
    guard intent == .show, !saysContent, slots.rooms.isEmpty, slots.choice == nil,
      slots.booking == nil || slots.booking?.value == .last, reading.fateAsked == nil
    else { return nil }
    return seriesStanding
  }

  /// `who is coming?`, of what is being put together, or of a booking that more are to come to.
  var asksOfDraft: Bool {
    guard let open, !reading.namesTopic, open.askedTurn >= (lastBooking?.turn ?? 0) else {
      return false
    }
    switch open.purpose.goal {
    case .book: break
    case .change: guard open.question.isOfPerson else { return false }
    case .cancel, .wait, .stopWaiting, .ride, .tell: return false
    }
    // `who is in it now`, while somebody is asked about.
    let isOfIt =
      intent == .bookings && slots.rooms.map(\.value) == [.spokenOf] && open.question.isOfPerson
    guard intent == .show && slots.rooms.isEmpty || isOfIt else { return false }
    let isOfLast = slots.booking?.value == .last && !reading.bookingHasNoun
    let isRatherOfBooking =
      slots.booking == nil && reading.odds.map { $0[.own] + $0[.whose] > $0[.room] } ?? false
    return (isOfLast || isRatherOfBooking) && (slots.choice == nil || slots.choice?.value == .all)
      && slots.when.allSatisfy(\.isNowAlone) && slots.people.isEmpty && slots.isPrivate == nil
      && grounding.features == RoomFilter() && slots.headcount == nil
  }

  /// `so it's free all day?`, `would 4 be free there?`: whether the room spoken of is.
  private var pointsAtRoomSpokenOf: Bool {
    reading.pointsAtSpoken && slots.rooms.isEmpty && slots.headcount == nil
      && grounding.features == RoomFilter() && slots.choice == nil && roomSpokenOf != nil
      && (asked != nil || justDone != nil || state.isOpen)
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
    let saysDay = slots.firstWhen?.day != nil || slots.firstWhen?.fromNowMinutes != nil
    // Of what is put together nobody else knows what it is.
    if let open = open?.purpose, open.goal == .book, let room = open.request.namedRoom {
      ground.room = .is(.named([room]), .referred(.asked))
      if !saysDay { ground.times = Times(on: open.request.times.day.asked) }
      return
    }
    if !askedIsOver, let question, let room = roomAsked {
      ground.room = .is(.named([room]), .referred(.asked))
      if !saysDay { ground.times = Times(on: question.request.times.day.asked) }
      return
    }
    guard let last, last.state == .held else { return }
    ground.room = .is(.named([last.room]), .referred(.done))
    guard !saysDay else { return }
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
      // `what else fits eight?`
      if slots.rooms.isEmpty, view == .find, let times = timesAskedBefore { ground.times = times }
      if !slots.rooms.isEmpty {
        if let times = timesAskedBefore ?? timesOfDone { ground.times = times }
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
      if let open = open?.purpose, !open.request.times.day.isUnsaid {
        ground.times = Times(on: open.request.times.day.asked)
      } else if let question, !askedIsOver {
        ground.times = Times(on: question.request.times.day.asked)
      } else if let wait = waitSpokenOf {
        ground.times = Times(on: .is(.on(wait.wish.window.start.date), .referred(.done)))
      } else if let last, last.room == roomSpokenOf {
        ground.times = Times(on: .is(.on(last.span.start.date), .referred(.done)))
      }
    case .rooms, .rules, .draft, .booking, .series, .bookings, .waits, .news: break
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

  /// `is the Cockpit free as well?`, right behind what was done in another room: then.
  private var timesOfDone: Times? {
    guard let (done, booking) = justDone, distance(to: done) == 0, !state.isOpen,
      asked == nil || askedIsOver, slots.when.isEmpty, slots.rooms.count == 1,
      grounding.rooms(of: slots.rooms[0].value, roomSpokenOf) != [booking.room]
    else { return nil }
    return house.request(of: booking, as: .done).times.asked
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
    guard asked != nil, let question, saysContent, !asksAnew, !takesRoomAsked
    else { return false }
    switch intent {
    case .details, .rooms:
      guard slots.booking == nil, slots.title == nil, !isOfDeed(question),
        slots.choice == nil || !takes
      else { return false }
    case .isFree: break
    case .find:
      guard slots.when.allSatisfy({ $0.fromNowMinutes == nil }),
        !askedIsOver || slots.also != nil || reading.namesTopic
      else { return false }
    // `and in the Aquarium?`, where no booking was spoken of that could go there.
    case .change where slots.targetRoom != nil && lastBooking == nil:
      if slots.booking != nil || !slots.people.isEmpty || askedIsOver { return false }
    case .no, .change:
      guard slots.booking == nil, slots.mine == nil, slots.title == nil, slots.people.isEmpty,
        !askedIsOver,
        slots.targetRoom == nil, asBefore != .there, corrects(question),
        namesPlace || slots.target != nil || !slots.unwantedRooms.isEmpty, slots.description == nil
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
    return true
  }

  /// What was told of bookings in the line before, where this one says other days and nothing else:
  /// `and the rest of the week?`.
  var listingOfOtherDays: Referent? {
    guard intent == .details, !state.isOpen, slots.rooms.isEmpty, slots.people.isEmpty,
      slots.also != nil || reading.asks || justDone == nil, slots.headcount == nil,
      slots.booking == nil, slots.title == nil, slots.when.count == 1, let when = slots.firstWhen,
      when.day != nil, when.start == nil, when.end == nil, when.lengthMinutes == nil,
      when.shift == nil, asBefore == nil
    else { return nil }
    return state.salient(.request, in: [.shown], .justNow)
  }

  /// `super, bis 17 Uhr`, behind what the room of the last booking is like: hours are of that.
  private func isOfDeed(_ question: (request: Request, view: View)) -> Bool {
    guard asksWhatDoneIsLike, !reading.asks else { return false }
    // `then the Cockpit`: nothing more is asked.
    if !slots.rooms.isEmpty { return slots.also == nil && !asksWhatRoomIsLike }
    return asBefore != nil
      || slots.when.contains {
        $0.start != nil || $0.end != nil || $0.lengthMinutes != nil || $0.shift != nil
      }
  }

  /// Whether what a line says otherwise may be meant of a question: of what is no hour, no hour.
  private func corrects(_ question: (request: Request, view: View)) -> Bool {
    let saysHour = slots.target != nil || slots.when.contains { $0.start != nil || $0.shift != nil }
    switch question.view {
    case .find, .isFree: return true
    case .rooms, .bookings, .rules, .draft, .waits, .news: return !saysHour
    case .room, .booking, .series: return !saysHour && !slots.rooms.isEmpty
    }
  }

  /// `what about Bunker on Friday?`, `Bunker on Friday?`, where nothing was spoken of that it
  /// could go on with.
  var asksOutOfNothing: Bool {
    reading.asks && intent == .details && (slots.also != nil || !reading.leavesWeight) && namesPlace
      && slots.people.isEmpty && slots.booking == nil && !state.isOpen && asked == nil
      && justDone == nil && listingOfOtherDays == nil
  }

  /// `what about the Cockpit?`, while rooms are offered: a question takes none.
  var asksOfRoomBeside: Bool {
    guard let open, open.purpose.goal == .book, intent == .details, slots.also != nil,
      reading.asks, slots.rooms.count == 1, !open.question.options.isEmpty
    else { return false }
    return slots.people.isEmpty && slots.booking == nil && slots.choice == nil
  }

  /// Whether a line asks about a room alone, behind what was done in another.
  var asksForRoomInstead: Bool {
    guard reading.asks, intent == .details, slots.rooms.count == 1, slots.when.isEmpty,
      slots.people.isEmpty, slots.booking == nil, !state.isOpen,
      asked == nil || askedIsOver, !isRather([.change, .part])
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
    if case .reference(let number) = slots.booking?.value {
      let named = house.booking(BookingReference(number))
      return named.map { house.request(of: $0, as: .done).times } ?? Times()
    }
    if let open = open?.purpose, open.goal == .book, open.request.times.start.value != nil {
      return open.request.times
    }
    if !askedIsOver, let question, question.request.times.start.value != nil {
      return question.request.times
    }
    if let had = bookingToFollow { return house.request(of: had, as: .done).times }
    if let (_, waited) = waitedFor { return waited.times }
    // Who is named and has nothing there is followed by nothing.
    if asBefore == .nextOfOther || asBefore == .nextOfNamed { return Times() }
    guard let last, last.isHeld(by: house.user) else { return Times() }
    var times = house.request(of: last, as: .done).times
    if !askedIsOver, let question { times.day = question.request.times.day.asked }
    return times
  }

  /// `and Jana?`, behind somebody's bookings: hers; `is it Tom?`, behind who has a room: whether he
  /// has it.
  var askedOfPerson: Request? {
    guard reading.asks, [.details, .addAttendee].contains(intent), !namesPlace,
      slots.people.count == 1,
      slots.people[0].isNameAlone, slots.booking == nil || slots.booking?.value == .last,
      slots.title == nil, !state.isOpen
    else { return nil }
    let shown = state.salient(.request, in: [.shown, .asked], .justNow)
    guard case .request(let request, .tell(.bookings(let ofSpeaker))) = shown?.entity else {
      return nil
    }
    var asked = Request()
    asked.times = ofSpeaker ? Times(on: request.times.day.asked) : request.times.asked
    if !ofSpeaker { asked.room = request.room.asked }
    asked.people = grounding.people(on: Request())
    return asked
  }

  /// Whether a question says so much of its own that it goes on with none: a verb, and a room or a
  /// time, without `and` or `only`.
  var asksAnew: Bool {
    guard isSaid, slots.also == nil, !reading.namesTopic,
      ![.no, .change].contains(intent)
    else { return false }
    // `something with a TV would be good` narrows down what was found.
    let saysNeedOnly =
      intent == .find && slots.when.isEmpty && slots.rooms.isEmpty
      && grounding.features != RoomFilter() && question?.view == .find && !askedIsOver
    return intent == .isFree ? !slots.rooms.isEmpty : !saysNeedOnly
  }
}

extension Times {
  /// A day alone.
  init(on day: Wish<DayWish>) {
    self.init()
    self.day = day
  }

  /// The same, taken over from what was spoken of.
  var asked: Times {
    var times = self
    (times.day, times.start, times.end) = (day.asked, start.asked, end.asked)
    (times.length, times.part) = (length.asked, part.asked)
    return times
  }
}
