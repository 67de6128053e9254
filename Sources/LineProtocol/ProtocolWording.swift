// The words for faults of form, which are met before a language or a person is known.

extension LineFault {
  /// What was seen and what to do, for people.
  public var words: String {
    switch self {
    case .tooLong: "This line is too long and was not read. Say it in shorter lines."
    case .control: "This line has control characters in it and was not read. Type it again."
    case .notUTF8: "This line is not UTF-8 and was not read. Set the terminal to UTF-8."
    case .unterminated: "The last line had no end and was not carried out."
    }
  }
}

extension ConnectionFault {
  /// What was seen and what follows, for people.
  public var words: String {
    switch self {
    case .endless: "No line ends here. Closing."
    case .http: "This is not a web server. Closing."
    case .tls: "TLS is ended in front of this port, not here. Closing."
    case .forbidden: "This port speaks the usher line protocol only. Closing."
    }
  }
}

extension RPCCode {
  /// What the code says by itself, for people.
  public var words: String {
    switch self {
    case .parseError: "The line is not one JSON text."
    case .invalidRequest: "The line is not one JSON-RPC 2.0 request."
    case .methodNotFound: "There is no such method."
    case .invalidParams: "A parameter is missing or cannot be taken."
    case .internalError: "Something failed here."
    }
  }
}
