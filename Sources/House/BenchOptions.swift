// What is measured inside this process, and how: what the command line says of it.

/// How to measure what goes on inside this process.
public struct BenchOptions: Hashable, Sendable {
  /// What is measured; the raw value is how it is said.
  public enum Subject: String, Hashable, Sendable {
    /// How lines are read.
    case parse
    /// What trips cost.
    case trips
  }

  /// What is measured.
  public var subject = Subject.parse
  /// A folder with a grammar to use instead of the built-in one.
  public var grammar: String?
  /// How often each line is read; nil for the usual number.
  public var rounds: Int?
  /// How many trips are held; nil for the usual number.
  public var trips: Int?
  /// How many octets a line of one piece has; nil for as many as are read.
  public var octets: Int?

  /// Nothing said.
  public init() {}
}
