// Which booking a line means: by its number, its title, its room and time, or as the last one.

import Bookings
import CivilTime
import Language

extension Turn {
  /// The booking that the line means; if that is not clear it is asked, and nil comes back. Those
  /// whom the line names beside the booking come to it.
  mutating func meantBooking(
    for action: BookingAction, with company: [String] = []
  ) -> BookingReference? {
    if !company.isEmpty { return meantBooking(attendedBy: company, for: action) }
    if case .change = action, meansSeveral { return askWhichOne(for: action) }
    switch slots.booking?.value {
    case .reference(let number): return BookingReference(number)
    case .titled(let title): return oneOf(bookings(titled: title), for: action)
    case .last:
      // `the meeting on Friday` is the last one only if that is on Friday.
      let isOne = !namesOldTime(for: action) || slots.when.count < 2
      if let last = conversation.last, isOne,
        !namesOldTime(for: action) || isHeldAndFits(last, action)
      {
        return last
      }
    case .next: return nextMeant(for: action)
    case .mine, nil:
      // `cancel the first`: not simply the last one, so it is asked which.
      let narrows =
        slots.booking?.value == .mine || slots.mine?.value == true || slots.choice != nil
      if !narrows, !namesOldTime(for: action), let last = conversation.last { return last }
    }
    return meantByDescription(for: action)
  }

  /// Whether the room or time of the line tells which booking, rather than what it becomes.
  private func namesOldTime(for action: BookingAction) -> Bool {
    switch action {
    case .cancel: !slots.rooms.isEmpty || !slots.when.isEmpty || !slots.people.isEmpty
    case .add, .show: !slots.rooms.isEmpty || !slots.when.isEmpty
    case .change:
      slots.hasTarget && (!slots.when.isEmpty || !slots.rooms.isEmpty) || namesWhatIsChanged
    }
  }

  private func isHeldAndFits(_ reference: BookingReference, _ action: BookingAction) -> Bool {
    guard let booking = world.ledger.booking(reference) else { return false }
    return booking.state == .held && fits(booking, for: action)
  }

  /// Whether a booking is as the line says; who comes tells which is to be cancelled.
  func fits(_ booking: Booking, for action: BookingAction) -> Bool {
    guard case .cancel = action else { return fits(booking) }
    guard isAttendedByAllNamed(booking) else { return false }
    // `the one today or tomorrow`: either may be meant.
    guard slots.when.count > 1 else { return fits(booking) }
    return slots.when.contains { when in
      var turn = self
      turn.slots.when = [when]
      return turn.fits(booking)
    }
  }

  /// The last booking, if all of some people come to it, else the only other one.
  private mutating func meantBooking(
    attendedBy company: [String], for action: BookingAction
  ) -> BookingReference? {
    let theirs = bookings(attendedBy: company)
    if case .last = slots.booking?.value, !namesOldTime(for: action),
      let last = theirs.first(where: { $0.reference == conversation.last })
    {
      return last.reference
    }
    return oneOf(theirs, for: action)
  }

  func isAttendedByAllNamed(_ booking: Booking) -> Bool {
    slots.people.compactMap { $0.name?.value ?? $0.email?.value }.allSatisfy { called in
      booking.attendees.contains { $0.isCalled(called) || $0.hasSurname(called) }
    }
  }

  /// The first of the speaker's bookings, of those that fit the room and time of the line, which
  /// has not begun yet.
  private mutating func nextMeant(for action: BookingAction) -> BookingReference? {
    let describes = namesOldTime(for: action)
    let ahead = world.ledger.bookings(of: speaker.user, from: now)
      .filter { !describes || fits($0, for: action) }
    guard let next = ahead.first(where: { $0.span.start >= civilNow }) ?? ahead.first else {
      answer = Answer(.refused, [.noBookingMeant])
      return nil
    }
    return next.reference
  }

  /// Finds the speaker's bookings that fit the room and time of the line.
  private mutating func meantByDescription(for action: BookingAction) -> BookingReference? {
    let mine = world.ledger.bookings(of: speaker.user, from: now)
    let describes = namesOldTime(for: action)
    let fitting = mine.filter { !describes || fits($0, for: action) }
    // `cancel the first` is rather said of a list than of a day on which there is none.
    return choose(among: fitting.isEmpty && countsAmong(mine) ? mine : fitting, for: action)
  }

  /// Whether all that tells which of some bookings is meant is a day of no month, which may count
  /// them.
  private func countsAmong(_ bookings: [Booking]) -> Bool {
    guard slots.rooms.isEmpty, slots.people.isEmpty, slots.when.count == 1, bookings.count > 1,
      let when = slots.firstWhen, when.start == nil, when.assumed.contains(.month),
      case .on(let date) = when.day?.value
    else { return false }
    return date.day <= bookings.count
  }

  /// The only one of some bookings, or the one of them that fits the room and time of the line as
  /// well; else it is asked which.
  private mutating func oneOf(
    _ bookings: [Booking], for action: BookingAction
  ) -> BookingReference? {
    let fitting = namesOldTime(for: action) ? bookings.filter { fits($0, for: action) } : bookings
    return choose(among: fitting.isEmpty ? bookings : fitting, for: action)
  }

  mutating func choose(
    among fitting: [Booking], for action: BookingAction
  ) -> BookingReference? {
    // `cancel the second one`, where there is but one.
    var isThere = true
    if case .number(let number) = slots.choice?.value { isThere = number <= max(fitting.count, 1) }
    if fitting.count == 1, isThere { return fitting[0].reference }
    guard !fitting.isEmpty, isThere else {
      answer = Answer(.refused, [.noBookingMeant])
      return nil
    }
    let shown = fitting.prefix(world.habits.listedBookingsMax)
    var choices = shown.enumerated().map { Choice($0.offset + 1, .booking($0.element.reference)) }
    if case .cancel = action { choices.append(Choice(choices.count + 1, .all)) }
    conversation.task = .choosingBooking(choices, action)
    answer = Answer(.needsChoice, [.asksWhichBooking, .offers])
    answer.choices = choices
    answer.bookings = Array(shown)
    return nil
  }

  func fits(_ booking: Booking) -> Bool {
    let rooms = slots.rooms.compactMap { room(of: $0.value) }
    if !rooms.isEmpty, !rooms.contains(booking.room) { return false }
    guard let when = slots.firstWhen else { return true }
    switch when.day?.value {
    case .on(let date): if booking.span.start.date != date { return false }
    case .among:
      let days = when.day?.value.several
      if days?.contains(booking.span.start.date) != true { return false }
    case .nextDay, .previousDay, .impossible, .contradiction, nil: break
    }
    if let start = when.start?.value, booking.span.start.time != start { return false }
    if let window = when.window?.value,
      !(window.from..<window.to).contains(booking.span.start.time)
    {
      return false
    }
    return true
  }

  // MARK: - By title

  /// Titles of the speaker's bookings that are read where they stand in a line, at most.
  private static let titlesReadMax = 50

  /// The titles of the speaker's bookings ahead, but for those that say no more than that it is a
  /// meeting, and those that are a room or somebody who comes.
  var titlesKnown: [String] {
    let mine = world.ledger.bookings(of: speaker.user, from: now)
    let titles = mine.filter { booking in
      !booking.title.isEmpty && booking.title != EnglishWording.usualTitle
        && !booking.attendees.contains { $0.isCalled(booking.title) }
        && !isRoom(booking.title)
    }.map(\.title)
    return Array(titles.withoutRepeats.prefix(Self.titlesReadMax))
  }

  private func isRoom(_ title: String) -> Bool {
    world.ledger.building.rooms.contains { room in
      ([room.name] + room.aliases).contains { sameName($0, title) }
    }
  }

  private func bookings(titled title: String) -> [Booking] {
    world.ledger.bookings(of: speaker.user, from: now).filter { $0.title == title }
  }

  /// The booking of the speaker's own that the line names by number or title, if it is only one.
  var bookingNamed: Booking? {
    switch slots.booking?.value {
    case .reference(let number):
      let booking = world.ledger.booking(BookingReference(number))
      return booking?.owner == speaker.user ? booking : nil
    case .titled(let title):
      let named = bookings(titled: title)
      return named.count == 1 ? named[0] : nil
    case .last, .mine, .next, nil: return nil
    }
  }

  /// The bookings that a line names beside the first.
  var furtherMeant: [BookingReference] {
    slots.furtherBookings.flatMap { further -> [BookingReference] in
      switch further.value {
      case .reference(let number): [BookingReference(number)]
      case .titled(let title): bookings(titled: title).map(\.reference)
      case .last, .mine, .next: []
      }
    }
  }

  /// Whether no number and no title tells which booking is meant.
  var isBookingLoose: Bool {
    switch slots.booking?.value {
    case .reference, .titled: false
    case .last, .mine, .next, nil: true
    }
  }

  /// `the standup` is the one of the speaker's bookings whose title has that word, if one has.
  mutating func settleOccasion(_ reading: Reading) {
    guard isBookingLoose, let said = calledAs(reading) else { return }
    let words = said.value.lowercased()
    let named = titlesKnown.filter {
      $0.lowercased().contains(words) || $0.sharesWords(with: words)
    }
    if named.count == 1 { slots.booking = Said(.titled(named[0]), said.range) }
  }

  /// Whether a line that does something calls a booking by what no title says: then it may be
  /// another one than is thought of.
  func namesStrangeOccasion(_ reading: Reading) -> Bool {
    guard isBookingLoose, calledAs(reading) != nil, conversation.task == nil else { return false }
    switch reading.intent {
    case .change, .cancel, .addAttendee, .removeAttendee, .resend, .mend: return true
    case .book, .draft, .wait, .find, .isFree, .rooms, .show, .bookings, .undo, .passes, .skip,
      .help, .language, .greet, .leave, .thank, .yes, .no, .choose, .back, .more, .details,
      .reminder, .reminders, .cancelReminder, .nothing:
      return false
    }
  }

  // MARK: - Several

  /// Whether several bookings are meant: `B1 and B2`, `both`, `all my meetings`.
  private var meansSeveral: Bool { !slots.furtherBookings.isEmpty || slots.choice?.value == .all }

  /// Bookings are changed one at a time: asks which one is to be first.
  private mutating func askWhichOne(for action: BookingAction) -> BookingReference? {
    var mine = world.ledger.bookings(of: speaker.user, from: now)
    let further = furtherMeant
    switch slots.booking?.value {
    case .reference(let number):
      mine.removeAll { $0.reference != BookingReference(number) && !further.contains($0.reference) }
    case .titled(let title):
      mine.removeAll { $0.title != title && !further.contains($0.reference) }
    case .last, .mine, .next, nil: break
    }
    guard let only = choose(among: mine, for: action) else {
      answer.parts.insert(.onlyOneBooking, at: 0)
      return nil
    }
    return only
  }

  mutating func refuseUnknown(_ reference: BookingReference) {
    let refusal = Refusal.unknownBooking(reference)
    conversation.task = nil
    answer = Answer(.refused, [.refused(refusal, nil)])
    answer.refusals = [refusal]
  }
}
