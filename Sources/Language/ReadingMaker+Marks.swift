// What a line is like beside what it says: whether it asks, agrees, points at a room, or keeps
// something.

extension ReadingMaker {
  /// Marks a reading with what its line is like.
  static func mark(_ reading: inout Reading, _ cover: Cover, _ chart: Chart) {
    reading.saysRoomNoun = chart.line.tokens.indices.contains {
      chart.mayHold(.roomNoun, at: $0)
        && chart.range(at: $0).contains {
          chart.items[$0].symbol == SymbolTable.symbol(.roomNoun)
        }
    }
    reading.isAcknowledgement = isAcknowledgement(cover, chart)
    reading.pointsAtRoom = pointsAtRoom(chart)
    reading.roomPointedAt = roomPointedAt(chart)
    reading.bookingHasNoun = reading.slots.booking.map { holdsNoun($0.range, chart) } ?? false
    reading.asks = chart.line.asks
    let roles = chart.line.roles
    reading.asksWhat = chart.asksWhat
    let saysVerb = roles.contains(.finite)
    reading.asksWhether =
      (chart.line.asks && (saysVerb || reading.intent != .bookings) || reading.intent == .isFree)
      && !reading.asksWhat
    reading.asksByVerb = reading.asksWhether && saysVerb
    reading.saysEnough = roles.contains(.enough)
    reading.asksIfPossible = asksWhether(cover, chart)
    let isOfFate = reading.asksWhether && [.bookings, .show].contains(reading.intent)
    reading.fateAsked =
      !isOfFate
      ? nil : roles.contains(.cancelled) ? .cancelled : roles.contains(.changed) ? .changed : nil
    reading.asksIfTaken = reading.intent == .isFree && saysTaken(cover, chart)
    reading.isOfParts = isOfParts(chart)
    reading.agrees = chart.line.opensOrEnds(with: .agreement)
    reading.assents = chart.line.opensOrEnds(with: .assent)
    reading.pointsAtSpoken =
      roles.contains(.pointing) && !roles.contains(.whatever) && !reading.saysRoomNoun
    reading.isInstead = roles.contains(.instead)
    reading.staysSaid = roles.contains(.stay)
    reading.keeps = hasCue(.kept, cover, chart)
    reading.mayNamePerson = hasCue(.ofPerson, cover, chart)
  }

  private static func hasCue(_ mark: Value.Marks, _ cover: Cover, _ chart: Chart) -> Bool {
    cover.chosen.contains {
      SymbolTable.isIntent(chart.items[Int($0)].symbol)
        && chart.items[Int($0)].value.marks.isSuperset(of: mark)
    }
  }

  /// Whether all that agrees in a cover is what people also say when they have heard something.
  private static func isAcknowledgement(_ cover: Cover, _ chart: Chart) -> Bool {
    cover.intent == .yes
      && cover.chosen.allSatisfy { number in
        let item = chart.items[Int(number)]
        return !SymbolTable.isIntent(item.symbol) || item.value.marks.contains(.loose)
      }
  }

  /// Whether an article that points at something known stands before what describes a room.
  private static func pointsAtRoom(_ chart: Chart) -> Bool {
    guard chart.line.roles.contains(.definite) else { return false }
    let words = chart.grammar.symbols.clauseWords
    return chart.line.tokens.indices.dropLast().contains { token in
      words.roles(of: chart.line.symbols[token]).contains(.definite)
        && chart.range(at: token + 1).contains { described.contains(chart.items[$0].symbol) }
    }
  }

  /// The words that stand for a room by what it has, up to where that begins: `the one` in `the one
  /// with the projector`.
  private static func roomPointedAt(_ chart: Chart) -> OctetRange? {
    guard chart.line.roles.isSuperset(of: [.definite, .having]) else { return nil }
    let words = chart.grammar.symbols.clauseWords
    let symbols = chart.line.symbols
    for token in symbols.indices where words.roles(of: symbols[token]).contains(.definite) {
      var next = token + 1
      if next < symbols.count, words.roles(of: symbols[next]).contains(.one) { next += 1 }
      guard next < symbols.count, words.roles(of: symbols[next]).contains(.having),
        chart.range(at: next).contains(where: {
          described.contains(chart.items[$0].symbol) || chart.items[$0].symbol == headcount
        })
      else { continue }
      return chart.line.range(token, next)
    }
    return nil
  }

  private static let headcount = SymbolTable.symbol(.headcount)
  private static let described =
    [Slot.roomNoun, .equipment, .stepFree, .seats, .size, .floor, .location]
    .map { SymbolTable.symbol($0) }
}

extension Chart {
  /// Whether a line asks for something else than yes or no: a word for that stands before its verb,
  /// as in `was ist frei`, and not behind it, as in `ist was frei`.
  var asksWhat: Bool {
    guard line.roles.contains(.interrogative) else { return false }
    let words = grammar.symbols.clauseWords
    for symbol in line.symbols {
      let roles = words.roles(of: symbol)
      if roles.contains(.interrogative) { return true }
      if roles.contains(.finite) { return false }
    }
    return true
  }
}
