// What people put into a line beside an order: thirty small pieces a language.

import Grammar

/// Greetings, fillers, interjections, excuses, thanks and reasons, written down by somebody who
/// had seen no lexicon: to be added to, never to be fitted to what the program can.
enum SmallPieces {
  /// The pieces of a language; a line gets those of its own.
  static func of(_ language: String) -> [String] { language == "de" ? german : english }

  private static let english = [
    "hey there",
    "good afternoon",
    "um, well,",
    "hmm, let me think",
    "oh dear",
    "oops",
    "ah, I see",
    "sounds good",
    "lovely, cheers",
    "thank you so much",
    "much appreciated",
    "sorry about that",
    "pardon me,",
    "excuse me for a moment",
    "just a second, phone",
    "hang on",
    "ok, back again",
    "right then,",
    "by the way,",
    "to be honest,",
    "if it's all the same to you,",
    "we are running late,",
    "the client is already here,",
    "since everybody is tired,",
    "because the projector broke,",
    "my boss asked me to,",
    "you're a star",
    "have a nice evening",
    "see you later",
    "all right, wonderful",
  ]

  private static let german = [
    "hallöchen",
    "servus",
    "schönen guten Tag",
    "ähm, also,",
    "tja",
    "ach so",
    "oh je",
    "ups",
    "hm, mal überlegen",
    "alles klar",
    "klingt gut",
    "prima, danke",
    "vielen lieben Dank",
    "tausend Dank auch",
    "Entschuldigung",
    "tut mir leid, mein Fehler",
    "einen Moment bitte",
    "warte kurz, Telefon",
    "so, bin wieder da",
    "na dann,",
    "übrigens,",
    "ehrlich gesagt,",
    "wenn es geht,",
    "wir sind spät dran,",
    "der Kunde steht schon unten,",
    "weil alle müde sind,",
    "da der Beamer kaputt ist,",
    "meine Chefin möchte das so,",
    "schönen Feierabend",
    "bis später dann",
  ]

  // MARK: - Without them in the lexica

  /// Words of the pieces that any line is made of; without them the bare line falls, too.
  private static let plain: Set<String> = [
    "a", "about", "all", "are", "be", "by", "for", "have", "i", "if", "is", "let", "me", "my",
    "on", "same", "see", "since", "that", "the", "there", "to", "we", "you",
    "alle", "alles", "bin", "bis", "da", "das", "der", "einen", "es", "ist", "mein", "meine",
    "mir", "möchte", "sind", "steht", "wenn", "wir",
  ]

  /// The words of all pieces, but for plain ones: what one language calls idle is so in both.
  private static let words = Set((english + german).flatMap { words(in: $0) }).subtracting(plain)

  /// Parts and intents whose words are idle beside an order: a new one of that kind belongs here.
  private static let idle: Set<String> = [
    "<filler>", "<between>", "<well>", "<slip>", "<courtesy>", "greet", "thank", "leave",
  ]

  /// The grammar without the words of the pieces where they are idle. In place of each stands one
  /// that nobody says, so that no phrase is left empty.
  static func struck(from sources: [GrammarSource]) -> [GrammarSource] {
    sources.map { source in
      var heading = ""
      let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if let head = sides.first, sides.count == 2, !line.hasPrefix(" "), !line.hasPrefix("#") {
          heading = String(head.prefix { $0 != " " })
        }
        guard idle.contains(heading), !line.isEmpty, !line.hasPrefix("#") else {
          return String(line)
        }
        if line.hasPrefix(" ") { return struck(line) }
        return sides[0] + ":" + struck(sides.last ?? "")
      }
      return GrammarSource(name: source.name, text: lines.joined(separator: "\n"))
    }
  }

  /// The text with another word for each of them.
  private static func struck(_ text: Substring) -> String {
    var struck = "", word = ""
    for sign in text + " " {
      if sign.isLetter {
        word.append(sign)
      } else {
        struck += (words.contains(word) ? "zqx" + word : word) + String(sign)
        word = ""
      }
    }
    return struck
  }

  private static func words(in text: String) -> [String] {
    text.lowercased().split { !$0.isLetter }.map(String.init)
  }
}
