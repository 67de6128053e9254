// Times, moments and spans: reading, rounding, overlapping and cutting.

import CivilTime
import Testing

struct ClockTimeTests {
  @Test(
    "a clock shows 00:00 to 24:00",
    arguments: [
      ("00:00", "00:00"), ("9:30", "09:30"), ("23:59", "23:59"), ("24:00", "24:00"),
      ("24:01", nil), ("25:00", nil), ("12:60", nil), ("12:5", nil), ("12:005", nil), ("12", nil),
      ("", nil), (":30", nil), ("12:", nil), ("1:2:3", nil), ("-1:00", nil), (" 9:00", nil),
    ] as [(String, String?)])
  func reads(text: String, shown: String?) {
    #expect(ClockTime(text)?.description == shown)
  }

  @Test("hours and minutes outside a day are no time")
  func bounds() {
    #expect(ClockTime(hour: 24, minute: 1) == nil)
    #expect(ClockTime(hour: 9, minute: -1) == nil)
    #expect(ClockTime(hour: .max, minute: 59) == nil)
    #expect(ClockTime(minutes: 1441) == nil)
    #expect(ClockTime(hour: 24) == .endOfDay)
  }
}

struct CivilMomentTests {
  @Test(
    "a moment is read only as ISO 8601 writes it",
    arguments: [
      ("2026-11-25T10:15", "2026-11-25T10:15"), ("2026-11-25T24:00", "2026-11-26T00:00"),
      ("2026-11-25T9:15", nil), ("2026-11-25 10:15", nil), ("2026-11-25T10:15Z", nil),
      ("2026-11-25T", nil), ("2026-11-25", nil), ("2026-11-31T10:15", nil),
      ("2026-11-25T10:15T10:15", nil),
    ] as [(String, String?)])
  func reads(text: String, shown: String?) {
    #expect(CivilMoment(text)?.description == shown)
  }

  @Test(
    "a moment is put on the grid of its day",
    arguments: [
      ("2026-11-25T10:07", 15, "2026-11-25T10:00", "2026-11-25T10:15"),
      ("2026-11-25T10:15", 15, "2026-11-25T10:15", "2026-11-25T10:15"),
      ("2026-11-25T23:50", 15, "2026-11-25T23:45", "2026-11-26T00:00"),
      ("1969-12-31T10:07", 60, "1969-12-31T10:00", "1969-12-31T11:00"),
      // 25 minutes do not divide a day: the grid begins anew at midnight.
      ("2026-11-25T00:10", 25, "2026-11-25T00:00", "2026-11-25T00:25"),
      ("2026-11-25T23:50", 25, "2026-11-25T23:45", "2026-11-26T00:00"),
    ])
  func grid(text: String, grid: Int, down: String, up: String) throws {
    let moment = try #require(CivilMoment(text))
    #expect(moment.roundedDown(toMultipleOf: grid).description == down)
    #expect(moment.roundedUp(toMultipleOf: grid).description == up)
  }

  @Test("a moment stays within the calendar, however far it is moved")
  func clamping() throws {
    let moment = try #require(CivilMoment("2026-11-25T10:15"))
    #expect(moment.adding(minutes: .max).date == CivilDate.bounds.upperBound)
    #expect(moment.adding(minutes: .min).description == "0001-01-01T00:00")
    #expect(CivilMoment(minuteNumber: .min).description == "0001-01-01T00:00")
    #expect(CivilMoment(minuteNumber: .max).date == CivilDate.bounds.upperBound)
    #expect(moment.adding(minutes: -615).description == "2026-11-25T00:00")
    #expect(moment.adding(minutes: 825).description == "2026-11-26T00:00")
  }
}

struct CivilSpanTests {
  /// The span between two times of 25 November 2026, as `10:15-11:00`.
  private func span(_ text: some StringProtocol) throws -> CivilSpan {
    let date = try #require(CivilDate("2026-11-25"))
    let ends = text.split(separator: "-").compactMap { ClockTime($0) }
    try #require(ends.count == 2)
    return try #require(CivilSpan(on: date, from: ends[0], to: ends[1]))
  }

  private func spans(_ text: String) throws -> [CivilSpan] {
    try text.split(separator: " ").map { try span($0) }
  }

  @Test("a span ends later than it begins")
  func direction() throws {
    let date = try #require(CivilDate("2026-11-25"))
    let ten = try #require(ClockTime("10:00")), eleven = try #require(ClockTime("11:00"))
    #expect(CivilSpan(on: date, from: ten, to: ten) == nil)
    #expect(CivilSpan(on: date, from: eleven, to: ten) == nil)
    #expect(CivilSpan(from: CivilMoment(date, ten), minutes: 0) == nil)
    #expect(CivilSpan(from: CivilMoment(date, ten), minutes: -5) == nil)
    #expect(CivilSpan(on: date, from: ten, to: eleven)?.minutes == 60)
    #expect(CivilSpan(on: date, from: .midnight, to: .endOfDay)?.minutes == 1440)
  }

  @Test(
    "spans overlap where they share a minute, and then both share it",
    arguments: [
      ("10:00-11:00", "11:00-12:00", nil), ("10:00-11:00", "09:00-10:00", nil),
      ("10:00-11:00", "10:59-12:00", "10:59-11:00"), ("10:00-11:00", "10:15-10:30", "10:15-10:30"),
      ("10:00-11:00", "10:00-11:00", "10:00-11:00"), ("10:00-11:00", "12:00-13:00", nil),
    ] as [(String, String, String?)])
  func overlap(one: String, other: String, both: String?) throws {
    let (one, other) = (try span(one), try span(other))
    let expected = try both.map { try span($0) }
    #expect(one.overlaps(other) == (expected != nil))
    #expect(other.overlaps(one) == (expected != nil))
    #expect(one.intersection(with: other) == expected)
    #expect(other.intersection(with: one) == expected)
  }

  @Test("a span contains its first minute, not its end, and what lies within")
  func containing() throws {
    let whole = try span("10:00-11:00")
    #expect(whole.contains(whole.start))
    #expect(!whole.contains(whole.end))
    #expect(whole.contains(whole))
    #expect(whole.contains(try span("10:15-11:00")))
    #expect(!whole.contains(try span("10:15-11:01")))
    #expect(!whole.contains(try span("09:59-11:00")))
  }

  @Test(
    "what is cut from a span leaves the rest, in order",
    arguments: [
      ("08:00-18:00", "", "08:00-18:00"),
      ("08:00-18:00", "10:00-11:00", "08:00-10:00 11:00-18:00"),
      ("08:00-18:00", "14:00-15:00 10:00-11:00", "08:00-10:00 11:00-14:00 15:00-18:00"),
      ("08:00-18:00", "10:00-12:00 11:00-13:00", "08:00-10:00 13:00-18:00"),
      ("08:00-18:00", "10:00-16:00 11:00-12:00", "08:00-10:00 16:00-18:00"),
      ("08:00-18:00", "10:00-11:00 11:00-12:00", "08:00-10:00 12:00-18:00"),
      ("08:00-18:00", "07:00-09:00 17:00-19:00", "09:00-17:00"),
      ("08:00-18:00", "08:00-18:00", ""), ("08:00-18:00", "07:00-19:00", ""),
      ("08:00-18:00", "06:00-08:00 18:00-19:00", "08:00-18:00"),
    ])
  func cutting(whole: String, cut: String, left: String) throws {
    #expect(try span(whole).subtracting(try spans(cut)) == (try spans(left)))
  }

  @Test("a span keeps its length when it is shifted, or cannot be shifted there")
  func shifting() throws {
    let one = try span("10:00-11:00")
    #expect(one.shifted(minutes: 30) == (try span("10:30-11:30")))
    #expect(one.shifted(minutes: -60) == (try span("09:00-10:00")))
    #expect(one.shifted(minutes: 840)?.description == "2026-11-26T00:00/2026-11-26T01:00")
    #expect(one.shifted(minutes: .max) == nil)
    #expect(one.shifted(minutes: .min) == nil)
  }
}

struct InstantTests {
  @Test("seconds are rounded down, durations are added to the millisecond")
  func arithmetic() {
    #expect(Instant(milliseconds: -1).seconds == -1)
    #expect(Instant(milliseconds: 1999).seconds == 1)
    #expect(Instant(seconds: 2).milliseconds == 2000)
    #expect(Instant(seconds: 2) + .microseconds(1500) == Instant(milliseconds: 2001))
    #expect(Instant(seconds: 2) - .milliseconds(1) == Instant(milliseconds: 1999))
    #expect(Instant(seconds: 2).since(Instant(seconds: 5)) == .seconds(-3))
    #expect(Instant(seconds: 1) < Instant(seconds: 2))
  }

  @Test(
    "an instant is read as RFC 3339 writes it, or not at all",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01T01:00:01+01:00", 1),
      ("1969-12-31T23:59:59-00:00", -1), ("2026-11-25T10:00:00+01:00", 1_795_597_200),
      ("2026-11-25T10:00:60Z", 1_795_600_859), ("2026-11-25T10:00:61Z", nil),
      ("2026-11-25T10:00Z", nil), ("2026-11-25T10:00:00", nil), ("2026-02-30T10:00:00Z", nil),
      ("2026-11-25T10:00:00+25:00", nil), ("2026-11-25T10:00:00+1:00", nil),
      ("2026-11-25T10:00:00+01:00 ", nil), ("2026-11-25T10:00:+1Z", nil),
      ("2026-11-25T10:00:0éZ", nil), ("", nil), ("é026-11-25T10:00:00Z", nil),
    ] as [(String, Int64?)])
  func written(text: String, seconds: Int64?) {
    #expect(Instant(rfc3339: text)?.seconds == seconds)
  }
}
