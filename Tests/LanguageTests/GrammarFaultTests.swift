// A grammar with a broken line is refused with its file, its line and what would have been right.

import Grammar
import Language
import Testing

@Suite struct GrammarFaultTests {
  /// A lexicon or phrases with one fault, where it is and what is said of it.
  struct Row: CustomTestStringConvertible {
    let file: String
    let text: String
    let line: Int
    let reason: String
    let nearest: String?
    var testDescription: String { reason }
  }

  static let rows = [
    Row(
      file: "xx.phrases", text: "book:\n  {clok}\n", line: 2,
      reason: "there is no slot named \"clok\"", nearest: "clock"),
    Row(
      file: "xx.phrases", text: "bok:\n  reserve\n", line: 2,
      reason: "there is no intent named \"bok\"", nearest: "book"),
    Row(
      file: "xx.phrases", text: "<at>:\n  at\nbook:\n  <ad> noon\n", line: 4,
      reason: "there is no part named \"ad\"", nearest: "at"),
    Row(
      file: "xx.phrases", text: "{clock}:\n  {number} = hours\n", line: 2,
      reason: "there is no meaning named \"hours\"", nearest: "hour"),
    Row(
      file: "xx.phrases", text: "  reserve\n", line: 1,
      reason: "a phrase stands before the first heading", nearest: nil),
    Row(
      file: "xx.phrases", text: "# remark\n\nbook\n", line: 3,
      reason: "a heading ends with a colon, and a phrase begins with a space", nearest: nil),
    Row(
      file: "xx.phrases", text: "book:\n  (a | b\n", line: 2, reason: "a \")\" is missing",
      nearest: nil),
    Row(
      file: "xx.phrases", text: "book:\n  a )\n", line: 2,
      reason: "a bracket is closed that was not opened", nearest: nil),
    Row(
      file: "xx.phrases", text: "book:\n  (a | )\n", line: 2, reason: "an alternative is empty",
      nearest: nil),
    Row(
      file: "xx.phrases", text: "book:\n  [a]\n", line: 2, reason: "the phrase may be empty",
      nearest: nil),
    Row(
      file: "xx.phrases", text: "Book 1:\n  a\n", line: 1,
      reason: "a heading is an intent, a {slot} or a <part>", nearest: nil),
    Row(
      file: "xx.phrases", text: "book:\n  a |\n", line: 2, reason: "an alternative is empty",
      nearest: nil),
    Row(
      file: "xx.phrases", text: "book:\n  {room\n", line: 2, reason: "a \"}\" is missing",
      nearest: nil),
    Row(
      file: "xx.phrases", text: "book:\n  a > b\n", line: 2, reason: "\">\" stands alone",
      nearest: nil),
    Row(
      file: "xx.phrases",
      text: "book:\n  " + String(repeating: "(", count: 100) + "a"
        + String(repeating: ")", count: 100) + "\n", line: 2,
      reason: "brackets are nested too deeply", nearest: nil),
    Row(
      file: "xx.lexicon", text: "<at>: " + (0..<66_000).map { "w\($0)" }.joined(separator: ", "),
      line: 1, reason: "the grammar is too large", nearest: nil),
    Row(
      file: "xx.lexicon", text: ": at\n", line: 1, reason: "an entry begins with a name",
      nearest: nil),
    Row(
      file: "xx.lexicon", text: "<at> at\n", line: 1,
      reason: "an entry is a name, a colon and words", nearest: nil),
    Row(
      file: "xx.phrases", text: "<at>:\n  <at>\n", line: 2, reason: "the phrase makes itself",
      nearest: nil),
    Row(
      file: "xx.phrases", text: "{clock}:\n  {number} = hour 1 2 3\n", line: 2,
      reason: "a meaning has at most two arguments", nearest: nil),
    Row(
      file: "xx.phrases", text: "book:\n " + String(repeating: " (a | b)", count: 13) + "\n",
      line: 2, reason: "the phrase has too many ways to be said", nearest: nil),
    Row(
      file: "xx.phrases",
      text: "book:\n " + String(repeating: " (a | b) [c]", count: 1000) + "\n",
      line: 2, reason: "the phrase has too many ways to be said", nearest: nil),
    Row(
      file: "xx.phrases", text: "book:\n " + String(repeating: " a", count: 10_000) + "\n",
      line: 2, reason: "the phrase is too long", nearest: nil),
  ]

  @Test("A broken line is reported with its place and the nearest name", arguments: rows)
  func reports(row: Row) throws {
    let sound = try #require(GrammarSource.builtIn.first { $0.name == "intents.txt" })
    let fault = #expect(throws: GrammarFault.self) {
      try GrammarCompiler.compile([sound, GrammarSource(name: row.file, text: row.text)])
    }
    #expect(fault?.file == row.file)
    #expect(fault?.line == row.line)
    #expect(fault?.reason == row.reason)
    #expect(fault?.nearest == row.nearest)
  }

  @Test("More languages than a line can be judged by are refused")
  func languages() throws {
    let sound = try #require(GrammarSource.builtIn.first { $0.name == "intents.txt" })
    let many = "abcdefghi".map {
      GrammarSource(name: "\($0)\($0).phrases", text: "book:\n  reserve\($0)\n")
    }
    let fault = #expect(throws: GrammarFault.self) {
      try GrammarCompiler.compile([sound] + many)
    }
    #expect(fault?.file == "ii.phrases")
    #expect(fault?.reason == "there are more than 8 languages")
  }

  @Test("The table of intents must name every intent, and slots that there are")
  func intents() throws {
    let sound = try #require(GrammarSource.builtIn.first { $0.name == "intents.txt" })
    let without = sound.text.split(separator: "\n").filter { !$0.hasPrefix("undo:") }
    let fault = #expect(throws: GrammarFault.self) {
      try GrammarCompiler.compile([
        GrammarSource(name: "intents.txt", text: without.joined(separator: "\n"))
      ])
    }
    #expect(fault?.reason == "the intent undo is missing")
    let odd = #expect(throws: GrammarFault.self) {
      try GrammarCompiler.compile([GrammarSource(name: "intents.txt", text: "undo: rom\n")])
    }
    #expect(odd?.nearest == "room")
    let short = #expect(throws: GrammarFault.self) {
      try GrammarCompiler.compile([GrammarSource(name: "intents.txt", text: "undo\n")])
    }
    #expect(short?.reason == "a line is an intent, a colon and its slots")
    let unknown = #expect(throws: GrammarFault.self) {
      try GrammarCompiler.compile([GrammarSource(name: "intents.txt", text: "undoo: room\n")])
    }
    #expect(unknown?.reason == "there is no intent named \"undoo\"")
    #expect(unknown?.nearest == "undo")
    let none = #expect(throws: GrammarFault.self) { try GrammarCompiler.compile([]) }
    #expect(none?.reason == "the file is missing")
  }
}
