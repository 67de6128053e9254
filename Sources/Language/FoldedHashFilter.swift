// Which words may be among some, by one bit for each: most words of a line are in no table but the
// grammar's, and asking a dictionary for each took a twentieth of the time of a line.

/// A set of hashes that may hold more than were put in, and never fewer.
struct FoldedHashFilter: Sendable {
  /// So many bits for each hash let one of as many others pass.
  private static let bitsPerHash = 16

  private let bits: [UInt64]
  private let mask: UInt64

  init(_ hashes: some Collection<FoldedHash>) {
    var size = 64
    while size < hashes.count * Self.bitsPerHash { size *= 2 }
    mask = UInt64(size - 1)
    var bits = [UInt64](repeating: 0, count: size / 64)
    for hash in hashes {
      let place = hash.bits & mask
      bits[Int(place >> 6)] |= 1 &<< (place & 63)
    }
    self.bits = bits
  }

  /// False only for a hash that was not put in.
  @inline(__always)
  func mayContain(_ hash: FoldedHash) -> Bool {
    let place = hash.bits & mask
    return bits[Int(place >> 6)] & 1 &<< (place & 63) != 0
  }
}
