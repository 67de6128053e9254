// Codes that a camera reads, drawn with characters. Nothing of a text is kept but its picture.

internal import CQREncode

/// A QR code (ISO/IEC 18004) as a square of dark and light modules.
public struct CodePicture: Hashable, Sendable {
  /// How many modules are in a row of it, without its border.
  public let modules: Int
  private let isDark: [Bool]

  /// How much light stands around it, in modules: less and cameras do not find it (ISO/IEC 18004).
  public static let border = 4

  /// The code of a text; nil where it is longer than any holds.
  public init?(of text: String) {
    let octets = Array(text.utf8)
    // Version 0 is the smallest that will do. Nothing of a screen is worn off or torn away, so that
    // the least correction of errors keeps it small.
    guard !octets.isEmpty, octets.count <= Int(Int32.max),
      let code = QRcode_encodeData(Int32(octets.count), octets, 0, QR_ECLEVEL_L)
    else { return nil }
    defer { QRcode_free(code) }
    modules = Int(code.pointee.width)
    // The lowest bit tells the colour (qrencode.h).
    isDark = (0..<modules * modules).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// How wide its lines are, in columns.
  public var columns: Int { modules + 2 * Self.border }

  /// Whether a module is dark; those around it are light.
  public func isDark(row: Int, column: Int) -> Bool {
    let place = 0..<modules
    return place.contains(row) && place.contains(column) && isDark[row * modules + column]
  }

  /// Its lines for a terminal that is dark: two modules one above the other are a character, and
  /// what is light is filled.
  public var lines: [String] {
    let all = -Self.border..<modules + Self.border
    return stride(from: all.lowerBound, to: all.upperBound, by: 2).map { row in
      String(
        all.map { column -> Character in
          let isUpperLight = !isDark(row: row, column: column)
          let isLowerLight = row + 1 < all.upperBound && !isDark(row: row + 1, column: column)
          return Self.character(isUpperLight, isLowerLight)
        })
    }
  }

  private static func character(_ isUpperFilled: Bool, _ isLowerFilled: Bool) -> Character {
    switch (isUpperFilled, isLowerFilled) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
  }
}
