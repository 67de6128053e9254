// The day of a time that is said alone, right after something else was booked on another day.

import Bookings
import CivilTime
import Language

extension Turn {
  /// Goes on with a new booking. Without a day, right after another was made or changed, it may be
  /// on the day of that as well as on the next on which its time comes: `too` says which, and else
  /// it is asked.
  mutating func proceedOnDayMeant(_ draft: Draft) {
    guard let day = dayOfLast(beside: draft) else { return proceed(draft) }
    var onThatDay = draft
    onThatDay.day = day
    onThatDay.assumed.insert(.day)
    if slots.when.first?.startsAsBefore?.value == .further { return proceed(onThatDay) }
    var onNextDay = draft
    onNextDay.day = moments(of: draft).start.date
    let places = [onThatDay, onNextDay].compactMap { draft in
      placeFree(for: draft).map { (draft: draft, place: $0) }
    }
    switch places.count {
    case 0: return proceed(draft)
    case 1:
      var shown = places[0].draft
      shown.isOnlyShown = true
      return proceed(shown)
    default: askDay(of: draft, among: places.map(\.place))
    }
  }

  /// Goes on with a booking whose day is asked for: as long as no day is said, it is asked again.
  mutating func proceedOnDayAsked(_ draft: Draft, _ choices: [Choice]) {
    let open = conversation.task
    proceedAmong(choices, draft)
    if case .choosing(_, let earlier) = open { sayWhoIsNew(since: earlier) }
  }

  private mutating func proceedAmong(_ choices: [Choice], _ draft: Draft) {
    if keepsRoomsOffered(choices, draft) { return }
    guard draft.changes == nil, draft.day == nil, let start = draft.start else {
      return proceed(draft)
    }
    let spans = choices.compactMap(\.offer.span)
    let isOfDays = Set(spans.map(\.start.date)).count == choices.count && choices.count > 1
    guard isOfDays, spans.allSatisfy({ $0.start.time == start }) else { return proceed(draft) }
    let places = spans.compactMap { span in
      var onDay = draft
      onDay.day = span.start.date
      return placeFree(for: onDay)
    }
    if places.isEmpty { proceed(draft) } else { askDay(of: draft, among: places) }
  }

  /// Where rooms are offered for a name that none has, what a line says of the rest is kept, and
  /// the rooms stay offered.
  private mutating func keepsRoomsOffered(_ choices: [Choice], _ draft: Draft) -> Bool {
    let areRooms = choices.allSatisfy { if case .room = $0.offer { true } else { false } }
    guard areRooms, draft.room == nil, !hasFilter, slots.rooms.isEmpty, slots.targetRoom == nil
    else { return false }
    conversation.task = .choosing(choices, draft)
    answer = Answer(.needsChoice, [.asks([.room], attendee: nil), .offers])
    answer.choices = choices
    return true
  }

  private mutating func askDay(of draft: Draft, among places: [Place]) {
    let choices = places.enumerated().map {
      Choice($0.offset + 1, .hold($0.element.room, $0.element.span))
    }
    conversation.task = .choosing(choices, draft)
    answer = Answer(.needsChoice, [.asks([.date], attendee: nil), .offers])
    answer.choices = choices
  }

  /// The day of the last booking, if that was just made or changed and a time without a day would
  /// be taken for one of another day.
  private func dayOfLast(beside draft: Draft) -> CivilDate? {
    guard conversation.hasJustDone, let last = lastHeld, draft.changes == nil, draft.day == nil,
      draft.start != nil, !draft.isFromNow, draft.bound == .exact, draft.window == nil,
      draft.room != nil || draft.headcount != nil || draft.filter != RoomFilter(),
      slots.repetition == nil, slots.when.count == 1, slots.rooms.count < 2, strangeRoom() == nil
    else { return nil }
    let day = last.span.start.date
    let usual = moments(of: draft).start
    return usual >= civilNow && day > civilNow.date && day != usual.date ? day : nil
  }

  /// Where and when a draft could be had; nil if that is taken.
  private func placeFree(for draft: Draft) -> Place? {
    var draft = draft
    let moments = moments(of: draft)
    guard let span = CivilSpan(from: moments.start, to: moments.end), moments.start >= civilNow,
      let room = draft.room ?? chosenRoom(for: &draft, moments),
      world.ledger.isFree(room, during: span)
    else { return nil }
    return Place(room: room, span: span)
  }
}
