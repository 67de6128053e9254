// The words of line editing: what the person at the terminal, or the operator, reads.

extension HistoryFault: CustomStringConvertible {
  /// What was seen and what to do next.
  public var description: String {
    switch self {
    case .notOurs(let path):
      "what is typed is not remembered: \(path) is no file of yours. Remove it."
    case .failed(let path, let reason):
      "what is typed is not remembered: \(path): \(reason)."
    }
  }
}

enum LineEditingWording {
  /// What is shown behind a line that was dropped, as terminals show the key.
  static let interrupted = "^C"

  /// What is shown when there was nothing to drop.
  static let againEnds = "Ctrl-C again ends usher."

  /// What stands behind as many names as are shown.
  static func more(_ count: Int) -> String { "and \(count) more" }
}
