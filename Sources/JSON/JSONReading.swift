// From octets to a value: the two ways to read a JSON text.

extension JSONValue {
  /// Reads one JSON text: strict RFC 8259, UTF-8, each name once in an object.
  ///
  /// - Throws: the first fault.
  public init(parsing octets: [UInt8], limits: JSONLimits = .line) throws(JSONFault) {
    let reading = try JSONReading(parsing: octets, limits: limits)
    if let fault = reading.valueFault { throw fault }
    self = reading.value
  }
}

/// A text whose form is right, though it may hold a value that nobody can hold. Who must answer
/// such a text reads its `id` from here.
public struct JSONReading: Sendable {
  /// The value, with `null` in place of each value that cannot be held.
  public let value: JSONValue
  /// The first value that cannot be held: `numberOutOfRange` or `loneSurrogate`.
  public let valueFault: JSONFault?

  /// Reads one JSON text and goes on after a value that cannot be held.
  ///
  /// - Throws: the first fault of form.
  public init(parsing octets: [UInt8], limits: JSONLimits = .line) throws(JSONFault) {
    var parser = try JSONParser(octets, limits: limits)
    value = try parser.parseText()
    valueFault = parser.valueFault
  }
}
