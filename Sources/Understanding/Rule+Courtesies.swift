// What people say to each other, and lines that are about nothing of ours.

import Discourse
import Language

extension Rule {
  static let courtesies = [courtesy, unasked]

  /// `hello`, `thanks`, `bye`, `help`, `remind me`.
  private static let courtesy = Rule(name: "courtesy") { context in
    said[context.intent].map { [hypothesis("courtesy", .courtesy($0), in: context)] } ?? []
  }

  private static let said: [Intent: Courtesy] = [
    .greet: .greeting, .thank: .thanks, .leave: .goodbye, .help: .help, .language: .help,
    .reminder: .reminders, .reminders: .reminders, .cancelReminder: .reminders,
  ]

  /// `yes`, `no`, `the second` where nothing is open.
  private static let unasked = Rule(name: "unasked") { context in
    guard !context.state.isOpen, !context.restoresLast else { return [] }
    // `fine`, behind what was done, is no more than assent.
    if context.intent == .yes, !context.saysContent, context.reading.isAcknowledgement {
      return [hypothesis("unasked", .courtesy(.thanks), in: context, distance: .max - 1)]
    }
    // `yes please`, `all of it`
    let agrees =
      context.intent == .yes && !context.saysContent
      || context.intent == .choose && context.slots.choice?.value == .all && context.listed == nil
    let done = context.state.salient(.booking, in: [.done], .justNow)
    if agrees, let done, context.distance(to: done) == 0, !context.state.undoable.isEmpty {
      return [hypothesis("unasked", .courtesy(.agreement), in: context, distance: .max - 1)]
    }
    if context.intent == .no, !context.saysContent {
      return [hypothesis("unasked", .retract(nil), in: context)]
    }
    guard answersAlone.contains(context.intent) else { return [] }
    // Whatever else such a line may mean comes before.
    return [hypothesis("unasked", .misses(.question), in: context, distance: .max)]
  }

  /// The intents of lines that only answer.
  private static let answersAlone: [Intent] = [.yes, .choose, .back, .more, .skip]
}
