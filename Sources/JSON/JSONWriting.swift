// From a value to octets: compact for the wire, indented for files that people read.

extension JSONValue {
  /// Appends the compact text: UTF-8, no space, no line end.
  public func write(into octets: inout [UInt8]) {
    switch self {
    case .null: octets.append(contentsOf: "null".utf8)
    case .bool(let truth): octets.append(contentsOf: (truth ? "true" : "false").utf8)
    case .integer(let number): octets.append(contentsOf: String(number).utf8)
    case .number(let number): octets.append(contentsOf: number.jsonText.utf8)
    case .string(let text): text.writeJSON(into: &octets)
    case .array(let elements):
      octets.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { octets.append(UInt8(ascii: ",")) }
        element.write(into: &octets)
      }
      octets.append(UInt8(ascii: "]"))
    case .object(let object):
      octets.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { octets.append(UInt8(ascii: ",")) }
        member.name.writeJSON(into: &octets)
        octets.append(UInt8(ascii: ":"))
        member.value.write(into: &octets)
      }
      octets.append(UInt8(ascii: "}"))
    }
  }

  /// Appends the text with two spaces a level and a member or element a line; no line end after
  /// the last.
  public func writePretty(into octets: inout [UInt8], level: Int = 0) {
    switch self {
    case .null, .bool, .integer, .number, .string: write(into: &octets)
    case .array(let elements):
      Self.writeLines(elements, "[", "]", into: &octets, level: level) { element, octets in
        element.writePretty(into: &octets, level: level + 1)
      }
    case .object(let object):
      Self.writeLines(object.members, "{", "}", into: &octets, level: level) { member, octets in
        member.name.writeJSON(into: &octets)
        octets.append(contentsOf: ": ".utf8)
        member.value.writePretty(into: &octets, level: level + 1)
      }
    }
  }

  private static func writeLines<Part>(
    _ parts: [Part], _ opening: Unicode.Scalar, _ closing: Unicode.Scalar,
    into octets: inout [UInt8], level: Int, write: (Part, inout [UInt8]) -> Void
  ) {
    octets.append(UInt8(ascii: opening))
    for (index, part) in parts.enumerated() {
      if index > 0 { octets.append(UInt8(ascii: ",")) }
      writeIndent(level + 1, into: &octets)
      write(part, &octets)
    }
    if !parts.isEmpty { writeIndent(level, into: &octets) }
    octets.append(UInt8(ascii: closing))
  }

  private static func writeIndent(_ level: Int, into octets: inout [UInt8]) {
    octets.append(UInt8(ascii: "\n"))
    octets.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
  }

  /// The compact text.
  public var octets: [UInt8] {
    var octets: [UInt8] = []
    write(into: &octets)
    return octets
  }
}

extension Double {
  /// The shortest text that reads back as this number. JSON has no word for infinity and for what
  /// is no number; `null` is what other writers put there (ECMA-262 section 25.5.2.5).
  fileprivate var jsonText: String { isFinite ? description : "null" }
}

extension [UInt8] {
  /// Appends the name of a member, which needs no escape, and what stands before it: the begin of
  /// the object, or a comma.
  package mutating func appendMember(_ name: StaticString, isFirst: Bool = false) {
    append(UInt8(ascii: isFirst ? "{" : ","))
    append(UInt8(ascii: "\""))
    name.withUTF8Buffer { append(contentsOf: $0) }
    append(UInt8(ascii: "\""))
    append(UInt8(ascii: ":"))
  }

  /// Appends a member that is a text, if there is one.
  package mutating func appendMember(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    appendMember(name)
    text.writeJSON(into: &self)
  }
}

extension String {
  /// Appends the text in quotes. Escaped are the quote, the backslash and the controls, and DEL and
  /// C1, which JSON allows but a terminal obeys.
  package func writeJSON(into octets: inout [UInt8]) {
    octets.append(UInt8(ascii: "\""))
    var text = self
    text.withUTF8 { Self.writeEscaped($0, into: &octets) }
    octets.append(UInt8(ascii: "\""))
  }

  private static func writeEscaped(
    _ text: UnsafeBufferPointer<UInt8>, into octets: inout [UInt8]
  ) {
    var run = 0
    var index = 0
    while index < text.count {
      let octet = text[index]
      if (0x20...0x7E).contains(octet), octet != UInt8(ascii: "\""), octet != UInt8(ascii: "\\") {
        index += 1
        continue
      }
      let isC1 = octet == 0xC2 && text[index + 1] < 0xA0
      if octet >= 0x80, !isC1 {
        index += 1
        continue
      }
      octets.append(contentsOf: UnsafeBufferPointer(rebasing: text[run..<index]))
      writeEscape(of: isC1 ? text[index + 1] : octet, into: &octets)
      index += isC1 ? 2 : 1
      run = index
    }
    octets.append(contentsOf: UnsafeBufferPointer(rebasing: text[run...]))
  }

  private static func writeEscape(of character: UInt8, into octets: inout [UInt8]) {
    octets.append(UInt8(ascii: "\\"))
    switch character {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): octets.append(character)
    case 0x08: octets.append(UInt8(ascii: "b"))
    case 0x09: octets.append(UInt8(ascii: "t"))
    case 0x0A: octets.append(UInt8(ascii: "n"))
    case 0x0C: octets.append(UInt8(ascii: "f"))
    case 0x0D: octets.append(UInt8(ascii: "r"))
    default:
      let digits = Array("0123456789abcdef".utf8)
      octets.append(contentsOf: "u00".utf8)
      octets.append(digits[Int(character >> 4)])
      octets.append(digits[Int(character & 0x0F)])
    }
  }
}
