// What goes into a store comes out of it, from memory, from a file, and after an erasure.

import BookingAgent
import Bookings
import CivilTime
import Passes
import Storage
import Testing

struct RoundTripTests {
  @Test(arguments: [false, true])
  func `what was booked, changed, cancelled and restored is given back`(inMemory: Bool) throws {
    let folder = try Folder()
    let place = inMemory ? StorePlace.memory : .file(folder.file)
    let store = try Store(at: place, rooms: twoRooms)
    let ana = try person(1), ben = try person(2, "Бен")
    let first = try booking(1, at: 60, title: "", attendees: [ana])
    let moved = try booking(
      1, in: "Library", at: 90, for: 45, version: 2, title: "Ünïted\u{0}?", text: "Long",
      isPrivate: true, attendees: [ben, ana])
    let second = try booking(2, at: 60, owner: "slack:U77")
    let gone = try booking(2, at: 60, version: 2, state: .cancelled, owner: "slack:U77")
    let back = try booking(2, at: 60, version: 3, owner: "slack:U77")
    let third = try booking(3, at: 200),
      lost = try booking(3, at: 200, version: 2, state: .cancelled)
    let kept = answer("m1", expires: morning + minutes(10))
    try store.commit([
      booked(first), JournalEntry(at: morning, by: UserID("mia"), fact: .answered(kept)),
      JournalEntry(at: morning, by: UserID("mia"), fact: .booking(.changed(moved))),
    ])
    try store.commit([booked(second), booked(third)])
    try store.commit([
      JournalEntry(at: morning, by: nil, fact: .booking(.cancelled(gone))),
      JournalEntry(at: morning, by: nil, fact: .booking(.restored(back))),
      JournalEntry(at: morning, by: nil, fact: .booking(.cancelled(lost))),
    ])
    try check(store, holds: [moved, back, lost], answers: [kept])
    guard !inMemory else { return }
    store.close()
    let again = try Store(at: place, rooms: twoRooms)
    try check(again, holds: [moved, back, lost], answers: [kept])
  }

  private func check(_ store: Store, holds bookings: [Booking], answers: [StoredAnswer]) throws {
    let state = try store.load(at: morning)
    #expect(state.bookings == bookings)
    #expect(state.answers == answers)
    #expect(state.lastBooking == 3)
    #expect(state.lastAttendee == 2)
    #expect(try store.check() == [])
  }

  /// What each event makes of a pass that waits, is on its way, or has come somewhere.
  static let fates: [(name: String, events: [PassEvent], change: @Sendable (inout Pass) -> Void)] =
    {
      let it = [PassEdition(PassID(4), sequence: 0)]
      let now = morning + .seconds(20), later = morning + .seconds(50)
      let full = PassTrouble.code(4103, text: "mailbox full")
      let attempt = PassEvent.attempted(CallID(7), .send, it, at: now)
      let question = PassEvent.attempted(CallID(8), .ask, it, at: later)
      let doubt = PassEvent.outcomeUnknown(it, until: later, .timedOut, at: now)
      let away: @Sendable (inout Pass) -> Void = {
        $0.state = .attempting(CallID(7))
        $0.attempts = 1
      }
      return [
        ("queued", [], { _ in }),
        ("hastened", [.hastened(it, at: now)], { $0.state = .queued(notBefore: now) }),
        (
          "the clock was set back",
          [
            attempt, .parked(it[0], until: later, attemptsMax: 3, full, at: now),
            .clockSetBack([], by: .seconds(90), deadline: now, at: now),
            .clockSetBack(it, by: .seconds(90), deadline: morning, at: now - .seconds(90)),
          ],
          {
            $0 = $0.queued(at: $0.queuedAt - .seconds(90), deadline: morning)
            $0.state = .parked(until: later - .seconds(90))
            $0.attempts = 1
            $0.attemptsMax = 3
            $0.trouble = full
            $0.troubleSince = now - .seconds(90)
          }
        ),
        ("attempted", [attempt], away),
        (
          "answered",
          [attempt, .answered(CallID(7), GatewayVerdict(condition: .works, accepted: 0), at: now)],
          away
        ),
        (
          "accepted", [attempt, .accepted(it, at: now), .told(it, at: later)],
          {
            $0.state = .accepted(at: now)
            $0.attempts = 1
            $0.told = .end
          }
        ),
        (
          "returned", [attempt, .returned(it, alone: true, because: .status(500), at: now)],
          {
            $0.state = .queued(notBefore: now)
            $0.goesAlone = true
            $0.trouble = .status(500)
            $0.troubleSince = now
          }
        ),
        (
          "returned by a question",
          [attempt, doubt, question, .returned(it, alone: true, because: nil, at: later)],
          {
            $0.state = .queued(notBefore: later)
            $0.attempts = 1
            $0.goesAlone = true
            $0.trouble = .timedOut
            $0.troubleSince = now
          }
        ),
        (
          "regrouped",
          [
            attempt, .returned(it, alone: true, because: .connectionFailed, at: now),
            .regrouped(it, at: later),
          ],
          {
            $0.state = .queued(notBefore: now)
            $0.trouble = .connectionFailed
            $0.troubleSince = now
          }
        ),
        (
          "parked", [attempt, .parked(it[0], until: later, attemptsMax: 3, full, at: now)],
          {
            $0.state = .parked(until: later)
            $0.attempts = 1
            $0.attemptsMax = 3
            $0.trouble = full
            $0.troubleSince = now
          }
        ),
        (
          "outcome unknown", [attempt, doubt],
          {
            $0.state = .unknown(until: later)
            $0.attempts = 1
            $0.goesAlone = true
            $0.mayBeOut = true
            $0.trouble = .timedOut
            $0.troubleSince = now
          }
        ),
        (
          "refused",
          [attempt, .failed(it, .refused(.unclearIndex(code: 4100, index: nil)), at: now)],
          {
            $0.state = .failed(.refused(.unclearIndex(code: 4100, index: nil)))
            $0.attempts = 1
            $0.trouble = .unclearIndex(code: 4100, index: nil)
            $0.troubleSince = now
          }
        ),
        (
          "used up", [attempt, .failed(it, .attemptsUsedUp(.nonsense("<html>")), at: now)],
          {
            $0.state = .failed(.attemptsUsedUp(.nonsense("<html>")))
            $0.attempts = 1
            $0.trouble = .nonsense("<html>")
            $0.troubleSince = now
          }
        ),
        (
          "skipped", [.failed(it, .skipped, at: now)],
          {
            $0.state = .failed(.skipped)
            $0.troubleSince = now
          }
        ),
        (
          "expired", [.expired(it, at: now)],
          {
            $0.state = .expired
            $0.troubleSince = now
          }
        ),
        ("superseded", [.superseded(it, at: now)], { $0.state = .superseded }),
        (
          "withdrawn", [attempt, .withdrawn(it, at: now)],
          {
            away(&$0)
            $0.isWithdrawn = true
          }
        ),
        ("reinstated", [attempt, .withdrawn(it, at: now), .reinstated(it, at: later)], away),
        (
          "the gateway's",
          [
            .gatewayRested(until: later, full, at: now), .gatewayStopped(.interrupted, at: now),
            .gatewayResumed(at: now), .indexBaseDoubted(index: 1, count: 1, configured: 0, at: now),
            .answered(
              CallID(7),
              GatewayVerdict(
                condition: .fails, accepted: 0,
                unlisted: GatewayVerdict.UnlistedHalt(code: 4103, pass: PassID(4))), at: now),
          ], { _ in }
        ),
      ]
    }()

  @Test(arguments: fates.indices)
  func `every event of a pass leaves it as the outbox would`(index: Int) throws {
    let fate = Self.fates[index]
    let store = try Store(at: .memory, rooms: twoRooms)
    let ana = try person(1)
    let meeting = try booking(1, at: 60, attendees: [ana])
    var expected = pass(4, of: meeting, to: ana)
    try store.commit([booked(meeting), sent(.queued([expected]))])
    for event in fate.events { try store.commit([sent(event)]) }
    fate.change(&expected)
    #expect(try store.load(at: morning).passes == [expected], "\(fate.name)")
    #expect(try store.check() == [], "\(fate.name)")
    #expect(try store.load(at: morning).lastPass == 4)
  }

  /// Every state, as a pass may have it that was written down whole.
  static let states: [PassState] = [
    .queued(notBefore: morning), .attempting(CallID(7)), .parked(until: morning + minutes(5)),
    .unknown(until: morning + minutes(5)), .accepted(at: morning), .failed(.skipped),
    .failed(.refused(.code(4103, text: ""))),
    .failed(.attemptsUsedUp(.unclearIndex(code: 4200, index: nil))),
    .expired, .superseded,
  ]

  @Test(arguments: states)
  func `a pass that is written down in a state folds to it`(state: PassState) throws {
    let store = try Store(at: .memory, rooms: twoRooms)
    let ana = try person(1)
    let meeting = try booking(1, at: 60, attendees: [ana])
    var written = pass(1, of: meeting, to: ana)
    written.state = state
    try store.commit([booked(meeting), sent(.queued([written]))])
    #expect(try store.check() == [])
    #expect(try store.load(at: morning).passes == [written])
  }

  @Test
  func `load leaves out what is over, but not while a pass of it is open`() throws {
    let store = try Store(at: .memory, rooms: twoRooms)
    let ana = try person(1)
    let over = try booking(1, at: 0, for: 15),
      owing = try booking(2, at: 15, for: 15, attendees: [ana])
    let cancelled = try booking(3, at: 6000, version: 1)
    let gone = try booking(3, at: 6000, version: 2, state: .cancelled)
    let ahead = try booking(4, at: 5000)
    try store.commit([booked(over), booked(owing), booked(cancelled), booked(ahead)])
    try store.commit([JournalEntry(at: morning, by: nil, fact: .booking(.cancelled(gone)))])
    try store.commit([sent(.queued([pass(1, of: owing, to: ana)]))])
    let references = { (days: Int) in
      try store.load(at: morning + minutes(1440 * days)).bookings.map(\.reference.number)
    }
    #expect(try references(0) == [1, 2, 3, 4])
    #expect(try references(2) == [2, 4])
    try store.commit([sent(.expired([PassEdition(PassID(1), sequence: 0)], at: morning))])
    #expect(try references(2) == [4])
    #expect(try store.load(at: morning + minutes(14400)).lastBooking == 4)
  }

  @Test
  func `who comes to a booking is given back with it, whatever stands between`() throws {
    let store = try Store(at: .memory, rooms: twoRooms)
    let (ana, ben, cem) = (try person(1), try person(2, "Ben"), try person(3, "Cem"))
    let (dan, eva) = (try person(4, "Dan"), try person(5, "Eva"))
    let over = try booking(1, at: 60, attendees: [ana])
    let held = try booking(2, at: 5000, title: "Retro", owner: "ana", attendees: [ben, cem])
    let overToo = try booking(3, at: 200, attendees: [dan])
    let empty = try booking(4, at: 6000, title: "Retro")
    let last = try booking(5, in: "Library", at: 5000, owner: "ana", attendees: [eva])
    let passes = [
      pass(1, of: over, to: ana), pass(2, of: held, to: ben), pass(3, of: overToo, to: dan),
      pass(4, of: held, to: cem, place: 1), pass(5, of: last, to: eva),
    ]
    try store.commit(
      [over, held, overToo, empty, last].map { booked($0) } + passes.map { sent(.queued([$0])) })
    try store.commit([sent(.accepted(passes.map(\.edition), at: morning))])
    let state = try store.load(at: morning + minutes(3 * 24 * 60))
    #expect(state.bookings == [held, empty, last])
    #expect(state.passes.map(\.id.number) == [2, 4, 5])
    #expect(state.passes.map(\.recipient.name) == ["Ben", "Cem", "Eva"])
  }

  @Test
  func `an expired answer is forgotten, and a repeated name takes the place of the first`() throws {
    let folder = try Folder()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    let short = answer("m1", expires: morning + minutes(1))
    let old = answer("m2", expires: morning + minutes(5), text: "old")
    let new = answer("m2", expires: morning + minutes(9), text: "new")
    let say = { (answer: StoredAnswer, at: Instant) throws(StoreFault) in
      try store.commit([JournalEntry(at: at, by: UserID("mia"), fact: .answered(answer))])
    }
    try say(short, morning)
    try say(old, morning)
    #expect(try store.load(at: morning).answers == [short, old])
    #expect(try store.load(at: morning + minutes(1)).answers == [old])
    try say(new, morning + minutes(2))
    #expect(try store.load(at: morning).answers == [new])
    #expect(try RawFile(folder.file).ask("SELECT count(*) FROM message") == "1")
    #expect(try store.check() == [])
  }

  @Test
  func `of a text its hash is kept; a store from before holds the text and is read the same`()
    throws
  {
    let folder = try Folder()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    let kept = answer("m1", expires: morning + minutes(9), text: "book it, said at length")
    try store.commit([JournalEntry(at: morning, by: UserID("mia"), fact: .answered(kept))])
    let raw = try RawFile(folder.file)
    #expect(try raw.ask("SELECT text FROM message") == kept.text.description)
    try raw.run("UPDATE message SET text = 'book it, said at length'")
    #expect(try store.load(at: morning).answers == [kept])
  }

  @Test
  func `who was erased is gone, and the journal still folds`() throws {
    let folder = try Folder()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    let ana = try person(1), ben = try person(2, "Ben")
    let meeting = try booking(1, at: 60, title: "About Ana", owner: "ana", attendees: [ana, ben])
    let passes = [pass(1, of: meeting, to: ana), pass(2, of: meeting, to: ben, place: 1)]
    try store.commit([booked(meeting), sent(.queued(passes))])
    let raw = try RawFile(folder.file)
    try raw.run(
      "UPDATE person SET name = NULL, email = NULL, phone = NULL, checksum = 0 WHERE name = 'Ana'")
    try raw.run(
      "UPDATE text SET content = NULL, checksum = 0; UPDATE user SET name = NULL, checksum = 0")
    #expect(try store.check() == [])
    let state = try store.load(at: morning)
    #expect(state.bookings.map(\.title) == [""])
    #expect(state.bookings.map(\.owner.text) == ["erased:1"])
    #expect(state.bookings.first?.attendees == [ben])
    #expect(state.passes.map(\.id.number) == [2])
    #expect(try raw.ask("SELECT group_concat(fact) FROM journal").contains("Ana") == false)
    // What was known by heart is not used again: the same words get a row of their own.
    try store.commit([booked(try booking(2, at: 200, title: "About Ana"))])
    #expect(try store.load(at: morning).bookings.last?.title == "About Ana")
    #expect(try store.check() == [])
  }

  @Test
  func `an administrator reads bookings and passes in plain words`() throws {
    let folder = try Folder()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    let ana = try person(1), ben = try person(2, "Ben")
    let meeting = try booking(1, at: 60, attendees: [ben, ana])
    try store.commit([booked(meeting), sent(.queued([pass(1, of: meeting, to: ben)]))])
    let raw = try RawFile(folder.file)
    #expect(
      try raw.ask("SELECT booking || room || \"from\" || \"to\" || attendees FROM bookings")
        == "B1Aquarium2026-11-25T08:00" + "2026-11-25T09:00" + "Ben, Ana")
    #expect(try raw.ask("SELECT pass || name || state FROM passes") == "P1Benqueued")
  }
}

extension Pass {
  /// As it is before its first attempt, but owed since another instant and until another.
  fileprivate func queued(at instant: Instant, deadline: Instant) -> Pass {
    Pass(
      edition: edition, booking: booking, bookingVersion: bookingVersion, attendee: attendee,
      place: place, recipient: recipient, content: content, kind: kind, queuedAt: instant,
      deadline: deadline, state: state, attemptsMax: attemptsMax)
  }
}
