// How long turns take in a house of few and of many bookings: what a line costs must not grow with
// what it is not about. For whoever wants to know, not for tests.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import Foundation
import Language
import LineProtocol
import Passes

/// Measures the same conversations in houses of different size.
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

  private static let order = "book Aquarium tomorrow 10:15-11:00"

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

  let reader: Reader
  let zone: ZoneRules
  let now: Instant
  let rounds: Int

  /// The figures, in lines for people.
  func report() -> [String] {
    let measured = Self.bookingCounts.map { count in
      var agent = house(of: count)
      return Self.talks.map { talk in measure(talk, &agent) }
    }
    let heading = Self.bookingCounts.map { "µs at \($0)" } + ["ratio"]
    var lines = [Self.row(["turns by bookings in the house"] + heading)]
    for (place, talk) in Self.talks.enumerated() {
      let times = measured.map { $0[place] }
      let ratio = (times.last ?? 0) / max(times.first ?? 0, .leastNonzeroMagnitude)
      lines.append(
        Self.row([talk.name] + (times + [ratio]).map { String(format: "%.2f", $0) }))
    }
    return lines
  }

  /// An agent in a house with so many bookings of many people, the first of them next week.
  private func house(of count: Int) -> Agent {
    let building = DemonstrationBuilding.building
    var ledger = Ledger(building: building, zone: zone)
    let first = zone.civil(at: now).date.adding(days: 7)
    let hours = 7..<19
    for number in 0..<count {
      let room = building.rooms[number % building.rooms.count].id
      let hour = number / building.rooms.count
      let date = first.adding(days: hour / hours.count)
      guard let start = ClockTime(hour: hours.lowerBound + hour % hours.count) else {
        preconditionFailure("an hour of the day is a time")
      }
      let moment = CivilMoment(date, start)
      guard let span = CivilSpan(from: moment, to: moment.adding(minutes: 60)) else {
        preconditionFailure("an hour is longer than nothing")
      }
      let begins = zone.instant(nearest: span.start)
      ledger.recall(
        Booking(
          reference: BookingReference(number + 1), version: 1, state: .held, room: room, span: span,
          start: begins, end: begins + .seconds(3600), title: "", description: "",
          isPrivate: false, owner: UserID("user\(number % 1000)"), attendees: []),
        at: now)
    }
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
    let widths = [32, 14, 14, 9]
    return zip(cells, widths).enumerated().map { place, cell in
      let space = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
      return place == 0 ? cell.0 + space : space + cell.0
    }.joined()
  }
}
