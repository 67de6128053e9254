// Days, weeks and months beside what a calendar on the wall says.

import CivilTime
import Testing

struct CivilDateTests {
  @Test(
    "a day has its number and its weekday",
    arguments: [
      ("1970-01-01", 0, Weekday.thursday), ("1969-12-31", -1, .wednesday),
      ("2000-02-29", 11016, .tuesday), ("1900-03-01", -25508, .thursday),
      ("2026-11-24", 20781, .tuesday), ("2100-02-28", 47540, .sunday),
      ("0001-01-01", -719_162, .monday), ("9999-12-31", 2_932_896, .friday),
    ])
  func numberAndWeekday(text: String, number: Int, weekday: Weekday) throws {
    let date = try #require(CivilDate(text))
    #expect(Int(date.dayNumber) == number)
    #expect(date.weekday == weekday)
    #expect(CivilDate(clampingDayNumber: number).description == text)
  }

  @Test("every day of four centuries follows the one before it")
  func everyDay() throws {
    var date = try #require(CivilDate("1899-12-31"))
    var wrong: [String] = []
    for year in 1900...2299 {
      for month in 1...12 {
        for day in 1...CivilDate.daysIn(month: month, of: year) {
          date = date.adding(days: 1)
          if date.components != (year, month, day)
            || CivilDate(year: year, month: month, day: day) != date
          {
            wrong.append("\(year)-\(month)-\(day)")
          }
        }
      }
    }
    #expect(wrong == [])
    #expect(date.days(since: try #require(CivilDate("1899-12-31"))) == 146_097)
  }

  @Test(
    "what names no day is no date",
    arguments: [
      "", "2026-02-29", "2026-02-30", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10",
      "2026-01-00", "0000-01-01", "2026-1-01", "26-01-01", "2026/01/01", "2026-01-01 ",
      "+026-01-01", "２026-01-01", "2026-01-0a",
    ])
  func noDate(text: String) {
    #expect(CivilDate(text) == nil)
  }

  @Test(
    "a month later is the same day, or the last of a shorter month",
    arguments: [
      ("2026-01-31", 1, "2026-02-28"), ("2028-01-31", 1, "2028-02-29"),
      ("2026-11-24", 2, "2027-01-24"), ("2026-03-31", -1, "2026-02-28"),
      ("2026-01-15", -1, "2025-12-15"), ("2026-12-31", 12, "2027-12-31"),
      ("2028-02-29", 12, "2029-02-28"), ("2026-11-24", 0, "2026-11-24"),
      ("9999-12-01", 1, "9999-12-31"), ("0001-01-31", -1, "0001-01-01"),
      ("2026-11-24", .max, "9999-12-31"), ("2026-11-24", .min, "0001-01-01"),
    ])
  func months(from text: String, months: Int, expected: String) throws {
    #expect(try #require(CivilDate(text)).adding(months: months).description == expected)
  }

  @Test(
    "days are counted over months and leap years, and end where the calendar ends",
    arguments: [
      ("2026-12-31", 1, "2027-01-01"), ("2028-02-28", 1, "2028-02-29"),
      ("2028-03-01", -1, "2028-02-29"), ("2026-11-24", 365, "2027-11-24"),
      ("9999-12-31", 1, "9999-12-31"), ("0001-01-01", -1, "0001-01-01"),
      ("2026-11-24", .max, "9999-12-31"), ("2026-11-24", .min, "0001-01-01"),
    ])
  func days(from text: String, days: Int, expected: String) throws {
    #expect(try #require(CivilDate(text)).adding(days: days).description == expected)
  }

  @Test(
    "the coming weekday may be today",
    arguments: [
      (Weekday.tuesday, "2026-11-24"), (.wednesday, "2026-11-25"), (.sunday, "2026-11-29"),
      (.monday, "2026-11-30"),
    ])
  func coming(weekday: Weekday, expected: String) throws {
    #expect(try #require(CivilDate("2026-11-24")).onOrAfter(weekday).description == expected)
  }

  @Test(
    "weeks are counted as ISO 8601 does",
    arguments: [
      (2026, 1, "2025-12-29"), (2026, 48, "2026-11-23"), (2026, 53, "2026-12-28"),
      (2027, 1, "2027-01-04"), (2020, 53, "2020-12-28"), (2021, 1, "2021-01-04"),
      (2025, 1, "2024-12-30"), (9999, 52, "9999-12-27"), (1, 1, "0001-01-01"),
      (2027, 53, nil), (2025, 53, nil), (2026, 0, nil), (2026, 54, nil), (0, 1, nil),
    ] as [(Int, Int, String?)])
  func weeks(year: Int, week: Int, monday: String?) {
    #expect(CivilDate.monday(ofWeek: week, of: year)?.description == monday)
  }
}
