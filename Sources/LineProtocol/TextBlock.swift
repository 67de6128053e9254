// A text of several lines in text mode: between `/text` and a line with a dot alone.

/// The lines of a block as they come. A dot at the beginning of a line is written twice (RFC 5321
/// section 4.5.2). Empty lines are none, as everywhere in text mode.
public struct TextBlock: Sendable {
  /// What a block comes to, once its dot has come.
  public enum Outcome: Hashable, Sendable {
    /// Something said, with the tags of the line that began it.
    case request(TextRequest)
    /// Nothing: a line of it could not be taken, or it was too long.
    case refused(LineFault)
  }

  private let tags: [LineTag]
  private let octetsMax: Int
  private var octets: [UInt8] = []
  private var fault: LineFault?

  /// Octets of it that are kept.
  public var octetsKept: Int { octets.count }

  /// A block behind a line with these tags.
  public init(tags: [LineTag], limits: ProtocolLimits) {
    self.tags = tags
    octetsMax = limits.textBlockOctetsMax
  }

  /// Takes a line as the framer gave it; what the block comes to if it was the last.
  public mutating func take(_ line: [UInt8]) -> Outcome? {
    if line == [UInt8(ascii: ".")] {
      if let fault { return .refused(fault) }
      return .request(
        TextRequest(.block(String(decoding: octets, as: UTF8.self)), tags: tags))
    }
    guard fault == nil else { return nil }
    let text = line.starts(with: "..".utf8) ? line.dropFirst() : line[...]
    guard octets.count + text.count + 1 <= octetsMax else {
      refuse(.tooLong)
      return nil
    }
    if !octets.isEmpty { octets.append(UInt8(ascii: "\n")) }
    octets += text
    return nil
  }

  /// Takes it that a line of the block could not be taken: then none of it is.
  public mutating func refuse(_ fault: LineFault) {
    self.fault = self.fault ?? fault
    octets = []
  }
}
