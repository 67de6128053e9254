// Telnet on text sockets: what its commands do to the session. A peer that speaks no telnet meets
// none of it.

internal import BookingAgent
internal import LineProtocol

extension Session {
  /// Whether octets may hold telnet commands: on a text socket, as long as it speaks text.
  private var mayHoldTelnet: Bool { isSocket && mode == .text }

  /// Takes octets that arrived, with the telnet in them taken out.
  func frame(_ octets: UnsafeRawBufferPointer) {
    if takesKeys, telnet.passes(octets) { return takeKey(octets) }
    if !mayHoldTelnet || telnet.passes(octets) {
      framer.receive(octets)
      return pull()
    }
    hasSpokenTelnet = true
    var steps: [TelnetStep] = []
    telnet.receive(octets, into: &steps)
    for step in steps where flow.stage == .open && mayHoldTelnet { take(step) }
  }

  private func take(_ step: TelnetStep) {
    switch step {
    case .octets(let octets) where takesKeys: takeKey(octets)
    case .octets(let octets):
      framer.receive(octets)
      pull()
    // Replies are put there whole, so this stands between two of them.
    case .answer(let octets): output += octets
    case .interrupt:
      framer.eraseLine()
      hideInput(while: .heard)
      interrupt()
    case .areYouThere: greet(Reply(.heard, lines: ["Here."]))
    case .eraseCharacter: framer.eraseCharacter()
    case .eraseLine: framer.eraseLine()
    case .window(let columns, let rows): resized(columns: columns, rows: rows)
    case .hopeless: bid(.endlessLine)
    }
  }

  /// Has a telnet client hide what is typed while a token is to follow, and show it again.
  func hideInput(while code: ReplyCode) {
    guard mayHoldTelnet, hasSpokenTelnet else { return }
    if code == .challenge {
      output += telnet.hideInput()
    } else {
      let shown = telnet.showInput()
      // The line end that was typed was hidden, too.
      if !shown.isEmpty { output += shown + Array("\r\n".utf8) }
    }
  }
}
