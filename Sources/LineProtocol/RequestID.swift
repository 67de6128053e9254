// The `id` of a JSON-RPC request, echoed in its reply.

public import JSON

/// An id that the protocol takes.
public enum RequestID: Hashable, Sendable {
  /// 1–64 printable ASCII.
  case text(String)
  /// A whole number.
  case number(Int64)

  /// The id in a value, or `nil` if the value is no id: `null`, `1.5`, an object, a long text.
  public init?(_ value: JSONValue, octetsMax: Int) {
    switch value {
    case .string(let text) where VisibleText.isIdentifier(text, octetsMax: octetsMax):
      self = .text(text)
    case .integer(let number): self = .number(number)
    case .string, .null, .bool, .number, .array, .object: return nil
    }
  }

  /// The id as it stands in a reply.
  public var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): .integer(number)
    }
  }
}
