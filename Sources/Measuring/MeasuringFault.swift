// Why something cannot be measured; the words stand in MeasuringFaultWording.swift.

/// What ends a measure before its figures are there.
public enum MeasuringFault: Error, Hashable, Sendable {
  /// A program cannot be started.
  case notStarted(program: String, reason: String)
  /// A program ended, or did not begin to listen; what it said last.
  case notServing(program: String, said: String)
  /// No connection to what was started.
  case notConnected(reason: String)
  /// A connection was closed, or cannot be written to.
  case connectionLost(reason: String)
  /// A request got another reply than it must get: what is refused would be fast.
  case answeredOtherwise(String)
  /// Nothing came for so many seconds.
  case silent(seconds: Int)
  /// The system does not tell what a process used.
  case notTold(String)
  /// The figures cannot be written.
  case unheard
  /// Somebody asked the measure to end.
  case interrupted
}
