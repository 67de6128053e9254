// Whom a line names, where the same words may be something else.

extension SlotGathering {
  /// The name that somebody of the house, or a group, has, as it is known there.
  func houseName(of item: Constituent) -> String? {
    guard let names = chart.context.vocabulary.names.peopleNames else { return nil }
    var place: Int?
    for start in Int(item.start)..<min(Int(item.start) + 2, Int(item.end)) where place == nil {
      names.forEach(in: line.tokens, at: start) { end, index in
        if end == Int(item.end) { place = index }
      }
    }
    return place.map { chart.context.vocabulary.people[$0] }
  }

  /// Adds somebody of the house, who is somebody wherever the name stands.
  mutating func addPiece(ofHouse name: String, _ item: Constituent) {
    addPiece(.name(name), item)
    pieces[pieces.count - 1].isOfHouse = true
    pieces[pieces.count - 1].isOwner =
      text(item).utf8.count > name.utf8.count || line.isSign(Int(item.end), 0x27)
  }

  /// In whose name something is done: a name, or one with a genitive.
  mutating func gatherBehalf(_ item: Constituent) {
    let named: [Slot] = [.name, .houseName, .houseGenitive, .knownPerson, .genitive]
    guard let found = find(named, in: item) else {
      slots.behalf = Said("", range(item))
      return
    }
    let name =
      switch SymbolTable.slot(found.symbol) {
      case .knownPerson: chart.context.spoken.people[found.value.first]
      case .genitive: String(text(found).dropLast())
      default: houseName(of: found) ?? text(found)
      }
    slots.behalf = Said(name, range(found))
  }

  mutating func gatherTopic(_ item: Constituent, _ isTarget: Bool) {
    let isFurther = slots.topic != nil
    slots.topic = name(item.value).map { Said($0, range(item)) }
    if let provider = find([.knownProvider], in: item) {
      slots.provider = Said(chart.context.spoken.providers[provider.value.first], range(provider))
    }
    if let ride = find([.knownRide], in: item) {
      slots.ride = Said(chart.context.spoken.rides[ride.value.first], range(ride))
    }
    // `trips with the shuttle`: what is said beside something else is not taken.
    slots.offered =
      isFurther
      ? nil : find([.offered], in: item).map { Said($0.value.first, range($0)) }
    visitChildren(of: item, isTarget: isTarget)
  }

  mutating func gatherTitle(_ item: Constituent) {
    // `rename Weekly to Daily`: what it is called, and what it is to be called.
    let isWords = [.text, .quoted].contains(SymbolTable.slot(item.symbol))
    if intent == .change, isWords, let called = slots.title { slots.occasion = called }
    let isBehindFor = item.value.marks.contains(.common)
    slots.title = isNone(item) ? Said("", range(item)) : words(of: item)
    if isBehindFor, let title = slots.title { slots.title = withoutJoining(title) }
    titleBehindFor = isBehindFor ? item : nil
    slots.titleIsBehindFor = isBehindFor
  }

  /// `for Acme and 3 guests`: what joins the title to the rest is no part of it.
  private func withoutJoining(_ title: Said<String>) -> Said<String> {
    let joining = chart.grammar.symbols.joinings
    let last = line.tokens.indices.last { Int(line.tokens[$0].end) == title.range.upperBound }
    guard let last, last > 0, line.tokens[last].start > title.range.lowerBound,
      chart.range(at: last).contains(where: {
        joining.contains(chart.items[$0].symbol) && Int(chart.items[$0].end) == last + 1
      })
    else { return title }
    let range = title.range.lowerBound..<Int(line.tokens[last - 1].end)
    return Said(line.text(range), range)
  }

  /// `for Bob and Carl`: two people, rather than a title and one of them. What stands behind `for`
  /// is a name if nobody knows its words, as with any other name, and a bare name is joined to it.
  mutating func takeTitleForPerson() {
    guard intent.isToCome, let title = titleBehindFor, let said = slots.title,
      let place = pieces.firstIndex(where: { $0.range.lowerBound >= said.range.upperBound }),
      case .name = pieces[place].kind, isJoined(pieces[place], to: title), isName(title)
    else { return }
    slots.title = nil
    slots.titleIsBehindFor = false
    pieces[place].isLoose = false
    pieces.insert(
      PersonPiece(
        kind: .name(said.value), range: said.range, isSeparated: place > 0,
        isSeparatedByWord: false, isBehindComma: false),
      at: place)
  }

  /// Whether nothing but a comma or an `and` stands between a title and somebody's name.
  private func isJoined(_ piece: PersonPiece, to title: Constituent) -> Bool {
    guard piece.isSeparated || piece.isBehindComma else { return false }
    let first = (Int(title.end)..<line.tokens.count).first {
      Int(line.tokens[$0].start) >= piece.range.lowerBound
    }
    return first == Int(title.end) + 1
  }

  /// Whether the words behind `for` are those of a name: no more than a first and a last one, with
  /// no article before them.
  private func isName(_ title: Constituent) -> Bool {
    let words = Int(title.start) + 1..<Int(title.end)
    return (1...2).contains(words.count)
      && words.allSatisfy { line.tokens[$0].kind == .word && line.symbols[$0] == SymbolTable.none }
  }
}
