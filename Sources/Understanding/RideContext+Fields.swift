// A line as the answer to a question of the service: what kind of answer it takes says how it is
// read.

import Bookings
import CivilTime
import Discourse
import Language
import Mobility
import Products

extension RideContext {
  /// The answer that a line is to a question; nil if it is none of its kind.
  func answer(to item: Questionnaire.Item) -> QuestionAnswer? {
    let words = String(decoding: context.line, as: UTF8.self).trimmed
    switch item.kind {
    case .text: return words.isEmpty ? nil : .text(words)
    case .number: return number(words).map(QuestionAnswer.number)
    case .clock:
      return context.slots.firstWhen?.start.map { .clock(seconds: $0.value.minutes * 60) }
    // What nobody else may read never comes here as words.
    case .secret: return nil
    case .flag, .terms: return isYes.map(QuestionAnswer.flag)
    case .choice(let titles): return place(words, in: titles).map(QuestionAnswer.choice)
    case .several(let titles): return places(words, in: titles).map(QuestionAnswer.several)
    case .place: return words.isEmpty ? nil : .place(placeCalled(words))
    case .moment, .returnTrip:
      if case .returnTrip = item.kind, context.intent == .no { return .returning(nil) }
      return resolution(to: item)?.1.instant.flatMap { item.kind.answer(of: $0) }
    case .fares(let fares, _): return counts(of: fares, in: words).map(QuestionAnswer.counts)
    case .page: return isYes == true ? .done : nil
    }
  }

  private var isYes: Bool? {
    switch context.intent {
    case .yes: true
    case .no: false
    // `einverstanden`, to a question that takes yes or no.
    case .ride where context.slots.topic?.value == RideWord.accept.rawValue: true
    case .ride where context.slots.topic?.value == RideWord.decline.rawValue: false
    default: nil
    }
  }

  private func number(_ words: String) -> Double? {
    let plain = String(words.map { $0 == "," ? "." : $0 })
    if let number = Double(plain), number.isFinite, plain.first != "+" { return number }
    if case .number(let number) = context.slots.choice?.value, context.reading.unused.isEmpty {
      return Double(number)
    }
    // `three hours`, `3h`: the one number, and what it counts.
    let said = words.wordsSaid
    let numbers = said.compactMap { word -> Int? in
      context.numbers[word] ?? Int(word) ?? Int(word.prefix(while: \.isWholeNumber))
    }
    guard let number = numbers.first, numbers.count == 1, said.count <= Self.countedWordsMax,
      !plain.contains(".")
    else { return nil }
    return Double(number)
  }

  /// How many words a number has, with what it counts.
  private static let countedWordsMax = 2

  /// The moment that is said to a question, if its clocks show it twice or never.
  func unclearMoment(for item: Questionnaire.Item) -> CivilMoment? {
    guard item.kind.takesMoment, let (moment, resolution) = resolution(to: item) else { return nil }
    return resolution.instant == nil ? moment : nil
  }

  /// The moment that is said by the clocks of a question, and what it is there.
  private func resolution(
    to item: Questionnaire.Item
  ) -> (CivilMoment, ZoneRules.Resolution)? {
    let zone = house.zone(of: item)
    let isElsewhere = zone != house.ledger.zone
    guard let said = context.slots.firstWhen, said.start != nil,
      let when = isElsewhere ? context.whenThere : said, let start = when.start?.value
    else { return nil }
    let date: CivilDate
    switch when.day?.value {
    case .on(let said): date = said
    case nil: date = zone.civil(at: house.now).date
    // No calendar has it, or it is not one day.
    case .among, .nextDay, .previousDay, .sameDay, .impossible, .contradiction: return nil
    }
    let moment = CivilMoment(date, start)
    // Said as of a zone it is an instant, also where the clocks here show it twice.
    if let instant = when.zone?.value.instant { return (moment, .once(instant)) }
    return (moment, zone.resolve(moment))
  }

  private func place(_ words: String, in titles: [String]) -> Int? {
    if let exact = titles.firstIndex(where: { $0.isSameName(as: words) }) { return exact }
    switch context.slots.choice?.value {
    case .number(let number): return titles.indices.contains(number - 1) ? number - 1 : nil
    case .last: return titles.indices.last
    default: break
    }
    if let number = Int(words) { return titles.indices.contains(number - 1) ? number - 1 : nil }
    let said = Set(words.wordsSaid)
    let named = titles.indices.filter { place in
      let others = titles.indices.filter { $0 != place }.flatMap { titles[$0].wordsSaid }
      return !said.isDisjoint(with: Set(titles[place].wordsSaid).subtracting(others))
    }
    if named.count == 1 { return named[0] }
    // `M`, of Small, Medium and Large.
    let begun = titles.indices.filter { titles[$0].lowercased().hasPrefix(words.lowercased()) }
    return begun.count == 1 && !words.isEmpty ? begun[0] : nil
  }

  /// Several, by numbers or titles with signs between them.
  private func places(_ words: String, in titles: [String]) -> [Int]? {
    if context.intent == .no || context.intent == .skip { return [] }
    let numbers = words.wordsSaid.compactMap { Int($0) }
    if !numbers.isEmpty, numbers.allSatisfy({ titles.indices.contains($0 - 1) }) {
      return numbers.map { $0 - 1 }.sorted()
    }
    let said = Set(words.wordsSaid)
    let named = titles.indices.filter { place in
      let own = Set(titles[place].wordsSaid)
      let others = titles.indices.filter { $0 != place }.flatMap { titles[$0].wordsSaid }
      return own.isSubset(of: said) || !said.isDisjoint(with: own.subtracting(others))
    }
    return named.isEmpty ? nil : named
  }

  /// A place of the speaker's trips that is called so, or the house; else what is said, which the
  /// service looks up.
  private func placeCalled(_ words: String) -> Mobility.Place {
    let legs = context.house.travel.shelf[owner].flatMap(\.present).map(\.leg)
    let known = legs.flatMap { [$0.from, $0.to] }.compactMap(\.self)
    if let place = known.first(where: { place in
      [place.name, place.address].compactMap(\.self).contains { $0.isSameName(as: words) }
    }) {
      return place
    }
    var place = Mobility.Place()
    place.address = words
    return place
  }

  /// How many of each ticket: `2 adults and 1 child`, `3`.
  private func counts(of fares: [Fare], in words: String) -> [Int]? {
    let said = words.wordsSaid
    var counts = [Int](repeating: 0, count: fares.count)
    var number: Int?
    var isTold = false
    for word in said {
      if let next = context.numbers[word] {
        number = next
      } else if let place = fares.indices.first(where: { fares[$0].isCalled(word) }) {
        counts[place] += number ?? 1
        (number, isTold) = (nil, true)
      }
    }
    if !isTold, let number, fares.count == 1, said.count == 1 { return [number] }
    return isTold && number == nil ? counts : nil
  }
}

extension Fare {
  /// Whether a word stands for it: of its name, its riders, or the plural of one.
  fileprivate func isCalled(_ word: String) -> Bool {
    let names = (name.wordsSaid + riders.flatMap(\.wordsSaid)).filter { $0.count > 2 }
    return names.contains { name in
      word == name || word.hasPrefix(name) && word.count - name.count <= 3
    }
  }
}

extension String {
  /// Without blanks at its ends.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    let end = start.reversed().drop { $0.isWhitespace }
    return String(end.reversed())
  }
}
