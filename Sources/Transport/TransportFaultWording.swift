// The words for what keeps the process from listening, reading or writing; for its operator.

extension TransportFault: CustomStringConvertible {
  /// What was seen and what to do next.
  public var description: String {
    switch self {
    case .addressInUse(let address):
      "cannot listen on \(address): it is in use. Choose another, or end who listens there."
    case .noPermission(let address):
      "cannot listen on \(address): permission denied. Choose a port above 1023 or another path."
    case .badAddress(let address):
      "cannot listen on \(address): no address of this machine. Write 127.0.0.1:4711 or [::1]:4711."
    case .notLoopback(let address):
      """
      cannot listen on \(address): others than this machine can reach it, and there are no tokens \
      to sign in with. Run "usher token add", or use 127.0.0.1, ::1 or localhost.
      """
    case .pathTooLong(let path, let octetsMax):
      "cannot listen on \(path): a socket's path has at most \(octetsMax) octets. Choose another."
    case .notASocket(let path):
      "cannot listen on \(path): something that is no socket is there. Remove it or choose another."
    case .notListening(let descriptor, let name):
      """
      cannot listen on descriptor \(descriptor)\(name.isEmpty ? "" : " (\(name))"), which was \
      handed over: it is no stream socket that listens. Use ListenStream= and Accept=no in the \
      socket's unit.
      """
    case .unknownName(let name, let address):
      """
      cannot listen on \(address), which was handed over as "\(name)": call it text, json, \
      text,proxy or json,proxy (FileDescriptorName= in the socket's unit).
      """
    case .inputFailed(let reason): "cannot read on from standard input: \(reason)."
    case .cannotRead: "cannot read standard input: it is closed or cannot be read as a stream."
    case .cannotWrite(let reason): "cannot write to standard output: \(reason)."
    case .system(let wanted, let reason): "cannot \(wanted): \(reason)."
    }
  }
}

/// Why the shell itself ends a session, and what the peer is told.
package enum Farewell: Hashable {
  /// Silent for too long.
  case idle
  /// Output is not read.
  case output
  /// Too many errors of form in a row.
  case errors
  /// A line that never ends.
  case endlessLine
  /// More connections than there may be.
  case busy
  /// The process ends.
  case draining

  var words: String {
    switch self {
    case .idle: "Nothing was said for a long time. Closing."
    case .output: "Too much waits here to be read. Closing."
    case .errors: "Too many lines in a row could not be read. Closing."
    case .endlessLine: "No line ends here. Closing."
    case .busy: "Too many are connected. Try again in a minute. Closing."
    case .draining: "The agent is being stopped. Closing."
    }
  }
}
