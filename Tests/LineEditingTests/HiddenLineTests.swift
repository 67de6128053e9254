// What is typed unseen: the octets of a line, whatever keys were pressed on the way.

import LineEditing
import Testing

@Suite("Hidden lines")
struct HiddenLineTests {
  @Test(
    "Characters count, erasing takes them away, other keys do nothing",
    arguments: [
      ("geheim\r", "geheim"), ("gx\u{7F}eheim\n", "geheim"), ("falsch\u{15}neu\r", "neu"),
      ("\u{7F}\u{8}a\r", "a"), ("\r", ""), ("ä€😀\r", "ä€😀"), ("a\t\u{1}b\r", "ab"),
      ("12345678901\r", "1234567890"),
    ])
  func takes(keys: String, line: String) {
    var hidden = HiddenLine()
    let ended = keys.unicodeScalars.compactMap { hidden.take([$0], max: 10) }
    #expect(ended == [Array(line.utf8)] && hidden.isEmpty)
  }

  @Test("A key of several characters, as an arrow, is no text")
  func skipsKeys() {
    var hidden = HiddenLine()
    #expect(hidden.take(["\u{1B}", "[", "A"], max: 10) == nil && hidden.isEmpty)
  }
}
