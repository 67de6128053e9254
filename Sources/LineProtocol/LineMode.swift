// The two encodings of the protocol and what ends a line in each.

/// How a connection is read and written.
public enum LineMode: Hashable, Sendable, CaseIterable {
  /// For people and terminals: lines and reply codes.
  case text
  /// For bridges and harnesses: one JSON-RPC 2.0 object a line.
  case json
}

/// What ends a line that is written.
public enum LineEnd: Hashable, Sendable, CaseIterable {
  /// CR LF, on sockets in text mode.
  case crlf
  /// LF, on standard output and in JSON mode.
  case lf

  var octets: StaticString {
    switch self {
    case .crlf: "\r\n"
    case .lf: "\n"
    }
  }
}
