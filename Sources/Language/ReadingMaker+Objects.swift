// Whether an order may be about something else than what it would be carried out on.

extension ReadingMaker {
  /// Whether a booking may not be what is wanted: a thing is booked that rooms have, or no day was
  /// said and a word that nobody knows may have been one.
  static func mayBookSomethingElse(
    _ cover: Cover, _ slots: Slots, _ unused: [Int], _ chart: Chart
  ) -> Bool {
    guard cover.intent == .book, slots.when.contains(where: \.begins) else { return false }
    if slots.rooms.isEmpty, !slots.equipment.isEmpty, booksEquipment(cover, chart) { return true }
    let isOnNoDay = slots.when.allSatisfy { $0.day == nil && $0.fromNowMinutes == nil }
    return isOnNoDay && !slots.isRepeated && !strangers(among: unused, chart).isEmpty
  }

  /// Whether the verb of a booking is followed by a word that nobody knows, as in `hold the door of
  /// Aquarium`.
  static func booksStranger(
    _ cover: Cover, _ slots: Slots, _ unused: [Int], _ chart: Chart
  ) -> Bool {
    // Without a time nothing is booked anyway.
    guard cover.intent == .book, slots.when.contains(where: \.begins) else { return false }
    let strangers = strangers(among: unused, chart)
    guard !strangers.isEmpty else { return false }
    return cover.chosen.contains { number in
      let cue = chart.items[Int(number)]
      guard SymbolTable.isIntent(cue.symbol) else { return false }
      let behind = Int(cue.end)..<chart.line.tokens.count
      guard let object = behind.first(where: { !chart.line.isFiller($0) }),
        strangers.contains(object)
      else { return false }
      // `book, oh dear, Bunker` goes on with the room.
      let next = (object..<behind.upperBound).first {
        !strangers.contains($0) && chart.line.tokens[$0].kind != .sign
      }
      return next.map { !chart.mayHold(.knownRoom, at: $0) } ?? true
    }
  }

  private static func strangers(among tokens: [Int], _ chart: Chart) -> [Int] {
    tokens.filter {
      chart.line.tokens[$0].kind == .word && chart.line.symbols[$0] == SymbolTable.none
    }
  }

  /// Whether all that a line says is that a meeting is at a full time, as `I have a meeting on
  /// Friday at 9`: it may have no room yet, so what could be booked is shown.
  static func isNews(_ cover: Cover, _ slots: Slots, _ unused: [Int], _ chart: Chart) -> Bool {
    guard cover.intent == .bookings, unused.isEmpty, !chart.line.endsInQuestion,
      slots.when.count == 1, slots.when[0].day != nil, slots.when[0].start != nil,
      slots.when[0].bound == .exact, !isProposed(cover, chart)
    else { return false }
    let cues = cover.chosen.map { chart.items[Int($0)] }.filter {
      SymbolTable.isIntent($0.symbol)
    }
    return cues.count == 1 && cues[0].value.marks.contains(.news)
      && cover.chosen.contains {
        let item = chart.items[Int($0)]
        return SymbolTable.slot(item.symbol) == .bookingNoun && item.value.a != 1
      }
  }

  /// What a new booking is called by what is done at it, with the words before it that nothing else
  /// is made of: `yoga class`, `Tim's wedding`.
  static func title(
    of occasion: Said<String>, _ unused: inout [Int], _ cover: Cover, _ chart: Chart
  ) -> Said<String> {
    let line = chart.line
    let place = line.tokens.indices.first {
      Int(line.tokens[$0].start) == occasion.range.lowerBound
    }
    guard let place else { return occasion }
    let chosen = cover.chosen.map { chart.items[Int($0)] }
    var first = place
    for token in (0..<place).reversed() {
      let isFree = !chosen.contains { Int($0.start) <= token && token < Int($0.end) }
      let isWord =
        line.tokens[token].kind == .word && unused.contains(token)
        && line.symbols[token] == SymbolTable.none
      // The sign and the letter of `Tim's`.
      guard isFree, isWord || line.tokens[token].isGlued else { break }
      if isWord { first = token }
    }
    guard first < place else { return occasion }
    unused.removeAll { (first..<place).contains($0) }
    let range = Int(line.tokens[first].start)..<occasion.range.upperBound
    return Said(line.text(range), range)
  }

  /// `book a projector for Friday at 10`: a room that has one, or the thing itself.
  private static func booksEquipment(_ cover: Cover, _ chart: Chart) -> Bool {
    let things = cover.chosen.map { chart.items[Int($0)] }.filter {
      SymbolTable.slot($0.symbol) == .equipment
    }
    return cover.chosen.contains { number in
      let cue = chart.items[Int(number)]
      guard SymbolTable.isIntent(cue.symbol) else { return false }
      let object = (Int(cue.end)..<chart.line.tokens.count).first { !chart.line.isFiller($0) }
      return object.map { object in
        things.contains { thing in
          Int(thing.start) <= object && object < Int(thing.end)
            && !chart.range(at: Int(thing.start)).contains {
              chart.grammar.symbols.withs.contains(chart.items[$0].symbol)
            }
        }
      } ?? false
    }
  }

  /// Whether an order is written as a question: `book Aquarium at 9?`. `Can you book …?` is polite.
  static func isAskedFor(_ cover: Cover, _ intent: Intent, _ chart: Chart) -> Bool {
    guard [.book, .change, .cancel].contains(intent), chart.line.endsInQuestion,
      !chart.line.isFiller(0),
      // `11?` may answer what is asked; `cancel B1?` answers nothing.
      intent == .cancel || chart.context.expected.isEmpty
    else { return false }
    return cover.chosen.first.map {
      let cue = chart.items[Int($0)]
      return cue.start == 0 && SymbolTable.isIntent(cue.symbol)
        && !cue.value.marks.contains(.opening)
    } ?? false
  }

  /// Whether a cue asks whether something can be had, and so orders nothing: `is 12 possible`.
  static func asksWhether(_ cover: Cover, _ chart: Chart) -> Bool {
    cover.chosen.contains { chart.items[Int($0)].value.marks.contains(.whether) }
  }

  /// Whether a room is asked about by a word for what is not free: `is it taken`, but not `can it
  /// be booked`.
  static func saysTaken(_ cover: Cover, _ chart: Chart) -> Bool {
    cover.chosen.contains { number in
      let cue = chart.items[Int(number)]
      return SymbolTable.isIntent(cue.symbol)
        && (0..<Int(cue.childCount)).contains {
          let part = chart.constituent(chart.children[Int(cue.firstChild) + $0])
          return chart.grammar.symbols.takens.contains(part.symbol)
        }
    }
  }

  /// Whether words of the line hold a noun for what is booked.
  static func holdsNoun(_ range: OctetRange, _ chart: Chart) -> Bool {
    chart.line.tokens.indices.contains { token in
      range.contains(chart.line.range(token, token + 1).lowerBound)
        && chart.range(at: token).contains { chart.items[$0].symbol == bookingNoun }
    }
  }

  private static let bookingNoun = SymbolTable.symbol(.bookingNoun)
}
