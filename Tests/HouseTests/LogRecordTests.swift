// What a record of the log is for programs.

import CivilTime
import House
import JSON
import Testing

struct LogRecordTests {
  @Test func `An object on one line, in which nothing steers a terminal`() throws {
    let record = LogRecord(
      .warning, "calendar-failed", "first\nsecond \u{9B}31m\u{202E}",
      ["room": .string("\u{1B}[2J"), "count": 3])
    let octets = record.octets(at: Instant(seconds: 1_795_507_621))
    #expect(octets.last == 0x0A && octets.dropLast().allSatisfy { $0 >= 0x20 })
    let value = try JSONValue(parsing: octets)
    #expect(value["at"] == "2026-11-24T08:07:01Z" && value["level"] == "warning")
    #expect(value["text"] == "first\nsecond <U+009B>31m<U+202E>")
    #expect(value["room"] == "<U+001B>[2J" && value["count"] == 3)
  }
}
