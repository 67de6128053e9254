// A house and a conversation in it, made of circumstances; and hypotheses in words.

import Bookings
import CivilTime
import Discourse
import Grammar
import Language
import Testing
import Understanding

/// Something that was before a line, each in a turn of its own.
enum Circumstance: Sendable {
  /// Mia has just booked B1: Bunker, 25 November, 10 to 11.
  case booked
  /// The same with Ana and Ben.
  case bookedWithPeople
  /// B1 stands, and nobody has spoken of it.
  case there
  /// B2, which is Jana's, was shown.
  case shownOfOther
  /// It was asked whether Cockpit is free on 27 November at 9.
  case asked
  /// Bunker is to be booked on 25 November, and it is asked when.
  case askedStart
  /// B1 was to be moved, and rooms are offered for it.
  case optionsForChange
}

/// A house in which some of that has happened.
struct Scene {
  private var ledger: Ledger
  private var state = DialogueState()
  private let now: Instant
  private let zone = ZoneRules(name: "Europe/Berlin", firstOffsetSeconds: 3600, transitions: [])

  private static let reader = Result {
    Reader(
      grammar: try GrammarCompiler.compile(
        GrammarSource.builtIn.filter { GrammarSource.belongsToReader($0.name) }))
  }

  init(_ before: [Circumstance]) throws {
    let rooms = ["Aquarium", "Bunker", "Cockpit", "Dachstube"].map {
      Room(id: RoomID($0), name: $0)
    }
    ledger = Ledger(building: Building(rooms: rooms), zone: zone)
    now = zone.instant(nearest: try #require(CivilMoment("2026-11-24T09:07")))
    for circumstance in before { try take(circumstance) }
    state.begin()
  }

  private mutating func take(_ circumstance: Circumstance) throws {
    if case .there = circumstance {
      _ = try book(1, "Bunker", "mia", [])
      return
    }
    state.begin()
    switch circumstance {
    case .there: break
    case .booked: state.mention(.booking(try book(1, "Bunker", "mia", [])), as: .done)
    case .bookedWithPeople:
      state.mention(.booking(try book(1, "Bunker", "mia", ["Ana", "Ben"])), as: .done)
    case .shownOfOther: state.mention(.booking(try book(2, "Cockpit", "jana", [])), as: .shown)
    case .asked:
      var request = try request("Cockpit", day: 27)
      request.times.start = .is(try #require(ClockTime("09:00")), .said(turn: state.turn))
      request.times.length = .is(60, .assumed(.length))
      state.mention(.request(request, .tell(.isFree)), as: .asked)
    case .askedStart:
      let purpose = Purpose(.book, try request("Bunker", day: 25))
      state.raise(.parts([.start], attendee: nil), for: purpose)
    case .optionsForChange:
      let options = try ["Cockpit", "Dachstube"].enumerated().map { place, room in
        Option(place + 1, .hold(RoomID(room), try span(25)))
      }
      let purpose = Purpose(
        .change(BookingReference(1)), try request("Aquarium", day: 25))
      state.raise(.option(options), for: purpose)
    }
  }

  private func span(_ day: Int) throws -> CivilSpan {
    let date = try #require(CivilDate(year: 2026, month: 11, day: day))
    let from = try #require(ClockTime("10:00")), to = try #require(ClockTime("11:00"))
    return try #require(CivilSpan(on: date, from: from, to: to))
  }

  private func request(_ room: String, day: Int) throws -> Request {
    var request = Request()
    let source = Source.said(turn: state.turn)
    request.room = .is(.named([RoomID(room)]), source)
    let date = try #require(CivilDate(year: 2026, month: 11, day: day))
    request.times.day = .is(.on(date), source)
    return request
  }

  private mutating func book(
    _ number: Int, _ room: String, _ owner: String, _ names: [String]
  ) throws -> BookingReference {
    let span = try span(25)
    let people = try names.enumerated().map { place, name in
      let phone: PhoneText = try #require(PhoneText(e164: "+49171000000\(place)"))
      return Attendee(
        id: AttendeeID(place + 1), name: name,
        email: try EmailAddress("\(name.lowercased())@x.com"), phone: phone)
    }
    let reference = BookingReference(number)
    ledger.recall(
      Booking(
        reference: reference, version: 1, state: .held, room: RoomID(room), span: span,
        start: zone.instant(nearest: span.start), end: zone.instant(nearest: span.end), title: "",
        description: "", isPrivate: false, owner: UserID(owner), attendees: people),
      at: now)
    return reference
  }

  /// What a line of Mia's may mean.
  func hypotheses(of line: String) throws -> [Hypothesis] {
    let octets = Array(line.utf8)
    let vocabulary = Vocabulary(rooms: ledger.building.rooms.map { RoomNames(name: $0.name) })
    let house = HouseView(ledger: ledger, user: UserID("mia"), now: now, usualMinutes: 60)
    var context = ReadingContext(now: house.civilNow, vocabulary: vocabulary)
    let understander = Understander(
      house: house, vocabulary: vocabulary, speaker: Speaker(user: UserID("mia")))
    understander.tell(&context, of: state)
    return understander.hypotheses(
      of: try Self.reader.get().read(octets, in: context), line: octets, in: state)
  }
}

/// Hypotheses as a table writes them.
enum Written {
  static func text(of hypothesis: Hypothesis) -> String {
    let distance = hypothesis.distance == .max ? "far" : String(hypothesis.distance)
    let doubts = hypothesis.doubts.filter { $0 == .unpointed }.map { " \($0.rawValue)" }.joined()
    return "\(hypothesis.rule) \(distance)\(doubts): \(text(of: hypothesis.move))"
  }

  private static func text(of move: Move) -> String {
    switch move {
    case .pursue(let purposes, let extent, _):
      purposes.map(text).joined(separator: extent == .all ? " and " : " or ")
    case .settle(_, .yes): "yes"
    case .settle(_, .no): "no"
    case .settle(_, .without(let left)): "without \(left.map(\.number))"
    case .settle(_, .pick(let option, _)): "pick \(option.number)"
    case .settle(_, .noSuchOption(let number)): "no option \(number.map(String.init) ?? "")"
    case .undo: "undo"
    case .redo(let purpose): "instead \(text(of: purpose))"
    case .passes(let wish, let reference, _): "\(wish) passes of \(reference)"
    case .retract: "retract"
    case .skip: "skip"
    case .courtesy(let courtesy): "courtesy \(courtesy)"
    case .ride(let move): "ride \(move)"
    case .misses(.booking): "misses booking"
    case .misses(.reference(let reference)): "misses reference \(reference)"
    case .misses(.attendee(let name, _)): "misses attendee \(name)"
    case .misses(.attendees(let name, _)): "misses attendees \(name)"
    case .misses(.someone): "misses someone"
    case .misses(.question): "misses question"
    case .misses(.change): "misses change"
    }
  }

  private static func text(of purpose: Purpose) -> String {
    switch purpose.goal {
    case .book: "book \(text(of: purpose.request))"
    case .change(let reference): "change \(reference) \(text(of: purpose.request))"
    case .cancel(let references):
      "cancel \(references.map(\.description).joined(separator: ","))"
    case .tell(.booking(let reference)): "show \(reference)"
    case .tell: "tell \(text(of: purpose.request))"
    case .ride: "ride"
    case .wait: "wait \(text(of: purpose.request))"
    case .stopWaiting(let references):
      "stop waiting \(references.map(\.description).joined(separator: ","))"
    }
  }

  private static func text(of request: Request) -> String {
    let times = request.times
    var hours = times.start.value.map { "\($0)" } ?? ""
    if let end = times.end.value { hours += "-\(end)" }
    if let length = times.length.value { hours += "+\(length)" }
    let people = (request.people.value ?? []).compactMap(\.name).joined(separator: ",")
    let parts = [
      request.namedRoom?.text, times.day.value.map { String($0.first.day) },
      hours.isEmpty ? nil : hours, people.isEmpty ? nil : "with \(people)",
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }
}
