// Words written as one, and what language a line is in.

import CivilTime
import Grammar
import Language
import Testing

@Suite struct JoinedWordsTests {
  private func context(_ rooms: [String], speaker: LanguageTag? = nil) throws -> ReadingContext {
    guard let moment = CivilMoment("2026-11-24T09:07") else {
      throw Corpus.Fault(description: "the usual moment is broken")
    }
    var context = ReadingContext(
      now: moment, vocabulary: Vocabulary(rooms: rooms.map { RoomNames(name: $0) }))
    context.speakerLanguage = speaker
    return context
  }

  @Test(
    "A word that is written as one is cut where its parts meet, in the octets that were sent",
    arguments: [
      ("Freitagnachmittag", 0..<7, 7..<17), ("am Freitagabend", 0..<10, 10..<15),
      ("Freitagfrüh", 0..<7, 7..<12),
    ])
  func cuts(line: String, day: Range<Int>, window: Range<Int>) throws {
    let reader = try CorpusTests.reader.get()
    let when = reader.read(Array(line.utf8), in: try context(["Hall"])).first?.slots.firstWhen
    #expect(when?.day?.range == day)
    #expect(when?.window?.range == window)
  }

  @Test("A number in words is one number, also with its umlauts in the middle of a character")
  func numbers() throws {
    let reader = try CorpusTests.reader.get()
    let line = "fünfundfünfzig Minuten"
    let when = reader.read(Array(line.utf8), in: try context(["Hall"])).first?.slots.firstWhen
    #expect(when?.lengthMinutes == Said(55, 0..<line.utf8.count))
  }

  @Test("A word of a room's name or of a person's stays whole, and so does one of other parts")
  func staysWhole() throws {
    let reader = try CorpusTests.reader.get()
    var people = try context(["Montagabend"])
    people.spoken.people = ["Freitagmorgen Otto"]
    let room = reader.read(Array("buche Montagabend".utf8), in: people).first?.slots
    #expect(room?.rooms.map(\.value) == [.known(0)])
    #expect(room?.when.isEmpty == true)
    let person = reader.read(Array("ohne Freitagmorgen".utf8), in: people).first?.slots
    #expect(person?.people.first?.name?.value == "Freitagmorgen Otto")
    #expect(person?.when.isEmpty == true)
    #expect(reader.read(Array("Freitagsonne".utf8), in: people).isEmpty)
    #expect(reader.read(Array("abend".utf8), in: people).first?.slots.firstWhen?.day == nil)
  }

  @Test("Another language joins its words by its lexicon alone")
  func otherLanguage() throws {
    let dutch = GrammarSource(
      name: "nl.lexicon",
      text: "{weekday} 1: maandag+\n{period} 18 24: +avond\n{number} 2: twee+\n"
        + "{number} 20: +twintig\n<and>: +en+\n")
    let phrases = GrammarSource(
      name: "nl.phrases", text: "{number}:\n  {number} <and> {number} = sum\n")
    let reader = Reader(
      grammar: try GrammarCompiler.compile(GrammarSource.builtIn + [dutch, phrases]))
    let evening = reader.read(Array("maandagavond".utf8), in: try context(["Hall"]))
    #expect(evening.first?.language == LanguageTag("nl"))
    #expect(evening.first?.slots.firstWhen?.window != nil)
    #expect(evening.first?.slots.firstWhen?.day?.range == 0..<7)
    let minutes = reader.read(Array("tweeentwintig min".utf8), in: try context(["Hall"]))
    #expect(minutes.first?.slots.firstWhen?.lengthMinutes?.value == 22)
  }

  @Test(
    "A line is in the language of most of its words; of two the speaker's decides, else the first",
    arguments: [
      ("buche Aquarium morgen um 10", nil, LanguageTag.german),
      ("book Aquarium tomorrow at 10", nil, .english),
      ("in 7 Stunden", nil, .german), ("in 7 hours", nil, .english),
      ("am Freitag", .english, .german), ("10 am", .german, .german), ("10 am", .english, .english),
      ("10 am", nil, nil), ("10-11", .german, nil), ("ok", .german, .german), ("ok", nil, nil),
      ("book Aquarium morgen", nil, .english), ("book Aquarium morgen", .german, .german),
      ("danke", .english, .german), ("was ist am Freitag frei", nil, .german),
    ] as [(String, LanguageTag?, LanguageTag?)])
  func language(line: String, speaker: LanguageTag?, expected: LanguageTag?) throws {
    let reader = try CorpusTests.reader.get()
    let context = try context(["Aquarium"], speaker: speaker)
    #expect(reader.read(Array(line.utf8), in: context).first?.language == expected)
  }
}
