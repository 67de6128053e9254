// How long lines take and what they cost in memory: cut into tokens, read, and answered by an agent
// that makes nothing durable; below them the other benches. For whoever wants to know, not for
// tests.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import Foundation
public import Language
import LineProtocol
import Passes

/// Measures a fixed mix of lines.
public struct LineBench {
  /// What is done with a line.
  enum Stage: String, CaseIterable {
    case tokens, reading, turn
  }

  /// What kind of line it is.
  enum Kind: String, CaseIterable {
    /// Lines without a telephone number.
    case plain = "without a phone number"
    /// Lines with one or two that were read before, as those of people who are invited often.
    case phone = "with a phone number"
    /// The same lines with other numbers in each round: libphonenumber takes its time.
    case newPhone = "with a new phone number"
    /// One piece said again and again, as long as a line may be.
    case long = "one piece repeated"
  }

  private let grammar: CompiledGrammar
  private let reader: Reader
  private let fresh: Agent
  private let context: ReadingContext
  private let now: Instant
  private let zone: ZoneRules
  private let rounds: Int
  private let octets: Int

  /// How often a line is measured unless said.
  public static let usualRounds = 300

  /// How long a line of one piece is unless said, in octets: as long as one is read.
  public static let usualOctets = 4096

  /// Measures with this grammar, each line so many times; long lines, of so many octets, a tenth as
  /// often.
  /// - Throws: that the zone of the demonstration building is not known here.
  public init(
    grammar: CompiledGrammar, rounds: Int = Self.usualRounds, octets: Int = Self.usualOctets
  ) throws {
    zone = try HouseMaking.zone(Configuration.standardZone)
    guard let moment = CivilMoment(LineBenchMix.clock) else {
      preconditionFailure("the clock of the mix is a moment")
    }
    now = zone.instant(nearest: moment)
    self.grammar = grammar
    reader = Reader(grammar: grammar)
    let building = DemonstrationBuilding.building
    let world = World(
      ledger: Ledger(building: building, zone: zone), outbox: Outbox())
    var settings = AgentSettings()
    settings.turnRate = .unlimited
    var agent = Agent(world: world, reader: reader, settings: settings, seed: 1)
    _ = agent.start(answers: [], at: now)
    let face = SessionFace(kind: .pipe, encoding: .text, user: "mia")
    _ = agent.handle(.opened(SessionID(1), face), at: now)
    fresh = agent
    context = ReadingContext(
      now: moment, hours: .usual, vocabulary: Vocabulary(of: building))
    self.rounds = rounds
    self.octets = octets
  }

  /// The figures, in lines for people.
  /// - Throws: that no store can be made among the temporary files.
  public func report() throws -> String {
    var lines = [
      "microseconds and allocations a line, median and 99th percentile of \(rounds) rounds;",
      "one piece repeated makes \(octets) octets", "",
      Self.row(["", "", "lines", "µs", "99 %", "allocations", "99 %"]),
    ]
    for kind in Kind.allCases {
      for (place, stage) in Stage.allCases.enumerated() {
        let round = kind == .long ? max(1, rounds / 10) : rounds
        // No stage may meet the numbers that another has read.
        let first = place * (round + 2)
        let times = measure(kind, stage, rounds: first + 1..<first + 1 + round)
        let mix = LineBenchMix.lines(kind, octets: octets, round: first + 1 + round)
        var counts: [Int] = []
        for line in mix { counts.append(count { work(line, stage) }) }
        lines.append(
          Self.row([
            kind.rawValue, stage.rawValue, String(mix.count), Self.text(times.middle),
            Self.text(times.percentile99), counts.map(Double.init).middleText,
            counts.map(Double.init).percentileText,
          ]))
      }
    }
    if !AllocationCount.isThere {
      lines.append("(allocations are not counted: libusher-allocations.so is not there)")
    }
    let houses = HouseBench(reader: reader, zone: zone, now: now, rounds: rounds)
    lines += [""] + houses.report()
    lines += [""] + TimeBench(zone: zone, now: now, rounds: rounds).report()
    let series = SeriesBench(grammar: grammar, zone: zone, now: now, rounds: rounds)
    lines += [""] + (try series.report())
    return lines.joined(separator: "\n") + "\n"
  }

  /// Does once with a line what a stage is.
  private func work(_ line: [UInt8], _ stage: Stage) {
    switch stage {
    case .tokens: Self.keep(reader.tokenCount(of: line, in: context))
    case .reading: Self.keep(reader.read(line, in: context).count)
    case .turn:
      var agent = fresh
      guard let request = TextRequest(reading: line) else { return }
      Self.keep(agent.handle(.asked(SessionID(1), .text(request)), at: now).count)
    }
  }

  /// Nothing that is not used may be left out.
  @inline(never) private static func keep(_ count: Int) { precondition(count >= 0, "a count") }

  private func measure(_ kind: Kind, _ stage: Stage, rounds: Range<Int>) -> [Double] {
    // What is made once is not a line's.
    let before = LineBenchMix.lines(kind, octets: octets, round: rounds.lowerBound - 1)
    for line in before { work(line, stage) }
    let clock = ContinuousClock()
    var times: [Double] = []
    for round in rounds {
      for line in LineBenchMix.lines(kind, octets: octets, round: round) {
        let parts = clock.measure { work(line, stage) }.components
        times.append(Double(parts.seconds) * 1e6 + Double(parts.attoseconds) / 1e12)
      }
    }
    return times
  }

  private func count(_ body: () -> Void) -> Int { AllocationCount.during(body) }

  static func text(_ number: Double) -> String {
    String(format: number < 100 ? "%.1f" : "%.0f", number)
  }

  private static func row(_ cells: [String]) -> String {
    let widths = [25, 9, 7, 9, 9, 12, 9]
    return zip(cells, widths).enumerated().map { place, cell in
      let space = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
      return place < 2 ? cell.0 + space : space + cell.0
    }.joined()
  }
}

extension [Double] {
  /// The value that half of them do not exceed; 0 of none.
  var middle: Double { isEmpty ? 0 : sorted()[count / 2] }

  /// The value that 99 of 100 do not exceed.
  var percentile99: Double {
    isEmpty ? 0 : sorted()[Swift.min(count - 1, count * 99 / 100)]
  }

  fileprivate var middleText: String { AllocationCount.isThere ? String(Int(middle)) : "–" }
  fileprivate var percentileText: String {
    AllocationCount.isThere ? String(Int(percentile99)) : "–"
  }
}
