// Rules by which days repeat: how RFC 5545 writes them, and the first day they name.

import CivilTime
import Testing

struct RepetitionTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let rule: String
    let from: String
    /// Nil if no day of the coming years is one.
    let first: String?
    let made: Repetition
    var testDescription: String { "\(rule) from \(from)" }

    init(
      _ rule: String, from: String, first: String?, _ frequency: RepetitionFrequency,
      _ interval: Int = 1, with parts: (inout Repetition) -> Void = { _ in }
    ) {
      var made = Repetition(frequency, interval: interval)
      parts(&made)
      (self.rule, self.from, self.first, self.made) = (rule, from, first, made)
    }
  }

  static func date(_ text: String) -> CivilDate {
    CivilDate(text) ?? CivilDate.bounds.lowerBound
  }

  // 26 August 2026 is a Wednesday.
  static let rows = [
    Row("FREQ=DAILY", from: "2026-08-26", first: "2026-08-26", .daily),
    Row("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", from: "2026-08-26", first: "2026-09-01", .weekly, 2) {
      $0.weekdays = [NumberedWeekday(.tuesday)]
    },
    Row("FREQ=WEEKLY", from: "2026-08-26", first: "2026-08-26", .weekly),
    Row("FREQ=MONTHLY;BYDAY=1MO,-1FR", from: "2026-08-26", first: "2026-08-28", .monthly) {
      $0.weekdays = [
        NumberedWeekday(.monday, ordinal: 1), NumberedWeekday(.friday, ordinal: -1),
      ]
    },
    Row("FREQ=MONTHLY;BYDAY=5MO", from: "2026-09-01", first: "2026-11-30", .monthly) {
      $0.weekdays = [NumberedWeekday(.monday, ordinal: 5)]
    },
    Row("FREQ=MONTHLY;BYMONTHDAY=31", from: "2026-09-01", first: "2026-10-31", .monthly) {
      $0.monthDays = [31]
    },
    Row("FREQ=MONTHLY;BYMONTHDAY=-1", from: "2027-02-01", first: "2027-02-28", .monthly) {
      $0.monthDays = [-1]
    },
    Row("FREQ=MONTHLY;BYDAY=TU,FR;BYSETPOS=-1", from: "2026-08-26", first: "2026-08-28", .monthly) {
      $0.weekdays = [NumberedWeekday(.tuesday), NumberedWeekday(.friday)]
      $0.positions = [-1]
    },
    // Positions are those of a week, or of a whole year also where months are said.
    Row("FREQ=WEEKLY;BYDAY=TU,FR;BYSETPOS=1", from: "2026-09-02", first: "2026-09-08", .weekly) {
      $0.weekdays = [NumberedWeekday(.tuesday), NumberedWeekday(.friday)]
      $0.positions = [1]
    },
    Row("FREQ=DAILY;BYDAY=WE;BYSETPOS=1", from: "2026-09-03", first: "2026-09-09", .daily) {
      $0.weekdays = [NumberedWeekday(.wednesday)]
      $0.positions = [1]
    },
    Row(
      "FREQ=YEARLY;BYMONTH=3,6;BYDAY=MO;BYSETPOS=-1", from: "2026-08-26", first: "2027-06-28",
      .yearly
    ) {
      $0.months = [3, 6]
      $0.weekdays = [NumberedWeekday(.monday)]
      $0.positions = [-1]
    },
    Row("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", from: "2026-08-26", first: "2028-02-29", .yearly) {
      $0.months = [2]
      $0.monthDays = [29]
    },
    Row("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", from: "2026-08-26", first: nil, .yearly) {
      $0.months = [2]
      $0.monthDays = [30]
    },
    Row("FREQ=YEARLY;BYWEEKNO=53;BYDAY=FR", from: "2026-08-26", first: "2027-01-01", .yearly) {
      $0.weekNumbers = [53]
      $0.weekdays = [NumberedWeekday(.friday)]
    },
    Row("FREQ=YEARLY;BYWEEKNO=20", from: "2026-08-26", first: "2027-05-19", .yearly) {
      $0.weekNumbers = [20]
    },
    Row("FREQ=YEARLY", from: "2026-08-26", first: "2026-08-26", .yearly),
    Row("FREQ=YEARLY;BYMONTH=3", from: "2026-08-26", first: "2027-03-26", .yearly) {
      $0.months = [3]
    },
    Row("FREQ=YEARLY;BYYEARDAY=-1", from: "2026-08-26", first: "2026-12-31", .yearly) {
      $0.yearDays = [-1]
    },
    Row("FREQ=YEARLY;BYDAY=20MO", from: "2026-08-26", first: "2027-05-17", .yearly) {
      $0.weekdays = [NumberedWeekday(.monday, ordinal: 20)]
    },
    Row("FREQ=DAILY;COUNT=3", from: "2026-08-26", first: "2026-08-27", .daily) {
      $0.end = .count(3)
      $0.leftOut = [date("2026-08-26")...date("2026-08-26")]
    },
    Row("FREQ=WEEKLY;BYDAY=TU;UNTIL=20260831", from: "2026-08-26", first: nil, .weekly) {
      $0.weekdays = [NumberedWeekday(.tuesday)]
      $0.end = .until(date("2026-08-31"))
    },
  ]

  @Test("a rule is written as RFC 5545 does, and names its first day", arguments: rows)
  func firstDay(row: Row) {
    #expect(row.made.description == row.rule)
    #expect(row.made.firstDay(onOrAfter: Self.date(row.from))?.description == row.first)
  }

  // 30 December 2024 lies in week 1 of 2025; 2026 has 53 weeks.
  @Test("weeks of the year count in the year that they belong to")
  func weeksOfTheYear() {
    var rule = Repetition(.yearly, interval: 2)
    rule.weekNumbers = [1]
    rule.weekdays = [NumberedWeekday(.monday)]
    let mondays = rule.days(
      from: Self.date("2024-12-30"), through: Self.date("2031-12-31"), atMost: 9)
    #expect(
      mondays.map(\.description) == ["2024-12-30", "2027-01-04", "2029-01-01", "2030-12-30"])
    rule = Repetition(.yearly)
    rule.weekNumbers = [52, 53]
    rule.weekdays = [NumberedWeekday(.sunday)]
    rule.positions = [-1]
    let sundays = rule.days(
      from: Self.date("2026-12-01"), through: Self.date("2028-12-31"), atMost: 9)
    #expect(sundays.map(\.description) == ["2027-01-03", "2028-01-02", "2028-12-31"])
  }

  @Test("a rule with a time of day says hour and minute")
  func time() {
    let rule = Repetition(.daily).rule(at: ClockTime(hour: 9, minute: 5))
    #expect(rule == "FREQ=DAILY;BYHOUR=9;BYMINUTE=5")
  }

  @Test(
    "a day lies in the week of its Thursday",
    arguments: [
      ("2026-12-31", 2026, 53), ("2027-01-03", 2026, 53), ("2027-01-04", 2027, 1),
      ("2024-12-30", 2025, 1), ("2026-08-26", 2026, 35),
    ])
  func week(text: String, year: Int, week: Int) {
    #expect(Self.date(text).weekOfYear == (year, week))
  }
}
