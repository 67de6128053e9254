// Which of several things offered a line means: by number, by order, by its words.

import Bookings
import CivilTime
import Discourse
import Language

extension ChoiceMention {
  /// Whether all of several are meant.
  var isAll: Bool { self == .all || self == .both }

  /// Whether one is meant by how many seats it has.
  var isBySeats: Bool { if case .bySeats = self { true } else { false } }
}

extension TurnContext {
  /// The days that a time without a day may be meant for, right after something was done on another
  /// day: that, or the next on which the time comes.
  func daysMeant(_ ground: Request) -> [CivilDate?]? {
    guard let (referent, booking) = justDone, state.turn - referent.turn <= 2,
      ground.times.day.isUnsaid, slots.when.count == 1, let when = slots.firstWhen,
      when.day == nil, when.start != nil, when.fromNowMinutes == nil, when.bound == .exact,
      when.startsAsBefore == nil, slots.repetition == nil, slots.booking == nil,
      !slots.rooms.isEmpty || slots.headcount != nil || grounding.features != RoomFilter()
    else { return nil }
    // What is not over yet is today's, and can only begin later.
    if let start = when.start?.value, let end = when.end?.value {
      let today = house.civilNow.date
      if CivilMoment(today, start) < house.civilNow, house.civilNow < CivilMoment(today, end) {
        return nil
      }
    }
    let day = booking.span.start.date
    return day > house.civilNow.date ? [day, nil] : nil
  }

  /// Another of the options than the one just picked, if the line names one.
  var repicked: (Referent, Option)? {
    guard !state.isOpen, slots.also == nil, [.choose, .no, .change, .details].contains(intent),
      let picked = state.salient(.options, in: [.picked], .fresh),
      case .options(let options) = picked.entity, let mention = choiceSaid(among: options),
      let option = mention == .other ? leftUnpicked(of: options) : option(by: mention, of: options)
    else { return nil }
    return (picked, option)
  }

  /// A booking as it is to be once another of the options is picked.
  func ground(
    of booking: Booking, picking offer: Option.Offer, insteadOf picked: Referent
  ) -> Request {
    var ground = ground(of: booking)
    guard let person = offer.person, case .options(let options) = picked.entity else {
      return ground.picking(offer, turn: state.turn, zone: house.ledger.zone)
    }
    let offered = Set(options.compactMap { $0.offer.person?.email?.text.lowercased() })
    let staying = (ground.people.value ?? []).filter { attendee in
      !(attendee.email.map { offered.contains($0.lowercased()) } ?? false)
    }
    ground.people = .is(staying + [AttendeeRequest(person)], .said(turn: state.turn))
    return ground
  }

  /// `the other one`: of two the one that was not picked.
  private func leftUnpicked(of options: [Option]) -> Option? {
    guard let booking = justDone?.booking else { return nil }
    let people = options.filter { $0.offer.person != nil }
    if people.count == 2 {
      let left = people.filter { $0.offer.person.map { !booking.isAttended(by: $0) } ?? false }
      return left.count == 1 ? left[0] : nil
    }
    let left = options.filter { $0.offer != .hold(booking.room, booking.span) }
    return left.count == 1 && options.count == 2 ? left[0] : nil
  }

  /// The room that a line tells by what it has, counted in the house: the only such of those that
  /// are offered or were listed, else of all.
  var roomDescribed: Int? {
    guard reading.roomPointedAt != nil, slots.rooms.allSatisfy({ $0.value == .spokenOf }),
      slots.targetRoom == nil
    else { return nil }
    let features = grounding.features
    let rooms = house.ledger.building.rooms
    for candidates in [optionsInView.compactMap(\.offer.room).withoutRepeats, rooms.map(\.id)] {
      let fitting = rooms.indices.filter { place in
        candidates.contains(rooms[place].id) && features.misses(of: rooms[place]).isEmpty
          && slots.headcount.map { $0.value == rooms[place].seats } ?? true
      }
      if !fitting.isEmpty { return fitting.count == 1 ? fitting[0] : nil }
    }
    return nil
  }

  /// What can be picked.
  var optionsInView: [Option] { state.optionsInView }

  /// Whether a number is said of bookings that were listed.
  var isOfBookingListed: Bool {
    guard let mention = slots.choice?.value,
      let offer = option(by: mention, of: optionsInView)?.offer
    else { return false }
    return offer.room == nil && offer != .all
  }

  /// Whether several rooms are offered or were listed, so that `the biggest` is one of those.
  var roomsAreOffered: Bool {
    optionsInView.compactMap(\.offer.room).withoutRepeats.count > 1
  }

  /// The room that `the biggest` is, counted in the house: of those that were listed, where the
  /// line says a time of its own, else of all; what is offered is picked from.
  var roomBySeats: Int? {
    guard let mention = slots.choice?.value, mention.isBySeats, slots.rooms.isEmpty,
      [.book, .draft, .choose, .details, .change].contains(intent),
      open?.question.options.isEmpty ?? true
    else { return nil }
    var candidates = house.ledger.building.rooms.map(\.id)
    if roomsAreOffered, case .options(let shown) = listed?.entity {
      guard intent == .details, !slots.when.isEmpty else { return nil }
      candidates = shown.compactMap(\.offer.room)
    }
    let rooms = house.ledger.building.rooms
    let options = rooms.indices.filter { candidates.contains(rooms[$0].id) }.map {
      Option($0 + 1, .room(rooms[$0].id))
    }
    return option(by: mention, of: options).map { $0.number - 1 }
  }

  /// The option that a mention means; nil if none, or several.
  func option(by mention: ChoiceMention, of options: [Option]) -> Option? {
    switch mention {
    case .number(let number): return options.first { $0.number == number }
    case .last: return options.last { $0.offer != .all }
    case .all, .both: return options.first { $0.offer == .all }
    case .any: return options.first
    case .cheapest: return rides.cheapest(of: options)
    case .several, .firstOrLast, .larger, .smaller, .different, .other: return nil
    case .bySeats(let largest):
      let seated = options.compactMap { option in
        option.offer.room.flatMap { house.ledger.room($0)?.seats }.map { (option, $0) }
      }
      return seated.max { largest ? $0.1 < $1.1 : $0.1 > $1.1 }?.0
    case .byLength(let longest):
      let zone = house.ledger.zone
      let timed = options.compactMap { option in
        span(of: option).map { (option, zone.minutes(of: $0)) }
      }
      let best = timed.max { longest ? $0.1 < $1.1 : $0.1 > $1.1 }
      // Of two that are as long neither is meant.
      return timed.count { $0.1 == best?.1 } == 1 ? best?.0 : nil
    case .byStart(let earliest):
      let timed = options.compactMap { option in span(of: option).map { (option, $0.start) } }
      return timed.min { earliest ? $0.1 < $1.1 : $0.1 > $1.1 }?.0
    }
  }

  /// Whether an option is as the line says: its room, its hours, or that it has too few seats.
  func isNamed(_ option: Option) -> Bool {
    let rooms = (slots.targetRoom.map { [$0] } ?? slots.rooms)
      .flatMap { grounding.rooms(of: $0.value, nil) }
    let when = slots.target ?? slots.firstWhen
    if case .reference(let number) = slots.booking?.value {
      return option.offer == .booking(BookingReference(number))
    }
    let isOfTime = when?.start != nil || when?.window != nil || when?.day != nil
    // `the afternoon one` tells a booking by its time.
    let isBooking = if case .booking = option.offer { true } else { false }
    guard slots.booking == nil || slots.booking?.value == .mine && isBooking,
      !rooms.isEmpty || isOfTime || slots.anyway != nil
    else { return false }
    // A part of the day is where a time is looked for anew.
    let isOfPart = rooms.isEmpty && when?.start == nil && when?.window != nil
    if isOfPart, open?.purpose.request.seeksTime == true { return false }
    // What says more than an option does is not a pick.
    if when?.lengthMinutes != nil || when?.end != nil && when?.start == nil { return false }
    if !rooms.isEmpty, room(of: option).map(rooms.contains) != true { return false }
    if slots.anyway?.value == true, case .anyway = option.offer {
    } else if slots.anyway != nil {
      return false
    }
    let span = span(of: option)
    if let start = when?.start?.value, span?.start.time != start { return false }
    if let window = when?.window?.value, let begins = span?.start.time,
      !(window.from..<window.to).contains(begins)
    {
      return false
    }
    if let end = when?.end?.value, span?.end.time != end { return false }
    if case .on(let date) = when?.day?.value, span?.start.date != date { return false }
    return true
  }

  private func room(of option: Option) -> RoomID? {
    guard case .booking(let reference) = option.offer else { return option.offer.room }
    return house.booking(reference)?.room
  }

  private func span(of option: Option) -> CivilSpan? {
    switch option.offer {
    case .hold(_, let span), .several(_, let span): span
    case .booking(let reference): house.booking(reference)?.span
    case .anyway, .room, .series, .person, .leg, .ofRide, .instant, .all: nil
    }
  }
}

extension BookingMention {
  /// Whether it names another booking than a goal is about.
  func isOfAnother(than goal: Goal) -> Bool {
    switch self {
    case .reference(let number): goal.reference != BookingReference(number)
    case .titled, .wait: true
    case .last, .mine, .next, .series, .rest, .single, .those: false
    }
  }
}

extension TurnContext {
  /// Whether a verb orders or asks something that has nothing to do with people.
  var ordersBesidePeople: Bool {
    guard isSaid else { return false }
    switch intent {
    case .find, .isFree, .rooms, .cancel, .undo, .wait, .stopWaiting, .waits, .change, .passes,
      .resend, .help, .rules:
      return true
    default: return false
    }
  }

  /// Whether it was just refused to book in somebody's name: another may be told.
  var isAskedForWhom: Bool {
    guard let open, case .parts([.confirm], _) = open.question,
      case .cleared = open.purpose.request.behalf
    else { return false }
    return true
  }

  /// The only one of the people offered whom a word of the line names that names nobody else of
  /// them: of the name, the id or a group. Who is denied of two leaves the other.
  func personNamed(among options: [Option]) -> Option? {
    let people = options.filter { $0.offer.person != nil }
    guard people.count > 1 else { return nil }
    let words = people.map { $0.offer.person.map(\.wordsSaid) ?? [] }
    let said = Set(String(decoding: line, as: UTF8.self).wordsSaid)
    let named = people.indices.filter { place in
      let others = words.indices.filter { $0 != place }.flatMap { words[$0] }
      return !said.isDisjoint(with: words[place].subtracting(others))
    }
    guard named.count == 1 else { return nil }
    if reading.hasDenial { return people.count == 2 ? people[1 - named[0]] : nil }
    return people[named[0]]
  }

  /// The reading, in which the words that name who is meant are of use.
  var readingOfWhoIsMeant: Reading {
    let options = open?.question.options ?? []
    guard let person = personNamed(among: options)?.offer.person else { return reading }
    let offered = Set(options.compactMap(\.offer.person).flatMap(\.wordsSaid))
    return reading.using { range in
      let words = Set(String(decoding: line[range], as: UTF8.self).wordsSaid)
      return reading.hasDenial
        ? !words.isDisjoint(with: offered) : words.isSubset(of: person.wordsSaid)
    }
  }

  /// The room and the time that a line says beside who is meant.
  func placeBeside(_ open: Issue) -> Request {
    let said = grounding.request(on: open.purpose.request, spokenOf: roomSpokenOf)
    var place = Request()
    (place.room, place.times) = (said.room, said.times)
    return place
  }

  /// `Jana's booking`, of somebody of the house who comes to none of the speaker's that fit: those
  /// that Jana holds. Of those that the speaker may not change only what is open to see counts.
  func othersMeant(_ place: PlaceIsFor) -> [MeantBooking]? {
    let people = house.ledger.building.people
    guard company.count == 1, case .one(let owner) = people.meant(by: company[0], to: house.user),
      owner.id != people[house.user]?.id,
      !mine.contains(where: { $0.isAttended(byAll: company) && fits($0) })
    else { return nil }
    let theirs = house.ledger.bookings(of: owner.id, from: house.now).filter { booking in
      (house.ledger.lets(house.user, change: booking)
        || house.ledger.tells(house.user, bookerOf: booking))
        && (place == .becoming || fits(booking, slots, byWeekday: false))
    }
    return theirs.isEmpty ? nil : theirs.map { MeantBooking(booking: $0) }
  }

  /// How the days of a series that cannot be had are to be had, as the line says it; nil if it says
  /// nothing of that.
  var wayOfDaysSaid: SeriesOffer.Kind? {
    let areOfDays = open?.question.options.contains { $0.offer.series != nil } ?? false
    guard areOfDays, slots.people.isEmpty else { return nil }
    // `Cockpit on the 25th then`
    let named = (slots.rooms + [slots.targetRoom].compactMap(\.self)).flatMap {
      grounding.rooms(of: $0.value, nil)
    }
    if named.count == 1, slots.when.contains(where: { $0.day != nil }) {
      let offered = open?.question.options.compactMap(\.offer.series)
        .first { $0.kind == .otherRoomThen }
      return offered?.others.allSatisfy { $0.room == named[0] } == true ? .otherRoomThen : nil
    }
    // `Cockpit`, which is offered for those days, or for all of them.
    if named.count == 1, slots.when.isEmpty, !namesSeries, !reading.asks,
      [.details, .choose, .yes].contains(intent)
    {
      let offered = open?.question.options.compactMap(\.offer.series) ?? []
      return offered.first { offer in
        [.otherRoomThen, .otherRoom].contains(offer.kind)
          && offer.others.allSatisfy { $0.room == named[0] }
      }?.kind
    }
    guard slots.rooms.isEmpty, slots.targetRoom == nil else { return nil }
    // Somebody else may stay away, and what is counted may be another day.
    let isOfDay = slots.booking != nil || slots.when.contains { $0.day != nil }
    let skips = intent == .skip || intent == .removeAttendee && isOfDay
    if skips, slots.choice == nil { return .without }
    guard slots.choice?.value == .different else { return nil }
    return namesSeries ? .otherRoom : .otherRoomThen
  }

  /// `that week half an hour later`: the series with its days that cannot be had at the time that
  /// the line says of those alone.
  func offerOfTimeSaid(_ open: Issue) -> SeriesOffer? {
    let offers = open.question.options.compactMap(\.offer.series)
    guard let without = offers.first(where: { $0.kind == .without }), slots.people.isEmpty,
      [.details, .change, .yes, .no, .choose].contains(intent), slots.rooms.isEmpty,
      slots.targetRoom == nil, slots.repetition == nil, !reading.asks,
      let room = without.places.first?.room, slots.when.contains(where: { $0.day != nil }),
      saysOnlyDays(ofClashIn: open)
    else { return nil }
    var grounding = grounding
    grounding.slots.when = slots.when.compactMap(\.withoutDay)
    guard !grounding.slots.when.isEmpty else { return nil }
    let others = without.leftOut.compactMap { span -> Place? in
      var request = Request()
      request.times.day = .is(.on(span.start.date), .referred(.offered))
      request.times.start = .is(span.start.time, .referred(.offered))
      request.times.length = .is(house.ledger.zone.minutes(of: span), .referred(.offered))
      let times = request.revised(by: grounding.request(on: request)).times
      guard let start = times.start.value, let end = times.end(in: house).value else { return nil }
      return CivilSpan(on: span.start.date, from: start, to: end).map {
        Place(room: room, span: $0)
      }
    }
    guard others.count == without.leftOut.count else { return nil }
    let places = (without.places + others).sorted { $0.span.start < $1.span.start }
    return SeriesOffer(.otherTimeThen, places, others: others)
  }

  /// Whether the days that the line says, if any, are those that cannot be had as wanted.
  func saysOnlyDays(ofClashIn open: Issue) -> Bool {
    let offers = open.question.options.compactMap(\.offer.series).filter { $0.kind != .otherRoom }
    let clashing = Set(
      offers.flatMap { $0.leftOut + $0.others.map(\.span) }.map(\.start.date))
    let kept = Set(offers.flatMap(\.places).map(\.span.start.date)).subtracting(clashing)
    let said = slots.when.compactMap({ $0.day?.value })
    func says(_ date: CivilDate) -> Bool {
      said.contains { day in
        switch day {
        case .on(let other): date == other
        case .among(let one, let other): (min(one, other)...max(one, other)).contains(date)
        case .sameDay: clashing.contains(date)
        case .nextDay, .previousDay, .impossible, .contradiction: false
        }
      }
    }
    return said.isEmpty || clashing.allSatisfy(says) && !kept.contains(where: says)
  }
}

extension Booking {
  /// Whether somebody of the house comes to it.
  func isAttended(by person: Person) -> Bool {
    attendees.contains { $0.email.key == person.email?.key }
  }
}

extension Person {
  /// The words by which somebody can be told from others.
  fileprivate var wordsSaid: Set<String> {
    Set(([name, id.text] + groups).flatMap(\.wordsSaid))
  }
}

extension String {
  /// Its words, in small letters.
  var wordsSaid: [String] {
    guard utf8.allSatisfy({ $0 < 0x80 }) else {
      return lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
    // An octet is a character.
    return lowercased().utf8.split { !(0x61...0x7A ~= $0 || 0x30...0x39 ~= $0) }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
