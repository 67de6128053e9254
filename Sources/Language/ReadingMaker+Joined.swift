// Whether several times of a line are joined to each other, so that all of them are meant.

extension ReadingMaker {
  /// Whether the times that begin at some octets, in the order of the line, stand each beside the
  /// one before, with a comma or a word like `and` between them: `tomorrow 9-10 and Friday 14-15`.
  /// In `tomorrow 9-10 because Friday is full` the second is said of something else.
  static func areJoined(at octets: [Int], _ cover: Cover, _ chart: Chart) -> Bool {
    let tokens = chart.line.tokens
    var token = 0
    var chosen = cover.chosen[...]
    // The token behind the last time before.
    var before: Int?
    for octet in octets {
      while token < tokens.count, tokens[token].end <= octet { token += 1 }
      while let number = chosen.first {
        let item = chart.items[Int(number)]
        guard item.end <= token else { break }
        chosen = chosen.dropFirst()
        if isOfTimes(item) { before = Int(item.end) }
      }
      guard let before, isJoined(from: before, to: token, chart) else { return false }
    }
    return !isSpokenOf(token, cover, chart)
  }

  /// Whether a word like `and` stands between two ranges, and no more than that and an article
  /// between any.
  static func areJoined(_ ranges: [OctetRange], _ chart: Chart) -> Bool {
    guard ranges.count > 1 else { return false }
    let between = zip(ranges, ranges.dropFirst()).map { one, other in
      chart.line.tokens.indices.filter {
        chart.line.tokens[$0].range.lowerBound >= one.upperBound
          && chart.line.tokens[$0].range.upperBound <= other.lowerBound
      }
    }
    let (comma, signs) = (UInt8(ascii: ","), [UInt8(ascii: "&"), UInt8(ascii: "+")])
    return between.allSatisfy { tokens in
      guard let first = tokens.first else { return false }
      let joins =
        chart.line.isJoiner(first)
        || ([comma] + signs).contains { chart.line.isSign(first, $0) }
      // `the Bunker and the Cockpit`
      return joins && tokens.dropFirst().allSatisfy(chart.line.isFiller)
    } && between.contains { !chart.line.isSign($0[0], comma) }
  }

  /// Whether something is said of the time that begins at a token: `tomorrow 9-10, Friday is full`.
  private static func isSpokenOf(_ token: Int, _ cover: Cover, _ chart: Chart) -> Bool {
    let items = cover.chosen.map { chart.items[Int($0)] }
    var place = token
    while let time = items.first(where: { $0.start <= place && place < $0.end }), isOfTimes(time) {
      place = Int(time.end)
    }
    let tellings = chart.grammar.symbols.tellings
    while place < chart.line.tokens.count, chart.line.isFiller(place) {
      if chart.range(at: place).contains(where: { tellings.contains(chart.items[$0].symbol) }) {
        return true
      }
      place += 1
    }
    return place < chart.line.tokens.count && chart.line.tokens[place].kind == .word
      && !items.contains { $0.start <= place && place < $0.end }
  }

  /// Whether nothing but what joins, and words that change nothing, stands between two tokens.
  private static func isJoined(from start: Int, to end: Int, _ chart: Chart) -> Bool {
    var isJoined = false
    var place = start
    while place < end {
      if let next = endOfJoining(at: place, chart) {
        isJoined = true
        place = next
      } else if chart.line.isFiller(place) {
        place += 1
      } else {
        return false
      }
    }
    return isJoined
  }

  private static func isOfTimes(_ item: Constituent) -> Bool {
    guard let slot = SymbolTable.slot(item.symbol), slot != .correction else { return false }
    switch slot.kind {
    case .day, .start, .end, .when, .length: return true
    case .room, .severalRooms, .target, .repeat, .people, .name, .email, .phone, .headcount,
      .equipment, .size, .floor, .location, .stepFree, .title, .description, .booking, .choice,
      .privacy, .mine, .anyway, .behalf, .also, .field, .language, .topic, .leg, .confirmation,
      nil:
      return false
    }
  }

  /// The token behind what joins two times, if such stands at a token.
  static func endOfJoining(at token: Int, _ chart: Chart) -> Int? {
    let signs: [UInt8] = [0x2C, 0x26, 0x2B]
    if signs.contains(where: { chart.line.isSign(token, $0) }) { return token + 1 }
    guard chart.line.tokens[token].kind == .word, chart.says(.joining, at: token) else {
      return nil
    }
    var end: Int?
    for number in chart.range(at: token) {
      let item = chart.items[number]
      guard chart.symbolNotes[Int(item.symbol)].contains(.joining) else { continue }
      end = max(end ?? 0, Int(item.end))
    }
    return end
  }
}
