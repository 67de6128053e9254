// Words of a person in texts that others wrote or were told: found, and written over.

import JSON

/// Replaces some words by `erased` wherever they stand as words of their own, in any case of their
/// letters: of somebody called Mia nothing is left, and `Miami` stays.
struct Scrubber {
  /// What is written instead.
  static let instead = "erased"

  private let words: [[String]]

  init(_ words: [String]) {
    // The longest first: an address before the name in it.
    self.words = words.map(Self.signs).filter { !$0.isEmpty }.sorted { $0.count > $1.count }
  }

  /// The text without them; nil if none stands in it.
  func scrubbed(_ text: String) -> String? {
    let written = Array(text)
    let signs = Self.signs(text)
    var scrubbed = ""
    var place = 0
    var isChanged = false
    while place < signs.count {
      if let word = words.first(where: { isThere($0, at: place, in: signs, written) }) {
        scrubbed += Self.instead
        place += word.count
        isChanged = true
      } else {
        scrubbed.append(written[place])
        place += 1
      }
    }
    return isChanged ? scrubbed : nil
  }

  private func isThere(
    _ word: [String], at place: Int, in signs: [String], _ written: [Character]
  ) -> Bool {
    let end = place + word.count
    guard end <= signs.count, signs[place] == word[0], signs[place..<end].elementsEqual(word)
    else { return false }
    let isOpenBefore = place == 0 || !Self.isOfWord(written[place - 1])
    return isOpenBefore && (end == signs.count || !Self.isOfWord(written[end]))
  }

  /// A reply without them: in all texts of a JSON value, or in the text that it is.
  func scrubbed(reply octets: [UInt8], octetsMax: Int) -> [UInt8]? {
    do throws(JSONFault) {
      let value = try JSONValue(
        parsing: octets, limits: JSONLimits(octetsMax: octetsMax, depthMax: Self.depthMax))
      let other = scrubbed(value)
      return other == value ? nil : other.octets
    } catch {
      return scrubbed(String(decoding: octets, as: UTF8.self)).map { Array($0.utf8) }
    }
  }

  /// What is written of a trip or purchase without them: in all texts but whose it is, which says a
  /// name of another, and addresses, which would lead nowhere.
  func scrubbed(written octets: [UInt8]) -> [UInt8]? {
    do throws(JSONFault) {
      let value = try Self.value(ofWritten: octets)
      let other = scrubbed(written: value, named: "")
      return other == value ? nil : other.octets
    } catch {
      return scrubbed(String(decoding: octets, as: UTF8.self)).map { Array($0.utf8) }
    }
  }

  private func scrubbed(written value: JSONValue, named name: String) -> JSONValue {
    switch value {
    case .string(let text):
      name == "owner" || Self.isAddress(text) ? value : .string(scrubbed(text) ?? text)
    case .array(let values): .array(values.map { scrubbed(written: $0, named: "") })
    case .object(let object):
      .object(
        JSONObject(object.members.map { ($0.name, scrubbed(written: $0.value, named: $0.name)) }))
    case .null, .bool, .integer, .number: value
    }
  }

  private static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("https://") || text.hasPrefix("http://")
  }

  /// What is written of a trip or purchase.
  static func value(ofWritten octets: [UInt8]) throws(JSONFault) -> JSONValue {
    try JSONValue(
      parsing: octets, limits: JSONLimits(octetsMax: octets.count, depthMax: writtenDepthMax))
  }

  /// As deep as the written forms of `Products`.
  private static let writtenDepthMax = 256

  /// As deep as replies that programs are sent.
  private static let depthMax = 32

  private func scrubbed(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(scrubbed(text) ?? text)
    case .array(let values): .array(values.map(scrubbed))
    case .object(let object):
      .object(JSONObject(object.members.map { ($0.name, scrubbed($0.value)) }))
    case .null, .bool, .integer, .number: value
    }
  }

  private static func signs(_ text: String) -> [String] { text.map { $0.lowercased() } }

  private static func isOfWord(_ sign: Character) -> Bool { sign.isLetter || sign.isNumber }
}
