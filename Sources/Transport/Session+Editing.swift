// A terminal on which lines are edited: what is typed goes to the editor, and its lines to the
// framer, as if they had come so.

internal import BookingAgent
internal import LineEditing
internal import LineProtocol

extension Session {
  /// Whether a person reads it, not a program that knows the codes.
  var isForPeople: Bool {
    switch face.kind {
    case .terminal, .pipe: true
    case .standardStreams, .tcp, .unix: false
    }
  }

  /// Octets have come that are keys.
  func type(_ octets: UnsafeRawBufferPointer, into editor: LineEditor) {
    editor.receive(octets)
    // Nothing can be dropped but the wait for an answer.
    if editor.takeImpatience() { loop.stop() }
  }

  /// Whether so much was typed ahead that no more is to be read.
  var isTypedFull: Bool { editor?.isFull ?? false }

  /// Does what was typed, as far as it is the person's turn and the terminal shows it in time.
  func edit() {
    guard let editor, flow.waitingOctets < loop.limits.outputPausesReadingOctets else { return }
    while flow.stage == .open, let deed = editor.nextDeed() {
      prompt?.isShown = false
      output += editor.takeDrawing()
      take(deed)
      if deed == .leave { break }
      showPrompt()
    }
    output += editor.takeDrawing()
    if editor.isPaused { loop.touch(self) }
  }

  private func take(_ deed: LineEditor.Deed) {
    loop.touch(self)
    switch deed {
    case .line(let octets):
      framer.receive(octets + [UInt8(ascii: "\n")])
      pull()
    case .interrupted: interrupt()
    case .leave: loop.stop()
    case .ended: endedInput()
    }
  }

  /// Gives the terminal back: no line is typed any more.
  func stopEditing() {
    leaveBoard()
    guard let editor else { return }
    if prompt?.isShown == true { editor.leaveLine() }
    output += editor.takeDrawing()
    editor.end()
    self.editor = nil
    prompt = nil
  }

  /// What an answer says about the lines to come.
  func heedCode(_ code: ReplyCode) {
    // The next line is a secret.
    if let editor {
      editor.isNextSecret = editor.isNextSecret || code == .challenge
    } else if face.kind == .terminal {
      if code == .challenge { TerminalEcho.hide() } else { TerminalEcho.show() }
    }
    guard code == .goodbye, face.kind == .terminal else { return }
    stopEditing()
    prompt = nil
    isOver = true
  }

  /// Whether a person at a terminal has said all, and only waits.
  var isOnlyWaiting: Bool { face.kind == .terminal && (isOver || flow.isInputEnded) }
}

// MARK: - The terminal and its other users

extension Session {
  /// Makes room on the screen for what others write; the line comes back when this wake is over.
  func clearLine() {
    guard editor != nil, flow.stage == .open else { return }
    erasePrompt()
    flush()
    loop.touch(self)
  }

  /// The window has another size.
  func resized() {
    guard let editor else { return }
    editor.resize()
    if hasBoard { askWindow() }
    output += editor.takeDrawing()
    loop.touch(self)
  }

  /// Gives the terminal to others while the process is stopped.
  func stepAside(while pause: () -> Void) {
    clearLine()
    editor?.stepAside()
    pause()
    editor?.stepBack()
  }

  /// The process goes on after it was stopped; others had the terminal.
  func cameBack() {
    guard let editor else { return }
    clearLine()
    editor.stepBack()
  }
}
