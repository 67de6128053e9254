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
    var draft = Draft()
    draft.isOnlyShown = onlyShown
    proceed(merging(into: draft))
  }

  /// What was asked about last, as something to book.
  func draftOfQuery() -> Draft? {
    guard let query = conversation.query else { return nil }
    var draft = Draft()
    draft.room = query.room
    draft.day = query.day
    draft.start = query.start?.time
    draft.minutes = query.start == nil ? nil : query.minutes
    draft.filter = query.filter
    draft.headcount = query.filter.seats
    return draft
  }

  /// Goes on with a draft as far as it can: to a booking, a choice, a question or a refusal.
  mutating func proceed(_ draft: Draft) {
    var draft = draft
    conversation.task = nil
    if draft.room == nil, let strange = strangeRoom() { return offerNearest(strange, for: draft) }
    if let reference = draft.changes { return proceed(with: draft, changing: reference) }
    guard draft.start != nil else { return askForStart(draft) }
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
    if asksForAttendee(draft, request) { return }
    do {
      let events = try carryOut(.book(request))
      guard let booking = events.first?.booking else { return }
      remember(events)
      answer.kind = .done
      answer.parts.append(
        .booked(booking, assumed: draft.assumed.sorted()))
      sayWhoGetsPasses(booking.attendees, of: booking)
      answer.suggestions = [.undo, .change, .add]
    } catch {
      refuse(error, draft, .book(request), request)
    }
  }

  /// Keeps what `undo` takes back and what `it` is from now on.
  mutating func remember(_ events: [BookingEvent]) {
    conversation.task = nil
    conversation.undoable = events
    conversation.last = events.last?.booking.reference ?? conversation.last
  }

  /// Says who gets a pass and when, and whose number may take no SMS.
  mutating func sayWhoGetsPasses(_ attendees: [Attendee], of booking: Booking) {
    guard !attendees.isEmpty else { return }
    let queued = world.outbox.passes(of: booking.reference).filter(\.state.isOpen)
    let due = queued.compactMap(\.state.due).min() ?? now
    let wait = max(0, (due.since(now).wholeMilliseconds + 999) / 1000)
    answer.parts.append(.passesQueued(attendees, waitSeconds: Int(wait)))
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
  }

  /// The moments a draft with a start means, on the clocks and the grid of the house.
  func moments(of draft: Draft) -> Moments {
    let policy = draft.room.flatMap { world.ledger.room($0)?.policy }
    return draft.groundMoments(
      now: civilNow, usualMinutes: world.habits.usualMinutes,
      gridMinutes: (policy ?? world.ledger.building.policy).gridMinutes)
  }

  // MARK: - What is missing

  private mutating func askForStart(_ draft: Draft) {
    if let offered = nextFree(for: draft) {
      let choices = [Choice(1, .hold(offered.room, offered.span))]
      var asking: [OpenSlot] = [.start]
      if draft.room == nil, draft.headcount == nil { asking.append(.people) }
      conversation.task = .drafting(draft, asking: asking)
      answer = Answer(.needsMore, [.asks(asking, attendee: nil)])
      if draft.room != nil {
        conversation.task = .choosing(choices, draft)
        answer.choices = choices
        answer.parts.append(.offers)
      }
      return
    }
    let asking: [OpenSlot] =
      draft.room == nil && draft.headcount == nil ? [.start, .people] : [.start]
    conversation.task = .drafting(draft, asking: asking)
    answer = Answer(.needsMore, [.asks(asking, attendee: nil)])
  }

  /// The next span of the room, or of one that fits, which is free as long as wanted.
  private func nextFree(for draft: Draft) -> Place? {
    let minutes = draft.minutes ?? world.habits.usualMinutes
    let wanted = draft.day.map { CivilMoment($0, draft.window?.from ?? .midnight) } ?? civilNow
    let from = max(wanted, civilNow)
    if let room = draft.room { return nextFree(in: room, minutes: minutes, from: from) }
    var filter = draft.filter
    filter.seats = filter.seats ?? draft.headcount
    return world.ledger.earliest(fitting: filter, minutes: minutes, from: from, at: now)
  }

  /// The next free span of one room that is long enough, on the day wanted or the days after it.
  private func nextFree(in room: RoomID, minutes: Int, from: CivilMoment) -> Place? {
    for days in 0..<Self.daysSearchedMax {
      let free = world.ledger.bookableSpans(in: room, on: from.date.adding(days: days), at: now)
      for span in free {
        let start = max(span.start, from)
        if let wanted = CivilSpan(from: start, minutes: minutes), span.contains(wanted) {
          return Place(room: room, span: wanted)
        }
      }
    }
    return nil
  }

  /// How many days the next free span of a named room is looked for in.
  private static let daysSearchedMax = 31

  private mutating func offerEarliest(_ draft: Draft, from start: CivilMoment) {
    var draft = draft
    draft.day = start.date
    draft.window = ClockWindow(from: start.time, to: .endOfDay)
    draft.start = nil
    draft.bound = .exact
    askForStart(draft)
  }

  /// The smallest free room that fits, if it was said for how many or what must be in it.
  private func chosenRoom(for draft: inout Draft, _ moments: Moments) -> RoomID? {
    guard draft.headcount != nil || draft.filter != RoomFilter(),
      let span = CivilSpan(from: moments.start, to: moments.end)
    else { return nil }
    var filter = draft.filter
    filter.seats = filter.seats ?? draft.headcount
    guard let room = world.ledger.smallestRoom(fitting: filter, during: span, at: now) else {
      return nil
    }
    draft.assumed.insert(.room)
    return room.id
  }

  /// Asks which room, and offers those that are free then.
  private mutating func askForRoom(_ draft: Draft, _ moments: Moments) {
    guard let span = CivilSpan(from: moments.start, to: moments.end) else {
      return refuseEndBeforeStart(moments)
    }
    let free = world.ledger.rooms(fitting: draft.filter, during: span, at: now)
      .prefix(world.ledger.limits.alternativesMax)
    guard !free.isEmpty else { return refuseForAnyRoom(draft, moments) }
    let choices = free.enumerated().map { Choice($0.offset + 1, .hold($0.element.id, span)) }
    var asked = draft
    asked.assumed.formUnion(moments.assumed)
    conversation.task = .choosing(choices, asked)
    answer = Answer(.needsChoice, [.asks([.room], attendee: nil), .offers])
    answer.choices = choices
  }

  /// Says why no room can be had then, by the rules that hold for the first that would fit.
  private mutating func refuseForAnyRoom(_ draft: Draft, _ moments: Moments) {
    let rooms = world.ledger.building.rooms
    let wanted = rooms.first { draft.filter.misses(of: $0).isEmpty } ?? rooms.first
    guard let wanted else {
      answer = Answer(.refused, [.noSuchRoom("", nearest: [])])
      return
    }
    let request = draft.request(room: wanted.id, moments)
    do {
      _ = try world.ledger.decide(.book(request), by: speaker.user, at: now)
      answer = Answer(.refused, [.noSuchRoom("", nearest: [])])
    } catch {
      refuse(error, draft, .book(request), request)
    }
  }

  mutating func refuseEndBeforeStart(_ moments: Moments) {
    let refusal = Refusal.endNotAfterStart(start: moments.start, end: moments.end)
    answer = Answer(.refused, [.refused(refusal, nil)])
    answer.refusals = [refusal]
  }

  private mutating func offerNearest(
    _ strange: (name: String, nearest: [Room]), for draft: Draft
  ) {
    let nearest = strange.nearest.prefix(world.ledger.limits.alternativesMax)
    let choices = nearest.enumerated().map { Choice($0.offset + 1, .room($0.element.id)) }
    let refusal = Refusal.unknownRoom(RoomID(strange.name))
    let part = AnswerPart.noSuchRoom(strange.name, nearest: nearest.map(\.name))
    if choices.isEmpty {
      answer = Answer(.refused, [part])
    } else {
      conversation.task = .choosing(Array(choices), draft)
      answer = Answer(.needsChoice, [part, .offers])
      answer.choices = Array(choices)
    }
    answer.refusals = [refusal]
  }

  /// Asks for what the first incomplete attendee lacks, if everything else would do.
  private mutating func asksForAttendee(_ draft: Draft, _ request: BookingRequest) -> Bool {
    if let doubtful = draft.firstDoubt?.phone {
      conversation.task = .drafting(draft, asking: [.attendeePhone])
      let part = AnswerPart.asksIfPhone(written: doubtful.written, e164: doubtful.e164)
      answer = Answer(.needsMore, [part])
      return true
    }
    do {
      _ = try world.ledger.decide(.book(request), by: speaker.user, at: now)
      return false
    } catch {
      return asksForAttendee(error, draft)
    }
  }

  /// Asks for what an attendee lacks if the refusals say nothing worse.
  mutating func asksForAttendee(_ refusals: Refusals, _ draft: Draft) -> Bool {
    let lacks = refusals.all.compactMap(\.lackingPart)
    guard lacks.count == refusals.all.count, let first = lacks.first?.index else { return false }
    let asking = lacks.filter { $0.index == first }.map(\.slot)
    conversation.task = .drafting(draft, asking: asking)
    let attendees = draft.attendees ?? []
    let name = attendees.indices.contains(first) ? attendees[first].called : nil
    answer = Answer(.needsMore, [.asks(asking, attendee: name)])
    return true
  }

  /// How the attendee is called about whom the draft's question is.
  func nameAsked(in draft: Draft) -> String? {
    (draft.attendees?.first { $0.isIncomplete })?.called
  }
}

extension AttendeeRequest {
  /// The name, or what else tells who is meant.
  var called: String? { name ?? email ?? phone }
}

extension Refusal {
  /// The part of an attendee that is missing and can be asked for.
  var lackingPart: (index: Int, slot: OpenSlot)? {
    if case .attendeeRequired = self { return (0, .attendeeName) }
    guard case .attendee(let index, _, let fault) = self else { return nil }
    switch fault {
    case .nameMissing: return (index, .attendeeName)
    case .emailMissing: return (index, .attendeeEmail)
    case .phoneMissing: return (index, .attendeePhone)
    case .emailInvalid, .phoneInvalid, .duplicate: return nil
    }
  }
}
