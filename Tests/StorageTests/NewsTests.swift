// News in the store: what is still to be heard comes back, and the check sees what differs.

import BookingAgent
import Bookings
import CivilTime
import Passes
import Storage
import Testing

struct NewsTests {
  private let mia = UserID("mia")

  private func piece(
    _ seq: Int, user: String = "mia", expires: Instant = morning + minutes(120),
    isSent: Bool = false
  ) -> News {
    let editions = (1...4).map { PassEdition(PassID($0), sequence: seq) }
    return News(
      seq: seq, user: UserID(user), booking: BookingReference(1),
      topics: PassTopics(
        accepted: [editions[0], editions[1]], ended: seq == 1 ? [editions[2]] : [],
        troubled: seq == 2 ? [editions[2]] : [], toBeToldByBooker: [editions[3]]),
      made: morning, expires: expires, isSent: isSent)
  }

  private func entry(_ event: NewsEvent, at instant: Instant = morning) -> JournalEntry {
    JournalEntry(at: instant, by: nil, fact: .news(event))
  }

  private func fill(_ file: String) throws {
    let store = try Store(at: .file(file), rooms: twoRooms)
    try store.commit([booked(try booking(1, at: 60)), entry(.made(piece(1)))])
    try store.commit([
      entry(.made(piece(2, user: "slack:U77", isSent: true))), entry(.made(piece(3))),
      entry(.made(piece(4, expires: morning + minutes(1)))), entry(.made(piece(5))),
      entry(.sent([1])), entry(.heard([3, 5])),
    ])
    store.close()
  }

  @Test
  func `what was not heard and has not expired is given back, and numbers are not given again`()
    throws
  {
    let folder = try Folder()
    try fill(folder.file)
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    let early = try store.load(at: morning)
    #expect(
      early.news == [
        piece(1, isSent: true), piece(2, user: "slack:U77", isSent: true),
        piece(4, expires: morning + minutes(1)),
      ])
    #expect(try store.load(at: morning + minutes(1)).news.map(\.seq) == [1, 2])
    #expect(try store.check() == [])
    try store.commit([entry(.heard([1, 2, 4]))])
    #expect(try store.load(at: morning).news == [])
    #expect(try store.check() == [])
    store.close()
    try RawFile(folder.file).run("DELETE FROM notice")
    let again = try Store(at: .file(folder.file), rooms: twoRooms)
    #expect(try again.load(at: morning).lastNews == 5)
  }

  @Test
  func `a booking that was cancelled long ago comes back as long as there are news of it`() throws {
    let store = try Store(at: .memory, rooms: twoRooms)
    let gone = try booking(1, at: 10_000, version: 2, state: .cancelled)
    try store.commit([
      booked(try booking(1, at: 10_000)),
      JournalEntry(at: morning, by: mia, fact: .booking(.cancelled(gone))),
      entry(.made(piece(1, expires: gone.end))),
    ])
    let later = morning + minutes(3 * 1440)
    #expect(try store.load(at: later).bookings == [gone])
    try store.commit([entry(.heard([1]))])
    #expect(try store.load(at: later).bookings == [])
  }

  @Test(arguments: [NewsEvent.sent([9]), .heard([9])])
  func `news that were never made are not told`(event: NewsEvent) throws {
    let store = try Store(at: .memory, rooms: twoRooms)
    let seen = fault { () throws(StoreFault) in try store.commit([entry(event)]) }
    guard case .unstorable = seen else {
      Issue.record("\(String(describing: seen))")
      return
    }
    #expect(try store.check() == [])
  }

  /// What is done to the file, and what the check says.
  static let harms: [(sql: String, found: String)] = [
    ("DELETE FROM notice WHERE number = 1", "notice 1: in the journal"),
    ("UPDATE notice SET told_ms = NULL WHERE number = 3", "notice 3 told_ms"),
    ("UPDATE notice SET sent = 0 WHERE number = 1", "notice 1 sent"),
    ("UPDATE notice SET booking = 2 WHERE number = 1", "notice 1 booking"),
    ("UPDATE notice SET passes = '{\"ended\":[[1,0]]}' WHERE number = 1", "notice 1 passes"),
    ("UPDATE notice SET passes = '{\"other\":1}' WHERE number = 1", "unknown member"),
    ("UPDATE store SET last_news = 4", "store 1 last_news"),
    ("UPDATE journal SET fact = '{\"seqs\":[3]}' WHERE kind = 'news.heard'", "notice 5 told_ms"),
    ("UPDATE journal SET fact = '{}' WHERE kind = 'news.sent'", "seqs is missing"),
  ]

  @Test(arguments: harms.indices)
  func `a row of news that says another thing than the journal is found`(index: Int) throws {
    let folder = try Folder()
    try fill(folder.file)
    let harm = Self.harms[index]
    try RawFile(folder.file).run("PRAGMA foreign_keys = OFF; \(harm.sql)")
    let found = try Store.check(at: folder.file).map(\.description)
    let isFound = found.contains { $0.contains(harm.found) && !$0.contains("checksum") }
    #expect(isFound, "\(harm.sql): \(found)")
  }
}
