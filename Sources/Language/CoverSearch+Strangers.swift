// Which lines are about something else, which verbs a reading must not leave aside, and which words
// it may.

extension CoverSearch {
  /// Whether a constituent of a stranger's symbol says that a line may be about something else. A
  /// word with a slip in it does not: it may be any word.
  func isStranger(_ item: Constituent) -> Bool {
    isElsewhere(item) ? !namesKnownWord(item) : item.penalty < Weights.slip
  }

  /// Whether a name inside is a word of the grammar that only a capital makes look like one: `at
  /// Noon`.
  private func namesKnownWord(_ item: Constituent) -> Bool {
    children(of: item).contains { child in
      child.symbol == SymbolTable.symbol(.name)
        ? (Int(child.start)..<Int(child.end)).contains {
          chart.line.tokens[$0].kind == .word && !isUnknown($0) && !isIdle($0)
        } : namesKnownWord(child)
    }
  }

  /// Whether a cover leaves something foreign aside and has no noun of ours beside it: `book a
  /// hotel room`, but not `a meeting room near the hotel`. What stands inside a title or a name is
  /// a part of that.
  func isForeign(_ cover: Cover) -> Bool {
    guard !strangers.isEmpty else { return false }
    let foreign = strangers.map { chart.items[Int($0)] }.filter { stranger in
      // What is somewhere else cannot be taken back here, but who says so is asked which is meant.
      !(isElsewhere(stranger) && cancels(cover, outside: stranger))
        && !chart.grammar.symbols.provisions.contains(stranger.symbol)
        && !namesRoomNearly(stranger)
        && !cover.chosen.contains {
          let item = chart.items[Int($0)]
          // A text inside a verb is what is to be done: `add a flight tomorrow at 9`.
          let isText =
            [.book, .cancel].contains(cover.intent) && SymbolTable.isIntent(item.symbol)
          return !isText && item.start <= stranger.start && stranger.end <= item.end
        }
    }
    guard !foreign.isEmpty else { return false }
    return !cover.chosen.contains { number in
      let item = chart.items[Int(number)]
      if namesKnownRoom(item) { return true }
      let isInside = foreign.contains { $0.start < item.end && item.start < $0.end }
      let slot = SymbolTable.slot(item.symbol)
      if slot == .location { return true }
      // What is only called like a room may be elsewhere: `near the Space Needle`.
      let isNumbered = chart.line.tokens[Int(item.end) - 1].kind == .number
      if !isInside, slot == .roomNoun || slot == .room && isNumbered { return true }
      return (Int(item.start)..<Int(item.end)).contains { token in
        isAnchor(token, upTo: item.end)
          && !foreign.contains { Int($0.start) <= token && token < Int($0.end) }
      }
    }
  }

  /// How many words a cover leaves aside that are not known for what we cannot give.
  func strangeWords(asideOf cover: Cover) -> Int {
    let provisions = chart.grammar.symbols.provisions
    return cover.unused.count { token in
      !chart.range(at: token).contains { provisions.contains(chart.items[$0].symbol) }
    }
  }

  private func namesKnownRoom(_ item: Constituent) -> Bool {
    (Int(item.start)..<Int(item.end)).contains { token in
      chart.range(at: token).contains {
        chart.items[$0].symbol == SymbolTable.symbol(.knownRoom) && chart.items[$0].end <= item.end
      }
    }
  }

  /// Whether a cover would do something although the line asks for what cannot be done, as
  /// `remind me`. What such words say may be a draft, which only shows.
  func asksForUndoable(_ cover: Cover) -> Bool {
    let symbols = chart.grammar.symbols
    return strangers.contains { number in
      let stranger = chart.items[Int(number)]
      guard symbols.undoables.contains(stranger.symbol) else { return false }
      let isProvision = symbols.provisions.contains(stranger.symbol)
      return !cover.chosen.contains {
        let item = chart.items[Int($0)]
        // A room is wanted with coffee or without, and so is a coffee with Ben.
        let slot = SymbolTable.slot(item.symbol)
        if isProvision, slot == .person || slot == .knownPerson || namesKnownRoom(item) {
          return true
        }
        let isText =
          [.book, .cancel].contains(cover.intent) && SymbolTable.isIntent(item.symbol)
        return !(isText && !isProvision) && item.start <= stranger.start
          && stranger.end <= item.end
      }
    }
  }

  /// Whether a title is itself a noun of ours, as in `for the training`.
  func namesOccasionInTitle(_ cover: Cover) -> Bool {
    cover.chosen.contains { number in
      let item = chart.items[Int(number)]
      guard SymbolTable.slot(item.symbol) == .title else { return false }
      return (Int(item.start)..<Int(item.end)).contains { token in
        chart.range(at: token).contains {
          chart.items[$0].symbol == SymbolTable.symbol(.bookingNoun)
            && chart.items[$0].end == item.end && chart.items[$0].penalty < Weights.slip
        }
      }
    }
  }

  /// Whether a cover takes something back with a word outside a constituent: `remove my dinner
  /// reservation`, but not `they take reservations`.
  private func cancels(_ cover: Cover, outside stranger: Constituent) -> Bool {
    cover.intent == .cancel
      && cover.chosen.contains {
        let item = chart.items[Int($0)]
        return SymbolTable.isIntent(item.symbol)
          && (item.start < stranger.start || stranger.end < item.end)
      }
  }

  /// `a reservation at Aquarum`: what is meant is a room of ours, with a slip in its name. Not
  /// looked for in a line of very many reservations.
  private func namesRoomNearly(_ elsewhere: Constituent) -> Bool {
    strangers.count <= limits.spellingWords && isElsewhere(elsewhere)
      && (Int(elsewhere.start)..<Int(elsewhere.end)).contains { token in
        chart.line.tokens[token].kind == .word && isUnknown(token)
          && !chart.rooms(near: token, limits: limits).isEmpty
      }
  }

  private func isElsewhere(_ item: Constituent) -> Bool {
    chart.grammar.symbols.elsewheres.contains(item.symbol)
  }

  /// Whether a word that marks a line as ours begins at a token and ends before another.
  func isAnchor(_ token: Int, upTo end: UInt16) -> Bool {
    let anchors = chart.grammar.symbols.anchors
    return chart.says(.anchor, at: token)
      && chart.range(at: token).contains {
        anchors.contains(chart.items[$0].symbol) && chart.items[$0].end <= end
      }
  }

  /// Whether a cue is a verb by which something is taken back or changed.
  func isVerb(_ cue: Constituent) -> Bool {
    switch SymbolTable.intent(cue.symbol) {
    case .cancel, .change: cue.value.marks.isDisjoint(with: [.common, .wish, .opening])
    default: false
    }
  }

  /// What the verbs that a cover leaves aside count against it.
  func contradiction(of cover: Cover) -> Int {
    verbs.count { cover.unused.contains($0) } * Weights.otherVerb
  }

  // MARK: - What words aside weigh

  /// The tokens a cover leaves aside that carry no weight: words that nobody knows and that are no
  /// names, and words of the grammar that say nothing here. Whatever they mean, an order of which
  /// all is known is meant. A number, a name, a denial, a verb and a thing of ours carry weight.
  /// Where no verb orders anything, such a word may be one, but for a clause of such words alone,
  /// and between two parts of the order: `oh dear, Bunker Friday 10-11` and `Bunker, phew, Friday
  /// 10-11`, but not `scrap Bunker Friday 10-11`.
  func light(asideOf cover: Cover) -> [Int] {
    let light = cover.unused.filter { token in
      let isName = chart.line.tokens[token].isCapital && !chart.line.beginsSentence(token)
      return chart.line.tokens[token].kind == .word && !isName && beginsNothing(token)
        && !(cover.intent.isOfOneBooking && mayRestrict(token, cover))
    }
    guard cover.intent == .details, !light.isEmpty else { return light }
    let clauses = clauses()
    let parts = cover.chosen.map { Int(chart.items[Int($0)].start) }
    return light.filter { token in
      if let first = parts.first, let last = parts.last, first < token, token < last {
        return !hasRole([.subject, .finite], token)
      }
      return clauses.first { $0.contains(token) }?.allSatisfy {
        light.contains($0) || chart.line.isFiller($0)
      } ?? false
    }
  }

  /// Whether a word that a cover leaves aside may belong to the noun that says what is meant: it
  /// stands beside a noun or a room of ours, or beside a word of the grammar that is left aside
  /// too, as an article or `of`: `cancel toms booking`, `delete the picture of Aquarium`.
  private func mayRestrict(_ token: Int, _ cover: Cover) -> Bool {
    let count = chart.line.tokens.count
    var start = token, end = token + 1
    while isUnknown(start - 1, asideOf: cover) == true { start -= 1 }
    while isUnknown(end, asideOf: cover) == true { end += 1 }
    return end < count && holds(Self.things, at: end)
      || ends(with: .bookingNoun, start) || ends(with: .knownRoom, start)
      || isUnknown(start - 1, asideOf: cover) == false || isUnknown(end, asideOf: cover) == false
  }

  private static let things = [SymbolTable.symbol(.bookingNoun), SymbolTable.symbol(.knownRoom)]

  /// Whether nobody knows a word that a cover leaves aside; nil for what is no such word.
  private func isUnknown(_ token: Int, asideOf cover: Cover) -> Bool? {
    guard chart.line.tokens.indices.contains(token), chart.line.tokens[token].kind == .word
    else { return nil }
    for number in cover.chosen {
      let item = chart.items[Int(number)]
      if item.start <= token, token < item.end { return nil }
    }
    return isUnknown(token)
  }
}
