// Whether lines are as written, where `*` in a pattern stands for anything, also for line ends.

/// Expected lines, each to the letter or a pattern.
struct LinePattern {
  private enum Piece: Equatable {
    case letters([UInt8])
    case anything
  }

  private let pieces: [Piece]

  init(_ lines: [(text: String, isPattern: Bool)]) {
    var pieces: [Piece] = []
    for (index, line) in lines.enumerated() {
      if index > 0 { pieces.append(.letters([UInt8(ascii: "\n")])) }
      guard line.isPattern else {
        pieces.append(.letters(Array(line.text.utf8)))
        continue
      }
      let parts = line.text.utf8.split(
        separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
      for (place, part) in parts.enumerated() {
        if place > 0 { pieces.append(.anything) }
        if !part.isEmpty { pieces.append(.letters(Array(part))) }
      }
    }
    self.pieces = pieces
  }

  func matches(_ lines: [String]) -> Bool {
    let octets = Array(lines.joined(separator: "\n").utf8)
    // Where the text may be after the pieces so far; bounded by the text's length.
    var places: Set<Int> = [0]
    for piece in pieces {
      switch piece {
      case .letters(let letters):
        places = Set(
          places.compactMap { place in
            octets[place...].starts(with: letters) ? place + letters.count : nil
          })
      case .anything:
        guard let first = places.min() else { return false }
        places = Set(first...octets.count)
      }
      if places.isEmpty { return false }
    }
    return places.contains(octets.count)
  }
}
