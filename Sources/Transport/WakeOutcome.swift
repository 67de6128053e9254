// What the caller gives back for a batch of events, and how a run of the loop ends.

public import BookingAgent

/// What is to be done after one wake.
public struct WakeOutcome: Sendable {
  /// Carried out in this order: replies, notices and closings; every other effect is the caller's
  /// and is passed over.
  public var effects: [Effect]
  /// How long until the agent wants to be woken by `due`, on the monotonic clock; nil for never.
  /// It takes the place of what was named before.
  public var nextWake: Duration?

  /// Whether something is under way outside, such as a gateway call, that a run should still hear
  /// of when nobody is left to talk to. A run that was stopped waits for it in bounded time.
  public var isWorkUnderWay: Bool

  /// What is to be done.
  public init(effects: [Effect] = [], nextWake: Duration? = nil, isWorkUnderWay: Bool = false) {
    self.effects = effects
    self.nextWake = nextWake
    self.isWorkUnderWay = isWorkUnderWay
  }
}

/// How a run ended.
public enum RunEnding: Hashable, Sendable {
  /// Nothing was left to listen to: the input ended or the last session was closed.
  case finished
  /// The same, but standard input did not end, it failed; what had come by then was answered.
  case inputLost(TransportFault)
  /// The process was asked to stop, and what was under way was finished or given up in time.
  case stopped
  /// The process was asked a second time: nothing was waited for.
  case stoppedAtOnce
  /// Standard output cannot be written any more.
  case outputLost(TransportFault)
}

/// What a person at a terminal sees where the next line is to be typed.
public struct Prompt: Hashable, Sendable {
  /// The prompt itself, as `> `.
  public var text: String
  /// What takes it away again before news are written; by default back to the margin and clear the
  /// line (ECMA-48 EL). A terminal that cannot do this needs a line end here.
  public var erasing: String

  /// A prompt.
  public init(text: String, erasing: String = "\r\u{1B}[K") {
    self.text = text
    self.erasing = erasing
  }
}
