// Where replies end in the octets that come back on a connection, and whether each is the one that
// was expected.

import Foundation

/// How replies are written, and which one is expected.
public enum ReplyForm: Hashable, Sendable {
  /// Text of usher: up to a line that has a space behind its code. News are no replies.
  case text(code: Int)
  /// JSON of usher: a line, with this code in its result.
  case json(code: Int)
  /// Lines that begin so, as of another program.
  case line(beginning: String)
}

/// Counts replies in octets that come in pieces.
public struct ReplyScanner: Sendable {
  /// Octets at the beginning of a line that are looked at; a code stands among them.
  private static let headOctetsMax = 96

  private let form: ReplyForm
  private let expected: [UInt8]
  private var head: [UInt8] = []
  /// The beginning of the first reply that was not the expected one.
  public private(set) var unexpected: String?

  /// Counts replies of a form.
  public init(_ form: ReplyForm) {
    self.form = form
    expected =
      switch form {
      case .text(let code): Array("\(code)".utf8)
      case .json(let code): Array("\"result\":{\"code\":\(code),".utf8)
      case .line(let beginning): Array(beginning.utf8)
      }
    head.reserveCapacity(Self.headOctetsMax)
  }

  /// Takes what came, and answers how many replies ended in it.
  public mutating func take(_ octets: Slice<UnsafeRawBufferPointer>) -> Int {
    var ended = 0
    var rest = octets
    while !rest.isEmpty {
      let end = Self.lineFeed(in: rest)
      let line = rest.prefix(end ?? rest.count)
      if head.count < Self.headOctetsMax {
        head.append(contentsOf: line.prefix(Self.headOctetsMax - head.count))
      }
      guard let end else { break }
      if endsReply() {
        ended += 1
        if unexpected == nil, !isExpected { unexpected = String(decoding: head, as: UTF8.self) }
      }
      head.removeAll(keepingCapacity: true)
      rest = rest.dropFirst(end + 1)
    }
    return ended
  }

  /// The place of the first line feed. The system's search is faster than a loop of ours, and what
  /// looks for it must not be slower than what it measures.
  private static func lineFeed(in octets: Slice<UnsafeRawBufferPointer>) -> Int? {
    let octets = UnsafeRawBufferPointer(rebasing: octets)
    guard let start = octets.baseAddress, let found = memchr(start, 0x0A, octets.count) else {
      return nil
    }
    return UnsafeRawPointer(found) - start
  }

  private func endsReply() -> Bool {
    switch form {
    case .text: head.count > 3 && head[3] == UInt8(ascii: " ") && head[0] != UInt8(ascii: "*")
    case .json, .line: true
    }
  }

  private var isExpected: Bool {
    switch form {
    case .text, .line: head.starts(with: expected)
    case .json: holdsExpected
    }
  }

  private var holdsExpected: Bool {
    guard head.count >= expected.count else { return false }
    return (0...head.count - expected.count).contains { head[$0...].starts(with: expected) }
  }
}
