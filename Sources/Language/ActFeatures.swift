// What of a line tells what it is said for: its words, what they stand for, how the grammar reads
// it, and the situation.

/// The features of a line, a hash each.
struct ActFeatures {
  /// In order, each once.
  private(set) var hashes: [UInt32] = []
  private static let usualCount = 256
  private let situation: Situation
  private let group: UInt64

  /// The features of a line that was read by the grammar.
  init(_ chart: Chart, read readings: [Reading], in situation: Situation) {
    self.situation = situation
    hashes.reserveCapacity(Self.usualCount)
    group = Self.group(of: situation)
    add(.situation, UInt64(situation.place))
    addWords(chart)
    addMarks(chart)
    addReading(readings.first)
    keepEachOnce()
  }

  /// Sorting costs less than a set does.
  private mutating func keepEachOnce() {
    hashes.sort()
    var kept = 0
    for place in hashes.indices where place == 0 || hashes[place] != hashes[kept - 1] {
      hashes[kept] = hashes[place]
      kept += 1
    }
    hashes.removeSubrange(kept...)
  }

  /// What a feature is of.
  private enum Kind: UInt64 {
    case situation = 1, word, wordInGroup, unit, pair, gap, three, opening, stem, ending, cue, note
    case role, asks, reading, readingInSituation, slot, slotInGroup, length, unitOfSituation
  }

  private mutating func add(_ kind: Kind, _ first: UInt64, _ second: UInt64 = 0) {
    var hash = (kind.rawValue &* 0x9E37_79B9_7F4A_7C15) ^ first
    hash = (hash ^ (hash >> 31)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 29) ^ second) &* 0x94D0_49BB_1331_11EB
    hashes.append(UInt32(truncatingIfNeeded: hash ^ (hash >> 32)))
  }

  /// Situations in which lines are much alike.
  private static func group(of situation: Situation) -> UInt64 {
    switch situation {
    case .first, .missed: 1
    case .free, .taken, .listed, .told: 2
    case .offered, .shown, .askedWhen, .askedRoom, .askedWho: 3
    case .booked, .changed, .cancelled: 4
    }
  }

  // MARK: - Words

  /// Kinds of values by which words are one unit, whatever the value.
  private static let units: [Slot] = [
    .room, .knownRoom, .place, .day, .bareDay, .daySpan, .dayPart, .date, .clock, .span,
    .hourMinute,
    .moment, .window, .length, .email, .phone, .knownPerson, .number, .equipment, .floor,
    .headcount,
    .acrossDays, .reference, .shift,
  ]
  private static let unitTag: [UInt64] = {
    var tags = [UInt64](repeating: 0, count: Slot.allCases.count)
    for (place, slot) in units.enumerated() {
      let tag: UInt64 =
        switch slot {
        case .room, .knownRoom, .place: 1
        case .day, .bareDay, .daySpan, .date, .dayPart: 2
        case .clock, .span, .hourMinute, .moment, .acrossDays: 3
        default: UInt64(place) + 10
        }
      tags[Int(slot.rawValue)] = tag
    }
    return tags
  }()

  private mutating func addWords(_ chart: Chart) {
    let line = chart.line
    var units: [UInt64] = []
    var token = 0
    while token < line.tokens.count {
      var end = token + 1
      var tag: UInt64 = 0
      for index in chart.range(at: token) {
        let item = chart.items[index]
        guard let slot = SymbolTable.slot(item.symbol), item.penalty < Weights.slip,
          Self.unitTag[Int(slot.rawValue)] != 0, Int(item.end) > end || tag == 0
        else { continue }
        (tag, end) = (Self.unitTag[Int(slot.rawValue)], Int(item.end))
      }
      for place in token..<end { addWord(place, line) }
      if tag == 0 {
        let sign = UInt64(UInt32(bitPattern: line.tokens[token].value))
        tag = line.tokens[token].kind == .sign ? 0x100 + sign : line.tokens[token].hash.bits
      }
      // Signs but those of questions and exclamations tell nothing.
      if line.tokens[token].kind != .sign || tag == 0x13F || tag == 0x121 || tag < 0x100 {
        units.append(tag)
      }
      token = end
    }
    let edged = [1] + units + [2]
    for place in edged.indices {
      if place > 0, place < edged.count - 1 {
        add(.unit, edged[place])
        add(.unitOfSituation, edged[place], UInt64(situation.place))
      }
      if place + 1 < edged.count { add(.pair, edged[place], edged[place + 1]) }
      if place + 2 < edged.count {
        add(.gap, edged[place], edged[place + 2])
        add(.three, edged[place] &* 31 &+ edged[place + 1], edged[place + 2])
      }
    }
    if let first = units.first { add(.opening, first, group) }
    add(.length, UInt64(min(units.count, 12) / 2))
  }

  private mutating func addWord(_ token: Int, _ line: Line) {
    guard line.tokens[token].kind == .word else { return }
    let hash = line.tokens[token].hash.bits
    add(.word, hash)
    add(.wordInGroup, hash, group)
    let folded = line.folded(token)
    let (stemLetters, endingLetters) = (5, 3)
    guard folded.count >= stemLetters else { return }
    add(.stem, Self.hash(folded.prefix(stemLetters - 1)))
    add(.stem, Self.hash(folded.prefix(stemLetters + 1)))
    add(.ending, Self.hash(folded.suffix(endingLetters)))
    add(.ending, Self.hash(folded.suffix(stemLetters)))
  }

  private static func hash(_ octets: some Sequence<UInt8>) -> UInt64 {
    var hash = FoldedHash()
    for octet in octets { hash.add(octet) }
    return hash.bits
  }

  // MARK: - What the grammar says of it

  private static let notes: [SymbolNotes] = [
    .stranger, .denial, .open, .either, .retraction, .opening, .speech, .anchor, .courtesy, .topic,
  ]

  private mutating func addMarks(_ chart: Chart) {
    for (place, note) in Self.notes.enumerated() where chart.notes.contains(note) {
      add(.note, UInt64(place))
    }
    for (place, part) in ClauseRoles.parts.enumerated() where chart.line.roles.contains(part.value)
    {
      add(.role, UInt64(place))
    }
    if chart.line.asks { add(.asks, chart.line.endsInQuestion ? 1 : 2, group) }
    for start in chart.line.tokens.indices where chart.says(.cue, at: start) {
      for index in chart.range(at: start) {
        let item = chart.items[index]
        guard SymbolTable.isIntent(item.symbol), item.penalty < Weights.slip else { continue }
        add(.cue, UInt64(item.symbol - SymbolTable.firstIntent))
      }
    }
  }

  private mutating func addReading(_ reading: Reading?) {
    guard let reading else {
      add(.reading, 0)
      add(.readingInSituation, 0, UInt64(situation.place))
      return
    }
    let intent = UInt64(reading.intent.place) + 1
    let quality: UInt64 =
      (reading.isTentative ? 1 : 0) + (reading.leavesWeight ? 2 : 0)
      + (reading.intentOrigin == .said ? 4 : 0) + (reading.unused.isEmpty ? 0 : 8)
    add(.reading, intent)
    add(.reading, intent, 100 + quality)
    add(.reading, 1000, quality)
    add(.readingInSituation, intent, UInt64(situation.place))
    add(.readingInSituation, intent &* 64 &+ quality, 1000 + group)
    for (place, isThere) in Self.parts(of: reading.slots).enumerated() where isThere {
      add(.slot, UInt64(place))
      add(.slot, UInt64(place), intent)
      add(.slotInGroup, UInt64(place), group)
    }
  }

  /// Which parts a line says.
  private static func parts(of slots: Slots) -> [Bool] {
    let when = slots.when.first
    return [
      !slots.rooms.isEmpty, slots.targetRoom != nil, when?.day != nil, when?.start != nil,
      when?.end != nil, when?.lengthMinutes != nil, when?.shift != nil, when?.window != nil,
      when?.startsAsBefore != nil, when.map { $0.bound != .exact } ?? false, slots.target != nil,
      slots.people.contains { $0.email != nil }, slots.people.contains { $0.name != nil },
      slots.headcount != nil, !slots.equipment.isEmpty, slots.booking != nil,
      slots.booking?.value == .last, slots.choice != nil, slots.also != nil, slots.mine != nil,
      slots.title != nil, slots.isPrivate != nil, slots.floor != nil, slots.field != nil,
      slots.when.count > 1, slots.rooms.count > 1, slots.isRepeated, slots.anyway != nil,
    ]
  }
}

extension Situation {
  private static let places = Dictionary(
    uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
  /// Its place in the enum.
  var place: Int { Self.places[self] ?? 0 }
}
