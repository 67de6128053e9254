// Requests as a table writes them, and requests drawn by a seed.

import Bookings
import CivilTime
import Discourse
import Testing

enum Written {
  /// `10:00-12:00+30@08:00/12:00`, each member perhaps missing and perhaps behind `^` or `~`.
  static func times(_ text: String, turn: Int) throws -> Request {
    var times = Times()
    var source = Source.said(turn: turn)
    var rest = text[...]
    var expects: Character = " "
    while let sign = rest.first {
      switch sign {
      case "^": source = .referred(.done)
      case "~": source = .assumed(.length)
      case "-", "+", "@": expects = sign
      default:
        let word = rest.prefix { !"^~-+@".contains($0) }
        try take(String(word), expects, source, &times)
        rest = rest.dropFirst(word.count - 1)
        source = .said(turn: turn)
        expects = " "
      }
      rest = rest.dropFirst()
    }
    return Request(times)
  }

  private static func take(
    _ word: String, _ sign: Character, _ source: Source, _ times: inout Times
  ) throws {
    switch sign {
    case "-": times.end = .is(try #require(ClockTime(word)), source)
    case "+": times.length = .is(try #require(Int(word)), source)
    case "@":
      let ends = word.split(separator: "/")
      let from = try #require(ClockTime(ends[0])), to = try #require(ClockTime(ends[1]))
      times.part = .is(try #require(DayPart(from: from, to: to)), source)
    default: times.start = .is(try #require(ClockTime(word)), source)
    }
  }
}

extension Request {
  /// A request of times alone.
  init(_ times: Times) {
    self.init()
    self.times = times
  }

  /// In how many parts a request can be taken apart that do not touch each other.
  static let partCount = 8

  /// The request in two: the parts whose bits are set, and the others.
  func parted(by bits: Int) -> (Request, Request) {
    var one = Request(), other = Request()
    func place(_ part: Int, _ copy: (inout Request) -> Void) {
      if bits & 1 << part != 0 { copy(&one) } else { copy(&other) }
    }
    place(0) { $0.room = room }
    place(1) { $0.times.day = times.day }
    place(2) {
      let day = $0.times.day
      $0.times = times
      $0.times.day = day
    }
    place(3) { $0.people = people }
    place(4) { $0.headcount = headcount }
    place(5) { $0.features = features }
    place(6) { $0.title = title }
    place(7) { ($0.isPrivate, $0.description) = (isPrivate, description) }
    return (one, other)
  }

  /// Nothing of it is said: it is referred to at most, and takes nothing back.
  mutating func weaken() {
    func weak<Value>(_ wish: Wish<Value>) -> Wish<Value> {
      wish.value.map { .is($0, .referred(.asked)) } ?? .unsaid
    }
    room = weak(room)
    times.day = weak(times.day)
    times.start = weak(times.start)
    times.end = weak(times.end)
    times.length = weak(times.length)
    times.part = weak(times.part)
    title = weak(title)
    people = weak(people)
  }
}

/// Chance that is the same for the same seed (SplitMix64).
struct Draw {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func below(_ count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(count))
  }

  mutating func clock() -> ClockTime { ClockTime(minutes: 15 * below(96)) ?? .midnight }

  private mutating func wish<Value>(_ value: Value, turn: Int) -> Wish<Value> {
    switch below(8) {
    case 0, 1, 2: .is(value, .said(turn: turn))
    case 3: .is(value, .referred(.asked))
    case 4: .is(value, .assumed(.day))
    case 5: .cleared(turn: turn)
    default: .unsaid
    }
  }

  /// Any request of one line: of start, end and length two at most, and no part beside an hour.
  mutating func request(turn: Int) -> Request {
    var request = Request()
    let rooms = ["a", "b", "c"].map { RoomID($0) }
    request.room = wish(
      below(2) == 0 ? .named([rooms[below(3)]]) : .other(than: [rooms[below(3)]]), turn: turn)
    if let date = CivilDate(year: 2026, month: 11, day: 20 + below(9)) {
      request.times.day = wish(
        below(4) == 0 ? .among(date...date.adding(days: 6)) : .on(date), turn: turn)
    }
    switch below(6) {
    case 0: request.times.start = wish(clock(), turn: turn)
    case 1:
      request.times.start = wish(clock(), turn: turn)
      request.times.end = wish(clock(), turn: turn)
    case 2:
      request.times.start = wish(clock(), turn: turn)
      request.times.length = wish(15 + 15 * below(8), turn: turn)
    case 3: request.times.end = wish(clock(), turn: turn)
    case 4: request.times.length = wish(15 + 15 * below(8), turn: turn)
    default:
      if let part = DayPart(from: clock(), to: .endOfDay) {
        request.times.part = wish(part, turn: turn)
      }
    }
    request.people = wish([AttendeeRequest(name: "Ana")], turn: turn)
    request.headcount = wish(2 + below(9), turn: turn)
    request.title = wish("Plan \(below(3))", turn: turn)
    request.isPrivate = wish(below(2) == 0, turn: turn)
    if below(2) == 0 { request.features.equipment = ["projector \(below(2))"] }
    if below(3) == 0 { request.features.squareMetres = 20 + below(3) }
    return request
  }
}
