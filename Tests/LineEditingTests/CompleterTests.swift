// What TAB makes of the text before the cursor.

import LineEditing
import Testing

struct CompleterTests {
  static let completer = Completer(
    names: [
      "Aquarium", "Blue Room", "Blue Room Annex", "Cockpit", "Grüner Salon", "Ana Pérez",
      "Anabel Ruiz", "Rosa", "bad\u{1B}[31m",
    ],
    words: ["/as", "/auth", "/quit"])

  struct Row: CustomTestStringConvertible, Sendable {
    let text: String
    let completion: Completer.Completion
    var testDescription: String { text }

    init(_ text: String, _ completion: Completer.Completion) {
      self.text = text
      self.completion = completion
    }
  }

  static let rows: [Row] = [
    Row("aq", .replace(count: 2, with: "Aquarium", isWhole: true)),
    Row("is Coc", .replace(count: 3, with: "Cockpit", isWhole: true)),
    // The longest piece that begins a name: not Rosa.
    Row("book blue r", .replace(count: 6, with: "Blue Room", isWhole: false)),
    Row("book Blue Room", .choose(["Blue Room", "Blue Room Annex"])),
    Row("book Blue Room a", .replace(count: 11, with: "Blue Room Annex", isWhole: true)),
    Row("book Cockpit and r", .replace(count: 1, with: "Rosa", isWhole: true)),
    Row("gruner", .replace(count: 6, with: "Grüner Salon", isWhole: true)),
    // With the mark as a character of its own, which is taken away, too.
    Row("gru\u{308}n", .replace(count: 5, with: "Grüner Salon", isWhole: true)),
    Row("with an", .replace(count: 2, with: "Ana", isWhole: false)),
    Row("with ana", .choose(["Ana Pérez", "Anabel Ruiz"])),
    Row("with ana p", .replace(count: 5, with: "Ana Pérez", isWhole: true)),
    Row("quarium", .nothing),
    Row("bad", .nothing),
    Row("/q", .replace(count: 2, with: "/quit", isWhole: true)),
    Row("/", .choose(["/as", "/auth", "/quit"])),
    Row("/as ro", .replace(count: 2, with: "Rosa", isWhole: true)),
    // A slash is no word of the session within a line.
    Row("a /q", .nothing),
  ]

  @Test("Names and words are completed", arguments: rows)
  func completes(row: Row) {
    #expect(Self.completer.completion(of: row.text) == row.completion)
  }

  @Test("Where no word has begun all names are offered, but those that would steer a terminal")
  func offersAll() {
    let shown = Array(Self.completer.names.dropLast())
    #expect(Self.completer.completion(of: "") == .choose(shown))
    #expect(Self.completer.completion(of: "book ") == .choose(shown))
    #expect(Completer().completion(of: "") == .nothing)
  }

  @Test("Two of one name are one")
  func namesOnce() {
    let completer = Completer(names: ["Kim", "Kim"])
    #expect(
      completer.completion(of: "k") == .replace(count: 1, with: "Kim", isWhole: true))
  }
}
