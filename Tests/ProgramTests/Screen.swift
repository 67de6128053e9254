// What a terminal shows: the few controls that a line editor sends, carried out (ECMA-48, and
// xterm's way of wrapping).

/// The lines of a terminal that never scrolls.
struct Screen {
  private var rows: [[Character]] = [[]]
  private var row = 0
  private var column = 0
  private let columns: Int

  /// What is shown after an output.
  init(_ output: String, columns: Int = Terminal.columns) {
    self.columns = columns
    var rest = output.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\r": column = 0
      case "\n": goDown(1)
      case "\u{8}": column = max(0, min(column, columns - 1) - 1)
      case "\u{7}": break
      case "\u{1B}" where rest.first == "[":
        let parameters = rest.dropFirst().prefix { $0.value < 0x40 }
        rest = rest.dropFirst(1 + parameters.count)
        if let final = rest.popFirst() { carryOut(final, String(parameters)) }
      default: show(Character(scalar))
      }
    }
  }

  /// The lines without what is blank at their ends.
  var lines: [String] {
    rows.map { row in
      // The second half of a wide character is no character.
      String(String(row.filter { $0 != "\0" }).reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The line the cursor is in, and how many columns stand before it.
  var line: String { lines[row] }
  var cursor: Int { min(column, columns - 1) }

  private mutating func goDown(_ count: Int) {
    row += count
    while rows.count <= row { rows.append([]) }
  }

  private mutating func show(_ character: Character) {
    // Ideographs and kana, which are all that is typed here of what is wide.
    let isWide = ("\u{3040}"..."\u{9FFF}").contains(character)
    if column + (isWide ? 2 : 1) > columns {
      column = 0
      goDown(1)
    }
    put(character)
    if isWide { put("\0") }
  }

  private mutating func put(_ character: Character) {
    while rows[row].count <= column { rows[row].append(" ") }
    rows[row][column] = character
    column += 1
  }

  private mutating func carryOut(_ final: Unicode.Scalar, _ parameters: String) {
    let count = max(1, Int(parameters.split(separator: ";").first ?? "") ?? 1)
    let here = min(column, rows[row].count)
    switch final {
    case "A": row = max(0, row - count)
    case "B": goDown(count)
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = count - 1
    case "K" where parameters.isEmpty || parameters == "0": rows[row].removeSubrange(here...)
    case "J" where parameters.isEmpty || parameters == "0":
      rows[row].removeSubrange(here...)
      rows.removeSubrange((row + 1)...)
    case "P": rows[row].removeSubrange(here..<min(here + count, rows[row].count))
    case "@": rows[row].insert(contentsOf: Array(repeating: " ", count: count), at: here)
    default: break
    }
  }
}
