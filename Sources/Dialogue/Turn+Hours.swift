// What a short answer about the time leans on: the hour that a bare number is where no choice has
// that number, and the day of a question that was asked since.

import Bookings
import CivilTime
import Language

extension Turn {
  /// `14`, where times or rooms were offered: the hour, as no choice is the 14th.
  mutating func takesHour(beyond choices: [Choice]) -> Bool {
    guard let choice = slots.choice, case .number(let number) = choice.value, slots.when.isEmpty,
      let hour = ClockTime(hour: number),
      world.ledger.building.policy.opens <= hour, hour < world.ledger.building.policy.closes,
      number > choices.count
    else { return false }
    var when = When()
    when.start = Said(hour, choice.range)
    slots.choice = nil
    slots.when = [when]
    return true
  }

  /// `14:30`, after `what is there for 6 tomorrow?`: that day and so many, if the booking that is
  /// put together has neither yet.
  func withDayAskedSince(_ draft: Draft) -> Draft {
    guard draft.changes == nil, draft.day == nil, draft.room == nil, conversation.hasJustAsked,
      slots.firstWhen?.start != nil, slots.firstWhen?.day == nil, let query = conversation.query,
      query.kind == .find, query.day > civilNow.date
    else { return draft }
    var draft = draft
    draft.day = query.day
    draft.headcount = draft.headcount ?? query.filter.seats
    return draft
  }
}
