// How long a series takes until it is decided and durable, in a store on disk. For whoever wants to
// know, not for tests.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import Foundation
import Language
import LineProtocol
import Storage

/// Measures a series of fifty bookings in a house whose store is a file.
struct SeriesBench {
  private static let bookingCount = 50
  private static let user = "mia"

  /// What lines take: of the processor, and until they are answered; in milliseconds.
  private typealias Times = (processor: Double, whole: Double)

  let grammar: CompiledGrammar
  let zone: ZoneRules
  let now: Instant
  let rounds: Int

  /// The figures, in lines for people.
  /// - Throws: that no store can be made among the temporary files.
  func report() throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "usher-bench-\(UUID())")
    // Nobody else may write there, whatever the mask of whoever runs this says.
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let rows = Result { try measure(in: folder.path) }
    try FileManager.default.removeItem(at: folder)
    return ["a series of \(Self.bookingCount), decided and durable"] + (try rows.get())
  }

  private func measure(in folder: String) throws -> [String] {
    var settings = HouseSettings(
      building: DemonstrationBuilding.building, zone: zone, grammar: grammar)
    settings.clock = .frozen(now)
    settings.store = .file("\(folder)/usher.db")
    settings.agent.turnRate = .unlimited
    let house = try RunningHouse(settings, log: { _ in }, nudge: {})
    defer { house.close() }
    let face = SessionFace(kind: .pipe, encoding: .text, user: Self.user)
    _ = house.wake([.opened(SessionID(1), face)])
    let first = zone.civil(at: now).date.adding(days: 7)
    let last = first.adding(days: Self.bookingCount - 1)
    let order = "book Aquarium every day 10:15-11:00 from \(first) until \(last)"
    return [("nobody comes", ""), ("somebody comes", " with ana@x.com +49 171 1234567")]
      .flatMap { name, people in
        var booked: [Times] = []
        var undone: [Times] = []
        var count = 0
        for _ in 0..<max(3, rounds / 10) {
          booked.append(say(order + people, in: house))
          count = house.world.ledger.bookings(of: UserID(Self.user), from: now)
            .count { $0.state == .held }
          undone.append(say("undo", in: house))
        }
        return [
          Self.row("\(count) booked, \(name)", booked), Self.row("taken back, \(name)", undone),
        ]
      }
  }

  private func say(_ line: String, in house: RunningHouse) -> Times {
    guard let request = TextRequest(reading: Array(line.utf8)) else { return (0, 0) }
    let processor = Self.processorMilliseconds
    let parts = ContinuousClock().measure {
      _ = house.wake([.asked(SessionID(1), .text(request))])
    }.components
    return (
      Self.processorMilliseconds - processor,
      Double(parts.seconds) * 1e3 + Double(parts.attoseconds) / 1e15
    )
  }

  /// Of all threads of this process since its start.
  private static var processorMilliseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  private static func row(_ name: String, _ times: [Times]) -> String {
    let processor = times.map(\.processor).sorted()[times.count / 2]
    let whole = times.map(\.whole).sorted()[times.count / 2]
    let form = "%.2f ms of the processor, %.2f ms in all"
    return "\(name): " + String(format: form, processor, whole)
  }
}
