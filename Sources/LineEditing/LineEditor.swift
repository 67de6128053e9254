// One line at a terminal: what is typed, shown and taken back. It neither reads nor writes: octets
// are handed in, and what it draws is handed out, so that nobody ever waits for it.
// A class: the library calls back to it.

internal import CEdit

/// Edits lines at a terminal.
public final class LineEditor {
  private enum State {
    /// The terminal is as it was found; nothing was begun.
    case before
    case shown
    /// The line is not on the screen: news are, or an answer is awaited. Nil if it is a new one.
    case aside(Draft?)
    case over
  }

  /// A line that is put aside.
  private struct Draft {
    var characters: [Unicode.Scalar]
    var cursor: Int
  }

  private var editor: OpaquePointer?
  private var settings: Settings
  private let output: Int32
  private var state = State.before
  private var framer: KeyFramer
  private var drawing: [UInt8] = []
  private var keyInHand: ArraySlice<Unicode.Scalar> = []
  /// What TAB found, to be shown once the library has done with the key.
  private var choices: [String] = []
  private var isAboutToLeave = false
  /// Whether more was typed than was done.
  package private(set) var isPaused = false
  private let promptText: CText
  private let noText = CText("")

  /// Whether the prompt stands before lines; from the next one on.
  package var showsPrompt = true

  /// Whether the next line is a secret: neither shown nor remembered.
  package var isNextSecret = false
  /// What was typed of it.
  private var hidden = HiddenLine()

  /// An editor on a terminal, which is not touched before the first line is shown; nil where it is
  /// none, cannot move its cursor (`TERM=dumb`), or the system has no locale with UTF-8.
  public init?(input: Int32 = 0, output: Int32 = 1, settings: Settings) {
    self.settings = settings
    self.output = output
    framer = KeyFramer(keyOctetsMax: settings.limits.keyOctetsMax)
    promptText = CText(Self.painted(settings))
    guard usher_locale_is_utf8() else { return nil }
    var owner = usher_editor_owner(
      owner: Unmanaged.passUnretained(self).toOpaque(),
      next: { LineEditor.at($0).nextCharacter($1) },
      draw: { LineEditor.at($0).draw($1, $2) },
      prompt: { LineEditor.at($0).promptNow },
      complete: { LineEditor.at($0).complete() },
      erase: { LineEditor.at($0).erase() })
    editor = usher_editor_open(input, output, &owner, Int32(settings.limits.historyLinesMax))
    guard editor != nil else { return nil }
    remember()
  }

  deinit {
    end()
    if let editor { usher_editor_close(editor) }
  }

  /// Has the process use a locale with UTF-8, if there is one. To be called before there are
  /// threads, because it holds for all of them.
  public static func chooseLocale() { _ = usher_locale_is_utf8() }

  /// Bold cyan (ECMA-48 SGR). An octet 1 stands before and behind what has no width.
  private static func painted(_ settings: Settings) -> String {
    guard settings.isPainted else { return settings.prompt }
    let text = settings.prompt.prefix { $0 != " " }
    let blanks = settings.prompt.dropFirst(text.count)
    return "\u{1}\u{1B}[1;36m\u{1}\(text)\u{1}\u{1B}[0m\u{1}\(blanks)"
  }

  private static func at(_ owner: UnsafeMutableRawPointer?) -> LineEditor {
    guard let owner else { preconditionFailure("the library hands back what it was given") }
    return Unmanaged<LineEditor>.fromOpaque(owner).takeUnretainedValue()
  }
}

// MARK: - Showing

extension LineEditor {
  /// What was drawn since it was last asked for.
  package func takeDrawing() -> [UInt8] {
    defer { drawing = [] }
    return drawing
  }

  /// Whether a line can be typed now.
  package var isShown: Bool { if case .shown = state { true } else { false } }

  /// Shows the line, or a new one; the cursor has to be at the margin. False where the terminal
  /// cannot be had.
  package func show() -> Bool {
    switch state {
    case .before:
      guard usher_editor_take_terminal(editor) else { return false }
      begin()
    case .aside(nil): begin()
    case .aside(let draft?):
      state = .shown
      insert(draft.characters)
      usher_editor_move(editor, draft.cursor)
      usher_editor_redraw(editor)
    case .shown: break
    case .over: return false
    }
    return true
  }

  private func begin() {
    state = .shown
    usher_editor_begin(editor)
  }

  /// Takes the line off the screen, as if it had never been there.
  package func hide() {
    guard isShown else { return }
    let (text, cursor) = line
    usher_editor_move(editor, text.count)
    usher_editor_delete(editor, text.count)
    state = .aside(Draft(characters: text, cursor: cursor))
    // Neither prompt nor text: that it was there is what it takes to erase it.
    usher_editor_refresh(editor)
  }

  /// Leaves the line where it is, and goes to the next line of the screen.
  package func leaveLine() {
    guard isShown else { return }
    usher_editor_move(editor, characterCount)
    usher_editor_refresh(editor)
    draw("\n")
    state = .aside(nil)
  }

  /// Gives the terminal back, for good.
  package func end() {
    if case .over = state { return }
    if case .before = state {} else { usher_editor_give_back(editor) }
    state = .over
    framer.clear()
  }

  /// Gives the terminal back for a while. What was drawn has to leave first.
  package func stepAside() { usher_editor_give_back(editor) }

  /// Takes the terminal again after others had it.
  package func stepBack() {
    switch state {
    case .before, .over: break
    case .shown, .aside: _ = usher_editor_take_terminal(editor)
    }
  }

  /// How large the terminal is, in characters.
  package var size: (columns: Int, rows: Int) {
    let size = TerminalSize(of: output)
    return (size.columns, size.rows)
  }

  /// Looks how large the terminal is now.
  package func resize() {
    let wasShown = isShown
    hide()
    usher_editor_resize(editor)
    if wasShown { _ = show() }
  }

  fileprivate var promptNow: UnsafePointer<CChar> {
    isShown && showsPrompt ? promptText.start : noText.start
  }

  fileprivate func draw(_ octets: UnsafePointer<CChar>?, _ count: Int) {
    drawing += UnsafeRawBufferPointer(start: octets, count: count)
  }

  private func draw(_ text: String) { drawing += text.utf8 }
}

// MARK: - Keys

extension LineEditor {
  /// Octets have come from the terminal.
  package func receive(_ octets: UnsafeRawBufferPointer) { framer.receive(octets) }

  /// Whether so much was typed ahead that no more is to be read.
  package var isFull: Bool { framer.count >= settings.limits.typedAheadOctetsMax }

  /// Whether somebody who waits has asked twice to be let go; what they typed is then forgotten.
  package func takeImpatience() -> Bool {
    guard !isShown, framer.interruptsWaiting > 1 else { return false }
    framer.clear()
    return true
  }

  /// Does what was typed, up to the next deed; nil if there is none, or if much was drawn, which
  /// has to leave first.
  package func nextDeed() -> Deed? {
    isPaused = false
    while isShown {
      isPaused = drawing.count >= settings.limits.drawingOctetsMax
      guard !isPaused, let key = framer.next() else { return nil }
      switch key {
      case .interrupt: return interrupt()
      case .end:
        if characterCount == 0, hidden.isEmpty {
          leaveLine()
          return .ended
        }
        press(["\u{4}"])
      case .characters(let characters) where isNextSecret:
        guard let octets = hidden.take(characters, max: settings.limits.lineCharactersMax) else {
          continue
        }
        isNextSecret = false
        leaveLine()
        return .line(octets)
      case .characters(let characters): press(characters)
      }
      isAboutToLeave = false
      if let octets = endedLine() { return .line(octets) }
    }
    return nil
  }

  private func press(_ characters: [Unicode.Scalar]) {
    let isText = characters.count == 1 && characters[0].value >= 0x20 && characters[0] != "\u{7F}"
    if isText, characterCount >= settings.limits.lineCharactersMax { return }
    keyInHand = characters[...]
    usher_editor_press(editor)
    // What the library did not know is no text.
    keyInHand = []
    showChoices()
  }

  fileprivate func nextCharacter(_ character: UnsafeMutablePointer<wchar_t>?) -> Bool {
    guard let next = keyInHand.popFirst() else { return false }
    character?.pointee = wchar_t(next.value)
    return true
  }

  /// The line as the library has it, and where the cursor is.
  private func withLine<Result>(
    _ body: (UnsafeBufferPointer<wchar_t>, _ cursor: Int) -> Result
  ) -> Result {
    var (count, cursor) = (0, 0)
    let start = usher_editor_line(editor, &count, &cursor)
    return body(UnsafeBufferPointer(start: start, count: count), cursor)
  }

  private var line: (text: [Unicode.Scalar], cursor: Int) {
    withLine { characters, cursor in
      let text = characters.map {
        Unicode.Scalar(UInt32(truncatingIfNeeded: $0)) ?? .unreadable
      }
      return (text, cursor)
    }
  }

  private var characterCount: Int { withLine { characters, _ in characters.count } }

  /// What stands before the cursor.
  private var textBefore: String {
    let (text, cursor) = line
    var before = String.UnicodeScalarView()
    before.append(contentsOf: text[..<cursor])
    return String(before)
  }

  private func insert(_ characters: some Sequence<Unicode.Scalar>) {
    let ended = characters.map { wchar_t($0.value) } + [0]
    _ = ended.withUnsafeBufferPointer { usher_editor_insert(editor, $0.baseAddress) }
  }

  /// The line's octets, if it was ended.
  private func endedLine() -> [UInt8]? {
    let isEnded = withLine { characters, _ in characters.last == wchar_t(UInt8(ascii: "\n")) }
    guard isEnded else { return nil }
    let characters = line.text
    state = .aside(nil)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: characters.dropLast())
    remember(String(text))
    // 0xFF is no octet of UTF-8 (RFC 3629).
    return characters.dropLast().flatMap { $0 == .unreadable ? [0xFF] : Array(String($0).utf8) }
  }

  private func interrupt() -> Deed {
    let isEmpty = characterCount == 0 && hidden.isEmpty
    hidden.forget()
    isNextSecret = false
    if isEmpty, isAboutToLeave { return .leave }
    isAboutToLeave = true
    usher_editor_move(editor, characterCount)
    usher_editor_refresh(editor)
    draw("\(LineEditingWording.interrupted)\n")
    if isEmpty { draw("\(LineEditingWording.againEnds)\n") }
    state = .aside(nil)
    return .interrupted
  }

  /// Takes away the character before the cursor, with all that it is made of.
  fileprivate func erase() {
    usher_editor_delete(editor, textBefore.last?.unicodeScalars.count ?? 0)
  }
}

// MARK: - Completion

extension LineEditor {
  fileprivate func complete() {
    switch settings.completer().completion(of: textBefore) {
    case .nothing: draw("\u{7}")
    case .choose(let names): choices = names
    case .replace(let count, let name, let isWhole):
      usher_editor_delete(editor, count)
      let (text, cursor) = line
      let isBlankNext = cursor < text.count && text[cursor] == " "
      insert((name + (isWhole && !isBlankNext ? " " : "")).unicodeScalars)
    }
  }

  private func showChoices() {
    guard !choices.isEmpty else { return }
    let lines = ChoiceLines(
      of: choices, columns: TerminalSize(of: output).columns,
      linesMax: settings.limits.choiceLinesMax)
    choices = []
    hide()
    for line in lines.lines { draw("\(line)\n") }
    _ = show()
  }
}

// MARK: - History

extension LineEditor {
  /// Takes up what was typed at earlier starts.
  private func remember() {
    do throws(HistoryFault) {
      for line in try settings.history?.read() ?? [] { usher_editor_remember(editor, line) }
    } catch {
      forget(because: error)
    }
  }

  private func remember(_ line: String) {
    guard LineHistory.keeps(line, limits: settings.limits), !settings.isSecret(line) else { return }
    usher_editor_remember(editor, line)
    do throws(HistoryFault) { try settings.history?.add(line) } catch { forget(because: error) }
  }

  /// Goes on in memory alone.
  private func forget(because fault: HistoryFault) {
    settings.history = nil
    settings.tell(fault)
  }
}
