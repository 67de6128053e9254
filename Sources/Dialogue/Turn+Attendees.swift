// Who comes: adding, removing and mending attendees, and what their passes do.

import Bookings
import CivilTime
import Language
import Passes

extension Turn {
  /// Adds the people of the line to the booking that is meant; without any, asks who comes.
  mutating func addAttendees() {
    leaveOutWhoBrings()
    var draft = merging(into: Draft())
    draft.attendees = draft.attendees ?? [AttendeeRequest()]
    guard let reference = meantBooking(for: .add(draft)) else { return }
    if let booking = world.ledger.booking(reference), booking.owner != speaker.user {
      return refuseOther(reference)
    }
    perform(.add(draft), on: [reference])
  }

  /// `Ana brings Carla`: who comes already, and is only named, is not to be added.
  private mutating func leaveOutWhoBrings() {
    let known = readingContext.people
    let others = slots.people.filter { mention in
      mention.email != nil || mention.phone != nil || mention.isSpeaker
        || !known.contains { sameName($0, mention.name?.value ?? "") }
    }
    if !others.isEmpty { slots.people = others }
  }

  /// Takes people off the booking that is meant.
  mutating func removeAttendees() {
    guard let booking = bookingForPeople() else { return }
    guard booking.owner == speaker.user else { return refuseOther(booking.reference) }
    // `drop her`: the only one.
    if slots.people.isEmpty, booking.attendees.count == 1 {
      var draft = Draft(changes: booking.reference)
      draft.attendees = []
      return proceed(draft)
    }
    guard !slots.people.isEmpty else {
      answer = Answer(.refused, [.asksWhoIsMeant(booking)])
      return
    }
    var attendees = booking.attendees
    var added: [PersonMention] = []
    for mention in slots.people {
      let called = mention.name?.value ?? mention.email?.value ?? ""
      let places = attendees.indices.filter { isMeant(attendees[$0], by: mention) }
      if places.isEmpty, slots.isSwap {
        added.append(mention)
        continue
      }
      guard let place = places.first else {
        answer = Answer(.refused, [.noSuchAttendee(called, booking)])
        return
      }
      guard places.count == 1 else {
        answer = Answer(.refused, [.severalAttendees(called, places.map { attendees[$0] })])
        return
      }
      attendees.remove(at: place)
    }
    guard !slots.isSwap || attendees.count < booking.attendees.count && !added.isEmpty else {
      let called = added.first?.name?.value ?? added.first?.email?.value ?? ""
      answer = Answer(.refused, [.noSuchAttendee(called, booking)])
      return
    }
    // The rest of the line only tells which booking is meant.
    slots = Slots()
    slots.people = added
    var draft = Draft(changes: booking.reference)
    draft.attendees = attendees.map(AttendeeRequest.init)
    proceed(merging(into: draft))
  }

  /// Whether a mention is of an attendee: by address or number, where those are said, else by name.
  private func isMeant(_ attendee: Attendee, by mention: PersonMention) -> Bool {
    if let email = mention.email?.value { return attendee.isCalled(email) }
    if let name = mention.name?.value {
      return attendee.isCalled(name) || attendee.hasSurname(name)
    }
    return request(for: mention).request.phone == attendee.phone.e164
  }

  /// Changes a name, address or number of an attendee.
  mutating func mend(isSure: Bool = true) {
    // `email ana@x.com the notes` is no address of whoever comes.
    guard isSure || slots.people.first?.name?.origin == .said else {
      answer = Answer(.notUnderstood, [.notUnderstood(level: 1, examples())])
      return
    }
    guard let booking = bookingForPeople() else { return }
    guard booking.owner == speaker.user else { return refuseOther(booking.reference) }
    guard let mention = slots.people.first, let index = attendee(meantBy: mention, in: booking)
    else {
      // A number alone does not tell whose it is.
      let called = slots.people.first.flatMap { $0.name?.value ?? $0.email?.value }
      answer =
        called.map { Answer(.refused, [.noSuchAttendee($0, booking)]) }
        ?? Answer(.notUnderstood, [.notUnderstood(level: 1, examples())])
      return
    }
    var draft = Draft(changes: booking.reference)
    draft.attendees = booking.attendees.map(AttendeeRequest.init)
    let said = request(for: mention)
    if let name = nameToBe(said, of: booking.attendees[index]) {
      draft.attendees?[index].name = name
    }
    if let email = said.request.email { draft.attendees?[index].email = email }
    if let phone = said.request.phone { draft.attendees?[index].phone = phone }
    draft.doubtfulPhones[index] = said.doubtful
    proceed(draft)
  }

  /// `Petra Berger`, where somebody called Berger comes: two who are named side by side are one.
  private var wholeName: String? {
    let names = slots.people.compactMap { mention in
      mention.email == nil && mention.phone == nil ? mention.name : nil
    }
    guard names.count == 2, slots.people.count == 2,
      names[0].range.upperBound + 1 == names[1].range.lowerBound
    else { return nil }
    return names.map(\.value).joined(separator: " ")
  }

  /// What an attendee is called from now on: `rename Ana to Anna`, `call her Anna`.
  private func nameToBe(_ said: SaidPerson, of attendee: Attendee) -> String? {
    if let field = slots.field, field.value != .name { return nil }
    if slots.people.count == 2, slots.people[1].email == nil, slots.people[1].phone == nil {
      return wholeName ?? slots.people[1].name?.value
    }
    // `rename ana@x.com to Anna`: the address only tells who is meant.
    let isOfName =
      slots.field != nil
      || !said.nameIsAssumed && slots.people[0].phone == nil
        && said.request.email.map { attendee.email.key == $0.lowercased() } ?? true
    return isOfName ? said.request.name : nil
  }

  /// Says that a booking is somebody else's, and nothing of who comes to it.
  mutating func refuseOther(_ reference: BookingReference) {
    let refusal = Refusal.notOwner(reference)
    answer = Answer(.refused, [.refused(refusal, nil)])
    answer.refusals = [refusal]
  }

  /// Whom a mention means among the attendees: by name or address; `her`, or the only one, if
  /// it gives a new name.
  private func attendee(meantBy mention: PersonMention, in booking: Booking) -> Int? {
    let names = [mention.name?.value, mention.email?.value].compactMap { $0 }
    for called in names {
      if let index = booking.attendees.firstIndex(where: { $0.isCalled(called) }) { return index }
    }
    let failed = world.outbox.passes(of: booking.reference).filter { pass in
      if case .failed = pass.state { return true }
      return false
    }
    if failed.count == 1, mention.name == nil,
      let index = booking.attendees.firstIndex(where: { $0.id == failed[0].attendee })
    {
      return index
    }
    // Whose number or address is said, and who is called otherwise, is somebody else.
    let isNamed = mention.name?.origin == .said
    let isOther = isNamed && (mention.email != nil || mention.phone != nil)
    return booking.attendees.count == 1 && !isOther ? 0 : nil
  }

  /// The booking whose people the line is about.
  mutating func bookingForPeople() -> Booking? {
    guard let reference = meantBooking(for: .show) else { return nil }
    guard let booking = world.ledger.booking(reference) else {
      refuseUnknown(reference)
      return nil
    }
    return slots.booking == nil ? onlyBookingOfPersonNamed(orElse: booking) : booking
  }

  /// Whether a line takes somebody off who does not come to the booking spoken of last, but to
  /// another: that is asked about.
  func comesToAnotherOnly(_ reading: Reading) -> Bool {
    guard reading.intent == .removeAttendee, slots.booking == nil, slots.when.isEmpty,
      slots.rooms.isEmpty, conversation.task == nil,
      let last = conversation.last.flatMap({ world.ledger.booking($0) })
    else { return false }
    return onlyBookingOfPersonNamed(orElse: last).reference != last.reference
  }

  /// The only one of the speaker's bookings to which somebody comes who is named and does not come
  /// to that one: `Ana's number is …`, where another was spoken of last.
  private func onlyBookingOfPersonNamed(orElse booking: Booking) -> Booking {
    guard let name = slots.people.first?.name, name.origin == .said,
      !booking.attendees.contains(where: { $0.isCalled(name.value) })
    else { return booking }
    let theirs = bookings(attendedBy: [name.value])
    return theirs.count == 1 ? theirs[0] : booking
  }
}

extension Attendee {
  /// Whether a person is called by that name, first name or address.
  func isCalled(_ called: String) -> Bool {
    sameName(name, called) || email.key == called.lowercased()
  }

  /// Whether that is the surname. Whoever is added with it may be somebody else of that name.
  func hasSurname(_ called: String) -> Bool {
    name.lowercased().hasSuffix(" " + called.lowercased())
  }
}
