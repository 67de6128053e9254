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
  /// The titles of the speaker's bookings; nil if none has one.
  let knownTitles: NameTable?
  /// The last words of those titles that have several, but for words that two titles end in.
  let titleWords: NameTable?
  /// What the speaker has booked on trips, and words of it that are of one alone; nil for nothing.
  let knownRides: NameTable?
  /// What is offered of a ride, in the same way.
  let offered: NameTable?
  /// With whom accounts can be linked; nil for nobody.
  let knownProviders: NameTable?
  let limits: ReadingLimits
  /// What German puts behind a name without a sign: `Anas Nummer`.
  static let genitive = "s"
  /// The words of their names, and of the titles.
  private let spokenWords: Set<FoldedHash>

  init(_ context: ReadingContext, limits: ReadingLimits) {
    self.context = context
    self.limits = limits
    frame = ReadingFrame(context)
    names = context.vocabulary.names
    let titles = context.titles
    knownTitles =
      titles.isEmpty ? nil : NameTable(titles.enumerated().map { ($0.element, $0.offset) })
    titleWords = titles.isEmpty ? nil : NameTable(Self.lastWords(of: titles))
    knownRides = context.rides.isEmpty ? nil : NameTable(Self.named(context.rides))
    offered = context.offered.isEmpty ? nil : NameTable(Self.named(context.offered))
    let providers = context.providers.enumerated().map { ($0.element, $0.offset) }
    knownProviders = providers.isEmpty ? nil : NameTable(providers)
    guard
      !context.people.isEmpty || !titles.isEmpty || !context.rides.isEmpty
        || !context.offered.isEmpty
    else {
      (spokenWords, knownPeople) = ([], nil)
      return
    }
    let spoken = context.people + titles + context.rides + context.offered
    spokenWords = Set(spoken.flatMap { Tokenizer.tokens(of: $0).map(\.hash) })
    guard !context.people.isEmpty else {
      knownPeople = nil
      return
    }
    let firsts = context.people.map { $0.split(separator: " ").first.map(String.init) ?? $0 }
    let counts = Dictionary(firsts.map { ($0.lowercased(), 1) }, uniquingKeysWith: +)
    knownPeople = NameTable(
      context.people.enumerated().flatMap { index, name in
        // A person is also known by the first of several names, unless two are called so.
        let first = counts[firsts[index].lowercased()] == 1 ? [firsts[index]] : []
        return ([name] + first).flatMap { [($0, index), ($0 + Self.genitive, index)] }
      })
  }

  /// How each of several things may be called: whole, or by a word that no other has.
  private static func named(_ titles: [String]) -> [(String, Int)] {
    let shortest = 3
    let words = titles.map { title in
      Set(title.split(separator: " ").map { $0.lowercased() }.filter { $0.count >= shortest })
    }
    return titles.enumerated().flatMap { index, title in
      let others = words.indices.filter { $0 != index }.flatMap { words[$0] }
      return [(title, index)] + words[index].subtracting(others).sorted().map { ($0, index) }
    }
  }

  private static func lastWords(of titles: [String]) -> [(String, Int)] {
    let last = titles.enumerated().compactMap { index, title -> (String, Int)? in
      let words = title.split(separator: " ")
      return words.count > 1 ? words.last.map { ($0.lowercased(), index) } : nil
    }
    let counts = Dictionary(last.map { ($0.0, 1) }, uniquingKeysWith: +)
    return last.filter { counts[$0.0] == 1 }
  }

  /// Whether a word stands in a name of the building or of a person, or in a title.
  func knows(_ word: FoldedHash) -> Bool {
    names.knows(word) || spokenWords.contains(word)
  }
}
