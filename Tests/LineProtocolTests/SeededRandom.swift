// Chance that can be repeated: the same seed gives the same draws on every machine.

/// SplitMix64 (Steele, Lea, Flood 2014).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }

  mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &self) == 0 }
}

/// Octets written as text in which `\xNN` stands for an octet.
func octets(_ text: String) -> [UInt8] {
  var octets: [UInt8] = []
  var rest = Array(text.utf8)[...]
  while let first = rest.first {
    if rest.starts(with: "\\x".utf8),
      let octet = UInt8(String(decoding: rest.dropFirst(2).prefix(2), as: UTF8.self), radix: 16)
    {
      octets.append(octet)
      rest = rest.dropFirst(4)
    } else {
      octets.append(first)
      rest = rest.dropFirst()
    }
  }
  return octets
}

/// Octets as text in which everything but printable ASCII is `\xNN`, for messages and tables.
func readable(_ octets: [UInt8]) -> String {
  octets.reduce(into: "") { text, octet in
    if (0x20...0x7E).contains(octet) {
      text.unicodeScalars.append(Unicode.Scalar(octet))
    } else {
      text += "\\x" + (octet < 16 ? "0" : "") + String(octet, radix: 16, uppercase: true)
    }
  }
}
