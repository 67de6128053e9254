// What the house says for itself: its rules, and in which language it answers.

import Bookings
import CivilTime
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

extension Turn {
  /// The rules of the room asked about, or of the house. Whoever asked about them has not asked
  /// about a time: nothing is kept.
  mutating func tellRules(_ request: Request, _ slots: Slots) {
    let room = request.namedRoom.flatMap(world.ledger.room)
    var date: CivilDate?
    if case .on(let day) = request.times.day.value { date = day }
    let policy = room?.policy ?? world.ledger.building.policy
    let fact = slots.topic.flatMap { HouseFact(rawValue: $0.value) } ?? Self.fact(askedBy: slots)
    let people = world.ledger.building.people
    if fact == .permission, let name = slots.people.first?.name?.value,
      case .one(let person) = people.meant(by: name, to: speaker.user)
    {
      let allowed = people.all.filter { $0.id != person.id && people.may($0.id, bookFor: person) }
      answer = Answer(.told, [.mayBook(for: person.name, allowed.map(\.name))])
    } else {
      answer = Answer(.told)
    }
    answer.parts.append(.rules(policy, of: room?.name, on: date, fact))
  }

  /// What a question is about that names no rule, but something that only one of them is about.
  private static func fact(askedBy slots: Slots) -> HouseFact? {
    if slots.booking != nil { return .permission }
    guard let when = slots.firstWhen else { return slots.repetition == nil ? nil : .hours }
    return when.lengthMinutes == nil ? .hours : .length
  }
}
