// Accounts in the store: the journal tells in brief what became of them, and nothing else does.

import Accounts
import BookingAgent
import Bookings
import CivilTime
import JSON
import Storage
import Testing

/// What became of an account of somebody.
func account(_ change: AccountChange) -> JournalEntry {
  JournalEntry(at: morning, by: nil, fact: .account(change))
}

/// News of an account of somebody.
func accountNews(
  _ seq: Int, of user: String = "mia", with provider: String = "uber",
  _ outcome: AccountOutcome = .lost(.refused)
) -> JournalEntry {
  let news = News(
    seq: seq, user: UserID(user), subject: .account(provider, outcome), made: morning,
    expires: morning + minutes(1440))
  return JournalEntry(at: morning, by: nil, fact: .news(.made(news)))
}

struct AccountTests {
  private static let mia = UserID("mia")

  /// What becomes of an account, and the line of the journal: its kind and its fact.
  static let lines: [(change: AccountChange, line: String)] = [
    (
      .linked(mia, provider: "uber", edition: 1),
      #"account.linked {"owner":1,"provider":"uber","edition":1}"#
    ),
    (
      .linked(UserID("tom"), provider: "uber", edition: 2),
      #"account.linked {"owner":2,"provider":"uber","edition":2}"#
    ),
    (
      .unlinked(mia, provider: "uber", edition: 1, because: nil),
      #"account.unlinked {"owner":1,"provider":"uber","edition":1}"#
    ),
    (
      .unlinked(UserID("tom"), provider: "uber", edition: 2, because: .refused),
      #"account.unlinked {"owner":2,"provider":"uber","edition":2,"because":"ACCOUNT/REFUSED"}"#
    ),
    (
      .linked(mia, provider: "\"Bü\\s\n", edition: 1 << 53),
      #"account.linked {"owner":1,"provider":"\"Bü\\s\n","edition":9007199254740992}"#
    ),
    (
      .linked(mia, provider: String(repeating: "ü", count: 32), edition: 3),
      #"account.linked {"owner":1,"provider":"üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü","edition":3}"#
    ),
  ]

  @Test
  func `each change stands in the journal in one line, and is read back as it was`() throws {
    let folder = try Folder()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    try store.commit(Self.lines.map { account($0.change) })
    #expect(try store.check() == [])
    store.close()
    let raw = try RawFile(folder.file)
    for (index, row) in Self.lines.enumerated() {
      let line = try raw.ask(
        "SELECT kind || ' ' || fact FROM journal WHERE entry = \(index + 1)")
      #expect(line == row.line)
    }
    for (user, rows) in [("mia", [0, 2, 4, 5]), ("tom", [1, 3])] {
      let read = try Store.export(folder.file, of: StoredPerson(user: UserID(user)))["journal"]
      let changes = rows.map { Self.lines[$0].change }
      #expect(read?.array?.map { $0["account"]?["provider"]?.string } == changes.map(\.provider))
      #expect(
        read?.array?.map { $0["account"]?["edition"] }
          == changes.map { .integer(Int64($0.edition)) })
    }
  }

  @Test
  func `nothing of them comes back at a start, nor is it counted`() throws {
    let store = try Store(at: .memory, rooms: twoRooms)
    try store.commit(Self.lines.map { account($0.change) })
    let state = try store.load(at: morning)
    #expect(state.lastEntry == morning)
    #expect(state.bookings == [] && state.news == [] && state.answers == [])
    #expect(state.lastBooking == 0 && state.lastNews == 0)
  }

  @Test
  func `a name of a provider that is too long or empty is not stored, nor edition 0`() throws {
    let store = try Store(at: .memory, rooms: twoRooms)
    let changes: [AccountChange] = [
      .linked(Self.mia, provider: String(repeating: "u", count: 65), edition: 1),
      .linked(Self.mia, provider: "", edition: 1),
      .linked(Self.mia, provider: "uber", edition: 0),
      .unlinked(Self.mia, provider: "uber", edition: -1, because: .expired),
      .linked(Self.mia, provider: "uber", edition: 1 << 53 + 1),
    ]
    for change in changes {
      let seen = fault { () throws(StoreFault) in try store.commit([account(change)]) }
      #expect(seen?.name == "unstorable", "\(change)")
    }
    #expect(try store.load(at: morning).lastEntry == nil)
    #expect(try store.check() == [])
  }

  /// What stands in the journal instead of a line, and what the check says.
  static let harms: [(kind: String, fact: String, found: String)] = [
    ("lost", #"{"owner":1,"provider":"uber","edition":1}"#, "no fact is called account.lost"),
    ("linked", "{}", "owner is missing"),
    ("linked", #"{"owner":1,"edition":1}"#, "provider is missing"),
    ("linked", #"{"owner":1,"provider":"uber"}"#, "edition is missing"),
    (
      "linked", #"{"owner":"mia","provider":"uber","edition":1}"#,
      "owner is a text that has no place there"
    ),
    (
      "linked", #"{"owner":1,"provider":7,"edition":1}"#,
      "provider is a whole number that has no place there"
    ),
    ("linked", #"{"owner":1,"provider":"","edition":1}"#, "provider has 0 octets"),
    (
      "unlinked", #"{"owner":1,"provider":"\#(String(repeating: "u", count: 65))","edition":1}"#,
      "provider has 65 octets"
    ),
    ("linked", #"{"owner":1,"provider":"uber","edition":0}"#, "edition is not positive"),
    ("unlinked", #"{"owner":1,"provider":"uber","edition":-1}"#, "edition is not positive"),
    (
      "unlinked", #"{"owner":1,"provider":"uber","edition":1,"because":"ACCOUNT/GONE"}"#,
      "because is a text that has no place there"
    ),
    (
      "linked", #"{"owner":1,"provider":"uber","edition":1,"because":"ACCOUNT/REFUSED"}"#,
      "an unknown member in the fact"
    ),
    ("linked", #"{"owner":1,"provider":"uber","edition":1"#, "at octet"),
  ]

  @Test(arguments: harms.indices)
  func `a line that is not of its form is told, and the rest is read`(index: Int) throws {
    let harm = Self.harms[index]
    let folder = try Folder()
    try fill(folder.file)
    try RawFile(folder.file).run(
      "UPDATE journal SET kind = 'account.\(harm.kind)', fact = '\(harm.fact)' WHERE entry = 1")
    let found = try Store.check(at: folder.file).map(\.description)
    #expect(found.contains { $0.hasPrefix("journal 1: \(harm.found)") }, "\(found)")
    #expect(found.allSatisfy { $0.hasPrefix("journal 1: ") }, "\(found)")
  }

  @Test
  func `a line that names a user who is not there is found`() throws {
    let folder = try Folder()
    try fill(folder.file)
    try RawFile(folder.file).run("PRAGMA foreign_keys = OFF; DELETE FROM user WHERE number = 2")
    let found = try Store.check(at: folder.file).map(\.description)
    #expect(found == ["user : user 2 is missing"])
  }

  // News

  /// What became of an account, and how it is written.
  static let outcomes: [(outcome: AccountOutcome, written: String)] = [
    (.linked, #"{"became":"linked"}"#),
    (.linkedAtService, #"{"became":"linkedAtService"}"#),
    (.linkFailed(.denied), #"{"became":"linkFailed","because":"ACCOUNT/DENIED"}"#),
    (.lost(.expired), #"{"became":"lost","because":"ACCOUNT/EXPIRED"}"#),
    (
      .unlinked(wasHere: true, provider: .later, service: .refused(status: 403)),
      #"{"became":"unlinked","here":true,"provider":{"kind":"later"},"#
        + #""service":{"kind":"refused","status":403}}"#
    ),
    (
      .unlinked(wasHere: false, provider: .nothing, service: .told),
      #"{"became":"unlinked","provider":{"kind":"nothing"},"service":{"kind":"told"}}"#
    ),
    (
      .partyTold(.provider, .told),
      #"{"became":"told","party":"provider","outcome":{"kind":"told"}}"#
    ),
    (
      .partyTold(.service, .givenUp),
      #"{"became":"told","party":"service","outcome":{"kind":"givenUp"}}"#
    ),
  ]

  @Test
  func `news of accounts come back as they were, as facts alone`() throws {
    let folder = try Folder()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    let made = Self.outcomes.enumerated().map { accountNews($0 + 1, $1.outcome) }
    try store.commit(made)
    #expect(
      try store.load(at: morning).news.map(\.subject)
        == Self.outcomes.map { .account("uber", $0.outcome) })
    #expect(try store.check() == [])
    store.close()
    let raw = try RawFile(folder.file)
    for (index, row) in Self.outcomes.enumerated() {
      let seq = index + 1
      let written = try raw.ask("SELECT outcome FROM notice WHERE number = \(seq)")
      #expect(written == row.written)
      let line = try raw.ask("SELECT kind || ' ' || fact FROM journal WHERE entry = \(seq)")
      #expect(
        line == #"news.account {"seq":\#(seq),"user":1,"provider":"uber","outcome":\#(written),"#
          + #""made":1795590000000,"expires":1795676400000}"#)
    }
    let again = try Store(at: .file(folder.file), rooms: twoRooms)
    try again.commit([
      JournalEntry(at: morning, by: nil, fact: .news(.sent([2]))),
      JournalEntry(at: morning, by: nil, fact: .news(.heard([1]))),
    ])
    #expect(try again.load(at: morning).news.map(\.isSent).prefix(2) == [true, false])
    #expect(try again.load(at: morning).news.count == made.count - 1)
    #expect(try again.check() == [])
    for provider in ["", String(repeating: "u", count: 65)] {
      let seen = fault { () throws(StoreFault) in
        try again.commit([accountNews(20, with: provider)])
      }
      #expect(seen?.name == "unstorable", "\(provider)")
    }
  }

  /// What is done to a store with one piece of such news, and what the check says.
  static let newsHarms: [(sql: String, found: String)] = [
    ("UPDATE notice SET provider = 'bolt'", "notice 1 provider: the journal says uber"),
    (#"UPDATE notice SET outcome = '{"became":"linked"}'"#, "notice 1 outcome: the journal says"),
    (#"UPDATE notice SET outcome = '{"became":"sold"}'"#, "became is a text that has no place"),
    (#"UPDATE notice SET outcome = '{"became":"lost"}'"#, "because is missing"),
    ("UPDATE notice SET outcome = outcome || ' '", "notice 1: its checksum is wrong"),
    ("DELETE FROM notice", "notice 1: in the journal, not in the table"),
    ("UPDATE journal SET fact = '{}'", "journal 1: seq is missing"),
  ]

  @Test(arguments: newsHarms.indices)
  func `news of an account that differ from the journal are found`(index: Int) throws {
    let harm = Self.newsHarms[index]
    let folder = try Folder()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    try store.commit([accountNews(1)])
    store.close()
    try RawFile(folder.file).run(harm.sql)
    let found = try Store.check(at: folder.file).map(\.description)
    #expect(found.contains { $0.contains(harm.found) }, "\(found)")
  }

  /// News are of one thing, and of an account wholly.
  @Test(arguments: [
    "UPDATE notice SET booking = 1, passes = '{}'", "UPDATE notice SET outcome = NULL",
    "UPDATE notice SET provider = NULL, outcome = NULL", "UPDATE notice SET provider = ''",
  ])
  func `the table takes no news of nothing, nor of two things`(sql: String) throws {
    let folder = try Folder()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    try store.commit([accountNews(1)])
    store.close()
    // SQLITE_CONSTRAINT.
    #expect(try RawFile(folder.file).code("PRAGMA foreign_keys = OFF; \(sql)") == 19)
  }

  private func fill(_ file: String) throws {
    let store = try Store(at: .file(file), rooms: twoRooms)
    try store.commit(Self.lines.map { account($0.change) })
    store.close()
  }
}
