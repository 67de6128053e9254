// All that the rules look at, computed once for a line: the house, what was said before, and what
// the parts of the line can refer to.

import Bookings
import CivilTime
public import Discourse
public import Language

/// A line in its circumstances. A class, because every rule is handed it, and it is large.
final class TurnContext {
  let house: HouseView
  let vocabulary: Vocabulary
  let speaker: Speaker
  let state: DialogueState
  private(set) var reading: Reading
  let line: [UInt8]
  /// The words of the line that are numbers; when it says, by the clocks of a field elsewhere.
  let (numbers, whenThere): ([String: Int], When?)

  private(set) var slots: Slots
  var intent: Intent { endsWhatLasts ? .change : asksIfFree ? .isFree : reading.intent }
  /// `any chance of the Bunker at 2?`, where nothing was done that could be moved there: whether it
  /// is free.
  private var asksIfFree: Bool {
    reading.asksIfPossible && reading.intent == .change && justDone == nil && open == nil
      && reading.slots.booking == nil
  }
  /// `we're done`, a farewell, while something of the speaker's lasts: that is over.
  private(set) lazy var endsWhatLasts =
    reading.intent == .leave && asBefore == .endsNow && !running.isEmpty
  /// Whether a word of the line says what is to be done.
  var isSaid: Bool { reading.intentOrigin == .said }

  private(set) var grounding: Grounding
  /// The names right behind the words for a booking: they tell which one is meant.
  private(set) var company: [String]
  /// The speaker's bookings that are not over, in order of time.
  let mine: [Booking]
  /// The booking spoken of last, whoever's it is.
  let lastBooking: Referent?
  /// What the first time of the line takes over from what was said before.
  private(set) var asBefore: EarlierTime?
  /// The question that is open.
  let open: Issue?
  /// What was asked about last, if that still leads.
  let asked: Referent?
  /// What was listed or offered last, if that still leads.
  let listed: Referent?
  /// The booking done, picked or shown a moment ago, of which short lines are said.
  let justDone: (referent: Referent, booking: Booking)?

  /// The same, as far as it is about trips.
  var rides: RideContext { RideContext(context: self) }

  /// Those of the series spoken of that the line tells, and what it says beside that.
  private(set) lazy var partOfSeries = findPartOfSeries()

  init(
    house: HouseView, vocabulary: Vocabulary, speaker: Speaker, state: DialogueState,
    reading: Reading, line: [UInt8], numbers: [String: Int] = [:], whenThere: When? = nil
  ) {
    (self.numbers, self.whenThere) = (numbers, whenThere)
    (self.house, self.vocabulary, self.speaker) = (house, vocabulary, speaker)
    (self.state, self.reading, self.line) = (state, reading, line)
    mine = house.mine
    lastBooking = state.salient(.booking)
    open = state.open
    asked = state.salient(.request, in: [.asked], .fresh)
    listed = state.salient(.options, in: [.shown, .picked], .fresh)
    justDone = house.heldBooking(of: state.salient(.booking, in: [.done, .picked, .shown], .fresh))
    slots = reading.slots
    company = []
    grounding = Grounding(
      house: house, vocabulary: vocabulary, speaker: speaker, line: line, turn: state.turn,
      daySpokenOf: house.daySpokenOf(in: state), slots: slots, acquaintances: [])
    takeSlots()
    if slots.people.contains(where: { $0.name != nil && $0.email == nil && $0.phone == nil }) {
      // Whoever was invited before is known, as long as that is remembered.
      let remembered = house.ledger.remembered(of: house.user)
      grounding.acquaintances = (remembered + state.undoable.map(\.booking)).flatMap(\.attendees)
    }
    nameRoom()
  }

  /// Takes the room that the line tells by what it has for named.
  private func nameRoom() {
    // `is that the one with the TV?`
    if reading.asksByVerb, reading.odds.map({ $0[.room] > 0.5 }) ?? false, roomSpokenOf != nil {
      return
    }
    let bySeats = roomBySeats
    guard let room = roomDescribed ?? bySeats,
      let range = bySeats == nil ? reading.roomPointedAt : slots.choice?.range
    else { return }
    reading = reading.naming(room, at: range)
    takeSlots()
  }

  /// Takes the parts of the reading as they are meant here.
  private func takeSlots() {
    slots = reading.slots
    if asksIfFree { slots.takeTargetForPlace() }
    slots.takeRoomForPerson(vocabulary)
    slots.takeBookerForRoom(house)
    slots.takeHouseFor(
      house.ledger.building.people, speaker.user,
      isNew: [.book, .draft, .details].contains(reading.intent) || isAskedForWhom)
    // Beside others, and where something else is wanted, whoever speaks comes anyway: nobody asks
    // for an address that is not known.
    if speaker.email == nil, slots.people.count > 1 || reading.intent == .change {
      slots.people.removeAll { $0.isSpeaker }
    }
    if reading.intent == .bookings && state.turn > 1 || tellsHowItIsNow { slots.forgetNow() }
    if let (done, booking) = justDone, distance(to: done) == 0, reading.intent == .details,
      !state.isOpen, booking.span.start.date != house.civilNow.date
    {
      slots.takeLengthWithoutNow()
    }
    let mayPoint = reading.intent == .book && slots.rooms.isEmpty
    if mayPoint || [.isFree, .details].contains(reading.intent), state.spokeOfSpan(asked) {
      slots.takeNowForAgain()
    }
    if reading.intent == .change {
      takeRoomForTarget()
      takeOtherRoomForTarget()
    }
    takeNumberForPartSaid()
    slots.takeChoiceForDay(
      beyond: max(optionsInView.count, house.spokenOf(in: state).count), from: house.civilNow.date)
    if reading.saysEnough, let (_, booking) = justDone, !state.isOpen {
      slots.takeStartForEnd(of: booking)
    }
    // `doesn't matter. 15 minutes longer`: no other room is wanted; `whatever, the Cockpit`: that.
    let isMore = reading.intent == .change && (slots.target != nil || !slots.when.isEmpty)
    if slots.choice?.value == .any, isMore || !slots.rooms.isEmpty { slots.choice = nil }
    asBefore = slots.firstWhen?.startsAsBefore?.value
    company = slots.companyOfBooking(in: line)
    grounding.slots = slots
    // Who only tells which booking is to change does not come anew.
    if reading.intent == .change { grounding.slots.people.removeFirst(company.count) }
  }

  /// `five are coming now`, right behind what was done: nothing is to be moved to this moment.
  private var tellsHowItIsNow: Bool {
    guard reading.intent == .details, let (done, _) = justDone, distance(to: done) == 0,
      !state.isOpen
    else { return false }
    return !reading.unused.isEmpty || slots.headcount != nil || slots.choice != nil
  }

  /// `no, three`, behind how long something is to last, and `11 will do`, behind until when: more
  /// of that, and not when it begins.
  private func takeNumberForPartSaid() {
    guard let said = state.timeSaid, state.turn - said.turn <= 2, let (done, booking) = justDone,
      distance(to: done) <= 1, !state.isOpen, [.change, .details, .no].contains(reading.intent),
      slots.rooms.isEmpty, slots.booking == nil || slots.booking?.value == .last,
      slots.when.count + (slots.target == nil ? 0 : 1) == 1,
      let when = slots.target ?? slots.firstWhen, let start = when.start?.value,
      when.isStartAlone
    else { return }
    var other = when
    switch said.part {
    case .start: return
    case .end:
      guard start > booking.span.start.time else { return }
      (other.start, other.end) = (nil, when.start)
    case .length:
      guard when.assumed.contains(.meridiem), start.minute == 0 else { return }
      let hours = start.hour > 12 ? start.hour - 12 : start.hour
      other.start = nil
      other.lengthMinutes = when.start.map { Said(hours * 60, $0.range) }
    }
    other.assumed = []
    (slots.target, slots.when) = (nil, [other])
  }

  /// `the one on Thursday should be in the Bunker`: where one of the speaker's bookings is told by
  /// its time, another room that is named is what it is to have.
  private func takeRoomForTarget() {
    guard slots.target == nil, slots.targetRoom == nil, slots.rooms.count == 1,
      slots.booking == nil || slots.booking?.value == .mine, slots.when.count == 1,
      case .known(let place) = slots.rooms[0].value
    else { return }
    let room = house.ledger.building.rooms[place].id
    let told = mine.filter { $0.fits(slots.when[0]) }
    guard told.count == 1, told[0].room != room, !mine.contains(where: { $0.room == room }) else {
      return
    }
    slots.targetRoom = slots.rooms[0]
    slots.rooms = []
  }

  /// `swap my Bunker for the Cockpit tomorrow`: of two rooms the one in which the speaker has a
  /// booking then is what changes, and the other what it is to be.
  private func takeOtherRoomForTarget() {
    guard slots.targetRoom == nil, slots.rooms.count == 2, !slots.isEither, slots.when.count <= 1
    else { return }
    let held = slots.rooms.indices.filter { place in
      guard case .known(let number) = slots.rooms[place].value else { return false }
      let room = house.ledger.building.rooms[number].id
      return mine.contains { booking in
        booking.room == room && slots.when.allSatisfy { booking.fits($0) }
      }
    }
    guard held.count == 1, case .known = slots.rooms[1 - held[0]].value else { return }
    slots.targetRoom = slots.rooms[1 - held[0]]
    slots.rooms = [slots.rooms[held[0]]]
  }

  /// How many turns ago something came up, as seen from this line: 0 in the one before.
  func distance(to referent: Referent) -> Int { max(0, state.turn - referent.turn - 1) }

  /// The same of a question: what was asked again behind something else is as near as that.
  func distance(to issue: Issue) -> Int { max(0, state.turn - issue.askedTurn - 1) }

  /// The booking spoken of last.
  var last: Booking? {
    guard case .booking(let reference) = lastBooking?.entity else { return nil }
    return house.booking(reference)
  }

  /// What was asked about last, and how.
  var question: (request: Request, view: View)? {
    guard case .request(let request, .tell(let view)) = asked?.entity else { return nil }
    return (request, view)
  }

  /// Whether something was done since the last question, so that only its day still holds.
  var askedIsOver: Bool {
    guard let asked, let done = state.salient(.booking, in: [.done]) else { return false }
    return done.turn > asked.turn
  }

  /// A booking as what was wanted of it, with the days among which its day was sought.
  func ground(of booking: Booking) -> Request {
    var request = house.request(of: booking, as: .done)
    if case .days(let days) = state.salient(.days, in: [.shown], .fresh)?.entity,
      days.contains(booking.span.start.date)
    {
      request.times.days = days
    }
    return request
  }

  /// The day of a line before this one that was not understood.
  var dayMissed: CivilDate? {
    guard case .days(let days) = state.salient(.days, in: [.missed], .fresh)?.entity else {
      return nil
    }
    return days.lowerBound
  }

  /// The room that `it` and `there` are in a question about a room: that of what was asked about
  /// last, else of what is open, else of the last booking.
  var roomSpokenOf: RoomID? {
    (askedIsOver ? nil : roomAsked) ?? open?.room
      ?? waitSpokenOf?.wish.rooms.first ?? last?.room
  }

  /// What is waited for, if that was spoken of behind all bookings and questions.
  var waitSpokenOf: Wait? {
    guard let referent = state.salient(.wait), case .wait(let reference) = referent.entity,
      let wait = house.ledger.waits[reference], wait.wish.rooms.count == 1,
      referent.turn > max(lastBooking?.turn ?? 0, asked?.turn ?? 0)
    else { return nil }
    return wait
  }

  /// The room of what was asked about last, or the only one that was told of it.
  var roomAsked: RoomID? { question?.request.namedRoom ?? onlyListed }

  /// The room of the last list, if it is the only one.
  private var onlyListed: RoomID? {
    guard let listed, case .options(let options) = listed.entity, options.count == 1,
      state.salient(.booking, in: [.done]).map({ $0.turn <= listed.turn }) ?? true
    else { return nil }
    return options[0].offer.room
  }

  /// Whether a line wants the same hour on each of several days: `Wed to Fri 10-11`.
  private var saysSeveralDays: Bool {
    guard let when = slots.firstWhen, when.start != nil, when.bound == .exact,
      case .among(let first, let last) = when.day?.value
    else { return false }
    return first < last
  }

  /// Whether what is to go is told by several times, or by how long it is: perhaps only a part of
  /// it is to go.
  private var cancelsByMoreThanPlace: Bool {
    slots.when.count > 1 || slots.when.contains { $0.lengthMinutes != nil && $0.start == nil }
  }

  /// `the morning meeting has another room, cancel that one`: perhaps not the one spoken of last.
  private var isSpokenOfBesidePlace: Bool {
    reading.tellsOfPlace && slots.booking?.value == .last && mine.count > 1
  }

  /// Whether a line is no change by itself: it picks anew, skips a day, or says a whole name.
  var isOfOtherRule: Bool {
    repicked != nil || skipsDaysOfSeries || wholeNameOfOne != nil || numberOfOne != nil
      || unwantedOfDone != nil || invitesToWhatIsAsked
  }

  /// Whether a change names several rooms, of which it is not said which becomes which.
  private var namesSeveralRooms: Bool {
    let rooms = slots.rooms.count + (slots.targetRoom == nil ? 0 : 1)
    return slots.rooms.count > 1 || rooms > 1 && reading.leavesWeight
  }

  /// Whether a repeat that the line says is of bookings, which may be a series.
  private var repeatsWhatIsBooked: Bool {
    [.book, .draft, .details, .change, .no, .yes, .choose].contains(intent)
  }

  /// The doubts that the line itself leaves.
  var doubts: Set<Doubt> {
    var doubts: Set<Doubt> = []
    if reading.isTentative { doubts.insert(.hedged) }
    // `cancel Tom's booking`: a word that means nothing may say that another one is meant.
    if intent == .cancel,
      reading.leavesWeight || cancelsByMoreThanPlace || isSpokenOfBesidePlace
    {
      doubts.insert(.guessed)
    }
    if intent == .change, reading.leavesWeight || namesSeveralRooms { doubts.insert(.guessed) }
    // `after 2 on Monday, or 3 on Tuesday`: a bound begins it only where no other time is said.
    if [.book, .draft, .details].contains(intent), slots.when.count > 1,
      slots.when[0].bound != .exact
    {
      doubts.insert(.guessed)
    }
    let isRepeated = slots.repetition != nil && !repeatsWhatIsBooked && intent != .rules
    let saysRooms = slots.roomCount != nil && slots.roomsWithTimes.isEmpty
    if isRepeated || saysRooms || saysSeveralDays {
      doubts.insert(.saysMore)
    }
    return doubts
  }
}

extension HouseView {
  /// The speaker's booking that was spoken of, if it stands.
  fileprivate func heldBooking(
    of referent: Referent?
  ) -> (referent: Referent, booking: Booking)? {
    guard let referent, case .booking(let reference) = referent.entity,
      let booking = ledger.booking(reference), booking.state == .held, booking.isHeld(by: user)
    else { return nil }
    return (referent, booking)
  }
}

extension DialogueState {
  /// Whether the question asked last, or what is open, says when something is to begin.
  fileprivate func spokeOfSpan(_ asked: Referent?) -> Bool {
    if case .request(let request, _) = asked?.entity, request.times.start.value != nil {
      return true
    }
    return open?.purpose.request.times.start.value != nil
  }
}

extension Slots {
  /// Which part of a time the line says, if it is one.
  public var timePart: TimeSaid.Part? {
    let times = when + [target].compactMap(\.self)
    guard times.count == 1 else { return nil }
    switch (times[0].start, times[0].end, times[0].lengthMinutes, times[0].shift?.value) {
    case (nil, _?, nil, nil): return .end
    case (nil, nil, _?, nil), (nil, nil, nil, .length?): return .length
    case (_?, nil, nil, nil): return .start
    default: return nil
    }
  }
}

extension Slots {
  /// `so what have I got now?`, behind other lines: as things are, not today.
  fileprivate mutating func forgetNow() {
    guard when.count == 1, when[0].fromNowMinutes?.value == 0, when[0].day == nil,
      when[0].start == nil, when[0].end == nil, when[0].lengthMinutes == nil
    else { return }
    when = []
  }

  /// `is it free now?`, behind a question about some time: that time is asked about again.
  fileprivate mutating func takeNowForAgain() {
    guard when.count == 1, let now = when[0].fromNowMinutes, now.value == 0,
      when[0].lengthMinutes == nil, when[0].end == nil, when[0].day == nil
    else { return }
    when[0] = When()
    when[0].startsAsBefore = Said(.same, now.range)
  }
}
