// The words for what the value of a member may be, in messages and in help.

internal import LineProtocol

extension MemberForm {
  /// What is expected, as `a whole number from 1 to 600 (s)`.
  public var words: String {
    switch self {
    case .wholeNumber(let range, let unit):
      "a whole number from \(range.lowerBound) to \(range.upperBound)\(Self.unit(unit))"
    case .numberOf(let numbers, let unit):
      "one of \(numbers.map(String.init).joined(separator: ", "))\(Self.unit(unit))"
    case .truth: "true or false"
    case .text(let max): "text of at most \(max) octets on one line"
    case .oneWord(let max): "one word of at most \(max) ASCII characters"
    case .word(let words): Self.choice(words)
    case .list(let form, _): "a list, each \(form.words),"
    case .clockTime: "a time as \"07:30\", at most \"24:00\","
    case .days: "a date as \"2026-12-24\", or two as \"2026-12-24/2027-01-01\""
    case .zone: "the name of a zone as \"Europe/Berlin\""
    case .region: "a country of two capital letters as \"DE\""
    case .path: "a path"
    case .storePlace: "a path or \":memory:\""
    case .gateway: "\"https://HOST\", \"drop:FOLDER\" or \"scripted\""
    case .proxy: "the address of a proxy as \"http://proxy:3128\""
    case .words(let range, let words):
      "an object from a number of \(range.lowerBound) to \(range.upperBound) in quotes to "
        + Self.choice(words)
    case .rate(let range):
      "a whole number from \(range.lowerBound) to \(range.upperBound) or \"off\""
    case .email: "an e-mail address as \"ana@example.com\""
    case .phone: "a telephone number as \"+49 30 901820\", with the area code,"
    case .size: "a size in square metres as 60 or \"60 m²\""
    case .rooms: "a list of rooms"
    case .providers: "a list of providers"
    case .address: "an address as \"https://HOST/PATH\""
    case .anything: "anything"
    }
  }

  /// The same in a list, as `1 to 600 s`.
  var shortWords: String {
    switch self {
    case .wholeNumber(let range, let unit):
      "\(range.lowerBound) to \(range.upperBound)\(unit.isEmpty ? "" : " \(unit)")"
    case .numberOf, .truth, .text, .oneWord, .word, .clockTime, .days, .zone, .region, .path,
      .storePlace, .gateway, .proxy, .words, .rate, .email, .phone,
      .size, .rooms, .providers, .address, .anything:
      words.last == "," ? String(words.dropLast()) : words
    case .list(let form, let max): "a list of at most \(max), each \(form.shortWords)"
    }
  }

  private static func unit(_ unit: String) -> String { unit.isEmpty ? "" : " (\(unit))" }

  private static func choice(_ words: [String]) -> String {
    let quoted = words.map(\.quoted)
    guard quoted.count > 1, let last = quoted.last else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension String {
  /// In quotes, made safe to be shown, and cut after 60 characters.
  var quoted: String {
    let text = shown
    return "\"\(text.count > 60 ? text.prefix(59) + "…" : text)\""
  }

  /// So that it can be shown on one line of a terminal.
  var shown: String { VisibleText.shown(self) }
}
