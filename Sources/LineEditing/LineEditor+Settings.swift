// What an editor is made with, and what it hands out.

extension LineEditor {
  /// How it looks and what it knows.
  public struct Settings {
    /// What stands before each line.
    public var prompt: String
    /// Whether the prompt is drawn in colour.
    public var isPainted: Bool
    /// Where lines are remembered; nil for in memory alone.
    public var history: LineHistory?
    /// What TAB completes, asked each time.
    public var completer: () -> Completer
    /// Whether a line holds what nobody may read: it is remembered nowhere.
    public var isSecret: (String) -> Bool
    /// Is told, once, that lines cannot be remembered.
    public var tell: (HistoryFault) -> Void
    /// Its numbers.
    public var limits = LineEditingLimits()

    /// A plain look, and nothing known.
    public init(prompt: String) {
      self.prompt = prompt
      isPainted = false
      completer = { Completer() }
      isSecret = { _ in false }
      tell = { _ in }
    }
  }

  /// What somebody did that concerns more than the line in hand.
  package enum Deed: Hashable {
    /// Ended a line; its octets without a line end. Where there is a character that nobody can have
    /// meant the octets are no UTF-8, so that the line is refused and not read in part.
    case line([UInt8])
    /// Dropped the line in hand, and what they were asked.
    case interrupted
    /// Wants to leave at once.
    case leave
    /// Has nothing more to say.
    case ended
  }
}
