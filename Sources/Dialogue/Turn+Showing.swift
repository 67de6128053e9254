// What a room or a booking is, and the examples of which help is made. Nothing is booked by it.

import Bookings
import CivilTime
import Language

extension Turn {
  // MARK: - Show

  /// All of a room or a booking.
  mutating func show() {
    if slots.booking != nil {
      if let reference = meantBooking(for: .show) { showBooking(reference) }
    } else if let room = namedRoom() {
      goOnAboutLast()
      hasFilter ? tellIfItSuits(room) : showRoomAndTime(room)
    } else if let strange = strangeRoom() {
      tellNoSuchRoom(strange)
    } else if let room = roomPointedOut {
      showRoom(room)
    } else if case .number = slots.choice?.value {
      listBookings()
    } else if let days = saidDays() {
      showBookings(on: days)
    } else if let last = conversation.last {
      showBooking(last)
    } else {
      listRooms()
    }
  }

  /// A room and, if the line says a time, whether it is free then.
  private mutating func showRoomAndTime(_ room: RoomID) {
    guard slots.firstWhen?.start != nil else { return showRoom(room) }
    showRoom(room)
    let shown = answer
    tellIfFree(room, merging(into: Draft()))
    answer.parts = shown.parts + answer.parts
  }

  mutating func showRoom(_ id: RoomID) {
    // After `what is free tomorrow` a room is shown on that day.
    let spokenOf = saidDay() == nil ? conversation.freshQuery?.day ?? dayOfRoomSpokenOf : nil
    let date = spokenOf ?? dayToShow().0
    guard let day = roomDay(id, on: date) else { return }
    if isRoomNamed {
      conversation.query = Query(
        kind: .show, room: id, day: date, start: nil, minutes: world.habits.usualMinutes,
        filter: RoomFilter())
    }
    answer = Answer(.told, [.roomDetails(day)])
    answer.rooms = [day]
  }

  mutating func showBooking(_ reference: BookingReference) {
    guard let booking = world.ledger.booking(reference) else {
      // Only looked at: what is open stays open.
      let open = conversation.task
      refuseUnknown(reference)
      conversation.task = open
      return
    }
    guard booking.owner == speaker.user || !booking.isPrivate else {
      return refuseOther(reference)
    }
    if booking.owner == speaker.user { conversation.last = reference }
    answer = Answer(.told, [.bookingDetails(booking)])
    if let asked = slots.isPrivate?.value {
      let isSo = AnswerPart.privacy(reference, isPrivate: booking.isPrivate, asked: asked)
      answer.parts.insert(isSo, at: 0)
    }
    answer.bookings = [booking]
  }

  // MARK: - Help

  /// A real room and a time at which it can be had, to make help of.
  func examples() -> HelpExamples {
    let place = world.ledger.earliest(
      fitting: RoomFilter(), minutes: world.habits.usualMinutes,
      from: CivilMoment(civilNow.date.adding(days: 1), .midnight), at: now)
    let room = place.flatMap { world.ledger.room($0.room) } ?? world.ledger.building.rooms.first
    return HelpExamples(
      room: room, span: place?.span, booking: conversation.last, open: conversation.open)
  }
}
