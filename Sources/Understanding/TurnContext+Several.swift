// What a line says of several bookings: those done or listed together, those of which it was asked
// whether they are to go, and two that take each other's place.

import Bookings
import CivilTime
import Discourse
import Language

extension TurnContext {
  // MARK: - Another of them

  /// `cancel the 9th`: the speaker's bookings on the next day of that number, where the line says
  /// which in digits and nothing else.
  var bookingsDated: [Booking]? {
    guard let choice = slots.choice, case .number(let number) = choice.value,
      line[choice.range].contains(where: { (0x30...0x39).contains($0) }), slots.booking == nil,
      optionsInView.isEmpty, slots.when.allSatisfy({ $0.day == nil })
    else { return nil }
    let dated = mine.filter { $0.span.start.date.day == number }
    let first = dated.map(\.span.start.date).min()
    return dated.isEmpty ? nil : dated.filter { $0.span.start.date == first }
  }

  /// Whether the line names a room in which another booking is that was spoken of, and may mean
  /// that: `sorry, the Bunker at 11`.
  func namesRoomOfOwn(besides booking: Booking) -> Bool {
    let named = (slots.rooms + [slots.targetRoom].compactMap(\.self)).flatMap {
      grounding.rooms(of: $0.value, roomSpokenOf)
    }
    guard slots.booking == nil, named.count == 1, named[0] != booking.room,
      slots.target != nil || !slots.when.isEmpty
    else { return false }
    return spokenOf.contains { $0.room == named[0] && $0.state == .held }
  }

  /// Whether the line names a room of another booking that was spoken of, or a day on which one
  /// is: `tomorrow's at 11`.
  func namesPlaceOfOwn(besides booking: Booking) -> Bool {
    if namesRoomOfOwn(besides: booking) { return true }
    guard slots.when.count == 1, case .on(let day) = slots.firstWhen?.day?.value,
      day != booking.span.start.date
    else { return false }
    let isWeekday = slots.firstWhen?.isBareWeekday == true
    return spokenOf.contains {
      $0.reference != booking.reference
        && ($0.span.start.date == day || isWeekday && $0.span.start.date.weekday == day.weekday)
    }
  }

  // MARK: - What becomes of several

  /// Words that were not read may tell which of several are meant, and so may a number that
  /// nothing has.
  private var doubtsOfWhich: Set<Doubt> {
    let isCounted = slots.choice.map { !$0.value.isAll } ?? false
    let isUnmet = isCounted && partOfSeries == nil && thoseMeant == nil
    return reading.unused.isEmpty && !isUnmet ? [] : [.guessed]
  }

  /// All of several bookings that a line is about: `B1 and B2`, `both`, `all my meetings`.
  var severalMeant: [Booking] {
    if let series = seriesMeant { return series }
    if let those = thoseMeant { return those }
    if slots.choice?.value == .both { return bothMeant }
    if slots.choice?.value == .all { return mine }
    guard !slots.furtherBookings.isEmpty else { return [] }
    var first: [BookingReference] = []
    switch slots.booking?.value {
    case .reference(let number): first = [BookingReference(number)]
    case .titled(let title): first = mine.filter { $0.title == title }.map(\.reference)
    case .last, .mine, .next, .series, .rest, .single, .those, .wait, nil: break
    }
    // What is private to others is among them, to be refused.
    return (first + furtherBookings).withoutRepeats.compactMap(house.ledger.booking)
  }

  /// The series of which the booking spoken of last was given up, and others stand.
  var seriesLeft: SeriesReference? { last?.state == .cancelled ? seriesStanding : nil }

  /// The series spoken of, and no booking of it alone since but one that was given up, where any
  /// stands.
  var seriesStanding: SeriesReference? {
    guard isSeriesLast, let series = seriesInView,
      !house.ledger.bookings(of: series, from: house.now).isEmpty
    else { return nil }
    return series
  }

  /// Several that were done or listed together: `cancel them`; what is said of an order of several
  /// rooms, right behind it, is said of all of them: `no, at 10`.
  var thoseMeant: [Booking]? {
    if case .firstOrLast(let count, let fromEnd) = slots.choice?.value,
      let listed = bookingsListed
    {
      return Array(fromEnd ? listed.suffix(count) : listed.prefix(count))
    }
    guard slots.choice == nil, slots.mine == nil, slots.occasion == nil, slots.headcount == nil,
      company.isEmpty, slots.rooms.isEmpty
    else { return nil }
    let isPlural = slots.booking?.value == .those
    guard isPlural || slots.booking == nil || slots.booking?.value == .last else { return nil }
    if isPlural, let listed = bookingsListed { return listed }
    let done = state.undoable.map(\.booking.reference).withoutRepeats.compactMap(house.booking)
    guard done.count > 1, let last, done.contains(last),
      done.allSatisfy({ $0.state == .held && house.ledger.lets(house.user, change: $0) })
    else { return nil }
    if isPlural { return done }
    let areOfOneOrder = Set(done.map(\.span)).count == 1 && !state.isOpen
    return areOfOneOrder && !describesAnother(than: done) ? done : nil
  }

  /// Whether the line may tell which booking it is about, or wants what several cannot become.
  private func describesAnother(than done: [Booking]) -> Bool {
    if slots.targetRoom != nil || slots.repetition != nil || asBefore != nil { return true }
    guard slots.when.contains(where: { $0.day != nil || $0.start != nil || $0.window != nil })
    else { return false }
    guard [.change, .details, .no].contains(intent), slots.target == nil else { return true }
    return mine.contains { !done.contains($0) && fits($0) }
  }

  /// The speaker's bookings that were listed, where nothing was done since.
  private var bookingsListed: [Booking]? {
    guard let listed, case .options(let options) = listed.entity, options.count > 1,
      lastBooking.map({ $0.turn < listed.turn }) ?? true
    else { return nil }
    let bookings = options.compactMap { option -> Booking? in
      guard case .booking(let reference) = option.offer else { return nil }
      return house.booking(reference)
    }.filter { $0.state == .held && house.ledger.lets(house.user, change: $0) }
    return bookings.count == options.count ? bookings : nil
  }

  /// That some bookings are given back; none of them is there, if there are none.
  func cancelling(_ rule: String, _ bookings: [Booking]) -> Hypothesis {
    guard !bookings.isEmpty else { return Rule.hypothesis(rule, .misses(.booking), in: self) }
    let purpose = Purpose(.cancel(bookings.map(\.reference)), Request())
    return Rule.hypothesis(rule, .pursue([purpose], wanted: .all, answering: nil), in: self)
  }

  /// Each of several bookings of which a line means one: `B1 or B2`, `Bunker today or Cockpit`.
  var oneOfSeveral: [Hypothesis] {
    let named = severalMeant
    let meant = mine.filter { booking in
      if named.contains(booking) { return true }
      let rooms = slots.rooms.flatMap { grounding.rooms(of: $0.value, roomSpokenOf) }
      guard rooms.count > 1 || slots.when.count > 1 else { return false }
      if !rooms.isEmpty, !rooms.contains(booking.room) { return false }
      return rooms.count > 1 || slots.when.contains { booking.fits($0) }
    }
    guard !meant.isEmpty else { return [Rule.hypothesis("cancel", .misses(.booking), in: self)] }
    return [
      Rule.hypothesis(
        "cancel",
        .pursue(
          meant.map { Purpose(.cancel([$0.reference]), Request()) }, wanted: .one, answering: nil),
        in: self)
    ]
  }

  /// That several bookings become as the line says, or the one that is still to be picked.
  func changingSeveral(_ rule: String, _ bookings: [Booking]) -> Hypothesis {
    let extent: Extent = movesToOneDay(bookings) ? .one : .all
    return Rule.hypothesis(
      rule, .pursue(changing(bookings), wanted: extent, answering: nil), in: self,
      doubts: doubtsOfWhich)
  }

  /// Whether the line says one date for several bookings of several days: one of them is meant.
  private func movesToOneDay(_ bookings: [Booking]) -> Bool {
    let said = groundingOfSeries().slots
    let whens = (said.target.map { [$0] } ?? said.when).filter { !$0.isDeadline }
    let isDate = whens.contains { when in
      if case .on = when.day?.value { !when.isBareWeekday } else { false }
    }
    return isDate && Set(bookings.map(\.span.start.date)).count > 1
  }

  /// That each of several bookings becomes as the line says.
  func changing(_ bookings: [Booking]) -> [Purpose] {
    let grounding = groundingOfSeries()
    return bookings.map { booking in
      let ground = groundOfSeries(booking)
      let said = grounding.request(on: ground, spokenOf: roomSpokenOf)
      return Purpose(.change(booking.reference), ground.revised(by: said))
    }
  }

  /// `without the Bunker`, `only the other two`, of an order of several rooms that is open: it
  /// without those that the line names, or that cannot be had.
  func roomsLeft(of open: Issue) -> Purpose? {
    guard open.purpose.goal == .book, let rooms = open.purpose.request.roomsTogether,
      slots.people.allSatisfy(\.isLeftOut), slots.when.isEmpty
    else { return nil }
    let named = (slots.rooms + slots.unwantedRooms).flatMap {
      grounding.rooms(of: $0.value, roomSpokenOf)
    }
    var rest: [RoomID] = []
    if intent == .removeAttendee || reading.hasDenial, !named.isEmpty {
      rest = rooms.filter { !named.contains($0) }
    } else if slots.choice?.value == .other, named.isEmpty, !reading.hasDenial {
      let several = open.question.options.compactMap { option -> [RoomID]? in
        guard case .several(let some, _) = option.offer else { return nil }
        return some
      }
      rest = several.first { $0.count < rooms.count } ?? []
    }
    guard !rest.isEmpty, rest.count < rooms.count else { return nil }
    var purpose = open.purpose
    purpose.request.room = .is(
      rest.count > 1 ? .all(rest) : .named(rest), .said(turn: state.turn))
    return purpose
  }

  // MARK: - Which are not wanted

  /// `not the Bunker`: what is offered in rooms that are not wanted, where something else is, too.
  func optionsLeft(of open: Issue) -> [Option]? {
    let unwanted = grounding.unwantedRooms
    guard case .option(let options) = open.question, [.no, .details].contains(intent),
      slots.rooms.isEmpty, slots.when.isEmpty
    else { return nil }
    let left = options.filter { $0.offer.room.map(unwanted.contains) ?? false }
    let others = options.filter { $0.offer.room != nil && !left.contains($0) }
    return left.isEmpty || others.isEmpty ? nil : left
  }

  /// `not the Cockpit`, right behind an order of several rooms that was done: that one of them.
  var unwantedOfDone: Booking? {
    let unwanted = grounding.unwantedRooms
    guard !state.isOpen, !unwanted.isEmpty, [.no, .details].contains(intent), !namesPlace else {
      return nil
    }
    let done = state.undoable.map(\.booking.reference).withoutRepeats.compactMap(house.booking)
      .filter { $0.state == .held }
    let gone = done.filter { unwanted.contains($0.room) }
    return done.count > 1 && Set(done.map(\.span)).count == 1 && gone.count == 1 ? gone[0] : nil
  }

  /// That a room other than some is wanted, or one with more or fewer seats; nil if the line says
  /// no such thing.
  func otherRoom(than shown: [RoomID]) -> Request? {
    let unwanted = grounding.unwantedRooms
    if shown.contains(where: unwanted.contains) {
      var request = grounding.request(on: Request())
      request.room = .is(.other(than: unwanted), .said(turn: state.turn))
      return request
    }
    guard let choice = slots.choice?.value,
      [.larger, .smaller, .different, .other].contains(choice)
    else { return nil }
    var request = grounding.request(on: Request())
    request.room = .is(.other(than: shown.withoutRepeats), .said(turn: state.turn))
    let seats = shown.compactMap { house.ledger.room($0)?.seats }
    if choice == .larger {
      guard let most = seats.max() else { return nil }
      request.features.limitSeats(from: most + 1, upTo: nil)
    } else if choice == .smaller {
      guard let least = seats.min() else { return nil }
      request.features.limitSeats(from: nil, upTo: least - 1)
    }
    return request
  }

  // MARK: - Asked whether they are to go

  /// Whether it was asked whether bookings are to go, and the line says so of them.
  func isWhatIsAskedToGo(_ open: Issue) -> Bool {
    guard case .go = open.question, case .cancel(let references) = open.purpose.goal,
      !namesPlace, slots.people.isEmpty, slots.mine == nil
    else { return false }
    switch slots.booking?.value {
    case .last, .those, nil: return true
    case .reference(let number): return references == [BookingReference(number)]
    case .mine, .next, .titled, .series, .rest, .single, .wait: return false
    }
  }

  /// `yes, the one tomorrow at 8`: whether it was asked if a booking is to go, and the line tells
  /// that very one.
  func tellsWhatIsToGo(_ open: Issue) -> Bool {
    guard case .go = open.question, case .cancel(let references) = open.purpose.goal,
      references.count == 1, reading.unused.isEmpty, namesPlace, slots.people.isEmpty
    else { return false }
    let told = mine.filter { fits($0) }
    return told.map(\.reference) == references
  }

  /// `keep both`, where it was asked whether they are to go; `leave it in the Bunker`, of what is
  /// there and was to be moved.
  var keepsWhatIsAskedToGo: Bool {
    guard reading.staysSaid else { return false }
    switch open?.purpose.goal {
    case .cancel: return [.choose, .details].contains(intent) && !namesPlace
    case .change(let reference):
      let named = (slots.rooms + [slots.targetRoom].compactMap(\.self)).flatMap {
        grounding.rooms(of: $0.value, roomSpokenOf)
      }
      return [.no, .details, .change, .choose].contains(intent) && slots.when.isEmpty
        && !named.isEmpty && named.allSatisfy { $0 == house.booking(reference)?.room }
    case .book, .wait, .stopWaiting, .ride, .tell, nil: return false
    }
  }

  /// Some of the bookings of which it was asked whether all of them are to go, if the line says
  /// their room or time; nil if it says none of them, or all.
  func someAskedToGo(_ open: Issue) -> [BookingReference]? {
    guard case .go = open.question, case .cancel(let references) = open.purpose.goal, namesPlace,
      [.details, .choose, .cancel].contains(intent)
    else { return nil }
    let described = references.filter { house.booking($0).map { fits($0) } ?? false }
    return (1..<max(1, references.count)).contains(described.count) ? described : nil
  }

  // MARK: - Changing places

  /// A booking that is to change places with another and is not there.
  var missingInExchange: BookingReference? {
    guard slots.isExchange else { return nil }
    let named = (slots.booking.map { [$0] } ?? []) + slots.furtherBookings
    return named.compactMap { mention in
      guard case .reference(let number) = mention.value else { return nil }
      return BookingReference(number)
    }.first { house.ledger.booking($0) == nil }
  }

  /// `swap B1 and B2`: each takes the place of the other.
  var exchange: [Purpose]? {
    guard slots.isExchange, intent == .change else { return nil }
    let two = severalMeant
    guard two.count == 2 else { return nil }
    return zip(two, two.reversed()).map { booking, other in
      var ground = ground(of: booking)
      let source = Source.said(turn: state.turn)
      ground.room = .is(.named([other.room]), source)
      ground.times.day = .is(.on(other.span.start.date), source)
      ground.times.start = .is(other.span.start.time, source)
      ground.times.end = .is(other.span.end.time, source)
      ground.times.length = .unsaid
      return Purpose(.change(booking.reference), ground)
    }
  }
}
