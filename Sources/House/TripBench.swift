// What trips cost: a line about one of them where many people have many, a wake at which nothing of
// theirs is due, and the memory that they take. The network is none of it: the service is played,
// and its time is not counted. For whoever wants to know, not for tests.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
public import Language
import LineProtocol
import Mobility
import Passes
import Products

/// Measures lines and wakes of a house in which only who speaks has trips, and of one in which many
/// do.
public struct TripBench {
  /// How many trips are held unless said.
  public static let usualTrips = 10_000

  /// How many trips each person has: as many as are kept.
  private static let tripsPerOwner = TravelLimits().tripsPerOwnerMax
  /// How many rides are followed in the large house, if there are as many people: as many as are
  /// looked at.
  private static let ridesMax = TravelLimits().followedMax

  private static let line = "products for T3"

  /// What the process that measures has used so far.
  public struct Meters {
    let processorNanoseconds: () throws -> Int64
    let residentOctets: () throws -> Int64

    /// Time of the processors in nanoseconds, and memory in octets.
    public init(
      processorNanoseconds: @escaping () throws -> Int64,
      residentOctets: @escaping () throws -> Int64
    ) {
      self.processorNanoseconds = processorNanoseconds
      self.residentOctets = residentOctets
    }
  }

  private let reader: Reader
  private let zone: ZoneRules
  private let now: Instant
  private let day: CivilDate
  private let rounds: Int
  private let tripCount: Int
  private let meters: Meters

  /// Measures with this grammar, each figure so many times, beside so many trips.
  /// - Throws: that the zone of the demonstration building is not known here.
  public init(
    grammar: CompiledGrammar, rounds: Int = LineBench.usualRounds,
    trips: Int = Self.usualTrips, meters: Meters
  ) throws {
    zone = try HouseMaking.zone(Configuration.standardZone)
    guard let moment = CivilMoment(LineBenchMix.clock) else {
      preconditionFailure("the clock of the mix is a moment")
    }
    now = zone.instant(nearest: moment)
    day = moment.date
    reader = Reader(grammar: grammar)
    self.rounds = rounds
    tripCount = trips
    self.meters = meters
  }

  /// The figures, in lines for people.
  /// - Throws: that the system does not tell what the process has used.
  public func report() throws -> String {
    let memory = try meters.residentOctets()
    let full = try desk(holding: tripCount)
    let growth = Double(try meters.residentOctets() - memory)
    let owners = (tripCount + Self.tripsPerOwner - 1) / Self.tripsPerOwner
    var lines = [
      "\(tripCount) trips of \(owners) people, of 4 legs each: "
        + "\(Self.text(growth / 1e6)) MB, \(Self.text(growth / 1e3 / Double(tripCount))) kB a trip"
    ]
    var large = agent(at: full)
    var services = bookRides(of: owners, in: &large)
    let rides = large.world.travel.purchases.values.count {
      if case .following = $0.state { true } else { false }
    }
    var small = agent(at: try desk(holding: min(tripCount, 3)))
    let few = try measure(&small)
    let many = try measure(&large)
    lines += [
      "\(rides) rides are followed; µs of the processor, median and 99th percentile of "
        + "\(rounds) rounds", "",
      Self.row(["", "3 trips", "99 %", "\(tripCount) trips", "99 %", "ratio"]),
    ]
    for (few, many) in zip(few, many) {
      let (one, other) = (few.microseconds, many.microseconds)
      let ratio = other.middle / max(one.middle, .leastNonzeroMagnitude)
      let figures = [one.middle, one.percentile99, other.middle, other.percentile99, ratio]
      lines.append(Self.row([few.name] + figures.map(Self.text)))
    }
    lines += ["", try followAnHour(in: &large, &services)]
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - The houses

  private func owner(_ number: Int) -> String { "user\(number)" }

  /// A desk with so many trips, of as many people as are needed for them.
  private func desk(holding count: Int) throws(AnswerFault) -> TravelDesk {
    var desk = TravelDesk()
    for number in 0..<count {
      let owner = owner(number / Self.tripsPerOwner)
      for trip in try trips(number) { desk.take(trip, of: owner, at: now) }
      // What is to be written down of it is of no use here.
      _ = desk.takeEffects()
    }
    return desk
  }

  /// The trip of a number as the service writes it: read from octets as any other, so that no two
  /// share what they hold; with the places and addresses that a real one has.
  private func trips(_ number: Int) throws(AnswerFault) -> [Trip] {
    let service = PlayedMobility(on: day, in: zone, trip: number)
    let trips = try service.trips(limits: MobilityLimits())
    return trips.map { trip in
      var trip = trip
      trip.aliases = ["temporary", "share"].compactMap {
        WebAddress("\(PlayedMobility.base)\($0)/8f4c2a07-5b1e-4d0e-9c77-\(100_000 + number)")
      }
      for place in trip.legs.indices {
        trip.legs[place].from = trip.legs[place].from?.at("Nordringstraße \(number % 97)")
        trip.legs[place].to = trip.legs[place].to?.at("Westendallee \(number % 89)")
      }
      return trip
    }
  }

  private func agent(at desk: TravelDesk) -> Agent {
    var settings = AgentSettings()
    settings.turnRate = .unlimited
    let ledger = Ledger(building: DemonstrationBuilding.building, zone: zone)
    var agent = Agent(
      world: World(ledger: ledger, outbox: Outbox(), travel: desk), reader: reader,
      settings: settings, seed: 1)
    _ = agent.start(answers: [], at: now)
    return agent
  }

  /// Everybody books a ride on their first trip, as long as so many are followed.
  /// - Returns: The service of each, which knows what they have booked.
  private func bookRides(
    of owners: Int, in agent: inout Agent
  ) -> [String: PlayedMobility] {
    var services: [String: PlayedMobility] = [:]
    for number in 0..<min(owners, Self.ridesMax) {
      let session = SessionID(number + 1)
      open(session, for: owner(number), in: &agent)
      var service = PlayedMobility(on: day, in: zone, trip: number * Self.tripsPerOwner)
      for line in ["products for T1", "book the shuttle"] {
        var due = handle(said(line, on: session), in: &agent)
        while let errand = due.popFirst() {
          let event = Event.errandSettled(errand.id, service.answer(errand))
          due += handle(event, in: &agent)
        }
      }
      _ = handle(.gone(session), in: &agent)
      services[owner(number)] = service
    }
    return services
  }

  // MARK: - What is measured

  /// What something took, each time.
  private struct Times {
    let name: String
    var microseconds: [Double] = []
  }

  /// A line, from what is said to the answer with what the service lists; and a wake.
  private func measure(_ agent: inout Agent) throws -> [Times] {
    let session = SessionID(Self.ridesMax + 1)
    open(session, for: owner(0), in: &agent)
    var service = PlayedMobility(on: day, in: zone, trip: 2)
    var said = Times(name: "\(Self.line): what is said")
    var told = Times(name: "\(Self.line): what the service answers")
    var whole = Times(name: "\(Self.line): the whole turn")
    var wake = Times(name: "a wake at which nothing is due")
    // What is made once is not a line's.
    for round in 0...rounds {
      var due: ArraySlice<Errand> = []
      let first = try time { due = handle(self.said(Self.line, on: session), in: &agent) }
      var second = 0.0
      while let errand = due.popFirst() {
        guard let octets = service.answer(errand).octets else { continue }
        second += try time {
          let answer = MobilityAnswer(status: 200, body: octets, from: errand.address)
          due += handle(.errandSettled(errand.id, .answered(answer)), in: &agent)
        }
      }
      let third = try time { wakeUp(&agent) }
      guard round > 0 else { continue }
      said.microseconds.append(first)
      told.microseconds.append(second)
      whole.microseconds.append(first + second)
      wake.microseconds.append(third)
    }
    return [said, told, whole, wake]
  }

  /// Lets an hour go by in which nobody says anything.
  /// - Returns: What was asked of the service, in words.
  private func followAnHour(
    in agent: inout Agent, _ services: inout [String: PlayedMobility]
  ) throws -> String {
    var (count, most, spent) = (0, 0, 0.0)
    var moment = now
    while let wake = agent.nextWake(at: moment), wake <= now + .seconds(3_600) {
      moment = max(wake, moment + .seconds(1))
      var due: ArraySlice<Errand> = []
      spent += try time { due = handle(.due, at: moment, in: &agent) }
      most = max(most, due.count)
      while let errand = due.popFirst() {
        count += 1
        guard let octets = services[errand.owner]?.answer(errand).octets else { continue }
        spent += try time {
          let answer = MobilityAnswer(status: 200, body: octets, from: errand.address)
          due += handle(.errandSettled(errand.id, .answered(answer)), at: moment, in: &agent)
        }
      }
    }
    return "an hour in which nobody says anything: \(count) requests, at most \(most) in a second, "
      + "\(Self.text(spent / Double(max(count, 1)))) µs each"
  }

  private func time(_ body: () -> Void) throws -> Double {
    let before = try meters.processorNanoseconds()
    body()
    return Double(try meters.processorNanoseconds() - before) / 1e3
  }

  private func wakeUp(_ agent: inout Agent) {
    _ = handle(.due, in: &agent)
    precondition(agent.nextWake(at: now).map { $0 > now } ?? true, "nothing is due")
  }

  private func open(_ session: SessionID, for user: String, in agent: inout Agent) {
    let face = SessionFace(kind: .pipe, encoding: .text, user: user)
    _ = handle(.opened(session, face), in: &agent)
  }

  private func said(_ line: String, on session: SessionID) -> Event {
    guard let request = TextRequest(reading: Array(line.utf8)) else {
      preconditionFailure("a line that is not empty asks for something")
    }
    return .asked(session, .text(request))
  }

  /// Hands an event in.
  /// - Returns: What the service is asked because of it.
  private func handle(
    _ event: Event, at moment: Instant? = nil, in agent: inout Agent
  ) -> ArraySlice<Errand> {
    agent.beginWake()
    return agent.handle(event, at: moment ?? now).compactMap {
      if case .errand(let errand) = $0 { errand } else { nil }
    }[...]
  }

  private static func text(_ number: Double) -> String { LineBench.text(number) }

  private static func row(_ cells: [String]) -> String {
    cells.enumerated().map { place, cell in
      let width = place == 0 ? 42 : place % 2 == 0 || place == 5 ? 8 : 14
      let space = String(repeating: " ", count: max(0, width - cell.count))
      return place == 0 ? cell + space : space + cell
    }.joined()
  }
}

extension Mobility.Place {
  /// The same with where it is.
  fileprivate func at(_ street: String) -> Self {
    var place = self
    place.address = "\(street), 14052 Berlin, Germany"
    (place.latitude, place.longitude) = (52.5162, 13.2549)
    return place
  }
}

extension ErrandOutcome {
  /// What was answered; nil where nothing was.
  fileprivate var octets: [UInt8]? {
    if case .answered(let answer) = self { answer.body } else { nil }
  }
}
