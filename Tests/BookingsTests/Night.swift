// Nights on which clocks change, written by hand, and what they show by nothing but two offsets.

import Bookings
import CivilTime
import Testing

/// One change of the clocks of a zone and the civil day that it makes longer or shorter.
struct Night: CustomTestStringConvertible, Sendable {
  let zone: String
  /// The day whose length the change changes.
  let day: String
  /// When the clocks change, in UTC.
  let change: String
  /// Minutes east of UTC before and after.
  let before: Int
  let after: Int
  /// How long the day is, in minutes that pass.
  let minutes: Int
  /// Which moments of the day are never shown, or shown twice: from, up to; 24:00 is 1440.
  let from: Int
  let to: Int

  var testDescription: String { "\(zone) \(day)" }

  /// From the tz database: EU directive 2000/84/EC for Berlin and the Azores, and the laws of the
  /// others as the database tells them.
  static let all = [
    Night(
      zone: "Europe/Berlin", day: "2026-03-29", change: "2026-03-29T01:00", before: 60, after: 120,
      minutes: 1380, from: 120, to: 180),
    Night(
      zone: "Europe/Berlin", day: "2026-10-25", change: "2026-10-25T01:00", before: 120, after: 60,
      minutes: 1500, from: 120, to: 180),
    // Half an hour.
    Night(
      zone: "Australia/Lord_Howe", day: "2026-04-05", change: "2026-04-04T15:00", before: 660,
      after: 630, minutes: 1470, from: 90, to: 120),
    Night(
      zone: "Australia/Lord_Howe", day: "2026-10-04", change: "2026-10-03T15:30", before: 630,
      after: 660, minutes: 1410, from: 120, to: 150),
    // Midnight is never shown; or the last hour of the day is shown twice.
    Night(
      zone: "America/Santiago", day: "2026-09-06", change: "2026-09-06T04:00", before: -240,
      after: -180, minutes: 1380, from: 0, to: 60),
    Night(
      zone: "America/Santiago", day: "2026-04-04", change: "2026-04-05T03:00", before: -180,
      after: -240, minutes: 1500, from: 1380, to: 1440),
    Night(
      zone: "Africa/Cairo", day: "2026-04-24", change: "2026-04-23T22:00", before: 120, after: 180,
      minutes: 1380, from: 0, to: 60),
    // Midnight is shown twice.
    Night(
      zone: "Atlantic/Azores", day: "2026-10-25", change: "2026-10-25T01:00", before: 0, after: -60,
      minutes: 1500, from: 0, to: 60),
    // The offset itself was changed: half an hour in the night, and in the last of the evening.
    Night(
      zone: "America/Caracas", day: "2016-05-01", change: "2016-05-01T07:00", before: -270,
      after: -240, minutes: 1410, from: 150, to: 180),
    Night(
      zone: "Asia/Pyongyang", day: "2018-05-04", change: "2018-05-04T15:00", before: 510,
      after: 540,
      minutes: 1410, from: 1410, to: 1440),
  ]

  // MARK: - What the clocks show

  /// Seconds of UNIX time of a moment by a clock that is so many minutes ahead of UTC.
  private func seconds(_ moment: CivilMoment, _ offset: Int) -> Int64 {
    Int64(moment.minuteNumber - offset) * 60
  }

  var changeSeconds: Int64 { seconds(moment(change), 0) }

  var date: CivilDate { moment(day + "T00:00").date }

  /// When the clocks show a moment: never, once or twice.
  func instants(of moment: CivilMoment) -> [Int64] {
    let early = seconds(moment, before), late = seconds(moment, after)
    return (early < changeSeconds ? [early] : []) + (late >= changeSeconds ? [late] : [])
  }

  /// When what ends at a moment is over: a minute after its last minute, which is shown once.
  func end(at moment: CivilMoment) -> Int64? {
    let shown = instants(of: moment)
    if shown.count == 1 { return shown[0] }
    let last = instants(of: moment.adding(minutes: -1))
    return last.count == 1 ? last[0] + 60 : nil
  }

  func isMissingOrTwice(_ moment: CivilMoment) -> Bool { instants(of: moment).count != 1 }

  /// The rules of the zone about this change alone.
  var rules: ZoneRules {
    ZoneRules(
      name: zone, firstOffsetSeconds: before * 60,
      transitions: [.init(at: Instant(seconds: changeSeconds), offsetSeconds: after * 60)])
  }

  // MARK: - The house

  static let night = RoomID("night"), owl = RoomID("owl")

  /// A house of two rooms that is open around the clock.
  func ledger(grid: Int = 15) -> Ledger {
    var policy = HousePolicy()
    policy.opens = .midnight
    policy.closes = .endOfDay
    policy.gridMinutes = grid
    policy.longestMinutes = 1440
    policy.shortestMinutes = min(grid, 15)
    let rooms = [Self.night, Self.owl].map { Room(id: $0, name: $0.text, policy: policy) }
    return Ledger(building: Building(rooms: rooms, policy: policy), zone: rules)
  }

  /// The moments of the day, so many minutes apart, up to 24:00.
  func moments(every minutes: Int) -> [CivilMoment] {
    let first = moment(day + "T00:00")
    return stride(from: 0, through: 1440, by: minutes).map { first.adding(minutes: $0) }
  }
}
