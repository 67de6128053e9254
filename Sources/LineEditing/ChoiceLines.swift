// Names side by side, on as many lines of a terminal as they may take.

internal import CEdit

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Names to choose from.
struct ChoiceLines {
  let lines: [String]

  /// Fills lines of so many columns; what does not fit is counted.
  init(of names: [String], columns: Int, linesMax: Int) {
    var lines: [String] = []
    for (index, name) in names.enumerated() {
      let longer = lines.last.map { "\($0)  \(name)" }
      if let longer, TextColumns.count(of: longer) < columns {
        lines[lines.count - 1] = longer
      } else if lines.count < linesMax {
        lines.append(name)
      } else {
        lines.append(LineEditingWording.more(names.count - index))
        break
      }
    }
    self.lines = lines
  }
}

/// How much room text takes on a terminal.
package enum TextColumns {
  /// The library knows wide characters once it is told that the terminal shows Unicode.
  private static let knowsWideOnes = usher_locale_is_utf8()

  /// The columns that a text takes.
  package static func count(of text: String) -> Int {
    guard knowsWideOnes else { return text.count }
    return text.unicodeScalars.reduce(0) { $0 + Int(usher_columns(wchar_t($1.value))) }
  }

  /// A line in pieces of at most so many columns, broken at blanks alone: a word that is longer, as
  /// an address, stays whole and can be copied; the terminal goes on with it in its next row.
  package static func pieces(of line: String, columns: Int) -> [String] {
    guard count(of: line) > columns, columns > 0 else { return [line] }
    var pieces: [String] = []
    var rest = line[...]
    while count(of: String(rest)) > columns {
      let fitting = beginning(of: String(rest), columns: columns)
      // At least one character, or it would never end.
      let end = rest.index(rest.startIndex, offsetBy: max(1, fitting.count))
      let isAtBlank = rest[end...].first == " "
      let before = isAtBlank ? end : rest[..<end].lastIndex(of: " ")
      // What is set in is not torn from its blanks.
      let hasWord = before.map { rest[..<$0].contains { $0 != " " } } ?? false
      let behind = rest[end...].firstIndex(of: " ") ?? rest.endIndex
      let cut = hasWord ? before ?? behind : behind
      pieces.append(String(rest[..<cut]))
      rest = rest[cut...].drop { $0 == " " }
    }
    return rest.isEmpty ? pieces : pieces + [String(rest)]
  }

  /// As much of a text from its beginning as so many columns show.
  package static func beginning(of text: String, columns: Int) -> String {
    var room = columns
    return String(
      text.prefix { character in
        room -= count(of: String(character))
        return room >= 0
      })
  }
}

/// How large a terminal is.
struct TerminalSize {
  let columns: Int
  let rows: Int

  /// Asks the terminal; 80 columns in 24 rows if it does not know.
  init(of descriptor: Int32) {
    var size = winsize()
    let isKnown =
      ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    columns = isKnown ? Int(size.ws_col) : 80
    rows = isKnown ? Int(size.ws_row) : 24
  }
}
