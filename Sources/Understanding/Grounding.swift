// What a line says, made absolute on the ground of what it is said of: `30 minutes longer` becomes
// an end, `next day` a date, `remove Ben` those who still come.

import Bookings
import CivilTime
import Discourse
import Language
import PhoneNumbers

/// Makes requests of the parts of a line.
struct Grounding {
  let house: HouseView
  let vocabulary: Vocabulary
  let speaker: Speaker
  /// The octets of the line.
  let line: [UInt8]
  /// The turn in which it is said.
  let turn: Int
  /// The day asked about last.
  let daySpokenOf: CivilDate?
  var slots: Slots
  /// Who comes, or was to come, to bookings of the speaker: a name alone may be one of them.
  var acquaintances: [Attendee]

  /// Which parts of a line say what something becomes; the others say which one is meant.
  enum Reach {
    /// All of them.
    case all
    /// All of them, and the room beside `to 14:00` as well.
    case whole
    /// The room and time behind `to` or `make it`, and all else.
    case target
    /// No room and no time.
    case besidePlace
  }

  /// What the line says, on the ground of what it is said of; `spokenOf` is the room that `it` is.
  func request(
    on base: Request, reaching reach: Reach = .all, spokenOf: RoomID? = nil
  ) -> Request {
    var request = Request()
    request.room = room(reach, spokenOf)
    if request.room.isUnsaid, !unwantedRooms.isEmpty { request.room = otherRoom(on: base) }
    request.times = times(on: base.times, reach, room: base.namedRoom)
    if let repetition = slots.repetition { request.repeats = said(repetition) }
    takeWeekday(of: base, into: &request)
    request.people = people(on: base)
    if let headcount = slots.headcount { request.headcount = said(headcount) }
    request.features = features
    if let title = slots.title { request.title = said(title) }
    if let description = slots.description { request.description = said(description) }
    if let isPrivate = slots.isPrivate { request.isPrivate = said(isPrivate) }
    if let anyway = slots.anyway { request.acceptsFewerSeats = said(anyway) }
    request.fault = fault
    request.doubtfulPhones = doubtfulPhones
    request.doubtfulNames = doubtfulNames
    takeBehalf(into: &request)
    return request
  }

  /// `no, Thursday`, of what is repeated each week on one weekday: it is that weekday then.
  private func takeWeekday(of base: Request, into request: inout Request) {
    guard request.repeats.isUnsaid, var rule = base.repeats.value, rule.weekdays.count == 1,
      rule.frequency == .weekly, base.series.isUnsaid,
      let when = slots.target ?? (slots.when.count == 1 ? slots.firstWhen : nil),
      when.isBareWeekday, !when.isOnward, !when.isDeadline,
      case .on(let date) = when.day?.value, !rule.weekdays.contains(NumberedWeekday(date.weekday))
    else { return }
    rule.weekdays = [NumberedWeekday(date.weekday)]
    request.repeats = .is(rule, .said(turn: turn))
    request.times.day = .unsaid
  }

  /// What the line says that cannot be.
  private var fault: Fault? {
    for when in slots.when + [slots.target].compactMap(\.self) {
      if let range = when.noTime { return .time(words(of: range)) }
      switch when.day?.value {
      case .impossible(let words): return .day(words)
      case .contradiction(let weekday, let date): return .contradiction(weekday, date)
      case .on, .among, .nextDay, .previousDay, .sameDay, nil: break
      }
    }
    if let range = slots.noLength { return .length(words(of: range)) }
    // `every 30 February`
    if let repetition = slots.repetition,
      repetition.value.firstDay(onOrAfter: house.civilNow.date) == nil
    {
      return .day(words(of: repetition.range))
    }
    return slots.noCount.map { .count(words(of: $0)) }
  }

  private var doubtfulPhones: [String: String] {
    slots.people.reduce(into: [:]) { doubtful, mention in
      guard let phone = mention.phone, case .ambiguous(let number) = phone.value else { return }
      doubtful[words(of: phone.range)] = number.e164
    }
  }

  private func words(of range: OctetRange) -> String {
    String(decoding: line[range], as: UTF8.self)
  }

  func said<Value>(_ said: Said<Value>, assuming assumption: Assumption? = nil) -> Wish<Value> {
    .is(said.value, .said(turn: turn, assuming: assumption))
  }

  // MARK: - Rooms

  /// The rooms that the line says are not wanted.
  var unwantedRooms: [RoomID] { slots.unwantedRooms.flatMap { rooms(of: $0.value) } }

  /// Any room but those, and those that were not wanted before; unsaid, if another is wanted.
  private func otherRoom(on base: Request) -> Wish<RoomWish> {
    var left = unwantedRooms
    switch base.room.value {
    case .named(let named) where !named.allSatisfy(left.contains): return .unsaid
    case .other(than: let rooms): left = rooms + left
    case .named, .all, .unknown, nil: break
    }
    return .is(.other(than: left.withoutRepeats), .said(turn: turn))
  }

  private func room(_ reach: Reach, _ spokenOf: RoomID?) -> Wish<RoomWish> {
    if slots.choice?.value == .any, slots.rooms.isEmpty, slots.targetRoom == nil {
      return .cleared(turn: turn)
    }
    let target = slots.targetRoom.map { [$0] }
    let mentions: [Said<RoomMention>] =
      switch reach {
      case .all: target ?? (slots.target == nil ? slots.rooms : [])
      case .whole: target ?? slots.rooms
      case .target: target ?? []
      case .besidePlace: []
      }
    guard let first = mentions.first else { return .unsaid }
    let source = Source.said(turn: turn)
    if case .unknown(let name, let nearest) = first.value {
      let rooms = house.ledger.building.rooms
      if nearest.count == 1, mayBeSlip(name) {
        return .is(.named([rooms[nearest[0]].id]), .said(turn: turn, assuming: .spelling))
      }
      return .is(.unknown(name, nearest: nearest.map { rooms[$0].id }), source)
    }
    let named = mentions.flatMap { rooms(of: $0.value, spokenOf) }
    if case .pattern(let pattern) = first.value, mentions.count == 1, named.count != 1 {
      return .is(.unknown(pattern, nearest: named), source)
    }
    guard !named.isEmpty else { return .unsaid }
    return .is(.named(named.withoutRepeats), source)
  }

  /// Whether a word is long enough for a slip to leave no doubt, and no number: of numbers each is
  /// a room.
  private func mayBeSlip(_ word: String) -> Bool {
    let lettersMin = 5
    return word.count >= lettersMin && word.allSatisfy(\.isLetter)
  }

  /// The rooms of the building that a mention may mean.
  func rooms(of mention: RoomMention, _ spokenOf: RoomID? = nil) -> [RoomID] {
    let rooms = house.ledger.building.rooms
    switch mention {
    case .known(let index): return [rooms[index].id]
    case .pattern(let pattern):
      var filter = RoomFilter()
      filter.name = pattern
      return rooms.filter { filter.misses(of: $0).isEmpty }.map(\.id)
    case .spokenOf: return spokenOf.map { [$0] } ?? []
    case .unknown: return []
    }
  }

  /// What must be in the room.
  var features: RoomFilter {
    var filter = RoomFilter()
    for mention in slots.equipment.map(\.value).withoutRepeats {
      switch mention {
      case .known(let indices): filter.equipment.append(word(sharedBy: indices))
      case .unknown(let word): filter.equipment.append(word)
      }
    }
    filter.equipment = filter.equipment.withoutRepeats
    if let seats = slots.seats?.value { filter.limitSeats(from: seats.least, upTo: seats.most) }
    if let size = slots.squareMetres?.value {
      filter.limitSquareMetres(from: size.least, upTo: size.most)
    }
    switch slots.floor?.value {
    case .number(let number): filter.floor = String(number)
    case .top: filter.floor = house.ledger.building.topFloor ?? "top"
    case nil: break
    }
    filter.location = slots.location.map { vocabulary.locations[$0.value] }
    filter.needsStepFree = slots.stepFree?.value ?? false
    return filter
  }

  /// What equipment of several names has in common, as `Flatscreen` of all their sizes: the word
  /// that was said, rather than another that they share.
  private func word(sharedBy indices: [Int]) -> String {
    let names = indices.map { vocabulary.equipment[$0] }
    guard names.count > 1, let first = names.first else { return names.first ?? "" }
    let shared = first.split(separator: " ").map(String.init).filter { word in
      names.allSatisfy { $0.lowercased().contains(word.lowercased()) }
    }
    let said = String(decoding: line, as: UTF8.self).lowercased()
    return shared.first { said.contains($0.lowercased()) } ?? shared.last ?? first
  }
}

extension Array where Element: Hashable {
  /// Each element once, where it stands first.
  var withoutRepeats: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
