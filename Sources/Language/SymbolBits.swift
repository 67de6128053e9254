// Which symbols may be among some, by one bit for each: what rules most of them out in one step.

/// A set of symbols that may hold more than were put in, and never fewer.
struct SymbolBits: Sendable {
  private var bits: UInt64 = 0

  /// Slots and intents, which stand first among symbols, have most bits of their own.
  @inline(__always)
  private static func bit(_ symbol: UInt16) -> UInt64 { 1 &<< UInt64(symbol & 63) }

  @inline(__always)
  mutating func insert(_ symbol: UInt16) { bits |= Self.bit(symbol) }

  /// False only for a symbol that was not put in.
  @inline(__always)
  func mayContain(_ symbol: UInt16) -> Bool { bits & Self.bit(symbol) != 0 }

  /// False only if no symbol was put in both.
  @inline(__always)
  func mayMeet(_ others: SymbolBits) -> Bool { bits & others.bits != 0 }
}
