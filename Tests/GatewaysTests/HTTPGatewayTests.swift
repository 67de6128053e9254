// The HTTP gateway over the loopback interface: what leaves it, and what it makes of answers.

import CivilTime
import Gateways
import JSON
import Passes
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTTPGatewayTests {
  private func makeGateway(
    _ address: String, _ arrivals: Arrivals, settings: GatewaySettings = GatewaySettings()
  ) throws -> HTTPGateway {
    guard case .web(let web) = try GatewayAddress(address) else {
      throw StandIn.Trouble(description: "\(address) is no address of the web")
    }
    return try HTTPGateway(web, zone: berlin, settings: settings, report: arrivals.report)
  }

  struct OutcomeRow: Sendable {
    let told: String
    let outcome: GatewayOutcome
    let accepted: [String]

    init(_ told: String, _ outcome: GatewayOutcome, accepted: [String] = []) {
      self.told = told
      self.outcome = outcome
      self.accepted = accepted
    }
  }

  static let outcomes = [
    OutcomeRow(#""ok""#, .success, accepted: ["Ana", "Ben", "Cem", "Dia"]),
    OutcomeRow(
      #"{"halt": 0, "code": 4103}"#,
      .halted(code: 4103, index: 0, text: "the pass could not be sent")),
    OutcomeRow(
      #"{"halt": 1, "code": 4103, "text": "unknown"}"#,
      .halted(code: 4103, index: 1, text: "unknown"), accepted: ["Ana"]),
    OutcomeRow(
      #"{"halt": 3, "code": 4001, "beside": true}"#,
      .halted(code: 4001, index: 3, text: "the pass could not be sent"),
      accepted: ["Ana", "Ben", "Cem"]),
    OutcomeRow(
      #"{"halt": 2, "code": 9999, "index": "2"}"#,
      .halted(code: 9999, index: 2, text: "the pass could not be sent"), accepted: ["Ana", "Ben"]),
    OutcomeRow(
      #"{"halt": null, "code": 4103}"#,
      .halted(code: 4103, index: nil, text: "the pass could not be sent")),
    OutcomeRow(
      #"{"halt": 4, "code": 4103}"#,
      .halted(code: 4103, index: 4, text: "the pass could not be sent")),
    OutcomeRow(
      #"{"halt": -1, "code": 4103}"#,
      .halted(code: 4103, index: -1, text: "the pass could not be sent")),
    OutcomeRow(#"{"refuse": 3000}"#, .refused(code: 3000, text: "refused")),
    OutcomeRow(#"{"refuse": 4000}"#, .refused(code: 4000, text: "refused")),
    OutcomeRow(#"{"lost": 2}"#, .connectionFailed(beforeSending: false), accepted: ["Ana", "Ben"]),
    OutcomeRow("500", .http(status: 500, retryAfterSeconds: nil)),
    OutcomeRow(#""html""#, .nonsense(reason: "a page instead of JSON")),
    OutcomeRow(
      #"{"raw": "", "status": 503, "headers": {"Retry-After": "7"}}"#,
      .http(status: 503, retryAfterSeconds: 7)),
    OutcomeRow(
      #"{"raw": "", "status": 429, "headers": {"Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT"}}"#,
      .http(status: 429, retryAfterSeconds: 86_400)),
    OutcomeRow(
      #"{"raw": "", "status": 307, "headers": {"Location": "/sendpass"}}"#,
      .http(status: 307, retryAfterSeconds: nil)),
    OutcomeRow(#"{"raw": ""}"#, .nonsense(reason: "an empty answer")),
    OutcomeRow(
      #"{"raw": "{\"success\": true}", "cut": 4}"#, .nonsense(reason: "an answer that breaks off")),
    OutcomeRow(
      #"{"raw": " ", "repeat": 1048577}"#,
      .nonsense(reason: "an answer of more than 1048576 octets")),
    OutcomeRow(
      #"{"octets": "SSH-2.0-OpenSSH_9.2\r\n"}"#, .nonsense(reason: "an answer that is not HTTP")),
  ]

  @Test("What the gateway did is told as what is known of it, call after call")
  func outcomeTable() async throws {
    let standIn = try StandIn([
      "--outcomes", "[\(Self.outcomes.map(\.told).joined(separator: ","))]",
    ])
    let arrivals = Arrivals()
    let gateway = try makeGateway(standIn.address, arrivals)
    var countOfCalls = 0
    var accepted: [String] = []
    for row in Self.outcomes {
      gateway.start(
        try makeCall(people: ["Ana", "Ben", "Cem", "Dia"]), roomName: "Aquarium",
        untitled: "Meeting")
      #expect(try await arrivals.answer().outcome == row.outcome, "\(row.told)")
      countOfCalls += 1
      accepted += row.accepted
      let record = try await standIn.record()
      #expect(record.calls.count == countOfCalls, "\(row.told)")
      #expect(record.names == accepted, "\(row.told)")
    }
    gateway.close()
  }

  @Test("A request on a kept connection that breaks is not sent again behind our back")
  func brokenKeptConnection() async throws {
    let standIn = try StandIn(["--outcomes", #"["ok", {"lost": 2}, "ok"]"#])
    let arrivals = Arrivals()
    let gateway = try makeGateway(standIn.address, arrivals)
    var outcomes: [GatewayOutcome] = []
    for people in [["Ana"], ["Ben", "Cem", "Dia"], ["Eva"]] {
      gateway.start(try makeCall(people: people), roomName: "Aquarium", untitled: "Meeting")
      outcomes.append(try await arrivals.answer().outcome)
    }
    #expect(outcomes == [.success, .connectionFailed(beforeSending: false), .success])
    let record = try await standIn.record()
    #expect(record.names == ["Ana", "Ben", "Cem", "Eva"])
    #expect(record.calls.map { $0["connection"]?.integer }.prefix(2) == [1, 1])
    gateway.close()
  }

  @Test("A call leaves as one POST of JSON, named and without what nobody asked for")
  func request() async throws {
    let standIn = try StandIn()
    let arrivals = Arrivals()
    let gateway = try makeGateway("\(standIn.address)/api/v1//", arrivals)
    gateway.start(try makeCall(), roomName: "Aquarium \"2\"", untitled: "Meeting")
    #expect(try await arrivals.answer().outcome == .success)
    let call = try #require(try await standIn.record().calls.first)
    #expect(call["line"]?.string == "POST /api/v1/sendpass HTTP/1.1")
    let names = Set((call["headers"]?.object?.members ?? []).map { $0.name.lowercased() })
    #expect(
      names == ["host", "user-agent", "content-type", "accept", "content-length"])
    #expect(call["headers"]?["Content-Type"] == "application/json")
    #expect(call["headers"]?["User-Agent"] == "usher/0.1")
    #expect(
      call["body"]?.string
        == #"{"booking":{"date":1795561200,"time_start":1795598100,"time_end":1795600800,"#
        + #""title":"Review","description":"Of the plan","room":"Aquarium \"2\""},"#
        + #""passes":[{"name":"Ana","email":"ana@x.com","number":"+49301234560"}]}"#)
    gateway.close()
  }

  @Test("Calls one after the other share one connection, and many at once no more than allowed")
  func connections() async throws {
    let standIn = try StandIn()
    let arrivals = Arrivals()
    var settings = GatewaySettings()
    settings.connectionsMax = 3
    let gateway = try makeGateway(standIn.address, arrivals, settings: settings)
    for number in 1...10 {
      gateway.start(try makeCall(number), roomName: "Aquarium", untitled: "Meeting")
      #expect(try await arrivals.answer().outcome == .success)
    }
    #expect(try await standIn.record().countOfConnections == 1)
    for number in 11...110 {
      gateway.start(try makeCall(number), roomName: "Aquarium", untitled: "Meeting")
    }
    let results = await arrivals.next(100)
    let ids = results.compactMap { result in
      if case .answered(let id, GatewayAnswer(.success)) = result { id.number } else { nil }
    }
    #expect(Set(ids) == Set(11...110))
    let record = try await standIn.record()
    #expect(record.calls.count == 110)
    #expect(record.countOfConnections <= 3)
    gateway.close()
  }

  @Test("A thousand passes go in one call, in order")
  func thousandPasses() async throws {
    let standIn = try StandIn()
    let arrivals = Arrivals()
    let gateway = try makeGateway(standIn.address, arrivals)
    let people = (1...1000).map { "P\($0)" }
    gateway.start(try makeCall(people: people), roomName: "Aquarium", untitled: "Meeting")
    #expect(try await arrivals.answer().outcome == .success)
    let record = try await standIn.record()
    #expect(record.names == people)
    #expect(record.calls.count == 1)
    gateway.close()
  }

  @Test("One call too many fails at once, and nothing of it has left")
  func tooManyWaiting() async throws {
    let standIn = try StandIn(["--outcomes", #"["hang"]"#])
    let arrivals = Arrivals()
    var settings = GatewaySettings()
    settings.connectionsMax = 1
    settings.limits.callsWaitingMax = 0
    let gateway = try makeGateway(standIn.address, arrivals, settings: settings)
    gateway.start(try makeCall(), roomName: "Aquarium", untitled: "Meeting")
    #expect(try await arrivals.answer().outcome == .connectionFailed(beforeSending: true))
    #expect(try await standIn.record().calls.isEmpty)
    gateway.close()
  }

  @Test("The rooms of a day are asked for by its first second, and read")
  func rooms() async throws {
    let standIn = try StandIn()
    let arrivals = Arrivals()
    let gateway = try makeGateway(standIn.address, arrivals)
    let date = try #require(CivilDate("2026-11-25"))
    gateway.fetchRooms(on: date)
    guard case .rooms(on: date, .success(let answer)) = await arrivals.next(1).first else {
      Issue.record("no rooms")
      return
    }
    #expect(answer.entries.map(\.listing.name) == ["1.1", "2.10"])
    #expect(answer.entries.map(\.listing.seats) == [22, 8])
    #expect(
      answer.entries.map { $0.free?.map(\.description) } == [
        [
          "2026-11-25T07:00/2026-11-25T09:15", "2026-11-25T10:00/2026-11-25T19:00",
        ], ["2026-11-25T07:00/2026-11-25T19:00"],
      ])
    #expect(try await standIn.record().bodies == [#"{"date":1795561200}"#])
    gateway.close()
  }

  @Test("A named proxy is asked for the whole address")
  func proxy() async throws {
    let standIn = try StandIn()
    let arrivals = Arrivals()
    var settings = GatewaySettings()
    settings.proxy = standIn.address
    let gateway = try makeGateway("http://gateway.example/api", arrivals, settings: settings)
    gateway.start(try makeCall(), roomName: "Aquarium", untitled: "Meeting")
    #expect(try await arrivals.answer().outcome == .success)
    #expect(
      try await standIn.record().calls.first?["line"]?.string
        == "POST http://gateway.example/api/sendpass HTTP/1.1")
    gateway.close()
  }
}
