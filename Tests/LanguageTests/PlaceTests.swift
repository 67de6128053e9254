// Where a value stands in the line: in the octets as they were sent, whatever was undone.

import CivilTime
import Grammar
import Language
import Testing

@Suite struct PlaceTests {
  /// A line, and the words in it that its address, its title and its day were read from.
  struct Row: CustomTestStringConvertible {
    let line: String
    let email: String?
    let title: String?
    let day: String?
    var testDescription: String { line }
  }

  static let rows = [
    Row(
      line: "book Bunker tomorrow with <mailto:ana@x.com|Ana@x.com>", email: "Ana@x.com",
      title: nil, day: "tomorrow"),
    Row(
      line: "<@U77> Bunker &amp; title \u{201C}R&amp;D\u{201D} today", email: nil,
      title: "R&amp;D", day: "today"),
    Row(
      line: "\u{1F600}\u{A0}title \u{2018}Bücher\u{2019} on Übrigens tomorrow", email: nil,
      title: "Bücher", day: "tomorrow"),
  ]

  @Test("A value's place is that of its words in the line as sent", arguments: rows)
  func places(row: Row) throws {
    let reader = try CorpusTests.reader.get()
    guard let moment = CivilMoment("2026-11-24T09:07"),
      let building = Corpus.buildings["demonstration"]
    else { throw Corpus.Fault(description: "the usual circumstances are broken") }
    let octets = Array(row.line.utf8)
    let reading = reader.parts(
      of: octets, in: ReadingContext(now: moment, vocabulary: building))
    let said = { (range: OctetRange?) in range.map { String(decoding: octets[$0], as: UTF8.self) } }
    #expect(said(reading.slots.people.first?.email?.range) == row.email)
    #expect(said(reading.slots.title?.range) == row.title)
    #expect(said(reading.slots.firstWhen?.day?.range) == row.day)
  }
}
