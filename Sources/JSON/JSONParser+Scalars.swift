// How the parser reads strings and numbers.

extension JSONParser {
  /// The string at the position, or `nil` (and a value fault) if it holds half a surrogate pair.
  mutating func parseString() throws(JSONFault) -> String? {
    let quote = position
    position += 1
    let start = position
    while position < octets.count {
      let octet = octets[position]
      if octet == UInt8(ascii: "\"") {
        position += 1
        return try text(from: start, to: position - 1)
      }
      if octet == UInt8(ascii: "\\") { return try parseEscapedString(from: start) }
      if octet < 0x20 { throw JSONFault(.control, at: position) }
      position += 1
    }
    throw JSONFault(.unterminated, at: quote)
  }

  private func text(from start: Int, to end: Int) throws(JSONFault) -> String {
    if let text = String(validating: octets[start..<end], as: UTF8.self) { return text }
    throw JSONFault(.notUTF8, at: octets[start..<end].firstOctetOutsideUTF8 ?? start)
  }

  /// The slow way: from the first backslash on the text is gathered octet by octet.
  private mutating func parseEscapedString(from start: Int) throws(JSONFault) -> String? {
    // The octets between escapes are checked where they stand, so that an offset can be told.
    var gathered = String()
    var isWhole = true
    var run = start
    while position < octets.count {
      let octet = octets[position]
      if octet == UInt8(ascii: "\"") {
        gathered += try text(from: run, to: position)
        position += 1
        return isWhole ? gathered : nil
      } else if octet == UInt8(ascii: "\\") {
        gathered += try text(from: run, to: position)
        if let scalar = try parseEscape() {
          gathered.unicodeScalars.append(scalar)
        } else {
          isWhole = false
        }
        run = position
      } else if octet < 0x20 {
        throw JSONFault(.control, at: position)
      } else {
        position += 1
      }
    }
    throw JSONFault(.unterminated, at: start - 1)
  }

  /// One escape, or `nil` (and a value fault) for half of a surrogate pair.
  private mutating func parseEscape() throws(JSONFault) -> Unicode.Scalar? {
    let start = position
    position += 1
    guard let octet = next else { throw JSONFault(.unterminated, at: start) }
    position += 1
    switch octet {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(octet)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try parseCodeUnits(from: start)
    default: throw JSONFault(.badEscape, at: start)
    }
  }

  private mutating func parseCodeUnits(from start: Int) throws(JSONFault) -> Unicode.Scalar? {
    let first = try parseCodeUnit(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    // A high surrogate needs its low one, written as the very next escape.
    let second = position
    if UTF16.isLeadSurrogate(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
      let last = try parseCodeUnit(from: second)
      if UTF16.isTrailSurrogate(last) {
        return UTF16.decode(UTF16.EncodedScalar([first, last]))
      }
    }
    position = min(second, position)
    note(JSONFault(.loneSurrogate, at: start))
    return nil
  }

  private mutating func parseCodeUnit(from start: Int) throws(JSONFault) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let octet = next else { throw JSONFault(.unterminated, at: start) }
      guard let digit = octet.hexDigitValue else { throw JSONFault(.badEscape, at: start) }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  /// Remembers a value that cannot be held; the first one counts.
  private mutating func note(_ fault: JSONFault) {
    valueFault = valueFault ?? fault
  }

  /// The number at the position, or `null` (and a value fault) if nothing can hold it.
  mutating func parseNumber() throws(JSONFault) -> JSONValue {
    let start = position
    let isNegative = take(UInt8(ascii: "-"))
    let firstDigit = position
    var magnitude: UInt64 = 0
    var overflows = false
    while let digit = next?.decimalDigitValue {
      let (tenfold, tooLarge) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, stillTooLarge) = tenfold.addingReportingOverflow(UInt64(digit))
      magnitude = sum
      overflows = overflows || tooLarge || stillTooLarge
      position += 1
    }
    if position == firstDigit { throw unexpectedFault() }
    if octets[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 {
      throw JSONFault(.leadingZero, at: start)
    }
    if try stepOverFractionAndExponent() {
      // Only ASCII digits, signs, a point and an `e` stand here: all that `Double` reads of them.
      let number = Double(String(decoding: octets[start..<position], as: UTF8.self))
      if let number, number.isFinite { return .number(number) }
    } else if !overflows {
      let limit = UInt64(Int64.max) + (isNegative ? 1 : 0)
      if magnitude <= limit {
        return .integer(isNegative ? Int64(truncatingIfNeeded: 0 &- magnitude) : Int64(magnitude))
      }
    }
    note(JSONFault(.numberOutOfRange, at: start))
    return .null
  }

  /// Steps over what makes a number a measure; `false` if there is none.
  private mutating func stepOverFractionAndExponent() throws(JSONFault) -> Bool {
    var isMeasure = false
    if take(UInt8(ascii: ".")) {
      try stepOverDigits()
      isMeasure = true
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try stepOverDigits()
      isMeasure = true
    }
    return isMeasure
  }

  private mutating func stepOverDigits() throws(JSONFault) {
    let start = position
    while next?.decimalDigitValue != nil { position += 1 }
    if position == start { throw unexpectedFault() }
  }
}

extension UInt8 {
  /// The value of an ASCII decimal digit.
  fileprivate var decimalDigitValue: UInt8? {
    let value = self &- UInt8(ascii: "0")
    return value < 10 ? value : nil
  }

  /// The value of an ASCII hexadecimal digit of either case.
  fileprivate var hexDigitValue: UInt8? {
    if let digit = decimalDigitValue { return digit }
    let letter = (self | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
  }
}
