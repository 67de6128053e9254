// Lines of several orders, as `cancel B1 and book Bunker on Friday at 3`: done one after another.

public import Language

extension Turn {
  /// Does what a line asks: the orders of one that holds several one after another, as long as each
  /// is done and asks nothing. What is not done is said. Hands back how the line, or the first of
  /// its orders, was read; if a limit left something of the line unread, nothing was done.
  public mutating func take(_ line: [UInt8], by reader: Reader) -> Reading? {
    let readings = reader.read(line, in: readingContext)
    // What a limit left unread might mean something else: nothing is done, and the agent says so.
    if let cut = readings.first(where: { $0.limitMet != nil }) { return cut }
    let orders = reader.orders(of: line, read: readings, in: readingContext)
    guard let first = orders.first else {
      // What is not understood may still name a day, for the lines that follow.
      let parts = readings.isEmpty ? [reader.parts(of: line, in: readingContext)] : []
      if let cut = parts.first, cut.limitMet != nil { return cut }
      take(readings + parts, of: line)
      return readings.first
    }
    let reading = take(first, of: line, by: reader)
    var answer = answer
    // All that a line does is taken back as one.
    var undoable = answer.changes.isEmpty ? [] : conversation.undoable
    for (place, order) in orders.enumerated().dropFirst() {
      guard self.answer.goesOn else {
        answer.parts.append(.left(orders[place...].map { Self.words(of: $0, in: line) }))
        break
      }
      // All of the line is one turn.
      conversation.turns -= 1
      take(order, of: line, by: reader, isFurther: true)
      if !self.answer.changes.isEmpty { undoable += conversation.undoable }
      answer.append(self.answer)
    }
    if !undoable.isEmpty { conversation.undoable = undoable }
    self.answer = answer
    self.line = line
    return reading
  }

  /// Does what a part of a line asks. A further booking whose day is not said may be for the day
  /// spoken of before, so that it is shown first.
  @discardableResult
  private mutating func take(
    _ order: OctetRange, of line: [UInt8], by reader: Reader, isFurther: Bool = false
  ) -> Reading? {
    let words = Reader.octets(line, of: order)
    var readings = reader.read(words, in: readingContext)
    if isFurther, let reading = readings.first, reading.intent == .book,
      reading.slots.when.allSatisfy({ $0.day == nil && $0.fromNowMinutes == nil })
    {
      readings[0] = reading.asTentative
    }
    holdersOfCancelled = []
    answer = Answer(.told)
    take(readings, of: words)
    return readings.first
  }

  private static func words(of order: OctetRange, in line: [UInt8]) -> String {
    String(decoding: line[order], as: UTF8.self)
  }
}

extension Answer {
  /// Whether the next order may be done: this one is, or there was nothing to be done.
  fileprivate var goesOn: Bool {
    switch kind {
    case .done, .told: refusals.isEmpty
    case .help, .greeting, .goodbye, .needsMore, .needsConfirmation, .needsChoice,
      .notUnderstood, .refused:
      false
    }
  }

  /// Says another answer behind this one. What is asked, picked and said next is of the last.
  mutating func append(_ next: Answer) {
    let isOpen = next.asksSomething || changes.isEmpty
    kind = isOpen ? next.kind : .done
    parts += next.parts
    choices = next.choices
    open = next.open
    refusals += next.refusals
    changes += next.changes
    passesTouched += next.passesTouched
    rooms += next.rooms
    bookings += next.bookings
    suggestions = next.suggestions
  }
}
