// How octets of a terminal become keys: each is handed on whole, so that nobody waits in the middle
// of one. Pure: it knows no terminal.

/// What somebody pressed.
package enum Key: Hashable {
  /// A character, or ESC and one. A key that terminals send in several ways, as an arrow, is the
  /// one character by which Emacs knows it.
  case characters([Unicode.Scalar])
  /// Ctrl-C.
  case interrupt
  /// Ctrl-D.
  case end
}

/// Cuts the octets of a terminal into keys.
package struct KeyFramer {
  private var octets: [UInt8] = []
  private var start = 0
  /// Ctrl-C among what waits.
  package private(set) var interruptsWaiting = 0

  /// Octets beyond which a key is none.
  private let octetsMax: Int

  package init(keyOctetsMax: Int = LineEditingLimits().keyOctetsMax) { octetsMax = keyOctetsMax }

  /// Octets that wait.
  package var count: Int { octets.count - start }

  package mutating func receive(_ arrived: some Collection<UInt8>) {
    octets.removeFirst(start)
    start = 0
    octets += arrived
    interruptsWaiting += arrived.count { $0 == Self.interrupt }
  }

  /// Forgets what waits.
  package mutating func clear() {
    octets = []
    start = 0
    interruptsWaiting = 0
  }

  /// The next key; nil until it is whole.
  package mutating func next() -> Key? {
    while start < octets.count {
      switch octets[start] {
      case Self.interrupt:
        start += 1
        interruptsWaiting -= 1
        return .interrupt
      case Self.end:
        start += 1
        return .end
      case Self.escape:
        switch sequence() {
        case .key(let length):
          if let characters = Self.meaning(of: take(length)) { return .characters(characters) }
        case .characterBehindEscape:
          guard let (scalar, length) = character(at: start + 1) else { return nil }
          start += 1 + length
          return .characters(["\u{1B}", scalar])
        case .nothing(let length): start += length
        case .unfinished: return nil
        }
      default:
        guard let (scalar, length) = character(at: start) else { return nil }
        start += length
        return .characters([scalar])
      }
    }
    return nil
  }

  private mutating func take(_ length: Int) -> ArraySlice<UInt8> {
    defer { start += length }
    return octets[start..<start + length]
  }

  private static let interrupt: UInt8 = 0x03
  private static let end: UInt8 = 0x04
  private static let escape: UInt8 = 0x1B
}

// MARK: - Behind ESC

extension KeyFramer {
  /// What an ESC begins.
  private enum Sequence {
    /// A key of so many octets.
    case key(Int)
    case characterBehindEscape
    /// So many octets that mean nothing.
    case nothing(Int)
    case unfinished
  }

  private func sequence() -> Sequence {
    guard start + 1 < octets.count else { return .unfinished }
    switch octets[start + 1] {
    // CSI, and SS3 of keys in application mode.
    case UInt8(ascii: "["), UInt8(ascii: "O"): return controlSequence()
    case Self.interrupt, Self.end, Self.escape: return .nothing(1)
    default: return .characterBehindEscape
    }
  }

  /// ECMA-48 5.4: parameters, intermediates and one final octet.
  private func controlSequence() -> Sequence {
    var index = start + 2
    // The Linux console sends F1 to F5 as `ESC [ [ A` to `E`.
    if index < octets.count, octets[index] == UInt8(ascii: "[") { index += 1 }
    while index < octets.count {
      switch octets[index] {
      case 0x20...0x3F: index += 1
      case 0x40...0x7E: return .key(index + 1 - start)
      default: return .nothing(index - start)
      }
      if index - start > octetsMax { return .nothing(index - start) }
    }
    return .unfinished
  }
}

// MARK: - Keys that have names

extension KeyFramer {
  /// What a whole sequence of CSI or SS3 means, as xterm, rxvt, the Linux console and their like
  /// send it; nil for a key that does nothing to a line.
  private static func meaning(of sequence: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
    let inside = String(decoding: sequence.dropFirst(2).dropLast(), as: UTF8.self)
    switch (inside, sequence.last.map { Unicode.Scalar($0) }) {
    // With Ctrl or Alt by words.
    case ("1;5", "C"?), ("1;3", "C"?): return ["\u{1B}", "f"]
    case ("1;5", "D"?), ("1;3", "D"?): return ["\u{1B}", "b"]
    case ("", "A"?): return [ctrl("P")]
    case ("", "B"?): return [ctrl("N")]
    case ("", "C"?): return [ctrl("F")]
    case ("", "D"?): return [ctrl("B")]
    case ("", "H"?), ("1", "~"?), ("7", "~"?): return [ctrl("A")]
    case ("", "F"?), ("4", "~"?), ("8", "~"?): return [ctrl("E")]
    case ("3", "~"?): return [ctrl("D")]
    default: return nil
    }
  }

  private static func ctrl(_ letter: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(letter.value) & 0x1F)
  }
}

// MARK: - Characters

extension KeyFramer {
  /// The character that begins there and its octets; nil as long as some are to come. What is no
  /// UTF-8 (RFC 3629), or a control of C1, which no key sends, is U+FFFD.
  private func character(at index: Int) -> (Unicode.Scalar, length: Int)? {
    guard index < octets.count else { return nil }
    let length = Self.length(from: octets[index])
    let rest = octets[index...].dropFirst().prefix(length - 1)
    let whole = rest.prefix { $0 & 0xC0 == 0x80 }
    if whole.count < length - 1 {
      return whole.count < rest.count || index + 1 + whole.count < octets.count
        ? (.unreadable, 1 + whole.count) : nil
    }
    let text = String(validating: octets[index..<index + length], as: UTF8.self)
    guard let scalar = text?.unicodeScalars.first, !(0x80...0x9F).contains(scalar.value) else {
      return (.unreadable, length)
    }
    return (scalar, length)
  }

  /// How many octets a character has that begins with this one; 1 if none begins so.
  private static func length(from lead: UInt8) -> Int {
    switch lead {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}

extension Unicode.Scalar {
  /// What stands in a line for octets that cannot be read.
  static let unreadable: Unicode.Scalar = "\u{FFFD}"
}
