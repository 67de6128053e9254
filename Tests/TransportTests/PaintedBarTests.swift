// What is taken in a bar is painted, and nothing else of a line is changed.

import Testing
import Transport

struct PaintedBarTests {
  @Test(
    "Each run of taken cells is painted",
    arguments: [
      ("", ""), ("no bar", "no bar"), ("░█", "░{31}█{39}"), ("██░█·", "{31}██{39}░{31}█{39}·"),
      // Octets of the cell, but another character.
      ("▉█▇", "▉{31}█{39}▇"),
    ])
  func paints(text: String, painted: String) {
    let expected = painted.replacing("{", with: "\u{1B}[").replacing("}", with: "m")
    #expect(String(decoding: BarPaint.painted(Array(text.utf8)[...]), as: UTF8.self) == expected)
  }

  /// A picture of two lines, in the colours of one wherever it stands; bars beside it in theirs.
  @Test(
    "The lines of a picture are white on black",
    arguments: [
      ("█\n██\n▀ \n█", "{31}█{39}\n{97;40}██{39;49}\n{97;40}▀ {39;49}\n{31}█{39}"),
      ("250-██\r\n250 ▀ \r\n", "250-{97;40}██{39;49}\r\n250 {97;40}▀ {39;49}\r\n"),
      ("\n██", "\n{97;40}██{39;49}"), ("▀ \n█ ", "▀ \n{31}█{39} "),
    ])
  func paintsPicture(text: String, painted: String) {
    let expected = painted.replacing("{", with: "\u{1B}[").replacing("}", with: "m")
    let octets = BarPaint.painted(Array(text.utf8)[...], picture: ["██", "▀ "])
    #expect(String(decoding: octets, as: UTF8.self) == expected)
  }

  @Test("Half a cell is handed on as it is")
  func half() {
    #expect(BarPaint.painted([0xE2, 0x96]) == [0xE2, 0x96])
  }
}
