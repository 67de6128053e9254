// Where an account is linked: what has to be done is told to whoever began it, where nobody else
// reads along (rule R16).

import Accounts
import BookingAgent
import Bookings
import CivilTime
import Dialogue
import JSON
import LineProtocol
import Mobility
import Passes
import Products
import Testing
import Wording

@Suite("Linking accounts")
struct LinkTests {
  private static let code = "ABCD-EFGH"

  @Test("A code is told where it was asked for in private, and nowhere else")
  func isToldInPrivate() throws {
    var house = try LinkHouse()
    let one = try house.program(1, isPrivate: true)
    let other = try house.program(2, isPrivate: false)
    let refused = try house.call("link", ["provider": "uber"], in: "c1", on: other)
    #expect(refused.contains("ACCOUNT/PRIVATE") && !refused.contains(Self.code))
    let told = try house.call("link", ["provider": "uber"], in: "c1", on: one)
    #expect(told.contains(Self.code))
    // The same conversation, carried by who delivers to others as well.
    for line in ["hello", "accounts", "review", "link uber", "done", "qr"] {
      let words = try house.call("say", ["text": .string(line)], in: "c1", on: other)
      #expect(!words.contains(Self.code))
    }
    // Another conversation of the same person, in private.
    for line in ["accounts", "review", "link uber"] {
      let words = try house.call("say", ["text": .string(line)], in: "c2", on: one)
      #expect(!words.contains(Self.code))
    }
    #expect(try house.call("say", ["text": "hello"], in: "c1", on: one).contains(Self.code))
  }

  @Test("What is pasted as JSON is a trip or nothing, and never words")
  func pasted() throws {
    var house = try LinkHouse()
    let id = house.person(1, "mia")
    _ = house.tell(try said("book Zed tomorrow 10-11", on: id))
    let call = #"{"id":9,"method":"clock","params":{"to":"11:00"}}"#
    #expect(house.tell(try said(call, on: id)).words(to: id) == "That is no trip that I can read.")
    let (start, end) = (tuesday.seconds + 7_200, tuesday.seconds + 9_000)
    let trip =
      #"{"id":"t","updateURL":"update/t","segments":[{"id":"a","startTime":\#(start),"#
      + #""endTime":\#(end)}],"depart":\#(start),"arrive":\#(end)}"#
    #expect(house.tell(try said(trip, on: id)).words(to: id).contains("T1"))
    let kept = try #require(house.agent.world.travel.shelf["mia"].first)
    #expect(kept.trip.update == WebAddress("https://m.example/update/t"))
    // What only looks like it is read as words are.
    #expect(house.tell(try said("{when is my booking}", on: id)).words(to: id).contains("Zed"))
    let bookings = house.agent.world.ledger.bookings(of: UserID("mia"), from: tuesday)
    #expect(bookings.map(\.span.start.time) == [ClockTime("10:00")])
  }

  /// A way to sit there, how wide it is if that is known, and whether a code is shown.
  private static let seats: [(SessionFace.Kind, BarForm, columns: Int?, isShown: Bool)] = [
    (.terminal, .blocks, 60, true), (.terminal, .blocks, 59, false),
    (.terminal, .blocks, nil, false), (.terminal, .plain, 80, false), (.tcp, .plain, 60, true),
    (.unix, .plain, 59, false), (.tcp, .plain, nil, false), (.pipe, .blocks, 80, false),
  ]

  @Test(
    "What is to be opened is shown as a code to scan, where there is room for one",
    arguments: seats)
  func isShownAsCode(
    kind: SessionFace.Kind, bars: BarForm, columns: Int?, isShown: Bool
  ) throws {
    var house = try LinkHouse()
    house.columns = columns
    let id = SessionID(1)
    _ = house.tell(
      .opened(id, SessionFace(kind: kind, encoding: .text, user: "mia", bars: bars)))
    // A telnet client tells it by itself.
    if kind != .terminal, let columns {
      _ = house.tell(.resized(id, columns: columns, rows: 40))
    }
    let told = house.tell(try said("link uber", on: id)).words(to: id)
    #expect(told.contains(Self.code) && told.contains("\"qr\"") == isShown)
    let shown = house.tell(try said("qr", on: id))
    let codes = shown.replies(to: id).flatMap(\.messages).compactMap(\.scanned)
    #expect(codes == (isShown ? ["https://id.example/code"] : []))
    // Where it is not shown it is told again; where it is, no words hold it.
    #expect(shown.words(to: id).contains("https://id.example/code") == !isShown)
    house.answer = .pair
    house.now = house.now + .seconds(6)
    _ = house.tell(.due)
    let later = house.tell(try said("qr", on: id)).replies(to: id)
    #expect(later.flatMap(\.messages).compactMap(\.scanned) == [])
  }

  @Test("That it is linked is told in private alone, and to its owner")
  func isToldToOwner() throws {
    var house = try LinkHouse()
    let one = try house.program(1, isPrivate: true)
    let other = try house.program(2, isPrivate: false)
    let text = house.person(3, "ben")
    _ = try house.call("link", ["provider": "uber"], in: "c1", on: one)
    house.answer = .pair
    let told = house.wait(6).notices.filter { $0.notice.members["kind"] == "account" }
    let heard = told.map(\.id)
    #expect(heard == [one] && !heard.contains(other) && !heard.contains(text))
  }

  /// What comes of a link whose owner has left, what is kept of it, and how it is told.
  fileprivate static let ends:
    [(answer: LinkHouse.TokenAnswer, kept: AccountOutcome, words: String)] =
      [
        (.pair, .linked, #"uber is linked. Not you? Say "unlink uber"."#),
        (.denied, .linkFailed(.denied), "uber is not linked: it was not allowed."),
        (
          .over, .linkFailed(.expired),
          #"The time for uber is over. Say "link uber" to begin anew."#
        ),
      ]

  @Test(
    "What becomes of a link whose owner has left is kept, and told once, when they are back",
    arguments: ends.indices, [false, true])
  func isToldWhenBack(index: Int, isRestarted: Bool) throws {
    let end = Self.ends[index]
    var house = try LinkHouse()
    let first = house.person(1, "mia")
    #expect(house.tell(try said("link uber", on: first)).words(to: first).contains(Self.code))
    _ = house.tell(.gone(first))
    house.answer = end.answer
    #expect(house.wait(6).notices.isEmpty)
    #expect(house.news.map(\.subject) == [.account("uber", end.kept)])
    #expect("\(house.news)".contains(Self.code) == false)
    if isRestarted { try house.restart() }
    // Where others read along it waits, and it is nobody else's.
    let open = try house.program(2, isPrivate: false)
    #expect(house.wait(1).notices.isEmpty)
    _ = house.person(3, "ben")
    #expect(house.wait(1).notices.isEmpty)
    let told = house.arrive(4, "mia").notices
    #expect(told.map(\.id) == [SessionID(4)])
    let notice = try #require(told.first?.notice)
    #expect(notice.code == .passResult && notice.lines == [end.words])
    #expect(notice.messages.map(\.audience) == [.user])
    #expect(notice.members["provider"] == "uber" && notice.members["seq"] == 1)
    let isLinked = end.kept == .linked
    #expect(notice.members["account"]?["state"]?.string == (isLinked ? "here" : "none"))
    #expect((notice.members["because"] == nil) == isLinked)
    // It has left, so it is heard.
    #expect(house.wait(1).shape == ["commit"])
    #expect(house.arrive(5, "mia").notices.isEmpty && house.news.isEmpty)
    #expect(try !house.call("subscribe", [:], in: "", on: open).contains("uber"))
  }

  @Test("What an answer has told is no news, and what it could not tell is")
  func isToldOnce() throws {
    var house = try LinkHouse()
    house.answer = .pair
    let first = house.person(1, "mia")
    _ = house.tell(try said("link uber", on: first))
    #expect(house.wait(6).notices.map(\.notice.lines) == [[Self.ends[0].words]])
    _ = house.wait(1)
    #expect(house.tell(try said("unlink uber", on: first)).words(to: first) == Self.removed)
    #expect(house.made.count == 1)
    _ = house.tell(try said("link uber", on: first))
    _ = house.wait(6)
    _ = house.wait(1)
    // The vault is slow, and who waits for it leaves.
    house.isVaultSlow = true
    #expect(house.tell(try said("unlink uber", on: first)).words(to: first) == "")
    _ = house.tell(.gone(first))
    #expect(house.news.isEmpty)
    house.isVaultSlow = false
    #expect(house.obeyLate().notices.isEmpty)
    #expect(house.arrive(2, "mia").notices.map(\.notice.lines) == [[Self.removed]])
  }

  private static let removed = "uber is removed here."

  @Test("Of several news of one account the last is told, and only what holds")
  func isToldAsItStands() throws {
    var house = try LinkHouse()
    try house.restart(news: [
      .linkFailed(.denied), .linked, .lost(.refused), .partyTold(.provider, .told),
    ])
    let told = house.arrive(1, "mia").notices.flatMap(\.notice.lines)
    #expect(
      told == [
        #"uber is not linked any more. Say "link uber" to link it again."#, "The provider knows.",
      ])
    // That it is linked does not hold where it is not.
    try house.restart(news: [.linked])
    #expect(house.arrive(2, "mia").notices.isEmpty)
  }

  @Test("A program acknowledges what it was sent, whatever others are not sent on its token")
  func isAcknowledged() throws {
    var house = try LinkHouse()
    try house.restart(news: [.lost(.expired)])
    let open = try house.program(1, isPrivate: false, as: "b1")
    let one = try house.program(2, isPrivate: true, as: "b2")
    #expect(house.told.map(\.id) == [one])
    #expect(house.told.map { $0.notice.members["attempt"] } == [1])
    #expect(try house.call("ack", ["upto": 1], in: "", on: open) == "[]")
    _ = try house.call("ack", ["upto": 1], in: "", on: one)
    #expect(house.news.isEmpty)
    // Whoever says later that nobody reads along has missed nothing.
    try house.restart(news: [.lost(.expired)])
    let other = try house.program(3, isPrivate: false)
    #expect(house.told.isEmpty)
    _ = try house.call("hello", ["caps": ["private"]], in: "", on: other)
    #expect(house.told.map(\.id) == [other])
  }

  @Test("While the store rests nothing is written down; then it is told as ever")
  func isKeptBehindARest() throws {
    var house = try LinkHouse()
    let first = house.person(1, "mia")
    _ = house.tell(try said("link uber", on: first))
    house.answer = .denied
    house.now = house.now + .seconds(6)
    house.fail()
    let resting = house.tell(.due)
    #expect(!resting.shape.contains("commit") && resting.notices.isEmpty)
    #expect(house.wait(1).notices.map(\.notice.lines) == [[Self.ends[1].words]])
    #expect(house.made.map(\.subject) == [.account("uber", .linkFailed(.denied))])
  }
}
