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
      case 0x00...0x20:
        // Half a link, as people cut it out: what belongs to it ends with the word.
        guard let scheme, scheme.canBeBare else { break }
        return half(scheme.start, bar, start, index)
      default: break
      }
    }
    guard let scheme, scheme.canBeBare, octets.count <= start + linkOctetsMax else { return nil }
    return half(scheme.start, bar, start, octets.count)
  }

  private static func half(
    _ scheme: StaticString, _ bar: Int?, _ start: Int, _ end: Int
  ) -> (words: Int, close: Int) {
    (min(end, bar.map { $0 + 1 } ?? start + scheme.utf8CodeUnitCount), end)
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

  /// Whether an octet may begin something that a chat has put here.
  @inline(__always)
  static func mayBegin(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x3C, 0x26, 0x2A, 0x3A, 0x5F, 0x60, 0x7E: true
    default: false
    }
  }

  /// The words shown in bold, italics, as code or struck out, which begin at a sign of it; nil if
  /// none do. The signs stand at the edges of words: `*Aquarium*`, not `2*3` nor `1.*`.
  static func emphasis(
    _ octets: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> (words: Int, close: Range<Int>)? {
    let sign = octets[start]
    guard [0x2A, 0x5F, 0x60, 0x7E].contains(sign), start == 0 || !isOfWord(octets[start - 1]) else {
      return nil
    }
    var count = 1
    while count < 3, start + count < octets.count, octets[start + count] == sign { count += 1 }
    let words = start + count
    guard words < octets.count, octets[words] > 0x20, octets[words] != sign else { return nil }
    var end = words + 1
    while end + count <= min(octets.count, words + emphasisOctetsMax) {
      if octets[end] == sign, octets[end - 1] > 0x20,
        octets[end..<end + count].allSatisfy({ $0 == sign }),
        end + count == octets.count || !isOfWord(octets[end + count]) && octets[end + count] != sign
      {
        return (words, end..<end + count)
      }
      end += 1
    }
    return nil
  }

  /// Words in bold that are longer are not looked for.
  private static let emphasisOctetsMax = 96

  /// The end of a feeling spelt out between colons, as `:smile:` and `:+1:`; nil if none begins.
  static func feeling(_ octets: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    guard octets[start] == 0x3A, start == 0 || !isOfWord(octets[start - 1]) else { return nil }
    var end = start + 1
    var saysSomething = false
    while end < min(octets.count, start + 34) {
      let octet = octets[end]
      switch octet {
      case 0x3A:
        let isWhole = end + 1 == octets.count || !isOfWord(octets[end + 1])
        return saysSomething && isWhole ? end + 1 : nil
      case 0x61...0x7A, 0x41...0x5A, 0x2B, 0x2D: saysSomething = true
      case 0x30...0x39, 0x5F: break
      default: return nil
      }
      end += 1
    }
    return nil
  }

  private static func isOfWord(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: false
    }
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
