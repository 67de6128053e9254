// The words that begin with a slash, for who offers them while a line is typed.

/// The words of the session.
public enum SessionWords {
  /// The last line of a page of a reply that is not its last one.
  public static let moreFollows = AgentWording.more

  /// Those that `/help` tells, each with its slash, in its order.
  public static let told: [String] = AgentWording.sessionHelp.flatMap { line in
    line.split(separator: " ").filter { $0.hasPrefix("/") }
      .map { word in "/" + word.dropFirst().prefix { $0.isLetter } }.filter { $0.count > 1 }
  }
}
