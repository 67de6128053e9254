// One file on the disk: what a process reads, what is durable, and the writes between the two.

/// A file, whatever its names. A class because names and open files share it.
final class Node {
  /// The unit in which a cut of the power keeps, loses or spoils; 512 octets.
  static let sectorOctets = 512

  /// What a process reads.
  private(set) var content: [UInt8] = []
  /// What is there after a cut of the power if nothing else was kept.
  private var durable: [UInt8] = []
  /// What was done since, in order.
  private var pending: [Change] = []
  var locks = FileLocks()
  var shared: SharedMemory?

  private enum Change {
    case write(at: Int, [UInt8])
    case truncate(to: Int)
  }

  init() {}

  init(durable octets: [UInt8]) {
    content = octets
    durable = octets
  }

  func copy() -> Node {
    let other = Node()
    other.content = content
    other.durable = durable
    other.pending = pending
    return other
  }

  func write(_ octets: [UInt8], at offset: Int) {
    Self.write(octets[...], at: offset, into: &content)
    pending.append(.write(at: offset, octets))
  }

  func truncate(to size: Int) {
    guard size < content.count else { return }
    content.removeLast(content.count - size)
    pending.append(.truncate(to: size))
  }

  func sync() {
    for change in pending {
      switch change {
      case .write(let offset, let octets):
        Self.write(octets[...], at: offset, into: &durable)
      case .truncate(let size): Self.truncate(&durable, to: size)
      }
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// The system could not write and says so once: what was to be written counts as written. Sizes
  /// are kept by the file system's own journal and wait for another sync.
  func failSync(keeping chance: inout Chance, some: Bool) {
    var sizes: [Change] = []
    for change in pending {
      switch change {
      case .write(let offset, let octets):
        guard some else { continue }
        eachSector(octets, at: offset) { offset, part in
          if chance.draw(2) == 0 { Self.write(part, at: offset, into: &durable) }
        }
      case .truncate: sizes.append(change)
      }
    }
    pending = sizes
  }

  /// What was not synced is kept, lost or spoilt.
  func losePower(_ chance: inout Chance) {
    // Of eight sectors so many are kept; at the ends nothing and all.
    let kept = [0, 1, 4, 7, 8][chance.draw(5)]
    for change in pending {
      switch change {
      case .write(let offset, let octets):
        eachSector(octets, at: offset) { offset, part in
          if chance.draw(8) < kept {
            Self.write(part, at: offset, into: &durable)
          } else if chance.draw(4) == 0 {
            // Zeros are what a file is read as whose size was kept and whose content was not.
            let zeros = chance.draw(2) == 0
            let spoilt = part.map { _ in zeros ? 0 : UInt8(truncatingIfNeeded: chance.next()) }
            Self.write(spoilt[...], at: offset, into: &durable)
          }
        }
      case .truncate(let size):
        if chance.draw(8) < kept { Self.truncate(&durable, to: size) }
      }
    }
    pending = []
    content = durable
  }

  private func eachSector(
    _ octets: [UInt8], at offset: Int, _ body: (Int, ArraySlice<UInt8>) -> Void
  ) {
    var start = 0
    while start < octets.count {
      let end = min(
        octets.count, start + Self.sectorOctets - (offset + start) % Self.sectorOctets)
      body(offset + start, octets[start..<end])
      start = end
    }
  }

  private static func write(
    _ octets: ArraySlice<UInt8>, at offset: Int, into content: inout [UInt8]
  ) {
    if content.count < offset {
      content.append(contentsOf: [UInt8](repeating: 0, count: offset - content.count))
    }
    let within = min(octets.count, content.count - offset)
    content.withUnsafeMutableBytes { target in
      octets.prefix(within).withUnsafeBytes { source in
        target[offset..<offset + source.count].copyBytes(from: source)
      }
    }
    content.append(contentsOf: octets.dropFirst(within))
  }

  private static func truncate(_ content: inout [UInt8], to size: Int) {
    if size < content.count { content.removeLast(content.count - size) }
  }
}
