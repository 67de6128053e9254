// Lines without a verb: they refine the last question, change the last booking, or begin a new one.

import Bookings
import CivilTime
import Language

extension Turn {
  /// What a line without a verb does: refines the last question, or begins a booking.
  mutating func takeDetails(_ reading: Reading) {
    let when = slots.firstWhen
    let hasStart = when?.start != nil || when?.fromNowMinutes != nil
    if slots.repetition != nil, slots.rooms.isEmpty, !hasStart, lastIsHeld {
      return refuseRepeat()
    }
    if slots.also?.value == true, let query = conversation.query { return goOn(with: query) }
    if slots.hasTarget || when?.shift != nil, lastIsHeld { return change() }
    if !slots.people.isEmpty, slots.rooms.isEmpty, !hasStart, lastIsHeld { return mendOrAdd() }
    if !slots.rooms.isEmpty {
      if hasStart || !slots.people.isEmpty { return bookDetails(onlyShown: reading.isGuessed) }
      return goOnToRoom()
    }
    // `same time`, right after it was moved to another day.
    if saysNoMoreThanBefore, let last = lastHeld {
      answer = Answer(.told, [.unchanged(last)])
      return
    }
    if hasStart {
      // `at 11?` asks on, where a question was asked before.
      if reading.isTentative, let query = conversation.freshQuery { return goOn(with: query) }
      return bookDetails(onlyShown: reading.isGuessed)
    }
    // `for 20 minutes` right after a question of what is free is said of that.
    if conversation.hasJustAsked, let query = conversation.query, query.start != nil,
      query.kind == .find, when?.lengthMinutes != nil
    {
      return goOn(with: query)
    }
    if let when, when.end != nil || when.lengthMinutes != nil, lastIsHeld { return change() }
    if slots.title != nil || slots.description != nil || slots.isPrivate != nil, lastIsHeld {
      return change()
    }
    if let query = conversation.query, saysOnlyDay { return goOn(with: query) }
    if hasFilter, let query = conversation.query, query.start != nil { return goOn(with: query) }
    // `for 8` after `rooms tomorrow` keeps the day.
    if hasFilter, let query = conversation.freshQuery, [.find, .rooms].contains(query.kind) {
      return goOn(with: query)
    }
    if hasFilter || saysOnlyDay { return listRooms() }
    if slots.booking != nil { return show() }
    answer = Answer(.notUnderstood, [.notUnderstood(level: 1, examples())])
  }

  var lastIsHeld: Bool {
    guard let last = conversation.last, let booking = world.ledger.booking(last) else {
      return false
    }
    return booking.state == .held
  }

  /// Whether a line right behind a booking or a change says that it is to be when it is already.
  private var saysNoMoreThanBefore: Bool {
    guard conversation.hasJustDone, conversation.freshQuery?.isTaken ?? true,
      let when = slots.firstWhen, when.start?.origin == .assumed
    else { return false }
    return when.day?.origin == .assumed && when.start?.value == lastHeld?.span.start.time
      && when.day?.value == lastHeld.map { .on($0.span.start.date) }
  }

  private var saysOnlyDay: Bool {
    guard let when = slots.firstWhen else { return false }
    return when.day != nil && when.start == nil && when.end == nil
  }

  var hasFilter: Bool {
    filter(refining: RoomFilter()) != RoomFilter()
  }

  /// A room and time without a verb, as `Aquarium tomorrow 10:30-11`, is a booking; a day that was
  /// not said is the one spoken of.
  private mutating func bookDetails(onlyShown: Bool) {
    var draft = draftCarriedOver()
    draft.isOnlyShown = onlyShown || restsOnMissedDay
    if slots.rooms.isEmpty, let query = conversation.freshQuery {
      // What was asked about has been booked, or moved elsewhere since.
      draft.room = query.isTaken ? lastHeld?.room ?? query.room : query.room
    }
    // `same time on Thursday`: one more, or the last one moved; so it is shown first.
    if slots.firstWhen?.start?.origin == .assumed {
      draft.isOnlyShown = true
      draft.room = draft.room ?? conversation.last.flatMap { world.ledger.booking($0)?.room }
    }
    proceedOnDayMeant(merging(into: draft))
  }

  /// `Cockpit` after a question about a time is asked about at that time, else shown on that day.
  private mutating func goOnToRoom() {
    if let query = conversation.query, query.kind == .isFree { return tellOfRoom() }
    guard let query = conversation.freshQuery, query.kind == .find, query.start != nil,
      slots.when.isEmpty, namedRoom() != nil
    else { return show() }
    tellOfRoom()
  }

  private mutating func tellOfRoom() {
    if conversation.freshQuery != nil {
      slots.also = slots.also ?? Said(true, 0..<0, origin: .assumed)
    }
    tellIfFree()
  }

  private mutating func mendOrAdd() {
    guard let last = conversation.last, let booking = world.ledger.booking(last) else { return }
    let isKnown = slots.people.allSatisfy { mention in
      guard let name = mention.name?.value else { return false }
      return booking.attendees.contains { $0.isCalled(name) }
    }
    isKnown ? mend() : addAttendees()
  }

  /// Asks the last question again with what the line says otherwise.
  private mutating func goOn(with query: Query) {
    switch query.kind {
    case .rooms:
      slots.also = slots.also ?? Said(true, 0..<0, origin: .assumed)
      listRooms()
    case .find:
      slots.also = slots.also ?? Said(true, 0..<0, origin: .assumed)
      find()
    case .isFree: tellIfFree()
    case .show:
      if let room = namedRoom() ?? query.room { showRoom(room) }
    }
  }
}
