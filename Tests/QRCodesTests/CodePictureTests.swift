// What is drawn is the code that the library makes, module for module, in a border that is light.

import CQREncode
import QRCodes
import Testing

struct CodePictureTests {
  static let texts = [
    "x", "https://id.example/device?user_code=WDJB-MJHT", "https://id.example/Größe",
    "https://id.example/authorize?state=" + String(repeating: "ab-_~9", count: 60),
    String(repeating: "x", count: 2_953),
  ]

  @Test("The lines are the modules of the library, and light around them", arguments: texts)
  func modules(text: String) throws {
    let picture = try #require(CodePicture(of: text))
    let octets = Array(text.utf8)
    let code = try #require(QRcode_encodeData(Int32(octets.count), octets, 0, QR_ECLEVEL_L))
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    // Characters to modules, from the top: filled is light.
    let rows = picture.lines.flatMap { line -> [[Bool]] in
      [line.map { "▀█".contains($0) }, line.map { "▄█".contains($0) }]
    }
    #expect(picture.columns == width + 8)
    #expect(picture.lines.allSatisfy { $0.count == picture.columns })
    // Half a character is left at the end: the number of rows is odd.
    #expect(rows.count == picture.columns + 1)
    #expect(rows.last?.contains(true) == false)
    let drawn = rows.dropLast().enumerated().flatMap { row, modules in
      modules.enumerated().map { column, isLight in
        let place = 0..<width
        guard place.contains(row - 4), place.contains(column - 4) else { return isLight }
        let isDark = code.pointee.data[(row - 4) * width + column - 4] & 1 == 1
        return isLight != isDark
      }
    }
    #expect(!drawn.contains(false))
  }

  @Test("Nothing, and more than a code holds, has no picture", arguments: [0, 2_954])
  func noPicture(octets: Int) {
    #expect(CodePicture(of: String(repeating: "x", count: octets)) == nil)
  }
}
