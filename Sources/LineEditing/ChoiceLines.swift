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
      if let longer, Self.columns(of: longer) < columns {
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

  /// Columns that a text takes, as the system counts them.
  private static func columns(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + Int(usher_columns(wchar_t($1.value))) }
  }
}

/// How large a terminal is.
struct TerminalSize {
  let columns: Int

  /// Asks the terminal; 80 columns if it does not know.
  init(of descriptor: Int32) {
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    columns = isKnown ? Int(size.ws_col) : 80
  }
}
