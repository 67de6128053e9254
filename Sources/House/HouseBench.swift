// How long turns take in a house of few and of many bookings, and of many open waits: what a line
// costs must not grow with what it is not about. For whoever wants to know, not for tests.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import Foundation
import Language
import LineProtocol
import Passes

/// Measures the same conversations in houses that differ in one thing.
struct HouseBench {
  /// Lines said one after another, of which one is measured. The house is as before after the last.
  private struct Talk {
    let name: String
    /// Whether the agent knows who speaks.
    var isNamed = true
    var before: [String] = []
    let measured: String
    var after: [String] = []
  }

  /// How many bookings stand in the houses that are compared.
  static let bookingCounts = [100, 100_000]

  private static let room = "Aquarium"
  private static let order = "book \(room) tomorrow 10:15-11:00"

  private static let talks = [
    Talk(name: "a question", measured: "what is free on friday afternoon"),
    Talk(name: "an order", measured: order, after: ["undo", "yes"]),
    Talk(name: "an order of nobody known", isNamed: false, measured: order, after: ["rooms"]),
    Talk(
      name: "a tentative order", before: [order], measured: "maybe move it to 16:00",
      after: ["no", "cancel it", "yes"]),
    Talk(name: "undo", before: [order], measured: "undo"),
    Talk(
      name: "several orders", measured: "\(order) and book Bunker tomorrow 10:15-11:00",
      after: ["undo", "yes"]),
  ]

  /// How many waits are open in the houses that are compared.
  static let waitCount = 1000

  /// What nobody waits for.
  private static let waitTalks = [
    Talk(name: "a question", measured: "is Aquarium free tomorrow at 10:15 for an hour"),
    Talk(name: "an order", measured: order, after: ["undo", "yes"]),
    Talk(name: "a cancellation of one's own", before: [order], measured: "cancel it"),
  ]

  /// A house, and what stands above its figures.
  private typealias Column = (heading: String, agent: Agent)

  let reader: Reader
  let zone: ZoneRules
  let now: Instant
  let rounds: Int

  /// The figures, in lines for people.
  func report() -> [String] {
    let byBookings = Self.bookingCounts.map { ("at \($0)", agent(in: ledger(of: $0))) }
    let byWaits = [
      ("none", agent(in: ledger(of: 100, fullOn: tomorrow))),
      ("of other days", agent(in: withWaits(ledger(of: 100, fullOn: tomorrow), daysAhead: 7))),
      ("of that day", agent(in: withWaits(ledger(of: 100, fullOn: tomorrow), daysAhead: 1))),
    ]
    return table("µs by bookings in the house", Self.talks, byBookings)
      + [""] + table("µs by \(Self.waitCount) open waits", Self.waitTalks, byWaits)
  }

  private var tomorrow: CivilDate { zone.civil(at: now).date.adding(days: 1) }

  /// The figures of some talks in some houses; the ratio is that of the last to the first.
  private func table(_ title: String, _ talks: [Talk], _ columns: [Column]) -> [String] {
    let measured = columns.map { column in
      var agent = column.agent
      return talks.map { talk in measure(talk, &agent) }
    }
    var lines = [Self.row([title] + columns.map(\.heading) + ["ratio"])]
    for (place, talk) in talks.enumerated() {
      let times = measured.map { $0[place] }
      let ratio = (times.last ?? 0) / max(times.first ?? 0, .leastNonzeroMagnitude)
      lines.append(
        Self.row([talk.name] + (times + [ratio]).map { String(format: "%.2f", $0) }))
    }
    return lines
  }

  /// A house with so many bookings of many people, the first of them next week; on one day all
  /// rooms but the one that is spoken of are held.
  private func ledger(of count: Int, fullOn full: CivilDate? = nil) -> Ledger {
    let rooms = DemonstrationBuilding.building.rooms
    var ledger = Ledger(building: DemonstrationBuilding.building, zone: zone)
    let first = zone.civil(at: now).date.adding(days: 7)
    let hours = 7..<19
    var places = (0..<count).map { number in
      let hour = number / rooms.count
      return Place(
        room: rooms[number % rooms.count].id,
        span: span(
          on: first.adding(days: hour / hours.count), from: hours.lowerBound + hour % hours.count,
          hours: 1))
    }
    if let full {
      places += rooms.filter { $0.name != Self.room }.map {
        Place(room: $0.id, span: span(on: full, from: hours.lowerBound, hours: hours.count))
      }
    }
    for (number, place) in places.enumerated() {
      let begins = zone.instant(nearest: place.span.start)
      ledger.recall(
        Booking(
          reference: BookingReference(number + 1), version: 1, state: .held, room: place.room,
          span: place.span, start: begins, end: zone.instant(nearest: place.span.end), title: "",
          description: "", isPrivate: false, owner: UserID("user\(number % 1000)"),
          attendees: []),
        at: now)
    }
    return ledger
  }

  private func span(on date: CivilDate, from hour: Int, hours: Int) -> CivilSpan {
    guard let start = ClockTime(hour: hour), let end = ClockTime(hour: hour + hours),
      let span = CivilSpan(on: date, from: start, to: end)
    else { preconditionFailure("hours of a day are a span") }
    return span
  }

  /// The same with many who wait for hours that others have on a day, in other rooms than the one
  /// that is spoken of.
  private func withWaits(_ ledger: Ledger, daysAhead: Int) -> Ledger {
    var ledger = ledger
    let date = zone.civil(at: now).date.adding(days: daysAhead)
    let rooms = ledger.building.rooms.filter { $0.name != Self.room }
    let holders = ledger.limits.waitsPerPersonMax
    for number in 0..<Self.waitCount {
      let window = span(on: date, from: 7 + number / rooms.count % 2, hours: 1)
      let room = rooms[number % rooms.count].id
      ledger.recall(
        Wait(
          reference: WaitReference(number + 1), user: UserID("waiter\(number / holders)"),
          wish: WaitWish(
            rooms: [room], filter: RoomFilter(), window: window, minutes: window.minutes,
            request: BookingRequest(room: room, start: window.start, end: window.end)),
          made: now, ends: zone.instant(nearest: window.start)))
    }
    return ledger
  }

  private func agent(in ledger: Ledger) -> Agent {
    var settings = AgentSettings()
    settings.turnRate = .unlimited
    var agent = Agent(
      world: World(ledger: ledger, outbox: Outbox()), reader: reader, settings: settings, seed: 1)
    _ = agent.start(answers: [], at: now)
    for (id, user) in [(1, "mia"), (2, nil)] {
      let face = SessionFace(kind: .pipe, encoding: .text, user: user)
      _ = agent.handle(.opened(SessionID(id), face), at: now)
    }
    return agent
  }

  /// The median of what the measured line of a talk takes, in microseconds.
  private func measure(_ talk: Talk, _ agent: inout Agent) -> Double {
    let session = SessionID(talk.isNamed ? 1 : 2)
    let clock = ContinuousClock()
    var times: [Double] = []
    for _ in 0..<max(3, rounds / 10) {
      for line in talk.before { say(line, on: session, &agent) }
      let parts = clock.measure { say(talk.measured, on: session, &agent) }.components
      times.append(Double(parts.seconds) * 1e6 + Double(parts.attoseconds) / 1e12)
      for line in talk.after { say(line, on: session, &agent) }
    }
    return times.sorted()[times.count / 2]
  }

  private func say(_ line: String, on session: SessionID, _ agent: inout Agent) {
    guard let request = TextRequest(reading: Array(line.utf8)) else { return }
    agent.beginWake()
    _ = agent.handle(.asked(session, .text(request)), at: now)
  }

  private static func row(_ cells: [String]) -> String {
    cells.enumerated().map { place, cell in
      let width = place == 0 ? 32 : place == cells.count - 1 ? 9 : 15
      let space = String(repeating: " ", count: max(0, width - cell.count))
      return place == 0 ? cell + space : space + cell
    }.joined()
  }
}
