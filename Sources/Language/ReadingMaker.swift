// Makes a reading of a cover: gathers its slots, settles what was not said, names its language.

/// Makes readings.
enum ReadingMaker {
  /// The reading that a cover stands for.
  static func reading(of cover: Cover, chart: Chart, limits: ReadingLimits) -> Reading {
    // What has been gathered is changed where it lies: all slots together are large.
    var gathering = SlotGathering(cover.intent, chart: chart, limits: limits)
    gathering.gather(cover)
    let namesTopic = takeTopic(into: &gathering.slots, cover, chart)
    var unused = cover.unused
    leaveIdle(gathering.slots, &unused, cover, chart)
    claimRoom(&gathering.slots, &unused, cover, chart, limits)
    leaveNumbersOfNames(&unused, gathering.slots, cover, chart)
    // What a denial names is not what is wanted instead; what stands behind a comma may be.
    if cover.intent == .no, let denial = lastDenial(cover, chart) {
      gathering = SlotGathering(cover.intent, chart: chart, limits: limits)
      unused = []
      if let tail = cover.behindComma(after: denial, chart) {
        gathering.gather(tail)
      }
    }
    if saysSeveral(gathering.slots), hasEither(cover, chart) { gathering.slots.isEither = true }
    gathering.slots.joinsRooms = areJoined(gathering.slots.rooms.map(\.range), chart)
    let isAssumed = cover.intent == .details
    var intent = isAssumed ? assumed(gathering.slots, cover, chart) : cover.intent
    if isNews(cover, gathering.slots, unused, chart) { intent = .draft }
    // `Bunker tomorrow 10-11 standup`: what a new booking is called, unless something else is said.
    if intent == .book || intent == .draft, gathering.slots.title == nil {
      let clause = cover.titleClause.map { chart.line.range($0.lowerBound, $0.upperBound) }
      gathering.slots.title = clause.map { Said(chart.line.text($0), $0) }
    }
    if intent == .book || intent == .draft, gathering.slots.title == nil {
      gathering.slots.title = gathering.occasionSaid.map { title(of: $0, &unused, cover, chart) }
    }
    var isPartOpen = leavesPartOpen(cover, intent, gathering.slots, unused, chart)
    if intent == .book, gathering.slots.when.count > 1, !gathering.slots.isEither,
      gathering.slots.roomsWithTimes.isEmpty
    {
      isPartOpen = isPartOpen || !areJoined(at: gathering.times.beginnings, cover, chart)
    }
    let isSaidOpen = saysItIsOpen(cover, intent, gathering.slots, unused, chart)
    let leavesPartAside = leavesPartAside(intent, unused, chart)
    var reading = Reading(
      intent: intent, intentOrigin: isAssumed ? .assumed : .said,
      language: language(cover, chart), slots: gathering.handOver(),
      unused: namesTopic && intent == .show || intent == .rules ? [] : ranges(unused, chart.line),
      isTentative: isPartOpen || leavesPartAside || isSaidOpen, score: cover.rank
    ).limited(by: gathering.phonesLeft < 0 ? .numbers : nil)
    (reading.isPartOpen, reading.isSaidOpen) = (isPartOpen, isSaidOpen)
    reading.leavesPartAside = leavesPartAside
    reading.isNoPlainOrder =
      isSaidOpen
      && (isProposed(cover, chart) || asksWhether(cover, chart) || handsOn(cover, chart))
    reading.leavesWeight = !reading.unused.isEmpty && unused.contains { !cover.light.contains($0) }
    reading.namesTopic = namesTopic
    reading.hasDenial = chart.notes.contains(.denial)
    mark(&reading, cover, chart)
    return reading
  }

  /// Takes the room or the booking spoken of last for what a question is about, if it names none;
  /// false if nothing of the cover is a topic.
  private static func takeTopic(
    into slots: inout Slots, _ cover: Cover, _ chart: Chart
  ) -> Bool {
    let topics = cover.chosen.map { chart.items[Int($0)] }
      .filter { SymbolTable.isIntent($0.symbol) && $0.value.marks.contains(.topic) }
    guard let first = topics.first else { return false }
    let range = chart.line.range(Int(first.start), Int(first.end))
    // `any windows?`
    if slots.choice?.value == .any { slots.choice = nil }
    if first.value.a == Value.topicRoom, slots.rooms.isEmpty {
      slots.rooms = [Said(.spokenOf, range)]
      // `does that have a lift`
      if slots.booking?.value == .last { slots.booking = nil }
    } else if first.value.a == Value.topicBooking, slots.booking == nil {
      slots.booking = Said(.last, range)
    }
    return true
  }

  /// What a cover says that stands for no reading.
  static func parts(of cover: Cover, chart: Chart, limits: ReadingLimits) -> Reading {
    var gathering = SlotGathering(cover.intent, chart: chart, limits: limits)
    gathering.gather(cover)
    var reading = Reading(
      intent: .nothing, intentOrigin: .assumed, language: language(cover, chart),
      slots: gathering.handOver(),
      unused: ranges((cover.unused + cover.numbersOfNames).sorted(), chart.line), score: cover.score
    ).limited(by: gathering.phonesLeft < 0 ? .numbers : nil)
    reading.hasDenial = chart.notes.contains(.denial)
    reading.asks = chart.line.asks
    reading.asksWhat = chart.asksWhat
    reading.isElsewhere = chart.notes.contains(.stranger)
    return reading
  }

  /// What says nothing without something else that is not there: how often without a repeat, a zone
  /// without a time.
  private static func leaveIdle(
    _ slots: Slots, _ unused: inout [Int], _ cover: Cover, _ chart: Chart
  ) {
    guard !slots.isRepeated else { return }
    var idle: [Int] = []
    for number in cover.chosen {
      let item = chart.items[Int(number)]
      let isIdle =
        switch SymbolTable.slot(item.symbol) {
        case .times: !chart.frame.asksRepeat
        case .exception: true
        case .zone: !slots.when.contains { $0.zone != nil } && slots.target?.zone == nil
        default: false
        }
      if isIdle { idle += Int(item.start)..<Int(item.end) }
    }
    if !idle.isEmpty { unused = (unused + idle).sorted() }
  }

  /// Intents whose cue a room's name follows as a rule.
  static let takesRoomBehindCue: [Intent] = [
    .book, .draft, .isFree, .show, .wait, .stopWaiting,
  ]

  private static func saysSeveral(_ slots: Slots) -> Bool {
    slots.when.count > 1 || !slots.furtherBookings.isEmpty || slots.rooms.count > 1
  }

  /// Whether a word like `or` stands between parts of a cover, or between days that it chose.
  static func hasEither(_ cover: Cover, _ chart: Chart) -> Bool {
    guard chart.notes.contains(.either) else { return false }
    var inside = Set<Int>()
    for number in cover.chosen {
      let item = chart.constituent(number)
      if SymbolTable.slot(item.symbol) == .dayList { continue }
      inside.formUnion(Int(item.start)..<Int(item.end))
    }
    let eithers = chart.grammar.symbols.eithers
    return chart.line.tokens.indices.contains { token in
      !inside.contains(token)
        && chart.range(at: token).contains { eithers.contains(chart.items[$0].symbol) }
    }
  }

  /// The last word that denies in what a cover has chosen.
  private static func lastDenial(_ cover: Cover, _ chart: Chart) -> Int? {
    let denials = chart.grammar.symbols.denials
    return cover.chosen.lazy.flatMap { number in
      let item = chart.constituent(number)
      return (Int(item.start)..<Int(item.end)).filter { start in
        chart.range(at: start).contains {
          denials.contains(chart.items[$0].symbol) && chart.items[$0].end <= item.end
        }
      }
    }.max()
  }

  /// Takes a word that nothing else claims for a room: where it stands directly behind what is
  /// done, or is spelt nearly like one.
  private static func claimRoom(
    _ slots: inout Slots, _ unused: inout [Int], _ cover: Cover, _ chart: Chart,
    _ limits: ReadingLimits
  ) {
    guard slots.rooms.isEmpty, cover.allowed & SlotKind.roomBit != 0 else { return }
    let line = chart.line
    for (place, token) in unused.enumerated().prefix(limits.spellingWords)
    where line.tokens[token].kind == .word && line.symbols[token] == SymbolTable.none {
      let nearest = chart.rooms(near: token, limits: limits)
      let isWanted =
        takesRoomBehindCue.contains(cover.intent) && isRoomBehindCue(token, cover, chart)
      // `add Tim's party`: whose it is.
      guard !nearest.isEmpty || isWanted && !isOwner(token, line) else { continue }
      let last = numberOfName(behind: token, cover, chart)?.upperBound ?? token
      let range = line.range(token, last + 1)
      slots.rooms = [Said(.unknown(line.text(range), nearest: nearest), range)]
      unused.remove(at: place)
      return
    }
  }

  /// The number, or two with a dot, that belongs to a word left aside: `Studio 10`.
  private static func numberOfName(
    behind word: Int, _ cover: Cover, _ chart: Chart
  ) -> ClosedRange<Int>? {
    let first = word + 1
    guard cover.numbersOfNames.contains(first) else { return nil }
    let isDotted = chart.line.gluedSign(first + 1) == 0x2E && chart.line.isGluedNumber(first + 2)
    return first...(isDotted ? first + 2 : first)
  }

  /// Leaves the numbers of names aside like their words, but for what is in a room's name.
  private static func leaveNumbersOfNames(
    _ unused: inout [Int], _ slots: Slots, _ cover: Cover, _ chart: Chart
  ) {
    let rooms = slots.rooms.map(\.range)
    let left = cover.numbersOfNames.filter { token in
      !rooms.contains { $0.overlaps(chart.line.tokens[token].range) }
    }
    if !left.isEmpty { unused = (unused + left).sorted() }
  }

  /// Whether a word is the name of somebody who has what follows.
  private static func isOwner(_ token: Int, _ line: Line) -> Bool {
    let next = token + 2
    guard line.isSign(token + 1, 0x27), next < line.tokens.count else { return false }
    return line.tokens[next].isGlued && line.tokens[next].end == line.tokens[next].start + 1
  }

  /// Whether a capitalised word that nobody knows stands directly behind a cue.
  static func isRoomBehindCue(_ token: Int, _ cover: Cover, _ chart: Chart) -> Bool {
    chart.line.tokens[token].isCapital && chart.line.tokens[token].kind == .word
      && cover.chosen.contains {
        let item = chart.items[Int($0)]
        return SymbolTable.isIntent(item.symbol) && Int(item.end) == token
      }
  }

  /// What a line without a verb means by its parts.
  private static func assumed(_ slots: Slots, _ cover: Cover, _ chart: Chart) -> Intent {
    // Field by field: a time is large, and every line without a verb comes by here.
    let times = slots.when
    let hasTime = !times.isEmpty
    let hasStart = hasTime && times[0].start != nil
    let fromNow = hasTime ? times[0].fromNowMinutes?.value : nil
    if slots.also != nil || slots.anyway != nil { return .details }
    if slots.choice != nil, slots.rooms.isEmpty, !hasTime { return .choose }
    let asked = askedAbout(slots, cover, chart)
    if asked == .isFree { return .isFree }
    if !chart.context.expected.isEmpty { return .details }
    if let asked { return asked }
    let day = hasTime ? times[0].day?.value : nil
    let isBeside = day == .nextDay || day == .previousDay
    // `what is the next day` asks for no rooms.
    if isBeside, !isToldOf(cover, chart), slots.rooms.isEmpty, !hasStart, times[0].window == nil {
      return .rooms
    }
    // What has been is not to be booked.
    let isFromNowOn = fromNow.map { $0 >= 0 } ?? false
    let isTimed = hasStart && times[0].bound == .exact || isFromNowOn
    let namesRoom = slots.rooms.contains { if case .known = $0.value { true } else { false } }
    let hasNoun = cover.chosen.contains {
      chart.items[Int($0)].symbol == SymbolTable.symbol(.roomNoun)
    }
    if fromNow != nil, times[0].lengthMinutes != nil, !namesRoom { return .find }
    // `we are 8 now` tells how many they are: what is free for them is shown.
    let isOfMany = slots.headcount != nil && slots.rooms.isEmpty && slots.people.isEmpty
    if isOfMany, !hasNoun, fromNow == 0 { return .find }
    if isTimed, namesRoom || hasNoun { return .book }
    let filters =
      !slots.equipment.isEmpty || slots.floor != nil || slots.squareMetres != nil
      || slots.seats != nil || slots.stepFree != nil || slots.location != nil
    // `five of us` alone says too little to search by.
    if !namesRoom, !isTimed, hasNoun || filters { return .find }
    if case .reference = slots.booking?.value, !hasTime, slots.people.isEmpty { return .show }
    return byNoun(slots, cover, chart)
  }

  /// What a question without a verb asks: `Aquarium tomorrow at 10?`, `room for 6 at 10?`.
  private static func askedAbout(_ slots: Slots, _ cover: Cover, _ chart: Chart) -> Intent? {
    guard chart.line.endsInQuestion, let when = slots.firstWhen, when.start != nil,
      when.bound == .exact, slots.people.isEmpty
    else { return nil }
    if slots.rooms.contains(where: { if case .known = $0.value { true } else { false } }) {
      return .isFree
    }
    let hasNoun = cover.chosen.contains {
      chart.items[Int($0)].symbol == SymbolTable.symbol(.roomNoun)
    }
    return hasNoun ? .find : nil
  }

  /// `meeting with Ana tomorrow at 9` is to be booked, `Friday's schedule` to be shown.
  private static func byNoun(_ slots: Slots, _ cover: Cover, _ chart: Chart) -> Intent {
    let isNoun = { (number: Int32) in
      chart.items[Int(number)].symbol == SymbolTable.symbol(.bookingNoun)
    }
    guard slots.booking == nil, !slots.when.isEmpty,
      slots.when[0].day != nil || !slots.people.isEmpty, cover.chosen.contains(where: isNoun)
    else { return .details }
    let hasStart = slots.when[0].start != nil
    let isSeveral = cover.chosen.contains { isNoun($0) && chart.items[Int($0)].value.a == 1 }
    if isSeveral, !hasStart { return .bookings }
    return hasStart && slots.mine == nil ? .book : .details
  }

  /// The language of most of the words that a cover uses; what several languages have tells none
  /// of them. Between two the language that the speaker used before decides, else the first word.
  private static func language(_ cover: Cover, _ chart: Chart) -> LanguageTag? {
    let languages = chart.grammar.languages
    var count = LanguageCount()
    let symbols = chart.grammar.symbols
    for number in cover.chosen { count.add(number, of: chart, symbols) }
    let (counts, shared, first) = (count.counts, count.shared, count.first)
    let most = counts.max()
    var best = shared
    if most > 0 {
      best = 0
      for index in languages.indices where counts[index] == most { best |= 1 << UInt8(index) }
    }
    if best.nonzeroBitCount == 1 { return languages[best.trailingZeroBitCount] }
    if let speaker = chart.context.speakerLanguage,
      let index = languages.firstIndex(of: speaker), best & 1 << UInt8(index) != 0
    {
      return speaker
    }
    return best & 1 << UInt8(first.language) != 0 && most > 0 ? languages[first.language] : nil
  }

  /// Neighbouring tokens make one range.
  private static func ranges(_ tokens: [Int], _ line: Line) -> [OctetRange] {
    var ranges: [OctetRange] = []
    var last = -2
    for token in tokens {
      if token == last + 1, let open = ranges.popLast() {
        ranges.append(open.lowerBound..<Int(line.tokens[token].end))
      } else {
        ranges.append(line.tokens[token].range)
      }
      last = token
    }
    return ranges
  }
}

/// The languages of the words of a reading.
private struct LanguageCount {
  /// How many words each language alone has: a lane for each bit of a language, because every
  /// reading comes by here.
  var counts = SIMD8<UInt16>()
  /// The languages of the words that several have.
  var shared: UInt8 = 0
  /// Where the first word of one language stands, and which that is.
  var first = (start: UInt16.max, language: 0)

  mutating func add(_ number: Int32, of chart: Chart, _ symbols: SymbolTable) {
    let item = chart.constituent(number)
    // Only words are of a language, and nothing stands in them.
    guard item.childCount == 0 else {
      for offset in 0..<Int32(item.childCount) {
        add(chart.children[Int(item.firstChild + offset)], of: chart, symbols)
      }
      return
    }
    let bits = symbols.languages(of: item.symbol)
    guard bits != 0 else { return }
    guard bits & (bits - 1) == 0 else {
      shared |= bits
      return
    }
    counts[bits.trailingZeroBitCount] &+= 1
    if item.start < first.start { first = (item.start, bits.trailingZeroBitCount) }
  }
}
