// What an order takes over from what was spoken of, and what it wants of it.

import Bookings
import CivilTime
import Discourse
import Language

extension TurnContext {
  /// Until when what was just done can last, where it is to last as long as can be.
  var longestOfDone: (booking: Booking, end: ClockTime)? {
    guard !state.isOpen, [.details, .change, .no, .book].contains(intent), slots.rooms.isEmpty,
      let longest = slots.when.first(where: \.isLongest), longest.day == nil, longest.start == nil,
      let (done, booking) = justDone, distance(to: done) == 0,
      let room = house.ledger.room(booking.room)
    else { return nil }
    let behind = house.ledger.freeSpans(in: booking.room, on: booking.span.start.date)
      .first { $0.start <= booking.span.end && booking.span.end < $0.end }
    guard let end = behind?.end, end.date == booking.span.start.date else { return nil }
    let latest = booking.span.start.time.minutes + room.policy.longestMinutes
    return ClockTime(minutes: min(end.time.minutes, latest)).map { (booking, $0) }
  }

  /// Whether a time is looked for: one at which people of the house are free, the next of some
  /// length, or the longest.
  var seeksTime: Bool {
    let people = house.ledger.building.people
    if slots.when.contains(where: \.isLongest) {
      return ![.change, .cancel, .bookings, .wait].contains(intent) && !state.isOpen
        && longestOfDone == nil
    }
    let isOfLength =
      slots.when.contains { $0.lengthMinutes != nil } || !slots.rooms.isEmpty
      || slots.headcount != nil || reading.saysRoomNoun
    return intent == .findTime
      && (slots.people.isEmpty && (!people.isEmpty || isOfLength)
        || slots.people.contains { mention in
          mention.name.map { people.meant(by: $0.value, to: speaker.user) != .nobody } ?? false
        })
  }

  /// What somebody is called, in small letters.
  private func wordsOfName(of user: UserID) -> Set<String> {
    Set((user.text + " " + house.ledger.building.people.name(of: user)).wordsSaid)
  }

  /// Whose booking `right after that` or `when she is done` follows, where it is none of the
  /// speaker's: the one just shown, or whoever has the room that is named, now or next that day.
  /// Who is named by that must have it, and not in private.
  var bookingToFollow: Booking? {
    guard let said = slots.firstWhen?.startsAsBefore, EarlierTime.following.contains(said.value),
      asBefore == said.value, slots.rooms.count <= 1
    else { return nil }
    let words = Set(String(decoding: line[said.range], as: UTF8.self).wordsSaid)
    func follows(_ booking: Booking) -> Bool {
      switch said.value {
      case .nextOfNamed:
        house.ledger.tells(house.user, bookerOf: booking)
          && !words.isDisjoint(with: wordsOfName(of: booking.owner))
      case .nextOfOther: booking.owner != house.user
      default: true
      }
    }
    let named = slots.rooms.flatMap { grounding.rooms(of: $0.value, roomSpokenOf) }.first
    if let last, last.owner != house.user, named == nil || named == last.room, follows(last) {
      return last
    }
    guard let named, said.value != .next || justDone?.booking.owner != house.user else {
      return nil
    }
    let today = house.civilNow.date
    var day = today
    if case .on(let said) = slots.firstWhen?.day?.value { day = said }
    let now = day == today ? house.civilNow : CivilMoment(day, .midnight)
    return CivilSpan(from: now, to: CivilMoment(day, .endOfDay)).flatMap { span in
      house.ledger.bookings(in: named, during: span).filter(follows)
        .min { $0.span.start < $1.span.start }
    }
  }

  /// Whether a verb of booking, or of taking, is said of `it`: what was asked about last.
  var meansAsked: Bool {
    let takes: [Intent] = [.book, .draft, .yes, .choose, .details]
    let isPointed =
      slots.booking?.value == .last || slots.choice?.value == .any
      || intent == .book && asBefore == .there
    // `nimm das zweite` is one of those that were listed.
    let isOneOfSeveral = slots.choice.map { $0.value != .any } ?? false
    // `find a room tomorrow 3 to 4 and book it` points to what it says itself.
    let saysItself = asked == nil && !state.isOpen && slots.firstWhen?.isOfDay == true
    return takes.contains(intent) && isPointed && slots.rooms.isEmpty && !followsThat
      && !saysItself && !(isOneOfSeveral && listed != nil)
  }

  /// The speaker's booking of which it was asked whether its room is free right behind it: what is
  /// taken of that makes it longer.
  var bookingAskedLonger: Booking? {
    guard let question, question.view == .isFree, slots.rooms.isEmpty,
      slots.when.allSatisfy({ $0.day == nil && $0.start == nil }),
      let room = question.request.namedRoom, let start = question.request.times.start.value,
      let day = question.request.times.day.value?.first
    else { return nil }
    // For how long is to be said by one of them.
    guard question.request.times.saysHowLong || slots.when.contains(where: { $0.end != nil })
    else { return nil }
    let asked = CivilMoment(day, start)
    return mine.first { $0.room == room && ($0.span.end == asked || $0.span.start == asked) }
  }

  /// Whether it was asked about a room right where a booking of the speaker's in it ends, and not
  /// for how long.
  var isAskedBesideOwn: Bool {
    guard let question, question.view == .isFree, !question.request.times.saysHowLong,
      let room = question.request.namedRoom, let start = question.request.times.start.value,
      let day = question.request.times.day.value?.first
    else { return false }
    return mine.contains { $0.room == room && $0.span.end == CivilMoment(day, start) }
  }

  /// The room that an order is for which neither names nor describes one: that of what was asked
  /// about, listed alone, or shown last.
  var roomOfOrder: (Referent, RoomID)? {
    guard slots.rooms.isEmpty, slots.headcount == nil, grounding.features == RoomFilter(),
      !reading.saysRoomNoun, slots.roomCount == nil, slots.choice == nil, asBefore == nil,
      !state.isOpen
    else { return nil }
    if let asked, !askedIsOver, let room = roomAsked { return (asked, room) }
    guard let shown = state.salient(.booking, in: [.shown], .fresh), shown == lastBooking, let last,
      last.owner != house.user
    else { return nil }
    return (shown, last.room)
  }

  /// Whether `it` can only be what is still put together: while a room is looked for, it is no
  /// booking that nobody has spoken of.
  var pointsAtOrder: Bool {
    open?.purpose.goal == .book && last == nil && slots.mine == nil && slots.rooms.isEmpty
  }

  /// Whether what was told last is about one room: what it is like, or who has it.
  var tellsOfRoomAsked: Bool {
    switch question?.view {
    case .room, .bookings(ofSpeaker: false): roomAsked != nil
    case .isFree, .find, .rooms, .rules, .draft, .booking, .series, .bookings, .waits, .news, nil:
      false
    }
  }

  /// Whether parts of an order stand alone where there is nothing that they could be said of:
  /// `Dachstube on Friday`, `five people tomorrow`.
  var beginsWithParts: Bool {
    let saysDay = slots.firstWhen?.day != nil
    guard intent == .details, !reading.asks, asked == nil, !state.isOpen, slots.booking == nil,
      slots.choice == nil, slots.target == nil, asBefore == nil, !reading.leavesWeight,
      slots.when.allSatisfy({ $0.bound == .exact || $0.end != nil }),
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
      slots.also == nil || isRather([.book]), !askedIsOver, let question
    else { return false }
    if slots.when.isEmpty, slots.target == nil {
      return (reading.agrees || takes && !namesRoomAlone) && slots.rooms.count == 1
        && slots.choice == nil
        && !reading.leavesWeight && !state.isOpen && question.request.times.start.value != nil
        && [.find, .isFree].contains(question.view)
    }
    guard let when = slots.target ?? slots.firstWhen,
      when.start != nil || when.end != nil || when.lengthMinutes != nil
    else { return false }
    if slots.rooms.isEmpty {
      return (reading.agrees || takes) && [.isFree, .find].contains(question.view)
        && roomAsked != nil
    }
    // `the Bunker then, until 10`: one of those that were listed.
    guard question.view == .find, case .options(let options) = listed?.entity else { return false }
    let rooms = slots.rooms.flatMap { grounding.rooms(of: $0.value, roomSpokenOf) }
    return rooms.count == 1 && options.contains { $0.offer.room == rooms[0] }
  }

  /// Whether lines like this one are said to take what was asked about or listed.
  var takes: Bool { !reading.asks && isRather([.book, .pick, .yes]) }

  /// Whether the line is the name of a room and not a word more: who looks at a list says it to be
  /// told more, too.
  private var namesRoomAlone: Bool {
    slots.rooms.count == 1
      && line.indices.allSatisfy { slots.rooms[0].range.contains($0) || line[$0] == 0x20 }
  }

  /// What a line is like that wants one more, or the same time: what was asked about last, or the
  /// last booking, on the day asked about since.
  var likeWhich: (Referent, Request)? {
    if let waitedFor { return waitedFor }
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

  /// The time of what is waited for, where that was spoken of last: `book Bunker for that time`.
  var waitedFor: (Referent, Request)? {
    guard let referent = state.salient(.wait), let wish = waitSpokenOf?.wish else { return nil }
    var request = Request()
    request.times.day = .is(.on(wish.window.start.date), .referred(.done))
    request.times.start = .is(wish.window.start.time, .referred(.done))
    request.times.length = .is(wish.minutes, .referred(.done))
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
    let isShown = intent == .draft
    var wanted = ground.revised(by: said)
    wanted.room = togetherIfJoined(wanted.room)
    let requests =
      eachRoomWithTime(wanted, on: ground)
      ?? severalTimes(on: ground).map { times in
        var request = wanted
        if let times { request.times = ground.revised(by: Request(of: times)).times }
        return request
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

  /// All of the rooms, where the line joins them: `Bunker and Cockpit`.
  func togetherIfJoined(_ room: Wish<RoomWish>) -> Wish<RoomWish> {
    guard slots.joinsRooms, case .is(.named(let rooms), let source) = room, rooms.count > 1 else {
      return room
    }
    return .is(.all(rooms), source)
  }

  /// `the same on Thursday and Friday`: each of these days, at the hour spoken of.
  private func severalDaysAsBefore(on ground: Request) -> [Times?]? {
    guard slots.when.count > 1, meansAnother, ground.times.start.value != nil,
      slots.when.allSatisfy({ $0.start == nil && $0.end == nil && $0.lengthMinutes == nil }),
      slots.when.allSatisfy({ if case .on = $0.day?.value { true } else { false } })
    else { return nil }
    return slots.when.map { when in
      var one = when
      one.startsAsBefore = slots.when[0].startsAsBefore
      return ground.times.revised(
        by: grounding.times(of: one, on: ground.times, room: ground.namedRoom))
    }
  }

  /// Each of several times that the line says, `the day after` counted from the one before it; nil
  /// alone where it says one at most.
  private func severalTimes(on ground: Request) -> [Times?] {
    if let days = severalDaysAsBefore(on: ground) { return days }
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

extension Times {
  /// An end alone.
  init(until end: Wish<ClockTime>) {
    self.init()
    self.end = end
  }

  /// When it ends, where that is known by its length alone.
  func end(in house: HouseView) -> Wish<ClockTime> {
    if !end.isUnsaid { return end }
    guard case .on(let day) = day.value, let start = start.value, let minutes else {
      return .unsaid
    }
    let end = house.ledger.zone.moment(minutes: minutes, after: CivilMoment(day, start))
    return .is(end.time, .referred(.asked))
  }
}

extension Times {
  /// Whether it was said how long, or until when.
  var saysHowLong: Bool {
    if case .assumed? = length.source { return !end.isUnsaid }
    return minutes != nil
  }
}

extension When {
  /// Whether it says how long something lasts or when it ends, and nothing else.
  var leavesStartOpen: Bool {
    (lengthMinutes != nil || end != nil) && day == nil && start == nil && window == nil
      && fromNowMinutes == nil && shift == nil
  }
}

extension BookingMention {
  /// Whether it is a number or a title.
  var isOneByName: Bool {
    switch self {
    case .reference, .titled, .wait: true
    case .last, .mine, .next, .series, .rest, .single, .those: false
    }
  }
}

extension Request {
  /// The same, said to stay as it is.
  var unchanged: Request {
    var request = self
    if let start = times.start.value { request.times.start = .is(start, .said(turn: 0)) }
    return request
  }
}

extension ClockWindow {
  /// From midnight to midnight: `all day`.
  var isWholeDay: Bool { from == .midnight && to == .endOfDay }
}
