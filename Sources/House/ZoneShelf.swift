// Zones that people say they are in, kept once they were looked up: that takes the platform a
// while.

import CivilTime
import Synchronization

/// Zones by their names. A class because looking one up must leave it there; the lock is for the
/// compiler alone, for one thread asks.
final class ZoneShelf: Sendable {
  private let zones = Mutex<[String: ZoneRules?]>([:])

  /// More names than the tz database has are not kept.
  private static let zonesMax = 1000

  /// The clocks of a zone; nil if there is none of that name.
  @Sendable func zone(_ name: String) -> ZoneRules? {
    zones.withLock { zones in
      if let known = zones[name] { return known }
      let zone = PlatformZones.rules(of: name)
      if zones.count < Self.zonesMax { zones[name] = .some(zone) }
      return zone
    }
  }
}
