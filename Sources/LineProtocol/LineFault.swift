// What can be wrong with octets before anybody asks what they mean, and the code of each.

/// A line that is not carried out; the connection goes on.
public enum LineFault: Hashable, Sendable, CaseIterable {
  /// Longer than the limit. It is skipped to its end, never cut and run (RFC 3977 section 3.1).
  case tooLong
  /// NUL, C0 but TAB, DEL or C1 in it.
  case control
  /// Octets in it that are no UTF-8. They are never repaired.
  case notUTF8
  /// The input ended before the line did.
  case unterminated

  /// The code of the reply.
  public var code: ReplyCode {
    switch self {
    case .tooLong: .tooLong
    case .control, .notUTF8: .malformed
    case .unterminated: .unknownWord
    }
  }

  /// The name of the reply.
  public var name: CodeName {
    switch self {
    case .tooLong: .limitLine
    case .control: .textControl
    case .notUTF8: .textUTF8
    case .unterminated: .protoUnterminated
    }
  }

  /// The whole reply.
  public var reply: Reply { Reply(code, name: name, lines: [words]) }
}

/// A connection that cannot be saved: one reply, then it is closed and nothing more is read.
public enum ConnectionFault: Hashable, Sendable, CaseIterable {
  /// No line end within the limit.
  case endless
  /// The first line is a request of HTTP.
  case http
  /// The first octets are a TLS hello.
  case tls
  /// The first octets are those of SSH or of a PROXY header nobody asked for.
  case forbidden

  /// The code of the reply.
  public var code: ReplyCode {
    switch self {
    case .endless: .closing
    case .http, .tls, .forbidden: .wrongProtocol
    }
  }

  /// The name of the reply.
  public var name: CodeName {
    switch self {
    case .endless: .limitLine
    case .http: .protoHTTP
    case .tls: .protoTLS
    case .forbidden: .protoForbidden
    }
  }

  /// The whole reply.
  public var reply: Reply { Reply(code, name: name, lines: [words]) }
}
