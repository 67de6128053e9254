// The words for what is wrong in a building or configuration file.

internal import JSON

extension FileFault {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The file cannot be read, in the system's words.
    case unreadable(String)
  }
}
