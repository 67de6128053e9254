// No part of an answer is half English and half German.

import Bookings
import Dialogue
import Passes
import Testing
import Wording

struct WordsApartTests {
  /// Words that English and German write alike, and what is no word of either: equipment under its
  /// name, protocols, abbreviations.
  private static let alike: Set<String> = [
    "in", "pass", "name", "sms", "gateway", "http", "title", "e", "mail", "m", "email", "com",
    "example", "so", "s", "ana", "domain", "b", "min", "am", "an", "do",
    "person", "w", "rest", "was", "usher", "t", "app", "minute", "https", "terminal", "browser",
  ]

  @Test("There is a sample of every part of an answer")
  func samplesOfAll() {
    #expect(Set(SampleHouse.parts.map { PartKind($0) }) == Set(PartKind.allCases))
  }

  @Test("No part shares a word with its English wording", arguments: SampleHouse.parts)
  func partsShareNoWord(part: AnswerPart) {
    let english = SampleHouse.lines(.english, part), german = SampleHouse.lines(.german, part)
    #expect(!english.isEmpty && !german.isEmpty)
    #expect(Self.shared(english, german) == [], "\(english)\n\(german)")
    #expect(english.count == german.count, "\(english)\n\(german)")
  }

  @Test("No news shares a word with its English wording", arguments: SampleHouse.news)
  func newsSharesNoWord(news: PassNews) {
    let lines = AnswerLanguage.allCases.map { language in
      AnswerWording(
        in: language, world: SampleHouse.world(), now: SampleHouse.now, for: UserID("qxmia")
      ).words(for: news)
    }
    #expect(lines.allSatisfy { !$0.isEmpty })
    #expect(Self.shared(lines[0], lines[1]) == [], "\(lines)")
  }

  @Test("No choice shares a word with its English wording")
  func choicesShareNoWord() {
    var answer = Answer(.told, [.offers])
    answer.choices = SampleHouse.choices + SampleHouse.seriesOffers
    answer.suggestions = SampleHouse.suggestions
    let words = AnswerLanguage.allCases.map { SampleHouse.words($0, answer).choices }
    for (english, german) in zip(words[0], words[1]) {
      #expect(Self.shared([english.title], [german.title]) == [])
      #expect(Self.shared([english.say], [german.say]) == [])
      #expect((english.id, english.places) == (german.id, german.places))
    }
  }

  @Test("What is done and said in no words is said in those of the language")
  func nothingToSay() {
    let lines = AnswerLanguage.allCases.map { SampleHouse.words($0, Answer(.done)).lines }
    #expect(lines == [["Done."], ["Erledigt."]])
  }

  /// The words of letters that are in both, names left out.
  private static func shared(_ one: [String], _ other: [String]) -> Set<String> {
    words(one).intersection(words(other)).subtracting(alike)
  }

  private static func words(_ lines: [String]) -> Set<String> {
    Set(
      lines.flatMap { line in line.lowercased().split { !$0.isLetter }.map(String.init) }
        .filter { word in !names.contains { word.hasPrefix($0) } })
  }

  /// How the names and texts of the samples begin, which are words of no language.
  private static let names = ["q", "xaro", "yubo", "zeku", "wlimp", "x", "jpg", "uber"]
}
