// The grammar run backwards: what a phrase says is understood as what the phrase means.

import CivilTime
import Grammar
import Language
import Testing

@Suite struct BackwardsTests {
  /// A text for each slot that no phrase of the grammar makes, and for a span: made of one number
  /// it would end where it begins, and be none; and for a number of people, which would be made of
  /// words of two languages.
  static let samples = [
    "number": "10", "year": "2027", "decimal": "1.5", "hour-minute": "10:15",
    "numeric-date": "25.11.2026",
    "email": "ana@x.com", "phone": "0171 7654321", "quoted": "\"Weekly sync\"",
    "reference": "B17", "trip-number": "T3",
    "place": "Annex", "known-room": "Bunker", "known-person": "Ana",
    "building-equipment": "projector", "text": "Weekly sync", "name": "Ben", "piece": "1.*",
    "span": "10:15-10:45", "headcount": "for 8",
  ]

  @Test("A sentence that a phrase of an intent makes is read as that intent, if it says enough")
  func readsBack() throws {
    let reader = try CorpusTests.reader.get()
    guard let moment = CivilMoment("2026-11-24T09:07"),
      let building = Corpus.buildings["demonstration"]
    else { throw Corpus.Fault(description: "the usual circumstances are broken") }
    let context = ReadingContext(
      now: moment, vocabulary: building, expected: [.choice], people: ["Ana"])
    let sentences = try GrammarSentences.sentences(
      of: GrammarSource.builtIn, samples: Self.samples)
    let intents = sentences.filter { $0.intent != nil }
    #expect(Set(intents.compactMap(\.intent)).count > 20)
    for sentence in intents {
      var context = context
      context.isContinuing = sentence.isTopic
      if sentence.intent == .ride { context.expected.insert(.topic) }
      context.isTravelling = sentence.intent == .ride
      let text = sentence.isTopic ? sentence.text + "?" : sentence.text
      let readings = reader.read(Array(text.utf8), in: context)
      let isRead = (readings.first?.intent == sentence.intent) != sentence.isCommon
      #expect(isRead, "\(sentence.place)\(sentence.text): \(readings.map(\.intent))")
    }
  }

  /// Slots whose sentences mean something although all numbers, weekdays and months in them are
  /// one: a span from one point to itself is none.
  static let times: Set<String?> = [
    "day", "bare-day", "clock", "bound", "window", "length", "from-now",
  ]

  @Test("A sentence that a phrase of days, times or lengths makes is read by that phrase")
  func readsTimesBack() throws {
    let reader = try CorpusTests.reader.get()
    guard let moment = CivilMoment("2026-11-24T09:07"),
      let building = Corpus.buildings["demonstration"]
    else { throw Corpus.Fault(description: "the usual circumstances are broken") }
    let context = ReadingContext(now: moment, vocabulary: building, expected: [.when])
    let sentences = try GrammarSentences.sentences(
      of: GrammarSource.builtIn, samples: Self.samples)
    for sentence in sentences where Self.times.contains(sentence.slot) {
      let used = reader.entries(usedBy: Array(sentence.text.utf8), in: context)
      #expect(used.contains(sentence.place), "\(sentence.place)\(sentence.text)")
    }
  }
}
