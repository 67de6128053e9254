// Why a text is not JSON we take, and where; the words for it stand in JSONFaultWording.swift.

/// The first fault of a JSON text and the octet it was seen at.
public struct JSONFault: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// More octets than the limit.
    case tooLong
    /// Deeper nested than the limit.
    case tooDeep
    /// The text begins with U+FEFF (RFC 8259 section 8.1).
    case byteOrderMark
    /// An octet that nothing can begin with here.
    case unexpected
    /// The text ends inside a value.
    case unterminated
    /// Something follows the value.
    case trailingGarbage
    /// A comma before a closing bracket or brace.
    case trailingComma
    /// A number such as `007`.
    case leadingZero
    /// The same name twice in one object.
    case duplicateName
    /// An unescaped control character in a string.
    case control
    /// A backslash before something that is no escape.
    case badEscape
    /// Octets that are no UTF-8 (RFC 3629).
    case notUTF8
    /// Half of a surrogate pair: a text that cannot be Unicode.
    case loneSurrogate
    /// A number that neither `Int64` nor a finite `Double` holds.
    case numberOutOfRange
  }

  /// What is wrong.
  public let reason: Reason
  /// Octets before the place where it was seen.
  public let offset: Int

  init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

/// A place in a text as editors count it: both from 1, the column in code points.
public struct JSONPlace: Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1; LF ends a line.
  public let line: Int
  /// The column in code points, from 1.
  public let column: Int

  /// Where an octet offset lies in a text; beyond the end is the end.
  public init(of offset: Int, in octets: [UInt8]) {
    var line = 1
    var column = 1
    for octet in octets.prefix(max(0, offset)) {
      if octet == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if octet & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.line = line
    self.column = column
  }

  /// `12:5`, as compilers write it.
  public var description: String { "\(line):\(column)" }
}
