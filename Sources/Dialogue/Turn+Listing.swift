// Lists of bookings: the speaker's own, somebody else's, or those of a room, on the days said.

import Bookings
import CivilTime
import Language

extension Turn {
  /// The speaker's bookings, or those of a room or of somebody else.
  mutating func listBookings() {
    let days = saidDays()
    if let id = namedRoom(), let room = world.ledger.room(id), slots.mine?.value != true {
      return listBookings(in: room, on: days ?? civilNow.date...civilNow.date)
    }
    if let strange = strangeRoom() { return tellNoSuchRoom(strange) }
    if let name = slots.people.first?.name?.value, slots.people.first?.isSpeaker == false {
      return listBookings(of: name, on: days)
    }
    let mine = Array(
      world.ledger.bookings(of: speaker.user, from: now)
        .filter { (days?.contains($0.span.start.date) ?? true) && isTitledAsAsked($0) }
        .prefix(world.habits.listedBookingsMax))
    answer = Answer(.told, [.bookingList(mine, .mine(days))])
    if isTitledUnlikeAny, let title = slots.title { answer.parts.append(.unused([title.value])) }
    answer.bookings = mine
    if mine.count == 1 { conversation.last = mine[0].reference }
  }

  private mutating func listBookings(in room: Room, on days: ClosedRange<CivilDate>) {
    let whole = CivilSpan(
      from: CivilMoment(days.lowerBound, .midnight), to: CivilMoment(days.upperBound, .endOfDay))
    let all = whole.map { world.ledger.bookings(in: room.id, during: $0) } ?? []
    let held = Array(all.prefix(world.habits.listedBookingsMax))
    // `and is it free at 3?` is asked of that room.
    if days.lowerBound == days.upperBound {
      conversation.query = Query(
        kind: .show, room: room.id, day: days.lowerBound, start: nil,
        minutes: world.habits.usualMinutes, filter: RoomFilter())
    }
    answer = Answer(.told, [.bookingList(held, .room(room, days))])
    answer.bookings = held
  }

  /// What everybody may see of somebody's bookings; names of users are compared as written, or in
  /// small letters, for people write them with a capital.
  private mutating func listBookings(of name: String, on days: ClosedRange<CivilDate>?) {
    let users = [name, name.lowercased()].withoutRepeats.map { UserID($0) }
    let theirs = users.flatMap { world.ledger.bookings(of: $0, from: now) }
      .filter { $0.owner == speaker.user || !$0.isPrivate }
      .filter { days?.contains($0.span.start.date) ?? true }
      .prefix(world.habits.listedBookingsMax)
    // `when is the meeting with Max`: of the speaker's own.
    let shared = bookings(attendedBy: [name])
      .filter { days?.contains($0.span.start.date) ?? true }
      .prefix(world.habits.listedBookingsMax)
    if theirs.isEmpty, !shared.isEmpty {
      answer = Answer(.told, [.bookingList(Array(shared), .mine(days))])
      answer.bookings = Array(shared)
      if shared.count == 1 { conversation.last = shared.first?.reference }
      return
    }
    answer = Answer(.told, [.bookingList(Array(theirs), .person(name))])
    answer.bookings = theirs.filter { $0.owner == speaker.user }
  }

  /// All of the speaker's bookings on the days said, as for `who comes on Friday`; without one,
  /// that there is none, and the rooms of the day.
  mutating func showBookings(on days: ClosedRange<CivilDate>) {
    let mine = world.ledger.bookings(of: speaker.user, from: now)
      .filter { days.contains($0.span.start.date) && fits($0) }
      .prefix(world.habits.listedBookingsMax)
    guard !mine.isEmpty else {
      listRooms()
      answer.parts.insert(.bookingList([], .mine(days)), at: 0)
      return
    }
    if mine.count == 1 { conversation.last = mine[0].reference }
    answer = Answer(.told, mine.map { .bookingDetails($0) })
    answer.bookings = Array(mine)
  }

  /// The days a line says: one, or several without those of them that are over.
  func saidDays() -> ClosedRange<CivilDate>? {
    guard let days = slots.firstWhen?.day?.value.several else { return saidDay().map { $0...$0 } }
    let today = civilNow.date
    return days.contains(today) ? today...days.upperBound : days
  }
}

extension DayMention {
  /// The days it names, if several; in order of time, whichever was said first.
  var several: ClosedRange<CivilDate>? {
    guard case .among(let one, let other) = self else { return nil }
    return min(one, other)...max(one, other)
  }
}
