// What stands for something else in the texts of a leg, as `<NUMBER>`: filled, or taken away.

/// Fills the placeholders of a text. One that is unknown or cannot be filled vanishes with the
/// blank beside it. A text such as `<1/4 miles` holds none.
struct Placeholders {
  /// What a placeholder stands for.
  struct Filling {
    /// What is written in its place.
    var text: String
    /// Whether blanks part it from words beside it: `Walk<DURATION>` is what the service writes.
    var standsApart = false
  }

  /// By their names without brackets.
  var fillings: [String: Filling] = [:]

  // The longest name known, `LINE_NAME`, with room.
  private static let nameOctetsMax = 32

  /// The text with what is known filled in.
  func filling(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
    var filled = ""
    var rest = text[...]
    while let bracket = rest.firstIndex(of: "<") {
      filled += rest[..<bracket]
      rest = rest[bracket...]
      guard let name = Self.name(at: rest) else {
        filled += "<"
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(name.count + 2)
      if let filling = fillings[String(name)] {
        if filling.standsApart, filled.last?.endsWord == true { filled += " " }
        filled += filling.text
        if filling.standsApart, rest.first?.endsWord == true { filled += " " }
      } else {
        Self.close(&filled, &rest)
      }
    }
    filled += rest
    return String(filled.trimmed)
  }

  /// The name in brackets with which the text begins: capitals and underscores.
  private static func name(at text: Substring) -> Substring? {
    let inside = text.dropFirst()
    let name = inside.prefix { $0 == "_" || ("A"..."Z").contains($0) }
    guard !name.isEmpty, name.utf8.count <= nameOctetsMax,
      inside.dropFirst(name.count).first == ">"
    else { return nil }
    return name
  }

  /// Takes the blank beside what vanished: the one before it, where nothing needs it any more.
  private static func close(_ filled: inout String, _ rest: inout Substring) {
    let next = rest.first
    if filled.last == " " {
      if next.map({ !$0.endsWord }) ?? true { filled.removeLast() }
    } else if next == " ", filled.last.map(\.isNewline) ?? true {
      rest = rest.dropFirst()
    }
  }
}

extension Character {
  /// Whether it belongs to a word or a number.
  fileprivate var endsWord: Bool { isLetter || isNumber }
}
