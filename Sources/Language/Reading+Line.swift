// A reading in one canonical line, as the corpus writes it and people compare it.

internal import CivilTime
internal import PhoneNumbers

extension Reading {
  /// The reading in one line: the intent and every slot in a fixed order, what was assumed marked
  /// with `~`; the same for two readings only if they mean the same.
  ///
  /// Rooms are written with the names of a vocabulary, unused words as the line has them.
  public func line(of octets: [UInt8], vocabulary: Vocabulary) -> String {
    var words = [intentOrigin == .assumed ? "~" + intent.rawValue : intent.rawValue]
    words += slots.rooms.map { "room=" + $0.value.written(vocabulary) }
    words += slots.unwantedRooms.map { "not-room=" + $0.value.written(vocabulary) }
    if let count = slots.roomCount?.value { words.append("rooms=" + count.description) }
    words += slots.when.map { "when=" + $0.written }
    if let repetition = slots.repetition?.value { words += repetition.written }
    if let target = slots.target { words.append("to=" + target.written) }
    if let room = slots.targetRoom { words.append("to-room=" + room.value.written(vocabulary)) }
    words += slots.people.map { ($0.isLeftOut ? "without=" : "person=") + $0.written }
    words += smallSlots(vocabulary)
    if slots.isExchange { words.append("exchange") }
    if let count = slots.repeatCount { words.append("times=\(count.value)") }
    if slots.noLength != nil { words.append("no-length") }
    if slots.noCount != nil { words.append("no-count") }
    if takesBack { words.append("anew") }
    if isTentative { words.append("tentative") }
    words += unused.map { "unused=" + quoted(String(decoding: octets[$0], as: UTF8.self)) }
    return words.joined(separator: " ")
  }

  private func smallSlots(_ vocabulary: Vocabulary) -> [String] {
    var words: [String] = []
    func add(_ name: String, _ value: String?) {
      if let value { words.append(name + "=" + value) }
    }
    add("headcount", slots.headcount.map { String($0.value) })
    for equipment in slots.equipment { add("equipment", equipment.value.written(vocabulary)) }
    add("seats", slots.seats?.value.description)
    add("size", slots.squareMetres?.value.description)
    add("floor", slots.floor?.value.description)
    add("location", slots.location.map { quoted(vocabulary.locations[$0.value]) })
    if slots.stepFree != nil { words.append("step-free") }
    add("title", slots.title.map { quoted($0.value) })
    add("description", slots.description.map { quoted($0.value) })
    add("booking", slots.booking?.value.description)
    add("occasion", slots.occasion.map { quoted($0.value) })
    for further in slots.furtherBookings { add("booking", further.value.description) }
    add("choice", slots.choice?.value.description)
    if let isPrivate = slots.isPrivate { words.append(isPrivate.value ? "private" : "public") }
    if slots.mine != nil { words.append("mine") }
    if slots.anyway != nil { words.append("anyway") }
    add("behalf", slots.behalf.map { plain($0.value) })
    if slots.also != nil { words.append("also") }
    add("field", slots.field?.value.rawValue)
    add("language", slots.language?.value)
    add("topic", slots.topic?.value)
    add("offered", slots.offered.map { "\($0.value + 1)" })
    add("leg", slots.leg?.value.description)
    return words
  }
}

private func quoted(_ text: String) -> String { "\"" + text + "\"" }

/// A word as it is, or in quotes if it has a space or a sign that the form itself uses.
private func plain(_ text: String) -> String {
  text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x2C } ? text : quoted(text)
}

extension LegMention {
  fileprivate var description: String {
    [trip.map { "T\($0)" } ?? "", leg.map { String($0) } ?? ""].joined(separator: ".")
  }
}

extension RoomMention {
  fileprivate func written(_ vocabulary: Vocabulary) -> String {
    switch self {
    case .known(let index): return plain(vocabulary.rooms[index].name)
    case .pattern(let text): return "like:" + plain(text)
    case .spokenOf: return "last"
    case .unknown(let text, let nearest):
      let names = nearest.map { plain(vocabulary.rooms[$0].name) }.joined(separator: "|")
      return "unknown:" + plain(text) + (names.isEmpty ? "" : "→" + names)
    }
  }
}

extension EquipmentMention {
  fileprivate func written(_ vocabulary: Vocabulary) -> String {
    switch self {
    case .known(let indices): indices.map { plain(vocabulary.equipment[$0]) }.joined(separator: "|")
    case .unknown(let text): "unknown:" + plain(text)
    }
  }
}

extension BookingMention: CustomStringConvertible {
  /// `B17`, `last`, `mine`, `next`, `S3`, `series`, `rest`, `single`, `those`, or a title in
  /// quotes.
  public var description: String {
    switch self {
    case .reference(let number): "B\(number)"
    case .wait(let number): "W\(number)"
    case .last: "last"
    case .mine: "mine"
    case .next: "next"
    case .titled(let title): quoted(title)
    case .series(let number): number.map { "S\($0)" } ?? "series"
    case .rest: "rest"
    case .single: "single"
    case .those: "those"
    }
  }
}

extension RoomCount: CustomStringConvertible {
  /// The number, or `all`.
  public var description: String {
    switch self {
    case .number(let number): String(number)
    case .all: "all"
    }
  }
}

extension CountBounds: CustomStringConvertible {
  /// `20`, `20..30` or `..30`.
  public var description: String {
    (least.map { String($0) } ?? "") + (most.map { "..\($0)" } ?? "")
  }
}

extension FloorMention: CustomStringConvertible {
  /// The number, or `top`.
  public var description: String {
    switch self {
    case .number(let number): String(number)
    case .top: "top"
    }
  }
}

extension ChoiceMention: CustomStringConvertible {
  /// The number, or `last`, `all`, `both`, `any`, `largest`, `smallest`, `longest`,
  /// `shortest`, `earliest`, `latest`, `first-2`, `last-2`.
  public var description: String {
    switch self {
    case .number(let number): String(number)
    case .last: "last"
    case .all: "all"
    case .both: "both"
    case .any: "any"
    case .several: "several"
    case .firstOrLast(let count, let fromEnd): "\(fromEnd ? "last" : "first")-\(count)"
    case .bySeats(let largest): largest ? "largest" : "smallest"
    case .byLength(let longest): longest ? "longest" : "shortest"
    case .cheapest: "cheapest"
    case .larger: "larger"
    case .smaller: "smaller"
    case .other: "other"
    case .different: "different"
    case .byStart(let earliest): earliest ? "earliest" : "latest"
    }
  }
}

extension PersonMention {
  fileprivate var written: String {
    var parts: [String] = []
    if isSpeaker { parts.append("me") }
    if let name { parts.append((name.origin == .assumed ? "~" : "") + plain(name.value)) }
    if let email { parts.append(email.value) }
    switch phone?.value {
    case nil: break
    case .number(let number): parts.append(number.e164)
    case .ambiguous(let number): parts.append("?" + number.e164)
    case .invalid(let fault): parts.append("!" + fault.rawValue)
    }
    return parts.joined(separator: ",")
  }
}

extension When {
  /// `2026-11-25,13:15-14:00`: the parts with commas between them.
  fileprivate var written: String {
    var parts: [String] = []
    if let day { parts.append(day.value.written) }
    if let clock = writtenClock { parts.append(clock) }
    if noTime != nil { parts.append("no-time") }
    if let startsAsBefore { parts.append(startsAsBefore.value.rawValue) }
    if isOfTimeBehind { parts.append("behind") }
    if let minutes = lengthMinutes?.value { parts.append("\(minutes)min") }
    if isLongest { parts.append("longest") }
    if let minutes = fromNowMinutes?.value { parts.append("now+\(minutes)") }
    if let window = window?.value { parts.append("window:\(window.from)-\(window.to)") }
    switch shift?.value {
    case nil: break
    case .length(let minutes): parts.append("longer:\(minutes)")
    case .whole(let minutes): parts.append("later:\(minutes)")
    case .start(let minutes): parts.append("starts-later:\(minutes)")
    case .minute(let minute): parts.append("minute:\(minute)")
    case .days(let days, let months):
      parts.append("later:" + (months == 0 ? "\(days)d" : "\(months)m\(days)d"))
    }
    if bound == .until, end == nil { parts.append("deadline") }
    if bound == .from, start == nil { parts.append("onwards") }
    if let zone = zone?.value { parts.append(zone.written) }
    for assumption in assumed { parts.append("~\(assumption.rawValue)") }
    return parts.joined(separator: ",")
  }

  private var writtenClock: String? {
    switch (start?.value, end?.value) {
    case (nil, nil): nil
    case (let start?, nil): bound == .from ? "from:\(start)" : "\(start)"
    case (nil, let end?): "until:\(end)"
    case (let start?, let end?): "\(start)-\(end)"
    }
  }
}

extension DayMention {
  fileprivate var written: String {
    switch self {
    case .on(let date): "\(date)"
    case .among(let first, let last): "\(first)..\(last)"
    case .nextDay: "next-day"
    case .previousDay: "previous-day"
    case .sameDay: "same-day"
    case .impossible(let words): "impossible:" + plain(words)
    case .contradiction(let weekday, let date): "\(date)-is-no-\(weekday)"
    }
  }
}
