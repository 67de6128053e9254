// A long reply cut into pages: what one turn shows, and what `more` shows after it.

extension Reply {
  /// The reply as pages of at most so many lines and octets (code, name and line ends counted); one
  /// page if it fits. Every page but the last ends with the words handed in.
  ///
  /// The first page keeps code, name and members. The later ones answer `more`: they wait on (3yz)
  /// where the first one did, and else are the answer to a question. A line too long for a page is
  /// broken at a blank.
  public func pages(endingWith moreWords: String, limits: ProtocolLimits) -> [Reply] {
    if isShort(for: limits) { return [self] }
    let paging = Paging(
      moreWords: moreWords, linesMax: limits.replyLinesMax,
      octetsMax: limits.replyOctetsMax - nameText.utf8.count - 1)
    let groups = paging.pages(of: messages)
    guard let first = groups.first, groups.count > 1 else { return [self] }
    var page = self
    page.messages = first
    return [page]
      + groups.dropFirst().map { messages in
        Reply(code.kind == .waiting ? code : .answer, messages: messages)
      }
  }

  /// Whether it fits a page however its octets are shown; most do, and need no closer look.
  private func isShort(for limits: ProtocolLimits) -> Bool {
    guard messages.count == 1, messages[0].lines.count < limits.replyLinesMax
    else { return false }
    let octets = messages[0].lines.reduce(nameText.utf8.count + 1) { sum, line in
      sum + Paging.frameOctets + 1 + line.utf8.count * VisibleText.octetsAnOctetMax
    }
    return octets <= limits.replyOctetsMax
  }
}

/// Packs lines into pages. The name may stand on any page's last line, so room for it and for the
/// words about `more` is kept on all of them.
struct Paging {
  let moreWords: String
  let linesMax: Int
  let octetsMax: Int
  let octetsWithoutMoreMax: Int

  /// `250-` and CR LF.
  static let frameOctets = 6
  /// However small the limits, a page holds so much: every page must bring the reader on.
  private static let pageOctetsMin = 64

  /// Pages of so many lines and octets, however few are said.
  init(moreWords: String, linesMax: Int, octetsMax: Int) {
    self.moreWords = moreWords
    self.linesMax = max(2, linesMax)
    self.octetsMax = max(Self.pageOctetsMin, octetsMax)
    let moreOctets = VisibleText.shown(moreWords).utf8.count + Self.frameOctets
    octetsWithoutMoreMax = max(Self.pageOctetsMin, self.octetsMax - moreOctets)
  }

  func pages(of messages: [ReplyMessage]) -> [[ReplyMessage]] {
    let whole = messages.lazy.flatMap(\.lines).map { Self.cost(of: $0) }
    if whole.reduce(0, +) <= octetsMax, messages.reduce(0, { $0 + $1.lines.count }) <= linesMax {
      return [messages]
    }
    var pages: [[ReplyMessage]] = []
    var page: [ReplyMessage] = []
    var lines = 0
    var octets = 0
    for message in messages {
      var rest = message
      rest.lines = []
      for line in message.lines.flatMap(broken) {
        let cost = Self.cost(of: line)
        if lines > 0, lines + 1 > linesMax - 1 || octets + cost > octetsWithoutMoreMax {
          pages.append(page + Self.ending(&rest, with: moreWords))
          page = []
          lines = 0
          octets = 0
        }
        rest.lines.append(line)
        lines += 1
        octets += cost
      }
      // Marks go with a message that is whole, the buttons with its last part.
      if rest.lines != message.lines { rest.markdown = nil }
      page.append(rest)
    }
    pages.append(page)
    return pages
  }

  /// What of a message still stands on the page that ends inside or before it; what is left of the
  /// message is what follows after `more`.
  private static func ending(_ rest: inout ReplyMessage, with words: String) -> [ReplyMessage] {
    if rest.lines.isEmpty { return [ReplyMessage(lines: [words])] }
    let part = ReplyMessage(lines: rest.lines + [words], id: rest.id, audience: rest.audience)
    rest = ReplyMessage(lines: [], audience: rest.audience, choices: rest.choices)
    return [part]
  }

  private static func cost(of line: String) -> Int {
    // A space may go before a bracket.
    frameOctets + 1 + VisibleText.shown(line).utf8.count
  }

  /// A line in pieces that fit a page, as it will be shown.
  private func broken(_ line: String) -> [String] {
    let pieceMax = octetsWithoutMoreMax - Self.frameOctets - 1
    let shown = VisibleText.shown(line)
    if shown.utf8.count <= pieceMax { return [line] }
    var pieces: [String] = []
    var rest = Substring(shown)
    while rest.utf8.count > pieceMax {
      let cut = Self.cut(of: rest, octetsMax: pieceMax)
      pieces.append(String(rest[..<cut]))
      rest = rest[cut...]
      if rest.utf8.first == 0x20 { rest = Substring(rest.utf8.dropFirst()) }
    }
    return pieces + (rest.isEmpty ? [] : [String(rest)])
  }

  /// The last blank that leaves at least half a piece, else the last code point that fits: two
  /// thousand combining marks are one character.
  private static func cut(of text: Substring, octetsMax: Int) -> String.Index {
    let octets = text.utf8
    var end = octets.index(octets.startIndex, offsetBy: octetsMax)
    let half = octets.index(octets.startIndex, offsetBy: octetsMax / 2)
    if let blank = octets[half..<end].lastIndex(of: 0x20) { return blank }
    while octets[end] & 0xC0 == 0x80 { end = octets.index(before: end) }
    return end
  }
}
