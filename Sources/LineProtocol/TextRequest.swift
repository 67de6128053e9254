// A line of text mode as a request: a word for the session, or something said to the agent.

/// What a line of text mode asks for.
public struct TextRequest: Hashable, Sendable {
  /// For whom the line is.
  public enum Content: Hashable, Sendable {
    /// Something said to the agent, as it was typed.
    case say(String)
    /// Several lines said as one, with LF between them.
    case block(String)
    /// A line that begins with `/`.
    case command(SessionCommand)
  }

  /// For whom the line is.
  public let content: Content
  /// What a program put before it, in its order.
  public let tags: [LineTag]

  /// A request of that content.
  init(_ content: Content, tags: [LineTag]) {
    self.content = content
    self.tags = tags
  }

  /// The lines that ask for it, as they are written without their ends. Of a block, those behind
  /// the one that begins it.
  public var written: [String] {
    let beginning = tags.isEmpty ? "" : "@" + tags.map(\.written).joined(separator: ";") + " "
    switch content {
    case .say(let text): return [beginning + (text.utf8.first == 0x2F ? "/" : "") + text]
    case .command(let command): return [beginning + command.written]
    case .block(let text):
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.map { $0.utf8.first == 0x2E ? ".\($0)" : String($0) } + ["."]
    }
  }

  /// Whether the lines that follow are one text, up to a dot alone.
  public var beginsBlock: Bool { command?.verb == "text" && command?.tail.isEmpty == true }

  /// Whether it asks that the connection go on in JSON.
  public var asksForJSON: Bool { command?.verb == "mode" && command?.tail == "json" }

  private var command: SessionCommand? {
    if case .command(let command) = content { command } else { nil }
  }

  private static let slash = UInt8(ascii: "/")

  /// Reads one line as the framer gave it; `nil` if there is nothing behind the tags.
  public init?(reading line: [UInt8]) {
    var rest = Substring(decoding: line, as: UTF8.self)
    // A line that begins with `@` but has no tags of right form is something said.
    tags = LineTag.takeTags(from: &rest) ?? []
    if rest.isEmpty { return nil }
    guard rest.utf8.first == Self.slash else {
      content = .say(String(rest))
      return
    }
    let behind = rest.dropFirstOctet
    if behind.utf8.first == Self.slash {
      content = .say(String(behind))
    } else {
      content = .command(SessionCommand(reading: behind))
    }
  }
}

/// A word for the session and what follows it.
public struct SessionCommand: Hashable, Sendable {
  /// The word in small letters, without its slash. Any text: an unknown word is the session's to
  /// refuse.
  public let verb: String
  /// What follows, as it was typed but for blanks at both ends: names may have spaces in them.
  public let tail: String

  /// What follows, cut at spaces and tabs.
  public var arguments: [String] {
    tail.utf8.split(whereSeparator: \.isBlank).map { String(Substring($0)) }
  }

  /// As it is written.
  var written: String { "/\(verb)\(tail.isEmpty ? "" : " \(tail)")" }

  init(reading text: Substring) {
    let octets = text.utf8
    let verbEnd = octets.firstIndex(where: \.isBlank) ?? octets.endIndex
    verb = text[..<verbEnd].lowercased()
    let rest = octets[verbEnd...].drop(while: \.isBlank)
    let last = rest.lastIndex { !$0.isBlank }
    tail = last.map { String(text[rest.startIndex...$0]) } ?? ""
  }
}

extension Substring {
  /// Cutting at characters would take a combining mark behind a slash along with it.
  fileprivate var dropFirstOctet: Substring { Substring(utf8.dropFirst()) }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}
