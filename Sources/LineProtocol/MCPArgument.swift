// What a tool takes: each argument with its form, from which its JSON Schema is made and by which
// names that nobody asked for are found.

import JSON

/// One argument of a tool, or one member of an argument that is an object.
struct MCPArgument: Hashable, Sendable {
  /// What a value looks like. Whether it can be taken is for the method to say, which reads it.
  enum Form: Hashable, Sendable {
    /// A short text that can be seen.
    case text
    /// A text of any signs; of at most so many octets, where the protocol bounds it.
    case words(Bound)
    /// A day: `2026-11-25`.
    case date
    /// A time on the clocks of the house, or RFC 3339.
    case moment
    /// The number of a booking: `B1`.
    case reference
    /// A whole number.
    case count
    /// True or false.
    case flag
    /// A list of short texts.
    case texts
    /// An object of these members.
    case object([MCPArgument])
    /// A list of objects of these members.
    case objects([MCPArgument])
  }

  /// What bounds a text of any signs.
  enum Bound: Hashable, Sendable {
    /// A rule of the house, which refuses by its name.
    case rule
    /// The longest `text` of a `say`.
    case said
  }

  let name: String
  let form: Form
  let isRequired: Bool
  /// What it says, for whoever fills it in.
  let meaning: String

  init(_ name: String, _ form: Form, isRequired: Bool = false, _ meaning: String) {
    self.name = name
    self.form = form
    self.isRequired = isRequired
    self.meaning = meaning
  }

  /// Its JSON Schema. Lengths there are counted in characters and here in octets: whoever keeps to
  /// the schema in plain ASCII keeps to the limit.
  func schema(within limits: ProtocolLimits) -> JSONObject {
    form.schema(within: limits).merging(["description": .string(meaning)])
  }
}

extension MCPArgument.Form {
  fileprivate func schema(within limits: ProtocolLimits) -> JSONObject {
    switch self {
    case .text:
      return [
        "type": "string", "minLength": 1,
        "maxLength": .integer(Int64(limits.identifierOctetsMax)),
      ]
    case .words(.rule): return ["type": "string"]
    case .words(.said):
      return ["type": "string", "maxLength": .integer(Int64(limits.jsonTextOctetsMax))]
    case .date: return ["type": "string", "format": "date"]
    case .moment: return ["type": "string"]
    case .reference: return ["type": "string", "pattern": "^B[1-9][0-9]*$"]
    case .count:
      return [
        "type": "integer", "minimum": 1,
        "maximum": .integer(Int64(ProtocolLimits.memberCountMax)),
      ]
    case .flag: return ["type": "boolean"]
    case .texts:
      return [
        "type": "array", "maxItems": .integer(Int64(ProtocolLimits.memberTextsMax)),
        "items": .object(Self.text.schema(within: limits)),
      ]
    case .object(let members): return members.schema(within: limits)
    case .objects(let members):
      return ["type": "array", "items": .object(members.schema(within: limits))]
    }
  }
}

extension [MCPArgument] {
  /// The schema of an object that holds these and nothing else.
  func schema(within limits: ProtocolLimits) -> JSONObject {
    var schema: JSONObject = [
      "type": "object",
      "properties": .object(
        JSONObject(map { ($0.name, .object($0.schema(within: limits))) })),
    ]
    let required = filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { schema["required"] = .array(required) }
    schema["additionalProperties"] = false
    return schema
  }

  /// The argument that a field names: `attendees.email`.
  func argument(at field: String) -> MCPArgument? {
    var arguments = self
    var found: MCPArgument?
    for name in field.split(separator: ".", omittingEmptySubsequences: false) {
      found = arguments.first { $0.name == name }
      switch found?.form {
      case .object(let members), .objects(let members): arguments = members
      case .text, .words, .date, .moment, .reference, .count, .flag, .texts, nil: arguments = []
      }
    }
    return found
  }

  /// The first name in an object that none of these has: `user`, `attendees.role`.
  func unknownName(in object: JSONObject) -> String? {
    for member in object.members {
      guard let argument = first(where: { $0.name == member.name }) else { return member.name }
      if let name = argument.unknownName(in: member.value) { return "\(member.name).\(name)" }
    }
    return nil
  }
}

extension MCPArgument {
  fileprivate func unknownName(in value: JSONValue) -> String? {
    switch form {
    case .object(let members): return value.object.flatMap(members.unknownName)
    case .objects(let members):
      for element in value.array ?? [] {
        if let name = element.object.flatMap(members.unknownName) { return name }
      }
      return nil
    case .text, .words, .date, .moment, .reference, .count, .flag, .texts: return nil
    }
  }
}
