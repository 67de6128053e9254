// Device codes (RFC 8628): what is told, how it is polled, and what ends it.

import Accounts
import CivilTime
import JSON
import Mobility
import Testing

struct DeviceTests {
  @Test func `is told, polled, kept, and only then linked`() throws {
    var play = Play()
    play.handle(.link(Play.wish(waiter: 7)))
    let asked = try #require(play.errands.first)
    #expect(asked.address == Play.web("https://id.example/device") && asked.method == .post)
    play.answer(200, Play.device)
    guard case .typeCode(let shown) = try #require(play.prompt).task else {
      Issue.record("no code is told")
      return
    }
    #expect(shown.userCode == "WDJB-MJHT" && shown.complete == nil)
    #expect(play.waitForDue() == 5)
    let poll = try #require(play.errands.first?.body)
    #expect(Set(poll.secrets.values) == [SecretHandle("dc")])
    #expect(poll.value["grant_type"]?.string == "urn:ietf:params:oauth:grant-type:device_code")
    play.answer(200, Play.tokens)
    #expect(play.credential == .notLinked)
    play.vaultObeys()
    #expect(play.credential == .ready(SecretHandle("a9"), edition: 1))
    #expect(play.resumptions == [.resume(WaiterID(7), .ready(SecretHandle("a9"), edition: 1))])
    let facts = play.news.compactMap {
      if case .linked(_, _, let facts) = $0 { facts } else { nil }
    }
    #expect(facts.map(\.label) == ["m…@x.example"] && facts.map(\.isRefreshed) == [true])
  }

  struct Answer: CustomTestStringConvertible {
    let status: Int
    let body: String
    var retryAfter: Int?
    /// The pause that follows.
    let pause: Int
    var testDescription: String { "\(status) \(body.prefix(40)) \(retryAfter ?? 0)" }
  }

  @Test func `waits as long as it is told, and longer for good after slow_down`() {
    let answers = [
      Answer(status: 400, body: Play.error("authorization_pending"), pause: 5),
      Answer(status: 400, body: Play.error("slow_down"), pause: 10),
      Answer(status: 400, body: Play.error("AUTHORIZATION_PENDING"), pause: 10),
      Answer(status: 429, body: "", retryAfter: 17, pause: 17),
      Answer(status: 429, body: "{}", retryAfter: 7, pause: 10),
      Answer(status: 503, body: "down", pause: 10),
      Answer(status: 200, body: "<html>", pause: 10),
      Answer(status: 400, body: "<html>", pause: 10),
      Answer(status: 400, body: Play.error("temporarily_unavailable"), pause: 10),
      Answer(status: 200, body: Play.error("slow_down"), retryAfter: -3, pause: 15),
      Answer(status: 400, body: Play.error("authorization_pending"), pause: 15),
    ]
    var play = Play()
    play.handle(.link(Play.wish()))
    play.answer(200, Play.device)
    var pauses = [play.waitForDue()]
    for answer in answers {
      play.answer(answer.status, answer.body, retryAfter: answer.retryAfter)
      pauses.append(play.waitForDue())
    }
    #expect(pauses == [5] + answers.map(\.pause))
    play.answer(200, Play.tokens)
    #expect(play.stage == .keeping)
  }

  @Test func `doubles the pause while nobody is reached`() {
    var play = Play()
    play.handle(.link(Play.wish()))
    play.answer(200, Play.device)
    play.waitForDue()
    let pauses = (0..<5).map { number -> Int? in
      let outcome: ErrandOutcome = number % 2 == 0 ? .lost("timeout") : .notSent("no route")
      play.handle(.outcome(play.lastErrand, outcome))
      return play.waitForDue()
    }
    #expect(pauses == [10, 20, 40, 60, 60])
    play.answer(400, Play.error("authorization_pending"))
    #expect(play.waitForDue() == 5)
  }

  @Test(arguments: [
    ("access_denied", AccountCode.denied), ("expired_token", .expired),
    ("invalid_client", .refused), ("invalid_grant", .refused), ("unauthorized_client", .refused),
    ("invalid_scope", .scope), ("something_else", .refused),
  ])
  func `is ended by`(error: String, code: AccountCode) {
    var play = Play()
    play.handle(.link(Play.wish()))
    play.answer(200, Play.device)
    play.waitForDue()
    play.answer(400, Play.error(error))
    #expect(play.failure == code && play.stage == nil && play.book.nextDue() == nil)
    #expect(play.credential == .notLinked)
  }

  @Test(arguments: [
    (#""interval":7"#, 7), (#""interval":"7""#, 7), (#""interval":"soon""#, 5),
    (#""interval":null"#, 5), (#""interval":0"#, 5), (#""interval":-1"#, 5),
    (#""interval":1e9"#, 900), (#""interval":1000000000"#, 900), (#""x":1"#, 5),
  ])
  func `polls first after the interval, or ends with the code (row 30)`(
    member: String, pause: Int
  ) {
    var play = Play()
    play.handle(.link(Play.wish()))
    let body = Play.device.replacing("\"interval\":5", with: member)
    play.answer(200, body)
    #expect(play.waitForDue() == pause)
    #expect(play.errands.count == (pause == 900 ? 0 : 1))
  }

  @Test(arguments: [
    (#""user_code":"WDJB-MJHT""#, "\"user_code\":\"A\\u0007B\"", AccountCode.later),
    (#""user_code":"WDJB-MJHT""#, #""user_code":"""#, .later),
    (#""device_code":"dc""#, #""device_code":7"#, .later),
    ("https://id.example/go", "http://id.example/go", .host),
    ("https://id.example/go", "javascript:x", .host),
    (#"{"device_code""#, #"["device_code""#, .later),
  ])
  func `tells no code that cannot be typed or leads astray (row 29)`(
    from: String, to: String, code: AccountCode
  ) {
    var play = Play()
    play.handle(.link(Play.wish()))
    play.answer(200, Play.device.replacing(from, with: to))
    #expect(play.failure == code && play.prompt == nil)
  }

  @Test(arguments: [
    (200, #"{"token_type":"bearer"}"#, AccountCode.refused),
    (200, #"{"access_token":"x","token_type":"mac"}"#, .refused),
    (200, #"{"access_token":"x","scope":"profile"}"#, .scope),
    (200, "{\"access_token\":\"\(String(repeating: "x", count: 1_000))\"}", .refused),
  ])
  func `takes no token that does not serve (row 27)`(
    status: Int, body: String, code: AccountCode
  ) {
    var play = Play()
    play.handle(.link(Play.wish()))
    play.answer(200, Play.device)
    play.waitForDue()
    play.answer(status, body)
    #expect(play.failure == code && play.credential == .notLinked)
  }

  @Test func `the last pause is cut, and a code that is over is not asked about`() {
    var play = Play()
    play.handle(.link(Play.wish()))
    play.answer(200, Play.device.replacing("900", with: "12"))
    #expect(play.waitForDue() == 5)
    play.answer(400, Play.error("authorization_pending"))
    #expect(play.waitForDue() == 5)
    play.answer(400, Play.error("authorization_pending"))
    #expect(play.waitForDue() == 2)
    #expect(play.errands.isEmpty && play.failure == .expired)
  }

  @Test(arguments: [-3_600, -5, 3_600])
  func `a clock that is set neither stalls nor storms (row 37)`(seconds: Int) {
    var play = Play()
    play.handle(.link(Play.wish()))
    play.answer(200, Play.device.replacing("900", with: "1800"))
    play.waitForDue()
    play.answer(400, Play.error("authorization_pending"))
    play.pass(seconds)
    play.handle(.due)
    if seconds > 0 {
      // By that clock the code is over.
      #expect(play.failure == .expired)
    } else {
      #expect(play.errands.isEmpty)
      #expect(play.waitForDue() == 5)
      #expect(play.errands.count == 1)
      // The code ends when it would have ended.
      play.answer(400, Play.error("authorization_pending"))
      var waited = 10
      while play.stage != nil {
        waited += play.waitForDue() ?? 0
        play.answer(400, Play.error("authorization_pending"))
      }
      #expect(waited == 1_800)
    }
  }

  @Test func `a pair that comes after the person stopped goes back`() throws {
    var play = Play()
    play.handle(.link(Play.wish()))
    play.answer(200, Play.device)
    play.waitForDue()
    play.handle(.stopped(owner: "mia", provider: "uber"))
    #expect(play.news == [.linkStopped(Play.key(), conversation: "c1")])
    play.answer(200, Play.tokens)
    let back = try #require(play.errands.first)
    #expect(back.address == Play.web("https://id.example/revoke"))
    #expect(back.body?.secrets.values.contains(SecretHandle("r9")) == true)
    #expect(play.news.isEmpty && play.credential == .notLinked)
  }

  @Test func `what cannot be written is not linked, and goes back`() {
    var play = Play()
    play.handle(.link(Play.wish()))
    play.answer(200, Play.device)
    play.waitForDue()
    play.answer(200, Play.tokens)
    var tries = 1
    while play.stage == .keeping {
      play.handle(.notKept(Play.key(), edition: 1, .unwritable))
      guard play.stage == .keepingAgain else { break }
      play.waitForDue()
      tries += 1
    }
    #expect(tries == 5 && play.failure == .later && play.credential == .notLinked)
    #expect(play.errands.map(\.address) == [Play.web("https://id.example/revoke")])
  }
}
