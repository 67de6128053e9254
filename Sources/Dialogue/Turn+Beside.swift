// What is said beside an open question: it is done to what it names, and what is open is asked
// again after it, or said to be dropped. Nothing open is lost in silence, or hit by mistake.

import Bookings
import CivilTime
import Language

extension Turn {
  /// Answers what is open, or does the line for itself. Returns whether it was done beside what is
  /// open.
  @discardableResult
  mutating func follow(_ reading: Reading) -> Bool {
    guard let open = conversation.task else {
      perform(reading)
      return false
    }
    let isOfAnother = namesAnotherBooking(reading, than: open)
    if !isOfAnother {
      if goesOnWithTask(reading) { return false }
      if isAside(reading.intent) || reading.intent == .leave {
        perform(reading)
        return false
      }
    }
    doBeside(reading, open)
    return true
  }

  /// Whether a line is about a booking that stands, while another is put together.
  private func namesAnotherBooking(_ reading: Reading, than task: Task) -> Bool {
    let open: Draft
    switch task {
    case .drafting(let draft, _), .choosing(_, let draft): open = draft
    case .choosingBooking, .confirming, .confirmingLine: return false
    }
    switch reading.intent {
    case .details, .change, .cancel, .addAttendee, .removeAttendee, .mend: break
    case .book, .draft, .find, .isFree, .rooms, .show, .bookings, .undo, .passes, .resend, .wait,
      .skip, .help, .language, .greet, .leave, .thank, .yes, .no, .choose, .back, .more,
      .reminder, .reminders, .cancelReminder, .nothing:
      return false
    }
    switch slots.booking?.value {
    case .reference(let number): return open.changes != BookingReference(number)
    case .titled: return bookingNamed.map { $0.reference != open.changes } ?? true
    case .last, .mine, .next, nil: break
    }
    let mine = world.ledger.bookings(of: speaker.user, from: now)
    let areMeant = slots.mine?.value == true
    if areMeant, open.changes == nil { return !mine.isEmpty }
    guard describesWhatStands(reading.intent), !isDescribed(open) else { return false }
    let meant = mine.filter { fits($0) }
    return !meant.isEmpty && !meant.contains { $0.reference == open.changes }
  }

  /// Whether the room or the time of a line tells which booking, rather than what it becomes.
  private func describesWhatStands(_ intent: Intent) -> Bool {
    let isOfPlace = slots.when.contains { $0.day != nil || $0.start != nil } || !slots.rooms.isEmpty
    guard isOfPlace else { return false }
    if slots.mine?.value == true { return true }
    switch intent {
    case .change: return slots.hasTarget || slots.when.contains { $0.shift != nil }
    case .cancel, .addAttendee, .removeAttendee, .mend: return true
    case .details, .book, .draft, .find, .isFree, .rooms, .show, .bookings, .undo, .passes,
      .resend, .wait, .skip, .help, .language, .greet, .leave, .thank, .yes, .no, .choose, .back,
      .more, .reminder, .reminders, .cancelReminder, .nothing:
      return false
    }
  }

  /// Whether the room and the time of the line are those of a booking that is put together.
  func isDescribed(_ draft: Draft) -> Bool {
    guard draft.changes == nil, slots.mine?.value != true else {
      return false
    }
    let when = slots.firstWhen
    guard !slots.rooms.isEmpty || when?.day != nil || when?.start != nil else { return false }
    let rooms = slots.rooms.compactMap { room(of: $0.value) }
    if !slots.rooms.isEmpty {
      guard let room = draft.room, rooms.contains(room) else { return false }
    }
    if case .on(let date) = when?.day?.value, draft.day.map({ $0 != date }) ?? true {
      return false
    }
    if let start = when?.start?.value, draft.start != start { return false }
    return true
  }

  // MARK: - Doing it, and coming back

  private mutating func doBeside(_ reading: Reading, _ open: Task) {
    let awaited = changesAwaited(by: open)
    let before = awaited.compactMap { world.ledger.booking($0.reference) }
    conversation.task = nil
    perform(reading)
    // Where nothing came of it, nothing has taken the place of what is open.
    let isDone = answer.kind == .done || conversation.task != nil
    guard isDone else { return putBack(open) }
    switch open {
    case .drafting(let draft, let asking):
      let takesItsPlace = reading.intent.wantsRoom && draft.changes == nil
      let lacksPeople = asking.contains { $0.isOfAttendee }
      if takesItsPlace, !lacksPeople || isBookedInstead(of: draft) { return sayNotBooked(draft) }
    case .choosing(_, let draft) where reading.intent.wantsRoom && draft.changes == nil:
      // That the place cannot be had was said; who was to come was not.
      return draft.attendees == nil ? () : sayNotBooked(draft)
    case .choosing: break
    case .choosingBooking(_, let action):
      if action.isLike(reading.intent) { return }
    case .confirming(_, let references): return sayWhatStays(references)
    case .confirmingLine:
      if isOvertaken(awaited, before) { return }
      if changesAwaited(by: open).isEmpty { return sayWhatStays(awaited.map(\.reference)) }
    }
    putBack(open)
  }

  /// Opens again what was open before, or lets it wait for what is asked now.
  private mutating func putBack(_ open: Task) {
    guard isStillWanted(open) else { return }
    answer.parts.removeAll { $0 == .nothingOpen }
    guard conversation.task != nil else { return takeUp(open) }
    // The next is said to be dropped.
    guard conversation.waiting.count < Conversation.waitingMax else {
      if case .drafting(let draft, _) = open { sayNotBooked(draft) }
      return
    }
    conversation.waiting.append(open)
  }

  /// Lets what is open wait for what is to be asked now.
  mutating func letWait(_ open: Task) {
    guard conversation.waiting.count < Conversation.waitingMax, isStillWanted(open) else { return }
    conversation.waiting.append(open)
  }

  /// Opens what waits, once nothing else is open.
  mutating func takeUpWhatWaits() {
    guard conversation.task == nil, answer.kind != .goodbye else { return }
    while let waits = conversation.waiting.popLast() {
      if isStillWanted(waits) { return takeUp(waits) }
    }
  }

  private mutating func takeUp(_ task: Task) {
    conversation.task = task
    switch task {
    case .drafting(let draft, _), .choosing(_, let draft):
      if let underWay = underWay(draft) { answer.parts.append(.stillOpen(underWay)) }
    case .choosingBooking, .confirming, .confirmingLine: break
    }
  }

  /// Whether the bookings that it is about are still held.
  private func isStillWanted(_ task: Task) -> Bool {
    switch task {
    case .drafting(let draft, _), .choosing(_, let draft):
      draft.changes.map(isHeld) ?? true
    case .choosingBooking(let choices, _): choices.compactMap(\.booking).allSatisfy(isHeld)
    case .confirming(_, let references): references.allSatisfy(isHeld)
    case .confirmingLine: !changesAwaited(by: task).isEmpty
    }
  }

  private func isHeld(_ reference: BookingReference) -> Bool {
    world.ledger.booking(reference)?.state == .held
  }

  /// Whether the line has booked for the time of the draft: that takes the draft's place.
  private func isBookedInstead(of draft: Draft) -> Bool {
    guard let span = underWay(draft)?.span else { return true }
    return answer.changes.contains { $0.booking.span.overlaps(span) }
  }

  /// Whether the line has changed the very thing that waited for a yes.
  private func isOvertaken(_ awaited: [Booking], _ before: [Booking]) -> Bool {
    awaited.contains { wanted in
      guard let old = before.first(where: { $0.reference == wanted.reference }),
        let current = world.ledger.booking(wanted.reference)
      else { return false }
      return wanted.span != old.span && current.span != old.span
        || wanted.room != old.room && current.room != old.room
    }
  }

  private func changesAwaited(by task: Task) -> [Booking] {
    guard case .confirmingLine(let awaited) = task else { return [] }
    return changesAwaited(by: awaited).map(\.after)
  }

  // MARK: - Saying it

  /// Says of an unfinished booking that it is not made.
  mutating func sayNotBooked(_ draft: Draft) {
    guard draft.start != nil || draft.attendees != nil, let dropped = underWay(draft) else {
      return
    }
    // A question stands at the end.
    answer.parts.insert(.notBooked(dropped), at: answer.asksSomething ? 0 : answer.parts.count)
  }

  /// Says of what was to be cancelled or changed that it stands as it was.
  private mutating func sayWhatStays(_ references: [BookingReference]) {
    let held = references.filter(isHeld)
    if !held.isEmpty { answer.parts.append(.stayBooked(held)) }
  }

  /// Says what a line has changed of a booking that is still asked about, for the question is the
  /// same as before.
  mutating func sayWhatIsNew(since earlier: Draft, asking: [OpenSlot]) {
    if asking.contains(.start) { return sayWhoIsNew(since: earlier) }
    guard answer.kind == .needsMore, asking.contains(where: { $0.isOfAttendee }),
      case .drafting(let draft, let next) = conversation.task,
      next.contains(where: { $0.isOfAttendee }),
      let before = underWay(earlier), let after = underWay(draft)
    else { return }
    var news = after.news(since: before)
    // Who was asked about is no news, whatever is known of them now.
    if draft.attendees?.count ?? 0 > earlier.attendees?.count ?? 0 { news.people = after.people }
    if news != UnderWay() { answer.parts.insert(.nowIs(news), at: 0) }
  }

  /// Says what a line has added of people and the title while choices stay open, which show only
  /// the place, or while the time is asked for.
  mutating func sayWhoIsNew(since earlier: Draft) {
    let draft: Draft
    switch conversation.task {
    case .choosing(_, let open) where answer.kind == .needsChoice: draft = open
    case .drafting(let open, let asking) where answer.kind == .needsMore && asking.contains(.start):
      draft = open
    case .choosing, .drafting, .choosingBooking, .confirming, .confirmingLine, nil: return
    }
    guard draft.changes == nil, let after = underWay(draft) else { return }
    var news = UnderWay()
    if draft.title != earlier.title { news.title = draft.title }
    if draft.attendees != earlier.attendees { news.people = after.people }
    if !answer.choices.contains(where: { $0.offer.span != nil }) {
      news.takePlace(of: draft, since: earlier)
      if (draft.start, draft.end) != (earlier.start, earlier.end) { news.span = after.span }
    }
    if news != UnderWay() { answer.parts.insert(.nowIs(news), at: 0) }
  }

  /// What is known so far of a booking that is put together, or of its change.
  private func underWay(_ draft: Draft) -> UnderWay? {
    var underWay = UnderWay()
    underWay.people = (draft.attendees ?? []).compactMap(\.called)
    underWay.title = draft.title
    if let reference = draft.changes {
      guard let booking = world.ledger.booking(reference) else { return nil }
      let request = booking.request(with: draft.change(of: booking, in: world.ledger))
      underWay.booking = reference
      underWay.room = request.room
      underWay.span = CivilSpan(from: request.start, to: request.end)
      return underWay
    }
    underWay.room = draft.room
    underWay.day = draft.day
    if draft.start != nil {
      let moments = moments(of: draft)
      underWay.span = CivilSpan(from: moments.start, to: moments.end)
    }
    return underWay
  }
}

extension OpenSlot {
  /// Whether it is a part of an attendee.
  fileprivate var isOfAttendee: Bool {
    switch self {
    case .attendeeName, .attendeeEmail, .attendeePhone: true
    case .room, .date, .start, .end, .title, .people, .confirm, .choice: false
    }
  }
}

extension UnderWay {
  /// What is new of the day and the length, and of how many come, where no offer shows it.
  fileprivate mutating func takePlace(of draft: Draft, since earlier: Draft) {
    if draft.day != earlier.day { day = draft.day }
    if draft.minutes != earlier.minutes { minutes = draft.minutes }
    if draft.headcount != earlier.headcount { headcount = draft.headcount }
  }

  /// What is otherwise than before, apart from people; all of the place if any of it is.
  fileprivate func news(since before: UnderWay) -> UnderWay {
    var news = UnderWay()
    if room != before.room || span != before.span || day != before.day {
      news = self
      (news.title, news.people) = (nil, [])
    }
    if title != before.title { news.title = title }
    return news
  }
}

extension Intent {
  /// Whether it is to have a room that is not yet held.
  fileprivate var wantsRoom: Bool {
    switch self {
    case .book, .draft, .choose: true
    case .find, .isFree, .rooms, .show, .bookings, .change, .cancel, .undo, .addAttendee,
      .removeAttendee, .passes, .resend, .mend, .wait, .skip, .help, .language, .greet, .leave,
      .thank, .yes, .no, .back, .more, .reminder, .reminders, .cancelReminder, .details, .nothing:
      false
    }
  }
}

extension BookingAction {
  /// Whether the line wants the same of another booking.
  fileprivate func isLike(_ intent: Intent) -> Bool {
    switch self {
    case .cancel: intent == .cancel
    case .change: intent == .change
    case .add: intent == .addAttendee
    case .show: true
    }
  }
}
