// Reads lines: every meaning of one, ranked, and the words that no meaning could use.

/// Reads lines by a grammar. A value without state: one reader serves all.
public struct Reader: Sendable {
  package let grammar: CompiledGrammar
  let limits: ReadingLimits

  /// A reader by that grammar, within these bounds.
  public init(grammar: CompiledGrammar, limits: ReadingLimits = ReadingLimits()) {
    self.grammar = grammar
    self.limits = limits
  }

  /// What a line may mean: the best reading, and any that is as good; empty if it is not ours. What
  /// an open question makes of the line may come behind a better one. Never fails, and takes time
  /// linear in the octets.
  ///
  /// The readings are ranked by the sum of what they use less what they leave aside; `Weights` in
  /// the source says how much each counts. A line that leaves aside more than it uses is not ours.
  public func read(_ octets: [UInt8], in context: ReadingContext) -> [Reading] {
    octets.withUnsafeBufferPointer { octets in
      grammar.withTables { read(octets, $0, in: context) }
    }
  }

  private func read(
    _ octets: UnsafeBufferPointer<UInt8>, _ tables: GrammarTables, in context: ReadingContext,
    isRest: Bool = false, isDenied: Bool = false, joining verb: SeparatedVerb? = nil
  ) -> [Reading] {
    guard let chart = chart(octets, tables, context, joining: verb) else { return [] }
    if let retraction = Retraction.found(in: chart) {
      return [Retraction.reading(of: retraction, in: chart).limited(by: chart.limitMet)]
    }
    if !isRest, let start = Retraction.restStart(in: chart),
      let anew = readAnew(octets, from: start, tables, in: context)
    {
      return anew.map { $0.limited(by: chart.limitMet) }
    }
    let search = CoverSearch(chart: chart)
    let covers = search.covers()
    let unwanted = isDenied ? [] : search.unwanted(besides: covers.first)
    if !unwanted.isEmpty {
      return read(octets, without: unwanted, chart.line, tables, in: context, isRest: isRest)
    }
    // No more are made than are handed back: making one costs as much as finding it.
    let best = covers.prefix(limits.readings).prefix { $0.rank == covers[0].rank }
    let kept = search.rest.map { parts(octets, $0, chart.line, tables, in: context) }
    var readings: [Reading] = []
    readings.reserveCapacity(best.count)
    for var cover in best {
      cover.light = search.light(asideOf: cover)
      readings.append(ReadingMaker.reading(of: cover, chart: chart, limits: limits))
      let last = readings.count - 1
      if let kept { readings[last].keep(kept) }
      if let met = chart.limitMet { readings[last].limitMet = met }
    }
    if !isRest, readings.isEmpty || !readings[0].isClean,
      let rest = readWithout(search.pieces(), octets, chart.line, tables, in: context),
      readings.isEmpty
        ? rest[0].intentOrigin == .said || context.isContinuing
        : rest[0].isBetter(than: readings[0])
    {
      readings = rest.map { $0.limited(by: chart.limitMet) }
    }
    if !isRest { settle(&readings, by: search, chart) }
    if !isRest, verb == nil, readings.isEmpty || !readings[0].isClean,
      let whole = readJoined(octets, chart.line, tables, in: context),
      whole[0].usesMore(than: readings.first)
    {
      return whole.map { $0.limited(by: chart.limitMet) }
    }
    if !isRest, search.tellsOfPlace {
      for place in readings.indices { readings[place].tellsOfPlace = true }
    }
    guard !isRest, !context.expected.isEmpty, let answer = answer(chart.line, context) else {
      return readings
    }
    let place = readings.firstIndex { $0.score < answer.score } ?? readings.count
    readings.insert(answer.limited(by: chart.limitMet), at: place)
    return readings.count > limits.readings ? readings.dropLast() : readings
  }

  /// Settles what a line is said for where what was learned of others tells.
  private func settle(
    _ readings: inout [Reading], by search: borrowing CoverSearch, _ chart: Chart
  ) {
    guard let situation = chart.context.situation, let model = grammar.acts else { return }
    var odds = model.odds(ActFeatures(chart, read: readings, in: situation))
    if chart.context.spoken.people.isEmpty { odds.exclude([.passes, .resend]) }
    ActSettling(chart: chart, odds: odds, situation: situation, limits: limits)
      .settle(&readings, by: search)
  }

  /// What a line says behind its beginning, which takes back what was said before; nil if that is
  /// nothing by itself.
  private func readAnew(
    _ octets: UnsafeBufferPointer<UInt8>, from start: Int, _ tables: GrammarTables,
    in context: ReadingContext
  ) -> [Reading]? {
    // Offsets must still point into what was sent.
    let rest = [UInt8](repeating: 0x20, count: start) + octets[start...]
    var context = context
    context.expected = []
    let readings = rest.withUnsafeBufferPointer { read($0, tables, in: context, isRest: true) }
    guard let best = readings.first, best.intentOrigin == .said else { return nil }
    switch best.intent {
    case .book, .draft, .find, .findTime, .isFree, .rooms, .rules, .show, .bookings, .change,
      .cancel, .undo, .addAttendee, .removeAttendee, .passes, .resend, .mend, .wait, .stopWaiting,
      .waits, .news, .ride:
      return readings.map(\.startingAnew)
    case .skip, .help, .language, .greet, .leave, .thank, .yes, .no, .choose, .back, .more,
      .reminder, .reminders, .cancelReminder, .details, .nothing:
      return nil
    }
  }

  /// What a line says beside what is not wanted. A line that says nothing else says no.
  private func read(
    _ octets: UnsafeBufferPointer<UInt8>, without unwanted: [CoverSearch.Unwanted], _ line: Line,
    _ tables: GrammarTables, in context: ReadingContext, isRest: Bool
  ) -> [Reading] {
    let rest = blanking(unwanted.map(\.clause), octets, line)
    let readings = rest.withUnsafeBufferPointer {
      read($0, tables, in: context, isRest: isRest, isDenied: true)
    }
    let denied = unwanted.map { parts(octets, $0.value, line, tables, in: context) }
    let said = readings.filter { $0.intent != .nothing || $0.slots != Slots() }
    return said.isEmpty ? [Reading.denial(of: denied)] : said.map { $0.denying(denied) }
  }

  /// What a line says with a verb in one piece that it says in two; nil if it has none.
  private func readJoined(
    _ octets: UnsafeBufferPointer<UInt8>, _ line: Line, _ tables: GrammarTables,
    in context: ReadingContext
  ) -> [Reading]? {
    guard let verb = grammar.symbols.separables.first(in: line) else { return nil }
    let whole = blanking([verb.particle..<verb.particle + 1], octets, line)
    let readings = whole.withUnsafeBufferPointer {
      read($0, tables, in: context, joining: verb)
    }
    return readings.isEmpty ? nil : readings
  }

  /// A line without some of its tokens. Offsets still point into what was sent.
  private func blanking(
    _ pieces: [Range<Int>], _ octets: UnsafeBufferPointer<UInt8>, _ line: Line
  ) -> [UInt8] {
    var rest = Array(octets)
    for piece in pieces {
      for place in line.range(piece.lowerBound, piece.upperBound) { rest[place] = 0x20 }
    }
    return rest
  }

  /// What a line says without pieces that change nothing; nil if it has none, or says nothing then.
  private func readWithout(
    _ pieces: [Range<Int>], _ octets: UnsafeBufferPointer<UInt8>, _ line: Line,
    _ tables: GrammarTables, in context: ReadingContext
  ) -> [Reading]? {
    guard !pieces.isEmpty else { return nil }
    let readings = blanking(pieces, octets, line).withUnsafeBufferPointer {
      read($0, tables, in: context, isRest: true)
    }
    return readings.isEmpty ? nil : readings
  }

  /// The parts of some tokens of a line by themselves.
  private func parts(
    _ octets: UnsafeBufferPointer<UInt8>, _ tokens: Range<Int>, _ line: Line,
    _ tables: GrammarTables, in context: ReadingContext
  ) -> Slots {
    let range = line.range(tokens.lowerBound, tokens.upperBound)
    let words = Reader.octets(Array(octets[..<range.upperBound]), of: range)
    return words.withUnsafeBufferPointer { chart($0, tables, context).map(parts)?.slots } ?? Slots()
  }

  private func parts(of chart: Chart) -> Reading {
    let cover = CoverSearch(chart: chart).parts()
    return ReadingMaker.parts(of: cover, chart: chart, limits: limits).limited(by: chart.limitMet)
  }

  func chart(
    _ octets: UnsafeBufferPointer<UInt8>, _ tables: GrammarTables, _ context: ReadingContext,
    joining verb: SeparatedVerb? = nil
  ) -> Chart? {
    let circumstances = Circumstances(context, limits: limits)
    let line = Line(octets, grammar: grammar, circumstances: circumstances, joining: verb)
    guard !line.tokens.isEmpty else { return nil }
    return Chart(line: line, grammar: grammar, tables: tables, circumstances: circumstances)
  }

  /// The parts of a line that may not be ours: days, times, people and rooms as far as they are
  /// certain. The intent is `nothing` and the unused words are those of no part.
  public func parts(of octets: [UInt8], in context: ReadingContext) -> Reading {
    octets.withUnsafeBufferPointer { octets in
      grammar.withTables { tables in
        guard let chart = chart(octets, tables, context) else {
          return Reading(intent: .nothing, intentOrigin: .assumed)
        }
        return parts(of: chart)
      }
    }
  }

  /// The words of a line that are whole numbers, in small letters, in digits or in words; an
  /// article is one of something.
  public func numbers(in octets: [UInt8], in context: ReadingContext) -> [String: Int] {
    octets.withUnsafeBufferPointer { octets in
      grammar.withTables { tables in
        guard let chart = chart(octets, tables, context) else { return [:] }
        var numbers: [String: Int] = [:]
        for place in 0..<chart.items.count {
          let item = chart.items[place]
          guard SymbolTable.slot(item.symbol) == .number, item.end == item.start + 1 else {
            continue
          }
          let range = chart.line.range(Int(item.start), Int(item.end))
          let word = String(decoding: octets[range.lowerBound..<range.upperBound], as: UTF8.self)
          numbers[word.lowercased()] = item.value.first
        }
        return numbers
      }
    }
  }

  /// How many tokens a line has; for measuring how long that takes to find out.
  package func tokenCount(of octets: [UInt8], in context: ReadingContext) -> Int {
    let circumstances = Circumstances(context, limits: limits)
    return octets.withUnsafeBufferPointer {
      Line($0, grammar: grammar, circumstances: circumstances).tokens.count
    }
  }

  /// The entries of the grammar that the best reading of a line is made of.
  package func entries(usedBy octets: [UInt8], in context: ReadingContext) -> Set<GrammarPlace> {
    octets.withUnsafeBufferPointer { octets in
      grammar.withTables { tables in
        guard let chart = chart(octets, tables, context) else { return [] }
        return entries(of: chart)
      }
    }
  }

  private func entries(of chart: Chart) -> Set<GrammarPlace> {
    let search = CoverSearch(chart: chart)
    let best = search.covers().first
    var used: Set<GrammarPlace> = []
    let separables = grammar.symbols.separables
    if let verb = separables.first(in: chart.line),
      let production = separables.production(of: verb, in: chart.line)
    {
      used.insert(grammar.places[production])
    }
    var open =
      (best?.chosen ?? []) + (best.map { search.marks(of: $0) } ?? []) + search.strangers
    let counting = grammar.symbols.counting
    for start in chart.line.tokens.indices {
      open += chart.range(at: start).filter { counting.contains(chart.items[$0].symbol) }
        .map { Int32($0) }
    }
    if let best { open += ReadingMaker.doubts(of: best, chart) }
    if Retraction.restStart(in: chart) != nil, let opening = Retraction.opening(in: chart) {
      open.append(Int32(opening))
    }
    if let retraction = Retraction.found(in: chart) { open = [Int32(retraction)] }
    while let next = open.popLast() {
      let item = chart.constituent(next)
      if next >= 0, item.childCount > 0 {
        used.insert(grammar.places[Int(item.production)])
      }
      for offset in 0..<Int32(item.childCount) {
        open.append(chart.children[Int(item.firstChild + offset)])
      }
    }
    return used
  }

  /// The line as the free text that the open question asks for; ranked above what uses less than
  /// half of it.
  private func answer(_ line: Line, _ context: ReadingContext) -> Reading? {
    let asked = context.expected
    guard !asked.isDisjoint(with: [.title, .description, .name]),
      let first = line.tokens.first,
      let last = line.tokens.last
    else { return nil }
    let range = Int(first.start)..<Int(last.end)
    var slots = Slots()
    if asked.contains(.title) { slots.title = Said(line.text(range), range) }
    if asked.contains(.description) { slots.description = Said(line.text(range), range) }
    let isName =
      line.tokens.count <= limits.nameTokens * 2
      && line.tokens.allSatisfy { $0.kind != .number && $0.value != 0x40 }
    if asked.contains(.name), isName {
      var person = PersonMention()
      person.name = Said(line.text(range), range)
      slots.people = [person]
    }
    guard slots != Slots() else { return nil }
    let score = line.tokens.count * Weights.token / 2 - 1
    return Reading(intent: .details, intentOrigin: .assumed, slots: slots, score: score)
  }
}
