// Clock changes of real zones, minute for minute as the tz database has them.

import CivilTime
import Testing

struct ZoneRulesTests {
  private static func rules(_ name: String, _ first: Int, _ changes: [(Int64, Int)]) -> ZoneRules {
    ZoneRules(
      name: name, firstOffsetSeconds: first,
      transitions: changes.map { .init(at: Instant(seconds: $0.0), offsetSeconds: $0.1) })
  }

  // Seconds since 1970 of each change (tz database 2026), and the offset that begins.
  private static let zones = [
    "Berlin": rules(
      "Europe/Berlin", 3600,
      [
        (1_774_746_000, 7200), (1_792_890_000, 3600), (1_806_195_600, 7200), (1_824_944_400, 3600),
      ]),
    // Out of order, as a careless reader of the data might hand them in.
    "New York": rules(
      "America/New_York", -18000, [(1_793_512_800, -18000), (1_772_953_200, -14400)]),
    // Half an hour.
    "Lord Howe": rules(
      "Australia/Lord_Howe", 39600, [(1_775_314_800, 37800), (1_791_041_400, 39600)]),
    // Across the date line: 31 December 1994 never was.
    "Kiritimati": rules("Pacific/Kiritimati", -36000, [(788_868_000, 50400)]),
    "UTC": ZoneRules.utc,
  ]

  /// A zone, what its clocks show, and the seconds since 1970 at which they show it.
  struct Row: CustomTestStringConvertible, Sendable {
    let zone: String
    let shown: String
    let instants: String
    var testDescription: String { "\(zone) \(shown): \(instants)" }

    init(_ zone: String, _ shown: String, _ instants: String) {
      self.zone = zone
      self.shown = shown
      self.instants = instants
    }
  }

  /// What may be meant by a moment, on a grid of a quarter of an hour: as the clocks show it.
  static let meant = [
    Row("Berlin", "2026-11-24T09:07", "2026-11-24T08:07:00Z"),
    Row("Berlin", "2027-03-28T02:30", "2027-03-28T00:45:00Z 2027-03-28T01:00:00Z"),
    Row("Berlin", "2027-10-31T02:30", "2027-10-31T00:30:00Z 2027-10-31T01:30:00Z"),
    // The jump of half an hour ends on the grid, too.
    Row("Lord Howe", "2026-10-04T02:10", "2026-10-03T15:15:00Z 2026-10-03T15:30:00Z"),
    // A day is missing: before it, and behind it.
    Row("Kiritimati", "1994-12-31T12:00", "1994-12-31T09:45:00Z 1994-12-31T10:00:00Z"),
  ]

  @Test(arguments: meant)
  func `what may be meant by a moment`(row: Row) throws {
    let zone = try #require(Self.zones[row.zone])
    let moment = try #require(CivilMoment(row.shown))
    let instants = zone.instants(near: moment, gridMinutes: 15).map(\.rfc3339)
    #expect(instants.joined(separator: " ") == row.instants)
  }

  static let rows = [
    Row("Berlin", "2026-11-24T09:07", "once 1795507620"),
    Row("Berlin", "2026-06-01T14:00", "once 1780315200"),
    Row("Berlin", "2026-03-29T01:59", "once 1774745940"),
    Row("Berlin", "2026-03-29T02:00", "gap 1774746000"),
    Row("Berlin", "2026-03-29T02:30", "gap 1774746000"),
    Row("Berlin", "2026-03-29T02:59", "gap 1774746000"),
    Row("Berlin", "2026-03-29T03:00", "once 1774746000"),
    Row("Berlin", "2026-10-25T01:59", "once 1792886340"),
    Row("Berlin", "2026-10-25T02:00", "fold 1792886400 1792890000"),
    Row("Berlin", "2026-10-25T02:30", "fold 1792888200 1792891800"),
    Row("Berlin", "2026-10-25T02:59", "fold 1792889940 1792893540"),
    Row("Berlin", "2026-10-25T03:00", "once 1792893600"),
    Row("Berlin", "2027-03-28T02:30", "gap 1806195600"),
    Row("Berlin", "2027-10-31T02:00", "fold 1824940800 1824944400"),
    Row("Berlin", "2027-10-31T03:00", "once 1824948000"),
    Row("New York", "2026-03-08T02:30", "gap 1772953200"),
    Row("New York", "2026-03-08T03:00", "once 1772953200"),
    Row("New York", "2026-11-01T01:30", "fold 1793511000 1793514600"),
    Row("New York", "2026-11-01T02:00", "once 1793516400"),
    Row("Lord Howe", "2026-04-05T01:29", "once 1775312940"),
    Row("Lord Howe", "2026-04-05T01:45", "fold 1775313900 1775315700"),
    Row("Lord Howe", "2026-04-05T02:00", "once 1775316600"),
    Row("Lord Howe", "2026-10-04T02:00", "gap 1791041400"),
    Row("Lord Howe", "2026-10-04T02:29", "gap 1791041400"),
    Row("Lord Howe", "2026-10-04T02:30", "once 1791041400"),
    Row("Kiritimati", "1994-12-30T23:59", "once 788867940"),
    Row("Kiritimati", "1994-12-31T00:00", "gap 788868000"),
    Row("Kiritimati", "1994-12-31T23:59", "gap 788868000"),
    Row("Kiritimati", "1995-01-01T00:00", "once 788868000"),
    Row("UTC", "1970-01-01T00:00", "once 0"),
    Row("UTC", "1969-12-31T23:59", "once -60"),
  ]

  @Test("a zone says when its clocks show a moment: once, never or twice", arguments: rows)
  func resolves(row: Row) throws {
    let zone = try #require(Self.zones[row.zone])
    let moment = try #require(CivilMoment(row.shown))
    #expect(words(zone.resolve(moment)) == row.instants)
    let seconds = row.instants.split(separator: " ").dropFirst().compactMap { Int64($0) }
    #expect(zone.instant(nearest: moment).seconds == seconds.first)
    guard !row.instants.hasPrefix("gap") else { return }
    for second in seconds { #expect(zone.civil(at: Instant(seconds: second)) == moment) }
  }

  @Test("every minute about a clock change is shown when the zone says, or jumped over")
  func everyMinute() throws {
    for (name, day) in [
      ("Berlin", "2026-03-28"), ("Berlin", "2026-10-24"), ("New York", "2026-03-07"),
      ("New York", "2026-10-31"), ("Lord Howe", "2026-04-04"), ("Lord Howe", "2026-10-03"),
      ("Kiritimati", "1994-12-29"),
    ] {
      let zone = try #require(Self.zones[name])
      let first = CivilMoment(try #require(CivilDate(day)), .midnight)
      var wrong: [String] = []
      for minute in 0..<(4 * 1440) {
        let moment = first.adding(minutes: minute)
        let isRight =
          switch zone.resolve(moment) {
          case .once(let one): zone.civil(at: one) == moment
          case .fold(let one, let two):
            one < two && zone.civil(at: one) == moment && zone.civil(at: two) == moment
          case .gap(next: let jump):
            zone.civil(at: jump) > moment && zone.civil(at: jump - .seconds(1)) < moment
          }
        if !isRight { wrong.append("\(name) \(moment)") }
      }
      #expect(wrong == [])
    }
  }

  @Test("what a clock shows is cut to the minute, also before 1970")
  func cutsSeconds() {
    #expect(
      ZoneRules.utc.civil(at: Instant(milliseconds: 59_999)).description == "1970-01-01T00:00")
    #expect(ZoneRules.utc.civil(at: Instant(milliseconds: -1)).description == "1969-12-31T23:59")
  }

  @Test("an offset begins in the millisecond of its transition")
  func offsets() throws {
    let zone = try #require(Self.zones["Berlin"])
    #expect(zone.offsetSeconds(at: Instant(milliseconds: 1_774_745_999_999)) == 3600)
    #expect(zone.offsetSeconds(at: Instant(milliseconds: 1_774_746_000_000)) == 7200)
    #expect(zone.offsetSeconds(at: Instant(seconds: 4_000_000_000)) == 3600)
  }

  private func words(_ resolution: ZoneRules.Resolution) -> String {
    switch resolution {
    case .once(let one): "once \(one.seconds)"
    case .gap(next: let jump): "gap \(jump.seconds)"
    case .fold(let one, let two): "fold \(one.seconds) \(two.seconds)"
    }
  }
}
