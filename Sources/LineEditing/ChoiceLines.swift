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
