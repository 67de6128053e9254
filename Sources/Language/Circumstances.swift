// What a line is read under. A class, because every step of a reading looks at it and copying all
// that it refers to took a fifth of the time of one.

/// The context of a line and what is made of it once.
final class Circumstances {
  let context: ReadingContext
  /// The names of the building.
  let names: BuildingNames
  /// The part that dates, times and counts depend on.
  let frame: ReadingFrame
  /// What is called by name in the conversation.
  let spoken: SpokenNameTables
  let limits: ReadingLimits
  /// What German puts behind a name without a sign: `Anas Nummer`.
  static let genitive = "s"

  init(_ context: ReadingContext, limits: ReadingLimits) {
    self.context = context
    self.limits = limits
    frame = ReadingFrame(context)
    names = context.vocabulary.names
    spoken = context.spoken.tables
  }

  /// Whether a word stands in a name of the building or of a person, or in a title.
  func knows(_ word: FoldedHash) -> Bool {
    names.knows(word) || spoken.words.contains(word)
  }
}
