// Every line of the corpus means what stands below it, and every entry of the grammar is shown by
// a line.

import Grammar
import Language
import Testing

@Suite struct CorpusTests {
  static let reader: Result<Reader, GrammarFault> = Result(catching: { () throws(GrammarFault) in
    Reader(grammar: try GrammarCompiler.compile(GrammarSource.builtIn))
  })

  @Test(
    "A line of the corpus is read as it says, and no other reading is as good",
    arguments: Corpus.files)
  func means(file: String) throws {
    let reader = try Self.reader.get()
    for one in try Corpus.cases(of: file) {
      let octets = Array(one.text.utf8)
      let readings = reader.read(octets, in: one.context)
      let best = readings.filter { $0.score == readings[0].score }.map {
        $0.line(of: octets, vocabulary: one.context.vocabulary)
      }
      #expect(
        (best.isEmpty ? ["nothing"] : best) == one.readings, "\(one.place) \(one.text)")
    }
  }

  @Test(
    "No line of the corpus is so odd that a limit leaves something of it unread",
    arguments: Corpus.files)
  func isReadWhole(file: String) throws {
    let reader = try Self.reader.get()
    for one in try Corpus.cases(of: file) {
      let octets = Array(one.text.utf8)
      let readings = reader.read(octets, in: one.context)
      let all = readings + [reader.parts(of: octets, in: one.context)]
      #expect(all.allSatisfy { $0.limitMet == nil }, "\(one.place) \(one.text)")
    }
  }

  @Test("Every phrase and word of the grammar is used by a line of the corpus")
  func everyEntryIsShown() throws {
    let reader = try Self.reader.get()
    var used: Set<GrammarPlace> = []
    for file in Corpus.files {
      for one in try Corpus.cases(of: file) {
        used.formUnion(reader.entries(usedBy: Array(one.text.utf8), in: one.context))
      }
    }
    let unused = reader.grammar.places.filter { !used.contains($0) }
    #expect(unused.isEmpty, "\(unused.map(\.description).joined(separator: "\n"))")
  }

  @Test("Every intent is shown by a line of the corpus, and so is what is no intent")
  func everyIntentIsShown() throws {
    var shown: Set<String> = []
    for file in Corpus.files {
      for one in try Corpus.cases(of: file) {
        for reading in one.readings {
          shown.insert(String(reading.prefix { $0 != " " }.drop { $0 == "~" }))
        }
      }
    }
    #expect(shown == Set(Intent.allCases.map(\.rawValue)))
  }
}
