// What a slot holds, together with where it comes from: what was said and what was assumed never
// mix.

/// Octets of the line as it was sent, half-open, counted from 0; always on the borders of UTF-8
/// characters.
public typealias OctetRange = Range<Int>

/// Where a value comes from.
public enum Origin: String, Hashable, Sendable {
  /// It stands in the line.
  case said
  /// It does not stand there; the reader filled it in by a rule, and an answer should say so.
  case assumed
}

/// A value that a line holds, with its origin and place.
public struct Said<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value.
  public let value: Value
  /// Whether it was said or assumed.
  public let origin: Origin
  /// The octets it was read from; for what was assumed, those that gave rise to it.
  public let range: OctetRange

  /// A value said at that place.
  public init(_ value: Value, _ range: OctetRange, origin: Origin = .said) {
    self.value = value
    self.origin = origin
    self.range = range
  }
}
