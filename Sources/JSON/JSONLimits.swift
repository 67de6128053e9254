// What a JSON text may cost at most.

/// Limits of one JSON text from outside.
public struct JSONLimits: Hashable, Sendable {
  /// Octets of the whole text.
  public let octetsMax: Int
  /// Objects and arrays inside each other; the parser's own stack grows with it, so it ends at 512.
  public let depthMax: Int

  /// Limits of one's own; a depth beyond 512 is taken as 512.
  public init(octetsMax: Int = 65_536, depthMax: Int = 32) {
    self.octetsMax = octetsMax
    self.depthMax = min(max(depthMax, 0), 512)
  }

  /// A request line: 65,536 octets, 32 levels.
  public static let line = JSONLimits()
  /// A file a person wrote, or a provider's answer: 8 MiB, 32 levels.
  public static let file = JSONLimits(octetsMax: 8 << 20)
}
