// Finds the orders of a line that holds several, as `cancel B1 and book Bunker on Friday at 3`.

extension Reader {
  /// More orders than these in one line are not taken apart.
  private static let ordersMax = 4

  /// Where the orders of a line lie that holds several, each of them complete by itself, or one
  /// behind a clause that only objects to what was done; empty where the line as a whole, which was
  /// read already, leaves nothing aside, or where one of its parts is no certain order.
  public func orders(
    of octets: [UInt8], read readings: [Reading], in context: ReadingContext
  ) -> [OctetRange] {
    let asksForText: Set<SlotKind> = [.title, .description, .name]
    guard context.expected.isDisjoint(with: asksForText), leavesOrder(readings.first) else {
      return []
    }
    // An answer to an open question is one by the first order alone.
    var context = context
    (context.expected, context.situation) = ([], nil)
    // A part may also begin with its hours, where all that does is an order.
    let ways = clauses(of: octets, in: context)
    for var parts in ways where (2...Self.ordersMax).contains(parts.count) {
      while parts.count > 1, onlyObjects(parts[0], before: parts[1], of: octets, context) {
        parts.removeFirst()
      }
      if areWholeOrders(parts, of: octets, context) { return parts }
    }
    return []
  }

  /// `oops, wrong one, bring it back`: whether a part only says that something was not meant, which
  /// what follows it mends. `Stop, cancel` rather stops that.
  private func onlyObjects(
    _ part: OctetRange, before next: OctetRange, of octets: [UInt8], _ context: ReadingContext
  ) -> Bool {
    let part = Self.octets(octets, of: part)
    let reading = read(part, in: context).first ?? parts(of: part, in: context)
    let mended = read(Self.octets(octets, of: next), in: context).first
    return [.no, .change, .nothing].contains(reading.intent) && reading.slots == Slots()
      && reading.unused.isEmpty && mended?.intent != .cancel
  }

  /// Whether each part of a line is an order that is complete by itself, but for the day of the
  /// booking before it.
  private func areWholeOrders(
    _ parts: [OctetRange], of octets: [UInt8], _ context: ReadingContext
  ) -> Bool {
    var before: Reading?
    for (place, part) in parts.enumerated() {
      let words = Self.octets(octets, of: part)
      guard words.count(where: { $0 == 0x22 }).isMultiple(of: 2),
        let reading = read(words, in: context).first?.onDay(of: before),
        reading.isWholeOrder(isLast: place == parts.count - 1)
      else { return false }
      if reading.intent == .book { before = reading }
    }
    return true
  }

  /// A part of a line, as a line of its own in which all stands where it stood before.
  public static func octets(_ octets: [UInt8], of part: OctetRange) -> [UInt8] {
    [UInt8](repeating: 0x20, count: part.lowerBound) + octets[part]
  }

  /// Whether a reading may miss an order of its line: it leaves something aside or open, or names
  /// several rooms.
  private func leavesOrder(_ reading: Reading?) -> Bool {
    guard let reading else { return true }
    guard reading.isOfParts else { return false }
    // Several rooms, each with its time, are one order.
    let isOfPairs = reading.intent == .book && !reading.slots.roomsWithTimes.isEmpty
    if isOfPairs, reading.unused.isEmpty, !reading.isTentative { return false }
    // `make it 30 minutes longer and move it to Aquarium`: of two changes one would be lost.
    let movesBy = reading.slots.when.contains { $0.shift != nil }
    let movesTo = reading.slots.target != nil || reading.slots.targetRoom != nil
    if reading.intent == .change, movesBy, movesTo { return true }
    return reading.isTentative || !reading.unused.isEmpty || reading.slots.rooms.count > 1
  }

  /// The parts of a line that each begin, behind a pause or a word that joins, with the verb of an
  /// order, with a room or with hours; and those that begin with no hours, if they are others.
  private func clauses(of octets: [UInt8], in context: ReadingContext) -> [[OctetRange]] {
    octets.withUnsafeBufferPointer { octets in
      grammar.withTables { tables in
        guard let chart = chart(octets, tables, context) else { return [] }
        // What a chat shows of somebody else's is no order.
        guard !chart.line.isSign(0, 0x3E) else { return [] }
        let byTime = Self.parts(of: chart, byTime: true)
        let others = byTime.isEmpty ? [] : Self.parts(of: chart, byTime: false)
        return others == byTime ? [byTime] : [byTime, others]
      }
    }
  }

  private static func parts(of chart: Chart, byTime: Bool) -> [OctetRange] {
    let line = chart.line
    var parts: [OctetRange] = []
    var start = 0
    var place = 0
    while place < line.tokens.count {
      guard let next = endOfPauses(at: place, chart) else {
        place += 1
        continue
      }
      if place > start, mayBeginOrder(from: next, byTime: byTime, chart) {
        parts.append(line.range(start, place))
        start = next
      }
      place = next
    }
    if !parts.isEmpty { parts.append(line.range(start, line.tokens.count)) }
    return parts
  }

  /// The token behind all pauses and words that join which stand at a token, if any do.
  private static func endOfPauses(at token: Int, _ chart: Chart) -> Int? {
    var end: Int?
    while let next = ReadingMaker.endOfPause(at: end ?? token, chart) { end = next }
    return end
  }

  /// Whether the verb of an order or a room comes next, perhaps behind words that change nothing.
  private static func mayBeginOrder(from token: Int, byTime: Bool, _ chart: Chart) -> Bool {
    var place = token
    while place < chart.line.tokens.count {
      if mayBeginOrder(at: place, chart) { return true }
      if byTime, chart.range(at: place).contains(where: { hours.contains(chart.items[$0].symbol) })
      {
        return true
      }
      guard chart.line.isFiller(place) else { return false }
      place += 1
    }
    return false
  }

  private static let hours = [Slot.span, .clock].map { SymbolTable.symbol($0) }

  private static func mayBeginOrder(at token: Int, _ chart: Chart) -> Bool {
    chart.range(at: token).contains {
      let item = chart.items[$0]
      guard item.penalty < Weights.slip else { return false }
      if let intent = SymbolTable.intent(item.symbol) { return intent.isOrder }
      return item.symbol == SymbolTable.symbol(.room)
    }
  }
}

extension ReadingMaker {
  /// Whether a pause or a word that joins stands anywhere in a line but at its end.
  static func isOfParts(_ chart: Chart) -> Bool {
    chart.line.tokens.indices.dropFirst().dropLast().contains { endOfPause(at: $0, chart) != nil }
  }

  /// The token behind a pause, or behind a word that joins, if such stands at a token.
  static func endOfPause(at token: Int, _ chart: Chart) -> Int? {
    guard token < chart.line.tokens.count else { return nil }
    let stops: [UInt8] = [0x2E, 0x3B, 0x21]
    let isGlued = token + 1 < chart.line.tokens.count && chart.line.tokens[token + 1].isGlued
    if !isGlued, stops.contains(where: { chart.line.isSign(token, $0) }) { return token + 1 }
    return endOfJoining(at: token, chart)
  }
}

extension Intent {
  /// Whether it is an order to do something to bookings.
  var isOrder: Bool {
    switch self {
    case .book, .change, .cancel, .undo, .addAttendee, .removeAttendee: true
    case .draft, .find, .findTime, .isFree, .rooms, .rules, .show, .bookings, .passes, .resend,
      .mend, .wait, .stopWaiting, .waits, .news, .ride, .skip,
      .help, .language, .greet, .leave, .thank, .yes, .no, .choose, .back, .more, .details,
      .reminder, .reminders, .cancelReminder, .nothing:
      false
    }
  }
}

extension Reading {
  /// A booking behind another in one line is on the same day if it says none.
  public func onDay(of booking: Reading?) -> Reading {
    guard let day = booking?.slots.firstWhen?.day, slots.when.count == 1,
      slots.when[0].day == nil, slots.when[0].start != nil, intent == .book || intent == .details
    else { return self }
    var slots = slots
    slots.when[0].day = day
    return with(slots, intent: slots.rooms.isEmpty ? intent : .book)
  }

  /// One change of what an order before it gives back, where this takes its place: `cancel B1 and
  /// book Cockpit instead`, `… in the same slot`. Nothing is given back then that is not replaced.
  public func replacing(_ gone: Reading) -> Reading? {
    guard gone.intent == .cancel, gone.isClean, [.book, .details, .change].contains(intent),
      slots.booking == nil || slots.booking?.value == .last,
      isInstead || slots.firstWhen?.startsAsBefore?.value == .same, !isTentative,
      slots.rooms.count <= 1, slots.when.count <= 1, gone.slots.choice == nil
    else { return nil }
    var change = gone.slots
    change.targetRoom = slots.targetRoom ?? slots.rooms.first
    let when = slots.target ?? slots.when.first
    if let when, when.startsAsBefore == nil { change.target = when }
    change.people += slots.people
    (change.title, change.headcount) = (slots.title, slots.headcount)
    guard change.targetRoom != nil || change.target != nil else { return nil }
    return gone.with(change, intent: .change)
  }

  /// Whether it is an order, and all that was said is said of it. A booking without a verb
  /// names its room, day and time; only of the last order something may be asked.
  fileprivate func isWholeOrder(isLast: Bool) -> Bool {
    guard intent.isOrder, unused.isEmpty, !isTentative else { return false }
    if intentOrigin == .said {
      let begins = slots.firstWhen?.start != nil || slots.firstWhen?.fromNowMinutes != nil
      return intent != .book || begins || isLast && slots != Slots()
    }
    guard intent == .book, !slots.rooms.isEmpty, let when = slots.firstWhen else { return false }
    return when.isOfDay
  }
}
