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
    for place in octets.indices { octets[place] = 0 }
    octets = []
  }

  /// The octets of a text that is no secret.
  convenience init(_ text: String) {
    var octets = Array(text.utf8)
    self.init(taking: &octets)
  }

  deinit {
    Self.wipe(room.baseAddress, room.count)
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
    if let text { wipe(text, strlen(text)) }
  }

  // A plain loop before memory is given back may be left out by the compiler.
  private static func wipe(_ octets: UnsafeMutableRawPointer?, _ count: Int) {
    guard let octets, count > 0 else { return }
    #if canImport(Darwin)
      memset_s(octets, count, 0, count)
    #else
      explicit_bzero(octets, count)
    #endif
  }
}
