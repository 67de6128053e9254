// What a scripted gateway can be told to do, for demonstrations and tests.

/// What the scripted gateway does with one call.
public enum ScriptedOutcome: Hashable, Sendable {
  /// Sends all passes of the call.
  case ok
  /// Sends those before the index, then answers the code and the index, counted from 0.
  case halt(index: Int, code: Int)
  /// Sends so many, then loses its answer.
  case lost(afterPasses: Int)
  /// Sends nothing and never answers; the call times out.
  case hang
  /// Answers an HTTP status and nothing that can be understood.
  case status(Int)
  /// Refuses the whole call with a code of 4000 or less.
  case refuse(code: Int)
  /// Answers something that is no answer.
  case nonsense
}
