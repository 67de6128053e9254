// In which language is answered: what lines are spoken in, and what was asked for.

import Bookings
import Discourse
import Language

extension Turn {
  /// Keeps the language of a line. A first line tells it by any word that one language alone has. A
  /// later one changes it only with more than a single word beside courtesies and fillers, or with
  /// several of these: who says `ok`, `thanks` or `undo` among German lines still speaks German.
  mutating func keepLanguage(of reading: Reading?, _ words: LanguageWords?) {
    guard let words, let told = AnswerLanguage(of: reading, words),
      told != conversation.language
    else { return }
    let isCourtesy = reading?.intent.isCourtesy ?? false
    let isLong = words.weighty > 1 || words.total > 2
    if conversation.language == nil || isLong && !isCourtesy { conversation.language = told }
  }

  /// Answers in the language that was asked for, from now on.
  mutating func answerInLanguage(asked reading: Reading) {
    let asked = reading.slots.language.flatMap { AnswerLanguage(rawValue: $0.value) }
    if let asked { conversation.languageAskedFor = asked }
    answer = Answer(.told, [.speaks(asked)])
  }
}

extension LanguageTag {
  init(_ language: AnswerLanguage) { self.init(language.rawValue) }
}

extension AnswerLanguage {
  /// The language of a line: that of its best reading, or of most of its words where not all of it
  /// was understood.
  fileprivate init?(of reading: Reading?, _ words: LanguageWords) {
    let isUnderstood = reading.map { $0.intent != .nothing && $0.unused.isEmpty } ?? false
    guard let tag = isUnderstood ? reading?.language : words.most ?? reading?.language else {
      return nil
    }
    self.init(rawValue: tag.code)
  }
}

extension Intent {
  /// Whether a line of it goes on with what is said in no words of its own, so that people say it
  /// in a language that they do not go on in.
  fileprivate var isCourtesy: Bool {
    switch self {
    case .yes, .no, .thank, .leave, .skip, .choose, .back, .more, .wait, .language: true
    case .book, .draft, .find, .findTime, .isFree, .rooms, .rules, .show, .bookings, .change,
      .cancel, .undo, .addAttendee, .removeAttendee, .passes, .resend, .mend, .stopWaiting, .waits,
      .news, .ride,
      .help, .greet, .reminder, .reminders, .cancelReminder, .details, .nothing:
      false
    }
  }
}
