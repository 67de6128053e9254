// The words of the session: what is set on it, blocks of text, and when others' deeds are told.

import BookingAgent
import Bookings
import CivilTime
import JSON
import LineProtocol
import Testing

@Suite("Session words")
struct SessionWordsTests {
  /// A line for the session, and the code of its answer.
  static let words: [(line: String, code: Int)] = [
    ("/set prompt on", 200), ("/set bell off", 200), ("/set notices now", 200),
    ("/set lang de", 200), ("/set lang auto", 200), ("/set lang xx", 504), ("/set tz Mars", 504),
    ("/set", 501), ("/set prompt", 501), ("/set prompt on off", 501), ("/set colour yes", 504),
    ("/set colour on", 200), ("/set colour auto", 200), ("/set width 40", 200),
    ("/set width auto", 200), ("/set width 19", 504), ("/set width 99999", 504),
    ("/mode json", 200), ("/mode text", 504), ("/mode", 504), ("/text", 354), ("/text x", 501),
    ("/notices", 211), ("/ack", 504), ("/ack x", 504), ("/ack 0", 504), ("/ack 1", 200),
    ("/help", 214), ("/help series", 214), ("/help nonsense", 214),
    ("/help me and book Bunker tomorrow 10-11", 214),
  ]

  @Test("Each has its answer", arguments: words.indices)
  func answers(index: Int) throws {
    var play = try Play()
    let peer = play.text(1, as: "mia")
    let (line, code) = Self.words[index]
    #expect(try play.say(line, on: peer).codes(to: peer) == [code], "\(line)")
  }

  @Test("A prompt and a bell are the shell's to show")
  func display() throws {
    var play = try Play()
    let peer = play.text(1)
    let shown = try play.say("/set prompt on", on: peer)
    var display = SessionDisplay()
    display.showsPrompt = true
    #expect(shown.last == .setDisplay(peer, display))
    display.ringsBell = true
    #expect(try play.say("/set bell on", on: peer).last == .setDisplay(peer, display))
  }

  @Test("The language that is set holds on this connection, whatever is said")
  func language() throws {
    var play = try Play()
    let (peer, other) = (play.text(1, as: "mia"), play.text(2, as: "mia"))
    _ = try play.say("/set lang de", on: peer)
    #expect(try play.say("rooms tomorrow", on: peer).words(to: peer).contains("Mi 25.11.2026"))
    #expect(try play.say("rooms tomorrow", on: other).words(to: other).contains("25 Nov"))
    _ = try play.say("/set lang auto", on: peer)
    #expect(try play.say("rooms tomorrow", on: peer).words(to: peer).contains("25 Nov"))
  }

  @Test("What the speaker's clocks show is told beside those of the house")
  func zone() throws {
    var settings = Play.unhurried
    settings.zone = { name in
      guard let hours = ["London": 0, "Auckland": 13][name] else { return nil }
      return ZoneRules(name: name, firstOffsetSeconds: hours * 3600, transitions: [])
    }
    var play = try Play(settings)
    let (peer, program) = (play.text(1, as: "mia"), play.json(2))
    #expect(try play.say("/set tz Mars", on: peer).codes(to: peer) == [504])
    #expect(try play.say("/set tz London", on: peer).words(to: peer) == "tz is London.")
    let booked = try play.say("book Bunker tomorrow 10-11", on: peer)
    #expect(booked.words(to: peer).contains("10:00–11:00 (09:00–10:00 where you are)"))
    _ = try play.say("/set tz house", on: peer)
    #expect(!(try play.say("show B1", on: peer)).words(to: peer).contains("where you are"))
    let far: JSONObject = [
      "user": "mia", "text": "zeig B1", "profile": ["tz": "Auckland"], "lang": "de",
    ]
    let shown = try play.call("say", far, on: program).words(to: program)
    #expect(shown.contains("10:00–11:00 Uhr (22:00–23:00 Uhr bei dir)"), "\(shown)")
    let late: JSONObject = [
      "user": "mia", "text": "is Aquarium free tomorrow 14-15", "profile": ["tz": "Auckland"],
    ]
    #expect(try play.call("say", late, on: program).codes(to: program) == [212])
    let nowhere: JSONObject = ["user": "mia", "text": "rooms", "profile": ["tz": "Mars"]]
    #expect(try play.call("say", nowhere, on: program).codes(to: program) == [212])
  }

  /// What was asked for, and what a line with marks in it and a bar become.
  static let markups: [(caps: JSONValue, name: String, sentence: String, bar: String)] = [
    (["markdown"], "markdown", "Title: \\*a\\_\\<b\\>\\&\\`\\.", "```\n"),
    (["html", "notices"], "html", "Title: *a_&lt;b&gt;&amp;`.<br>", "<pre>"),
    (["mrkdwn"], "mrkdwn", "Title: \u{200B}*a\u{200B}_&lt;b&gt;&amp;\u{200B}`.", "```\n"),
  ]

  @Test("Messages come with the marks asked for, and nothing said becomes one", arguments: 0..<3)
  func marks(index: Int) throws {
    let (caps, name, sentence, bar) = Self.markups[index]
    var play = try Play()
    let program = play.json(2)
    _ = try play.call("hello", ["caps": caps], on: program)
    let order: JSONObject = [
      "user": "mia", "room": "Bunker", "start": "2026-11-25T10:00", "title": "*a_<b>&`",
    ]
    func marked(_ effects: [Effect]) throws -> String {
      let reply = try #require(effects.replies(to: program).first)
      var octets: [UInt8] = []
      reply.writeJSON(into: &octets, id: .number(1))
      let value = try JSONValue(parsing: octets)
      let message = value["result"]?["messages"]?.array?.first
      #expect(message?["text"]?.string?.contains("\\*") == false)
      return message?[name]?.string ?? ""
    }
    #expect(try marked(try play.call("book", order, on: program)).contains(sentence))
    let rooms = try marked(try play.call("rooms", ["user": "mia"], on: program))
    #expect(rooms.contains(bar), "\(rooms)")
  }

  @Test("Longer messages come in parts for a chat that takes short ones", arguments: [200, 333])
  func parts(octetsMax: Int) throws {
    var play = try Play()
    let (whole, parts) = (play.json(2), play.json(4))
    let wanted: JSONObject = ["caps": ["html"], "max_text": .integer(Int64(octetsMax))]
    let told = try play.call("hello", wanted, on: parts)
    for case .result(_, _, let members) in told {
      #expect(members["limits"]?["max_text"]?.integer == Int64(octetsMax))
    }
    #expect(told.shape == ["result s4"])
    let title = String(repeating: "ä<", count: 80)
    let order: JSONObject = [
      "user": "mia", "msg": "1", "text": .string("book Bunker tomorrow 10-11 \"\(title)\""),
    ]
    let messages = try play.call("say", order, on: parts).replies(to: parts).first?.messages ?? []
    #expect(messages.count > 1)
    for message in messages {
      #expect(message.lines.joined(separator: "\n").utf8.count <= octetsMax)
      #expect(message.markdown?.utf8.count ?? 0 <= octetsMax)
      #expect((message.id != nil) == (message == messages.last))
    }
    let one = try play.call("say", order, on: whole).replies(to: whole).first
    let all = messages.flatMap(\.lines).joined()
    #expect(all.filter { $0 != " " } == one?.lines.joined().filter { $0 != " " })
    #expect(one?.messages.count == 1)
    for wrong in [199, 1_000_000_000_000, "200"] as [JSONValue] {
      let refused = try play.call("hello", ["max_text": wrong], on: whole)
      #expect(refused.shape == ["refuse s2 max_text"])
    }
  }

  @Test("A long answer comes to a program in portions; `more` tells the next of a conversation")
  func portions() throws {
    var settings = Play.unhurried
    settings.protocolLimits.jsonWordsOctetsMax = 64
    settings.protocolLimits.jsonListsOctetsMax = 100
    var play = try Play(settings)
    let program = play.json(2)
    func say(_ text: String, in conv: String, _ message: String? = nil) throws -> Reply {
      var params: JSONObject = ["user": "mia", "conv": .string(conv), "text": .string(text)]
      params["msg"] = message.map { .string($0) }
      return try #require(play.call("say", params, on: program).replies(to: program).first)
    }
    let first = try say("rooms", in: "a")
    #expect(first.lines.last == "(more follows: say \"more\")")
    var told = [first]
    for _ in 0..<20 {
      let isLast = told.last?.lines.last.map(SessionWords.saysMoreFollows) != true
      if isLast, told.last?.members["more"] == nil { break }
      // Another conversation says something meanwhile.
      _ = try say("hello", in: "b")
      told.append(try say("more", in: "a", "m\(told.count)"))
    }
    let rooms = told.flatMap { $0.members["rooms"]?.array ?? [] }
    #expect(rooms.compactMap { $0["name"]?.string } == ["Aquarium", "Bunker"])
    #expect(told.dropFirst().allSatisfy { $0.code == .answer })
    #expect(told.allSatisfy { $0.members["conv"] == "a" && $0.members["turn"] == 1 })
    // The same message again gets the same portion; nothing is left for another.
    let again = try say("more", in: "a", "m1")
    #expect(again.lines == told[1].lines && again.members["replayed"] == true)
    #expect(try say("more", in: "a").code != .answer)
    // Whatever else is said gives the rest up.
    _ = try say("rooms", in: "a")
    _ = try say("hello", in: "a")
    #expect(try say("mehr", in: "a").code != .answer)
  }

  @Test("A block is said as one text, by its name once, and its signature is not read")
  func block() throws {
    var play = try Play()
    let peer = play.text(1, as: "mia")
    func send(_ text: String, _ name: String) throws -> [Effect] {
      var block = TextBlock(
        tags: try #require(TextRequest(reading: Array("@msg=\(name) /text".utf8))).tags,
        limits: ProtocolLimits())
      for line in text.split(separator: "\n") { #expect(block.take(Array(line.utf8)) == nil) }
      guard case .request(let request)? = block.take([0x2E]) else { return [] }
      return play.tell(.asked(peer, .text(request)))
    }
    #expect(try play.say("@msg=7 /text", on: peer).codes(to: peer) == [354])
    let order = "book Bunker tomorrow\n10-11\n--\ncancel B1"
    let done = try send(order, "7")
    #expect(done.codes(to: peer) == [250])
    #expect(done.booked.map(\.room.text) == ["Bunker"])
    #expect(try send(order, "7").codes(to: peer) == [251])
    #expect(try send("rooms", "7").codes(to: peer) == [551])
    let long = String(repeating: "a\n", count: 3_000)
    #expect(try send(long, "8").codes(to: peer) == [552])
  }

  @Test("What another did is told before the next answer, or at once where that was asked")
  func heldNews() throws {
    var play = try Play()
    let (held, now) = (play.text(1, as: "mia"), play.text(2, as: "mia"))
    _ = try play.say("/set notices now", on: now)
    #expect(try play.say("book Bunker tomorrow 10-11", on: held).codes(to: held) == [250])
    let tom = play.text(3, as: "tom")
    _ = try play.say("tell me when Bunker is free tomorrow 10-11", on: tom)
    let freed = try play.say("cancel B1", on: held)
    #expect(!freed.shape.contains { $0.hasPrefix("notice s3") })
    let answered = try play.say("my bookings", on: tom)
    #expect(answered.shape.prefix(2).contains("notice s3 151"))
    #expect(answered.codes(to: tom) == [212])
    #expect(!(try play.say("my bookings", on: tom)).shape.contains { $0.hasPrefix("notice") })
  }

  @Test(
    "A sign that a letter is joined to marks no more than one by itself", arguments: Markup.allCases
  )
  func joinedSigns(markup: Markup) {
    for joined in ["\u{0D4E}<a>", "<\u{301}a>", "\u{0D4E}*x\u{0D4E}*", "\u{0D4E}&amp;"] {
      let text = markup.text(of: [joined])
      let raw = joined.unicodeScalars.filter { "<>*".unicodeScalars.contains($0) }
      switch markup {
      case .markdown:
        #expect(text.unicodeScalars.filter { $0 == "\\" }.count >= raw.count, "\(text)")
      case .html:
        #expect(!text.dropLast(4).unicodeScalars.contains { "<>".unicodeScalars.contains($0) })
      case .mrkdwn: #expect(!text.unicodeScalars.contains { "<>".unicodeScalars.contains($0) })
      }
    }
  }

  @Test("An interruption gives up what is asked, and not what is held for who waits")
  func interrupted() throws {
    var play = try Play()
    let peer = play.text(1, as: "mia")
    #expect(try play.say("draft Bunker tomorrow 10-11", on: peer).codes(to: peer) == [351])
    #expect(play.tell(.interrupted(peer)).isEmpty)
    #expect(try play.say("yes", on: peer).booked.isEmpty)
    let nobody = play.text(2)
    #expect(play.tell(.interrupted(nobody)).isEmpty)
  }
}
