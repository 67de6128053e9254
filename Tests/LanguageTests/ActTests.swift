// What lines are said for is learned from the examples of the grammar, and from nothing else.

import CivilTime
import Foundation
import Grammar
import Language
import Testing

@Suite("Dialogue acts")
struct ActTests {
  private static let folder = Corpus.grammarFolder

  private static var sources: [GrammarSource] {
    get throws {
      try ["de.examples", "en.examples"].map { name in
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        return GrammarSource(name: name, text: text)
      }
    }
  }

  private static func context(_ situation: Situation) throws -> ReadingContext {
    let now = try #require(CivilMoment("2026-11-24T09:07"))
    let building = try #require(Corpus.buildings["demonstration"])
    var context = ReadingContext(now: now, vocabulary: building)
    context.situation = situation
    context.isContinuing = situation != .first
    return context
  }

  private static func told(_ line: String, in situation: Situation) throws -> DialogueAct {
    let reader = try CorpusTests.reader.get()
    return reader.read(Array(line.utf8), in: try context(situation)).first?.odds?.best ?? .nothing
  }

  @Test("The weights are those learned from the examples: `usher teach --grammar grammar`")
  func areUpToDate() throws {
    let grammar = try CorpusTests.reader.get().grammar
    #expect(grammar.examplesChecksum == ActExample.checksum(of: try Self.sources))
  }

  /// Lines that stand in no file of examples.
  static let rows: [(Situation, String, DialogueAct)] = [
    (.booked, "could we perhaps stay for ninety minutes?", .changePerhaps),
    (.booked, "shunt it back by twenty minutes please", .change),
    (.booked, "was hat der Raum eigentlich für Stühle?", .room),
    (.cancelled, "hoppla, das war der falsche, hol ihn wieder", .undo),
    (.free, "wunderbar, den schnapp ich mir", .book),
    (.offered, "gut, dann eben der zweite", .pick),
    (.shown, "jawohl, mach das so", .yes),
    (.first, "which bookings of mine are coming up this week?", .own),
    (.first, "my dentist moved to Hamburg", .nothing),
  ]

  @Test("A line that was never seen is told by those that were", arguments: rows)
  func tells(situation: Situation, line: String, act: DialogueAct) throws {
    let examples = try Self.sources.flatMap { try ActExample.read($0) }
    #expect(!examples.contains { $0.line == line })
    #expect(try Self.told(line, in: situation) == act)
  }

  @Test("What was learned is known again")
  func knowsItsExamples() throws {
    let examples = try Self.sources.flatMap { try ActExample.read($0) }
    let some = examples.enumerated().filter { $0.offset.isMultiple(of: 101) }.map(\.element)
    let told = try some.map { try Self.told($0.line, in: $0.situation) }
    let known = zip(some, told).count { $0.act == $1 }
    #expect(Double(known) >= 0.85 * Double(some.count), "\(known) of \(some.count)")
  }

  @Test(
    "A broken line of examples is told with its place",
    arguments: [
      (
        "book\tBunker at 10\n", 1,
        "a line is a situation, an act and what is said, with tabs between"
      ),
      ("first\tbook\tit\nfirst\tbok\tit\n", 2, "there is no act named \"bok\""),
      ("frist\tbook\tit\n", 1, "there is no situation named \"frist\""),
    ])
  func refuses(text: String, line: Int, reason: String) {
    let fault = #expect(throws: GrammarFault.self) {
      try ActExample.read(GrammarSource(name: "en.examples", text: text))
    }
    #expect(fault?.line == line)
    #expect(fault?.reason == reason)
  }

  @Test("Weights that nobody wrote are refused", arguments: ["", "examples 1\n0000000g000\n", "x"])
  func refusesWeights(text: String) throws {
    let intents = try #require(GrammarSource.builtIn.first { $0.name == "intents.txt" })
    #expect(throws: GrammarFault.self) {
      try GrammarCompiler.compile([
        intents, GrammarSource(name: GrammarSource.weightsName, text: text),
      ])
    }
  }
}
