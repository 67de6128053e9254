// Colour for bars: what is taken stands out. Pure: octets in, octets out.

/// Paints what was written for a terminal.
package enum BarPaint {
  /// U+2588, by which a bar shows what is taken.
  private static let taken: [UInt8] = [0xE2, 0x96, 0x88]
  /// Red, and back to what was before (ECMA-48 SGR).
  private static let begin = Array("\u{1B}[31m".utf8)
  private static let end = Array("\u{1B}[39m".utf8)

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
