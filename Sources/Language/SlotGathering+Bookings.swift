// Which bookings a line names: by number, by title, or as the one spoken of.

extension SlotGathering {
  /// Which booking a constituent names.
  mutating func gatherBooking(_ item: Constituent) {
    if SymbolTable.slot(item.symbol) == .leg { return gatherLeg(item) }
    // `B1 and B2`: each by itself.
    let parts = inside(item).filter { SymbolTable.slot($0.symbol) == .booking }
    guard parts.isEmpty else {
      for part in parts { gatherBooking(part) }
      return
    }
    if item.value.marks.contains(.titled) { return gatherTitled(item) }
    let mention: BookingMention
    switch name(item.value) {
    case "mine": mention = .mine
    case "next": mention = .next
    case "series": mention = .series(nil)
    case "rest": mention = .rest
    case "single": mention = .single
    case "those": mention = .those
    case nil where item.value.second == Value.ofSeries: mention = .series(item.value.first)
    case nil where item.value.second == Value.ofWait: mention = .wait(item.value.first)
    case nil: mention = .reference(item.value.first)
    default: mention = .last
    }
    if mention == .mine || mention == .next { slots.mine = Said(true, range(item)) }
    // The more exact of two mentions counts: `cancel it, B17`.
    if case .reference(let first) = slots.booking?.value {
      if case .reference(let next) = mention, next != first {
        slots.furtherBookings.append(Said(mention, range(item)))
      }
      return
    }
    slots.booking = Said(mention, range(item))
    // `the afternoon one`
    visitChildren(of: item, isTarget: false)
  }

  /// A trip by its number, or a leg by its place, of a trip that is named or of the one spoken of.
  private mutating func gatherLeg(_ item: Constituent) {
    var mention = slots.leg?.value ?? LegMention()
    for part in inside(item) {
      switch SymbolTable.slot(part.symbol) {
      case .tripNumber:
        mention.trip = part.value.first
        if part.value.second > 0 { mention.leg = part.value.second }
      case .number, .ordinal: mention.leg = part.value.first
      default: break
      }
    }
    slots.leg = Said(mention, range(item))
  }

  /// Two bookings that take each other's place.
  mutating func gatherExchange(_ item: Constituent, _ isTarget: Bool) {
    slots.isExchange = true
    if name(item.value) == "both" { slots.choice = Said(.both, range(item)) }
    visitChildren(of: item, isTarget: isTarget)
  }

  /// A description, and whose it is to be: `the notes of B1`.
  mutating func gatherDescription(_ item: Constituent) {
    slots.description = isNone(item) ? Said("", range(item)) : words(of: item)
    gatherBookings(in: item)
  }

  /// Whether a constituent says that a text is to be none: `delete the description`.
  func isNone(_ item: Constituent) -> Bool { name(item.value) == "none" }

  /// The booking that a part of the line about something else names: `the same time as B2`.
  mutating func gatherBookings(in item: Constituent) {
    for part in inside(item) {
      switch SymbolTable.slot(part.symbol) {
      case .booking: gatherBooking(part)
      case .occasion: gatherOccasion(part)
      default: gatherBookings(in: part)
      }
    }
  }

  /// What is done at a meeting may tell which of those that there are.
  mutating func gatherOccasion(_ item: Constituent) {
    if intent.isOfOneBooking { slots.occasion = Said(text(item), range(item)) }
    // A slip may be any word.
    guard item.penalty < Weights.slip else { return }
    // `birthday party` is one.
    if let first = occasionSaid?.range {
      guard first.upperBound + 1 == range(item).lowerBound else { return }
      let whole = first.lowerBound..<range(item).upperBound
      occasionSaid = Said(line.text(whole), whole)
    } else {
      occasionSaid = Said(text(item), range(item))
    }
  }

  /// What is still to be booked has a title like that; else it is the booking that has it.
  private mutating func gatherTitled(_ item: Constituent) {
    let said = Said(chart.context.spoken.titles[item.value.first], range(item))
    if intent.isToCome, intent != .details, !isAsBefore {
      let word = find([.titleWord], in: item).map { Said(text($0), range($0)) }
      slots.title = slots.title ?? word ?? said
      return
    }
    let mention = Said(BookingMention.titled(said.value), said.range)
    if slots.booking == nil {
      slots.booking = mention
    } else {
      slots.furtherBookings.append(mention)
    }
  }

  mutating func gatherChoice(_ item: Constituent) {
    let choice: ChoiceMention =
      switch name(item.value) {
      case "last": .last
      case "all": .all
      case "both": .both
      case "several": .several
      case "first-two": .firstOrLast(2, fromEnd: false)
      case "last-two": .firstOrLast(2, fromEnd: true)
      case "any": .any
      case "largest": .bySeats(largest: true)
      case "smallest": .bySeats(largest: false)
      case "cheapest": .cheapest
      case "larger": .larger
      case "smaller": .smaller
      case "other": .other
      case "different": .different
      case "longest": .byLength(longest: true)
      case "shortest": .byLength(longest: false)
      case "earliest": .byStart(earliest: true)
      case "latest": .byStart(earliest: false)
      default:
        switch item.value.second {
        case 0: .number(item.value.first)
        case let end: .firstOrLast(item.value.first, fromEnd: end < 0)
        }
      }
    // `die ersten beiden`
    switch (slots.choice?.value, choice) {
    case (.number(1), .both):
      return slots.choice = Said(.firstOrLast(2, fromEnd: false), range(item))
    case (.last, .both):
      return slots.choice = Said(.firstOrLast(2, fromEnd: true), range(item))
    default: break
    }
    // `all of both`
    let all: Set<ChoiceMention> = [.all, .both]
    if let earlier = slots.choice?.value, all.isSuperset(of: [earlier, choice]) {
      slots.choice = Said(.both, range(item))
      return
    }
    let isAnother = slots.choice.map { $0.value != choice } ?? false
    slots.choice = Said(isAnother && !areRoomsCorrected ? .several : choice, range(item))
  }

  /// `and` goes on with what was spoken of; `too` behind something says one more, and `also` does
  /// wherever it stands beside a day.
  mutating func gatherAlso(_ value: Value, _ item: Constituent) {
    if Int(item.start) > chart.line.opening {
      oneMore = range(item)
    } else {
      slots.also = Said(true, range(item))
      if value.a == 4 { oneMoreBeforeDay = range(item) }
    }
  }

  /// `Bunker too`, `and Friday, too`: what is not said of one more is as of the last. What says a
  /// room and an hour, or who comes, needs no more.
  mutating func settleOneMore() {
    let saysWhen = slots.firstWhen?.day != nil || slots.firstWhen?.start != nil
    if oneMore == nil, saysWhen { oneMore = oneMoreBeforeDay }
    guard let oneMore, intent == .details, slots.people.isEmpty, slots.when.count < 2,
      slots.rooms.isEmpty || slots.firstWhen?.start == nil, slots.booking == nil
    else { return }
    if slots.when.isEmpty { slots.when.append(When()) }
    slots.when[0].startsAsBefore = slots.when[0].startsAsBefore ?? Said(.another, oneMore)
  }
}
