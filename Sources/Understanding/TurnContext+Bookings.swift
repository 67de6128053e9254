// Which booking a line means: by its number, its title, who comes, its room and time, or as what
// was spoken of last.

import Bookings
import CivilTime
import Discourse
import Language

/// A booking that a line may mean, and how sure that is.
struct MeantBooking {
  let booking: Booking
  var distance = 0
  var doubts: Set<Doubt> = []
}

extension TurnContext {
  /// What the room and the time of a line are for.
  enum PlaceIsFor {
    /// They tell which booking is meant.
    case which
    /// They say what it becomes.
    case becoming
  }

  /// The bookings that the line may mean, each by itself; several mean that it is to be asked
  /// which. Throws what the line refers to where nothing can be that.
  func bookingsMeant(_ place: PlaceIsFor) throws(UnmetReference) -> [MeantBooking] {
    let meant = try bookingsNamed(place)
    guard asBefore == .endsNow else { return meant }
    // Only what lasts just now can be over now.
    let now = meant.filter { $0.booking.span.contains(house.civilNow) }
    guard !now.isEmpty else { throw UnmetReference(.booking) }
    return now
  }

  private func bookingsNamed(_ place: PlaceIsFor) throws(UnmetReference) -> [MeantBooking] {
    if let picked = bookingListed ?? oneOfSeries ?? bookingCounted {
      return [MeantBooking(booking: picked)]
    }
    let isOfNow = slots.booking == nil || slots.booking?.value == .last
    if asBefore == .endsNow, isOfNow { return try narrowed(running, .which) }
    if let dated = bookingsDated { return dated.map { meant($0, .which) } }
    // `cancel the second`, where rooms are offered, or one booking is all there is.
    if case .number(let number) = slots.choice?.value, slots.booking == nil {
      let isOfRooms = open?.question.options.contains { $0.offer.room != nil } ?? false
      guard !isOfRooms, number <= max(mine.count, 1) else { throw UnmetReference(.booking) }
    }
    switch slots.booking?.value {
    case .reference(let number):
      let reference = BookingReference(number)
      // What is private to others is refused by its number, as planning says it.
      guard let booking = house.ledger.booking(reference) else {
        throw UnmetReference(.reference(reference))
      }
      return [meant(booking, place)]
    case .titled(let title):
      return try narrowed(mine.filter { $0.title == title }, place)
    case .next:
      let ahead = place == .which ? mine.filter { fits($0) } : mine
      let next = ahead.first { $0.span.start >= house.civilNow } ?? ahead.first
      guard let next else { throw UnmetReference(.booking) }
      return [MeantBooking(booking: next)]
    case .mine: return try narrowed(mine, place)
    case .wait: throw UnmetReference(.booking)
    case .those: throw UnmetReference(.booking)
    case .last, .single, nil: break
    case .series, .rest:
      let series = seriesMeant ?? []
      guard !series.isEmpty else { throw UnmetReference(.booking) }
      return series.map { MeantBooking(booking: $0) }
    }
    if slots.booking?.value == .last, pointsAtOrder { throw UnmetReference(.booking) }
    if let called = slots.occasion?.value {
      let titled = mine.filter { $0.title.sharesWords(with: called) }
      if !titled.isEmpty { return try narrowed(titled, place) }
    }
    if let others = othersMeant(place) { return others }
    if !company.isEmpty {
      return try narrowed(mine.filter { $0.isAttended(byAll: company) }, place)
    }
    let describes = place == .which && (namesPlace || intent == .cancel && !slots.people.isEmpty)
    if describes || slots.mine?.value == true || slots.choice != nil {
      return try described(place)
    }
    return try pointedOut()
  }

  /// The booking that a number means among those asked about or listed last.
  private var bookingListed: Booking? {
    guard let mention = slots.choice?.value, slots.booking == nil || slots.booking?.value == .last
    else { return nil }
    guard case .booking(let reference) = option(by: mention, of: optionsInView)?.offer else {
      return nil
    }
    return house.booking(reference)
  }

  /// The speaker's bookings that this conversation has been about.
  var spokenOf: [Booking] { house.spokenOf(in: state) }

  /// The speaker's bookings that last just now: only those can be over now.
  var running: [Booking] { mine.filter { $0.span.contains(house.civilNow) } }

  /// The two that `both` means: those spoken of last, else all that there are.
  var bothMeant: [Booking] {
    let two = spokenOf.sorted { latestTurn(of: $0) > latestTurn(of: $1) }.prefix(2)
    return two.count == 2 ? two.sorted { $0.reference.number < $1.reference.number } : mine
  }

  private func latestTurn(of booking: Booking) -> Int {
    state.referents.last { $0.entity == .booking(booking.reference) }?.turn ?? 0
  }

  /// The booking that `the first`, `the other` and `the earlier one` mean among those that this
  /// conversation has been about, where nothing else was listed.
  var bookingCounted: Booking? {
    guard let mention = slots.choice?.value, listed == nil || mention == .other,
      slots.booking == nil || slots.booking?.value == .last,
      open?.question.options.isEmpty ?? true
    else { return nil }
    let bookings = spokenOf
    if mention == .other {
      let stays = kept
      let others = bookings.filter { booking in
        stays.map { !$0.contains { $0.reference == booking.reference } }
          ?? (booking.reference != last?.reference)
      }
      return others.count == 1 ? others[0] : nil
    }
    guard bookings.count > 1 else { return nil }
    // The first may be the one made first or the one that begins first.
    let timed = bookings.sorted { $0.span.start < $1.span.start }
    let meant = [bookings, timed].map { bookings in
      let options = bookings.enumerated().map { ($0.offset + 1, $0.element.reference) }
        .map { Option($0, .booking($1)) }
      return option(by: mention, of: options)?.offer
    }
    guard case .booking(let reference) = meant[0], meant[0] == meant[1] else { return nil }
    return house.booking(reference)
  }

  /// Whether the line says a room or a time.
  var namesPlace: Bool { !slots.rooms.isEmpty || !slots.when.isEmpty }

  /// The one spoken of last, if the room and time of the line are its own; else those of the
  /// speaker's that are like that.
  private func described(_ place: PlaceIsFor) throws(UnmetReference) -> [MeantBooking] {
    if slots.booking?.value == .last, let last, last.state == .held, fits(last) {
      return [meant(last, place)]
    }
    let described = try narrowed(mine, place)
    // `Cockpit instead of Bunker`: of several like that the one just done, shown or picked.
    if intent == .change, slots.mine?.value != true, described.count > 1, let justDone,
      let meant = described.first(where: { $0.booking.reference == justDone.booking.reference })
    {
      return [meant]
    }
    return described
  }

  /// What was spoken of last; as a first line, all that there is, to be shown and asked.
  private func pointedOut() throws(UnmetReference) -> [MeantBooking] {
    // `cancel it`, right after another room was shown: the booking there, or the last one.
    if let last, let asked, let referent = lastBooking, asked.turn > referent.turn,
      let room = question?.request.namedRoom, room != last.room
    {
      let there = mine.filter { $0.room == room }
      return [
        MeantBooking(
          booking: there.count == 1 ? there[0] : last, distance: distance(to: referent),
          doubts: [.unpointed])
      ]
    }
    // What is given up becomes nothing else: `it` is of those that were listed since.
    if let last, last.state != .held, let listed, listed.turn > (lastBooking?.turn ?? 0) {
      let held = optionsInView.compactMap { option -> Booking? in
        guard case .booking(let reference) = option.offer else { return nil }
        return mine.first { $0.reference == reference }
      }
      let doubts: Set<Doubt> = held.count > 1 ? [.unpointed] : []
      if !held.isEmpty { return held.map { MeantBooking(booking: $0, doubts: doubts) } }
    }
    if let last, let referent = lastBooking {
      var doubts: Set<Doubt> = namesRoomOfOwn(besides: last) ? [.describedOtherwise] : strange
      // Of what another holds, and was only shown, a name alone says nothing for sure.
      if namesPeopleOnly, !last.isHeld(by: house.user) { doubts.insert(.unpointed) }
      return [MeantBooking(booking: last, distance: distance(to: referent), doubts: doubts)]
    }
    guard !mine.isEmpty, !pointsAtOrder else { throw UnmetReference(.booking) }
    if movesEndAlone, running.count == 1 { return [MeantBooking(booking: running[0])] }
    return mine.map { MeantBooking(booking: $0, doubts: [.unpointed]) }
  }

  /// Whether the line says a room and until when, and so more of a booking there: `the Aquarium
  /// until 1:30`.
  func isMoreOf(_ booking: Booking) -> Bool {
    guard let when = slots.firstWhen, slots.when.count == 1, !reading.asks else { return false }
    let rooms = slots.rooms.flatMap { grounding.rooms(of: $0.value, roomSpokenOf) }
    return rooms == [booking.room] && when.start == nil && when.day == nil && asBefore == nil
      && (when.end != nil || when.lengthMinutes != nil)
  }

  /// Whether a booking is called as the line says, if it says that.
  func isTitledAsSaid(_ booking: Booking) -> Bool {
    guard let title = slots.title?.value ?? slots.occasion?.value else { return true }
    return booking.title.sharesWords(with: title)
  }

  /// The names and addresses that the line says.
  var peopleNamed: [String] {
    slots.people.compactMap { $0.name?.value ?? $0.email?.value }
  }

  /// A booking called by what no title says may be another one than is thought of.
  private var strange: Set<Doubt> { slots.occasion == nil ? [] : [.describedOtherwise] }

  private func meant(_ booking: Booking, _ place: PlaceIsFor) -> MeantBooking {
    let isAsSaid = place == .becoming || fits(booking, byWeekday: true)
    return MeantBooking(booking: booking, doubts: isAsSaid ? [] : [.describedOtherwise])
  }

  /// Of some bookings those that fit the room and time of the line; all if none does and the line
  /// names them otherwise.
  private func narrowed(
    _ bookings: [Booking], _ place: PlaceIsFor
  ) throws(UnmetReference) -> [MeantBooking] {
    var fitting = place == .which ? bookings.filter { fits($0) } : bookings
    // `cancel Tuesday`, on a Tuesday, where only the next is booked.
    if fitting.isEmpty { fitting = bookings.filter { fits($0, byWeekday: true) } }
    let isNamed = slots.booking?.value.isOneByName == true || slots.occasion != nil
    let isKept = isNamed && bookings.count == 1 || countsAmong(bookings)
    let meant = fitting.isEmpty && isKept ? bookings : fitting
    guard !meant.isEmpty else { throw UnmetReference(.booking) }
    return meant.map { self.meant($0, place) }
  }

  /// Whether all that tells which of some bookings is meant is a day of no month, which may count
  /// them: `cancel the first`.
  private func countsAmong(_ bookings: [Booking]) -> Bool {
    guard slots.rooms.isEmpty, slots.people.isEmpty, slots.when.count == 1, bookings.count > 1,
      let when = slots.firstWhen, when.start == nil, when.assumed.contains(.month),
      case .on(let date) = when.day?.value
    else { return false }
    return date.day <= bookings.count
  }

  /// Whether the room and time of the line are those of a booking; of several times one is enough.
  func fits(_ booking: Booking, byWeekday: Bool = false) -> Bool {
    if intent == .cancel, !booking.isAttended(byAll: peopleNamed) { return false }
    return fits(booking, slots, byWeekday: byWeekday)
  }

  /// Whether the room, day and time of the line are those of exactly one of the speaker's bookings.
  var tellsOneOfMine: Bool {
    (namesPlace || slots.booking?.value == .mine) && mine.count { fits($0) } == 1
  }

  /// Whether a booking is in one of the rooms, and at one of the times, of some slots.
  func fits(_ booking: Booking, _ slots: Slots, byWeekday: Bool) -> Bool {
    let rooms = slots.rooms.flatMap { grounding.rooms(of: $0.value, roomSpokenOf) }
    if !rooms.isEmpty, !rooms.contains(booking.room) { return false }
    return slots.when.isEmpty || slots.when.contains { booking.fits($0, byWeekday: byWeekday) }
  }

  /// The speaker's bookings that the line says are to stay; nil if it says none.
  private var kept: [Booking]? {
    slots.kept.first.map { rest in
      if case .reference(let number) = rest.booking?.value {
        return mine.filter { $0.reference.number == number }
      }
      return mine.filter { fits($0, rest, byWeekday: true) }
    }
  }
}

extension TurnContext {
  /// `we don't need it after 5`, `cancel the last hour`: the bookings of which a part is given
  /// back, all of a series that was spoken of, and when each is then; nil where the line gives back
  /// none, or a whole one.
  var partsGivenBack: [(booking: Booking, times: Times)]? {
    guard intent == .cancel, slots.when.count == 1, let when = slots.firstWhen, slots.choice == nil,
      slots.people.isEmpty, slots.occasion == nil, slots.furtherBookings.isEmpty, asBefore == nil,
      !when.isDayOnward, slots.mine == nil || slots.booking != nil
    else { return nil }
    let series = when.day == nil ? seriesMeant ?? [] : []
    let meant = series.isEmpty ? [bookingGivenBackInPart].compactMap(\.self) : series
    let left = meant.compactMap { booking in
      booking.times(without: when, turn: state.turn).map { (booking: booking, times: $0) }
    }
    return left.isEmpty || left.count < meant.count ? nil : left
  }

  /// Whether nothing tells which booking it is of which a part is given back.
  var isPartUnpointed: Bool {
    lastOwn == nil && slots.rooms.isEmpty && slots.booking == nil
      && slots.when.allSatisfy { $0.day == nil }
  }

  /// Which it is: the one that is named or spoken of last, or the only one there then.
  private var bookingGivenBackInPart: Booking? {
    var place = slots
    place.when = slots.when.compactMap { $0.day == nil ? nil : $0.dayAlone }
    switch slots.booking?.value {
    case .reference(let number): return mine.first { $0.reference.number == number }
    case .last, .mine, .single, nil: break
    case .titled, .next, .series, .rest, .those, .wait: return nil
    }
    let there = mine.filter { fits($0, place, byWeekday: true) }
    // What lies within the hours that are said goes whole.
    let isPointed =
      slots.booking?.value == .last
      || slots.booking == nil && slots.rooms.isEmpty && place.when.isEmpty
        && justDone.map { distance(to: $0.referent) == 0 } ?? false
    let isTold = !isPointed && there.contains { $0.lies(in: slots.when[0]) }
    if let last = lastOwn?.booking, there.contains(last) { return isTold ? nil : last }
    return there.count == 1 && !isTold ? there[0] : nil
  }

  /// The bookings that the line names beside the first.
  var furtherBookings: [BookingReference] {
    slots.furtherBookings.flatMap { further -> [BookingReference] in
      switch further.value {
      case .reference(let number): [BookingReference(number)]
      case .titled(let title): mine.filter { $0.title == title }.map(\.reference)
      case .last, .mine, .next, .series, .rest, .single, .those, .wait: []
      }
    }
  }

  /// Whether the room and time of a change tell which booking is meant: beside what it becomes, and
  /// where one of the speaker's own is like that, as in `move Bunker`.
  var placeOfChange: PlaceIsFor {
    let hasTarget = slots.target != nil || slots.targetRoom != nil
    // `from 10, the end stays` says no more of which it is.
    let saysMore = slots.when.contains { $0.startsAsBefore?.value != .ends }
    if hasTarget { return saysMore || !slots.rooms.isEmpty ? .which : .becoming }
    let namesWhatIs =
      !slots.rooms.isEmpty || slots.when.contains { $0.day != nil || $0.start != nil }
    guard namesWhatIs,
      slots.booking == nil || [.mine, .single].contains(slots.booking?.value)
        || reading.bookingHasNoun || !company.isEmpty
    else {
      return .becoming
    }
    if slots.when.contains(where: { $0.shift != nil }) { return .which }
    return mine.contains { fits($0) } ? .which : .becoming
  }

  /// One hypothesis for the bookings that the line means: for several, each is an option.
  func pointed(
    _ rule: String, _ place: PlaceIsFor, _ doubts: Set<Doubt> = [],
    _ purpose: (MeantBooking) -> Purpose
  ) -> [Hypothesis] {
    do throws(UnmetReference) {
      let meant = try bookingsMeant(place)
      let doubts = doubts.union(meant.reduce(into: Set<Doubt>()) { $0.formUnion($1.doubts) })
      return [
        Rule.hypothesis(
          rule,
          .pursue(meant.map(purpose), wanted: meant.count > 1 ? .oneOrAll : .all, answering: nil),
          in: self,
          distance: meant.map(\.distance).max() ?? 0, doubts: doubts)
      ]
    } catch {
      return [Rule.hypothesis(rule, .misses(error.missing), in: self)]
    }
  }

  /// Whether the day that a line says alone may be one of several as well, as it is in another
  /// month than a booking: `the second`.
  func saysDayOfAnotherMonth(than booking: Booking) -> Bool {
    guard intent == .details, let when = slots.firstWhen, when.start == nil,
      when.assumed.contains(.month), case .on(let date) = when.day?.value
    else { return false }
    return date.month != booking.span.start.date.month
  }
}

/// The line refers to something that nothing can be.
struct UnmetReference: Error {
  let missing: Missing
  init(_ missing: Missing) { self.missing = missing }
}
