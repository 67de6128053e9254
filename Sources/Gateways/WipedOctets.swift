// Octets on their way out that may hold a secret: overwritten when the last who holds them lets go.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Octets that are sent. A class, because of a value copies would stay behind.
///
/// Unchecked: nothing is written between the beginning and the end of its life.
final class WipedOctets: @unchecked Sendable {
  private let room: UnsafeMutableRawBufferPointer

  /// Takes the octets over and overwrites where they were.
  init(taking octets: inout [UInt8]) {
    room = .allocate(byteCount: octets.count, alignment: 1)
    room.copyBytes(from: octets)
    octets.wipe()
  }

  /// The octets of a text that is no secret.
  convenience init(_ text: String) {
    var octets = Array(text.utf8)
    self.init(taking: &octets)
  }

  deinit {
    Self.wipe(room)
    room.deallocate()
  }

  /// How many there are.
  var count: Int { room.count }

  /// Shows them.
  func reveal<Result>(_ use: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try use(UnsafeRawBufferPointer(room))
  }

  /// Overwrites a text of C.
  static func wipe(_ text: UnsafeMutablePointer<CChar>?) {
    if let text { wipe(UnsafeMutableRawBufferPointer(start: text, count: strlen(text))) }
  }

  /// Overwrites octets: a plain loop before memory is given back may be left out by the compiler.
  static func wipe(_ octets: UnsafeMutableRawBufferPointer) {
    guard let start = octets.baseAddress, !octets.isEmpty else { return }
    #if canImport(Darwin)
      memset_s(start, octets.count, 0, octets.count)
    #else
      explicit_bzero(start, octets.count)
    #endif
  }
}

extension [UInt8] {
  /// Overwrites the octets from a place on, and forgets them.
  mutating func wipe(from start: Int = 0) {
    withUnsafeMutableBytes { WipedOctets.wipe(.init(rebasing: $0[start...])) }
    removeSubrange(start...)
  }
}
