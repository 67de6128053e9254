// What in a list of rooms is not of the shape that a gateway answers, and where.

public import JSON

/// A value in a list of rooms that is not what it should be.
public struct ShapeFault: Error, Hashable, Sendable {
  /// What is wrong with it.
  public enum Reason: Hashable, Sendable {
    /// Neither a list nor an object whose names are the numbers of a list.
    case notAList
    /// Not an object.
    case notAnObject
    /// Not text.
    case notText
    /// Missing, or nothing but spaces.
    case empty
    /// More octets than the limit.
    case tooLong(octetsMax: Int)
    /// Holds a control character or another that cannot be seen.
    case notPlain
    /// Neither a whole number nor text of one, or too large for what it counts.
    case notACount
    /// Not a size in square metres.
    case notASize
    /// Not of the form `HH:mm - HH:mm`.
    case notASpan
    /// Ends before it begins.
    case endsBeforeStart
    /// More elements than the limit.
    case tooMany(max: Int)
    /// The name of a room before it.
    case twice
  }

  /// The way to the value, as `[3].avail[1]`.
  public let path: JSONPath
  /// What is wrong.
  public let reason: Reason

  /// A fault at a place.
  public init(_ reason: Reason, at path: JSONPath) {
    self.reason = reason
    self.path = path
  }
}
