// The rules by which a line is understood. A rule only adds what a line may mean; which of it is
// meant is judged by planning.

import Discourse
import Language

/// A way to understand a line in what was said before.
public struct Rule: Sendable {
  /// What it is called.
  public let name: String
  /// What a line may mean by it; nothing if it is not a line of its kind.
  let reads: @Sendable (TurnContext) -> [Hypothesis]

  /// All of them, by what they are about.
  public static let all =
    answers + meantByWords + RideRules.all + waits + orders + times + questions + changes + people
    + courtesies
}

extension Rule {
  /// A hypothesis of this rule.
  static func hypothesis(
    _ rule: String, _ move: Move, in context: TurnContext, distance: Int = 0,
    doubts: Set<Doubt> = []
  ) -> Hypothesis {
    var doubts = doubts.union(context.doubts)
    let isUnlikely = context.isUnlikely(move)
    if isUnlikely, !context.reading.unused.isEmpty { doubts.insert(.guessed) }
    if context.asksAlone, move.doesSomething { doubts.insert(.hedged) }
    return Hypothesis(
      rule: rule, move, distance: distance, doubts: doubts,
      unusedCount: context.reading.unused.count, isUnlikely: isUnlikely)
  }
}

extension Move {
  /// Whether something would come to be, or become otherwise, by what a line names.
  fileprivate var doesSomething: Bool {
    switch self {
    case .pursue(let purposes, _, _): purposes.first?.goal.isOfBooking ?? false
    case .settle(_, .pick): true
    default: false
    }
  }
}

extension Goal {
  fileprivate var isOfBooking: Bool {
    switch self {
    case .book, .change: true
    case .cancel, .wait, .stopWaiting, .ride, .tell: false
    }
  }
}
