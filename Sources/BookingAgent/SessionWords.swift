// The words that begin with a slash, for who offers them while a line is typed.

import Bookings

/// The words of the session.
public enum SessionWords {
  /// Whether a line is the last one of a page after which more follows.
  public static func saysMoreFollows(_ line: String) -> Bool {
    AnswerLanguage.allCases.contains { AgentWording.more($0) == line }
  }

  /// Those that `/help` tells, each with its slash, in its order.
  public static let told: [String] = AgentWording.sessionHelp.flatMap { line in
    line.split(separator: " ").filter { $0.hasPrefix("/") }
      .map { word in "/" + word.dropFirst().prefix { $0.isLetter } }.filter { $0.count > 1 }
  }
}
