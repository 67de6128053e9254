// The gateway of the documented wire format: JSON over HTTP or HTTPS, by libcurl.

public import CivilTime
public import Passes

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

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
    if let file = settings.certificateFile, access(file, R_OK) != 0 {
      throw .certificateFileUnreadable(file)
    }
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
      lane: .passes, url: address.url(of: "sendpass"), octets: octets,
      within: settings.answerWithin,
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
      octets: GatewayRequest.getrooms(on: date, zone: zone), within: settings.roomsWithin,
      answerOctetsMax: settings.limits.roomsOctetsMax
    ) { [report, limits = settings.limits] end in
      report(.rooms(on: date, end.roomsAnswer(on: date, limits)))
    }
    loop.start(request)
  }

  /// Breaks off what is under way, unanswered, and ends the thread.
  public func close() { loop.close() }
}

extension HTTPEnd {
  fileprivate func sendpassAnswer(_ limits: GatewayLimits) -> GatewayAnswer {
    switch self {
    case .replied(let reply): reply.sendpassAnswer(limits: limits)
    case .failed(let outcome, let remark): GatewayAnswer(outcome, remark: remark)
    }
  }

  fileprivate func roomsAnswer(
    on date: CivilDate, _ limits: GatewayLimits
  ) -> Result<RoomsAnswer, RoomsFailure> {
    switch self {
    case .replied(let reply): reply.roomsAnswer(on: date, limits: limits)
    case .failed(.timedOut, _): .failure(.timedOut)
    case .failed(.nonsense(let reason), _): .failure(.nonsense(reason: reason))
    case .failed(_, let remark): .failure(.connectionFailed(remark))
    }
  }
}
