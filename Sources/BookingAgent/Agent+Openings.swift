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
  /// What a turn that was rehearsed must wait for: the days it looked at that are not fresh, and
  /// the request that is taken then; nil if it need not wait.
  func openingsNeeded(
    by turn: Turn, _ saying: Saying, at now: Instant
  ) -> (days: [CivilDate], then: Resumption)? {
    guard saying.round < settings.limits.openingsRoundsMax, let request = saying.whole else {
      return nil
    }
    let stale = turn.daysLookedAt.filter { !isFresh($0, at: now) }
    return stale.isEmpty ? nil : (Array(stale), .request(request, round: saying.round + 1))
  }

  /// Asks the other calendar about days, and has the session wait for them.
  mutating func awaitOpenings(
    _ dates: some Sequence<CivilDate>, on id: SessionID, then next: Resumption, at now: Instant
  ) {
    let dates = Set(dates)
    for date in dates.sorted() where openingsRead[date]?.isAwaited != true {
      openingsRead[date] = OpeningsState(
        read: openingsRead[date]?.read, asked: now, isAwaited: true)
      effects.append(.readOpenings(date))
    }
    setWait(.openings(dates, then: next), of: id)
    forgetOldOpenings()
  }

  private mutating func forgetOldOpenings() {
    let over = openingsRead.count - settings.limits.openingsDaysMax
    guard over > 0 else { return }
    let oldest = openingsRead.filter { !$0.value.isAwaited }
      .sorted { ($0.value.asked, $0.key) < ($1.value.asked, $1.key) }.prefix(over)
    for (date, _) in oldest {
      openingsRead[date] = nil
      for room in world.ledger.building.rooms {
        world.ledger.openings.leave(nil, of: room.id, on: date)
      }
    }
  }

  func isFresh(_ date: CivilDate, at now: Instant) -> Bool {
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
        world.ledger.openings.leave(spans[room.name], of: room.id, on: date)
      }
    case .failed(let reason):
      effects.append(.tellOperator(.calendarFailed(date, reason)))
    }
    for id in waiting.sorted() {
      guard case .openings(var dates, let next) = sessions[id]?.wait, dates.remove(date) != nil
      else { continue }
      guard dates.isEmpty else {
        setWait(.openings(dates, then: next), of: id)
        continue
      }
      setWait(nil, of: id)
      goOn(next, on: id, at: now)
      runQueue(of: id, at: now)
    }
  }

  private mutating func goOn(_ next: Resumption, on id: SessionID, at now: Instant) {
    switch next {
    case .request(let request, let round): answer(request, on: id, at: now, round: round)
    case .greeting: greetWithRooms(on: id, at: now)
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
