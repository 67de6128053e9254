// The rules that every Swift file keeps, each with what it looks for.

/// A rule that can be held against one file.
struct HouseRule: CustomStringConvertible, Sendable {
  /// The rule as a sentence.
  let description: String
  /// The line of what breaks it, and what it says.
  let broken: @Sendable (SourceFile) -> [(line: Int, says: String)]

  /// What in a file breaks the rule.
  func findings(in file: SourceFile) -> [Finding] {
    broken(file).map { Finding(path: file.path, line: $0.line, says: $0.says) }
  }

  static let all = [
    fileLines, lineWidth, firstSentence, functionLines, typeNames, moduleNames, forbiddenCode,
    uncheckedNeedsReason, classNeedsReason, nothingUnfinished, pureImports, pureHeart,
    testsOfTheFace,
  ]

  static let fileLines = HouseRule(description: "a file has at most 400 lines") { file in
    file.lines.count > 400 ? [(400, "the file has \(file.lines.count) lines")] : []
  }

  static let lineWidth = HouseRule(description: "a line has at most 100 columns") { file in
    file.lines.enumerated().filter { $1.utf8.count > 100 && $1.count > 100 }
      .map { ($0 + 1, "\($1.count) columns") }
  }

  static let firstSentence = HouseRule(
    description: "a file begins with a comment that says in a sentence what it holds"
  ) { file in
    let opening = file.lines.drop { $0.hasPrefix("// swift-tools-version") }
      .prefix { $0.hasPrefix("//") }
    guard let first = opening.first, let last = opening.last else {
      return [(1, "no comment")]
    }
    let beginning = first.drop { $0 == "/" || $0 == " " }
    var faults: [(Int, String)] = []
    if !first.hasPrefix("// ") || beginning.first.map({ $0.isLowercase || !$0.isLetter }) ?? true {
      faults.append((1, "the comment does not begin as a sentence"))
    }
    if beginning.split(separator: " ").count < 3 { faults.append((1, "too short for a sentence")) }
    if !".!?".contains(last.last ?? " ") {
      faults.append((opening.count, "the comment does not end as a sentence"))
    }
    return faults
  }

  static let functionLines = HouseRule(
    description: "a function has at most 60 lines, unless it is one switch of short cases"
  ) { file in
    FunctionLengths(file.tokens.code).functions
      .filter { $0.lines > 60 && !$0.isSwitchOfShortCases }
      .map { ($0.line, "\($0.name) has \($0.lines) lines") }
  }

  private static let emptyWords: Set = [
    "Manager", "Handler", "Helper", "Helpers", "Util", "Utils", "Utility", "Utilities", "Service",
    "Data", "Info", "Base", "Common", "Impl", "New",
  ]

  static let typeNames = HouseRule(description: "no type is named by a word that says nothing") {
    file in
    file.types.compactMap { type in
      let words = wordsOf(type.text)
      guard
        let word = [words.first, words.last].compactMap({ $0 }).first(where: emptyWords.contains)
      else { return nil }
      return (type.line, "\(type.text): what does \(word) say?")
    }
  }

  /// Such a type hides the module where a name must be qualified; nobody imports tests or tools.
  static let moduleNames = HouseRule(description: "no type bears its module's name") { file in
    file.part == .tests || file.part == .tool
      ? []
      : file.types.filter { $0.text == file.module }.map { ($0.line, "\($0.text) is the module") }
  }

  /// Ways out of the language's checks, and errors that nobody hears.
  static let forbiddenCode = HouseRule(
    description: "no try?, try!, as!, fatalError or empty catch"
  ) { file in
    let code = file.tokens.code
    return code.indices.compactMap { index in
      let here = code[index]
      let next = index + 1 < code.count ? code[index + 1] : nil
      switch here.text {
      case "try" where next?.touches == true && (next?.text == "?" || next?.text == "!"),
        "as" where next?.touches == true && next?.text == "!":
        return (here.line, here.text + (next?.text ?? ""))
      case "fatalError" where index == 0 || code[index - 1].text != ".":
        return (here.line, here.text)
      case "catch":
        guard let brace = code[index...].firstIndex(where: { $0.text == "{" }),
          brace + 1 < code.count, code[brace + 1].text == "}"
        else { return nil }
        return (here.line, "an empty catch")
      default: return nil
      }
    }
  }

  static let uncheckedNeedsReason = HouseRule(
    description: "what the compiler is told not to check has its reason in a comment beside it"
  ) { file in
    let code = file.tokens.code
    let commented = Set(file.tokens.comments.map(\.line))
    return code.indices.dropLast(2).compactMap { index in
      let words = code[index...index + 2].map(\.text)
      let isUnchecked = words.starts(with: ["@", "unchecked"])
      guard isUnchecked || words == ["nonisolated", "(", "unsafe"] else { return nil }
      let line = code[index].line
      return commented.contains(line) || commented.contains(line - 1)
        ? nil : (line, "no reason is given for \(words.joined())")
    }
  }

  static let classNeedsReason = HouseRule(
    description: "a class or an actor has its reason in a comment before it or atop its file"
  ) { file in
    let opening = file.lines.prefix { $0.hasPrefix("//") }.joined(separator: " ")
    let openingWords = Set(opening.split { !$0.isLetter }.map { $0.lowercased() })
    let code = file.tokens.code
    let commented = Set(file.tokens.comments.map(\.line))
    return code.indices.dropLast().compactMap { index in
      let line = code[index].line
      guard ["class", "actor"].contains(code[index].text),
        code[index + 1].text.first?.isUppercase == true,
        // Attributes may stand between the comment and the word.
        commented.isDisjoint(with: line - 2..<line), !openingWords.contains(code[index].text)
      else { return nil }
      return (line, "why is \(code[index + 1].text) no value?")
    }
  }

  static let nothingUnfinished = HouseRule(description: "nothing is left to be done in a comment") {
    file in
    file.tokens.comments.filter { comment in
      ["TO" + "DO", "FIX" + "ME", "XX" + "X"].contains { comment.text.contains($0) }
    }.map { ($0.line, $0.text) }
  }
}

/// The words of a name in camel case: `HTTPGatewayInfo` is HTTP, Gateway, Info.
func wordsOf(_ name: String) -> [String] {
  var words: [String] = []
  var before: Character = "_"
  for (character, after) in zip(name, name.dropFirst().map(Optional.init) + [nil]) {
    let begins =
      character.isUppercase && (!before.isUppercase || after.map(\.isLowercase) ?? false)
    if begins || words.isEmpty { words.append("") }
    words[words.count - 1].append(character)
    before = character
  }
  return words
}
