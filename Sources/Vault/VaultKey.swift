// The key of a vault, in memory.

internal import CCrypto
public import Mobility

/// The 32 octets that seal and open. A class because they are wiped when nobody holds them any
/// more; they print as `•••`.
public final class VaultKey: CustomStringConvertible, CustomReflectable {
  /// How many octets it has.
  static let octetsMax = 32

  /// Which key it is, told in each row that it seals: of a digest of it eight octets, which tell
  /// nothing of it.
  let name: [UInt8]
  private let octets: UnsafeMutablePointer<UInt8>

  /// Shows libcrypto the octets, which are there until it is done.
  func reveal<Result>(_ use: (UnsafePointer<UInt8>) -> Result) -> Result {
    withExtendedLifetime(self) { use(UnsafePointer(octets)) }
  }

  /// The key of those octets; nil if they are not 32.
  public convenience init?(_ secret: Secret) throws(VaultFault) {
    guard secret.count == Self.octetsMax else { return nil }
    var octets = secret.reveal { Array($0[...]) }
    defer { octets.wipe() }
    try self.init(octets: octets)
  }

  init(octets given: [UInt8]) throws(VaultFault) {
    precondition(given.count == Self.octetsMax, "a key has \(Self.octetsMax) octets")
    // First, for what fails here leaves nothing behind.
    name = try Self.name(of: given)
    octets = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.octetsMax)
    octets.initialize(from: given, count: Self.octetsMax)
  }

  deinit {
    OPENSSL_cleanse(octets, Self.octetsMax)
    octets.deallocate()
  }

  private static func name(of octets: [UInt8]) throws(VaultFault) -> [UInt8] {
    var salted = Array("usher vault key|".utf8)
    salted.reserveCapacity(salted.count + octets.count)
    salted.append(contentsOf: octets)
    defer { salted.wipe() }
    return Array(try Digest.ofSHA256(salted).prefix(8))
  }

  /// Dots.
  public var description: String { "•••" }
  /// Nothing: a dump shows dots.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
