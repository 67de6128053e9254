// Lines in pieces that a terminal shows whole.

import LineEditing
import Testing

struct TextColumnsTests {
  @Test(
    "A line is broken at blanks, where a word ends; wide characters take two columns",
    arguments: [
      ("one two three", 7, ["one two", "three"]), ("one two three", 13, ["one two three"]),
      ("one two three", 3, ["one", "two", "three"]), ("", 5, [""]), ("abcdef", 1, ["abcdef"]),
      ("  indented by two", 8, ["  indented", "by two"]), ("會議室 會議", 6, ["會議室", "會議"]),
      ("會議室", 1, ["會議室"]),
      ("see https://a.example/b?c=d then", 10, ["see", "https://a.example/b?c=d", "then"]),
      ("e\u{301}e\u{301} e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
    ] as [(String, Int, [String]?)])
  func pieces(line: String, columns: Int, expected: [String]?) {
    let pieces = TextColumns.pieces(of: line, columns: columns)
    if let expected { #expect(pieces == expected) }
    let letters = line.filter { $0 != " " }
    #expect(pieces.joined().filter { $0 != " " } == letters)
  }
}
