// What the platform tells of zones whose clocks were set in unusual ways, held to what was done.

import CivilTime
import House
import Testing

@Suite("Zones of the platform")
struct PlatformZonesTests {
  /// A change of the clocks in UTC, and minutes east of UTC before and after (tz database; laws of
  /// the past, which every version of it has since 2018).
  struct Change: CustomTestStringConvertible, Sendable {
    let zone: String
    let at: String
    let before: Int
    let after: Int
    var testDescription: String { "\(zone) \(at)" }
  }

  static let changes = [
    Change(zone: "Europe/Berlin", at: "1980-04-06T01:00", before: 60, after: 120),
    Change(zone: "Europe/Berlin", at: "2017-03-26T01:00", before: 60, after: 120),
    Change(zone: "Europe/Berlin", at: "2017-10-29T01:00", before: 120, after: 60),
    Change(zone: "Europe/Berlin", at: "2026-03-29T01:00", before: 60, after: 120),
    Change(zone: "Europe/Berlin", at: "2026-10-25T01:00", before: 120, after: 60),
    Change(zone: "Australia/Lord_Howe", at: "2017-04-01T15:00", before: 660, after: 630),
    Change(zone: "Australia/Lord_Howe", at: "2017-09-30T15:30", before: 630, after: 660),
    Change(zone: "America/Santiago", at: "2017-05-14T03:00", before: -180, after: -240),
    Change(zone: "America/Santiago", at: "2017-08-13T04:00", before: -240, after: -180),
    Change(zone: "Asia/Beirut", at: "2017-03-25T22:00", before: 120, after: 180),
    Change(zone: "Asia/Beirut", at: "2017-10-28T21:00", before: 180, after: 120),
    Change(zone: "Atlantic/Azores", at: "2017-10-29T01:00", before: 0, after: -60),
    // The offset itself, once and for all.
    Change(zone: "America/Caracas", at: "2007-12-09T07:00", before: -240, after: -270),
    Change(zone: "America/Caracas", at: "2016-05-01T07:00", before: -270, after: -240),
    Change(zone: "Asia/Pyongyang", at: "2015-08-14T15:00", before: 540, after: 510),
    Change(zone: "Europe/Istanbul", at: "2016-03-27T01:00", before: 120, after: 180),
    // A whole day was left out.
    Change(zone: "Pacific/Apia", at: "2011-12-30T10:00", before: -600, after: 840),
  ]

  @Test("A change of the clocks is known to the second", arguments: changes)
  func change(change: Change) throws {
    let zone = try #require(PlatformZones.rules(of: change.zone))
    let moment = try #require(CivilMoment(change.at))
    let at = ZoneRules.utc.instant(nearest: moment)
    #expect(zone.offsetSeconds(at: at - .seconds(1)) == change.before * 60)
    #expect(zone.offsetSeconds(at: at) == change.after * 60)
  }

  /// What nobody's clocks show, and what all do, at the ends of what can be reckoned.
  @Test(
    "Clocks go on as they were where nothing is known of changes",
    arguments: ["1800-01-01T12:00", "1970-01-01T00:00", "2038-01-19T03:14", "2106-02-07T06:28"])
  func ends(text: String) throws {
    let zone = try #require(PlatformZones.rules(of: "Europe/Berlin"))
    let moment = try #require(CivilMoment(text))
    #expect(zone.civil(at: zone.instant(nearest: moment)) == moment)
  }

  @Test("In every year that can be booked summer begins in March and ends in October")
  func years() throws {
    let zone = try #require(PlatformZones.rules(of: "Europe/Berlin"))
    for year in [1996, 2025, 2038, 2050, 2099] {
      let summer = try #require(CivilDate(year: year, month: 7, day: 1))
      let winter = try #require(CivilDate(year: year, month: 1, day: 1))
      let noon = ClockTime(hour: 12) ?? .midnight
      let isSummer = zone.offsetSeconds(at: zone.instant(nearest: CivilMoment(summer, noon)))
      let isWinter = zone.offsetSeconds(at: zone.instant(nearest: CivilMoment(winter, noon)))
      #expect([isWinter, isSummer] == [3600, 7200], "\(year)")
    }
  }
}
