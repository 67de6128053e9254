// Many talk over one connection: whoever waits for the mobility service keeps nobody else waiting,
// and is answered in the order in which they asked.

import BookingAgent
import Bookings
import CivilTime
import JSON
import LineProtocol
import Mobility
import Testing

@Suite("Strands of a connection")
struct StrandTests {
  private let bridge = SessionID(1)

  /// A bridge that carries mia, who has asked for what is offered on her trip, and others.
  private func asked() throws -> (play: Play, errand: ErrandID) {
    var play = try Play()
    play.take(Play.trip(offering: try address("list")), of: "mia")
    _ = play.json(1)
    let effects = try say("products for T1", by: "mia", 1, &play)
    #expect(effects.replyIDs(to: bridge) == [])
    return (play, try #require(effects.errandIDs.first))
  }

  private func address(_ path: String) throws -> WebAddress {
    try #require(WebAddress("https://service.example/\(path)"))
  }

  private func list(for errand: ErrandID) throws -> Event {
    let body = #"[{"title":"Campus shuttle","bookingTitle":"Book","bookingURL":"/book"}]"#
    return .errandSettled(
      errand,
      .answered(
        MobilityAnswer(status: 200, body: Array(body.utf8), from: try address("list"))))
  }

  private func event(
    _ line: String, by user: String, _ number: Int64, in conversation: String = "c"
  ) throws -> Event {
    try called(
      "say", ["conv": .string(conversation), "user": .string(user), "text": .string(line)],
      id: number, on: bridge)
  }

  private func say(
    _ line: String, by user: String, _ number: Int64, in conversation: String = "c",
    _ play: inout Play
  ) throws -> [Effect] {
    play.tell(try event(line, by: user, number, in: conversation))
  }

  @Test("Others are answered at once, who waits in the order asked, and sync behind all")
  func others() throws {
    var (play, errand) = try asked()
    #expect(try say("rooms", by: "tom", 2, &play).replyIDs(to: bridge) == [2])
    // The same conversation by name is another's; one's own other conversation is another, too.
    #expect(try say("rooms", by: "mia", 3, in: "d", &play).replyIDs(to: bridge) == [3])
    #expect(try say("rooms", by: "mia", 4, &play).replyIDs(to: bridge) == [])
    #expect(try say("bookings", by: "mia", 5, &play).replyIDs(to: bridge) == [])
    #expect(play.tell(try called("ping", [:], id: 6, on: bridge)).replyIDs(to: bridge) == [6])
    #expect(play.tell(try called("sync", [:], id: 7, on: bridge)).replyIDs(to: bridge) == [])
    // What comes behind what waits for all waits with it.
    #expect(try say("rooms", by: "tom", 8, &play).replyIDs(to: bridge) == [])
    let effects = play.tell(try list(for: errand))
    #expect(effects.replyIDs(to: bridge) == [1, 4, 5, 7, 8])
    #expect(effects.replies(to: bridge).first?.lines.joined().contains("Campus shuttle") == true)
  }

  @Test("It is answered for itself when it takes too long, and the rest goes on")
  func late() throws {
    var (play, errand) = try asked()
    #expect(try say("rooms", by: "mia", 2, &play).replyIDs(to: bridge) == [])
    let effects = play.wait(atMost: 60)
    #expect(effects.replyIDs(to: bridge) == [1, 2])
    #expect(effects.replies(to: bridge).first?.code == .underWay)
    #expect(play.tell(try list(for: errand)).replyIDs(to: bridge) == [])
  }

  @Test("Several wait at once, each for their own")
  func several() throws {
    var (play, errand) = try asked()
    let again = try say("products for T1", by: "mia", 2, in: "d", &play)
    let other = try #require(again.errandIDs.first)
    #expect(play.tell(try list(for: other)).replyIDs(to: bridge) == [2])
    #expect(play.tell(try list(for: errand)).replyIDs(to: bridge) == [1])
  }

  @Test("Who says no more is answered before the connection ends")
  func inputEnds() throws {
    var (play, errand) = try asked()
    let ended = play.tell(.inputEnded(bridge))
    #expect(!ended.contains { if case .close(bridge) = $0 { true } else { false } })
    let effects = play.tell(try list(for: errand))
    #expect(effects.replyIDs(to: bridge) == [1])
    #expect(effects.contains { if case .close(bridge) = $0 { true } else { false } })
  }

  @Test("What comes of it is news for who has gone before they were answered")
  func gone() throws {
    var (play, errand) = try asked()
    _ = play.tell(try list(for: errand))
    let booking = try #require(try say("book 1", by: "mia", 2, &play).errandIDs.first)
    _ = play.tell(.gone(bridge))
    let refused = MobilityAnswer(
      status: 200, body: Array(#"{"errorCode":470,"title":"Sold out"}"#.utf8),
      from: try address("book"))
    let effects = play.tell(.errandSettled(booking, .answered(refused)))
    // What can be booked is asked for anew, and told with why.
    let again = try #require(effects.errandIDs.first)
    _ = play.tell(try list(for: again))
    let back = SessionID(2)
    let face = SessionFace(kind: .tcp, encoding: .text, user: "mia")
    let told = play.tell(.opened(back, face)) + play.tell(.due)
    let news = told.filter { if case .notice(back, _) = $0 { true } else { false } }
    #expect(news.count == 1, "\(told)")
  }

  @Test("Where a commit fails, who waits still does, and the others hear that it did")
  func failedCommit() throws {
    var (play, errand) = try asked()
    #expect(try say("rooms", by: "mia", 2, &play).replyIDs(to: bridge) == [])
    var taken = RideWaitsTakenBack()
    let effects = play.tellInVain(
      [try event("book Bunker tomorrow 10-11", by: "tom", 3), try list(for: errand)], &taken)
    #expect(effects.replyIDs(to: bridge) == [3, 1, 2])
    let answers = [1, 2, 3].map { taken.isStillWaiting(.number($0), on: bridge) }
    #expect(answers == [true, true, false])
    #expect(play.tell(try list(for: errand)).replyIDs(to: bridge) == [1, 2])
  }
}

extension [Effect] {
  fileprivate func replyIDs(to session: SessionID) -> [Int64] {
    compactMap { effect in
      if case .reply(session, .number(let number)?, _) = effect { number } else { nil }
    }
  }

  fileprivate var errandIDs: [ErrandID] {
    compactMap { if case .errand(let errand) = $0 { errand.id } else { nil } }
  }
}
