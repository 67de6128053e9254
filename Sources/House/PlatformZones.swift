// Zone rules out of the platform's time zone data, which Foundation carries on every system.

public import CivilTime
internal import Foundation
internal import Language

/// Builds zone rules from what the platform knows.
public enum PlatformZones {
  /// Years for which changes of the clocks are read: bookings lie well within.
  static let years = 1970...2100

  /// The rules of the zone of that name in the tz database; nil if there is none.
  public static func rules(of name: String) -> ZoneRules? {
    guard let zone = TimeZone(identifier: name), isName(name) else { return nil }
    let end = Date(timeIntervalSince1970: Double(years.upperBound - 1970) * 365.25 * 86_400)
    var at = Date(timeIntervalSince1970: 0)
    let first = zone.secondsFromGMT(for: at)
    var transitions: [ZoneRules.Transition] = []
    while let next = zone.nextDaylightSavingTimeTransition(after: at), next > at, next < end {
      transitions.append(
        ZoneRules.Transition(
          at: Instant(seconds: Int64(next.timeIntervalSince1970.rounded())),
          offsetSeconds: zone.secondsFromGMT(for: next)))
      at = next
    }
    return ZoneRules(name: name, firstOffsetSeconds: first, transitions: transitions)
  }

  /// The name that is most like one that names no zone; also of one that is only the city.
  public static func nearestName(to name: String) -> String? {
    let names = TimeZone.knownTimeZoneIdentifiers
    let city = names.first { $0.lowercased().hasSuffix("/\(name.lowercased())") }
    return city ?? SpokenName.nearest(to: name, in: names)
  }

  /// Foundation also takes abbreviations, which mean different zones to different people.
  private static func isName(_ name: String) -> Bool { name == "UTC" || name.contains("/") }
}
