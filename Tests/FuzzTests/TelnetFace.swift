// A stream on a text socket in which telnet is spoken: however it arrives, the same steps and the
// same lines come of it, and no answer is more than it may be.

import LineProtocol

struct TelnetFace: Sendable {
  /// What comes of a stream: octets of lines as they came, and what was made of them.
  private struct Outcome: Equatable {
    var steps: [TelnetStep] = []
    var lines: [FramedLine] = []
  }

  func check(_ stream: [UInt8], _ choice: UInt8) -> Verdict {
    var verdict = Verdict()
    let limits = choice & 2 == 0 ? ProtocolLimits() : ProtocolLimits.small
    var stream = stream
    if choice & 4 != 0 {
      guard let length = headerLength(of: stream, &verdict) else { return verdict }
      stream.removeFirst(length)
    }
    let whole = outcome([stream], limits, &verdict)
    let length = 1 + Int(choice >> 3)
    let cut = stride(from: 0, to: stream.count, by: length).map {
      Array(stream[$0...].prefix(length))
    }
    verdict.expect(outcome(cut, limits, &verdict) == whole, "the stream cut otherwise is another")
    if stream.count < 600 {
      let single = outcome(stream.map { [$0] }, limits, &verdict)
      verdict.expect(single == whole, "the stream octet by octet is another")
    }
    for line in whole.lines {
      if case .line = line { verdict.isTaken = true }
    }
    return verdict
  }

  /// Octets of the header, if there is one.
  private func headerLength(of stream: [UInt8], _ verdict: inout Verdict) -> Int? {
    let header = ProxyHeader(of: stream)
    var decided: ProxyHeader?
    for count in 0..<min(stream.count, 300) {
      let here = ProxyHeader(of: stream.prefix(count))
      if let decided { verdict.expect(here == decided, "a decision about a header was changed") }
      if here != .undecided { decided = here }
    }
    if let decided { verdict.expect(header == decided, "a decision about a header was changed") }
    switch header {
    case .undecided, .refused: return nil
    case .local(let length), .peer(_, let length):
      verdict.expect(
        length <= min(stream.count, ProtocolLimits().proxyHeaderOctetsMax), "a header of \(length)")
      verdict.expect(
        ProxyHeader(of: stream.prefix(length - 1)) == .undecided, "a header was taken too early")
      if case .peer(.address(let octets, _), _) = header {
        verdict.expect([4, 16].contains(octets.count), "an address of \(octets.count) octets")
      }
      return min(length, stream.count)
    }
  }

  private func outcome(
    _ pieces: [[UInt8]], _ limits: ProtocolLimits, _ verdict: inout Verdict
  ) -> Outcome {
    var filter = TelnetFilter(limits: limits)
    var framer = LineFramer(mode: .text, limits: limits)
    var outcome = Outcome()
    for piece in pieces {
      var steps: [TelnetStep] = []
      let passes = piece.withUnsafeBytes { octets in
        let passes = filter.passes(octets)
        filter.receive(octets, into: &steps)
        return passes
      }
      if passes {
        verdict.expect(steps == (piece.isEmpty ? [] : [.octets(piece)]), "what passes is changed")
      }
      for step in steps {
        take(step, &framer)
        while let line = framer.next() { outcome.lines.append(line) }
        verdict.expect(
          framer.octetsKept <= limits.lineOctetsMax(in: framer.mode) + 1,
          "\(framer.octetsKept) octets are kept")
        add(step, to: &outcome.steps)
      }
    }
    framer.finish()
    while let line = framer.next() { outcome.lines.append(line) }
    check(outcome.steps, arrived: pieces.reduce(0) { $0 + $1.count }, limits, &verdict)
    return outcome
  }

  private func take(_ step: TelnetStep, _ framer: inout LineFramer) {
    switch step {
    case .octets(let octets): framer.receive(octets)
    case .eraseCharacter: framer.eraseCharacter()
    case .eraseLine, .interrupt: framer.eraseLine()
    case .answer, .areYouThere, .window, .hopeless: break
    }
  }

  /// Octets of lines that follow each other become one step.
  private func add(_ step: TelnetStep, to steps: inout [TelnetStep]) {
    if case .octets(let more) = step, case .octets(let before)? = steps.last {
      steps[steps.count - 1] = .octets(before + more)
    } else {
      steps.append(step)
    }
  }

  private func check(
    _ steps: [TelnetStep], arrived: Int, _ limits: ProtocolLimits, _ verdict: inout Verdict
  ) {
    var answers = 0
    var octetsOfLines = 0
    for (index, step) in steps.enumerated() {
      switch step {
      case .octets(let octets):
        octetsOfLines += octets.count
        verdict.expect(!octets.isEmpty, "a step of no octets")
      case .answer(let octets):
        answers += 1
        verdict.expect(
          octets.count == 3 && octets[0] == 255 && (251...254).contains(octets[1]),
          "no answer of telnet: \(octets)")
      case .window(let columns, let rows):
        verdict.expect(
          (1...65_535).contains(columns) && (1...65_535).contains(rows),
          "a window of \(columns) by \(rows)")
      case .hopeless: verdict.expect(index == steps.count - 1, "something comes after the end")
      case .interrupt, .areYouThere, .eraseCharacter, .eraseLine: break
      }
    }
    verdict.expect(answers <= limits.telnetAnswersMax, "\(answers) answers")
    verdict.expect(octetsOfLines <= arrived, "more octets of lines than came")
  }
}
