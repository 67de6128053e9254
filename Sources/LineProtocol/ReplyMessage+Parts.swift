// A message in parts, for chats that take no longer ones.

extension ReplyMessage {
  /// The message in parts of at most so many octets of UTF-8, in plain text and with its marks, cut
  /// at line ends; a line that is longer is cut at a blank, or anywhere. One part if it fits. The
  /// last part is what can be picked of, and alone has the id.
  public func parts(octetsMax: Int, markup: Markup?) -> [ReplyMessage] {
    let max = Swift.max(octetsMax, Self.partOctetsMin)
    func fits(_ lines: [String]) -> Bool {
      let plain = lines.reduce(lines.count - 1) { $0 + VisibleText.shown($1).utf8.count }
      return plain <= max && (markup.map { $0.text(of: lines).utf8.count <= max } ?? true)
    }
    if fits(lines) { return [self] }
    var groups: [[String]] = [[]]
    for line in lines.flatMap({ Self.cut($0, until: { fits([$0]) }) }) {
      let last = groups[groups.count - 1]
      if last.isEmpty || fits(last + [line]) {
        groups[groups.count - 1].append(line)
      } else {
        groups.append([line])
      }
    }
    return groups.enumerated().map { index, lines in
      var part = self
      part.lines = lines
      if index < groups.count - 1 { (part.id, part.choices) = (nil, []) }
      return part
    }
  }

  /// However little is asked for, a part holds so much: marks and the longest signs have to fit.
  public static let partOctetsMin = 200

  /// A line in pieces that fit.
  private static func cut(_ line: String, until fits: (String) -> Bool) -> [String] {
    var pieces: [String] = []
    var rest = line[...]
    while !fits(String(rest)), rest.count > 1 {
      // The longest beginning that fits, by halving: what fits, fits when it is shorter.
      var low = 1
      var high = rest.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if fits(String(rest.prefix(middle))) { low = middle } else { high = middle }
      }
      let beginning = rest.prefix(low)
      let blank = beginning.lastIndex(of: " ")
      let piece = blank.map { rest[...$0] } ?? beginning
      pieces.append(String(piece))
      rest = rest[piece.endIndex...]
    }
    return pieces + [String(rest)]
  }
}
