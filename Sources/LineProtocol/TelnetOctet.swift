// Octets with a meaning to telnet, and what is kept of a subnegotiation.

/// Octets with a meaning to telnet (RFC 854, 855; 236 to 239 of RFC 1184 and 885).
enum TelnetOctet {
  /// What is said of an option.
  enum Verb: UInt8 {
    case will = 251
    case wont = 252
    case `do` = 253
    case dont = 254
  }

  /// EOF. No command is below it.
  static let firstCommand: UInt8 = 236
  static let abort: UInt8 = 238
  static let subnegotiationEnd: UInt8 = 240
  static let breakSignal: UInt8 = 243
  static let interruptProcess: UInt8 = 244
  static let areYouThere: UInt8 = 246
  static let eraseCharacter: UInt8 = 247
  static let eraseLine: UInt8 = 248
  static let subnegotiationBegin: UInt8 = 250
  static let iac: UInt8 = 255

  /// Options: RFC 857, 860 and 1073.
  static let echo: UInt8 = 1
  static let timingMark: UInt8 = 6
  static let windowSize: UInt8 = 31

  static func octets(_ verb: Verb, _ option: UInt8) -> [UInt8] { [iac, verb.rawValue, option] }

  /// Where the first 255 stands from an index on, or the end. Eight octets a step: every octet of
  /// every client of a text socket is looked at here.
  static func indexOfIAC(in octets: UnsafeRawBufferPointer, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = start
    while index + 8 <= octets.count {
      let word = octets.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      // Not zero if an octet of the complement is zero: taking one from it borrows.
      if (~word &- ones) & word & (ones << 7) != 0 { break }
      index += 8
    }
    while index < octets.count, octets[index] != iac { index += 1 }
    return index
  }
}

/// What was said between IAC SB and IAC SE, as far as it is kept.
struct TelnetSubnegotiation {
  /// The option and what is said of it, a doubled 255 once.
  private var octets: [UInt8] = []
  /// Octets behind IAC SB, every one.
  private var length = 0
  private var isSpoilt = false
  private let keptOctetsMax: Int
  private let octetsMax: Int

  init(limits: ProtocolLimits) {
    keptOctetsMax = limits.telnetSubnegotiationKeptOctetsMax
    octetsMax = limits.telnetSubnegotiationOctetsMax
  }

  /// Whether so much came that no end will.
  var isEndless: Bool { length >= octetsMax }

  mutating func begin() {
    octets = []
    length = 0
    isSpoilt = false
  }

  mutating func keep(_ octet: UInt8) {
    length += 1
    if octets.count < keptOctetsMax { octets.append(octet) }
  }

  /// An octet that belongs to the form.
  mutating func skip() { length += 1 }

  /// An octet that has no place here.
  mutating func spoil() {
    length += 1
    isSpoilt = true
  }

  /// The size of a window: two octets each for its columns and rows (RFC 1073). A size of 0 is one
  /// that the client does not know; nothing is to be learned from it.
  var window: TelnetStep? {
    guard !isSpoilt, octets.count == 5, octets[0] == TelnetOctet.windowSize else { return nil }
    let columns = Int(octets[1]) << 8 | Int(octets[2])
    let rows = Int(octets[3]) << 8 | Int(octets[4])
    return columns > 0 && rows > 0 ? .window(columns: columns, rows: rows) : nil
  }
}
