// What a line says of the open question: what is put together with what it says, and whether it is
// about something else.

import Bookings
import CivilTime
import Discourse
import Language

extension TurnContext {
  /// What is open, as a line that says more of it finds it.
  private func purposeToRevise(_ open: Issue) -> Purpose {
    var purpose = open.purpose
    if case .change = purpose.goal { purpose.showsFirst = false }
    // `then half an hour later`, behind a move that cannot be: than it is now.
    if case .option = open.question, let reference = purpose.goal.reference, saysShift,
      let booking = house.booking(reference)
    {
      purpose.request.times = house.request(of: booking, as: .done).times
    }
    // `yes, but the end stays`, of what is to begin otherwise: its end as it stands.
    if slots.when.contains(where: { $0.startsAsBefore?.value == .ends }),
      let booking = purpose.goal.reference.flatMap(house.booking)
    {
      purpose.request.times.end = .is(booking.span.end.time, .referred(.done))
      purpose.request.times.length = .unsaid
    }
    return purpose
  }

  /// What is being put together, with what was spoken of and what the line says.
  func revision(_ rule: String, of open: Issue, taking spokenOf: Request) -> Hypothesis {
    var purpose = purposeToRevise(open)
    purpose.request = purpose.request.revised(by: spokenOf.said(in: state.turn))
    var said = grounding.request(on: purpose.request, reaching: .whole, spokenOf: roomSpokenOf)
    if case .parts([.end], _) = open.question { said.times.takeStartAsEnd() }
    if case .parts([.until], _) = open.question { takeEndOfRepeat(into: &said, purpose.request) }
    takeDayAsked(into: &purpose.request, said)
    if let named = renamed(open) { said.people = named }
    if purpose.goal == .book { said.room = togetherIfJoined(said.room) }
    purpose.request = purpose.request.revised(by: said)
    if intent == .draft { purpose.showsFirst = true }
    // In whose name it is to be is still to be agreed to.
    if isAskedForWhom, slots.behalf == nil { purpose.showsFirst = true }
    // What was shown and is otherwise now is shown again, unless it is ordered.
    let isOrder =
      isSaid && intent == .book && !reading.isTentative
      || (isSaid && intent == .yes
        || purpose.goal == .book && [.details, .change].contains(intent) && reading.assents)
        && !reading.isTentative && !reading.asks
    if case .go = open.question, !isOrder { purpose.showsFirst = true }
    if isOrder { purpose.showsFirst = false }
    var doubts: Set<Doubt> = []
    // Beside words that mean nothing, what was not asked for may not be meant either; and of
    // several times one is.
    let asksForTime = open.question.open.contains { [.date, .start, .end, .choice].contains($0) }
    let saysOther = !asksForTime && !slots.when.isEmpty && reading.leavesWeight
    if saysOther || slots.when.count(where: { $0.start != nil }) > 1 { doubts = [.guessed] }
    if let missed = dayMissed, slots.firstWhen?.day == nil, purpose.goal == .book,
      purpose.request.times.day.value?.first != missed
    {
      // Perhaps it took back the day said before.
      if purpose.request.times.day.isUnsaid {
        purpose.request.times.day = .is(.on(missed), .referred(.missed))
      }
      doubts.insert(.restsOnMissed)
    }
    // A refused move is not made with another line, unless that names the room.
    if case .option = open.question, case .change(let reference) = purpose.goal,
      said.room.isUnsaid, let room = purpose.request.namedRoom,
      room != house.booking(reference)?.room
    {
      purpose.showsFirst = true
    }
    var purposes = onDaysOffered(purpose, by: open)
    let extent: Extent = purposes.count > 1 ? .one : .all
    let joining = joiningOthers(&purposes[0])
    purposes += joining
    return Rule.hypothesis(
      rule, .pursue(purposes, wanted: extent, answering: open.id),
      in: self, distance: distance(to: open), doubts: doubts)
  }

  /// Where the day is asked for, it still is as long as none is said.
  private func onDaysOffered(_ purpose: Purpose, by open: Issue) -> [Purpose] {
    guard let days = daysOffered(open), purpose.request.times.day.isUnsaid else { return [purpose] }
    return days.map { day in
      var purpose = purpose
      purpose.request.times.day = .is(.on(day), .assumed(.day))
      return purpose
    }
  }

  /// Whoever is to come to several bookings, and was asked about, comes to the others as well.
  private func joiningOthers(_ purpose: inout Purpose) -> [Purpose] {
    guard !purpose.others.isEmpty, let first = purpose.goal.reference.flatMap(house.booking),
      let people = purpose.request.people.value
    else { return [] }
    let joining = people.filter { person in
      !first.attendees.contains { AttendeeRequest($0).isSame(as: person) }
    }
    defer { purpose.others = [] }
    return purpose.others.compactMap(house.booking).map { booking in
      var ground = ground(of: booking)
      ground.people = .is((ground.people.value ?? []) + joining, .said(turn: state.turn))
      return Purpose(.change(booking.reference), ground)
    }
  }

  /// Whether somebody else than the speaker is asked about.
  func isOfSomebodyElse(_ open: Issue) -> Bool {
    guard case .parts(_, let place?) = open.question,
      let people = open.purpose.request.people.value, people.indices.contains(place),
      let asked = people[place].name
    else { return false }
    return ![speaker.name, speaker.user.text].compactMap(\.self).contains {
      $0.isSameName(as: asked)
    }
  }

  /// The days that are offered, where options differ by the day.
  private func daysOffered(_ open: Issue) -> [CivilDate]? {
    guard open.purpose.goal == .book else { return nil }
    let spans = open.question.options.compactMap(\.offer.span)
    let days = spans.map(\.start.date).withoutRepeats
    let isOfOneTime = Set(spans.map(\.start.time)).count == 1
    return days.count > 1 && days.count == spans.count && isOfOneTime ? days : nil
  }

  /// Who comes, once whoever is asked about is called otherwise: `no, his name is Bob`.
  private func renamed(_ open: Issue) -> Wish<[AttendeeRequest]>? {
    guard slots.field?.value.isOfName == true, slots.people.count == 1,
      case .parts(_, let place?) = open.question, var people = open.purpose.request.people.value,
      people.indices.contains(place), let name = slots.people[0].name?.value
    else { return nil }
    people[place].name = name
    return .is(people, .said(turn: state.turn))
  }

  /// `14:30`, after `what is there for 6 tomorrow?` or `is it free tomorrow?`: that day and so
  /// many, if what is put together has neither yet, and is of no other room.
  private func takeDayAsked(into request: inout Request, _ said: Request) {
    guard let asked, state.turn - asked.turn <= 1, let question,
      [.find, .isFree].contains(question.view), !request.times.day.isSaid,
      said.times.day.isUnsaid, !said.times.start.isUnsaid,
      request.room.isUnsaid || question.request.room.isUnsaid
        || request.namedRoom == question.request.namedRoom
    else { return }
    request.times.day = question.request.times.day
    if request.headcount.isUnsaid { request.headcount = question.request.headcount }
  }

  /// The hour that a number may be which no option has.
  func hourSaid(beyond open: Issue) -> ClockTime? {
    guard let number = numberAlone, number > open.question.options.count,
      !open.question.options.contains(where: { $0.offer.room == nil }),
      !open.question.isOfSeveralDeeds
    else { return nil }
    if case .parts([.until], _) = open.question { return nil }
    switch open.purpose.goal {
    case .book, .change: break
    case .cancel, .wait, .stopWaiting, .ride, .tell: return nil
    }
    // Of what is offered no number is an hour in the afternoon.
    let hours = open.question.options.isEmpty ? [number, number + 12] : [number]
    return openHour(of: open.purpose.request.namedRoom, among: hours)
  }

  /// A number that is all that a line says.
  private var numberAlone: Int? {
    guard case .number(let number) = slots.choice?.value, slots.when.isEmpty, slots.people.isEmpty,
      [.choose, .no, .yes, .details].contains(intent)
    else { return nil }
    return number
  }

  private func openHour(of room: RoomID?, among hours: [Int]) -> ClockTime? {
    let policy = house.policy(of: room)
    return hours.compactMap { ClockTime(hour: $0) }
      .first { policy.opens <= $0 && $0 < policy.closes }
  }

  /// `then 8`, right behind a booking where nothing is to be picked: its hour.
  var hourOfDone: (booking: Booking, hour: ClockTime)? {
    guard !state.isOpen, let number = numberAlone, isInDigits(slots.choice?.range),
      repicked == nil, seriesMeant == nil, let (done, booking) = justDone,
      distance(to: done) == 0,
      state.salient(.options, in: [.shown], .fresh) == nil,
      let hour = openHour(of: booking.room, among: [number, number + 12])
    else { return nil }
    return (booking, hour)
  }

  /// `or 4`, right behind a question about a room: the hour to ask about.
  var hourOfQuestion: ClockTime? {
    guard !state.isOpen, let number = numberAlone, isInDigits(slots.choice?.range),
      !askedIsOver, let question, question.request.times.start.value != nil, listed == nil,
      let asked, distance(to: asked) == 0
    else { return nil }
    return openHour(of: question.request.namedRoom, among: [number, number + 12])
  }

  func isInDigits(_ range: OctetRange?) -> Bool {
    range.map { line[$0].allSatisfy { (0x30...0x39).contains($0) } } ?? false
  }

  /// `and Monday`: instead of the day before, or one more.
  var mayAddDay: Bool {
    guard intent == .details, slots.also != nil, slots.when.count == 1, let when = slots.firstWhen,
      slots.rooms.isEmpty
    else { return false }
    return when.day != nil && when.start == nil && when.end == nil && when.shift == nil
  }

  /// `until Friday`: the last of several days, which says nothing of the hours that are held.
  var saysLastDayAlone: Bool {
    guard let when = slots.firstWhen, slots.when.count == 1 else { return false }
    return when.bound == .until && when.day != nil && when.start == nil && when.end == nil
  }

  /// `then the Cockpit`, right behind what was done and no question but what its room is like: it
  /// instead.
  func namesRoomInstead(of done: Referent) -> Bool {
    slots.when.isEmpty && slots.rooms.count == 1 && slots.choice == nil
      && (!reading.asks || isRather([.change, .part]))
      && (distance(to: done) == 0 && (asked == nil || askedIsOver)
        || distance(to: done) == 1 && asksWhatDoneIsLike)
      && (slots.also == nil && !reading.leavesWeight || isRather([.change, .part]))
  }

  /// The number or the words by which an option is picked: also the day of no month that `the
  /// second` may be, and right behind a pick an hour.
  func choiceSaid(among options: [Option]) -> ChoiceMention? {
    if let choice = slots.choice?.value { return choice }
    guard [.change, .details, .no].contains(intent), let number = numberSaid,
      options.contains(where: { $0.number == number })
    else { return nil }
    return .number(number)
  }

  private var numberSaid: Int? {
    guard let when = slots.target ?? slots.firstWhen, when.end == nil, when.lengthMinutes == nil,
      slots.rooms.isEmpty, slots.people.isEmpty,
      slots.booking == nil || slots.booking?.value == .last
    else { return nil }
    if let start = when.start {
      // `3 is fine`, behind a list, is the third rather than three o'clock.
      let mayBeNumber = !state.isOpen || isRather([.pick])
      guard when.day == nil, when.assumed.contains(.meridiem), mayBeNumber else { return nil }
      // The words of an hour may hold more than its number.
      let words = String(decoding: line[start.range], as: UTF8.self).split(separator: " ")
      return words.count > 1 && !isRather([.pick]) ? nil : words.first.flatMap { Int($0) }
    }
    guard when.assumed.contains(.month), case .on(let date) = when.day?.value else { return nil }
    return date.day
  }

  /// Whether a verb says something else than what is asked about.
  func ordersOther(than goal: Goal) -> Bool {
    guard isSaid else { return false }
    switch (intent, goal) {
    case (.cancel, .cancel), (.change, .change), (.show, .tell): return false
    case (.cancel, _), (.change, _), (.show, _), (.addAttendee, _), (.removeAttendee, _),
      (.passes, _), (.resend, _), (.mend, _):
      return true
    default: return false
    }
  }

  /// `right after that`: something else begins where that ends.
  var followsThat: Bool {
    asBefore.map(EarlierTime.following.contains) == true && bookingToFollow == nil
  }

  /// Whether the room and the time of the line are those of what is being put together.
  func describes(_ open: Issue) -> Bool {
    guard open.purpose.goal == .book, namesPlace,
      slots.booking == nil || slots.booking?.value == .last,
      slots.mine == nil
    else { return false }
    let request = open.purpose.request
    let rooms = slots.rooms.flatMap { grounding.rooms(of: $0.value, roomSpokenOf) }
    if !slots.rooms.isEmpty, request.namedRoom.map(rooms.contains) != true { return false }
    if case .on(let date) = slots.firstWhen?.day?.value, request.times.day.value?.first != date {
      return false
    }
    if let start = slots.firstWhen?.start?.value, request.times.start.value != start {
      return false
    }
    return true
  }

  /// Whether a line is about another booking than what is open, or a new order about it that takes
  /// nothing of what was refused.
  func meansAnother(than open: Issue) -> Bool {
    let hasTarget = slots.target != nil || slots.targetRoom != nil
    if case .reference = slots.booking?.value, intent == .change, isSaid,
      case .option = open.question
    {
      return true
    }
    // `add Ana`, where it was asked whether a booking is to be moved.
    if case .go = open.question, case .change = open.purpose.goal {
      if !namesPlace && !hasTarget { return true }
    }
    guard slots.mine?.value == true || intent == .change && hasTarget && namesPlace else {
      return false
    }
    do {
      let meant = try bookingsMeant(.which)
      return !meant.isEmpty
        && !meant.contains { $0.booking.reference == open.purpose.goal.reference }
    } catch {
      return false
    }
  }

  /// Whether the line says anything about a place, a time, people or texts.
  var saysContent: Bool {
    grounding.request(on: Request()) != Request() || saysRelative || saysEndOfRepeat
  }

  /// Whether the line says something that only what stands before makes absolute.
  var saysRelative: Bool {
    (slots.when + [slots.target].compactMap(\.self)).contains {
      $0.shift != nil || $0.startsAsBefore != nil
    }
  }

  private var saysShift: Bool {
    (slots.when + [slots.target].compactMap(\.self)).contains { $0.shift != nil }
  }

  /// Whether a line says a room and an hour.
  var isWhole: Bool { !slots.rooms.isEmpty && slots.firstWhen?.start != nil }

  /// Whether a line with a verb says so much of its own that it begins a new booking.
  var beginsAnew: Bool {
    isSaid && !slots.rooms.isEmpty && slots.firstWhen?.start != nil
  }

  /// What the line says beside a pick of what is open.
  func beside(_ open: Issue, picking offer: Option.Offer) -> Request {
    grounding.request(
      on: open.purpose.request.picking(offer, turn: state.turn, zone: house.ledger.zone))
  }

  /// The same without room and time, which are those of the option.
  func besidePlace(_ open: Issue) -> Request {
    grounding.request(on: open.purpose.request, reaching: .besidePlace)
  }
}

extension Request {
  /// The same, as if a line had said it.
  func said(in turn: Int) -> Request {
    var request = self
    let source = Source.said(turn: turn)
    request.room = room.known(by: source)
    request.times.day = times.day.known(by: source)
    request.times.start = times.start.known(by: source)
    request.times.end = times.end.known(by: source)
    request.times.length = times.length.known(by: source)
    return request
  }
}

extension Wish {
  func known(by source: Source) -> Wish { value.map { .is($0, source) } ?? self }
}

extension AttendeeRequest {
  /// Whether it is who is called, or reached, so.
  func isMeant(by said: AttendeeRequest) -> Bool {
    if let email = said.email { return self.email?.lowercased() == email.lowercased() }
    if let called = said.name {
      return name?.isSameName(as: called) == true || email?.lowercased() == called.lowercased()
    }
    return said.phone != nil && said.phone == phone
  }
}

extension Move {
  /// The same, where what it books is shown before it is done.
  var shownFirst: Move {
    guard case .pursue(var purposes, let extent, let issue) = self else { return self }
    for place in purposes.indices { purposes[place].showsFirst = true }
    return .pursue(purposes, wanted: extent, answering: issue)
  }
}

extension Question {
  /// Whether a yes would do several things, which nothing but a yes or a no is said of.
  var isOfSeveralDeeds: Bool {
    if case .go(let plan) = self { plan.deeds.count > 1 } else { false }
  }
}
