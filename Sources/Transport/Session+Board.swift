// A board that is drawn over all that a terminal shows, until a key is pressed.

internal import BookingAgent
internal import LineEditing
internal import LineProtocol
internal import QRCodes

/// How a board is drawn (ECMA-48, and the other screen of xterm, which every usual terminal has).
/// Pure: lines in, octets out.
package enum BoardDrawing {
  /// The other screen, without a cursor.
  package static let begin = Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J".utf8)
  /// Back to what was there before.
  package static let end = Array("\u{1B}[?25h\u{1B}[?1049l".utf8)
  private static let home = "\u{1B}[H"
  private static let restOfLine = "\u{1B}[K\r\n"
  private static let restOfScreen = "\u{1B}[J"

  /// Lines as far as they fit into so many columns and rows; the last row says how many do not.
  package static func octets(of lines: [String], columns: Int, rows: Int) -> [UInt8] {
    var shown = lines.map(VisibleText.shown)
    if shown.count >= rows {
      let count = max(0, rows - 2)
      shown = Array(shown.prefix(count)) + ["… \(shown.count - count)"]
    }
    let text = shown.map { TextColumns.beginning(of: $0, columns: columns - 1) + restOfLine }
    return Array((home + text.joined() + restOfScreen).utf8)
  }
}

extension Session {
  /// Finds out how large the terminal is, if it is one.
  func askWindow() {
    if let editor {
      let size = editor.size
      loop.collect(.resized(id, columns: size.columns, rows: size.rows))
      loop.touch(self)
    } else if isSocket, mode == .text {
      hasSpokenTelnet = true
      output += telnet.askForWindow()
    }
  }

  /// Messages whose lines end where the terminal does, or where was asked for; bars stay whole.
  func fitting(_ messages: [ReplyMessage]) -> [ReplyMessage] {
    guard let columns = roomInLine else { return messages }
    return messages.map { message in
      var message = message
      message.lines = message.lines.flatMap { line in
        Markup.isBar(line) ? [line] : TextColumns.pieces(of: line, columns: columns)
      }
      return message
    }
  }

  /// How much room there is in a line; nil where nobody knows.
  private var roomInLine: Int? {
    guard mode == .text, let whole = columns ?? editor?.size.columns ?? window?.columns else {
      return nil
    }
    // Before a line stands what tells news from answers, and on sockets the code.
    return isForPeople ? whole - 3 : whole - 8
  }

  /// Makes messages fit, with what is drawn below them: a code that would be wider than the
  /// terminal is told in words. Hands back the lines of what was drawn.
  func illustrate(_ messages: inout [ReplyMessage]) -> [String] {
    var drawn: [String] = []
    for place in messages.indices {
      guard let text = messages[place].scanned else { continue }
      let picture = CodePicture(of: text).flatMap { $0.columns <= roomInLine ?? 0 ? $0 : nil }
      drawn += picture?.lines ?? []
      if picture == nil { messages[place].lines.append(text) }
    }
    messages = fitting(messages)
    if !messages.isEmpty { messages[messages.count - 1].lines += drawn }
    return drawn
  }

  /// The terminal is so large, or has become so.
  func resized(columns: Int, rows: Int) {
    window = (columns, rows)
    loop.collect(.resized(id, columns: columns, rows: rows))
  }

  /// Draws a board, or takes it away.
  func show(_ board: [String]?) {
    guard flow.stage == .open else { return }
    guard let board else { return leaveBoard() }
    guard flow.waitingOctets < loop.limits.outputPausesReadingOctets else { return }
    // Who looks is there.
    flow.heardLine(at: loop.now)
    if !hasBoard {
      hasBoard = true
      erasePrompt()
      output += BoardDrawing.begin
    }
    let size = editor?.size ?? window ?? (80, 24)
    let start = output.count
    output += BoardDrawing.octets(of: board, columns: size.columns, rows: size.rows)
    paintBars(from: start)
  }

  /// The screen is as it was before.
  func leaveBoard() {
    guard hasBoard else { return }
    (hasBoard, isLeavingBoard) = (false, false)
    boardKeys.clear()
    output += BoardDrawing.end
  }

  /// What comes over a board is a key: it takes the board away, and means nothing else.
  func takeKey() {
    guard !isLeavingBoard else { return }
    isLeavingBoard = true
    interrupt()
  }

  /// Keys at a terminal, each whole.
  func takeKeys(_ octets: UnsafeRawBufferPointer) {
    boardKeys.receive(octets)
    while let key = boardKeys.next() { loop.collect(.pressed(id, BoardKey(key))) }
  }

  /// The same of octets of lines: what comes behind the first line end is said.
  func takeKey(_ octets: some Collection<UInt8>) {
    takeKey()
    let end = octets.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    guard let end else { return }
    framer.receive(Array(octets[end...]))
    pull()
  }

  /// Whether what comes now is a key, and nothing that is said.
  var takesKeys: Bool { hasBoard && !isLeavingBoard }
}

extension BoardKey {
  /// What a key does over a board; arrows come as Emacs knows them.
  fileprivate init(_ key: Key) {
    switch key {
    case .characters(["\u{2}"]): self = .left
    case .characters(["\u{6}"]): self = .right
    case .characters(["\u{10}"]): self = .up
    case .characters(["\u{E}"]): self = .down
    case .characters(["\r"]), .characters(["\n"]): self = .enter
    case .characters, .interrupt, .end: self = .other
    }
  }
}
