// Values that are kept as the text that people read: what is read back was checked.

/// A value whose written form is its text.
public protocol WrittenAsText: Codable {
  /// The text.
  var written: String { get }
  /// The value of a text; nil if it has none.
  init?(written: String)
}

extension WrittenAsText {
  /// Reads the text.
  /// - Throws: `DecodingError.dataCorrupted` if no such value is written so.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let value = Self(written: text) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "\(text) is no \(Self.self)"))
    }
    self = value
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(written)
  }
}

extension CivilDate: WrittenAsText {
  /// As `2026-11-24` (ISO 8601).
  public var written: String { description }
  /// Reads `2026-11-24`.
  public init?(written: String) { self.init(written) }
}

extension ClockTime: WrittenAsText {
  /// As `09:30` (ISO 8601).
  public var written: String { description }
  /// Reads `09:30`.
  public init?(written: String) { self.init(written) }
}

extension CivilMoment: WrittenAsText {
  /// As `2026-11-24T09:30` (ISO 8601).
  public var written: String { description }
  /// Reads `2026-11-24T09:30`.
  public init?(written: String) { self.init(written) }
}

extension CivilSpan: WrittenAsText {
  /// As `2026-11-24T09:30/2026-11-24T10:30` (ISO 8601).
  public var written: String { "\(start)/\(end)" }
  /// Reads two moments with a slash between them, the second the later one.
  public init?(written: String) {
    let parts = written.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let start = CivilMoment(parts[0]), let end = CivilMoment(parts[1])
    else { return nil }
    self.init(from: start, to: end)
  }
}
