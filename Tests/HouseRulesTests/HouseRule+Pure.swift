// The rules that keep the pure part pure and the tests honest.

extension HouseRule {
  private static let systemModules: Set = [
    "Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationInternationalization",
    "Glibc", "Musl", "Darwin", "Dispatch", "Synchronization", "XCTest", "os",
  ]

  static let pureImports = HouseRule(
    description: "the pure part imports nothing of the operating system"
  ) { file in
    guard file.part == .pure else { return [] }
    return file.imports.filter { systemModules.contains($0.text) }
      .map { ($0.line, "import \($0.text)") }
  }

  private static let impureWords: Set = [
    "ContinuousClock", "SuspendingClock", "SystemRandomNumberGenerator", "CommandLine",
    "DispatchQueue", "sleep",
  ]
  private static let impureCalls: Set = ["print", "debugPrint", "dump", "readLine"]
  private static let drawing: Set = ["random", "randomElement", "shuffled", "shuffle"]

  static let pureHeart = HouseRule(
    description: "the pure part reads no clock, draws no chance, sleeps and prints nothing"
  ) { file in
    guard file.part == .pure else { return [] }
    let code = file.tokens.code
    return code.indices.compactMap { index in
      let here = code[index]
      let before = index > 0 ? code[index - 1].text : ""
      let isCall = index + 1 < code.count && code[index + 1].text == "("
      let isMember = before == "."
      if impureWords.contains(here.text), !isMember || here.text == "sleep", before != "case" {
        return (here.line, here.text)
      }
      if here.text == "Task", startsTask(code[index...]), !types.contains(before) {
        return (here.line, here.text)
      }
      if isCall, !isMember, before != "func", impureCalls.contains(here.text) {
        return (here.line, here.text)
      }
      // Chance that is handed in is an argument: `random(in: …, using: &generator)`.
      if isCall, isMember, drawing.contains(here.text),
        !code[index...].prefix(while: { $0.line <= here.line + 2 && $0.text != ")" })
          .contains(where: { $0.text == "using" })
      {
        return (here.line, ".\(here.text)")
      }
      return nil
    }
  }

  private static let types: Set = ["struct", "enum", "class", "actor", "extension"]

  /// Whether Swift's `Task` is used, not a type of ours by that name.
  private static func startsTask(_ code: ArraySlice<Token>) -> Bool {
    let next = code.dropFirst().prefix(2).map(\.text)
    return next.first == "{" || ["sleep", "detached", "immediate", "yield"].contains(next.last)
  }

  static let testsOfTheFace = HouseRule(
    description: "a test uses a module's face, runs always and does not sleep"
  ) { file in
    guard file.part == .tests else { return [] }
    let code = file.tokens.code
    return code.indices.compactMap { index in
      let here = code[index]
      let before = index > 0 ? code[index - 1].text : ""
      switch (before, here.text) {
      case ("@", "testable"), (".", "disabled"), (".", "sleep"):
        return (here.line, before + here.text)
      case (_, "usleep"), (_, "nanosleep"): return (here.line, here.text)
      default: return nil
      }
    }
  }
}
