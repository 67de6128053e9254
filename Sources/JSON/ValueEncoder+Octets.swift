// From a value that can be written straight to the octets of its JSON: what is written often is not
// made a tree first. A container is closed as soon as something is written outside of it.

extension ValueEncoder {
  /// Appends the value as compact JSON: the same octets as those of `json(of:)`, in about a third
  /// of the time.
  /// - Throws: As `json(of:)`; some of the value may have been written then.
  public static func write(_ value: some Encodable, into octets: inout [UInt8]) throws {
    let text = GrowingText(octets)
    octets = []
    defer { octets = text.octets }
    do {
      try text.write(value)
    } catch {
      // The tree knows where it is.
      _ = try json(of: value)
      throw error
    }
  }
}

/// What writes itself, where it is an element of a list that is written often: the same octets as
/// its `encode(to:)` leads to, in a tenth of the time.
public protocol DirectlyWritten: Encodable {
  /// Appends the value as compact JSON.
  /// - Throws: what the encoding of a part of it throws.
  func write(into octets: inout [UInt8]) throws
}

/// A text that grows at its end, and the containers in it that are open.
///
/// A class: the containers that one encoding hands out write into the same text.
private final class GrowingText {
  // The containers call it one behind the other, never inside of a call.
  @exclusivity(unchecked) private(set) var octets: [UInt8]
  /// How each open container ends, and whether something is in it already.
  @exclusivity(unchecked) private var open: [(end: UInt8, isEmpty: Bool)] = []

  init(_ octets: [UInt8]) { self.octets = octets }

  /// Writes a value; one that writes nothing of itself is null.
  func write(_ value: some Encodable) throws {
    let (count, depth) = (octets.count, open.count)
    try value.encode(to: GrowingPlace(text: self))
    close(to: depth)
    if octets.count == count { add(.null) }
  }

  func write(directly value: any DirectlyWritten) throws { try value.write(into: &octets) }

  func add(_ scalar: JSONValue) { scalar.write(into: &octets) }
  func add(_ text: String) { text.writeJSON(into: &octets) }

  /// Opens a container.
  /// - Returns: Its depth, by which it is written into.
  func open(_ begin: Unicode.Scalar, _ end: Unicode.Scalar) -> Int {
    octets.append(UInt8(ascii: begin))
    open.append((UInt8(ascii: end), true))
    return open.count
  }

  /// Begins an element of the container of a depth; what is open inside of it is closed.
  func beginElement(at depth: Int) {
    precondition(open.count >= depth, "nothing is written into what is closed")
    close(to: depth)
    if open[depth - 1].isEmpty {
      open[depth - 1].isEmpty = false
    } else {
      octets.append(UInt8(ascii: ","))
    }
  }

  /// Begins a member.
  func beginMember(_ name: String, at depth: Int) {
    beginElement(at: depth)
    name.writeJSON(into: &octets)
    octets.append(UInt8(ascii: ":"))
  }

  private func close(to depth: Int) {
    while open.count > depth { octets.append(open.removeLast().end) }
  }
}

private struct GrowingPlace: Encoder {
  let text: GrowingText
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(GrowingMembers<Key>(text))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { GrowingList(text) }

  func singleValueContainer() -> any SingleValueEncodingContainer { GrowingValue(text: text) }
}

private struct GrowingMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let text: GrowingText
  let depth: Int
  var codingPath: [any CodingKey] { [] }

  init(_ text: GrowingText) {
    self.text = text
    depth = text.open("{", "}")
  }

  private func begin(_ key: Key) -> GrowingText {
    text.beginMember(key.stringValue, at: depth)
    return text
  }

  mutating func encodeNil(forKey key: Key) { begin(key).add(.null) }
  mutating func encode(_ value: Bool, forKey key: Key) { begin(key).add(.bool(value)) }
  mutating func encode(_ value: String, forKey key: Key) { begin(key).add(value) }
  mutating func encode(_ value: Int, forKey key: Key) { begin(key).add(.integer(Int64(value))) }
  mutating func encode(_ value: Int64, forKey key: Key) { begin(key).add(.integer(value)) }
  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try begin(key).write(value)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(GrowingMembers<Nested>(begin(key)))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    GrowingList(begin(key))
  }

  mutating func superEncoder() -> any Encoder {
    text.beginMember("super", at: depth)
    return GrowingPlace(text: text)
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder { GrowingPlace(text: begin(key)) }
}

private struct GrowingList: UnkeyedEncodingContainer {
  let text: GrowingText
  let depth: Int
  private(set) var count = 0
  var codingPath: [any CodingKey] { [] }

  init(_ text: GrowingText) {
    self.text = text
    depth = text.open("[", "]")
  }

  private mutating func begin() -> GrowingText {
    count += 1
    text.beginElement(at: depth)
    return text
  }

  mutating func encodeNil() { begin().add(.null) }

  mutating func encode<T: Encodable>(_ value: T) throws {
    let text = begin()
    // Asked of the type first: an existential of a large value is a copy on the heap.
    if T.self is any DirectlyWritten.Type, let value = value as? any DirectlyWritten {
      return try text.write(directly: value)
    }
    try text.write(value)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(GrowingMembers<Nested>(begin()))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { GrowingList(begin()) }

  mutating func superEncoder() -> any Encoder { GrowingPlace(text: begin()) }
}

private struct GrowingValue: SingleValueEncodingContainer {
  let text: GrowingText
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() { text.add(.null) }
  mutating func encode(_ value: Bool) { text.add(.bool(value)) }
  mutating func encode(_ value: String) { text.add(value) }
  mutating func encode(_ value: Int) { text.add(.integer(Int64(value))) }
  mutating func encode(_ value: Int64) { text.add(.integer(value)) }
  mutating func encode(_ value: Double) throws {
    guard value.isFinite else { throw fault(value) }
    text.add(.number(value))
  }
  mutating func encode(_ value: Float) throws { try encode(Double(value)) }

  /// The other kinds of numbers come here last: they would only lead here again.
  mutating func encode<T: Encodable>(_ value: T) throws {
    guard let number = value as? any BinaryInteger else { return try text.write(value) }
    guard let whole = Int64(exactly: number) else { throw fault(value) }
    text.add(.integer(whole))
  }

  private func fault(_ value: Any) -> EncodingError {
    EncodingError.invalidValue(
      value,
      EncodingError.Context(codingPath: [], debugDescription: "JSON has no such number"))
  }
}
