// A house that is open around the clock, on both nights: what is stored reads back the same, and a
// gateway that reads only hours and minutes reads the right ones.

import Bookings
import CivilTime
import Dialogue
import Foundation
import Gateways
import House
import JSON
import Passes
import Storage
import Testing

@Suite("A house in the night")
struct NightHouseTests {
  /// A day, what is booked on it (room, from, to) and its bounds in UNIX seconds.
  struct Row: CustomTestStringConvertible, Sendable {
    let says: String
    let start: Int64
    let end: Int64
    /// What a gateway reads of them in Berlin: the day, and hours and minutes.
    let reads: String
    var testDescription: String { says }
  }

  /// Berlin jumps from 02:00 to 03:00 on 29 March 2026 at 1774746000, and from 03:00 back to 02:00
  /// on 25 October 2026 at 1792890000.
  static let nights: [(now: Instant, rows: [Row])] = [
    (
      Instant(seconds: 1_774_746_000 - 86_400),
      [
        Row(
          says: "book Night on 29 March 2026 01:00-04:00", start: 1_774_742_400,
          end: 1_774_749_600, reads: "2026-03-29 01:00 04:00"),
        // It is over when it would be 02:00, which the clocks show as 03:00.
        Row(
          says: "book Owl on 29 March 2026 00:45-02:00", start: 1_774_741_500,
          end: 1_774_746_000, reads: "2026-03-29 00:45 03:00"),
        Row(
          says: "book Owl on 29 March 2026 03:00-03:15", start: 1_774_746_000,
          end: 1_774_746_900, reads: "2026-03-29 03:00 03:15"),
        Row(
          says: "book Owl on 29 March 2026 23:00-24:00", start: 1_774_818_000,
          end: 1_774_821_600, reads: "2026-03-29 23:00 00:00"),
      ]
    ),
    (
      Instant(seconds: 1_792_890_000 - 86_400),
      [
        Row(
          says: "book Night on 25 October 2026 01:00-04:00", start: 1_792_882_800,
          end: 1_792_897_200, reads: "2026-10-25 01:00 04:00"),
        Row(
          says: "book Owl on 25 October 2026 00:45-02:00", start: 1_792_881_900,
          end: 1_792_886_400, reads: "2026-10-25 00:45 02:00"),
        Row(
          says: "book Owl on 25 October 2026 03:00-03:15", start: 1_792_893_600,
          end: 1_792_894_500, reads: "2026-10-25 03:00 03:15"),
        Row(
          says: "book Owl on 25 October 2026 23:00-24:00", start: 1_792_965_600,
          end: 1_792_969_200, reads: "2026-10-25 23:00 00:00"),
      ]
    ),
  ]

  @Test("What is booked is stored, told to the gateway and read back as it was said")
  func nights() throws {
    for night in Self.nights {
      try StorePlace.whileThere { place in
        let world = try JumpingWorld(store: place) { settings in
          settings.clock = .told(night.now)
          let file = TranscriptTests.folder.appending(path: "round-the-clock.json").path
          do { settings.building = try BuildingFile(at: file).building } catch {
            Issue.record(error)
          }
        }
        world.setClock(by: night.now.since(JumpingWorld.tuesday))
        for row in night.rows {
          let said = try world.say(row.says + " with ana@x.com +49 171 1234567")
          #expect(said.code == 250, "\(row.says): \(said.words)")
        }
        world.run(for: .seconds(60))
        let booked = world.house.world.ledger.allBookings
        #expect(booked.map(\.start.seconds) == night.rows.map(\.start))
        #expect(booked.map(\.end.seconds) == night.rows.map(\.end))
        #expect(try world.calls.map { try read($0.call, world) } == night.rows.map(\.reads))
        try world.restart(settingClockBy: .zero)
        #expect(world.house.world.ledger.allBookings == booked)
        #expect(try world.house.checkStore() == [])
        world.house.close()
      }
    }
  }

  private func read(_ call: GatewayCall, _ world: JumpingWorld) throws -> String {
    let zone = world.house.world.ledger.zone
    let octets = GatewayRequest.sendpass(call, roomName: "x", zone: zone, untitled: "x")
    let booking = try #require(try JSONValue(parsing: octets)["booking"])
    func shown(_ name: String) throws -> CivilMoment {
      let seconds = try #require(booking[name]?.integer)
      return zone.civil(at: Instant(seconds: seconds))
    }
    let (start, end) = (try shown("time_start"), try shown("time_end"))
    return "\(try shown("date").date) \(start.time) \(end.time)"
  }
}
