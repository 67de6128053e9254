// The way out of the house: what every gateway can be asked, and how its answers come back.

public import CivilTime
public import JSON
public import Passes

/// What sends passes. It decides nothing and tries nothing twice: whether a pass is sent again is
/// for the outbox to say.
///
/// Answers come back through the closure handed in when a gateway is made, each exactly once,
/// except those that `close` cuts off. It may be called on another thread, or, by a gateway that
/// answers at once, before `start` returns.
public protocol Gateway: AnyObject, Sendable {
  /// What it can do beyond sending a list of passes.
  var abilities: GatewayAbilities { get }

  /// Begins a call, for a room that the building calls so, and returns at once; the answer carries
  /// the call's id. A booking without a title is called as said, unless the settings name it.
  ///
  /// A call that the abilities exclude (a cancellation, a question) is our own fault and traps.
  func start(_ call: GatewayCall, roomName: String, untitled: String)

  /// Begins to ask which rooms there are and what is free in them on a day; returns at once.
  func fetchRooms(on date: CivilDate)

  /// Ends everything under way without an answer and waits for it, a few seconds at most
  /// (`GatewayLimits.closeWithin`). A call cut off so has an unknown outcome.
  func close()
}

/// What comes back from a gateway.
public enum GatewayResult: Hashable, Sendable {
  /// What became of a call.
  case answered(CallID, GatewayAnswer)
  /// The rooms and what is free in them on a day, or why that is not known.
  case rooms(on: CivilDate, Result<RoomsAnswer, RoomsFailure>)
}

/// What became of a call, with what only programs and operators want to know of it.
public struct GatewayAnswer: Hashable, Sendable {
  /// What the outbox goes by.
  public let outcome: GatewayOutcome
  /// All members of the gateway's error object, for programs; nil if there was none.
  public let errorMembers: JSONObject?
  /// What went wrong below, in the library's or system's own words, for the operator; never
  /// personal data.
  public let remark: String?

  /// An answer, all of it.
  public init(_ outcome: GatewayOutcome, errorMembers: JSONObject? = nil, remark: String? = nil) {
    self.outcome = outcome
    self.errorMembers = errorMembers
    self.remark = remark
  }
}

/// Why a gateway did not tell its rooms.
public enum RoomsFailure: Error, Hashable, Sendable {
  /// This kind of gateway has no rooms to tell.
  case unsupported
  /// It answered an error: its code (1000–9999) and text.
  case refused(code: Int, text: String)
  /// An HTTP status other than 200.
  case http(status: Int)
  /// No answer in time.
  case timedOut
  /// The connection could not be made or broke; in the library's own words.
  case connectionFailed(String)
  /// An answer that is no list of rooms, and what was seen of it.
  case nonsense(reason: String)
}
