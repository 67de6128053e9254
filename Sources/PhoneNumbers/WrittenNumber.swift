// The form of a written number: which octets are its digits, and what may stand between them.

/// The digits of a written number, before anybody knows whose they are.
struct WrittenNumber {
  /// Whether a `+` stands before the digits.
  let hasPlus: Bool
  /// ASCII digits, at most `PhoneLimits.writtenDigitsMax`.
  let digits: [UInt8]

  /// The digits of the text; a failure if the text is not of the form of one number.
  ///
  /// The library would read more: it takes letters for the keys they stand on and skips words, so
  /// that `030 901820 or 12` became one number.
  static func read(_ octets: ArraySlice<UInt8>) -> Result<WrittenNumber, PhoneFault> {
    guard octets.count <= PhoneLimits.writtenOctetsMax else { return .failure(.tooLong) }
    var form = WrittenForm(rest: octets)
    form.skipScheme()
    while let octet = form.rest.first {
      if let fault = form.take(octet) { return .failure(fault) }
    }
    guard form.openBracket == nil, !form.digits.isEmpty else { return .failure(.notANumber) }
    guard form.digits.count <= PhoneLimits.writtenDigitsMax else { return .failure(.tooLong) }
    return .success(WrittenNumber(hasPlus: form.hasPlus, digits: form.digits))
  }
}

extension PhoneFault: Error {}

/// What has been read of a written number, and what is left of it.
private struct WrittenForm {
  var rest: ArraySlice<UInt8>
  var hasPlus = false
  var digits: [UInt8] = []
  /// The octet that closes the bracket which is open.
  var openBracket: UInt8?

  /// The scheme of a telephone link (RFC 3966), as pasted from a web page.
  mutating func skipScheme() {
    while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
    if startsIgnoringCase("tel:") { rest.removeFirst(4) }
  }

  /// Takes what begins with the octet, or says why no number can go on with it.
  mutating func take(_ octet: UInt8) -> PhoneFault? {
    switch octet {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(octet)
    case UInt8(ascii: "+"):
      guard !hasPlus, digits.isEmpty else { return .notANumber }
      hasPlus = true
    case UInt8(ascii: "("), UInt8(ascii: "["):
      guard openBracket == nil else { return .notANumber }
      openBracket = octet == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "]")
    case UInt8(ascii: ")"), UInt8(ascii: "]"):
      guard openBracket == octet else { return .notANumber }
      openBracket = nil
    case UInt8(ascii: " "), UInt8(ascii: "\t"): break
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"):
      if digits.isEmpty { return .notANumber }
    default: return takeOther()
    }
    rest.removeFirst()
    return nil
  }

  private mutating func takeOther() -> PhoneFault? {
    for separator in Self.separators where rest.starts(with: separator.utf8) {
      rest.removeFirst(separator.utf8.count)
      return nil
    }
    return digits.isEmpty || !isExtension ? .notANumber : .hasExtension
  }

  /// Spaces and dashes beyond ASCII, as typesetters and word processors put them: no-break, thin
  /// and narrow space; hyphen, no-break hyphen, figure and en dash, minus.
  private static let separators = [
    "\u{A0}", "\u{2009}", "\u{202F}", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2212}",
  ]

  /// What introduces an extension in English and German, and in RFC 3966.
  private static let extensionWords = [
    ";ext=", "ext", "extension", "x", "#", ",", "app", "apparat", "durchwahl", "dw", "nst",
    "nebenstelle",
  ]

  /// Whether the rest is one of the words and digits, as `ext. 12`.
  private var isExtension: Bool {
    Self.extensionWords.contains { word in
      guard startsIgnoringCase(word) else { return false }
      let after = rest.dropFirst(word.utf8.count).drop { " .:".utf8.contains($0) }
      return !after.isEmpty && after.allSatisfy { (0x30...0x39).contains($0) }
    }
  }

  /// Whether the rest begins with a word, which is given in small letters.
  private func startsIgnoringCase(_ word: String) -> Bool {
    rest.count >= word.utf8.count
      && zip(rest, word.utf8).allSatisfy { octet, wanted in
        octet == wanted || (0x41...0x5A).contains(octet) && octet + 0x20 == wanted
      }
  }
}
