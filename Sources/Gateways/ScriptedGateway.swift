// A gateway that sends nothing and answers what it was told to: for demonstrations and tests.

public import BookingAgent
public import CivilTime
public import Passes
internal import Synchronization

/// Answers every call at once, before `start` returns, by a queue of outcomes; when the queue is
/// empty all is well. It does everything a real one does but the sending, so the same script gives
/// the same run.
///
/// A class: its record and its script are shared with who tells it what to do.
public final class ScriptedGateway: Gateway {
  /// A call as it was received.
  public struct Receipt: Hashable, Sendable {
    /// The call.
    public let call: GatewayCall
    /// The octets that a gateway would have received over the wire.
    public let request: [UInt8]
    /// What was done with it.
    public let outcome: ScriptedOutcome
    /// The passes that left, whatever was answered.
    public let sent: [Pass]
  }

  private struct State {
    var outcomes: [ScriptedOutcome] = []
    var receipts: [Receipt] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let zone: ZoneRules
  private let settings: GatewaySettings
  private let report: @Sendable (GatewayResult) -> Void

  /// A gateway whose answers go to a closure, on the thread that starts the call.
  public init(
    zone: ZoneRules, settings: GatewaySettings = GatewaySettings(),
    report: @escaping @Sendable (GatewayResult) -> Void
  ) {
    self.zone = zone
    self.settings = settings
    self.report = report
  }

  /// No more than the documented `sendpass`.
  public var abilities: GatewayAbilities { GatewayAbilities() }

  /// What happens next, in place of what was to happen.
  public func setOutcomes(_ outcomes: [ScriptedOutcome]) {
    state.withLock { $0.outcomes = outcomes }
  }

  /// What happens after all that is to happen already.
  public func appendOutcome(_ outcome: ScriptedOutcome) {
    state.withLock { $0.outcomes.append(outcome) }
  }

  /// The calls so far, in order.
  public var receipts: [Receipt] { state.withLock { $0.receipts } }

  /// Answers at once by the next outcome.
  public func start(_ call: GatewayCall, roomName: String, untitled: String) {
    call.requireDocumentedSendpass()
    let request = GatewayRequest.sendpass(
      call, roomName: roomName, zone: zone, untitled: settings.untitled ?? untitled)
    let answer: GatewayAnswer? = state.withLock { state in
      guard !state.isClosed else { return nil }
      let outcome = state.outcomes.isEmpty ? .ok : state.outcomes.removeFirst()
      let sent = Array(call.passes.prefix(outcome.countSent(of: call.passes.count)))
      state.receipts.append(
        Receipt(call: call, request: request, outcome: outcome, sent: sent))
      return outcome.answer
    }
    if let answer { report(.answered(call.id, answer)) }
  }

  /// Answers at once that it has no rooms.
  public func fetchRooms(on date: CivilDate) {
    report(.rooms(on: date, .failure(.unsupported)))
  }

  /// Answers nothing from now on.
  public func close() { state.withLock { $0.isClosed = true } }
}

extension GatewayCall {
  /// Holds a call against what the documented `sendpass` can express.
  func requireDocumentedSendpass() {
    precondition(purpose == .send, "a gateway that cannot be asked is asked nothing")
    precondition(
      passes.allSatisfy { $0.kind != .cancellation },
      "a gateway that takes no cancellations is given none")
  }
}

extension ScriptedOutcome {
  /// How many of the passes of a call leave, the first ones.
  func countSent(of count: Int) -> Int {
    switch self {
    case .ok: count
    case .halt(let index?, _): (0..<count).contains(index) ? index : 0
    case .lost(let sent): min(sent, count)
    case .halt(nil, _), .hang, .status, .refuse, .nonsense: 0
    }
  }

  /// What a gateway over HTTP would have reported: a lost answer is a connection that broke.
  var answer: GatewayAnswer {
    switch self {
    case .ok: GatewayAnswer(.success)
    case .halt(let index, let code):
      GatewayAnswer(.halted(code: code, index: index, text: "the pass could not be sent"))
    case .lost: GatewayAnswer(.connectionFailed(beforeSending: false))
    case .hang: GatewayAnswer(.timedOut)
    case .status(let status): GatewayAnswer(.http(status: status, retryAfterSeconds: nil))
    case .refuse(let code): GatewayAnswer(.refused(code: code, text: "the call was refused"))
    case .nonsense: GatewayAnswer(.nonsense(reason: "neither success nor an error"))
    }
  }
}
