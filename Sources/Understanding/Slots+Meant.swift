// What the parts of a line mean beside what was done and who has bookings.

import Bookings
import CivilTime
import Discourse
import Language

extension Slots {
  /// `the same on the 22nd`, where fewer were listed or spoken of: a day of no month.
  mutating func takeChoiceForDay(beyond count: Int, from today: CivilDate) {
    guard let choice, case .number(let number) = choice.value, number > count, when.count == 1,
      when[0].day == nil, when[0].startsAsBefore != nil,
      let day = (0..<Self.daysOfTwoMonths).lazy.map({ today.adding(days: $0) })
        .first(where: { $0.components.day == number })
    else { return }
    when[0].day = Said(.on(day), choice.range)
    when[0].assumed.append(.month)
    self.choice = nil
  }

  /// Every day of a month that there is comes in so many days.
  private static let daysOfTwoMonths = 62

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
