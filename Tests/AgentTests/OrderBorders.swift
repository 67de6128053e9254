// Where in a line of orders something else can be said: before it, behind it, and between its
// constituents.

import Language

/// A place in a line at which a small piece may stand.
struct OrderBorder: Hashable {
  enum Place: String, CaseIterable { case front, inside, end }

  let place: Place
  /// The octet of the line before which the piece stands.
  let offset: Int

  /// The line with a piece there. At the end a piece needs no comma of its own.
  func line(_ text: String, with piece: String) -> String {
    let octets = Array(text.utf8)
    let before = String(decoding: octets[..<offset], as: UTF8.self)
    let behind = String(decoding: octets[offset...], as: UTF8.self)
    switch place {
    case .front: return piece + " " + behind
    case .inside: return before + piece + " " + behind
    case .end: return before + " " + (piece.hasSuffix(",") ? String(piece.dropLast()) : piece)
    }
  }

  /// The borders of a line, in order.
  ///
  /// Constituents are not told outside the reader, but its slots are. A border inside lies right
  /// behind a slot, or before one, and there before the words that lead into it (`at`, `with`,
  /// `called`). So none lies inside a time, a name, an address or a title, nor among the words of
  /// a verb; and none beside a text without quotes, which takes what stands there for its own.
  static func of(_ text: String, _ reader: Reader, _ context: ReadingContext) -> [OrderBorder] {
    let octets = Array(text.utf8)
    let slots = SlotPlaces(octets, reader, context)
    let words = words(of: octets)
    var offsets: Set<Int> = []
    for index in words.indices.dropFirst() {
      let isBehind = slots.hold(words[index - 1])
      if leansBack(words[index], octets, slots) || slots.isOpenText(words[index]) { continue }
      if isBehind, !slots.isOpenText(words[index - 1]) { offsets.insert(words[index].lowerBound) }
      guard slots.hold(words[index]), !isBehind else { continue }
      var first = index
      while first > 0, !slots.hold(words[first - 1]), leadsIn(octets[words[first - 1]]) {
        first -= 1
      }
      if first > 0, !slots.hold(words[first - 1]) { offsets.insert(words[first].lowerBound) }
    }
    let inside = offsets.filter { offset in !slots.all.contains { $0.cuts(at: offset) } }.sorted()
    let hasEnd = words.last.map { !slots.isOpenText($0) } ?? false
    return [OrderBorder(place: .front, offset: 0)]
      + inside.map { OrderBorder(place: .inside, offset: $0) }
      + (hasEnd ? [OrderBorder(place: .end, offset: octets.count)] : [])
  }

  /// Where the words of a line lie, as spaces part them.
  private static func words(of octets: [UInt8]) -> [OctetRange] {
    octets.indices.split { octets[$0] == 0x20 }.compactMap { word in
      word.last.map { word[word.startIndex]..<($0 + 1) }
    }
  }

  /// Words that belong to what follows them.
  private static let leading: Set<String> = [
    "a", "about", "after", "and", "around", "as", "at", "because", "before", "between", "but",
    "by", "called", "description", "entitled", "for", "from", "his", "in", "instead", "into",
    "its", "like", "my", "named", "near", "new", "not", "note", "of", "on", "only", "or", "our",
    "over", "starting", "than", "the", "their", "this", "till", "title", "titled", "to", "until",
    "with", "without", "your",
    "ab", "als", "am", "an", "auf", "aus", "beginnend", "bei", "beim", "bis", "das", "dem", "den",
    "der", "des", "die", "ein", "eine", "einem", "einen", "einer", "für", "gegen", "genannt",
    "heißt", "im", "ins", "mein", "meine", "meinem", "meinen", "meiner", "mit", "nach", "namens",
    "neue", "neuen", "neuer", "nicht", "nur", "oder", "ohne", "seit", "sondern", "statt", "titel",
    "um", "und", "unser", "unsere", "unseren", "vom", "von", "vor", "zu", "zum", "zur",
    "zwischen", "über",
  ]

  /// Words that nobody parts from the verb before them.
  private static let leaningBack: Set<String> = [
    "it", "its", "that", "this", "them", "us", "me", "him", "her",
    "es", "ihn", "sie", "das", "den", "die", "uns", "mich", "mir", "ihm", "ihr",
  ]

  /// With more of its slot behind it, it is no pronoun: `das Treffen`.
  private static func leansBack(
    _ word: OctetRange, _ octets: [UInt8], _ slots: SlotPlaces
  ) -> Bool {
    leaningBack.contains(String(decoding: octets[word], as: UTF8.self).lowercased())
      && !slots.all.contains { $0.overlaps(word) && $0.upperBound > word.upperBound }
  }

  private static func leadsIn(_ word: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: word, as: UTF8.self).lowercased()
    return leading.contains(String(text.filter { $0.isLetter })) || text.last == ":"
  }
}

/// Where the slots of a line's orders lie.
private struct SlotPlaces {
  private(set) var all: [OctetRange] = []
  /// Titles and descriptions that stand in no quotes.
  private var openTexts: [OctetRange] = []

  private static let quotes: Set<Character> = ["\"", "'", "“", "”", "‘", "’", "«", "»", "‹", "›"]

  init(_ octets: [UInt8], _ reader: Reader, _ context: ReadingContext) {
    let readings = reader.read(octets, in: context)
    let orders = reader.orders(of: octets, read: readings, in: context)
    let parts = orders.isEmpty ? [octets.indices] : orders
    for part in parts {
      // Offsets must still point into the line.
      let alone = [UInt8](repeating: 0x20, count: part.lowerBound) + octets[part]
      guard let slots = reader.read(alone, in: context).first?.slots else { continue }
      all += Self.places(in: slots)
      // Somebody with addresses is one, and so is a list of times.
      all += slots.people.compactMap { Self.hull(of: Self.places(in: $0)) }
      if slots.when.count > 1, let times = Self.hull(of: Self.places(in: slots.when)) {
        all.append(times)
      }
      for text in [slots.title, slots.description].compactMap(\.self) {
        let last = String(decoding: octets[text.range], as: UTF8.self).last
        let next = String(decoding: octets[text.range.upperBound...], as: UTF8.self).first
        let isQuoted = [last, next].contains { $0.map(Self.quotes.contains) ?? false }
        if !isQuoted { openTexts.append(text.range) }
      }
    }
  }

  func hold(_ word: OctetRange) -> Bool { all.contains { $0.overlaps(word) } }

  /// Whether a word is of a text without quotes.
  func isOpenText(_ word: OctetRange) -> Bool { openTexts.contains { $0.overlaps(word) } }

  /// Whatever kind of slot it is, it says where it stands.
  private static func places(in part: Any) -> [OctetRange] {
    if let range = part as? OctetRange { return [range] }
    return Mirror(reflecting: part).children.flatMap { places(in: $0.value) }
  }

  private static func hull(of places: [OctetRange]) -> OctetRange? {
    guard let first = places.map(\.lowerBound).min(), let last = places.map(\.upperBound).max()
    else { return nil }
    return first..<last
  }
}

extension OctetRange {
  /// Whether that lies inside it.
  fileprivate func cuts(at offset: Int) -> Bool { lowerBound < offset && offset < upperBound }
}
