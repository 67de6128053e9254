// Every line that is suggested is read as it is meant, in the language in which it is suggested.

import Bookings
import CivilTime
import Dialogue
import Discourse
import Language
import Products
import Testing
import Wording

struct SuggestedLinesTests {
  private static func meant(_ line: String) throws -> Intent? {
    let turn = Turn(
      world: SampleHouse.world(), conversation: DialogueState(),
      speaker: Speaker(user: UserID("qxmia")), now: SampleHouse.now)
    var context = turn.readingContext
    context.spoken.people = ["Qana"]
    // What is suggested is understood to the last word.
    let reading = try LanguageChoiceTests.reader.get().read(Array(line.utf8), in: context).first
    return reading.flatMap { $0.unused.isEmpty ? $0.intent : nil }
  }

  @Test("What stands under `say`", arguments: AnswerLanguage.allCases)
  func suggestions(language: AnswerLanguage) throws {
    var answer = Answer(.done)
    answer.suggestions = SampleHouse.suggestions
    let says = SampleHouse.words(language, answer).choices.map(\.say)
    #expect(try says.map(Self.meant) == [.undo, .details, .change, .addAttendee], "\(says)")
  }

  @Test("What buttons of choices show", arguments: AnswerLanguage.allCases)
  func buttons(language: AnswerLanguage) throws {
    var answer = Answer(.needsChoice)
    answer.choices = [
      Option(1, .anyway(RoomID("Xaro"), seats: 1)), Option(2, .all),
    ]
    let titles = SampleHouse.words(language, answer).choices.map(\.title)
    #expect(try titles.map(Self.meant) == [.details, .choose], "\(titles)")
  }

  @Test("The examples of help", arguments: AnswerLanguage.allCases)
  func help(language: AnswerLanguage) throws {
    let examples = HelpExamples(
      room: SampleHouse.building.rooms[0], span: SampleHouse.wednesday,
      booking: BookingReference(7), open: [], trip: TripReference(1))
    let lines = SampleHouse.lines(language, .help(examples, on: nil)).filter { $0.hasPrefix("  ") }
      .flatMap { $0.split(separator: "·").map { $0.trimmingPrefix(while: { $0 == " " }) } }.map(
        String.init)
    let meant: [Intent] = [
      .book, .find, .rooms, .show, .isFree, .ride, .ride, .ride, .bookings, .show, .passes, .change,
      .change, .cancel,
      .undo,
    ]
    #expect(try lines.map(Self.meant) == meant, "\(lines)")
  }

  /// What the examples of help on one thing are read as.
  private static let ofTopics: [HelpTopic: [Intent?]] = [
    .book: [.book, .book, .book], .series: [.book, .cancel, .change],
    .cancel: [.cancel, .cancel, .undo], .change: [.change, .change, .change],
    .people: [.addAttendee, .removeAttendee], .passes: [.passes, .resend],
    .wait: [.wait, .waits], .search: [.find, .find, .rooms], .undo: [.undo],
    .private: [.change, .book], .times: [.book, .book, .book],
    .trips: [.ride, .ride, .ride, .cancel, .ride, .ride],
  ]

  @Test("The examples of help on one thing", arguments: AnswerLanguage.allCases)
  func topics(language: AnswerLanguage) throws {
    let examples = HelpExamples(
      room: SampleHouse.building.rooms[0], span: SampleHouse.wednesday,
      booking: BookingReference(7), open: [])
    for topic in HelpTopic.allCases {
      let lines = SampleHouse.lines(language, .help(examples, on: topic))
        .filter { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
      let meant: [Intent?] = try lines.map(Self.meant)
      #expect(meant == Self.ofTopics[topic], "\(lines)")
    }
  }

  @Test("The lines that one is told to try", arguments: AnswerLanguage.allCases)
  func examples(language: AnswerLanguage) throws {
    let examples = HelpExamples(
      room: SampleHouse.building.rooms[0], span: SampleHouse.wednesday, booking: nil, open: [])
    let moment = SampleHouse.wednesday.start
    let parts: [AnswerPart] = [
      .greeting(nil, examples), .notUnderstood(level: 2, examples), .noReminders(moment),
    ]
    let all: [String] = parts.flatMap { SampleHouse.lines(language, $0) }
    let lines = all.filter { $0.contains("Xaro") || $0.contains("10:15") }.compactMap {
      $0.split(separator: ": ").last.map(String.init)
    }
    #expect(lines.count == 3)
    #expect(try lines.map(Self.meant) == [.book, .book, .book], "\(lines)")
    let steps = SampleHouse.lines(language, .notUnderstood(level: 3, examples)).dropFirst()
    let meant = try steps.map { try Self.meant(String($0)) }
    #expect(meant == [.rooms, .book, .help], "\(steps)")
  }

  /// What stands in quotes in some answers, in their order.
  private static let quoted: [([Intent], AnswerPart)] = [
    ([.undo], .undoAgain), ([.undo], .cancelled([SampleHouse.booking])),
    ([.undo], .passesQueued([SampleHouse.ana], waitSeconds: 10)),
    ([.resend], .passesStay(["Qana"], BookingReference(7))), ([.help], .nothingOpen),
    ([.no], .noSuchChoice(9)), ([.no], .noSuchChoice(nil)),
    ([.cancel], .asksWhoIsMeant(SampleHouse.booking)),
    ([.yes, .no], .asks([.confirm], attendee: nil)), ([.skip], .asks([.title], attendee: nil)),
    ([.skip], .asks([.attendeePhone], attendee: "Qana")),
    ([.change, .change, .details, .no], .asksWhatToChange(SampleHouse.booking)),
  ]

  @Test("What stands in quotes", arguments: AnswerLanguage.allCases)
  func inQuotes(language: AnswerLanguage) throws {
    for (intents, part) in Self.quoted {
      let lines = SampleHouse.lines(language, part)
      let quoted = lines.flatMap { $0.matches(of: /["„]([^"“]+)["“]/) }.map { String($0.1) }
      #expect(try quoted.map(Self.meant) == intents, "\(quoted)")
    }
  }

  @Test("What mends a pass that has failed", arguments: AnswerLanguage.allCases)
  func mending(language: AnswerLanguage) throws {
    let wording = AnswerWording(
      in: language, world: SampleHouse.world(), now: SampleHouse.now, for: UserID("qxmia"))
    let sentences: [String] = SampleHouse.news.flatMap { wording.words(for: $0) }
    let failed = sentences.filter { $0.contains("4103") }
    let quoted = (failed.first ?? "").matches(of: /["„]([^"“]+)["“]/).map { String($0.1) }
    let mended = zip(quoted, ["0171 7654321", "qana@qy.qq", "", ""])
      .map { $0.0.replacing("…", with: $0.1) }
    #expect(try mended.map(Self.meant) == [.mend, .mend, .resend, .skip], "\(mended)")
  }
}
