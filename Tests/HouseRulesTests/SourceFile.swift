// A Swift file as the rules of the house see it.

/// Which part of the house a file belongs to; the map gives it for the folders of modules.
enum Part: String {
  case pure, shell, library, tool
  /// Tests, which may use whatever proves the point.
  case tests
  /// The manifest.
  case plan
}

/// A Swift file, its module and its part.
struct SourceFile {
  /// Where it is, from the top of the package.
  let path: String
  let module: String
  let part: Part
  let lines: [Substring]
  let tokens: SwiftTokens

  init(path: String, module: String, part: Part, text: String) {
    self.path = path
    self.module = module
    self.part = part
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    self.lines = lines
    tokens = SwiftTokens(text)
  }

  /// The modules it imports and the line of each.
  var imports: [Token] {
    let code = tokens.code
    let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
    return code.indices.compactMap { index in
      guard code[index].text == "import", index + 1 < code.count else { return nil }
      let isOneName = kinds.contains(code[index + 1].text)
      return isOneName && index + 2 < code.count ? code[index + 2] : code[index + 1]
    }
  }

  /// The types it declares.
  var types: [Token] {
    let code = tokens.code
    let words: Set = ["struct", "enum", "class", "actor", "protocol", "typealias"]
    let modifiers: Set = ["func", "var", "let", "override"]
    return code.indices.dropLast().compactMap { index in
      guard words.contains(code[index].text), !modifiers.contains(code[index + 1].text),
        code[index + 1].text.first?.isLetter == true,
        index == 0 || ![".", "import", "`"].contains(code[index - 1].text)
      else { return nil }
      return code[index + 1]
    }
  }
}

/// Something in a file that breaks a rule.
struct Finding: CustomStringConvertible {
  let path: String
  let line: Int
  let says: String
  var description: String { "\(path):\(line): \(says)" }
}
