// The gateway of the documented wire format: JSON over HTTP or HTTPS, by libcurl.

public import CivilTime
public import Passes

/// Sends passes by `POST {base}/sendpass` and reads rooms by `POST {base}/getrooms`.
///
/// A class: it owns a thread and open connections, which end with `close`. Answers are reported on
/// that thread.
public final class HTTPGateway: Gateway {
  private let address: HTTPAddress
  private let zone: ZoneRules
  private let settings: GatewaySettings
  private let loop: HTTPLoop
  private let report: @Sendable (GatewayResult) -> Void

  /// A gateway at an address. Nothing is sent yet. The closure takes each answer, on the gateway's
  /// own thread; it must not wait.
  ///
  /// - Throws: that the file of trusted certificates cannot be read, or libcurl cannot start.
  public init(
    _ address: HTTPAddress, zone: ZoneRules, settings: GatewaySettings = GatewaySettings(),
    report: @escaping @Sendable (GatewayResult) -> Void
  ) throws(GatewaySetupFault) {
    self.address = address
    self.zone = zone
    self.settings = settings
    self.report = report
    loop = try HTTPLoop(settings)
  }

  deinit { loop.close() }

  /// No more than the documented `sendpass`: no cancellations, no questions.
  public var abilities: GatewayAbilities { GatewayAbilities() }

  /// Begins the call on the gateway's own thread.
  public func start(_ call: GatewayCall, roomName: String, untitled: String) {
    call.requireDocumentedSendpass()
    let octets = GatewayRequest.sendpass(
      call, roomName: roomName, zone: zone, untitled: settings.untitled ?? untitled)
    let request = HTTPRequest(
      lane: .passes, url: address.url(of: "sendpass"),
      content: .json(octets), within: settings.answerWithin,
      answerOctetsMax: settings.limits.answerOctetsMax
    ) { [report, limits = settings.limits] end in
      report(.answered(call.id, end.sendpassAnswer(limits)))
    }
    loop.start(request)
  }

  /// Begins to ask on the gateway's own thread.
  public func fetchRooms(on date: CivilDate) {
    let request = HTTPRequest(
      lane: .rooms, url: address.url(of: "getrooms"),
      content: .json(GatewayRequest.getrooms(on: date, zone: zone)), within: settings.roomsWithin,
      answerOctetsMax: settings.limits.roomsOctetsMax
    ) { [report, limits = settings.limits] end in
      report(.rooms(on: date, end.roomsAnswer(on: date, limits)))
    }
    loop.start(request)
  }

  /// Breaks off what is under way, unanswered, and ends the thread.
  public func close() { loop.close() }
}

extension HTTPContent {
  fileprivate static func json(_ octets: [UInt8]) -> HTTPContent {
    var octets = octets
    // Without `Expect:` a long request would wait a second for a leave that few gateways give.
    let lines = ["Content-Type: application/json", "Accept: application/json", "Expect:"]
    return HTTPContent(
      headers: lines.map { WipedOctets($0) }, body: WipedOctets(taking: &octets))
  }
}

extension HTTPEnd {
  fileprivate func sendpassAnswer(_ limits: GatewayLimits) -> GatewayAnswer {
    switch self {
    case .replied(let answer): answer.reply.sendpassAnswer(limits: limits)
    case .failed(let failure): GatewayAnswer(failure.outcome, remark: failure.remark)
    }
  }

  fileprivate func roomsAnswer(
    on date: CivilDate, _ limits: GatewayLimits
  ) -> Result<RoomsAnswer, RoomsFailure> {
    switch self {
    case .replied(let answer): answer.reply.roomsAnswer(on: date, limits: limits)
    case .failed(let failure): .failure(failure.ofRooms)
    }
  }
}

extension HTTPAnswer {
  fileprivate var reply: GatewayReply {
    GatewayReply(status: status, retryAfterSeconds: retryAfterSeconds, octets: octets)
  }
}

extension HTTPFailure {
  /// What it means for passes. As long as no octet of the body has left, a gateway cannot have done
  /// anything, even if a connection was there.
  fileprivate var outcome: GatewayOutcome {
    switch kind {
    case .timedOut where hasBodyLeft: .timedOut
    case .unreadable(let reason): .nonsense(reason: reason)
    case .timedOut, .broken, .cancelled: .connectionFailed(beforeSending: !hasBodyLeft)
    }
  }

  fileprivate var ofRooms: RoomsFailure {
    switch kind {
    case .timedOut where hasBodyLeft: .timedOut
    case .unreadable(let reason): .nonsense(reason: reason)
    case .timedOut, .broken, .cancelled: .connectionFailed(remark)
    }
  }
}
