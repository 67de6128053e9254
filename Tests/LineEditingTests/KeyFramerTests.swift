// Octets of a terminal become whole keys, however they arrive.

import LineEditing
import Testing

struct KeyFramerTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let octets: [UInt8]
    let keys: [Key]
    var testDescription: String { "\(octets)" }

    init(_ text: String, _ keys: [Key]) { self.init(Array(text.utf8), keys) }

    init(_ octets: [UInt8], _ keys: [Key]) {
      self.octets = octets
      self.keys = keys
    }
  }

  private static func ctrl(_ letter: Character) -> Key {
    .characters([Unicode.Scalar((letter.asciiValue ?? 0) & 0x1F)])
  }

  private static let unreadable = Key.characters(["\u{FFFD}"])

  static let rows = [
    Row("a", [.characters(["a"])]),
    Row("äé", [.characters(["ä"]), .characters(["é"])]),
    Row("日🐟", [.characters(["日"]), .characters(["🐟"])]),
    Row("\u{3}", [.interrupt]),
    Row("\u{4}a", [.end, .characters(["a"])]),
    Row("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", ["P", "N", "F", "B"].map(ctrl)),
    Row("\u{1B}OA\u{1B}OH\u{1B}OF\u{1B}[H\u{1B}[F", ["P", "A", "E", "A", "E"].map(ctrl)),
    Row("\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~\u{1B}[3~", ["A", "E", "A", "E", "D"].map(ctrl)),
    Row("\u{1B}[1;5Cx", [.characters(["\u{1B}", "f"]), .characters(["x"])]),
    Row("\u{1B}[1;3D", [.characters(["\u{1B}", "b"])]),
    // F1 of the Linux console, F5, a page up, the beginning of a paste: nothing to a line.
    Row("\u{1B}[[A\u{1B}[15~\u{1B}[5~\u{1B}[200~\u{1B}OPx", [.characters(["x"])]),
    Row("\u{1B}b", [.characters(["\u{1B}", "b"])]),
    Row("\u{1B}ä", [.characters(["\u{1B}", "ä"])]),
    // ESC alone waits for what it belongs to, and a key that is not whole is none.
    Row("\u{1B}", []),
    Row("\u{1B}[1;", []),
    Row([0xE6, 0x97], []),
    // What cannot be a key is passed over, up to what can.
    Row("\u{1B}\u{1B}[A", [ctrl("P")]),
    Row("\u{1B}[1\u{3}", [.interrupt]),
    Row("\u{1B}\u{3}", [.interrupt]),
    Row("\u{1B}[" + String(repeating: "1", count: 31) + "q", [.characters(["q"])]),
    // What is no UTF-8: alone, cut off, overlong, a surrogate, a control of C1.
    Row([0xFF, 0x61], [unreadable, .characters(["a"])]),
    Row([0xE6, 0x97, 0x61], [unreadable, .characters(["a"])]),
    Row([0xE6, 0x03], [unreadable, .interrupt]),
    Row([0xC0, 0xAF], [unreadable, unreadable]),
    Row([0xED, 0xA0, 0x80], [unreadable]),
    Row([0xC2, 0x9B], [unreadable]),
  ]

  @Test("Octets are cut into keys, in one piece and one at a time", arguments: rows)
  func cuts(row: Row) {
    var whole = KeyFramer()
    whole.receive(row.octets)
    #expect(keys(of: &whole) == row.keys)
    var parts = KeyFramer()
    var found: [Key] = []
    for octet in row.octets {
      parts.receive([octet])
      found += keys(of: &parts)
    }
    #expect(found == row.keys)
  }

  private func keys(of framer: inout KeyFramer) -> [Key] {
    var keys: [Key] = []
    while let key = framer.next() { keys.append(key) }
    return keys
  }

  @Test("Ctrl-C is counted as long as it waits")
  func counts() {
    var framer = KeyFramer()
    framer.receive([0x61, 3, 3])
    #expect(framer.interruptsWaiting == 2)
    #expect(keys(of: &framer) == [.characters(["a"]), .interrupt, .interrupt])
    #expect(framer.interruptsWaiting == 0)
    framer.receive([3])
    framer.clear()
    #expect(framer.interruptsWaiting == 0)
    #expect(framer.count == 0)
    #expect(framer.next() == nil)
  }
}
