// Whether what a line may mean is what lines like it are said for.

import Discourse
import Language

extension TurnContext {
  /// Less likely than this nothing is meant where something else can be.
  private static let hardly: Float = 0.1

  /// Whether such lines are said for some acts far rather than for any other.
  func isRather(_ acts: [DialogueAct]) -> Bool {
    reading.odds.map { odds in acts.reduce(0) { $0 + odds[$1] } > Self.farRather } ?? false
  }

  private static let farRather: Float = 0.8

  /// Whether the line asks, without a verb of ours and without a time: `is it Jana?`, `Cockpit?`,
  /// `and after that?`.
  var asksAlone: Bool {
    let saysTime = slots.when.contains {
      $0.start != nil || $0.end != nil || $0.day != nil || $0.lengthMinutes != nil
    }
    let names =
      !slots.people.isEmpty || !slots.rooms.isEmpty || slots.also != nil || asBefore != nil
    return reading.asks && !isSaid && !saysTime && slots.target == nil && names
  }

  /// Whether lines like this one are hardly ever said for a move.
  func isUnlikely(_ move: Move) -> Bool {
    guard let odds = reading.odds, let acts = Self.acts(of: move) else { return false }
    return acts.reduce(0) { $0 + odds[$1] } < Self.hardly
  }

  /// The acts by which a move is made; nil if it may be any.
  private static func acts(of move: Move) -> [DialogueAct]? {
    switch move {
    case .pursue(let purposes, _, let answered):
      guard let goal = purposes.first?.goal, !purposes[0].request.seeksTime else { return nil }
      let filling: [DialogueAct] =
        answered == nil
        ? []
        : [
          .change, .changePerhaps, .invite, .invitePerhaps, .mend, .uninvite, .yes, .own, .part,
          .pick,
        ]
      return acts(of: goal) + filling
    case .settle(_, .yes): return [.yes, .book, .cancel, .change, .pick, .invite, .mend]
    case .settle(_, .pick): return [.pick, .part, .book, .yes, .change, .cancel]
    case .settle(_, .noSuchOption(_?)): return [.pick]
    case .settle(_, .no), .settle(_, .without), .settle(_, .noSuchOption(nil)), .skip, .misses,
      .passes, .ride, .courtesy:
      return nil
    case .retract: return [.no, .cancel, .undo, .undoPerhaps]
    case .undo, .redo: return [.undo, .undoPerhaps, .no, .change, .pick, .cancel]
    }
  }

  private static func acts(of goal: Goal) -> [DialogueAct] {
    switch goal {
    case .book: [.book, .bookPerhaps, .again, .pick, .yes, .part]
    case .change:
      [
        .change, .changePerhaps, .part, .pick, .mend, .invite, .invitePerhaps, .uninvite,
        .uninvitePerhaps, .no,
      ]
    case .cancel: [.cancel, .cancelPerhaps, .no, .undo]
    case .wait: [.wait, .book, .bookPerhaps, .availability]
    case .stopWaiting: [.unwait, .cancel, .cancelPerhaps, .no, .undo, .wait, .skip]
    case .ride: []
    case .tell(.waits): [.waits, .own, .wait, .availability]
    case .tell(.news): [.news, .passes, .own, .waits]
    case .tell: [.availability, .room, .rules, .own, .whose, .part, .passes, .help, .meet]
    }
  }
}
