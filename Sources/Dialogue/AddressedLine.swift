// A line that is an address: what stands there is asked for.

public import Mobility

extension WebAddress {
  /// The address of which a line consists, but for a word or two: nothing else that is said here is
  /// one.
  public init?(saidBy line: [UInt8]) {
    let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    let addresses = words.compactMap { word -> WebAddress? in
      // As a chat may mark it: `<https://…|title>`.
      let bare = word.drop { $0 == "<" }.prefix { $0 != ">" && $0 != "|" }
      return bare.lowercased().hasPrefix("http") ? WebAddress(String(bare)) : nil
    }
    guard addresses.count == 1, words.count <= Self.wordsBesideMax + 1 else { return nil }
    self = addresses[0]
  }

  /// How many words may stand beside an address, as `please take this trip`; 6.
  private static let wordsBesideMax = 6
}
