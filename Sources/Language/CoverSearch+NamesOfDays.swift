// Which names of days and months are the names of people, for the address beside them.

extension CoverSearch {
  /// `add Jan 0171 1234567`, `with Eva Sonntag eva@x.com`: right before an address or a telephone
  /// number the name of a month is a person's, and so is that of a weekday behind `with` or behind
  /// another name. `Aquarium Friday ana@x.com` still says when.
  func isNameOfPerson(_ item: Constituent, _ slot: Slot) -> Bool {
    switch slot {
    case .day, .daySpan, .moment, .dayPart, .acrossDays: break
    default: return false
    }
    let word = Int(item.end) - 1
    let line = chart.line
    guard line.tokens[word].kind == .word, line.tokens[word].isCapital,
      let address = addressBehind(word)
    else { return false }
    // `10-11 Jan jan@x.com`.
    if line.tokens[address].hash == line.tokens[word].hash { return true }
    guard Int(item.start) == word else { return false }
    return holds([SymbolTable.symbol(.month)], at: word) || goesOnWithName(word)
  }

  /// Where an address begins right behind a word, perhaps behind a sign.
  private func addressBehind(_ word: Int) -> Int? {
    let tokens = chart.line.tokens
    guard word + 1 < tokens.count else { return nil }
    let isPaused = tokens[word + 1].kind == .sign && !isAddress(at: word + 1)
    let start = isPaused ? word + 2 : word + 1
    return start < tokens.count && isAddress(at: start) ? start : nil
  }

  private func isAddress(at start: Int) -> Bool {
    chart.range(at: start).contains {
      let item = chart.items[$0]
      switch SymbolTable.slot(item.symbol) {
      case .email: return true
      case .phone:
        let digits = (Int(item.start)..<Int(item.end)).reduce(0) { sum, token in
          let isNumber = chart.line.tokens[token].kind == .number
          return sum + (isNumber ? Int(chart.line.tokens[token].digits) : 0)
        }
        return digits >= Self.leastDigitsOfPhone
      default: return false
      }
    }
  }

  /// Fewer digits, as in `0900-1000`, may be times.
  private static let leastDigitsOfPhone = 9

  /// Whether somebody is named up to a word from one before it on: `with Sonntag`, `Eva Sonntag`.
  private func goesOnWithName(_ word: Int) -> Bool {
    (max(0, word - limits.nameTokens)..<word).contains { start in
      let first = chart.line.tokens[start]
      guard first.kind == .word, !chart.line.isJoiner(start),
        !isUnknown(start) || first.isCapital, !holds([Self.knownRoom], at: start)
      else { return false }
      return chart.range(at: start).contains {
        chart.items[$0].symbol == SymbolTable.symbol(.person) && Int(chart.items[$0].end) > word
      }
    }
  }

  private static let knownRoom = SymbolTable.symbol(.knownRoom)
}
