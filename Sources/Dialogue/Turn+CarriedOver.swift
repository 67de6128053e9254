// What an order takes over from the question before it: the day, and where it is meant the room,
// the time, and what must be in the room.

import Bookings
import CivilTime
import Language

extension Turn {
  /// Whether the day is that of a line that was not understood. Nobody knows whether that was about
  /// what is to be booked, so that it is shown first.
  var restsOnMissedDay: Bool {
    conversation.freshMissedDay != nil && slots.firstWhen?.day == nil
      && slots.firstWhen?.fromNowMinutes == nil
  }

  /// What a booking without a day or time takes over from a question asked just before: the day
  /// looked at, and the span and the room if they were asked about: `is Bunker free?`, `book`.
  /// What `it` is, as in `book it at 4`, is the room asked about or shown, or the only one found.
  func draftCarriedOver() -> Draft {
    var draft = Draft()
    if restsOnMissedDay {
      draft.day = conversation.freshMissedDay
      draft.isOnlyShown = true
      return draft
    }
    guard let query = conversation.freshQuery else { return draft }
    let isIt = slots.booking?.value == .last && !query.isTaken && slots.rooms.isEmpty
    let saysWhen = slots.firstWhen?.day != nil || slots.firstWhen?.fromNowMinutes != nil
    guard isIt || !saysWhen else { return draft }
    guard !query.isTaken else {
      // Something else than what was asked about may have been booked since.
      if lastHeld.map({ $0.span.start.date == query.day }) ?? true { draft.day = query.day }
      return draft
    }
    draft.day = query.day
    if isIt { draft.room = query.room ?? onlyRoomFound }
    // Nobody asked whether it is free on the day shown.
    if query.kind == .show, slots.rooms.isEmpty, !hasFilter {
      draft.room = query.room
      draft.isOnlyShown = true
    }
    // `reserve from 9 to 11`, after `is Cockpit free on Friday?`.
    if query.kind == .isFree, query.start == nil, slots.rooms.isEmpty, !hasFilter, !isIt {
      draft.room = query.room
      draft.isOnlyShown = true
    }
    if slots.rooms.isEmpty, draft.room == nil { keepFilter(of: query, in: &draft) }
    let keepsTime = slots.when.allSatisfy { isIt ? $0.saysNoTime : $0.saysOnlyLength }
    guard keepsTime, let start = query.start else { return draft }
    draft.start = start.time
    draft.minutes = query.minutes
    if query.kind == .isFree, slots.rooms.isEmpty, !hasFilter { draft.room = query.room }
    return draft
  }

  /// What was asked about last, as something to book.
  func draftOfQuery() -> Draft? {
    guard let query = conversation.query else { return nil }
    var draft = Draft()
    draft.room = query.room ?? onlyRoomFound
    draft.day = query.day
    draft.start = query.start?.time
    draft.minutes = query.start == nil ? nil : query.minutes
    draft.filter = query.filter
    draft.headcount = query.filter.seats
    draft.window = query.window
    return draft
  }

  /// The room of the last list, if it was the only one.
  var onlyRoomFound: RoomID? {
    guard let listed = conversation.listed, listed.choices.count == 1 else { return nil }
    return listed.choices[0].room
  }

  /// Keeps what must be in the room, from a question about what is free to an order.
  private func keepFilter(of query: Query, in draft: inout Draft) {
    guard query.kind == .find || query.kind == .rooms else { return }
    draft.filter = query.filter
    draft.headcount = query.filter.seats
  }

  /// `ok Bunker then`, after a question about what is free: shown first, if the time is known.
  mutating func takesRoomFound() -> Bool {
    guard let query = conversation.freshQuery, !query.isTaken, let room = namedRoom(),
      var draft = draftOfQuery()
    else { return false }
    draft.room = room
    draft.isOnlyShown = query.start != nil
    proceed(merging(into: draft))
    return true
  }

  /// `take that instead`, right after a question about another room, while a booking is put
  /// together: that one takes the place of the one before. Where the one before could be booked as
  /// well, it is asked which is meant.
  mutating func takesWhatWasAsked(_ draft: Draft, asking: [OpenSlot]) -> Bool {
    guard slots.booking == nil || slots.booking?.value == .last, slots.rooms.isEmpty,
      slots.when.isEmpty,
      draft.changes == nil, conversation.hasJustAsked, let query = conversation.query,
      let room = query.room ?? onlyRoomFound
    else { return false }
    if query.kind == .show {
      proceed(draft.moved(to: room))
      sayWhatIsNew(since: draft, asking: asking)
      return true
    }
    guard query.kind == .isFree || query.kind == .find, let start = query.start else {
      return false
    }
    var next = draft
    next.room = room
    next.day = start.date
    next.start = start.time
    next.end = nil
    next.minutes = query.minutes
    guard asking == [.confirm], let earlier = draft.room, draft.start != nil else {
      proceed(next)
      sayWhatIsNew(since: draft, asking: asking)
      return true
    }
    let places = [(earlier, moments(of: draft)), (room, moments(of: next))]
    let choices = places.enumerated().compactMap { place in
      CivilSpan(from: place.element.1.start, to: place.element.1.end).map {
        Choice(place.offset + 1, .hold(place.element.0, $0))
      }
    }
    guard choices.count > 1, choices[0].offer != choices[1].offer else { return false }
    next.isOnlyShown = false
    conversation.task = .choosing(choices, next)
    answer = Answer(.needsChoice, [.noSuchChoice(nil), .offers])
    answer.choices = choices
    return true
  }
}

extension When {
  /// Whether it says no time of a day.
  fileprivate var saysNoTime: Bool {
    start == nil && end == nil && window == nil && fromNowMinutes == nil && shift == nil
  }
}
