// From octets to lines, without a socket and without a clock: fed with what arrived, asked for what
// it makes. Memory stays within one line and what one call brought.

/// What the octets of a connection amount to.
public enum FramedLine: Hashable, Sendable {
  /// One line without its end; in text mode UTF-8 without controls, never empty.
  case line([UInt8])
  /// The first line of a text connection began with `{`: from here on it is JSON for good.
  case switchedToJSON
  /// A line that was not taken; the next one is framed as usual.
  case refused(LineFault)
  /// Nothing more will come: reply, then close.
  case hopeless(ConnectionFault)
}

/// Cuts a stream of octets into lines, on octets and never on characters. Ask `next` until it is
/// `nil` before more is read: what is not asked for yet is kept.
public struct LineFramer: Sendable {
  private enum State {
    /// Before the first line that is not empty: it may belong to another protocol.
    case opening
    case framing
    /// Inside a line that was refused as too long, so many octets of it gone.
    case skipping(octets: Int)
    case closed
  }

  /// How lines end and what they may hold now.
  public private(set) var mode: LineMode
  private let limits: ProtocolLimits
  private let refusesOtherProtocols: Bool
  private var state = State.opening
  private var buffer: [UInt8] = []
  /// Where the line under way begins.
  private var head = 0
  /// Octets before this one hold no line end.
  private var scanned = 0
  /// Whether the buffer still begins with the connection's first octet.
  private var isAtConnectionStart = true
  /// A CR ended the line before: an LF or NUL that follows belongs to it (RFC 854).
  private var followsCR = false
  private var hasEnded = false
  /// Where the line that is not ended yet begins, as far as octets were looked at for editing.
  private var unendedFrom = 0
  private var lookedAtForEditing = 0

  /// A framer at the beginning of a connection.
  ///
  /// `refusesOtherProtocols` is for sockets, where a browser or a scanner may call; a person who
  /// types `GET ME A ROOM` on standard input is meant.
  public init(
    mode: LineMode, limits: ProtocolLimits = ProtocolLimits(), refusesOtherProtocols: Bool = true
  ) {
    self.mode = mode
    self.limits = limits
    self.refusesOtherProtocols = refusesOtherProtocols
  }

  /// Whether the connection was given up; what arrives now is dropped.
  public var isClosed: Bool {
    if case .closed = state { true } else { false }
  }

  /// Octets kept: of the line under way and of lines not asked for yet.
  public var octetsKept: Int { buffer.count - head }

  /// Takes what arrived.
  public mutating func receive(_ octets: [UInt8]) {
    octets.withUnsafeBytes { receive($0) }
  }

  /// Takes what arrived.
  public mutating func receive(_ octets: UnsafeRawBufferPointer) {
    if isClosed || hasEnded { return }
    dropFramed()
    buffer.append(contentsOf: octets)
  }

  /// Takes the end of the input: what is left without an end is refused, not carried out.
  public mutating func finish() { hasEnded = true }

  /// Goes on in another mode from the next line on, as `/mode json` asks.
  public mutating func switchTo(_ mode: LineMode) {
    self.mode = mode
    scanned = head
    unendedFrom = head
    lookedAtForEditing = head
  }

  /// The next line or event, or `nil` until more arrives.
  public mutating func next() -> FramedLine? {
    while true {
      switch state {
      case .closed: return nil
      case .opening:
        skipLineEnds()
        switch examineOpening() {
        case .undecided: return ended()
        case .hopeless(let fault): return giveUp(fault)
        case .json where mode == .text:
          switchTo(.json)
          state = .framing
          return .switchedToJSON
        case .json, .ours: state = .framing
        }
      case .framing, .skipping:
        switch frame() {
        case .event(let event): return event
        case .again: continue
        case .starved: return ended()
        }
      }
    }
  }
}

// MARK: - One line

extension LineFramer {
  private enum Step {
    case event(FramedLine)
    case again
    case starved
  }

  private mutating func frame() -> Step {
    stepOverRestOfLineEnd()
    guard let end = indexOfLineEnd() else { return frameWithoutEnd() }
    if case .skipping(let skipped) = state {
      let length = skipped + end - head
      consume(through: end)
      state = .framing
      return length >= limits.endlessLineOctetsMax ? .event(giveUp(.endless)) : .again
    }
    var contentEnd = end
    if mode == .json, contentEnd > head, buffer[contentEnd - 1] == Octet.cr { contentEnd -= 1 }
    if contentEnd - head > limits.lineOctetsMax(in: mode) {
      // The line stays where it is: skipping it finds out whether it is hopelessly long.
      state = .skipping(octets: 0)
      return .event(.refused(.tooLong))
    }
    if contentEnd == head {
      consume(through: end)
      return .again
    }
    let line = Array(buffer[head..<contentEnd])
    consume(through: end)
    if mode == .text, let fault = TextOctets.fault(in: line) { return .event(.refused(fault)) }
    return .event(.line(line))
  }

  private mutating func frameWithoutEnd() -> Step {
    let waiting = buffer.count - head
    if case .skipping(let skipped) = state {
      // No more is counted than decides.
      let length = min(skipped + waiting, limits.endlessLineOctetsMax)
      state = .skipping(octets: length)
      drop(to: buffer.count)
      return length >= limits.endlessLineOctetsMax ? .event(giveUp(.endless)) : .starved
    }
    // In JSON mode a last CR may belong to the line end.
    let endsInCR = mode == .json && waiting > 0 && buffer[buffer.count - 1] == Octet.cr
    if waiting - (endsInCR ? 1 : 0) > limits.lineOctetsMax(in: mode) {
      state = .skipping(octets: 0)
      return .event(.refused(.tooLong))
    }
    scanned = buffer.count
    return .starved
  }

  private func indexOfLineEnd() -> Int? {
    buffer.withUnsafeBufferPointer { octets in
      var index = scanned
      switch mode {
      case .json:
        while index < octets.count, octets[index] != Octet.lf { index += 1 }
      case .text:
        while index < octets.count, octets[index] != Octet.lf, octets[index] != Octet.cr {
          index += 1
        }
      }
      return index < octets.count ? index : nil
    }
  }

  /// Steps over a line end; a CR may have a second octet still to come.
  private mutating func consume(through end: Int) {
    followsCR = mode == .text && buffer[end] == Octet.cr
    drop(to: end + 1)
  }

  private mutating func stepOverRestOfLineEnd() {
    guard followsCR, head < buffer.count else { return }
    followsCR = false
    if buffer[head] == Octet.lf || buffer[head] == Octet.nul { drop(to: head + 1) }
  }

  private mutating func drop(to index: Int) {
    head = index
    scanned = index
    isAtConnectionStart = false
  }

  /// An idle connection keeps little; a busy one keeps its buffer.
  private mutating func dropFramed() {
    if head == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= limits.textLineOctetsMax)
    } else if head > 0 {
      buffer.removeSubrange(..<head)
    }
    scanned -= head
    unendedFrom = max(0, unendedFrom - head)
    lookedAtForEditing = max(0, lookedAtForEditing - head)
    head = 0
  }

  private mutating func giveUp(_ fault: ConnectionFault) -> FramedLine {
    close()
    return .hopeless(fault)
  }

  private mutating func close() {
    state = .closed
    buffer = []
    head = 0
    scanned = 0
    unendedFrom = 0
    lookedAtForEditing = 0
  }

  /// When there is no whole line: nothing yet, or what the end of the input leaves.
  private mutating func ended() -> FramedLine? {
    if head == buffer.count { dropFramed() }
    guard hasEnded else { return nil }
    let isLeft = head < buffer.count
    close()
    return isLeft ? .refused(.unterminated) : nil
  }
}

// MARK: - Editing

extension LineFramer {
  /// Takes back the last character of the line that is not ended yet, as EC of telnet asks; nothing
  /// if there is none. A character is one of UTF-8, however many are drawn as one, or an octet that
  /// is of none. A line that was refused as too long stays refused.
  ///
  /// Ask `next` first: a line is refused by what has come up to then, not by what is left of it.
  public mutating func eraseCharacter() {
    let start = startOfUnendedLine()
    erase(from: buffer.count - buffer[start...].octetsOfLastCharacter, lineStart: start)
  }

  /// Drops the line that is not ended yet, as EL of telnet asks, and IP, with which a person drops
  /// more than the line. Of a line that was refused as too long the rest is not waited for.
  public mutating func eraseLine() {
    let start = startOfUnendedLine()
    if case .skipping = state, start == head { state = .framing }
    erase(from: start, lineStart: start)
  }

  private mutating func erase(from index: Int, lineStart: Int) {
    guard index < buffer.count else { return }
    buffer.removeSubrange(index...)
    if mode == .text, index == lineStart {
      // What is gone stood behind the CR, or was its NUL: what comes now is not the CR's.
      if index == head {
        followsCR = false
      } else if buffer[index - 1] == Octet.cr {
        buffer.append(Octet.lf)
        unendedFrom = buffer.count
      }
    }
    scanned = min(scanned, index)
    lookedAtForEditing = buffer.count
  }

  /// Where the line begins that is not ended yet; the end of the buffer if there is none. Each
  /// octet is looked at once, however many characters are erased: a flood of EC stays cheap.
  private mutating func startOfUnendedLine() -> Int {
    // Up to `scanned` there is no line end.
    let from = max(scanned, lookedAtForEditing)
    let end = buffer[from...].lastIndex {
      $0 == Octet.lf || (mode == .text && $0 == Octet.cr)
    }
    unendedFrom = max(end.map { $0 + 1 } ?? unendedFrom, head)
    lookedAtForEditing = buffer.count
    return unendedFrom
  }
}

// MARK: - The first octets

extension LineFramer {
  /// Empty lines before the first line are gone at once, so that ten megabytes of them cost
  /// nothing; only the very first octets wait, because a PROXY header begins with two of them.
  private mutating func skipLineEnds() {
    if isAtConnectionStart, mayBecomeProxyHeader { return }
    if isAtConnectionStart, buffer.starts(with: Octet.byteOrderMark) {
      drop(to: Octet.byteOrderMark.count)
    }
    stepOverRestOfLineEnd()
    while head < buffer.count {
      let octet = buffer[head]
      if octet == Octet.lf || (mode == .text && octet == Octet.cr) {
        consume(through: head)
        stepOverRestOfLineEnd()
      } else if octet == Octet.cr, head + 1 < buffer.count, buffer[head + 1] == Octet.lf {
        drop(to: head + 2)
      } else {
        return
      }
    }
  }

  private var mayBecomeProxyHeader: Bool {
    refusesOtherProtocols && !hasEnded
      && ProtocolOpening.proxyHeader.starts(with: buffer.prefix(5))
  }

  private func examineOpening() -> ProtocolOpening {
    let isCut = !hasEnded
    if isAtConnectionStart, isCut, buffer.count < Octet.byteOrderMark.count,
      Octet.byteOrderMark.starts(with: buffer)
    {
      return .undecided
    }
    return ProtocolOpening(
      of: buffer[head...], refusesOthers: refusesOtherProtocols, isAtEnd: hasEnded)
  }
}
