// Signing in: what is answered before, whom a principal may speak for, and of whom it hears.

import BookingAgent
import Bookings
import CivilTime
import JSON
import LineProtocol
import Passes
import Testing

@Suite("Signing in")
struct SigningInTests {
  /// A connection on which somebody has to sign in.
  private static func closed(
    _ play: inout Play, _ number: Int, _ encoding: SessionFace.Encoding,
    _ access: SessionFace.Access = .token
  ) -> SessionID {
    let id = SessionID(number)
    play.tell(.opened(id, SessionFace(kind: .tcp, encoding: encoding, access: access)))
    return id
  }

  private static func principal(_ name: String, _ patterns: String...) -> Principal {
    Principal(name: name, namespaces: patterns.compactMap { UserNamespace($0) })
  }

  /// Signs in as the shell does once it has looked at the token.
  private static func signIn(
    _ play: inout Play, _ id: SessionID, as principal: Principal?
  ) throws -> [Effect] {
    let asked =
      try id.number.isMultiple(of: 2)
      ? play.call("auth", ["token": "T"], on: id) : play.say("/auth token T", on: id)
    #expect(asked == [.signIn(id, token: "T")])
    return play.tell(.signedIn(id, principal.map(SignIn.principal) ?? .refused))
  }

  @Test("Before signing in nothing is told and nothing is done")
  func before() throws {
    var play = try Play()
    let (peer, program) = (
      Self.closed(&play, 1, .text), Self.closed(&play, 2, .json)
    )
    for line in [
      "rooms", "book Bunker tomorrow 10-11", "/as mia", "/status", "/sync", "/clock +1m",
      "/nonsense", "mia", "/help series", "/notices", "/set lang de", "/text", "/mode json",
    ] {
      #expect(try play.say(line, on: peer).codes(to: peer) == [530], "\(line)")
    }
    for method in [
      "say", "choice", "parse", "rooms", "book", "bookings", "undo", "subscribe", "ack", "sync",
      "status", "reset", "nonsense",
    ] {
      let said = try play.call(method, ["user": "mia", "text": "rooms"], on: program)
      #expect(said.codes(to: program) == [530], "\(method)")
    }
    #expect(play.journal.isEmpty)
    for line in ["/help", "/noop", "/version"] {
      #expect(try play.say(line, on: peer).replies(to: peer).first?.code.kind == .done)
    }
    #expect(try play.call("ping", [:], on: program).codes(to: program) == [200])
    let hello = try play.call("hello", ["caps": ["notices"]], on: program)
    #expect(hello.shape == ["result s2"])
  }

  @Test("Who has signed in speaks for whom the namespaces reach, and for nobody else")
  func within() throws {
    var play = try Play()
    let program = Self.closed(&play, 2, .json)
    let bridge = Self.principal("slack", "slack:*", "ana")
    #expect(try Self.signIn(&play, program, as: bridge).codes(to: program) == [235])
    for (user, code) in [
      ("slack:U1", 212), ("ana", 212), ("slack", 538), ("Slack:U1", 538), ("anab", 538),
      ("matrix:@a", 538), ("*", 538), ("slack:", 212),
    ] {
      for method in ["say", "rooms"] {
        let params: JSONObject = ["user": .string(user), "text": "rooms"]
        let said = try play.call(method, params, on: program)
        #expect(said.codes(to: program) == [code], "\(user) by \(method)")
      }
    }
    let unsaid = try play.call("say", ["text": "rooms"], on: program)
    #expect(unsaid.shape == ["refuse s2 user"])
  }

  @Test("Only an admin, or who is on an open connection, is told how the house is")
  func status() throws {
    var play = try Play()
    let open = play.text(7)
    let (one, admin) = (Self.closed(&play, 1, .text), Self.closed(&play, 3, .text))
    _ = try Self.signIn(&play, one, as: Self.principal("one", "one"))
    let chief = Principal(name: "chief", namespaces: [], isAdmin: true)
    _ = try Self.signIn(&play, admin, as: chief)
    #expect(try play.say("/status", on: one).words(to: one) == "usher/0.1")
    for told in [open, admin] {
      #expect(try play.say("/status", on: told).words(to: told).contains("3 sessions"))
    }
  }

  @Test("A person's token says who speaks; on text and in JSON")
  func person() throws {
    var play = try Play()
    let (peer, program) = (
      Self.closed(&play, 1, .text), Self.closed(&play, 2, .json)
    )
    let ana = Self.principal("ana-desk", "ana")
    #expect(try Self.signIn(&play, peer, as: ana).codes(to: peer) == [235])
    let booked = try play.say("book Bunker tomorrow 10-11", on: peer)
    #expect(booked.booked.map(\.owner.text) == ["ana"])
    #expect(try play.say("/as mia", on: peer).codes(to: peer) == [538])
    #expect(try play.say("my bookings", on: peer).words(to: peer).contains("B1"))
    #expect(try Self.signIn(&play, program, as: ana).codes(to: program) == [235])
    let shown = try play.call("bookings", [:], on: program)
    #expect(shown.words(to: program).contains("B1"))
  }

  @Test("A token is asked for in a line of its own, which is no order")
  func tokenInItsOwnLine() throws {
    var play = try Play()
    let peer = Self.closed(&play, 1, .text)
    #expect(try play.say("/auth token", on: peer).codes(to: peer) == [334])
    #expect(try play.say("rooms", on: peer) == [.signIn(peer, token: "rooms")])
    #expect(play.tell(.signedIn(peer, .refused)).codes(to: peer) == [535])
    #expect(try play.say("/auth token", on: peer).codes(to: peer) == [334])
    #expect(try play.say("*", on: peer).codes(to: peer) == [501])
    #expect(try play.say("/auth plain x", on: peer).codes(to: peer) == [501])
    #expect(try play.say("rooms", on: peer).codes(to: peer) == [530])
  }

  @Test("Between /auth token and the token no word of the session is obeyed")
  func wordsBeforeToken() throws {
    for line in [
      "/as ana", "/status", "/help rooms", "/help me and book Bunker tomorrow 10-11", "/notices",
      "/resume", "/clock +1m", "/reset", "/text", "/set lang de", "/mode json",
    ] {
      var play = try Play()
      let peer = Self.closed(&play, 1, .text)
      #expect(try play.say("/auth token", on: peer).codes(to: peer) == [334])
      #expect(try play.say(line, on: peer).codes(to: peer) == [530], "\(line)")
      #expect(try play.say("T", on: peer) == [.signIn(peer, token: "T")], "\(line)")
      #expect(play.journal.isEmpty)
    }
  }

  @Test("Who says a name when asked for it speaks for whom the token reaches, and for nobody else")
  func namesBeyond() throws {
    for naming in ["ana", "I am ana", "/as ana"] {
      var play = try Play()
      let peer = Self.closed(&play, 1, .text)
      _ = try Self.signIn(&play, peer, as: Self.principal("slack", "slack:*"))
      #expect(try play.say("book Bunker tomorrow 10-11", on: peer).codes(to: peer) == [350])
      #expect(try play.say(naming, on: peer).codes(to: peer) == [538], "\(naming)")
      #expect(play.journal.isEmpty)
      // What waits is done for whom the token reaches.
      let done = try play.say("/as slack:ana", on: peer)
      #expect(done.booked.map(\.owner.text) == ["slack:ana"])
    }
  }

  @Test("What was asked before the name is taken up behind it, for a principal, too")
  func carriesOver() throws {
    var play = try Play()
    let peer = Self.closed(&play, 1, .text)
    _ = try Self.signIn(&play, peer, as: Self.principal("slack", "slack:*"))
    _ = try play.say("is Bunker free tomorrow 14-15?", on: peer)
    #expect(try play.say("book it", on: peer).codes(to: peer) == [350])
    #expect(try play.say("/as slack:eve", on: peer).booked.map(\.room.text) == ["Bunker"])
  }

  @Test("After three tokens of nobody it is closed, and after half a minute without one")
  func givesUp() throws {
    var play = try Play()
    let (peer, silent, late) = (
      Self.closed(&play, 1, .text), Self.closed(&play, 3, .text), Self.closed(&play, 5, .text)
    )
    for _ in 1...2 {
      #expect(try Self.signIn(&play, peer, as: nil).shape == ["reply s1 535"])
    }
    #expect(try Self.signIn(&play, peer, as: nil).shape == ["reply s1 535", "close s1"])
    #expect(try play.say("/noop", on: peer).isEmpty)
    _ = try Self.signIn(&play, late, as: Self.principal("p", "p"))
    // In between it is seen whether the token is still theirs.
    for _ in 1...2 {
      #expect(play.wait().shape == ["read tokens"])
      play.tell(.tokensRead([Self.principal("p", "p")]))
    }
    let over = play.wait().shape
    #expect(over.filter { $0 != "read tokens" } == ["notice s3 421", "close s3"])
    #expect(play.now == tuesday + .seconds(30))
    #expect(try play.say("rooms", on: late).codes(to: late) == [212])
    #expect(try play.say("/noop", on: silent).isEmpty)
  }

  @Test("What comes behind a token waits until it is seen whose it is")
  func order() throws {
    var play = try Play()
    let peer = Self.closed(&play, 1, .text)
    let asked = play.tell([
      try said("/auth token T", on: peer), try said("book Bunker tomorrow 10-11", on: peer),
    ])
    #expect(asked == [.signIn(peer, token: "T")])
    let ana = Self.principal("ana", "ana")
    let done = play.tell(.signedIn(peer, .principal(ana)))
    #expect(done.codes(to: peer) == [235, 250])
    #expect(done.booked.map(\.owner.text) == ["ana"])
  }

  @Test("No token is taken where others could read it, and none while they cannot be looked at")
  func clearAndLater() throws {
    var play = try Play()
    let (open, peer) = (
      Self.closed(&play, 1, .text, .inClear), Self.closed(&play, 3, .text)
    )
    #expect(try play.say("/auth token T", on: open).codes(to: open) == [534])
    #expect(try play.say("rooms", on: open).codes(to: open) == [530])
    _ = try play.say("/auth token T", on: peer)
    #expect(play.tell(.signedIn(peer, .unavailable)).codes(to: peer) == [454])
  }

  @Test("A bridge hears of its own users alone, and conversations of two bridges are apart")
  func hearsItsOwn() throws {
    var play = try Play()
    let (one, other) = (Self.closed(&play, 2, .json), Self.closed(&play, 4, .json))
    // To have asked for news before signing in gives nobody any.
    _ = try play.call("hello", ["caps": ["notices"]], on: other)
    _ = try Self.signIn(&play, one, as: Self.principal("one", "a*", "c"))
    let order: JSONObject = [
      "user": "ana", "text": "book Bunker tomorrow 10-11 with Ben ben@x.com 0171 2345678",
    ]
    #expect(try play.call("say", order, on: one).codes(to: one) == [250])
    _ = try play.call("subscribe", [:], on: one)
    var told: [Effect] = []
    for _ in 1...3 where told.calls.isEmpty { told += play.wait() }
    let call = try #require(told.calls.first)
    let outcome = play.tell(.settled(call.id, .success))
    #expect(outcome.shape.contains("notice s2 152"))
    #expect(!outcome.shape.contains("notice s4 152"))
    _ = try Self.signIn(&play, other, as: Self.principal("other", "b*", "c"))
    let missed = try play.call("subscribe", [:], on: other)
    #expect(!missed.shape.contains { $0.hasPrefix("notice") })
    // Both may speak for c, and neither hears what the other was asked.
    let draft: JSONObject = ["user": "c", "conv": "x", "text": "draft Bunker tomorrow 14-15"]
    #expect(try play.call("say", draft, on: one).codes(to: one) == [351])
    let yes: JSONObject = ["user": "c", "conv": "x", "text": "yes"]
    #expect(try play.call("say", yes, on: other).booked.isEmpty)
    #expect(try play.call("say", yes, on: one).booked.count == 1)
  }

  @Test("Which conversation news belong to is told to whose conversation it is")
  func newsOfAnothersConversation() throws {
    var play = try Play()
    let (one, other) = (Self.closed(&play, 2, .json), Self.closed(&play, 4, .json))
    _ = try Self.signIn(&play, one, as: Self.principal("one", "*"))
    _ = try Self.signIn(&play, other, as: Self.principal("other", "*"))
    for id in [one, other] { _ = try play.call("subscribe", [:], on: id) }
    let order: JSONObject = [
      "user": "ana", "conv": "room-7",
      "text": "book Bunker tomorrow 10-11 with Ben ben@x.com 0171 2345678",
    ]
    _ = try play.call("say", order, on: one)
    var due: [Effect] = []
    for _ in 1...5 where due.calls.isEmpty { due = play.wait() }
    let call = try #require(due.calls.first)
    var conversations: [SessionID: JSONValue] = [:]
    for case .notice(let id, let notice) in play.tell(.settled(call.id, .success)) {
      conversations[id] = notice.members["conv"]
    }
    #expect(conversations == [one: "room-7", other: ""])
  }

  /// What became of the tokens, and whether who signed in as one, with edition 1, stays.
  static let laterTokens: [(now: [Principal]?, stays: Bool)] = [
    ([Principal(name: "one", namespaces: [], edition: "1")], true),
    ([Principal(name: "one", namespaces: [], edition: "2")], false),
    ([Principal(name: "one", namespaces: [], isAdmin: true, edition: "1")], false),
    ([], false), (nil, true),
  ]

  @Test("Whose token is taken back or replaced is closed soon", arguments: laterTokens.indices)
  func takenBack(index: Int) throws {
    let (tokens, stays) = Self.laterTokens[index]
    var play = try Play()
    let (peer, open) = (Self.closed(&play, 1, .text), play.text(3))
    _ = try Self.signIn(
      &play, peer, as: Principal(name: "one", namespaces: [], edition: "1"))
    #expect(play.wait().shape == ["read tokens"])
    #expect(play.now == tuesday + .seconds(10))
    let after = play.tell(.tokensRead(tokens)).shape
    #expect(after == (stays ? [] : ["notice s1 421", "close s1"]))
    #expect(try play.say("/noop", on: open).codes(to: open) == [200])
    // It is looked at again and again, or at once if whoever runs it says so.
    #expect(play.tell(.mended).shape == (stays ? ["read tokens"] : []))
    play.tell(.gone(peer))
    #expect(play.wait().isEmpty)
    #expect(play.wait().isEmpty)
  }

  @Test(
    "A namespace is a name, or a beginning with a star behind it",
    arguments: [
      ("ana", "ana", true), ("ana", "an", false), ("ana", "anab", false), ("*", "anybody", true),
      ("slack:*", "slack:U1", true), ("slack:*", "slack", false), ("a*b", nil, false),
      ("**", nil, false), ("", nil, false), ("é", nil, false),
    ] as [(String, String?, Bool)])
  func namespaces(pattern: String, user: String?, isReached: Bool) {
    let namespace = UserNamespace(pattern)
    #expect((namespace != nil) == (user != nil))
    if let namespace, let user { #expect(namespace.contains(user) == isReached) }
  }
}
