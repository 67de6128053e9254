// What is said to who wants to be reminded: usher reminds nobody, and what is open stays open.

import Bookings
import CivilTime
import Language

extension Turn {
  /// Answers a line about reminders; nothing is done, remembered, opened or dropped by it.
  mutating func passOver(_ reading: Reading) {
    conversation.misunderstandings = 0
    slots = reading.slots
    perform(reading)
    let orders = reading.unused.map { String(decoding: line[$0], as: UTF8.self) }
    if !orders.isEmpty { answer.parts.append(.left(orders)) }
    takeUpWhatWaits()
    askAgainIfOpen()
    answer.open = conversation.open
  }

  /// That there are no reminders, and when a room could be booked instead.
  mutating func tellOfReminders() {
    answer = Answer(.told, [.noReminders(momentToBook)])
  }

  /// The one moment that the line names, if rooms can be booked then and the words that do so
  /// would not be taken for an answer to what is open.
  private var momentToBook: CivilMoment? {
    let policy = world.ledger.building.policy
    guard conversation.task == nil, slots.when.count == 1, slots.repetition == nil,
      let when = slots.firstWhen,
      when.bound == .exact, when.start != nil || when.fromNowMinutes != nil,
      case .moment(let said) = when.meant(at: civilNow)?.start
    else { return nil }
    let moment = said.roundedUp(toMultipleOf: policy.gridMinutes)
    let isOpen =
      policy.isOpen(on: moment.date) && policy.opens <= moment.time && moment.time < policy.closes
    let isAhead = moment > civilNow && moment.date <= civilNow.date.adding(days: Self.yearAhead)
    return isOpen && isAhead ? moment : nil
  }

  /// A day without its year is said of no later one, in days.
  private static let yearAhead = 360
}
