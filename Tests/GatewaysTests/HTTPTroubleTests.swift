// Connections that fail, hang or cannot be trusted, and the end of a gateway in the middle of them.

import CivilTime
import Gateways
import Passes
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTTPTroubleTests {
  private func makeGateway(
    _ address: String, _ arrivals: Arrivals, settings: GatewaySettings
  ) throws -> HTTPGateway {
    guard case .web(let web) = try GatewayAddress(address) else {
      throw StandIn.Trouble(description: "\(address) is no address of the web")
    }
    return try HTTPGateway(web, zone: berlin, settings: settings, report: arrivals.report)
  }

  private func answer(from address: String, settings: GatewaySettings) async throws -> GatewayAnswer
  {
    let arrivals = Arrivals()
    let gateway = try makeGateway(address, arrivals, settings: settings)
    gateway.start(try makeCall(), roomName: "Aquarium", untitled: "Meeting")
    let answer = try await arrivals.answer()
    gateway.close()
    return answer
  }

  private var impatient: GatewaySettings {
    var settings = GatewaySettings()
    settings.connectWithin = .milliseconds(200)
    settings.answerWithin = .milliseconds(400)
    return settings
  }

  @Test("A gateway that hangs is given up after the time set, with an unknown outcome")
  func hang() async throws {
    let standIn = try StandIn(["--outcomes", #"["hang"]"#])
    let answer = try await answer(from: standIn.address, settings: impatient)
    #expect(answer.outcome == .timedOut)
    #expect(try await standIn.record().calls.count == 1)
  }

  @Test("Who asks for rooms does not wait behind passes that hang")
  func roomsBesideHang() async throws {
    let standIn = try StandIn(["--outcomes", #"["hang", "hang"]"#])
    let arrivals = Arrivals()
    var settings = GatewaySettings()
    settings.connectionsMax = 1
    let gateway = try makeGateway(standIn.address, arrivals, settings: settings)
    gateway.start(try makeCall(1), roomName: "Aquarium", untitled: "Meeting")
    gateway.start(try makeCall(2), roomName: "Aquarium", untitled: "Meeting")
    let date = try #require(CivilDate("2026-11-25"))
    gateway.fetchRooms(on: date)
    guard case .rooms(on: date, .success) = await arrivals.next(1).first else {
      Issue.record("no rooms came first")
      return
    }
    gateway.close()
  }

  @Test("Rooms that cannot be had say why")
  func noRooms() async throws {
    let silent = try SilentPort()
    let deserted = try SilentPort().number
    var settings = GatewaySettings()
    settings.roomsWithin = .milliseconds(200)
    let date = try #require(CivilDate("2026-11-25"))
    var failures: [RoomsFailure] = []
    for port in [silent.number, deserted] {
      let arrivals = Arrivals()
      let gateway = try makeGateway("http://127.0.0.1:\(port)", arrivals, settings: settings)
      gateway.fetchRooms(on: date)
      if case .rooms(_, .failure(let failure)) = await arrivals.next(1).first {
        failures.append(failure)
      }
      gateway.close()
    }
    #expect(failures.first == .timedOut)
    guard case .connectionFailed(let remark) = failures.last else {
      Issue.record("not a failed connection: \(failures)")
      return
    }
    #expect(!remark.isEmpty)
  }

  @Test("A handshake that hangs is a connection that failed before anything was sent")
  func silentHandshake() async throws {
    let port = try SilentPort()
    let answer = try await answer(from: "https://127.0.0.1:\(port.number)", settings: impatient)
    #expect(answer.outcome == .connectionFailed(beforeSending: true))
  }

  @Test("A port where nobody listens is a connection that failed before anything was sent")
  func refusedConnection() async throws {
    let number = try SilentPort().number
    let answer = try await answer(
      from: "http://127.0.0.1:\(number)", settings: GatewaySettings())
    #expect(answer.outcome == .connectionFailed(beforeSending: true))
    #expect(answer.remark?.isEmpty == false)
  }

  @Test("TLS spoken to a gateway without it fails before anything was sent")
  func noTLS() async throws {
    let standIn = try StandIn()
    let address = standIn.address.replacing("http://", with: "https://")
    let answer = try await answer(from: address, settings: impatient)
    #expect(answer.outcome == .connectionFailed(beforeSending: true))
    #expect(try await standIn.record().calls.isEmpty)
  }

  @Test("A certificate that the configuration names is trusted")
  func trustedCertificate() async throws {
    let standIn = try StandIn(["--tls"])
    var settings = GatewaySettings()
    settings.certificateFile = standIn.certificateFile
    #expect(try await answer(from: standIn.address, settings: settings).outcome == .success)
  }

  @Test("A certificate that nobody vouches for is refused, and nothing is sent")
  func untrustedCertificate() async throws {
    let standIn = try StandIn(["--tls"])
    let answer = try await answer(from: standIn.address, settings: GatewaySettings())
    #expect(answer.outcome == .connectionFailed(beforeSending: true))
    #expect(answer.remark?.contains("certificate") == true)
  }

  @Test("A trusted certificate for another name is refused")
  func certificateOfAnother() async throws {
    let standIn = try StandIn(["--tls", "--tls-name", "DNS:gateway.example"])
    var settings = GatewaySettings()
    settings.certificateFile = standIn.certificateFile
    let answer = try await answer(from: standIn.address, settings: settings)
    #expect(answer.outcome == .connectionFailed(beforeSending: true))
  }

  @Test("A file of certificates that is not there is refused before anything is sent")
  func missingCertificateFile() throws {
    var settings = GatewaySettings()
    settings.certificateFile = "/nowhere/certificates.pem"
    #expect(throws: GatewaySetupFault.certificateFileUnreadable("/nowhere/certificates.pem")) {
      try makeGateway("https://gateway.example", Arrivals(), settings: settings)
    }
  }

  @Test("Closing breaks off a call that hangs at once, and nothing is reported of it")
  func closing() async throws {
    let standIn = try StandIn(["--outcomes", #"["ok", "hang"]"#])
    let arrivals = Arrivals()
    var settings = GatewaySettings()
    // Longer than the suite may take: if closing had to wait so long, the suite would fail.
    settings.limits.closeWithin = .seconds(600)
    let gateway = try makeGateway(standIn.address, arrivals, settings: settings)
    gateway.start(try makeCall(1), roomName: "Aquarium", untitled: "Meeting")
    #expect(try await arrivals.answer().outcome == .success)
    gateway.start(try makeCall(2), roomName: "Aquarium", untitled: "Meeting")
    while try await standIn.record().calls.count < 2 { await Task.yield() }
    gateway.close()
    gateway.start(try makeCall(3), roomName: "Aquarium", untitled: "Meeting")
    #expect(await arrivals.rest().isEmpty)
    #expect(try await standIn.record().calls.count == 2)
  }
}
