// What another calendar leaves free: asked when a day is asked for, kept for a minute, and told how
// old it is when it cannot be had.

import Bookings
import CivilTime
import Dialogue
import LineProtocol

/// What is known of one day of the other calendar.
struct OpeningsState: Hashable, Sendable {
  /// When it was told last.
  var read: Instant?
  /// When it was asked last, with or without success.
  var asked: Instant
  /// Whether an answer is awaited.
  var isAwaited: Bool
}

extension Agent {
  /// Takes a turn back and asks the other calendar first, if the turn looked at a day that is not
  /// fresh.
  mutating func defers(
    _ turn: Turn, _ saying: Saying, on id: SessionID, _ before: World, at now: Instant
  ) -> Bool {
    guard saying.round < settings.limits.openingsRoundsMax, let request = saying.whole else {
      return false
    }
    let stale = turn.daysLookedAt.filter { !isFresh($0, at: now) }
    guard !stale.isEmpty else { return false }
    world = before
    for date in stale where openingsRead[date]?.isAwaited != true {
      openingsRead[date] = OpeningsState(
        read: openingsRead[date]?.read, asked: now, isAwaited: true)
      effects.append(.readOpenings(date))
    }
    sessions[id]?.wait = .openings(Set(stale), request, round: saying.round + 1)
    return true
  }

  private func isFresh(_ date: CivilDate, at now: Instant) -> Bool {
    guard let state = openingsRead[date], !state.isAwaited else { return false }
    return now < state.asked + .seconds(settings.limits.openingsFreshSeconds)
  }

  /// Takes what the other calendar told, and tries again what waited for it.
  mutating func take(_ answer: OpeningsAnswer, for date: CivilDate, at now: Instant) {
    openingsRead[date, default: OpeningsState(read: nil, asked: now, isAwaited: false)]
      .isAwaited = false
    openingsRead[date]?.asked = now
    switch answer {
    case .free(let spans):
      openingsRead[date]?.read = now
      for room in world.ledger.building.rooms {
        world.ledger.openings[room.id, date] = spans[room.name]
      }
    case .failed(let reason):
      effects.append(.tellOperator(.calendarFailed(date, reason)))
    }
    for (id, session) in sessions.sorted(by: { $0.key < $1.key }) {
      guard case .openings(var dates, let request, let round) = session.wait else { continue }
      dates.remove(date)
      if dates.isEmpty {
        sessions[id]?.wait = nil
        self.answer(request, on: id, at: now, round: round)
        runQueue(of: id, at: now)
      } else {
        sessions[id]?.wait = .openings(dates, request, round: round)
      }
    }
  }

  /// How old what is told of a day is, if the calendar could not be asked; in minutes.
  func openingsAge(of dates: some Sequence<CivilDate>, at now: Instant) -> AnswerPart? {
    guard settings.readsOpenings else { return nil }
    for date in dates {
      guard let state = openingsRead[date], state.read != state.asked else { continue }
      let age = state.read.map { Int(now.since($0).wholeMilliseconds / 60_000) }
      return .calendarUnreachable(ageMinutes: age)
    }
    return nil
  }
}
