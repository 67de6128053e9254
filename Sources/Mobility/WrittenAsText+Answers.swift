// What of an answer is kept as the text that it was: addresses, and values that are sent back.

public import CivilTime
public import JSON

extension WebAddress: WrittenAsText {
  /// As it is sent; it may hold a token.
  public var written: String { text }
  /// Reads an address; a little longer than one that an answer may hold, for what was added.
  public init?(written: String) { self.init(written, octetsMax: 8_192) }
}

extension JSONValue: WrittenAsText {
  private static let limits = JSONLimits(octetsMax: 4 << 20, depthMax: 64)

  /// As JSON.
  public var written: String { String(decoding: octets, as: UTF8.self) }
  /// Reads JSON.
  public init?(written: String) {
    do throws(JSONFault) {
      try self.init(parsing: Array(written.utf8), limits: Self.limits)
    } catch {
      return nil
    }
  }
}
