// Colour for bars, in which what is taken stands out, and for pictures, which a camera reads in any
// terminal if they are white on black. Pure: octets in, octets out.

/// Paints what was written for a terminal.
package enum BarPaint {
  /// U+2588, by which a bar shows what is taken.
  private static let taken: [UInt8] = [0xE2, 0x96, 0x88]
  /// Red, and back to what was before (ECMA-48 SGR).
  private static let begin = Array("\u{1B}[31m".utf8)
  private static let end = Array("\u{1B}[39m".utf8)

  /// White on black, whatever the terminal's own colours, and back to these.
  private static let beginPicture = Array("\u{1B}[97;40m".utf8)
  private static let endPicture = Array("\u{1B}[39;49m".utf8)

  /// The octets with the lines of a picture in its colours, wherever in a line they begin, and all
  /// others with bars in theirs.
  package static func painted(_ octets: ArraySlice<UInt8>, picture: [String]) -> [UInt8] {
    if picture.isEmpty { return painted(octets) }
    var rows = picture.map { Array($0.utf8) }[...]
    let lines = octets.split(separator: lineFeed, omittingEmptySubsequences: false)
    var painted: [UInt8] = []
    for (place, line) in lines.enumerated() {
      if place > 0 { painted.append(lineFeed) }
      let end = line.last == carriageReturn ? line.dropLast() : line
      if let row = rows.first, end.count >= row.count, end.suffix(row.count).elementsEqual(row) {
        painted += end.dropLast(row.count) + beginPicture + row + endPicture
        painted += line[end.endIndex...]
        rows = rows.dropFirst()
      } else {
        painted += Self.painted(line)
      }
    }
    return painted
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// The octets with each run of taken cells in colour. Whoever wrote such a cell into a title has
  /// it painted, too, and nothing else is steered by it.
  package static func painted(_ octets: ArraySlice<UInt8>) -> [UInt8] {
    var painted: [UInt8] = []
    var rest = octets
    var isInColour = false
    while let octet = rest.first {
      let isTaken = octet == taken[0] && rest.starts(with: taken)
      if isTaken != isInColour {
        painted += isTaken ? begin : end
        isInColour = isTaken
      }
      let count = isTaken ? taken.count : 1
      painted += rest.prefix(count)
      rest = rest.dropFirst(count)
    }
    return painted + (isInColour ? end : [])
  }
}
