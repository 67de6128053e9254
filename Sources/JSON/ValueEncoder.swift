// From a value that can be written to JSON: the other side of `ValueDecoder`. It knows no type but
// those that JSON has.

/// Writes values as JSON.
public enum ValueEncoder {
  /// The value as JSON: an object or a list for each of its containers, in the order in which it
  /// writes them, as deep as the value is.
  /// - Throws: `EncodingError.invalidValue` for a number that JSON does not have: not finite, or
  ///   whole and beyond `Int64`; else what the value itself throws.
  public static func json(of value: some Encodable) throws -> JSONValue {
    let node = WrittenNode()
    try node.write(value, at: [])
    return node.json
  }
}

/// A place in what is being written.
///
/// A class: the containers that one encoding hands out write into the same tree.
private final class WrittenNode {
  var value: JSONValue?
  private var elements: [WrittenNode]?
  private var members: [(String, WrittenNode)]?

  var json: JSONValue {
    if let members { return .object(JSONObject(members.map { ($0.0, $0.1.json) })) }
    if let elements { return .array(elements.map(\.json)) }
    return value ?? .null
  }

  func becomeObject() { members = members ?? [] }

  func becomeList() { elements = elements ?? [] }

  func addMember(_ name: String) -> WrittenNode {
    let node = WrittenNode()
    members?.append((name, node))
    return node
  }

  func addElement() -> WrittenNode {
    let node = WrittenNode()
    elements?.append(node)
    return node
  }

  func write(_ written: some Encodable, at path: [any CodingKey]) throws {
    switch written {
    case let truth as Bool: value = .bool(truth)
    case let text as String: value = .string(text)
    case let number as Int: value = .integer(Int64(number))
    case let number as Int64: value = .integer(number)
    case let number as Double:
      guard number.isFinite else { throw fault(written, path) }
      value = .number(number)
    case let number as Float: try write(Double(number), at: path)
    default: try written.encode(to: WrittenPlace(node: self, codingPath: path))
    }
  }

  func write(whole number: any BinaryInteger, at path: [any CodingKey]) throws {
    guard let whole = Int64(exactly: number) else { throw fault(number, path) }
    value = .integer(whole)
  }

  private func fault(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
    let context = EncodingError.Context(
      codingPath: path, debugDescription: "JSON has no such number")
    return .invalidValue(value, context)
  }
}

private struct WrittenPlace: Encoder {
  let node: WrittenNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeObject()
    return KeyedEncodingContainer(WrittenMembers<Key>(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeList()
    return WrittenList(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    WrittenValue(node: node, codingPath: codingPath)
  }
}

private struct WrittenMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: WrittenNode
  let codingPath: [any CodingKey]

  mutating func encodeNil(forKey key: Key) {
    node.addMember(key.stringValue).value = .null
  }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try node.addMember(key.stringValue).write(value, at: codingPath + [key])
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder(key).container(keyedBy: keyedBy)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    WrittenPlace(node: node.addMember("super"), codingPath: codingPath)
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

  private func encoder(_ key: Key) -> WrittenPlace {
    WrittenPlace(node: node.addMember(key.stringValue), codingPath: codingPath + [key])
  }
}

private struct WrittenList: UnkeyedEncodingContainer {
  let node: WrittenNode
  let codingPath: [any CodingKey]
  private(set) var count = 0

  init(node: WrittenNode, codingPath: [any CodingKey]) {
    (self.node, self.codingPath) = (node, codingPath)
  }

  mutating func encodeNil() {
    count += 1
    node.addElement().value = .null
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    count += 1
    try node.addElement().write(value, at: codingPath)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    encoder().container(keyedBy: keyedBy)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { encoder() }

  private mutating func encoder() -> WrittenPlace {
    count += 1
    return WrittenPlace(node: node.addElement(), codingPath: codingPath)
  }
}

private struct WrittenValue: SingleValueEncodingContainer {
  let node: WrittenNode
  let codingPath: [any CodingKey]

  mutating func encodeNil() { node.value = .null }

  mutating func encode<T: Encodable>(_ value: T) throws {
    // The other kinds of numbers come here last: they would only lead here again.
    guard let number = value as? any BinaryInteger else {
      return try node.write(value, at: codingPath)
    }
    try node.write(whole: number, at: codingPath)
  }
}
