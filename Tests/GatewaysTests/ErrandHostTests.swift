// Whither errands go: hosts that are allowed (rule R1), and the next base where one is not there.

import Gateways
import JSON
import Mobility
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ErrandHostTests {
  struct HostRow: Sendable {
    let address: String
    var peer = Errand.Peer.service(signedIn: nil)
    var mayGo = false
    let seen: String

    var outcome: ErrandOutcome { mayGo ? .notSent(seen) : .notAllowed(seen) }
  }

  static let hosts = [
    HostRow(address: "https://evil.example/v1/x", seen: "the host is not allowed"),
    // To the eye the same as the base, in Cyrillic.
    HostRow(address: "https://xn--pi-7kc.example.org/v1/x", seen: "the host is not allowed"),
    HostRow(address: "https://api.example.org.evil.example/x", seen: "the host is not allowed"),
    HostRow(address: "https://api.example.org:8443/v1/x", seen: "the host is not allowed"),
    HostRow(address: "https://api.example.org./v1/x", seen: "the host is not allowed"),
    HostRow(address: "http://api.example.org/v1/x", seen: "the host is not allowed"),
    HostRow(address: "http://plain.example.org/v1/x", seen: "the host is not allowed"),
    HostRow(address: "http://169.254.169.254/latest/", seen: "the host is not allowed"),
    HostRow(address: "http://127.0.0.1:9/x", seen: "the host is not allowed"),
    HostRow(address: "https://login.example.net/token", seen: "the host is not allowed"),
    HostRow(
      address: "https://login.example.net/token", peer: .identity(provider: "other", basic: nil),
      seen: "no host is allowed for signing in at this provider"),
    HostRow(
      address: "https://api.example.org/token", peer: .identity(provider: "uber", basic: nil),
      seen: "the host is not allowed"),
    HostRow(
      address: "https://api.example.org/x", peer: .service(signedIn: SecretHandle("gone")),
      mayGo: true, seen: "a secret is no longer kept"),
    HostRow(
      address: "https://api.example.org/x", peer: .service(signedIn: SecretHandle("line")),
      mayGo: true, seen: "a secret holds what cannot stand in a header"),
  ]

  @Test("Nothing leaves for a host that is not allowed")
  func hostTable() async throws {
    let world = ErrandWorld(secrets: ["line": "a\r\nX-Other: b"])
    var settings = try makeSettings("https://api.example.org/v1", "http://plain.example.org/v1")
    settings.otherHosts = ["trips.example.org"]
    settings.identityHosts["uber"] = AllowedHosts(bases: [], others: ["login.example.net"])
    let sender = try world.makeSender(settings)
    for row in Self.hosts {
      sender.send(try makeErrand(row.address, peer: row.peer))
      #expect(try await world.outcome() == row.outcome, "\(row.address)")
    }
    #expect(world.records.map(\.end) == Self.hosts.map { $0.mayGo ? .notSent : .notAllowed })
    sender.close()
  }

  @Test("A redirection is an answer, and nobody goes there")
  func redirection() async throws {
    let standIn = try makeService()
    let other = try makeService()
    try await standIn.control([
      "/x": ["status": 302, "body": "", "headers": ["Location": .string("\(other.address)/y")]],
      "/z": ["status": 307, "body": "", "headers": ["Location": "/y"]],
    ])
    let world = ErrandWorld()
    let sender = try world.makeSender(try makeSettings(standIn.address, other.address))
    sender.send(try makeErrand("\(standIn.address)/x", number: 1))
    #expect(try await world.answer().status == 302)
    sender.send(try makeErrand("\(standIn.address)/z", number: 2, method: .post))
    #expect(try await world.answer().status == 307)
    #expect(try await standIn.record().calls.count == 2)
    #expect(try await other.record().calls.isEmpty)
    sender.close()
  }

  @Test("Where a base cannot be connected to, the next is tried, with the body")
  func nextBase() async throws {
    let standIn = try makeService()
    let deserted = "http://127.0.0.1:\(try SilentPort().number)"
    let world = ErrandWorld()
    let settings = try makeSettings("\(deserted)/v1/", deserted, "\(standIn.address)/api")
    let sender = try world.makeSender(settings)
    sender.send(
      try makeErrand(
        "\(deserted)/v1/book?id=7", method: .post, body: .init(.json, ["a": 1]), books: true))
    let answer = try await world.answer()
    #expect(answer.from.text == "\(standIn.address)/api/book?id=7")
    let calls = try await standIn.record().calls
    #expect(calls.map { $0["line"]?.string } == ["POST /api/book?id=7&v=13 HTTP/1.1"])
    #expect(calls.map { $0["body"]?.string } == [#"{"a":1}"#])
    #expect(world.records.map(\.addressesTried) == [3])
    sender.close()
  }

  @Test("A base that was reached is the only one, whatever comes of it")
  func reachedBase() async throws {
    let standIn = try makeService()
    let other = try makeService()
    try await standIn.control(["/x": ["close": true]])
    let world = ErrandWorld()
    let sender = try world.makeSender(try makeSettings(standIn.address, other.address))
    for (number, method) in [Errand.Method.get, .post].enumerated() {
      sender.send(try makeErrand("\(standIn.address)/x", number: number + 1, method: method))
      guard case .lost = try await world.outcome() else {
        Issue.record("not lost")
        return
      }
    }
    #expect(try await other.record().calls.isEmpty)
    sender.close()
  }

  @Test("Where no base is there, nothing was sent")
  func noBase() async throws {
    let deserted = "http://127.0.0.1:\(try SilentPort().number)"
    let world = ErrandWorld()
    let sender = try world.makeSender(try makeSettings(deserted, "https://usher.invalid"))
    for (number, address) in [deserted, "https://usher.invalid"].enumerated() {
      sender.send(try makeErrand("\(address)/x", number: number + 1))
      guard case .notSent(let remark) = try await world.outcome() else {
        Issue.record("it was sent")
        return
      }
      #expect(!remark.isEmpty)
    }
    sender.close()
  }

  @Test("Where the encryption fails nothing was sent, and a certificate we were told of is trusted")
  func certificates() async throws {
    let encrypted = try makeService("--tls")
    let plain = try makeService()
    let plainAsEncrypted = plain.address.replacing("http://", with: "https://")
    for address in [encrypted.address, plainAsEncrypted] {
      let world = ErrandWorld()
      let sender = try world.makeSender(try makeSettings(address))
      sender.send(try makeErrand("\(address)/record"))
      guard case .notSent = try await world.outcome() else {
        Issue.record("it was sent to \(address)")
        return
      }
      sender.close()
    }
    #expect(try await plain.record().calls.isEmpty)
    let world = ErrandWorld()
    var settings = try makeSettings(encrypted.address)
    settings.connection.certificateFile = encrypted.certificateFile
    let sender = try world.makeSender(settings)
    sender.send(try makeErrand("\(encrypted.address)/record"))
    #expect(try await world.answer().status == 200)
    sender.close()
  }
}
