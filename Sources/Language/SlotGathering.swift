// Turns the constituents that a reading has chosen into its slots.

internal import CivilTime
internal import PhoneNumbers

/// Walks the chosen constituents and collects what they say. Never copied: it holds all that a line
/// may say, and a copy took as long as the walk.
struct SlotGathering: ~Copyable {
  let chart: Chart
  let intent: Intent
  private let phones: PhoneReader
  var slots = Slots()
  var times: WhenGathering
  /// What a change moves something to: at most one, and none until such a time is said. Apart from
  /// the rest, because few lines have one and it is large.
  private var targets: [WhenGathering] = []
  var repetition: RepetitionGathering
  var pieces: [PersonPiece] = []
  /// A change says how long something lasts: 1 for longer, -1 for shorter.
  private(set) var lasting: Int?
  /// The last time said is what a change moves something to.
  private var isTargetLast = false
  /// What follows corrects what a change moves something to.
  private var isTargetCorrected = false
  /// A room that follows stands for those said before.
  private(set) var areRoomsCorrected = false
  private var separatedUntil = -1
  private var separatedByWord = false
  private var isInPerson = false
  /// The token behind the name that was added last.
  private var nameUntil = -1
  /// The token behind the last part of somebody, -1 if the line names nobody yet.
  private var personUntil = -1
  /// Words behind `for`, which may be a title or somebody's name.
  var titleBehindFor: Constituent?
  /// The time is that of something spoken of before, or of a booking that is named.
  private(set) var isAsBefore = false
  /// Where a line says that one more is wanted, like the last.
  var oneMore: OctetRange?
  /// Where it says so if it says a day.
  var oneMoreBeforeDay: OctetRange?
  /// What is done at the meeting, which may be its title.
  var occasionSaid: Said<String>?
  private(set) var phonesLeft: Int
  private let limits: ReadingLimits
  /// Each comparison with all names of a large building costs more than the rest of a line.
  private var spellingsLeft: Int

  var line: Line { chart.line }

  /// Nothing gathered yet, for a reading of that intent.
  @inline(__always)
  init(_ intent: Intent, chart: Chart, limits: ReadingLimits) {
    phonesLeft = limits.phones
    self.limits = limits
    spellingsLeft = limits.spellingWords
    self.chart = chart
    self.intent = intent
    phones = PhoneReader(region: chart.context.phoneRegion)
    times = WhenGathering(frame: chart.frame)
    repetition = RepetitionGathering(frame: chart.frame)
  }

  /// Gathers what a cover has chosen.
  mutating func gather(_ cover: Cover) {
    times.isToCome = cover.intent.isToCome
    times.isRepeated = cover.chosen.contains { holdsRepeat(chart.constituent($0)) }
    if intent == .removeAttendee { slots.isSwap = ReadingMaker.isSwap(cover, chart) }
    for number in cover.chosen { visit(number, isTarget: false) }
    slots.when = times.times(in: chart.context.zone)
    if let rule = repetition.said(from: times.firstDay, until: times.lastDay) {
      slots.repetition = rule
    }
    if !targets.isEmpty { slots.target = targets[0].times(in: chart.context.zone).first }
    settleTarget()
    if [.book, .draft, .details, .find].contains(intent) { slots.when.dropVague() }
    // `Thursday gleich ab sieben` is at seven.
    for place in slots.when.indices where slots.when[place].start != nil {
      if slots.when[place].fromNowMinutes?.value == 0 { slots.when[place].fromNowMinutes = nil }
    }
    if intent.isOfOneBooking || intent == .show || intent == .passes { forgetNow() }
    if !pieces.isEmpty {
      takeTitleForPerson()
      slots.people = PeopleGathering(pieces: pieces, limits: limits).people
    }
    settleOneMore()
  }

  /// Whether a constituent is a repeat, or is the cue of an intent that holds one.
  private func holdsRepeat(_ item: Constituent) -> Bool {
    if SymbolTable.slot(item.symbol) == .repeat { return true }
    return SymbolTable.isIntent(item.symbol)
      && inside(item).contains { SymbolTable.slot($0.symbol) == .repeat }
  }

  /// Hands over what has been gathered, and keeps nothing of it: a copy would count every part.
  mutating func handOver() -> Slots {
    withUnsafeMutablePointer(to: &slots) { place in
      let gathered = place.move()
      place.initialize(to: Slots())
      return gathered
    }
  }

  mutating func visit(_ number: Int32, isTarget: Bool) {
    let item = chart.constituent(number)
    guard let slot = SymbolTable.slot(item.symbol) else {
      if separates(item) { separate(by: item) }
      if item.value.marks.contains(.lasting) { lasting = item.value.first }
      if item.value.marks.contains(.asBefore), SymbolTable.isIntent(item.symbol) {
        let range = range(item)
        time(isTarget) { $0.addClock(item.value, range) }
      }
      return visitChildren(of: item, isTarget: isTarget)
    }
    gather(slot, item, isTarget)
  }

  mutating func visitChildren(of item: Constituent, isTarget: Bool) {
    for offset in 0..<Int32(item.childCount) {
      visit(chart.children[Int(item.firstChild + offset)], isTarget: isTarget)
    }
  }

  private func separates(_ item: Constituent) -> Bool {
    item.end == item.start + 1
      && chart.range(at: Int(item.start)).contains {
        chart.items[$0].symbol == SymbolTable.symbol(.separator)
      }
  }

  func range(_ item: Constituent) -> OctetRange {
    line.range(Int(item.start), Int(item.end))
  }

  func text(_ item: Constituent) -> String { line.text(range(item)) }

  private mutating func separate(by item: Constituent) {
    separatedUntil = Int(item.end)
    separatedByWord = separatedByWord || line.tokens[Int(item.start)].kind == .word
  }

  private mutating func correct(_ isTarget: Bool) {
    isTargetCorrected = isTargetLast
    areRoomsCorrected = true
    time(isTarget) { $0.correct() }
  }

  private mutating func gather(_ slot: Slot, _ item: Constituent, _ isTarget: Bool) {
    let (range, value) = (range(item), item.value)
    switch slot {
    case .target, .movedTo: visitChildren(of: item, isTarget: true)
    case .person: gatherPerson(item, isTarget)
    case .separator: separate(by: item)
    case .correction: correct(isTarget)
    case .day, .daySpan, .bareDay, .wordDay: gatherDay(item, isTarget)
    case .acrossDays: time(isTarget) { $0.addAcrossDays(value, range) }
    case .occasion: gatherOccasion(item)
    case .dayPart, .moment, .bookingNoun: gatherParts(of: item, isTarget)
    case .year, .period, .dayPeriod, .meridiem, .window: gatherPart(slot, item, isTarget)
    case .clock, .bareHour, .span, .bound, .newEnd, .lastDay: gatherClock(slot, item, isTarget)
    case .zone: time(isTarget) { $0.addZone(SpokenZone(value), range) }
    case .dayList, .furtherDay: gatherDays(item, isTarget)
    case .length, .daysLength: gatherLength(item, isTarget)
    case .fromNow, .nextHour: gatherFromNow(slot, item, isTarget)
    case .repeat: gatherRepeat(item)
    case .times: gatherCount(value, range)
    case .exchange: gatherExchange(item, isTarget)
    case .exception: gatherException(item)
    case .shift: gatherShift(item, isTarget)
    case .room, .thatRoom, .piece: gatherRoom(slot, item, isTarget)
    case .name, .houseName, .houseGenitive, .knownPerson: addName(item)
    case .genitive: addPiece(.name(String(text(item).dropLast())), item)
    case .email: addPiece(.email(chart.line.address(Int(item.start), Int(item.end))), item)
    case .phone: gatherPhone(item)
    case .speaker, .whoSpeaks: addPiece(.speaker, item)
    case .roomCount: gatherRoomCount(item)
    case .headcount, .bareCount: gatherHeadcount(value, range)
    case .equipment: gatherEquipment(item)
    case .size: slots.squareMetres = Said(CountBounds(value), range)
    case .seats: slots.seats = Said(CountBounds(value), range)
    case .floor: slots.floor = Said(name(value) == "top" ? .top : .number(value.first), range)
    case .location: slots.location = Said(value.first, range)
    case .stepFree: slots.stepFree = Said(true, range)
    case .quoted where isInPerson: addQuotedName(item)
    case .title, .text, .quoted: gatherTitle(item)
    case .description: gatherDescription(item)
    case .booking, .pronoun, .someBooking, .knownTitle, .titleWord, .leg: gatherBooking(item)
    case .choice, .bareChoice: gatherChoice(item)
    case .privacy: slots.isPrivate = Said(value.a == 1, range)
    case .mine: slots.mine = Said(true, range)
    case .anyway: slots.anyway = Said(true, range)
    case .behalf: gatherBehalf(item)
    case .also: gatherAlso(value, item)
    case .field: slots.field = name(value).flatMap(PersonField.init).map { Said($0, range) }
    case .tongue: slots.language = name(value).map { Said($0, range) }
    case .rideTopic, .rideWant, .rideWord, .houseFact, .helpTopic, .smallTalk:
      gatherTopic(item, isTarget)
    case .number, .decimal, .hourMinute, .numericDate, .reference, .tripNumber, .place, .knownRoom,
      .buildingEquipment, .ordinal, .weekday, .month, .timeUnit, .dayUnit, .equipmentKind,
      .fieldKind, .point, .amount, .dayAmount, .date, .roomNoun, .every, .weekdays, .pluralDays,
      .nth, .ordinals, .nthDays, .setDays, .months, .monthDays, .weekNumber, .leftOut, .zoneName,
      .yearWeek, .ofMonth, .knownRide, .knownProvider, .offered:
      break
    }
  }

  private mutating func gatherShift(_ item: Constituent, _ isTarget: Bool) {
    let range = range(item)
    time(isTarget) { $0.addShift(item.value, range) }
    visitChildren(of: item, isTarget: isTarget)
  }

  private mutating func gatherPerson(_ item: Constituent, _ isTarget: Bool) {
    let isWithinOther = isInPerson
    let isBehindOther =
      (0...Int(item.start)).contains(personUntil)
      && line.tokens[personUntil..<Int(item.start)].allSatisfy { $0.kind == .sign }
    let first = pieces.count
    isInPerson = true
    visitChildren(of: item, isTarget: isTarget)
    isInPerson = isWithinOther
    if item.value.marks.contains(.common), first < pieces.count { pieces[first].isBehindFor = true }
    let isLeftOut = item.value.marks.contains(.leftOut)
    for place in first..<pieces.count where isLeftOut { pieces[place].isLeftOut = true }
    if item.value.marks.contains(.loose), !isBehindOther, first < pieces.count {
      pieces[first].isLoose = true
      personUntil = -1
    }
  }

  private mutating func gatherDay(_ item: Constituent, _ isTarget: Bool) {
    let (range, value) = (range(item), item.value)
    let text = value.marks.contains(.impossible) ? dayText(item) : ""
    // Only today's weekday can mean two days.
    let isByName = value.a == chart.frame.now.date.dayNumber && bareWeekday(item) != nil
    time(isTarget) { $0.addDay(value, range, text: text, isByName: isByName) }
  }

  /// The words of a day; of one that cannot be those that name it, without `on`.
  private func dayText(_ item: Constituent) -> String {
    let named = item.value.marks.contains(.impossible) ? find([.date, .bareDay], in: item) : nil
    return text(named ?? item)
  }

  private mutating func gatherClock(_ slot: Slot, _ item: Constituent, _ isTarget: Bool) {
    let value = item.value
    let isNone = value.marks.contains(.impossible) && !value.marks.contains(.isDay)
    let range = range(isNone ? noTime(in: item) ?? item : item)
    let text = value.marks.contains(.isDay) ? text(item) : ""
    let first = item.childCount > 0 ? chart.children[Int(item.firstChild)] : nil
    let chart = chart
    time(isTarget) { times in
      if slot == .span {
        // `this morning 7 to 8`
        let isToday = first.map { chart.constituent($0).value.marks.contains(.today) } ?? false
        times.addSpan(value, range, isToday: isToday)
      } else if [.bound, .newEnd, .lastDay].contains(slot) {
        times.addBound(value, range, text: text)
      } else {
        times.addClock(value, range)
      }
    }
    if value.marks.contains(.asBefore) {
      isAsBefore = true
      gatherBookings(in: item)
    }
    gatherZone(in: item, isTarget)
  }

  /// What is written like a time in a constituent, and is none.
  private func noTime(in item: Constituent) -> Constituent? {
    if SymbolTable.slot(item.symbol) == .hourMinute {
      return item.value.marks.contains(.impossible) ? item : nil
    }
    for part in inside(item) {
      if let found = noTime(in: part) { return found }
    }
    return nil
  }

  /// Adds to the times of the line, or to what a change moves something to.
  mutating func time(_ isTarget: Bool, _ add: (inout WhenGathering) -> Void) {
    isTargetLast = isTarget || isTargetCorrected
    guard isTargetLast else { return add(&times) }
    if targets.isEmpty { targets.append(WhenGathering(frame: chart.frame)) }
    add(&targets[0])
  }

  private mutating func gatherPhone(_ item: Constituent) {
    phonesLeft -= 1
    guard phonesLeft >= 0 else { return }
    addPiece(.phone(phones.read(octets: Array(line.octets[range(item)])[...])), item)
  }

  func name(_ value: Value) -> String? {
    value.marks.contains(.named) ? chart.grammar.names[value.first] : nil
  }

  private mutating func gatherRoom(_ slot: Slot, _ item: Constituent, _ isTarget: Bool) {
    if slot == .thatRoom { return slots.rooms.append(Said(.spokenOf, range(item))) }
    if slot == .piece { return slots.rooms.append(Said(room(of: text(item)), range(item))) }
    guard let found = find([.knownRoom, .piece], in: item) else { return }
    let isKnown =
      SymbolTable.slot(found.symbol) == .knownRoom && !found.value.marks.contains(.stranger)
    let mention: RoomMention =
      isKnown ? .known(found.value.first) : strangeRoom(text(found))
    if isTarget {
      slots.targetRoom = Said(mention, range(found))
    } else {
      if areRoomsCorrected { slots.rooms = [] }
      areRoomsCorrected = false
      slots.rooms.append(Said(mention, range(found)))
    }
  }

  /// The room or the rooms that a piece of text names.
  private mutating func room(of piece: String) -> RoomMention {
    intent == .isFree ? strangeRoom(piece) : RoomMatching.pattern(piece)
  }

  private mutating func strangeRoom(_ text: String) -> RoomMention {
    spellingsLeft -= 1
    return RoomMatching.mention(
      text, in: chart.context.vocabulary, limits: limits, compares: spellingsLeft >= 0)
  }

  private mutating func gatherEquipment(_ item: Constituent) {
    guard let found = find([.equipmentKind, .buildingEquipment], in: item) else { return }
    let vocabulary = chart.context.vocabulary
    var indices: Set<Int> = []
    if SymbolTable.slot(found.symbol) == .equipmentKind {
      let hashes =
        chart.grammar.wordsOfName[found.value.first] + [line.tokens[Int(found.start)].hash]
      for hash in hashes { indices.formUnion(vocabulary.names.equipmentWords[hash] ?? []) }
    } else if found.value.marks.contains(.bare) {
      indices.formUnion(vocabulary.names.equipmentWords[line.tokens[Int(found.start)].hash] ?? [])
    } else {
      indices.insert(found.value.first)
    }
    let mention: EquipmentMention =
      indices.isEmpty ? .unknown(text(found)) : .known(indices.sorted())
    slots.equipment.append(Said(mention, range(found)))
  }

  private mutating func gatherRoomCount(_ item: Constituent) {
    if name(item.value) != nil {
      slots.roomCount = Said(.all, range(item))
    } else if item.value.first > 1 {
      slots.roomCount = Said(.number(item.value.first), range(item))
    }
  }

  /// A name that stands right behind another says the rest of it: `Ana` is known, and the line says
  /// `Ana Ruiz`, or `anna schmidt`. In `call Ana Rosa` it is what she is called from now on.
  private mutating func addName(_ item: Constituent) {
    defer { nameUntil = Int(item.end) }
    switch SymbolTable.slot(item.symbol) {
    case .knownPerson: return addPiece(.name(chart.context.spoken.people[item.value.first]), item)
    case .houseName, .houseGenitive:
      return addPiece(ofHouse: chart.context.vocabulary.people[item.value.first], item)
    default: break
    }
    guard intent != .mend, Int(item.start) == nameUntil, let first = pieces.popLast() else {
      guard let name = houseName(of: item) else { return addPiece(.name(text(item)), item) }
      return addPiece(ofHouse: name, item)
    }
    let whole = first.range.lowerBound..<range(item).upperBound
    pieces.append(
      PersonPiece(
        kind: .name(line.text(whole)), range: whole, isSeparated: first.isSeparated,
        isSeparatedByWord: first.isSeparatedByWord, isBehindComma: first.isBehindComma))
  }

  /// A name as mail programs write it; a comma parts a surname from what goes before it.
  private mutating func addQuotedName(_ item: Constituent) {
    guard let said = words(of: item)?.value else { return }
    let parts = said.split(separator: ", ")
    addPiece(.name(parts.count == 2 ? "\(parts[1]) \(parts[0])" : said), item)
  }

  mutating func addPiece(_ kind: PersonPiece.Kind, _ item: Constituent) {
    personUntil = Int(item.end)
    let before = Int(item.start) - 1
    // `replace Ben with …`: a word between two parts is between two people.
    let isBehindWord =
      slots.isSwap && before >= 0 && line.tokens[before].kind == .word
      && (pieces.last.map { $0.range.upperBound < Int(line.tokens[before].end) } ?? false)
    let isSeparated = separatedUntil >= 0 || isBehindWord
    pieces.append(
      PersonPiece(
        kind: kind, range: range(item), isSeparated: isSeparated,
        isSeparatedByWord: separatedByWord || isBehindWord,
        isBehindComma: line.isSign(before, 0x2C) || line.isSign(before, 0x3B)))
    separatedUntil = -1
    separatedByWord = false
  }
}
