// Lines that say more than one time, a time of another zone, or a repeat.

import Bookings
import CivilTime
import Language

extension Turn {
  /// More times than this in one line are asked about.
  private static let timesMax = 8

  /// Books all times of the line, or none of them. What forbids one of them is handed back; nil if
  /// all are booked.
  mutating func bookAll() -> [AnswerPart]? {
    guard (2...Self.timesMax).contains(slots.when.count), slots.repetition == nil,
      !slots.isEither, slots.when.allSatisfy(\.isOnADay), areTimesApart
    else { return [] }
    var trial = self
    var events: [BookingEvent] = []
    var parts: [AnswerPart] = []
    for when in slots.when {
      trial.slots.when = [when]
      trial.answer = Answer(.told)
      trial.proceed(trial.merging(into: Draft()))
      guard trial.answer.kind == .done else { return trial.answer.parts.filter(\.isRefusal) }
      events += trial.answer.changes
      parts += trial.answer.parts
    }
    trial.slots = slots
    trial.answer = Answer(.done, parts)
    trial.answer.changes = events
    trial.answer.suggestions = [.undo]
    trial.conversation.undoable = events
    self = trial
    return nil
  }

  /// Whether something stands between the times of one day: `at 10 and 14`, not `at 10 5`.
  private var areTimesApart: Bool {
    zip(slots.when, slots.when.dropFirst()).allSatisfy { one, next in
      guard let end = one.start?.range.upperBound, let start = next.start?.range.lowerBound,
        end < start, one.day?.range == next.day?.range
      else { return true }
      return line[end..<start].contains { $0 != 0x20 }
    }
  }

  /// Asks which of several times is meant, for a line that says more than one.
  mutating func asksWhichTime(_ draft: Draft) -> Bool {
    let timed = slots.when.filter { $0.start != nil }
    guard timed.count > 1, draft.start != nil else { return false }
    var asked = draft
    asked.start = nil
    asked.end = nil
    conversation.task = .drafting(asked, asking: [.start])
    let said = timed.map { words(of: $0) }
    let choices = choices(among: timed, asked)
    guard choices.count > 1 else {
      answer = Answer(.needsMore, [.severalTimes(said), .asks([.start], attendee: nil)])
      return true
    }
    // What is picked with its day and time in sight need not be shown once more.
    asked.isOnlyShown = false
    conversation.task = .choosing(choices, asked)
    answer = Answer(.needsChoice, [.severalTimes(said), .offers])
    answer.choices = choices
    return true
  }

  /// Those of several times at which the room of the draft can be had; if all can, also all of
  /// them, unless one of them is wanted.
  private func choices(among times: [When], _ draft: Draft) -> [Choice] {
    guard let room = draft.room, times.count <= Self.timesMax, times.allSatisfy(\.isOnADay) else {
      return []
    }
    var choices: [Choice] = []
    for when in times {
      var one = draft
      one.take(when, now, world.ledger.zone)
      let moments = moments(of: one)
      guard let span = CivilSpan(from: moments.start, to: moments.end),
        world.ledger.isFree(room, during: span), moments.start > civilNow
      else { continue }
      choices.append(Choice(choices.count + 1, .hold(room, span)))
    }
    if choices.count == times.count, choices.count > 1, !slots.isEither {
      choices.append(Choice(choices.count + 1, .all))
    }
    return choices
  }

  /// Books all that was offered, or none of it.
  mutating func takeAll(_ choices: [Choice], _ draft: Draft) {
    var trial = self
    trial.isRehearsal = true
    if let fault = trial.takeEach(choices, draft) {
      // Why not is said, and all of it is still to be picked from.
      conversation.task = .choosing(choices, draft)
      answer = fault
      answer.kind = .needsChoice
      answer.parts = fault.parts.filter(\.isRefusal) + [.offers]
      answer.choices = choices
    } else {
      _ = takeEach(choices, draft)
    }
  }

  /// Books what was offered, one after another; hands back the answer to the first that cannot be.
  private mutating func takeEach(_ choices: [Choice], _ draft: Draft) -> Answer? {
    let slots = slots
    var whole = Answer(.done)
    for choice in choices where choice.room != nil {
      self.slots = slots
      answer = Answer(.told)
      take(choice, of: choices, draft)
      guard answer.kind == .done else { return answer }
      whole.changes += answer.changes
      whole.parts += answer.parts
    }
    answer = whole
    answer.suggestions = [.undo]
    conversation.undoable = whole.changes
    return nil
  }

  /// Offers those of several rooms that are free, for a line that names more than one.
  mutating func asksWhichRoom(_ draft: Draft) -> Bool {
    let named = slots.rooms.compactMap { room(of: $0.value) }.withoutRepeats
    guard named.count > 1, !slots.hasTarget, draft.bound == .exact else { return false }
    var asked = draft
    asked.room = nil
    let moments = moments(of: asked)
    guard let span = CivilSpan(from: moments.start, to: moments.end) else { return false }
    let free = world.ledger.rooms(fitting: RoomFilter(), during: span, at: now)
      .filter { named.contains($0.id) }
    guard !free.isEmpty else { return false }
    let choices = free.enumerated().map { Choice($0.offset + 1, .hold($0.element.id, span)) }
    asked.assumed.formUnion(moments.assumed)
    conversation.task = .choosing(choices, asked)
    answer = Answer(.needsChoice, [.asks([.room], attendee: nil), .offers])
    answer.choices = choices
    return true
  }

  /// The words of a time in the order of the line, also where it shares some with another time.
  private func words(of when: When) -> String {
    [when.day?.range, when.start?.range].compactMap(\.self)
      .sorted { $0.lowerBound < $1.lowerBound }
      .map { String(decoding: line[$0], as: UTF8.self) }.joined(separator: " ")
  }

  /// Takes the first day of a repeat or of a span of days. Only single days can be booked, so it is
  /// shown first.
  func takeFirstDay(into draft: inout Draft) {
    if saysDaysToBook, draft.changes == nil { draft.isOnlyShown = true }
    guard let repetition = slots.repetition?.value, draft.changes == nil else { return }
    draft.isOnlyShown = true
    var from = civilNow.date
    if case .on(let said) = slots.firstWhen?.day?.value {
      from = said
    } else if let start = draft.start, CivilMoment(from, start) < civilNow {
      from = from.adding(days: 1)
    }
    if let first = repetition.firstDay(onOrAfter: from) { draft.day = first }
  }

  /// A booking that stands cannot be repeated, and is not to be moved to the first of the days.
  mutating func refuseRepeat() {
    answer = Answer(.told, [.staysOnce(bookingNamed ?? lastHeld)])
  }

  /// Whether a line wants the same hour on one of several days, or on each: `Wed to Fri 10-11`.
  private var saysDaysToBook: Bool {
    guard let when = slots.firstWhen, when.start != nil, when.bound == .exact,
      case .among(let first, let last) = when.day?.value
    else { return false }
    return first < last
  }

  /// Says what of a line was understood but is not done as it stands: a repeat, another zone.
  mutating func sayWhatBecameOfTimes(_ reading: Reading) {
    guard reading.intent != .nothing else { return }
    var parts: [AnswerPart] = []
    for when in slots.when + [slots.target].compactMap(\.self) {
      if let part = otherZone(of: when), !parts.contains(part) { parts.append(part) }
      if answer.kind == .needsConfirmation, let part = regionalTime(of: when) {
        parts.append(part)
        conversation.quarterTurn = conversation.turns
      }
    }
    let isRefused = answer.parts.contains { if case .staysOnce = $0 { true } else { false } }
    if slots.repetition != nil, !isRefused { parts.append(.onlyOnce) }
    if [.book, .draft, .details].contains(reading.intent) {
      if saysDaysToBook { parts.append(.onlyFirstDay) }
      if slots.roomCount != nil { parts.append(.onlyOneRoom) }
    }
    answer.parts.insert(contentsOf: parts, at: 0)
  }

  private func regionalTime(of when: When) -> AnswerPart? {
    guard when.assumed.contains(.quarter) else { return nil }
    let said = [when.start, when.end].compactMap(\.self)
    guard let from = said.map(\.range.lowerBound).min(),
      let to = said.map(\.range.upperBound).max()
    else { return nil }
    return .regionalTime(
      said: String(decoding: line[from..<to], as: UTF8.self), read: said.map(\.value))
  }

  private func otherZone(of when: When) -> AnswerPart? {
    guard let zone = when.zone else { return nil }
    let said = [zone.value.start, zone.value.end].compactMap(\.self)
    let here = [when.start?.value, when.end?.value].compactMap(\.self)
    guard said != here else { return nil }
    return .otherZone(
      said: said, zone: String(decoding: line[zone.range], as: UTF8.self), here: here)
  }
}

extension When {
  /// Whether it says when on a day something begins.
  fileprivate var isOnADay: Bool {
    guard case .on = day?.value else { return false }
    return start != nil && bound == .exact
  }
}

extension AnswerPart {
  fileprivate var isRefusal: Bool { if case .refused = self { true } else { false } }
}
