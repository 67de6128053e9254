// Errands over the loopback interface: what leaves, what is made of what comes back, and how many
// go at once.

import Gateways
import JSON
import Mobility
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ErrandSenderTests {
  struct OutcomeRow: Sendable {
    let told: JSONValue
    let outcome: @Sendable (ErrandOutcome) -> Bool

    init(_ told: JSONValue, _ outcome: @escaping @Sendable (ErrandOutcome) -> Bool) {
      (self.told, self.outcome) = (told, outcome)
    }
  }

  private static func answers(
    _ status: Int, _ body: String, code: String? = nil, retryAfter: Int? = nil
  ) -> @Sendable (ErrandOutcome) -> Bool {
    { outcome in
      guard case .answered(let answer) = outcome else { return false }
      return answer.status == status && answer.body == Array(body.utf8)
        && answer.headerCode == code && answer.retryAfterSeconds == retryAfter
    }
  }

  private static func isUnreadable(_ reason: String) -> @Sendable (ErrandOutcome) -> Bool {
    { $0 == .unreadable(reason) }
  }

  private static let isLost: @Sendable (ErrandOutcome) -> Bool = {
    if case .lost(let remark) = $0 { !remark.isEmpty } else { false }
  }

  static let outcomes = [
    OutcomeRow(["body": #"{"trips": [1, 2.50]}"#], answers(200, #"{"trips": [1, 2.50]}"#)),
    OutcomeRow(["status": 204, "body": ""], answers(204, "")),
    OutcomeRow(["body": ""], answers(200, "")),
    OutcomeRow(["body": "<!doctype html>"], answers(200, "<!doctype html>")),
    OutcomeRow(["status": 500, "body": #"{"form":[]}"#], answers(500, #"{"form":[]}"#)),
    OutcomeRow(
      ["status": 429, "headers": ["Retry-After": "7", "x-tripgo-errorcode": " 446 "]],
      answers(429, "{}", code: "446", retryAfter: 7)),
    OutcomeRow(
      [
        "status": 503,
        "headers": [
          "Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT",
          "X-TripGo-ErrorCode": .string(String(repeating: "4", count: 65)),
        ],
      ], answers(503, "{}", retryAfter: 86_400)),
    OutcomeRow(["gzip": true, "body": #"{"a":1}"#], answers(200, #"{"a":1}"#)),
    OutcomeRow(["close": true], isLost),
    OutcomeRow(["cut": 1], isUnreadable("an answer that breaks off")),
    OutcomeRow(["octets": "SSH-2.0-OpenSSH_9.2\r\n"], isUnreadable("an answer that is not HTTP")),
    OutcomeRow(
      ["body": " ", "repeat": 2_097_153], isUnreadable("an answer of more than 2097152 octets")),
    OutcomeRow(
      ["body": " ", "repeat": 20_000_000, "gzip": true],
      isUnreadable("an answer of more than 2097152 octets")),
    OutcomeRow(
      ["headers": ["Content-Encoding": "gzip"], "body": "{}"],
      isUnreadable("an answer that is compressed wrongly")),
    OutcomeRow(
      ["headers": ["X-Long": .string(String(repeating: "a", count: 66_000))]],
      isUnreadable("a header of more than 65536 octets")),
  ]

  @Test("What the service did is told as what is known of it")
  func outcomeTable() async throws {
    let standIn = try makeService()
    let world = ErrandWorld()
    let sender = try world.makeSender(try makeSettings(standIn.address))
    for row in Self.outcomes {
      try await standIn.control(["/x": row.told])
      for method in [Errand.Method.get, .post] {
        sender.send(
          try makeErrand("\(standIn.address)/x", method: method, books: method == .post))
        let outcome = try await world.outcome()
        #expect(row.outcome(outcome), "\(row.told): \(outcome)")
      }
    }
    // Each booking left once. What only reads libcurl asks for again by itself, where a kept
    // connection ends without an answer.
    let posts = try await standIn.record().calls.filter {
      $0["line"]?.string?.hasPrefix("POST") == true
    }
    #expect(posts.count == Self.outcomes.count)
    sender.close()
  }

  @Test("An answer that does not come in time is lost, and what has not left is not sent")
  func hang() async throws {
    let standIn = try makeService()
    try await standIn.control(["/x": ["hang": true]])
    let silent = try SilentPort()
    let address = "https://127.0.0.1:\(silent.number)"
    let world = ErrandWorld()
    let sender = try world.makeSender(try makeSettings(standIn.address, address))
    sender.send(try makeErrand("\(standIn.address)/x", method: .post, secondsMax: 1))
    #expect(Self.isLost(try await world.outcome()))
    sender.send(try makeErrand("\(address)/x", method: .post, secondsMax: 1))
    guard case .notSent = try await world.outcome() else {
      Issue.record("it was sent")
      return
    }
    #expect(world.records.allSatisfy { $0.milliseconds >= 900 && $0.status == nil })
    #expect(try await standIn.record().calls.count == 1)
    sender.close()
  }

  @Test("A request carries what the service wants, and nothing that nobody asked for")
  func request() async throws {
    let standIn = try makeService()
    let world = ErrandWorld(secrets: ["ana": "token-1"])
    let sender = try world.makeSender(try makeSettings(standIn.address))
    sender.send(
      try makeErrand(
        "\(standIn.address)/auth/DE?mode=ps_tax", peer: .service(signedIn: SecretHandle("ana")),
        language: "de"))
    let answer = try await world.answer()
    #expect(answer.from.text == "\(standIn.address)/auth/DE?mode=ps_tax")
    let call = try #require(try await standIn.record().calls.first)
    #expect(call["line"]?.string == "GET /auth/DE?mode=ps_tax&v=13 HTTP/1.1")
    let members = call["headers"]?.object?.members ?? []
    let headers = Dictionary(
      members.map { ($0.name.lowercased(), $0.value.string) }, uniquingKeysWith: { one, _ in one })
    #expect(
      headers == [
        "host": standIn.address.replacing("http://", with: ""), "user-agent": "usher/0.1",
        "accept": "application/json", "accept-encoding": "gzip", "accept-language": "de",
        "x-tripgo-key": "canary-7f3a-key", "usertoken": "token-1",
      ])
    sender.close()
  }

  struct LineRow: Sendable {
    let method: Errand.Method
    let target: String
    let body: Errand.Body?
    let isSandbox: Bool
    let line: String
    let sent: String
  }

  static let lines: [LineRow] = [
    LineRow(
      method: .get, target: "/a?v=11", body: nil, isSandbox: true,
      line: "GET /a?v=11&bsb=1 HTTP/1.1", sent: ""),
    LineRow(
      method: .post, target: "/a", body: nil, isSandbox: false, line: "POST /a?v=13 HTTP/1.1",
      sent: ""),
    LineRow(
      method: .post, target: "/a", body: nil, isSandbox: true, line: "POST /a?v=13 HTTP/1.1",
      sent: #"{"bsb":1}"#),
    LineRow(
      method: .post, target: "/a", body: .init(.json, ["input": []]), isSandbox: true,
      line: "POST /a?v=13 HTTP/1.1", sent: #"{"input":[],"bsb":1}"#),
    LineRow(
      method: .post, target: "/a", body: .init(.json, [1, "ü"]), isSandbox: true,
      line: "POST /a?v=13&bsb=1 HTTP/1.1", sent: #"[1,"ü"]"#),
    LineRow(
      method: .post, target: "/a", body: .init(.urlEncoded, ["a b": "1&2=ü", "c": ""]),
      isSandbox: false, line: "POST /a?v=13 HTTP/1.1", sent: "a%20b=1%262%3D%C3%BC&c="),
  ]

  @Test("Version and sandbox are told where the service reads them")
  func requestLine() async throws {
    let standIn = try makeService()
    for row in Self.lines {
      let world = ErrandWorld()
      var settings = try makeSettings(standIn.address)
      settings.isSandbox = row.isSandbox
      let sender = try world.makeSender(settings)
      sender.send(
        try makeErrand("\(standIn.address)\(row.target)", method: row.method, body: row.body))
      _ = try await world.answer()
      sender.close()
    }
    let calls = try await standIn.record().calls
    #expect(calls.map { $0["line"]?.string } == Self.lines.map(\.line))
    #expect(calls.map { $0["body"]?.string } == Self.lines.map(\.sent))
  }

  @Test("A booking never goes over a connection that was kept, so that it is never sent twice")
  func keptConnections() async throws {
    let standIn = try makeService()
    let world = ErrandWorld()
    let sender = try world.makeSender(try makeSettings(standIn.address))
    for number in 1...4 {
      sender.send(try makeErrand("\(standIn.address)/x", number: number, books: number == 3))
      _ = try await world.answer()
    }
    let record = try await standIn.record()
    let connections = record.calls.map { $0["connection"]?.integer ?? 0 }
    #expect(connections[0] == connections[1])
    #expect(!connections[..<2].contains(connections[2]))
    sender.close()
  }
}
