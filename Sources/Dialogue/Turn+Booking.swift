// Booking: from what was said to a room that is held, or to the one question that is missing.

import Bookings
import CivilTime
import Language
import Passes

extension Turn {
  /// A line that wants a room.
  mutating func book(onlyShown: Bool = false) {
    if case .drafting(var draft, _) = conversation.task {
      draft.isOnlyShown = onlyShown
      return proceed(merging(into: draft))
    }
    guard let inTheWay = onlyShown ? [] : bookAll() else { return }
    var draft = draftCarriedOver()
    draft.isOnlyShown = draft.isOnlyShown || onlyShown
    // `book the same for Thursday` is in the room of the last one.
    if slots.firstWhen?.start?.origin == .assumed, slots.rooms.isEmpty, !hasFilter {
      draft.room = draft.room ?? lastHeld?.room
    }
    proceedOnDayMeant(merging(into: draft))
    if case .severalTimes = answer.parts.first {
      answer.parts.insert(contentsOf: inTheWay, at: 1)
    }
  }

  /// Goes on with a draft as far as it can: to a booking, a choice, a question or a refusal.
  mutating func proceed(_ draft: Draft) {
    var draft = draft
    conversation.task = nil
    if let strange = strangeRoom() { return offerNearest(strange, for: draft) }
    if asksAboutPhone(draft) || asksByHowMuch(draft) { return }
    if let reference = draft.changes { return proceed(with: draft, changing: reference) }
    if asksWhichTime(draft) { return }
    draft.settleShifts(usualMinutes: world.habits.usualMinutes)
    if slots.roomCount != nil { draft.isOnlyShown = true }
    guard draft.start != nil else { return askForStart(draft) }
    if asksWhichRoom(draft) { return }
    let moments = moments(of: draft)
    if draft.bound != .exact || draft.window != nil, draft.bound == .from {
      return offerEarliest(draft, from: moments.start)
    }
    guard let room = draft.room ?? chosenRoom(for: &draft, moments) else {
      return askForRoom(draft, moments)
    }
    settle(draft, room: room, moments)
  }

  /// Books, or shows what would be booked, now that room and moments are known.
  private mutating func settle(_ draft: Draft, room: RoomID, _ moments: Moments) {
    var draft = draft
    draft.room = room
    draft.assumed.formUnion(moments.assumed)
    let request = draft.request(room: room, moments)
    if draft.isOnlyShown { return showDraft(draft, request) }
    do {
      let events = try carryOut(.book(request))
      guard let booking = events.first?.booking else { return }
      remember(events)
      conversation.keepDaysMeant(draft.days)
      answer.kind = .done
      answer.parts.append(
        .booked(booking, assumed: draft.assumed.sorted()))
      sayWhoGetsPasses(booking.attendees, of: booking)
      answer.suggestions = [.undo, .change, .add]
    } catch {
      if asksForMissing(error, draft) { return }
      refuse(error, draft, .book(request), request)
    }
  }

  /// Keeps what `undo` takes back and what `it` is from now on.
  mutating func remember(_ events: [BookingEvent]) {
    conversation.task = nil
    conversation.keepDone()
    conversation.undoable = events
    conversation.query?.isTaken = true
    conversation.last = events.last?.booking.reference ?? conversation.last
  }

  private mutating func showDraft(_ draft: Draft, _ request: BookingRequest) {
    conversation.task = .drafting(draft, asking: [.confirm])
    answer = Answer(.needsConfirmation, [.wouldBook(request, assumed: draft.assumed.sorted())])
    do {
      _ = try world.ledger.decide(.book(request), by: speaker.user, at: now)
    } catch {
      answer.refusals = error.all
      answer.parts += error.all.map { .refused($0, request) }
    }
    answer.parts.append(.asks([.confirm], attendee: nil))
  }

  /// The moments a draft with a start means, on the clocks and the grid of the house.
  func moments(of draft: Draft) -> Moments {
    let policy = draft.room.flatMap { world.ledger.room($0)?.policy }
    return draft.groundMoments(
      now: civilNow, usualMinutes: world.habits.usualMinutes,
      gridMinutes: (policy ?? world.ledger.building.policy).gridMinutes, in: world.ledger)
  }

  // MARK: - What is missing

  /// Asks when, and for how many if nothing tells which room; offers the next time at which a room
  /// that was said or described can be had.
  private mutating func askForStart(_ draft: Draft) {
    let isOpen =
      draft.room == nil && draft.headcount == nil && draft.filter == RoomFilter()
      && !draft.takesAnyRoom
    var asking: [OpenSlot] = [.start]
    if isOpen { asking.append(.people) }
    conversation.task = .drafting(draft, asking: asking)
    answer = Answer(.needsMore, [.asks(asking, attendee: nil)])
    guard !isOpen, let offered = nextFree(for: draft) else { return }
    let choices = [Choice(1, .hold(offered.room, offered.span))]
    conversation.task = .choosing(choices, draft)
    answer.choices = choices
    answer.parts += [.nextFree, .offers]
  }

  /// The next span of the room, or of one that fits, which is free as long as wanted.
  private func nextFree(for draft: Draft) -> Place? {
    let minutes = draft.minutes ?? world.habits.usualMinutes
    let wanted = draft.day.map { CivilMoment($0, draft.window?.from ?? .midnight) } ?? civilNow
    let from = max(wanted, civilNow)
    let filter = draft.room == nil ? filter(of: draft) : RoomFilter()
    guard draft.roomsLeftOut.isEmpty else {
      let others = world.ledger.building.rooms.filter {
        filter.misses(of: $0).isEmpty && !draft.roomsLeftOut.contains($0.id)
      }
      return others.compactMap {
        world.ledger.earliest(fitting: filter, in: $0.id, minutes: minutes, from: from, at: now)
      }.min { $0.span.start < $1.span.start }
    }
    return world.ledger.earliest(
      fitting: filter, in: draft.room, minutes: minutes, from: from, at: now)
  }

  private mutating func offerEarliest(_ draft: Draft, from start: CivilMoment) {
    var draft = draft
    draft.day = start.date
    draft.window = ClockWindow(from: start.time, to: .endOfDay)
    draft.start = nil
    draft.bound = .exact
    askForStart(draft)
  }

  /// The smallest free room that fits, if it was said for how many or what must be in it.
  func chosenRoom(for draft: inout Draft, _ moments: Moments) -> RoomID? {
    guard draft.headcount != nil || draft.filter != RoomFilter(),
      let span = CivilSpan(from: moments.start, to: moments.end)
    else { return nil }
    // Of rooms that were to be others than those shown, one is chosen by who asked for them.
    guard draft.roomsLeftOut.isEmpty,
      let room = world.ledger.smallestRoom(fitting: filter(of: draft), during: span, at: now)
    else {
      return nil
    }
    draft.assumed.insert(.room)
    return room.id
  }

  /// Asks which room, and offers those that are free then.
  mutating func askForRoom(_ draft: Draft, _ moments: Moments) {
    guard let span = CivilSpan(from: moments.start, to: moments.end) else {
      return refuseEnd(draft, moments)
    }
    let free = world.ledger.rooms(fitting: filter(of: draft), during: span, at: now)
      .filter { !draft.roomsLeftOut.contains($0.id) }
      .prefix(world.ledger.limits.alternativesMax)
    guard !free.isEmpty else { return refuseForAnyRoom(draft, moments, span) }
    let choices = free.enumerated().map { Choice($0.offset + 1, .hold($0.element.id, span)) }
    var asked = draft
    asked.assumed.formUnion(moments.assumed)
    conversation.task = .choosing(choices, asked)
    answer = Answer(.needsChoice, [.asks([.room], attendee: nil), .offers])
    answer.choices = choices
  }

  /// Says why no room can be had then: none fits, or the rules that hold for the first that would.
  private mutating func refuseForAnyRoom(
    _ draft: Draft, _ moments: Moments, _ span: CivilSpan
  ) {
    let filter = filter(of: draft)
    let rooms = world.ledger.building.rooms
    guard let wanted = rooms.first(where: { filter.misses(of: $0).isEmpty }) else {
      return offerWhatIsNearest(to: filter, draft, during: span)
    }
    let request = draft.request(room: wanted.id, moments)
    var asked = draft
    asked.room = wanted.id
    do {
      _ = try world.ledger.decide(.book(request), by: speaker.user, at: now)
      settle(asked, room: wanted.id, moments)
    } catch {
      refuse(error, asked, .book(request), request)
    }
  }

  /// No room of the building has what is wanted: says what each lacks, and offers those that lack
  /// least and are free then.
  private mutating func offerWhatIsNearest(
    to filter: RoomFilter, _ draft: Draft, during span: CivilSpan
  ) {
    let nearest = world.ledger.rooms(fitting: RoomFilter(), during: span, at: now)
      .sorted { one, other in
        let lacks = (filter.misses(of: one).count, filter.misses(of: other).count)
        return lacks.0 != lacks.1 ? lacks.0 < lacks.1 : one.seats ?? 0 > other.seats ?? 0
      }
      .prefix(world.ledger.limits.alternativesMax)
    let lacks = nearest.map { RoomLack(room: $0, misses: filter.misses(of: $0)) }
    let parts: [AnswerPart] = [.noneFits(lacks)]
    guard !nearest.isEmpty else {
      conversation.task = .drafting(draft, asking: [.start])
      answer = Answer(.needsMore, parts + [.asks([.start], attendee: nil)])
      return
    }
    let choices = nearest.enumerated().map { Choice($0.offset + 1, .hold($0.element.id, span)) }
    conversation.task = .choosing(choices, draft)
    answer = Answer(.needsChoice, parts + [.offers])
    answer.choices = choices
  }

  /// Refuses an end that is not after the start, and asks for another.
  private mutating func refuseEnd(_ draft: Draft, _ moments: Moments) {
    var asked = draft
    asked.end = nil
    conversation.task = .drafting(asked, asking: [.end])
    let refusal = Refusal.endNotAfterStart(start: moments.start, end: moments.end)
    answer = Answer(.needsMore, [.refused(refusal, nil), .asks([.end], attendee: nil)])
    answer.refusals = [refusal]
  }

  private mutating func offerNearest(
    _ strange: (name: String, nearest: [Room]), for draft: Draft
  ) {
    let nearest = strange.nearest.prefix(world.ledger.limits.alternativesMax)
    let choices = nearest.enumerated().map { Choice($0.offset + 1, .room($0.element.id)) }
    let refusals = refusals(of: draft, inUnknown: RoomID(strange.name))
    let draft = draft.without(refusals)
    let part = AnswerPart.noSuchRoom(strange.name, nearest: nearest.map(\.name))
    let others = refusals.dropFirst().map { AnswerPart.refused($0, nil) }
    if choices.isEmpty {
      conversation.task = .drafting(draft, asking: [.room])
      answer = Answer(.needsMore, [part] + others + [.asks([.room], attendee: nil)])
    } else {
      conversation.task = .choosing(Array(choices), draft)
      answer = Answer(.needsChoice, [part] + others + [.offers])
      answer.choices = Array(choices)
    }
    answer.refusals = refusals
  }

  /// What is wrong beside the room, which is not there: what holds in every room.
  private func refusals(of draft: Draft, inUnknown room: RoomID) -> [Refusal] {
    guard draft.start != nil, draft.changes == nil else { return [.unknownRoom(room)] }
    var draft = draft
    draft.room = nil
    let request = draft.request(room: room, moments(of: draft))
    do {
      _ = try world.ledger.decide(.book(request), by: speaker.user, at: now)
      return [.unknownRoom(room)]
    } catch {
      return error.all.filter { !$0.isOfMissingPart }
    }
  }

  /// What a room must have for a draft: also enough seats for those who come.
  func filter(of draft: Draft) -> RoomFilter {
    var filter = draft.filter
    filter.seats = filter.seats ?? draft.headcount
    return filter
  }
}
