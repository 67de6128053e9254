// Replies and notices as lines of text mode, in the manner of RFC 5321 section 4.2.

extension Reply {
  /// Appends the reply's lines. The first line whose fourth octet is a space is the last, unless
  /// tags stand before it, which only a client that sent tags gets.
  public func writeText(into octets: inout [UInt8], lineEnd: LineEnd, tags: [LineTag] = []) {
    TextLines(code: code.rawValue, name: nameText, tags: tags, lineEnd: lineEnd)
      .write(lines, into: &octets)
  }

  /// The name in brackets as it stands on the last line; empty if there is none.
  var nameText: String {
    guard let name else { return "" }
    let parameters = parameters.map { " \($0.key)=\($0.value)" }.joined()
    return "[\(name)\(parameters)]"
  }
}

extension Notice {
  /// Appends the notice's lines, each behind `* `.
  public func writeText(into octets: inout [UInt8], lineEnd: LineEnd, tags: [LineTag] = []) {
    TextLines(
      beginning: "* ", code: code.rawValue, name: name.map { "[\($0)]" } ?? "", tags: tags,
      lineEnd: lineEnd
    ).write(lines, into: &octets)
  }
}

extension Reply {
  /// Appends the reply's words alone, for people who read no codes: at a terminal or on a pipe.
  public func writePlain(into octets: inout [UInt8], lineEnd: LineEnd) {
    for line in lines { line.writeVisible(into: &octets, lineEnd) }
  }
}

extension Notice {
  /// Appends the notice's words alone, each line behind `* `.
  public func writePlain(into octets: inout [UInt8], lineEnd: LineEnd) {
    for line in lines { "* \(line)".writeVisible(into: &octets, lineEnd) }
  }
}

extension String {
  fileprivate func writeVisible(into octets: inout [UInt8], _ lineEnd: LineEnd) {
    octets.append(contentsOf: VisibleText.shown(self).utf8)
    octets.append(contentsOf: lineEnd.octets.description.utf8)
  }
}

/// Lines with a code before each, of which the last one is marked.
private struct TextLines {
  var beginning = ""
  let code: Int
  let name: String
  let tags: [LineTag]
  let lineEnd: LineEnd

  func write(_ lines: [String], into octets: inout [UInt8]) {
    let beginning =
      tags.isEmpty
      ? beginning : "@" + tags.map(\.written).joined(separator: ";") + " " + beginning
    for line in lines.dropLast() {
      begin(beginning, UInt8(ascii: "-"), into: &octets)
      end(with: VisibleText.shown(line), into: &octets)
    }
    begin(beginning, Self.blank, into: &octets)
    let last = VisibleText.shown(lines.last ?? "")
    // A text that begins with a bracket is never taken for a name: without one, a space goes
    // before it.
    if !name.isEmpty { octets.append(contentsOf: name.utf8) }
    if !name.isEmpty || last.utf8.first == UInt8(ascii: "[") { octets.append(Self.blank) }
    end(with: last, into: &octets)
  }

  private static let blank = UInt8(ascii: " ")

  private func begin(_ beginning: String, _ mark: UInt8, into octets: inout [UInt8]) {
    if !beginning.isEmpty { octets.append(contentsOf: beginning.utf8) }
    // Codes have three digits.
    for place in [100, 10, 1] { octets.append(UInt8(ascii: "0") + UInt8(code / place % 10)) }
    octets.append(mark)
  }

  private func end(with text: String, into octets: inout [UInt8]) {
    octets.append(contentsOf: text.utf8)
    lineEnd.octets.withUTF8Buffer { octets.append(contentsOf: $0) }
  }
}
