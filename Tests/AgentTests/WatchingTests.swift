// Boards: what is watched is drawn when it changes, and nothing else is told over it.

import BookingAgent
import Bookings
import CivilTime
import JSON
import LineProtocol
import Passes
import Testing

@Suite("Watching")
struct WatchingTests {
  /// The boards that were drawn on a session, nil where one was taken away.
  private func boards(_ effects: [Effect], on id: SessionID) -> [[String]?] {
    effects.compactMap { if case .board(id, let lines) = $0 { .some(lines) } else { nil } }
  }

  /// A telnet client of somebody who has told how large it is, as it was asked to.
  private func watcher(
    _ play: inout Play, _ number: Int, of user: String, saying line: String = "watch"
  ) throws -> (SessionID, [Effect]) {
    let id = play.text(number, as: user)
    #expect(try play.say(line, on: id) == [.askWindow(id)])
    return (id, play.tell(.resized(id, columns: 80, rows: 24)))
  }

  @Test("The board of rooms is drawn when somebody books, and when the minute is over")
  func rooms() throws {
    var play = try Play()
    let (mia, first) = try watcher(&play, 1, of: "mia")
    #expect(first.shape == ["reply s1 200", "board s1 drawn"])
    let lines = try #require(boards(first, on: mia).first ?? nil)
    #expect(lines.first?.hasPrefix("09:07") == true)
    #expect(lines.contains { $0.hasPrefix("Bunker ") && $0.hasSuffix("....") })
    let tom = play.text(2, as: "tom")
    // Another board would not stand long enough to be read.
    let booked = try play.say("book Bunker today 10-11", on: tom)
    #expect(booked.codes(to: tom) == [250] && boards(booked, on: mia).isEmpty)
    let drawn = play.wait()
    #expect(play.now == tuesday + .milliseconds(250))
    let bar = try #require((boards(drawn, on: mia).first ?? nil)?.last { $0.hasPrefix("Bunker ") })
    #expect(bar.contains("####"))
    // Where nothing has changed but the time, it is the time that is drawn.
    let later = try #require(boards(play.wait(), on: mia).first ?? nil)
    #expect(play.now == tuesday + .seconds(60))
    #expect(later.first?.hasPrefix("09:08") == true)
  }

  @Test("With another calendar a board waits for its day, asks again, and says how old it is")
  func calendar() throws {
    var settings = Play.unhurried
    settings.readsOpenings = true
    var play = try Play(settings)
    let today = try #require(CivilDate("2026-11-24"))
    let (mia, first) = try watcher(&play, 1, of: "mia")
    #expect(first.shape == ["read 2026-11-24"])
    func told(_ answer: OpeningsAnswer) throws -> String {
      var effects = play.tell(.openingsRead(today, answer))
      if boards(effects, on: mia).isEmpty { effects = play.wait() }
      return try #require(boards(effects, on: mia).last ?? nil).joined(separator: "\n")
    }
    let (nine, noon) = (try #require(ClockTime("09:00")), try #require(ClockTime("12:00")))
    let morning = try #require(CivilSpan(on: today, from: nine, to: noon))
    let board = try told(.free(["Aquarium": [morning], "Bunker": [morning]]))
    #expect(board.contains("####") && !board.contains("cannot be reached"))
    // When it is drawn for the next minute, what was told is a minute old.
    #expect(play.wait().shape == ["read 2026-11-24", "board s1 drawn"])
    #expect(play.now == tuesday + .seconds(60))
    #expect(try told(.failed("no answer")).contains("cannot be reached"))
  }

  @Test("Over a board no news are told; they come when it is gone, and what is typed is said then")
  func newsWait() throws {
    var play = try Play()
    let (mia, _) = try watcher(&play, 1, of: "mia")
    let other = play.text(2, as: "mia")
    let line = "book Bunker tomorrow 10-11 with Ana ana@x.com 0171 2345678"
    #expect(try play.say(line, on: other).codes(to: other) == [250])
    var told: [Effect] = []
    for _ in 1...100 where told.calls.isEmpty { told = play.wait() }
    let call = try #require(told.calls.first)
    let settled = play.tell(.settled(call.id, .success)).shape
    #expect(settled.contains("notice s2 152") && !settled.contains("notice s1 152"))
    #expect(play.tell(.interrupted(mia)).contains(.board(mia, nil)))
    #expect(play.wait().shape.filter { $0.hasPrefix("board") }.isEmpty)
    #expect(try play.say("my bookings", on: mia).codes(to: mia) == [212])
  }

  @Test("The passes of a booking are watched by who may know them")
  func passes() throws {
    var play = try Play()
    let tom = play.text(9, as: "tom")
    let line = "book Bunker tomorrow 10-11 with Ana ana@x.com 0171 2345678"
    _ = try play.say(line, on: tom)
    let mia = play.text(8, as: "mia")
    #expect(try play.say("watch B1", on: mia).codes(to: mia) == [550])
    #expect(try play.say("watch B2", on: tom).codes(to: tom) == [550])
    let (peer, first) = try watcher(&play, 1, of: "tom", saying: "watch B1")
    let lines = try #require(boards(first, on: peer).first ?? nil)
    #expect(lines.contains { $0.contains("Ana") })
    var told: [Effect] = []
    for _ in 1...100 where told.calls.isEmpty { told = play.wait() }
    let call = try #require(told.calls.first)
    _ = play.tell(.settled(call.id, .success))
    var drawn: [[String]?] = []
    for _ in 1...5 where drawn.isEmpty { drawn = boards(play.wait(), on: peer) }
    let after = try #require(drawn.last ?? nil)
    #expect(after.contains { $0.contains("accepted") })
  }

  @Test("A span is picked on the bar of a room by arrows, and said by Enter")
  func picking() throws {
    var play = try Play()
    let mia = SessionID(1)
    play.tell(.opened(mia, SessionFace(kind: .terminal, encoding: .text, user: "mia")))
    play.tell(.resized(mia, columns: 80, rows: 24))
    func keys(_ keys: BoardKey...) -> [Effect] { keys.flatMap { play.tell(.pressed(mia, $0)) } }
    func marks(_ effects: [Effect]) throws -> String {
      let lines = try #require(boards(effects, on: mia).last ?? nil)
      let isBar = { (line: String) in line.count == 48 && line.allSatisfy { ".#-".contains($0) } }
      let bar = try #require(lines.lastIndex(where: isBar))
      return "\(lines[bar + 1]) \(lines.last ?? "")"
    }
    // From 07:00: what is free first, an hour long.
    #expect(try marks(try play.say("pick Bunker tomorrow", on: mia)) == "[==] Bunker 07:00–08:00")
    #expect(try marks(keys(.right, .right, .up)) == "  [===] Bunker 07:30–08:45")
    #expect(try marks(keys(.down, .down, .down, .down)) == "  ^ Bunker 07:30–07:45")
    // Nothing leads out of the day.
    let ends = keys(.left, .left, .left, .up)
    #expect(try marks(ends) == "[] Bunker 07:00–07:30")
    let said = keys(.enter)
    #expect(boards(said, on: mia) == [nil])
    #expect(
      said.booked.map { "\($0.room) \($0.span.start) \($0.span.minutes)" } == [
        "Bunker 2026-11-25T07:00 30"
      ])
    // What is taken is not where it begins; another key leaves, and nothing is said.
    #expect(try marks(try play.say("pick Bunker tomorrow", on: mia)).hasPrefix("  [==]"))
    #expect(keys(.right, .other).booked.isEmpty)
    #expect(try play.say("/noop", on: mia).codes(to: mia) == [200])
    // Where something is asked it is an answer.
    _ = try play.say("draft Bunker tomorrow 14-15", on: mia)
    #expect(boards(try play.say("pick Bunker", on: mia), on: mia).isEmpty)
  }

  @Test("Where no size is told nothing is drawn, and what was typed behind it is answered")
  func noTerminal() throws {
    var play = try Play()
    let peer = play.text(1, as: "mia")
    #expect(try play.say("watch", on: peer) == [.askWindow(peer)])
    #expect(try play.say("/noop", on: peer).isEmpty)
    #expect(play.wait().codes(to: peer) == [502, 200])
    #expect(play.now == tuesday + .seconds(2))
    let pipe = SessionID(5)
    play.tell(.opened(pipe, SessionFace(kind: .pipe, encoding: .text, user: "mia")))
    #expect(try play.say("watch", on: pipe).codes(to: pipe) == [502])
  }
}
