// From JSON to a value: the other side of `ValueEncoder`. A truth that is not there is no, and a
// list that is not there is empty, so that what was written before they were thought of is read.

/// Reads values from JSON.
public enum ValueDecoder {
  /// The value that was written as that. Members that its type does not have are ignored. It goes
  /// as deep as the JSON does, which the limits of its parsing bound.
  /// - Throws: `DecodingError.dataCorrupted` where a member is missing or of another kind, or a
  ///   number does not fit; else what the type itself throws.
  public static func value<T: Decodable>(_ type: T.Type, of json: JSONValue) throws -> T {
    try ReadPlace(value: json, codingPath: []).read(type)
  }
}

private struct ReadPlace: Decoder {
  /// Nil where nothing is there.
  let value: JSONValue?
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func read<T: Decodable>(_ type: T.Type) throws -> T {
    let found: Any?
    switch type {
    case is Bool.Type: found = value == nil ? false : value?.bool
    case is String.Type: found = value?.string
    case is Int.Type: found = value?.integer.flatMap(Int.init(exactly:))
    case is Int64.Type: found = value?.integer
    case is Double.Type: found = value?.decimal
    default: return try T(from: self)
    }
    guard let read = found as? T else { throw fault("no \(type)") }
    return read
  }

  func fault(_ text: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: text))
  }

  func container<Key: CodingKey>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let object = value?.object else { throw fault("no object") }
    return KeyedDecodingContainer(ReadMembers<Key>(object: object, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let value else { return ReadList(elements: [], codingPath: codingPath) }
    guard let elements = value.array else { throw fault("no list") }
    return ReadList(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { ReadValue(decoder: self) }
}

extension JSONValue {
  fileprivate var decimal: Double? {
    switch self {
    case .number(let number): number
    case .integer(let number): Double(number)
    case .null, .bool, .string, .array, .object: nil
    }
  }
}

private struct ReadMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: JSONObject
  let codingPath: [any CodingKey]
  var allKeys: [Key] { object.members.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }

  func decodeNil(forKey key: Key) -> Bool { object[key.stringValue]?.isNull ?? true }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoder(key).read(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(key).container(keyedBy: keyedBy)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder {
    ReadPlace(value: object["super"], codingPath: codingPath)
  }

  func superDecoder(forKey key: Key) -> any Decoder { decoder(key) }

  private func decoder(_ key: Key) -> ReadPlace {
    ReadPlace(value: object[key.stringValue], codingPath: codingPath + [key])
  }
}

private struct ReadList: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  init(elements: [JSONValue], codingPath: [any CodingKey]) {
    (self.elements, self.codingPath) = (elements, codingPath)
  }

  mutating func decodeNil() -> Bool {
    guard !isAtEnd, elements[currentIndex].isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().read(type) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next().container(keyedBy: keyedBy)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }

  private mutating func next() throws -> ReadPlace {
    guard !isAtEnd else {
      throw ReadPlace(value: nil, codingPath: codingPath).fault("the list ends")
    }
    currentIndex += 1
    return ReadPlace(value: elements[currentIndex - 1], codingPath: codingPath)
  }
}

private struct ReadValue: SingleValueDecodingContainer {
  let decoder: ReadPlace
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value?.isNull ?? true }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    // The other kinds of numbers come here last: they would only lead here again.
    guard let whole = type as? any FixedWidthInteger.Type else { return try decoder.read(type) }
    guard let read = decoder.value?.integer.flatMap({ whole.init(exactly: $0) }) as? T else {
      throw decoder.fault("no \(type)")
    }
    return read
  }
}
