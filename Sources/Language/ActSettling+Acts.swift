// Which acts readings may be said for, and what the settling asks of their parts.

extension ActSettling {
  /// `until half past four is fine too`: no further one is wanted.
  func forgetFurther(_ reading: inout Reading) {
    let further: [DialogueAct] = [.again, .book, .bookPerhaps, .availability, .invite]
    var slots = reading.slots
    let answers = isOpen
    let isFurther: (When) -> Bool = { when in
      answers && (when.startsAsBefore?.value == .another || when.startsAsBefore?.value == .further)
    }
    let saysFurther = slots.also != nil || slots.when.contains(where: isFurther)
    guard reading.intent == .details, saysFurther, situation != .first,
      further.reduce(0, { $0 + odds[$1] }) < Self.never
    else { return }
    slots.also = nil
    for place in slots.when.indices where isFurther(slots.when[place]) {
      slots.when[place].startsAsBefore = nil
    }
    slots.when.removeAll(where: \.isEmpty)
    reading = reading.with(slots, intent: .details)
  }

  /// `and once more from 2 to 3`: one more like what was done, where such lines are surely said for
  /// that.
  func takeFurther(_ reading: inout Reading) {
    var slots = reading.slots
    guard reading.intent == .details, let also = slots.also, !isOpen, situation != .first,
      slots.when.count == 1, slots.when[0].start != nil, slots.when[0].startsAsBefore == nil,
      odds[.again] >= Self.certainly
    else { return }
    slots.when[0].startsAsBefore = Said(.another, also.range)
    reading = reading.with(slots, intent: .details)
  }

  /// `no, tomorrow was right`: what a line says that is hardly said for the no it begins with.
  func partBehindNo(_ reading: Reading?, _ search: borrowing CoverSearch) -> Reading? {
    guard let reading, reading.intent == .no, !reading.slots.saysContent, situation != .first,
      odds[.no] < Self.never, odds[.part] + odds[.change] >= Self.surely
    else { return nil }
    return self.reading(for: .part, search).flatMap { $0.slots.saysContent ? $0 : nil }
  }

  /// The intent that an act has as a rule; nil if nothing can be done about it.
  static func intent(of act: DialogueAct) -> Intent? {
    switch act {
    case .book, .bookPerhaps: .book
    case .availability: .isFree
    case .room: .show
    case .rules: .rules
    case .own, .whose: .bookings
    case .change, .changePerhaps: .change
    case .cancel, .cancelPerhaps: .cancel
    case .undo, .undoPerhaps: .undo
    case .again, .part: .details
    case .invite, .invitePerhaps: .addAttendee
    case .uninvite, .uninvitePerhaps: .removeAttendee
    case .mend: .mend
    case .passes: .passes
    case .resend: .resend
    case .yes: .yes
    case .no: .no
    case .pick: .choose
    case .skip: .skip
    case .wait: .wait
    case .unwait: .stopWaiting
    case .waits: .waits
    case .meet: .findTime
    case .news: .news
    case .help: .help
    case .greet: .greet
    case .thanks: .thank
    case .bye: .leave
    case .remind: .reminder
    case .nothing: nil
    }
  }

  /// The acts that a reading may be said for. Where nothing was spoken of, details are those of a
  /// new booking.
  func acts(of reading: Reading) -> [DialogueAct] {
    switch reading.intent {
    case .details where situation == .first:
      [.book, .bookPerhaps, .again] + (reading.asks ? Self.ofQuestions : [])
    case .book: [.book, .bookPerhaps, .again, .pick, .yes]
    case .draft: [.book, .bookPerhaps, .change, .changePerhaps]
    case .findTime: [.meet, .availability, .own, .bookPerhaps]
    case .find, .isFree, .rooms: [.availability, .room, .bookPerhaps, .meet]
    case .show: [.room, .own, .whose, .availability, .passes]
    case .rules: [.rules, .availability, .help]
    case .bookings: [.own, .whose]
    case .change: [.change, .changePerhaps, .part, .mend, .pick, .again]
    case .details:
      Self.ofDetails
        + (reading.asks || reading.slots.also != nil ? Self.ofQuestions : [])
    case .cancel:
      [.cancel, .cancelPerhaps]
        + (reading.slots.people.isEmpty ? [] : [.uninvite, .uninvitePerhaps])
    case .undo: [.undo, .undoPerhaps]
    case .addAttendee: [.invite, .invitePerhaps, .mend]
    case .removeAttendee:
      [.uninvite, .uninvitePerhaps] + (reading.slots.isSwap ? [.invite, .mend] : [])
    case .mend: [.mend, .invite, .change]
    case .passes: [.passes, .news]
    case .resend: [.resend]
    // Nothing else is said of trips, and of nothing else is said what this says.
    case .ride: []
    case .wait: [.wait]
    case .stopWaiting: [.unwait, .wait, .cancel, .cancelPerhaps, .no, .undo]
    case .waits: [.waits, .wait, .own, .news]
    case .news: [.news, .passes, .waits]
    case .skip: [.skip, .no]
    case .help, .language: [.help]
    case .greet: [.greet]
    case .leave: [.bye]
    case .thank: [.thanks]
    case .yes: reading.unused.isEmpty ? [.yes, .book, .pick, .bookPerhaps] : [.yes]
    case .no:
      reading.slots == Slots()
        ? [.no] + (reading.keeps ? [.undo] : []) : [.no, .part, .change, .changePerhaps, .pick]
    case .choose: [.pick, .part, .book]
    case .back: [.no]
    case .more: [.availability, .room, .own]
    case .reminder, .reminders, .cancelReminder: [.remind]
    case .nothing: [.nothing]
    }
  }

  private static let ofDetails: [DialogueAct] = [
    .part, .change, .changePerhaps, .pick, .again, .book, .bookPerhaps, .invite, .mend, .yes,
  ]
  static let ofQuestions: [DialogueAct] = [.availability, .room, .meet]
}

extension ActSettling {
  /// Whether a reading leaves aside a word that nobody knows.
  func leavesStrangers(_ reading: Reading) -> Bool {
    chart.line.tokens.indices.contains { token in
      chart.line.tokens[token].kind != .sign && chart.line.symbols[token] == SymbolTable.none
        && reading.unused.contains { $0.overlaps(chart.line.range(token, token + 1)) }
    }
  }

  /// Whether all that a reading leaves aside are words that nobody knows, in clauses of their own:
  /// `Dachstube on Thursday at 2, the Hamburg folks`.
  func leavesClauseAside(_ reading: Reading) -> Bool {
    var clause = 0
    var aside: Set<Int> = []
    var used: Set<Int> = []
    for token in chart.line.tokens.indices {
      let sign = chart.line.tokens[token]
      guard sign.kind != .sign else {
        let next = token + 1
        let joins = next < chart.line.tokens.count && chart.line.tokens[next].isGlued
        if Self.breaks.contains(sign.value), !joins { clause += 1 }
        continue
      }
      let range = chart.line.range(token, token + 1)
      if reading.unused.contains(where: { $0.overlaps(range) }) {
        guard chart.line.symbols[token] == SymbolTable.none || chart.line.isFiller(token) else {
          return false
        }
        aside.insert(clause)
      } else if !chart.line.isFiller(token) {
        used.insert(clause)
      }
    }
    return aside.isDisjoint(with: used)
  }

  /// The signs that part clauses where no word is joined to them.
  private static let breaks: [Int32] = [0x2C, 0x2E, 0x3B, 0x21, 0x3F, 0x2D, 0x2013]
}

extension Chart {
  /// Whether a line says a day.
  var saysDay: Bool { holds([.day, .moment]) }

  /// Whether a line names a room of the building.
  var namesRoom: Bool { holds([.knownRoom]) }

  private func holds(_ slots: [Slot]) -> Bool {
    let symbols = slots.map { SymbolTable.symbol($0) }
    return line.tokens.indices.contains { token in
      range(at: token).contains { symbols.contains(items[$0].symbol) }
    }
  }
}

extension Intent {
  /// Whether something new comes of it, or something is lost by it.
  var isNewOrLoses: Bool { [.book, .draft, .cancel, .removeAttendee].contains(self) }
}

extension Slots {
  /// Whether they say anything but which booking is spoken of.
  var saysContent: Bool {
    var others = self
    (others.booking, others.also, others.mine) = (nil, nil, nil)
    return others != Slots()
  }

  /// Whether they say what a room has, or where it is.
  var describesRoom: Bool { !equipment.isEmpty || floor != nil || stepFree != nil }
}

extension ChoiceMention {
  /// Whether one is meant by where it stands in a list.
  var isByPlace: Bool {
    switch self {
    case .number, .last: true
    default: false
    }
  }
}
