// A JSON text (RFC 8259) as a value: what was written, nothing more.

/// One JSON value. Whole numbers and numbers with a fraction or an exponent stay apart, because
/// a count is not a measure; strings are compared octet by octet, not by canonical equivalence.
public enum JSONValue: Sendable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// A number written without fraction and exponent.
  case integer(Int64)
  /// A number written with a fraction or an exponent; always finite when it comes from a text.
  case number(Double)
  /// A string; it may hold U+0000, which JSON allows and most callers must refuse.
  case string(String)
  /// Values in their order.
  case array([JSONValue])
  /// Members in their order, each name once.
  case object(JSONObject)
}

extension JSONValue {
  /// The text, if this is a string.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The truth value, if this is one.
  public var bool: Bool? {
    if case .bool(let truth) = self { truth } else { nil }
  }

  /// The whole number, if this was written as one.
  public var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The elements, if this is an array.
  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members, if this is an object.
  public var object: JSONObject? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Whether this is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The member of that name, if this is an object that has one.
  public subscript(name: String) -> JSONValue? { object?[name] }

  /// What a person calls this kind of value: `text`, `whole number`, `list`, …
  public var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer: "whole number"
    case .number: "number"
    case .string: "text"
    case .array: "list"
    case .object: "object"
    }
  }
}

extension JSONValue: Hashable {
  /// Equal when written alike: same kind, same octets, members in the same order.
  public static func == (one: JSONValue, other: JSONValue) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.integer(let one), .integer(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.string(let one), .string(let other)): one.hasSameOctets(as: other)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    case (.null, _), (.bool, _), (.integer, _), (.number, _), (.string, _), (.array, _),
      (.object, _):
      false
    }
  }

  /// Feeds kind and content to a hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let truth): hasher.combine(truth)
    case .integer(let number): hasher.combine(number)
    case .number(let number): hasher.combine(number)
    case .string(let text): hasher.combine(text)
    case .array(let elements): hasher.combine(elements)
    case .object(let members): hasher.combine(members)
    }
  }
}

// Literals keep the code that builds replies and requests as plain as the text it makes.
extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// `null`.
  public init(nilLiteral: ()) { self = .null }

  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// A number with a fraction.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// An object; of a name written twice the last value stands.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}
