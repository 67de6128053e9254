// Messages with the marks of a chat, made of their plain lines: nothing in these becomes a mark.

/// A way of marking text that a bridge may ask for; the raw value is its name on the wire.
public enum Markup: String, CaseIterable, Hashable, Sendable {
  /// CommonMark, as most chats read it.
  case markdown
  /// Slack's `mrkdwn`.
  case mrkdwn
  /// HTML, as Matrix reads it (`org.matrix.custom.html`).
  case html

  /// Plain lines with marks: line ends stay, signs that would mark something do not, and bars stand
  /// in letters of one width.
  public func text(of lines: [String]) -> String {
    var parts: [String] = []
    var rest = lines.map(VisibleText.shown)[...]
    while let first = rest.first {
      let isBar = Self.isBar(first)
      let run = rest.prefix { Self.isBar($0) == isBar }
      rest = rest.dropFirst(run.count)
      parts.append(isBar ? block(Array(run)) : sentences(Array(run)))
    }
    return parts.joined(separator: self == .html ? "" : "\n")
  }

  /// Whether a line is drawn, and not a sentence: a bar of a day, or the hours above some.
  public static func isBar(_ line: String) -> Bool {
    let drawn = line.suffix(barSignsMin)
    guard drawn.count == barSignsMin else { return false }
    let isOfCells = drawn.allSatisfy { ".#-░▒▓█▁".contains($0) }
    let isOfHours = line.allSatisfy { $0.isNumber || $0 == " " } && line.contains("  ")
    return isOfCells || isOfHours
  }

  /// A bar has at least so many cells: three hours of quarters.
  private static let barSignsMin = 12

  private func block(_ lines: [String]) -> String {
    switch self {
    // No bar holds a backtick: it is a name in front that may.
    case .markdown, .mrkdwn:
      "```\n" + lines.map(Self.withoutBackticks).joined(separator: "\n") + "\n```"
    case .html: "<pre>" + lines.map(Self.withoutTags).joined(separator: "\n") + "</pre>"
    }
  }

  private func sentences(_ lines: [String]) -> String {
    switch self {
    case .markdown: lines.map(Self.escaped).joined(separator: "\\\n")
    case .mrkdwn: lines.map(Self.forSlack).joined(separator: "\n")
    case .html: lines.map { Self.withoutTags($0) + "<br>" }.joined()
    }
  }

  /// Every ASCII punctuation mark that means something anywhere may have a backslash before it
  /// (CommonMark 0.31 section 2.4).
  private static func escaped(_ line: String) -> String {
    written(line) { #"\`*_{}[]()<>#+-=.!|~&"#.unicodeScalars.contains($0) ? "\\" : nil }
  }

  /// Slack takes three signs as entities; a mark of its own is broken by a sign that is not seen.
  private static func forSlack(_ line: String) -> String {
    written(withoutTags(line)) { "*_~`".unicodeScalars.contains($0) ? "\u{200B}" : nil }
  }

  private static func withoutTags(_ line: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      switch scalar {
      case "&": text.append(contentsOf: "&amp;".unicodeScalars)
      case "<": text.append(contentsOf: "&lt;".unicodeScalars)
      case ">": text.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": text.append(contentsOf: "&quot;".unicodeScalars)
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  private static func withoutBackticks(_ line: String) -> String {
    String(String.UnicodeScalarView(line.unicodeScalars.filter { $0 != "`" }))
  }

  /// A line with something before some of its scalars. Never by characters: a sign that another is
  /// joined to would be one with it, and pass.
  private static func written(
    _ line: String, before: (Unicode.Scalar) -> Unicode.Scalar?
  ) -> String {
    var text = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      if let mark = before(scalar) { text.append(mark) }
      text.append(scalar)
    }
    return String(text)
  }
}
