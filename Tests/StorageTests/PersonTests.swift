// One person's data in a store: handed out whole, and taken out so that nothing is left in its
// file.

import Accounts
import BookingAgent
import Bookings
import CivilTime
import Foundation
import JSON
import Mobility
import Passes
import Products
import Storage
import Testing

struct PersonTests {
  private typealias Files = FileManager
  private let folder: Folder
  private let mia: StoredPerson
  /// When half of the bookings are over.
  private let noon = morning + minutes(90)

  init() throws {
    folder = try Folder()
    mia = StoredPerson(user: UserID("mia"), email: try EmailAddress("ANA@x.com"))
  }

  private func fill() throws {
    let mine = String(repeating: "Title: mine ", count: 4000)
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    let ana = try person(1), ben = try person(2, "Ben")
    let over = try booking(1, at: 0, attendees: [ana])
    let toms = try booking(
      3, in: "Library", at: 0, title: "Ana and Ben", text: "Miami", owner: "tom",
      attendees: [ben, ana])
    try store.commit([
      booked(over),
      booked(try booking(2, at: 120, title: "MIA's day", text: "call +49301231001, or Diana")),
      booked(toms),
      sent(.queued([pass(1, of: over, to: ana)])),
      sent(.queued([pass(2, of: toms, to: ben), pass(3, of: toms, to: ana, place: 1)])),
      sent(
        .failed(
          [PassEdition(PassID(1), sequence: 0)],
          .refused(.code(4103, text: "ana@x.com is full")), at: morning)),
      // So long that it fills pages of its own, which are free when it is gone.
      answered("mia", "m1", #"{"code":250,"messages":["\#(mine)"]}"#),
      answered("tom", "m2", #"{"messages":["B3:\nAna · ana@x.com · +49301231001","Miami"]}"#),
      answered("tom", "m3", #"{"messages":["Ben · Ben@x.com"]}"#),
      wait(1, .waiting),
      JournalEntry(
        at: morning, by: nil,
        fact: .news(
          .made(
            News(
              seq: 1, user: UserID("mia"), booking: over.reference,
              topics: PassTopics(
                accepted: [], ended: [PassEdition(PassID(1), sequence: 0)], troubled: [],
                toBeToldByBooker: []), made: morning, expires: noon + minutes(60))))),
    ])
    store.close()
  }

  private func answered(_ user: String, _ name: String, _ reply: String) -> JournalEntry {
    JournalEntry(
      at: morning, by: UserID(user),
      fact: .answered(
        StoredAnswer(
          key: MessageKey(principal: "bridge", conversation: "C1", user: user, message: name),
          text: TextHash(of: "book it"), reply: Array(reply.utf8),
          expires: morning + minutes(1440))))
  }

  private func wait(_ number: Int, _ state: Wait.State) -> JournalEntry {
    let window = CivilSpan(
      from: CivilMoment(minuteNumber: Int(noon.seconds / 60)), minutes: 600)
    guard let window else { preconditionFailure("ten hours have a length") }
    var request = BookingRequest(
      room: RoomID("Library"), start: window.start, end: window.end)
    request.title = "Ana's desk"
    return JournalEntry(
      at: morning, by: UserID("mia"),
      fact: .wait(
        .made(
          Wait(
            reference: WaitReference(number), user: UserID("mia"),
            wish: WaitWish(
              rooms: [RoomID("Library")], filter: RoomFilter(), window: window, minutes: 60,
              request: request),
            made: morning, ends: noon + minutes(600), state: state))))
  }

  private func erase(handingTo other: String? = nil) throws(StoreFault) -> Store.Erased {
    try Store.erase(folder.file, mia, handingTo: other.map { UserID($0) }, at: noon)
  }

  /// In which files of the folder a text stands, in any case of its letters.
  private func places(of text: String) throws -> [String] {
    try Files.default.contentsOfDirectory(atPath: folder.path).filter { name in
      let octets = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)"))
      return String(decoding: octets, as: Unicode.ASCII.self).lowercased()
        .contains(text.lowercased())
    }
  }

  // Handed out

  @Test
  func `what is handed out is all of it, and nothing of others`() throws {
    try fill()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    let all = try Store.export(folder.file, of: mia)
    #expect(
      all.members.map(\.name) == [
        "user", "email", "bookings", "comes", "passes", "waits", "trips", "purchases", "news",
        "answers", "details", "journal",
      ])
    func list(_ name: String, _ member: String) -> [JSONValue] {
      (all[name]?.array ?? []).compactMap { $0[member] }
    }
    #expect(list("bookings", "ref") == ["B1", "B2"])
    #expect(list("bookings", "title") == ["Talk", "MIA's day"])
    #expect(list("comes", "ref") == ["B1", "B3"])
    #expect(list("comes", "phone") == ["+49301231001", "+49301231001"])
    #expect(list("passes", "pass") == ["P1/0", "P3/0"])
    #expect(list("waits", "wait") == ["W1"])
    #expect(list("news", "seq") == [1])
    #expect(list("answers", "message") == ["m1"])
    #expect(list("details", "email") == ["Ana@x.com"])
    #expect(list("journal", "entry") == [1, 2, 7, 10])
    let text = String(decoding: JSONValue.object(all).octets, as: UTF8.self)
    #expect(!text.contains("Ben@x.com") && !text.contains("tom"))
    #expect(try store.check() == [])
    let nobody = try Store.export(folder.file, of: StoredPerson(user: UserID("nobody")))
    #expect(nobody.members.dropFirst().allSatisfy { $0.value == [] })
  }

  // Taken out

  @Test
  func `while bookings are not over nothing is erased, and they are told`() throws {
    try fill()
    guard case .ahead(let bookings) = try erase() else {
      Issue.record("it erases")
      return
    }
    #expect(bookings.map(\.reference.number) == [2])
    #expect(try Store.check(at: folder.file) == [])
    #expect(try Store.export(folder.file, of: mia)["bookings"]?.array?.count == 2)
    #expect(try places(of: "-part").isEmpty)
  }

  @Test
  func `erased, nothing of them is left in the file, and the journal folds to the tables`() throws {
    try fill()
    // Rows that are gone have left this in pages that are free.
    try RawFile(folder.file).run(
      """
      PRAGMA secure_delete = OFF; CREATE TABLE cage (bird);
      INSERT INTO cage VALUES ('ana@x.com' || hex(zeroblob(8000))); DROP TABLE cage
      """)
    guard case .done(let erasure) = try erase(handingTo: "tom") else {
      Issue.record("it does not erase")
      return
    }
    #expect(erasure.handedOver.map(\.number) == [2])
    // The user, and a row of Ana.
    #expect(erasure.details == 2)
    #expect(erasure.answers == 2)
    #expect(try Store.check(at: folder.file) == [])
    for text in ["ana@x.com", "+49301231001", "mia's", "Title: mine", "Ana and"] {
      #expect(try places(of: text) == [], "\(text)")
    }
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    let state = try store.load(at: noon)
    #expect(
      state.bookings.map { "\($0.reference) \($0.owner) \($0.title), \($0.description)" } == [
        "B1 erased:1 Talk, ", "B2 tom erased's day, call erased, or Diana",
        "B3 tom erased and Ben, Miami",
      ])
    #expect(state.bookings.map { $0.attendees.map(\.name) } == [[], [], ["Ben"]])
    #expect(state.passes.map(\.edition.description) == ["P2/0"])
    #expect(state.waits.isEmpty && state.news.isEmpty)
    let replies = state.answers.map {
      "\($0.key.user) \($0.key.message) \(String(decoding: $0.reply, as: UTF8.self))"
    }
    #expect(
      replies.sorted() == [
        " erased:7 ",
        #"tom m2 {"messages":["B3:\nerased · erased · erased","Miami"]}"#,
        #"tom m3 {"messages":["Ben · Ben@x.com"]}"#,
      ])
    // Whoever comes under that name is somebody else now.
    try store.commit([booked(try booking(4, at: 300))])
    #expect(
      try store.load(at: noon).bookings.map(\.owner.text) == ["erased:1", "tom", "tom", "mia"])
    #expect(try store.check() == [])
    store.close()
    #expect(try Store.export(folder.file, of: mia)["comes"] == [])
  }

  // Trips

  /// A trip of Mia and one of Tom that tells of her, with what can be booked on each, and news.
  private func travel() throws {
    var travel = Travelling()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    try store.commit(try travel.takeTrip("a", walk: "Meet Mia at Secret Street"))
    try store.commit(try travel.takeTrip("b", of: "tom", walk: "Meet Mia, not Miami"))
    try store.commit(try travel.list(1) + travel.list(1, of: "tom") + [rideNews(1)])
    store.close()
  }

  @Test
  func `their trips and purchases are handed out, and no other's`() throws {
    try travel()
    let all = try Store.export(folder.file, of: mia)
    let trip = try #require(all["trips"]?.array?.first)
    #expect(all["trips"]?.array?.count == 1 && trip["ref"] == "T1")
    #expect(trip["depart"] == "2026-11-25T07:00:00Z")
    #expect(trip["legs"]?.array?.map { $0["ref"] } == ["T1.1", "T1.2"])
    #expect(trip["legs"]?.array?.first?["action"] == "Meet Mia at Secret Street")
    let purchase = try #require(all["purchases"]?.array?.first)
    #expect(all["purchases"]?.array?.count == 1)
    #expect(purchase["leg"] == "T1.2" && purchase["state"] == "listed")
    #expect(purchase["conversation"] == "bridge C1")
    #expect(purchase["written"]?["kept"]?["products"]?.array?.count == 1)
    #expect(all["news"]?.array?.first?["ride"] == "T1.2")
    #expect(all["journal"]?.array?.count == 3)
    #expect(!String(decoding: JSONValue.object(all).octets, as: UTF8.self).contains("tom"))
  }

  @Test
  func `erased, their trips are gone, and so is their name in those of others`() throws {
    try travel()
    guard case .done(let erasure) = try erase() else {
      Issue.record("it does not erase")
      return
    }
    #expect(erasure.rides == 2)
    #expect(try Store.check(at: folder.file) == [])
    for text in ["Secret Street", "Meet Mia", "mia\""] {
      #expect(try places(of: text) == [], "\(text)")
    }
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    let state = try store.load(at: morning)
    #expect(state.trips.map(\.owner) == ["tom"])
    #expect(state.trips.first?.legs.first?.leg.action == "Meet erased, not Miami")
    #expect(state.purchases.map(\.owner) == ["tom"])
    #expect(state.travelUnread == [] && state.news == [])
    // Nobody gets a number that was theirs.
    #expect(state.travelNumbers.purchase == 2)
    #expect(state.travelNumbers.trips["tom"] == 1)
  }

  // Accounts

  /// What became of accounts of Mia and Tom.
  private func link() throws {
    let (mia, tom) = (UserID("mia"), UserID("tom"))
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    try store.commit([
      account(.linked(mia, provider: "uber", edition: 1)),
      account(.linked(tom, provider: "flinkster", edition: 2)),
      account(.unlinked(mia, provider: "uber", edition: 1, because: nil)),
      account(.unlinked(tom, provider: "flinkster", edition: 2, because: .scope)),
      account(.linked(mia, provider: "uber", edition: 3)),
      account(.unlinked(mia, provider: "uber", edition: 3, because: .refused)),
      accountNews(1), accountNews(2, of: "tom", with: "flinkster", .linked),
    ])
    store.close()
  }

  @Test
  func `when their accounts were linked and unlinked is handed out, and no other's`() throws {
    try link()
    let all = try Store.export(folder.file, of: mia)
    func one(_ entry: Int64, _ kind: String, _ account: JSONObject) -> JSONValue {
      .object([
        "entry": .integer(entry), "at": "2026-11-25T07:00:00Z", "account": .object(account),
        "kind": .string(kind),
      ])
    }
    #expect(
      all["journal"]?.array == [
        one(1, "account.linked", ["provider": "uber", "edition": 1]),
        one(3, "account.unlinked", ["provider": "uber", "edition": 1]),
        one(5, "account.linked", ["provider": "uber", "edition": 3]),
        one(
          6, "account.unlinked", ["provider": "uber", "edition": 3, "because": "ACCOUNT/REFUSED"]),
      ])
    #expect(
      all["news"]?.array?.map { $0["account"] } == [
        [
          "provider": "uber", "outcome": ["became": "lost", "because": "ACCOUNT/REFUSED"],
        ]
      ])
  }

  @Test
  func `erased, nobody sees whose accounts they were`() throws {
    try link()
    guard case .done(let erasure) = try erase() else {
      Issue.record("it does not erase")
      return
    }
    #expect(erasure.details == 1)
    #expect(try Store.check(at: folder.file) == [])
    #expect(try places(of: "mia") == [])
    let raw = try RawFile(folder.file)
    #expect(try raw.ask("SELECT name FROM user ORDER BY number") == "-\ntom")
    #expect(try raw.ask("SELECT count(*) FROM journal WHERE kind LIKE 'account.%'") == "6")
    // Nobody is still to hear what became of them.
    #expect(try raw.ask("SELECT number FROM notice WHERE told_ms IS NULL") == "2")
    // Whoever comes under that name is somebody else now.
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    try store.commit([account(.linked(mia.user, provider: "uber", edition: 4))])
    #expect(try store.check() == [])
    let journal = try Store.export(folder.file, of: mia)["journal"]
    #expect(journal?.array?.map { $0["entry"] } == [10])
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `erased at random out of a life at random, the journal folds to the tables`(
    seed: UInt64
  ) throws {
    var world = World(seed: seed)
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    for _ in 0..<200 { try world.step() }
    try store.commit(world.take())
    store.close()
    let guest = StoredPerson(
      user: UserID("user\(seed % 3)"), email: try EmailAddress("Guest\(seed)@x.com"))
    let known = try Store.export(folder.file, of: guest)
    let phones = (known["details"]?.array ?? []).compactMap { $0["phone"]?.string }
    try #require(!phones.isEmpty)
    let erased = try Store.erase(
      folder.file, guest, handingTo: UserID("user9"), at: world.now)
    guard case .done(let erasure) = erased else {
      Issue.record("\(erased)")
      return
    }
    #expect(erasure.details > 1)
    for text in phones + ["guest\(seed)@x.com", "Guest\(seed)"] {
      #expect(try places(of: text) == [], "\(text)")
    }
    let again = try Store(at: .file(folder.file), rooms: twoRooms)
    #expect(try again.check() == [])
    #expect(try again.load(at: world.now).bookings.allSatisfy { $0.owner != guest.user })
    // Once more there is nobody.
    again.close()
    let next = try Store.erase(folder.file, guest, handingTo: nil, at: world.now)
    #expect(next == .unknown)
  }

  @Test
  func `a store in use is not changed, nor one that differs`() throws {
    try fill()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    #expect(refusal()?.name.hasPrefix("in use by process") == true)
    store.close()
    do {
      let raw = try RawFile(folder.file)
      try raw.run("BEGIN")
      #expect(try raw.ask("SELECT count(*) FROM booking") == "3")
      #expect(refusal()?.name == "busy")
      try raw.run("COMMIT; DELETE FROM slot WHERE start_seconds = \(noon.seconds + 1800)")
    }
    #expect(
      try erase(handingTo: "tom")
        == .differs([.rowMissing(table: "slot", row: "Aquarium \(noon.seconds + 1800)")]))
    #expect(try places(of: "ana@x.com").contains("usher.db"))
    #expect(
      fault { () throws(StoreFault) in
        _ = try Store.erase("\(folder.path)/none.db", mia, handingTo: nil, at: noon)
      }?.name == "unreachable")
    #expect(!Files.default.fileExists(atPath: "\(folder.path)/none.db"))
  }

  private func refusal() -> StoreFault? {
    fault { () throws(StoreFault) in _ = try erase(handingTo: "tom") }
  }
}
