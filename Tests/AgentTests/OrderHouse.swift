// A house in which an order of the corpus can be tried again and again: some bookings of who
// speaks, one of them just spoken of.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import Language
import LineProtocol
import Passes
import Testing

/// What became of a booking.
struct Deed: Hashable, CustomStringConvertible {
  let description: String

  init(_ event: BookingEvent) {
    let booking = event.booking
    let people = booking.attendees.map { "\($0.name) \($0.email) \($0.phone?.e164 ?? "")" }
    description =
      "\(event.kind) \(booking.room) \(booking.span) \"\(booking.title)\" \(booking.description)"
      + (booking.isPrivate ? " private" : "") + people.map { " with " + $0 }.joined()
  }
}

extension [Effect] {
  /// What became of bookings.
  var deeds: [Deed] {
    flatMap { effect -> [Deed] in
      guard case .commit(let entries) = effect else { return [] }
      return entries.compactMap { entry in
        if case .booking(let event) = entry.fact { Deed(event) } else { nil }
      }
    }
  }
}

/// What one line did.
struct Outcome {
  let deeds: [Deed]
  let code: ReplyCode
  /// What was answered, in one line.
  let words: String

  /// How a line with a small piece in it compares with the line without it.
  enum Verdict: Hashable {
    /// The same was done.
    case kept
    /// Nothing was done, and the agent asks.
    case asked
    /// Something else was done, or it was refused, or answered as something else.
    case other
  }

  func verdict(besides bare: Outcome) -> Verdict {
    if deeds == bare.deeds, code.kind == bare.code.kind { return .kept }
    return deeds.isEmpty && (350...353).contains(code.rawValue) ? .asked : .other
  }
}

/// The house before the order; each line is said to a copy of it.
struct OrderHouse {
  private let agent: Agent
  private let now: Instant
  let context: ReadingContext
  private static let session = SessionID(1)

  init(_ circumstances: OrderCircumstances, _ reader: Reader) throws {
    let moment = try #require(CivilMoment(circumstances.clock))
    now = berlin.instant(nearest: moment)
    let building = try #require(Self.buildings[circumstances.building])
    var habits = Habits()
    habits.dateOrder = circumstances.order
    let world = World(
      ledger: try Self.ledger(building, circumstances.titles, moment, now), outbox: Outbox(),
      habits: habits)
    var context = ReadingContext(
      now: moment, dateOrder: circumstances.order, vocabulary: world.vocabulary,
      people: circumstances.people, speakerLanguage: LanguageTag(circumstances.language))
    context.spoken.titles = circumstances.titles
    self.context = context
    var agent = Agent(world: world, reader: reader, settings: Play.unhurried, seed: 1)
    _ = agent.start(answers: [], at: now)
    let face = SessionFace(kind: .tcp, encoding: .text, user: "mia")
    _ = agent.handle(.opened(Self.session, face), at: now)
    let opening = Self.opening(circumstances, building)
    let codes = agent.handle(try said(opening, on: Self.session), at: now).codes(to: Self.session)
    try #require(codes == [250], "\(opening): \(codes)")
    self.agent = agent
  }

  /// What a line does here.
  func outcome(of line: String) throws -> Outcome {
    var agent = agent
    agent.beginWake()
    let effects = agent.handle(try said(line, on: Self.session), at: now)
    let reply = try #require(effects.replies(to: Self.session).first)
    return Outcome(
      deeds: effects.deeds, code: reply.code, words: reply.lines.joined(separator: " "))
  }

  // MARK: - What it is made of

  /// What who speaks has just booked, so that it can be spoken of.
  private static func opening(_ circumstances: OrderCircumstances, _ building: Building) -> String {
    let room = building.rooms[min(1, building.rooms.count - 1)].name
    let people = (circumstances.people.isEmpty ? ["Nora"] : circumstances.people)
      .enumerated().map { "\($1) \($1.prefix { $0 != " " })@here.com +49 171 123456\($0)" }
      .joined(separator: ", ")
    return circumstances.language == "de"
      ? "buche \(room) morgen 13:15-14:00 mit \(people) Titel \"Planung\""
      : "book \(room) tomorrow 13:15-14:00 with \(people) titled \"Planning\""
  }

  /// An hour in the late afternoon of each of the next days, called by the titles of the corpus.
  private static func ledger(
    _ building: Building, _ titles: [String], _ moment: CivilMoment, _ now: Instant
  ) throws -> Ledger {
    var ledger = Ledger(building: building, zone: berlin)
    for (index, title) in (titles.isEmpty ? ["Retro", "Review"] : titles).enumerated() {
      let date = moment.date.adding(days: index + 1)
      let from = try #require(ClockTime(hour: 16)), to = try #require(ClockTime(hour: 17))
      let span = try #require(CivilSpan(on: date, from: from, to: to))
      ledger.recall(
        Booking(
          reference: BookingReference(index + 1), version: 1, state: .held,
          room: building.rooms[index % building.rooms.count].id, span: span,
          start: berlin.instant(nearest: span.start), end: berlin.instant(nearest: span.end),
          title: title, description: "", isPrivate: false, owner: UserID("mia"), attendees: []),
        at: now)
    }
    return ledger
  }

  /// The buildings that the corpus names, with rooms that seat enough.
  private static let buildings: [String: Building] = [
    "demonstration": building(
      ["Aquarium", "Bunker", "Cockpit", "Dachstube"], ["TV", "whiteboard", "video", "projector"],
      ["Main building", "Annex"]),
    "people": {
      var house = building(
        ["Aquarium", "Bunker", "Cockpit", "Dachstube"],
        ["TV", "whiteboard", "video", "projector"], [])
      house.people = People(
        ["Tom Bauer", "Jana Kurz", "Jan Mai"].map { name in
          var person = Person(id: UserID(name.lowercased()), name: name)
          person.groups = ["design"]
          return person
        })
      return house
    }(),
    "empty": building(["Hall"], [], []),
    "numbers": building(
      ["1.1", "1.10", "1.11", "2.12", "1030", "Blue Room"],
      ["50\" Flatscreen", "Projector", "Big Lego Set", "Interactive Whiteboard"],
      ["Floor 1", "Floor 2"]),
  ]

  private static func building(
    _ names: [String], _ equipment: [String], _ locations: [String]
  ) -> Building {
    Building(
      rooms: names.enumerated().map { index, name in
        var room = Room(id: RoomID(name), name: name)
        if name == "Blue Room" { room.aliases = ["Sky"] }
        room.seats = 12 + 2 * index
        room.equipment = equipment
        room.location = locations.isEmpty ? nil : locations[index % locations.count]
        return room
      })
  }
}
