// What a line is read under. A class, because every step of a reading looks at it and copying all
// that it refers to took a fifth of the time of one.

/// The context of a line and what is made of it once.
final class Circumstances {
  let context: ReadingContext
  /// The names of the building.
  let names: BuildingNames
  /// The part that dates, times and counts depend on.
  let frame: ReadingFrame
  /// The people of the conversation; nil if nobody is known.
  let knownPeople: NameTable?
  let limits: ReadingLimits

  init(_ context: ReadingContext, limits: ReadingLimits) {
    self.context = context
    self.limits = limits
    frame = ReadingFrame(context)
    names = context.vocabulary.names
    guard !context.people.isEmpty else {
      knownPeople = nil
      return
    }
    knownPeople = NameTable(
      context.people.enumerated().flatMap { index, name in
        // A person is also known by the first of several names.
        [(name, index)] + name.split(separator: " ").prefix(1).map { (String($0), index) }
      })
  }
}
