// Waits in the store: what is open comes back, what is held excludes bookings, and the check sees
// what differs.

import BookingAgent
import Bookings
import CivilTime
import Passes
import Storage
import Testing

struct WaitTests {
  private func wait(
    _ number: Int, at start: Int = 60, _ state: Wait.State = .waiting, user: String = "mia"
  ) throws -> Wait {
    let held = try booking(number, at: start)
    var filter = RoomFilter()
    (filter.seats, filter.equipment, filter.floor) = (4, ["projector", "whiteboard"], "2nd")
    filter.needsStepFree = true
    let isWide = number % 2 == 0
    var request = BookingRequest(
      room: isWide ? WaitWish.anyRoom : held.room, start: held.span.start, end: held.span.end)
    (request.title, request.isPrivate, request.headcount) = ("Retro", true, 4)
    request.attendees = [
      AttendeeRequest(name: "Ana", email: "ana@x.com", phone: "+491711234567"),
      AttendeeRequest(name: "Ben", email: "ben@x.com"),
    ]
    if isWide { request.owner = UserID("zoe") }
    return Wait(
      reference: WaitReference(number), user: UserID(user),
      wish: WaitWish(
        rooms: isWide ? [] : [held.room], filter: isWide ? filter : RoomFilter(),
        window: held.span, minutes: held.span.minutes, request: request),
      made: morning, ends: held.start, state: state,
      offer: state == .waiting
        ? nil
        : Wait.Offer(
          place: Place(room: held.room, span: held.span), start: held.start, end: held.end,
          until: morning + .seconds(600)))
  }

  private func entry(_ event: WaitEvent) -> JournalEntry {
    JournalEntry(at: morning, by: nil, fact: .wait(event))
  }

  private func fill(_ file: String) throws {
    let store = try Store(at: .file(file), rooms: twoRooms)
    try store.commit([
      entry(.made(try wait(1))), entry(.made(try wait(2, at: 300))),
      entry(.made(try wait(3, at: 500, user: "tom"))),
      entry(.offered(try wait(1, .offered))), entry(.ended(try wait(3, at: 500, .declined))),
      JournalEntry(
        at: morning, by: nil,
        fact: .news(
          .made(
            News(
              seq: 1, user: UserID("mia"), subject: .wait(WaitReference(1)), made: morning,
              expires: morning + minutes(60))))),
    ])
    store.close()
  }

  @Test
  func `what is waited for comes back, with what is held and the news of it`() throws {
    let folder = try Folder()
    try fill(folder.file)
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    let state = try store.load(at: morning)
    #expect(state.waits == [try wait(1, .offered), try wait(2, at: 300)])
    #expect(state.lastWait == 3)
    #expect(state.news.map(\.subject) == [.wait(WaitReference(1))])
    #expect(try store.check() == [])
    // What is over comes back as long as news speak of it.
    try store.commit([entry(.ended(try wait(1, .lapsed)))])
    #expect(try store.load(at: morning).waits.map(\.state) == [.lapsed, .waiting])
    #expect(try store.check() == [])
  }

  @Test
  func `what is held cannot be booked before the hold ends`() throws {
    let folder = try Folder()
    try fill(folder.file)
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    let meeting = try booking(1, at: 60)
    let seen = fault { () throws(StoreFault) in try store.commit([booked(meeting)]) }
    #expect(seen != nil)
    try store.commit([entry(.ended(try wait(1, .booked))), booked(try booking(1, at: 60))])
    #expect(try store.check() == [])
  }

  @Test
  func `a grid that changes makes the slots of what is held anew`() throws {
    let folder = try Folder()
    try fill(folder.file)
    let rooms = twoRooms.map { room($0.name, gridMinutes: 5) }
    let store = try Store(at: .file(folder.file), rooms: rooms)
    #expect(try store.check() == [])
    try store.commit([entry(.ended(try wait(1, .lapsed)))])
    #expect(try store.check() == [])
  }

  /// What is done to the file, and what the check says.
  static let harms: [(sql: String, found: String)] = [
    ("DELETE FROM slot", "slot Aquarium"),
    ("UPDATE wait SET state = 'lapsed' WHERE number = 1", "wait W1 state"),
    ("UPDATE wait SET until_ms = 7 WHERE number = 1", "wait W1 until_ms"),
    ("UPDATE wait SET wish = '{\"other\":1}' WHERE number = 1", "wait"),
    ("UPDATE store SET last_wait = 9", "store 1 last_wait"),
    ("UPDATE notice SET wait = 2 WHERE number = 1", "notice 1 wait"),
  ]

  @Test(arguments: harms.indices)
  func `what differs from the journal is found`(index: Int) throws {
    let folder = try Folder()
    try fill(folder.file)
    try RawFile(folder.file).run(Self.harms[index].sql)
    let found = try Store.check(at: folder.file).map(\.description)
    #expect(found.contains { $0.contains(Self.harms[index].found) }, "\(found)")
  }
}
