// In which language the last of some lines is answered.

import Bookings
import Dialogue
import Discourse
import Grammar
import Language
import Testing

struct LanguageChoiceTests {
  static let reader = Result {
    Reader(
      grammar: try GrammarCompiler.compile(
        GrammarSource.builtIn.filter { GrammarSource.belongsToReader($0.name) }))
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let lines: [String]
    let language: AnswerLanguage
    init(_ lines: String..., in language: AnswerLanguage) {
      (self.lines, self.language) = (lines, language)
    }
    var testDescription: String { lines.joined(separator: " / ") }
  }

  private static let rows = [
    // A first line tells by any word of one language alone.
    Row("book Xaro tomorrow 10-11", in: .english),
    Row("buch Xaro morgen 10-11", in: .german),
    Row("Xaro morgen 10-11", in: .german),
    Row("hallo", in: .german),
    Row("rückgängig", in: .german),
    // Of what is not understood the words still tell.
    Row("wie wird das Wetter morgen?", in: .german),
    Row("ich möchte Pizza", in: .german),
    Row("what is the weather?", in: .english),
    // Names, numbers and words of both languages tell none.
    Row("Xaro 10-11", in: .english),
    Row("Xaro morgen 10-11", "Yubo 10-11", in: .german),
    Row("Xaro morgen 10-11", "B1", in: .german),
    Row("Xaro morgen 10-11", "11", in: .german),
    // A single word changes nothing, and neither do courtesies.
    Row("Xaro morgen 10-11", "ok", in: .german),
    Row("Xaro morgen 10-11", "please", in: .german),
    Row("Xaro morgen 10-11", "cancel", in: .german),
    Row("Xaro morgen 10-11", "undo", in: .german),
    Row("Xaro morgen 10-11", "undo please", in: .german),
    Row("Xaro morgen 10-11", "thank you very much", in: .german),
    Row("Xaro morgen 10-11", "never mind", in: .german),
    Row("book Xaro tomorrow 10-11", "ja", in: .english),
    Row("book Xaro tomorrow 10-11", "danke", in: .english),
    Row("book Xaro tomorrow 10-11", "rückgängig", in: .english),
    // A line of several words does.
    Row("Xaro morgen 10-11", "move it to 12", in: .english),
    Row("book Xaro tomorrow 10-11", "Yubo morgen 10-11", in: .german),
    Row("book Xaro tomorrow 10-11", "verschieb das auf Freitag", "11", in: .german),
    Row("Xaro morgen 10-11", "what can I say?", in: .english),
    Row("book Xaro tomorrow 10-11", "und was kostet das?", in: .german),
    Row("Xaro morgen 10-11 mit qana@x.com 0171 1234567", "Will Long", in: .german),
    // A mixed line is of the language of most of its words.
    Row("book Xaro für morgen Nachmittag um drei", in: .german),
    // What was asked for holds.
    Row("auf Deutsch bitte", "book Xaro tomorrow 10-11", in: .german),
    Row("in English please", "buch Xaro morgen 10-11", in: .english),
    Row("sprich deutsch", "answer in English", "meine Buchungen", in: .english),
  ]

  @Test("The lines so far settle the language of the answer", arguments: rows)
  func language(row: Row) throws {
    #expect(
      try Self.state(after: row.lines).answerLanguage(in: SampleHouse.building) == row.language)
  }

  @Test("Where no line tells a language, the profile does, then the house")
  func untold() throws {
    var house = SampleHouse.building
    house.language = .german
    #expect(DialogueState().answerLanguage(in: house) == .german)
    var state = DialogueState()
    state.usualLanguage = .english
    #expect(state.answerLanguage(in: house) == .english)
    let told = try Self.state(after: ["meine Buchungen"], from: state)
    #expect(told.answerLanguage(in: house) == .german)
  }

  @Test("Who asks for a language hears so in it, and who asks for another which there are")
  func asked() throws {
    let reader = try Self.reader.get()
    var turn = Self.turn(DialogueState())
    _ = turn.take(Array("antworte auf Englisch".utf8), by: reader)
    #expect(turn.answer.parts == [.speaks(.english)])
  }

  private static func turn(_ state: DialogueState) -> Turn {
    Turn(
      world: SampleHouse.world(), conversation: state, speaker: Speaker(user: UserID("qxmia")),
      now: SampleHouse.now)
  }

  private static func state(
    after lines: [String], from state: DialogueState = DialogueState()
  ) throws -> DialogueState {
    let reader = try reader.get()
    var state = state
    for line in lines {
      var turn = turn(state)
      _ = turn.take(Array(line.utf8), by: reader)
      state = turn.conversation
    }
    return state
  }
}
