// What chats put around words and into them: links, mentions and signs spelt as entities.

/// Finds the octets of a line that are no words of the speaker.
///
/// Slack and its kin send `<mailto:ana@x.com|ana@x.com>` for an address, `<tel:…|…>` for a number,
/// `<@U77>` for a person of the chat, and `&amp;` for `&`.
enum ChatMarkup {
  /// A link longer than this is not looked through.
  private static let linkOctetsMax = 512
  private static let links: [(start: StaticString, canBeBare: Bool)] = [
    ("<mailto:", true), ("<tel:", true), ("<http://", false), ("<https://", false),
  ]
  private static let entities: [(text: StaticString, sign: UInt8)] = [
    ("&amp;", 0x26), ("&lt;", 0x3C), ("&gt;", 0x3E), ("&quot;", 0x22), ("&#39;", 0x27),
    ("&apos;", 0x27), ("&nbsp;", 0x20),
  ]

  /// Where the words of a link begin and its closing sign stands; for a mention both are its end.
  /// Nil if no link begins at the `<`.
  static func link(
    _ octets: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> (words: Int, close: Int)? {
    guard start + 1 < octets.count else { return nil }
    let isMention = [0x40, 0x23, 0x21].contains(octets[start + 1])
    let scheme = links.first { begins(octets, start, with: $0.start) }
    guard isMention || scheme != nil else { return nil }
    var bar: Int?
    for index in (start + 1)..<min(octets.count, start + linkOctetsMax) {
      switch octets[index] {
      case 0x3C: return nil
      case 0x7C: bar = bar ?? index
      case 0x3E:
        if isMention { return (index, index) }
        guard let scheme else { return nil }
        if let bar { return (bar + 1, index) }
        return scheme.canBeBare ? (start + scheme.start.utf8CodeUnitCount, index) : nil
      default: break
      }
    }
    return nil
  }

  /// The sign that an entity stands for, and its length; nil if none begins at the `&`.
  static func entity(
    _ octets: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> (sign: UInt8, length: Int)? {
    guard let known = entities.first(where: { begins(octets, start, with: $0.text) }) else {
      return nil
    }
    return (known.sign, known.text.utf8CodeUnitCount)
  }

  private static func begins(
    _ octets: UnsafeBufferPointer<UInt8>, _ start: Int, with text: StaticString
  ) -> Bool {
    let count = text.utf8CodeUnitCount
    guard start + count <= octets.count else { return false }
    for offset in 0..<count where octets[start + offset] != text.utf8Start[offset] { return false }
    return true
  }
}
