// What of the house was spoken of, and who and what a line names of it.

public import Bookings
import CivilTime
import Discourse
import Language

extension HouseView {
  /// The day of what was asked about or done last.
  func daySpokenOf(in state: DialogueState) -> CivilDate? {
    let asked = state.salient(.request, in: [.asked])
    let booking = state.salient(.booking, in: [.done, .picked])
    if let booking, booking.turn > (asked?.turn ?? 0), case .booking(let last) = booking.entity {
      return self.booking(last)?.span.start.date
    }
    guard case .request(let request, _) = asked?.entity else { return nil }
    return request.times.day.value?.first
  }

  /// The speaker's bookings that stand and that a conversation has been about, in the order in
  /// which they were made.
  func spokenOf(in state: DialogueState) -> [Booking] {
    state.bookings.compactMap { reference -> Booking? in
      guard let booking = ledger.booking(reference), booking.state == .held,
        booking.isHeld(by: user)
      else { return nil }
      return booking
    }.sorted { $0.reference.number < $1.reference.number }
  }
}

/// The line refers to something that nothing can be.
struct UnmetReference: Error {
  let missing: Missing
  init(_ missing: Missing) { self.missing = missing }
}

extension Booking {
  /// Whether it is at a time that a line says; by weekday also on any such, and a day of no month
  /// that of any.
  func fits(_ when: When, byWeekday: Bool = false) -> Bool {
    switch when.day?.value {
    case .on(let date):
      let isOnWeekday = when.isBareWeekday && span.start.date.weekday == date.weekday
      let isOnDay = when.assumed.contains(.month) && span.start.date.day == date.day
      if span.start.date != date, !byWeekday || !isOnWeekday && !isOnDay { return false }
    case .among(let one, let other):
      if !(min(one, other)...max(one, other)).contains(span.start.date) { return false }
    case .nextDay, .previousDay, .sameDay, .impossible, .contradiction, nil: break
    }
    if let start = when.start?.value, span.start.time != start { return false }
    guard let window = when.window?.value else { return true }
    return (window.from..<window.to).contains(span.start.time)
  }

  /// Whether all of some people come to it, by their names or addresses.
  public func isAttended(byAll names: [String]) -> Bool {
    names.allSatisfy { name in attendees.contains { $0.isCalled(name) } }
  }
}

extension Attendee {
  /// Whether a person is called by that name, first name, surname or address.
  func isCalled(_ called: String) -> Bool {
    name.isSameName(as: called) || email.key == called.lowercased()
      || name.lowercased().hasSuffix(" " + called.lowercased())
  }
}

extension String {
  /// Whether all words of one of two titles stand in the other: `the budget talk` and `Budget`.
  func sharesWords(with other: String) -> Bool {
    guard !isEmpty, !other.isEmpty else { return false }
    let one = " \(lowercased()) ", two = " \(other.lowercased()) "
    return one.contains(two) || two.contains(one)
  }
}

extension Slots {
  /// `is Tom free?`: what no room is called may be whoever has bookings that others are told of.
  mutating func takeBookerForRoom(_ house: HouseView) {
    guard rooms.count == 1, people.isEmpty, case .unknown(let name, let nearest) = rooms[0].value,
      nearest.isEmpty
    else { return }
    let booker = UserID(name.lowercased())
    let isTold = house.ledger.bookings(of: booker, from: house.now)
      .contains { $0.owner == booker && house.ledger.tells(house.user, bookerOf: $0) }
    guard isTold else { return }
    var mention = PersonMention()
    mention.name = Said(name, rooms[0].range)
    (rooms, people) = ([], [mention])
  }

  /// Who is called exactly like a room, and has neither address nor number, is the room: `and
  /// Bunker?`, `book Aquarium and bunker`.
  mutating func takeRoomForPerson(_ vocabulary: Vocabulary) {
    guard people.count == 1, let name = people[0].name, name.origin == .said,
      people[0].email == nil, people[0].phone == nil,
      let place = vocabulary.rooms.firstIndex(where: { room in
        ([room.name] + room.aliases).contains { $0.lowercased() == name.value.lowercased() }
      })
    else { return }
    people = []
    if rooms.isEmpty { also = also ?? Said(true, name.range) }
    rooms.append(Said(.known(place), name.range))
  }

  /// What something would be moved to is where and when something is asked about.
  mutating func takeTargetForPlace() {
    when = [target].compactMap(\.self) + when
    rooms = [targetRoom].compactMap(\.self) + rooms
    (target, targetRoom) = (nil, nil)
  }

  /// `und gleich anderthalb Stunden`, of what was done on another day: how long, and not from now.
  mutating func takeLengthWithoutNow() {
    guard when.count == 1, when[0].fromNowMinutes?.value == 0, when[0].lengthMinutes != nil,
      when[0].day == nil, when[0].start == nil, when[0].end == nil
    else { return }
    when[0].fromNowMinutes = nil
  }

  /// `half past three is enough`, of what lasts longer: that is when it ends.
  mutating func takeStartForEnd(of booking: Booking) {
    guard when.count == 1, target == nil, when[0].isStartAlone, when[0].day == nil,
      let start = when[0].start?.value, start > booking.span.start.time,
      CivilMoment(booking.span.start.date, start) < booking.span.end
    else { return }
    (when[0].start, when[0].end) = (nil, when[0].start)
  }
}

extension When {
  /// Whether it says when something begins and nothing else.
  var isStartAlone: Bool {
    var others = self
    (others.start, others.assumed) = (nil, [])
    return start != nil && others.isEmpty
  }
}
