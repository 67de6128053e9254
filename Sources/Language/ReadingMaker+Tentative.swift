// Whether words of a line leave open that what it says is wanted, or which of what it says: it
// hedges, asks, hands on what somebody else says, or says a time of two kinds.

internal import CivilTime

extension ReadingMaker {
  /// Whether words of a line say that it is open whether something is to be done: it proposes, asks
  /// for permission, sets a condition, hedges, hands on what somebody else says, or names something
  /// else than a room as what is wanted.
  static func saysItIsOpen(
    _ cover: Cover, _ intent: Intent, _ slots: Slots, _ unused: [Int], _ chart: Chart
  ) -> Bool {
    guard intent.doesSomething else { return false }
    if mayBookSomethingElse(cover, slots, unused, chart) { return true }
    // A draft is only shown anyway.
    if intent != .draft, isProposed(cover, chart) { return true }
    if isAskedFor(cover, intent, chart) || asksWhether(cover, chart) { return true }
    // `sure?` asks for more than it grants, `could you book it?` does not.
    if intent == .yes, chart.line.endsInQuestion,
      !chart.line.symbols.contains(where: { chart.grammar.symbols.askings.contains($0) })
    {
      return true
    }
    if cover.intent == .details, chart.context.expected.isEmpty, slots.also == nil,
      chart.line.endsInQuestion, saysWhen(slots)
    {
      return true
    }
    // What a chat shows of somebody else's.
    if chart.line.isSign(0, 0x3E) { return true }
    guard chart.line.hasQuote || chart.notes.contains(.speech) else {
      return tellsOfShift(cover, unused, false, chart)
    }
    let aside = tokensAside(in: cover, chart)
    let isToldOf = holds(chart.grammar.symbols.tellings, among: aside, chart)
    if tellsOfShift(cover, unused, isToldOf, chart) { return true }
    if cover.intent == .details, chart.context.expected.isEmpty, slots.also == nil,
      isToldOf, saysWhen(slots)
    {
      return true
    }
    return handsOn(cover, aside, chart)
  }

  /// Whether a line hands on what somebody else says, or hedges: `Jana said she takes Aquarium`.
  static func handsOn(_ cover: Cover, _ chart: Chart) -> Bool {
    guard chart.line.hasQuote || chart.notes.contains(.speech) else { return false }
    return handsOn(cover, tokensAside(in: cover, chart), chart)
  }

  private static func handsOn(_ cover: Cover, _ aside: [Int], _ chart: Chart) -> Bool {
    if holds(chart.grammar.symbols.hedges, among: aside, chart) { return true }
    if isQuoting(cover, aside, chart) { return true }
    let ahead = cover.intent == .details ? aside : tokensAhead(of: cover, aside, chart)
    return mentions(ahead, cover, chart)
  }

  /// Those of some tokens that stand before the verb.
  private static func tokensAhead(of cover: Cover, _ aside: [Int], _ chart: Chart) -> [Int] {
    let cue = cover.chosen.first { SymbolTable.isIntent(chart.items[Int($0)].symbol) }
    let verb = (cue ?? cover.chosen.first).map { Int(chart.items[Int($0)].start) } ?? 0
    return aside.filter { $0 < verb }
  }

  /// Whether a number or another order is left aside.
  static func leavesPartAside(_ intent: Intent, _ unused: [Int], _ chart: Chart) -> Bool {
    intent.doesSomething
      && (leavesTimeAside(unused, intent, chart) || leavesOrderAside(unused, intent, chart))
  }

  /// Whether it is open what a line says that is to be done, however sure it is that something is:
  /// one of several is, or a time is said that may be of two kinds.
  static func leavesPartOpen(
    _ cover: Cover, _ intent: Intent, _ slots: Slots, _ unused: [Int], _ chart: Chart
  ) -> Bool {
    guard intent.doesSomething else { return false }
    if isMended(cover, chart) || leavesOneOpen(cover, intent, chart) { return true }
    if booksStranger(cover, slots, unused, chart) { return true }
    if tellsOfAbsence(cover, slots, chart) || countsNothing(slots, intent, chart) { return true }
    if intent == .book, leavesThursdayOpen(cover, slots, chart) { return true }
    if intent == .change || intent == .details, saysTimeInText(slots) { return true }
    if intent == .removeAttendee, setsApart(slots.people, chart), !isSwap(cover, chart) {
      return true
    }
    // Where people say so in several ways, the time is asked about. Each is looked at where it
    // lies: a time is large.
    let isDoubtful = slots.when.indices.contains {
      !slots.when[$0].isOneEverywhere || slots.when[$0].isOfTwoLengths
    }
    if isDoubtful || slots.target.map({ !$0.isOneEverywhere }) ?? false { return true }
    return intent == .book
      && slots.when.indices.contains(where: {
        !slots.when[$0].assumed.isEmpty && slots.when[$0].isRatherOver(by: chart.frame)
      })
  }

  /// Whether `do` before an hour may be the only day of a line, as in `do 16:30 Bunker`.
  private static func leavesThursdayOpen(
    _ cover: Cover, _ slots: Slots, _ chart: Chart
  ) -> Bool {
    guard slots.when.allSatisfy({ $0.day == nil }) else { return false }
    return chart.line.tokens.indices.dropLast().contains { token in
      chart.line.tokens[token + 1].kind == .number
        && chart.range(at: token).contains { isThursday(chart.items[$0]) }
        && !cover.chosen.contains {
          let item = chart.items[Int($0)]
          return Int(item.start) <= token && token < Int(item.end)
        }
    }
  }

  private static func isThursday(_ item: Constituent) -> Bool {
    item.symbol == SymbolTable.symbol(.wordDay)
      && CivilDate(clampingDayNumber: item.value.first).weekday == .thursday
  }

  /// Whether a booking comes with the number of a choice where nothing was shown: the number is one
  /// of something that was not understood, as in `Friday in 8 dyas`.
  private static func countsNothing(_ slots: Slots, _ intent: Intent, _ chart: Chart) -> Bool {
    guard intent == .book, case .number? = slots.choice?.value else { return false }
    return !chart.frame.asksChoice && !chart.frame.hasListed
  }

  /// Whether what a cover leaves aside tells or asks of something.
  static func isToldOf(_ cover: Cover, _ chart: Chart) -> Bool {
    holds(chart.grammar.symbols.tellings, among: tokensAside(in: cover, chart), chart)
  }

  /// Whether something is said of the clock, or of who may see it.
  private static func saysWhen(_ slots: Slots) -> Bool {
    guard slots.isPrivate == nil, !slots.when.isEmpty else { return slots.isPrivate != nil }
    return slots.when[0].start != nil || slots.when[0].shift != nil || slots.when[0].end != nil
      || slots.when[0].lengthMinutes != nil || slots.when[0].fromNowMinutes != nil
  }

  /// Whether a time stands behind words that are a text, and may be a part of them: `title: prep
  /// for Friday` need not move anything.
  private static func saysTimeInText(_ slots: Slots) -> Bool {
    guard slots.title != nil || slots.description != nil else { return false }
    let texts = [slots.title, slots.description].compactMap { $0?.range.upperBound }
    guard let end = texts.min() else { return false }
    return (slots.when + [slots.target].compactMap(\.self)).contains { when in
      let ranges = [when.day?.range, when.start?.range, when.end?.range].compactMap(\.self)
      return ranges.contains { $0.lowerBound >= end }
    }
  }

  /// Whether a line names two of which one is to be given up or changed: `cancel B1 or move it`.
  private static func leavesOneOpen(
    _ cover: Cover, _ intent: Intent, _ chart: Chart
  ) -> Bool {
    switch intent {
    case .cancel, .change, .removeAttendee: hasEither(cover, chart)
    // `or Bunker`
    case .details: chart.notes.contains(.either) && chart.says(.either, at: 0)
    case .book, .draft, .find, .findTime, .isFree, .rooms, .rules, .show, .bookings, .undo,
      .addAttendee,
      .passes,
      .resend, .mend, .wait, .stopWaiting, .waits, .news, .ride, .skip, .help, .language, .reminder,
      .reminders,
      .cancelReminder, .greet, .leave, .thank, .yes, .no, .choose, .back, .more, .nothing:
      false
    }
  }

  /// Whether it is told that somebody does not come, and a time beside it: `Ana can't make it at 2`
  /// may be of that time alone.
  private static func tellsOfAbsence(_ cover: Cover, _ slots: Slots, _ chart: Chart) -> Bool {
    guard cover.intent == .removeAttendee,
      slots.when.contains(where: { $0.start != nil || $0.end != nil || $0.window != nil })
    else { return false }
    return cover.chosen.contains { number in
      let cue = chart.items[Int(number)]
      guard SymbolTable.isIntent(cue.symbol), cue.childCount > 0 else { return false }
      let first = chart.constituent(chart.children[Int(cue.firstChild)])
      guard first.start == cue.start else { return false }
      return [.knownPerson, .name].contains(SymbolTable.slot(first.symbol))
    }
  }

  /// Whether a word sets one of several people against another: `Ana is not coming, but Ben is`.
  private static func setsApart(_ people: [PersonMention], _ chart: Chart) -> Bool {
    let names = people.compactMap { $0.name?.range }
    guard names.count > 1, let first = names.map(\.upperBound).min(),
      let last = names.map(\.lowerBound).max()
    else { return false }
    return chart.line.tokens.indices.contains { token in
      let roles = chart.grammar.symbols.clauseWords.roles(of: chart.line.symbols[token])
      return chart.line.tokens[token].range.lowerBound >= first
        && chart.line.tokens[token].range.upperBound <= last
        && !roles.isDisjoint(with: [.contrast, .constraint]) && !chart.line.isJoiner(token)
    }
  }

  private static let thank = SymbolTable.symbol(.thank)

  /// The tokens that no constituent of a cover has.
  private static func tokensAside(in cover: Cover, _ chart: Chart) -> [Int] {
    var aside: [Int] = []
    let count = chart.line.tokens.count
    aside.reserveCapacity(count)
    var place = 0
    for number in cover.chosen {
      let item = chart.items[Int(number)]
      while place < item.start {
        aside.append(place)
        place += 1
      }
      place = Int(item.end)
    }
    while place < count {
      aside.append(place)
      place += 1
    }
    for clause in cover.asides { aside.removeAll { clause.contains($0) } }
    return aside
  }

  private static func holds(_ marks: [UInt16], among tokens: [Int], _ chart: Chart) -> Bool {
    chart.notes.contains(.speech)
      && tokens.contains { token in
        chart.says(.speech, at: token) && chart.line.symbols[token] != SymbolTable.none
          && chart.range(at: token).contains { marks.contains(chart.items[$0].symbol) }
      }
  }

  /// Whether words aside say who says it; `as I said, …` hands nothing on.
  private static func mentions(_ tokens: [Int], _ cover: Cover, _ chart: Chart) -> Bool {
    let outside = tokens.filter { token in !cover.formulas.contains { $0.contains(token) } }
    return holds(chart.grammar.symbols.mentions, among: outside, chart)
  }

  /// Whether the line puts what is to be done in quotes beside words of its own.
  private static func isQuoting(_ cover: Cover, _ aside: [Int], _ chart: Chart) -> Bool {
    let line = chart.line
    let isCue = { (number: Int32) in SymbolTable.isIntent(chart.items[Int(number)].symbol) }
    guard
      let cue = (cover.chosen.first(where: isCue) ?? cover.chosen.first).map({
        chart.items[Int($0)]
      })
    else { return false }
    for sign: UInt8 in [0x22, 0x27] {
      let quotes = aside.filter { line.isSign($0, sign) }
      // Not the sign of `I'd`.
      let opens = { (quote: Int) in
        quote < Int(cue.start) && !(quote > 0 && line.tokens[quote].isGlued)
      }
      guard let open = quotes.last(where: opens),
        let close = quotes.first(where: { $0 >= Int(cue.end) })
      else { continue }
      let outside = aside.contains {
        !(open...close).contains($0) && line.tokens[$0].kind == .word && !line.isFiller($0)
      }
      if outside { return true }
    }
    return false
  }
}

extension Line {
  /// Whether a line has a sign that may open or close what somebody says.
  var hasQuote: Bool {
    tokens.contains { $0.kind == .sign && [0x22, 0x27].contains($0.value) }
  }

  /// Whether a question mark ends the line; signs that are no stops, as of feelings, may follow.
  var endsInQuestion: Bool { tokens.endInQuestion && !endsInAssent }

  /// Whether what is asked is only whether the other agrees: `Bunker Friday 10-11, ok?`.
  private var endsInAssent: Bool {
    guard let last = tokens.indices.last(where: { tokens[$0].kind != .sign }), last > 1 else {
      return false
    }
    return tokens[last - 1].kind == .sign
      && table.clauseWords.roles(of: symbols[last]).contains(.assent)
  }
}

extension [Token] {
  /// Whether a question mark is the last but for signs that are no stops.
  var endInQuestion: Bool {
    for token in reversed() {
      guard token.kind == .sign else { return false }
      if token.value == 0x3F { return true }
    }
    return false
  }
}
