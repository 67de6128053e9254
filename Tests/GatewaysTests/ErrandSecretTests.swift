// Secrets: put in where an errand leaves, taken out where an answer comes, and nowhere else.

import Gateways
import JSON
import Mobility
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ErrandSecretTests {
  private static let uber = Errand.Peer.identity(provider: "uber", basic: nil)

  private func makeSettings(at standIn: StandIn) throws -> ErrandSettings {
    var settings = try GatewaysTests.makeSettings(standIn.address)
    settings.identityHosts["uber"] = AllowedHosts(bases: settings.bases)
    return settings
  }

  @Test("A secret takes its place in a JSON body, escaped, and leaves nothing else")
  func secretInJSON() async throws {
    let standIn = try makeService()
    let world = ErrandWorld(secrets: ["a": "pa\"ss\\\n\u{1}ü", "b": "two"])
    let sender = try world.makeSender(try makeSettings(at: standIn))
    let body = Errand.Body(
      .json, ["input": [["id": "p", "value": "?"], ["id": "q", "value": nil]], "end": true],
      secrets: [
        JSONPath.root.appending("input").appending(0).appending("value"): SecretHandle("a"),
        JSONPath.root.appending("input").appending(1).appending("value"): SecretHandle("b"),
      ])
    sender.send(try makeErrand("\(standIn.address)/x", method: .post, body: body))
    _ = try await world.answer()
    #expect(
      try await standIn.record().bodies == [
        #"{"input":[{"id":"p","value":"pa\"ss\\\u000A\u0001ü"},{"id":"q","value":"two"}],"#
          + #""end":true}"#
      ])
    sender.close()
  }

  @Test("Who signs people in gets a form and Basic, no key of the service, no version")
  func identity() async throws {
    let standIn = try makeService()
    let world = ErrandWorld(secrets: ["s": "s:cr t", "code": "1+1"])
    let sender = try world.makeSender(try makeSettings(at: standIn))
    let basic = Errand.SecretPair(name: "us/her", secret: SecretHandle("s"))
    sender.send(
      try makeErrand(
        "\(standIn.address)/token", method: .post,
        peer: .identity(provider: "uber", basic: basic),
        body: .init(
          .urlEncoded, ["grant_type": "authorization_code", "code": ""],
          secrets: [JSONPath.root.appending("code"): SecretHandle("code")])))
    _ = try await world.answer()
    let call = try #require(try await standIn.record().calls.first)
    #expect(call["line"]?.string == "POST /token HTTP/1.1")
    #expect(call["body"]?.string == "grant_type=authorization_code&code=1%2B1")
    let headers = call["headers"]
    #expect(headers?["Content-Type"] == "application/x-www-form-urlencoded")
    // Base64 of `us%2Fher:s%3Acr%20t`.
    #expect(headers?["Authorization"] == "Basic dXMlMkZoZXI6cyUzQWNyJTIwdA==")
    #expect(headers?["X-TripGo-Key"] == nil)
    sender.close()
  }

  @Test("A host that is merely allowed gets neither key nor token, and no body with a secret")
  func allowedHost() async throws {
    let standIn = try makeService("--tls")
    let world = ErrandWorld(secrets: ["ana": "\(ErrandWorld.canary)-token"])
    var settings = try GatewaysTests.makeSettings("https://api.example.org")
    settings.otherHosts = [standIn.address.replacing("https://", with: "")]
    settings.connection.certificateFile = standIn.certificateFile
    let sender = try world.makeSender(settings)
    let signedIn = Errand.Peer.service(signedIn: SecretHandle("ana"))
    let secret = Errand.Body(
      .json, ["a": ""], secrets: [JSONPath.root.appending("a"): SecretHandle("ana")])
    sender.send(
      try makeErrand("\(standIn.address)/x", method: .post, peer: signedIn, body: secret))
    #expect(try await world.outcome() == .notAllowed("a secret goes to the service alone"))
    sender.send(try makeErrand("\(standIn.address)/x", peer: signedIn))
    #expect(try await world.answer().status == 200)
    sender.close()
    // Asked as a base, so that the record can be read over its certificate.
    var asBase = try GatewaysTests.makeSettings(standIn.address)
    asBase.connection.certificateFile = standIn.certificateFile
    let reader = try world.makeSender(asBase)
    reader.send(try makeErrand("\(standIn.address)/record", peer: signedIn))
    let record = String(decoding: try await world.answer().body, as: UTF8.self)
    reader.close()
    #expect(record.contains("GET /x?v=13"))
    #expect(!record.contains(ErrandWorld.canary))
  }

  @Test("A proxy that gives no tunnel gets nothing, and nothing was sent")
  func noTunnel() async throws {
    let proxy = try makeService()
    let world = ErrandWorld()
    var settings = try GatewaysTests.makeSettings("https://api.example.org")
    settings.connection.proxy = proxy.address
    let sender = try world.makeSender(settings)
    sender.send(try makeErrand("https://api.example.org/x", method: .post, books: true))
    guard case .notSent = try await world.outcome() else {
      Issue.record("a tunnel that was not given was used")
      return
    }
    #expect(try await proxy.record().calls.isEmpty)
    sender.close()
  }

  struct FaultRow: Sendable {
    let method: Errand.Method
    let body: Errand.Body
    let seen: String
  }

  static let faults = [
    FaultRow(
      method: .post,
      body: .init(.json, [:], secrets: [JSONPath.root.appending("a"): SecretHandle("s")]),
      seen: "a secret has no place in the body"),
    FaultRow(
      method: .post,
      body: .init(.json, ["a": ""], secrets: [JSONPath.root.appending("a"): SecretHandle("t")]),
      seen: "a secret is no longer kept"),
    FaultRow(
      method: .post, body: .init(.urlEncoded, ["a": 1]), seen: "the body cannot be written so"),
    FaultRow(method: .post, body: .init(.urlEncoded, []), seen: "the body cannot be written so"),
    FaultRow(method: .get, body: .init(.json, [:]), seen: "the body cannot be written so"),
  ]

  @Test("What cannot be written is not sent")
  func faultTable() async throws {
    let standIn = try makeService()
    let world = ErrandWorld(secrets: ["s": "secret"])
    let sender = try world.makeSender(try makeSettings(at: standIn))
    for row in Self.faults {
      sender.send(try makeErrand("\(standIn.address)/x", method: row.method, body: row.body))
      #expect(try await world.outcome() == .notSent(row.seen))
    }
    #expect(try await standIn.record().calls.isEmpty)
    sender.close()
  }

  struct AnswerRow: Sendable {
    let body: String
    let told: String
    var isFromIdentity = false
    var kept: [String] = []
  }

  static let answers = [
    AnswerRow(
      body: #"{"access_token":"A","token_type":"Bearer","refresh_token":"R","expires_in":9}"#,
      told: #"{"access_token":"h1","token_type":"Bearer","refresh_token":"h2","expires_in":9}"#,
      isFromIdentity: true, kept: ["A", "R"]),
    AnswerRow(
      body: #"{"device_code":"D","user_code":"WXYZ","id_token":"I"}"#,
      told: #"{"device_code":"h1","user_code":"WXYZ","id_token":"h2"}"#, isFromIdentity: true,
      kept: ["D", "I"]),
    AnswerRow(body: #"{ "userToken": "U" }"#, told: #"{"userToken":"h1"}"#, kept: ["U"]),
    AnswerRow(
      body: #"{"access_token":["A"],"accessToken":"A","a":{"access_token":"A","b":1}}"#,
      told: #"{"a":{"b":1}}"#),
    AnswerRow(body: #"{"access_token": "", "x": null}"#, told: #"{"access_token": "", "x": null}"#),
    AnswerRow(
      body: #"{"review":[{"price":850}],"publishableApiKey":"K","ephemeralKey":{"secret":"K"}}"#,
      told: #"{"review":[{"price":850}]}"#),
    AnswerRow(
      body: #"{"paymentIntent":{"id":"p","secret":"K","client_secret":"K"},"secret":"open"}"#,
      told: #"{"paymentIntent":{"id":"p"},"secret":"open"}"#),
    AnswerRow(body: #"{"paymentIntent":"pi_1_secret_K","clientSecret":"K"}"#, told: "{}"),
    AnswerRow(
      body: #"{"form":[{"fields":[{"id":"clientSecret","type":"string","hidden":true,"#
        + #""value":"C"},{"id":"access_token","value":""},{"id":"pin","type":"password","#
        + #""value":"P"}]}]}"#,
      told: #"{"form":[{"fields":[{"id":"clientSecret","type":"string","hidden":true,"#
        + #""value":"h1"},{"id":"access_token","value":""},{"id":"pin","type":"password"}]}]}"#,
      kept: ["C"]),
    AnswerRow(body: #"{"price": 1e400, "n": "\ud800"}"#, told: #"{"price":null,"n":null}"#),
    AnswerRow(body: #"{"a":1,"a":2,"access_token":"A"}"#, told: "{"),
    AnswerRow(body: " [\"A\"", told: "["),
    AnswerRow(
      body: String(repeating: "[", count: 33) + String(repeating: "]", count: 33), told: "["),
    AnswerRow(body: "<p>access_token</p>", told: "<p>access_token</p>"),
    AnswerRow(body: "access_token=A", told: "", isFromIdentity: true),
    AnswerRow(body: "{\"access_token\":\"A", told: "", isFromIdentity: true),
    AnswerRow(body: "true", told: "true"),
  ]

  @Test("Secrets of an answer become handles or vanish")
  func answerTable() async throws {
    let standIn = try makeService()
    for row in Self.answers {
      try await standIn.control(["/x": ["body": .string(row.body)]])
      let world = ErrandWorld()
      let sender = try world.makeSender(try makeSettings(at: standIn))
      sender.send(
        try makeErrand(
          "\(standIn.address)/x", peer: row.isFromIdentity ? Self.uber : .service(signedIn: nil)))
      let answer = try await world.answer()
      #expect(String(decoding: answer.body, as: UTF8.self) == row.told)
      let handles = row.kept.indices.map { world.secret("h\($0 + 1)") }
      #expect(handles == row.kept)
      #expect(world.secret("h\(row.kept.count + 1)") == nil)
      sender.close()
    }
  }

  @Test("A token that is too long is left out, and an answer that is too long is none")
  func longTokens() async throws {
    let standIn = try makeService()
    let long = String(repeating: "a", count: 16_385)
    let longer = String(repeating: "a", count: 1 << 20)
    try await standIn.control([
      "/x": ["body": .string(#"{"access_token":"\#(long)","expires_in":1}"#)],
      "/y": ["body": .string(#"{"access_token":"\#(longer)"}"#)],
    ])
    let world = ErrandWorld()
    let sender = try world.makeSender(try makeSettings(at: standIn))
    sender.send(try makeErrand("\(standIn.address)/x", peer: Self.uber))
    #expect(try await world.answer().body == Array(#"{"expires_in":1}"#.utf8))
    sender.send(try makeErrand("\(standIn.address)/y", peer: Self.uber))
    #expect(
      try await world.outcome() == .unreadable("an answer of more than 1048576 octets"))
    sender.close()
  }

  @Test("No canary is found in what is logged, told or printed")
  func canaries() async throws {
    let canary = ErrandWorld.canary
    let standIn = try makeService()
    let deserted = "http://127.0.0.1:\(try SilentPort().number)"
    try await standIn.control([
      "/token": [
        "body": .string(
          #"{"access_token":"\#(canary)","nested":{"userToken":"\#(canary)"},"#
            + #""ephemeralKey":"\#(canary)"}"#)
      ],
      "/close": ["close": true], "/cut": ["cut": 1],
    ])
    let world = ErrandWorld(secrets: ["s": "\(canary)-s"])
    var settings = try makeSettings(at: standIn)
    settings.bases.append(try makeAddress(deserted))
    let sender = try world.makeSender(settings)
    let body = Errand.Body(
      .json, ["a": ""], secrets: [JSONPath.root.appending("a"): SecretHandle("s")])
    let basic = Errand.SecretPair(name: "usher", secret: SecretHandle("s"))
    let signedIn = Errand.Peer.service(signedIn: SecretHandle("s"))
    var printed = "\(settings) \(String(reflecting: settings)) \(sender)"
    dump(settings, to: &printed)
    let paths = ["/token", "/close", "/cut", "/trip/0123456789/sessions"]
    let peers = [signedIn, .identity(provider: "uber", basic: basic)]
    for (number, (path, peer)) in zip(paths, peers + peers).enumerated() {
      let errand = try makeErrand(
        "\(standIn.address)\(path)?q=\(canary)", number: number + 1, method: .post, peer: peer,
        body: body)
      sender.send(errand)
      let outcome = try await world.outcome()
      printed += "\(errand) \(outcome) \(String(reflecting: outcome))"
      if case .answered(let answer) = outcome {
        printed += String(decoding: answer.body, as: UTF8.self)
      }
    }
    printed += "\(world.records)"
    #expect(!printed.contains(canary))
    #expect(world.records.map(\.path) == ["/token", "/close", "/cut", "/trip/…/sessions"])
    #expect(world.records.map(\.end) == [.answered, .lost, .unreadable, .answered])
    #expect(world.records.map(\.status) == [200, nil, nil, 200])
    #expect(world.records.map(\.host) == Array(repeating: "127.0.0.1", count: 4))
    // They did leave, each in its place.
    let calls = try await standIn.record().calls
    #expect(
      calls.map { $0["body"]?.string } == Array(repeating: #"{"a":"\#(canary)-s"}"#, count: 4))
    sender.close()
  }
}
