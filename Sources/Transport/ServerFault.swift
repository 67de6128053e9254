// Why a server that runs somewhere cannot be talked to: outside failures, as values.

/// What keeps whoever calls a server from being answered by it.
public enum ServerFault: Error, Hashable, Sendable {
  /// Nobody listens there, or it cannot be reached; the system's reason.
  case unreachable(String, reason: String)
  /// It closed the connection while an answer was owed; the last line that it said, if any.
  case gone(String, lastWords: String?)
  /// It said nothing for so many seconds that was awaited.
  case silent(String, seconds: Int)
  /// It says what no usher says in text.
  case stranger(String, said: String)
  /// It does not take the words and methods for tests.
  case withoutTests(String)
}

extension ServerFault: CustomStringConvertible {
  /// What was seen and what to do next.
  public var description: String {
    switch self {
    case .unreachable(let address, let reason):
      "cannot reach \(address): \(reason). Start usher serve --test --listen \(address) there."
    case .gone(let address, let words):
      "the server at \(address) closed the connection"
        + (words.map { "; its last words: \($0)" } ?? "")
    case .silent(let address, let seconds):
      "the server at \(address) has not answered in \(seconds) s; is it the port of --listen?"
    case .stranger(let address, let said):
      "who answers at \(address) is no usher that speaks text: \(said)"
    case .withoutTests(let address):
      """
      the server at \(address) takes no words for tests, so its clock and house cannot be set; \
      start it with usher serve --test --listen \(address)
      """
    }
  }
}
