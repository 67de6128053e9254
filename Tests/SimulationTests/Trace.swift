// All that a life says, as octets: what the last lines were, and a number for all of them.

/// What went in and out. Two lives of one seed have the same trace.
struct Trace {
  /// FNV-1a over every octet (Fowler, Noll, Vo; draft-eastlake-fnv).
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  private(set) var octets = 0
  private(set) var lines: [String] = []
  /// Lines kept for a report; 0 keeps none.
  let linesMax: Int

  init(linesMax: Int) { self.linesMax = linesMax }

  mutating func add(_ direction: String, _ octets: [UInt8]) {
    for octet in direction.utf8 { mix(octet) }
    for octet in octets { mix(octet) }
    self.octets += octets.count
    note("\(direction) \(String(decoding: octets, as: UTF8.self))")
  }

  /// A remark for the reader of a report; no part of what was said.
  mutating func note(_ line: @autoclosure () -> String) {
    guard linesMax > 0 else { return }
    if lines.count >= linesMax { lines.removeFirst(linesMax / 4) }
    lines.append(line())
  }

  private mutating func mix(_ octet: UInt8) { hash = (hash ^ UInt64(octet)) &* 0x100_0000_01B3 }
}
