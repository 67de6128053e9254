// What nobody may read: octets that print as dots, and the handle that stands for them wherever
// something is compared, printed or written down.

/// A secret in memory, as a password or a token. It is no text: it cannot be written down or put in
/// order, and prints as `•••`.
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  private var octets: [UInt8]

  /// A secret of those octets.
  public init(_ octets: [UInt8]) { self.octets = octets }

  /// Dots, whatever it is.
  public var description: String { "•••" }
  /// Dots, whatever it is.
  public var debugDescription: String { "•••" }

  /// How many octets it has.
  public var count: Int { octets.count }

  /// Shows the octets to what sends or seals them.
  public func reveal<Result>(_ use: ([UInt8]) throws -> Result) rethrows -> Result {
    try use(octets)
  }

  /// Overwrites the octets where no other copy of the value is held; where one is, that stays.
  public mutating func wipe() { Self.wipe(&octets) }

  /// Overwrites octets that were secret where no other copy of them is held, and leaves none.
  public static func wipe(_ octets: inout [UInt8]) {
    overwrite(&octets)
    octets = []
  }

  // Apart, for the compiler would leave out what is written just before it is let go.
  @inline(never)
  private static func overwrite(_ octets: inout [UInt8]) {
    for place in octets.indices { octets[place] = 0 }
  }
}

extension Secret: CustomReflectable {
  /// Nothing: a dump of what holds a secret shows dots.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What stands for a secret that the vault keeps. It tells nothing of it.
public struct SecretHandle: Hashable, Codable, Sendable, CustomStringConvertible {
  /// As the vault counts or draws it.
  public let text: String
  /// The handle of that text.
  public init(_ text: String) { self.text = text }
  /// As the vault knows it.
  public var description: String { "secret \(text)" }
}
