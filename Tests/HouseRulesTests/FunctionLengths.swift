// Measures functions by their braces: near enough, for the formatter has passed every file.

/// The functions of a file and how long each is.
struct FunctionLengths {
  /// A function with a body.
  struct Function {
    let name: String
    /// The line it begins in.
    let line: Int
    /// From the line of its name to the line of its last brace.
    let lines: Int
    /// Whether its body is a single switch and no case is longer than three lines.
    let isSwitchOfShortCases: Bool
  }

  private(set) var functions: [Function] = []

  private static let declarations: Set = [
    "func", "init", "subscript", "deinit", "var", "let", "case", "struct", "enum", "class", "actor",
    "protocol", "extension", "typealias", "associatedtype", "import",
  ]

  init(_ code: [Token]) {
    for index in code.indices {
      let word = code[index].text
      guard ["func", "init", "subscript", "deinit", "var"].contains(word),
        index == 0 || ![".", "`"].contains(code[index - 1].text),
        let open = Self.body(of: index, in: code), let close = Self.closing(of: open, in: code)
      else { continue }
      let isNamed = word == "func" || word == "var"
      functions.append(
        Function(
          name: isNamed && index + 1 < code.count ? code[index + 1].text : word,
          line: code[index].line, lines: code[close].line - code[index].line + 1,
          isSwitchOfShortCases: Self.isSwitchOfShortCases(code[open...close])))
    }
  }

  /// The brace that opens the body; nil where there is none, as in a protocol.
  private static func body(of start: Int, in code: [Token]) -> Int? {
    var depth = 0
    for index in code.indices.dropFirst(start + 1) {
      switch code[index].text {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{" where depth == 0: return index
      case "}" where depth == 0: return nil
      case "=" where depth == 0 && code[start].text == "var": return nil
      case let word where depth == 0 && declarations.contains(word): return nil
      default: break
      }
      if depth < 0 { return nil }
    }
    return nil
  }

  private static func closing(of open: Int, in code: [Token]) -> Int? {
    var depth = 0
    for index in code.indices.dropFirst(open) {
      if code[index].text == "{" { depth += 1 }
      if code[index].text == "}" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  private static func isSwitchOfShortCases(_ body: ArraySlice<Token>) -> Bool {
    guard body.dropFirst().first?.text == "switch", body.dropLast().last?.text == "}" else {
      return false
    }
    var depth = 0
    var arms: [Int] = []
    for token in body {
      if token.text == "{" { depth += 1 }
      if token.text == "}" { depth -= 1 }
      if depth == 1, token.text == "}", token != body.dropLast().last { return false }
      if depth == 2, token.text == "case" || token.text == "default" { arms.append(token.line) }
    }
    let ends = arms.dropFirst() + [(body.dropLast().last?.line ?? 0)]
    return !arms.isEmpty && zip(arms, ends).allSatisfy { $1 - $0 <= 4 }
  }
}
