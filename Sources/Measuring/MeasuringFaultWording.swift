// The words for what ends a measure, for who started it.

extension MeasuringFault: CustomStringConvertible {
  /// What was seen, and what to do where something can be done.
  public var description: String {
    switch self {
    case .notStarted(let program, let reason): "\(program) cannot be started: \(reason)"
    case .notServing(let program, let said):
      "\(program) does not serve" + (said.isEmpty ? "" : "; it said: \(said)")
    case .notConnected(let reason): "no connection to what is measured: \(reason)"
    case .connectionLost(let reason): "a connection to what is measured was lost: \(reason)"
    case .answeredOtherwise(let reply): "answered otherwise than expected: \(reply)"
    case .silent(let seconds): "no reply came for \(seconds) s"
    case .notTold(let what): "this system does not tell \(what)"
    case .unheard: "standard output cannot be written"
    case .interrupted: "interrupted; what was started is ended"
    }
  }
}
