// A building whose rooms the gateway tells: asked once, at the start, and if it does not answer
// then, whenever it tells them next.

import Bookings
import CivilTime
import Gateways

/// Why the gateway's rooms could not be had.
public struct RoomsFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was seen.
  let seen: String
  /// What was seen, and what it means.
  public var description: String { "the gateway did not tell its rooms: \(seen)" }
}

/// Reads a building from a gateway.
enum GatewayBuilding {
  /// Longer than a gateway may take by its own settings, which end the wait as a rule.
  private static let longestWaitSeconds = 600.0

  /// The rooms that the gateway of the settings tells.
  /// - Throws: `RoomsFault`, or why the gateway cannot be used.
  static func read(_ settings: HouseSettings) throws -> Building {
    let box = GatewayInbox(nudge: {})
    let gateway = try RunningHouse.gateway(settings, box)
    defer { gateway.close() }
    gateway.fetchRooms(on: settings.zone.civil(at: settings.clock.now).date)
    for result in box.waitForResults(atMost: longestWaitSeconds) {
      guard case .rooms(_, let answer) = result else { continue }
      switch answer {
      case .success(let rooms): return try building(of: rooms)
      case .failure(let failure): throw RoomsFault(seen: "\(failure)")
      }
    }
    throw RoomsFault(seen: "no answer")
  }

  private static func building(of answer: RoomsAnswer) throws -> Building {
    guard !answer.entries.isEmpty else { throw RoomsFault(seen: "an empty list") }
    return Building(rooms: answer.rooms)
  }
}

extension RoomsAnswer {
  /// The rooms as they can be booked.
  var rooms: [Room] { entries.map { $0.listing.room() } }
}
