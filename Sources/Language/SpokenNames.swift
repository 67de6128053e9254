// What has a name in a conversation, made findable once however often a line is looked at.

/// What can be called by its name beside what the building has: people, bookings, rides, and with
/// whom accounts can be linked.
public struct SpokenNames: Sendable {
  /// Names of people in the conversation or booking, so that `remove Ann` needs no address.
  public var people: [String] { didSet { tables = made() } }
  /// Titles of the speaker's own bookings, so that `cancel Planning` names one of them.
  public var titles: [String] { didSet { tables = made() } }
  /// What the speaker has booked on trips, as the service calls it.
  public var rides: [String] { didSet { tables = made() } }
  /// What is offered of a ride now, as the service calls it, in its order.
  public var offered: [String] { didSet { tables = made() } }
  /// With whom accounts can be linked.
  public var providers: [String] { didSet { tables = made() } }

  private(set) var tables = SpokenNameTables.none

  /// These names; nobody and nothing is known unless said.
  public init(
    people: [String] = [], titles: [String] = [], rides: [String] = [], offered: [String] = [],
    providers: [String] = []
  ) {
    self.people = people
    self.titles = titles
    self.rides = rides
    self.offered = offered
    self.providers = providers
    tables = made()
  }

  private func made() -> SpokenNameTables {
    let isNobody =
      people.isEmpty && titles.isEmpty && rides.isEmpty && offered.isEmpty && providers.isEmpty
    return isNobody ? .none : SpokenNameTables(self)
  }
}

/// Where such names are found in a line. A class, so that handing it on counts one reference.
final class SpokenNameTables: Sendable {
  /// The people of the conversation; nil if nobody is known.
  let people: NameTable?
  /// The titles of the speaker's bookings; nil if none has one.
  let titles: NameTable?
  /// The last words of those titles that have several, but for words that two titles end in.
  let titleWords: NameTable?
  /// What the speaker has booked on trips, and words of it that are of one alone; nil for nothing.
  let rides: NameTable?
  /// What is offered of a ride, in the same way.
  let offered: NameTable?
  /// With whom accounts can be linked; nil for nobody.
  let providers: NameTable?
  /// The words of what is offered.
  let offeredWords: Set<FoldedHash>
  /// The words of the names of people, titles, rides and offers.
  let words: Set<FoldedHash>

  /// The tables of nobody and nothing.
  static let none = SpokenNameTables()

  fileprivate init(_ spoken: SpokenNames) {
    let people = spoken.people.map(Name.init)
    let titles = spoken.titles.map(Name.init)
    let rides = spoken.rides.map(Name.init)
    let offered = spoken.offered.map(Name.init)
    self.people = Self.table(Self.calledInAllForms(people))
    self.titles = Self.table(titles.enumerated().map { ($0.element.tokens, $0.offset) })
    titleWords = Self.table(Self.lastWords(of: titles))
    self.rides = Self.table(Self.called(rides))
    self.offered = Self.table(Self.called(offered))
    providers = Self.table(
      spoken.providers.enumerated().map { (Tokenizer.tokens(of: $0.element), $0.offset) })
    offeredWords = Set(offered.lazy.flatMap(\.tokens).map(\.hash))
    words = offeredWords.union((people + titles + rides).lazy.flatMap(\.tokens).map(\.hash))
  }

  private init() {
    (people, titles, titleWords, rides, offered, providers) = (nil, nil, nil, nil, nil, nil)
    (offeredWords, words) = ([], [])
  }

  /// A name and its tokens, which are cut once.
  private struct Name {
    let text: String
    let tokens: [Token]

    init(_ text: String) { (self.text, tokens) = (text, Tokenizer.tokens(of: text)) }
  }

  private static func table(_ names: [(tokens: [Token], index: Int)]) -> NameTable? {
    names.isEmpty ? nil : NameTable(names)
  }

  /// How people may be called: by all of their name or by the first of several, unless two are
  /// called so; in German also with what stands behind a name for what is theirs.
  private static func calledInAllForms(_ people: [Name]) -> [(tokens: [Token], index: Int)] {
    if people.isEmpty { return [] }
    let firsts = people.map { $0.text.split(separator: " ").first.map(String.init) ?? $0.text }
    let counts = Dictionary(firsts.map { ($0.lowercased(), 1) }, uniquingKeysWith: +)
    return people.enumerated().flatMap { index, name in
      let genitive = Circumstances.genitive
      let whole = [(name.tokens, index), (Tokenizer.tokens(of: name.text + genitive), index)]
      guard counts[firsts[index].lowercased()] == 1 else { return whole }
      return whole
        + [firsts[index], firsts[index] + genitive].map { (Tokenizer.tokens(of: $0), index) }
    }
  }

  /// How each of several things may be called: whole, or by a word that no other has.
  private static func called(_ titles: [Name]) -> [(tokens: [Token], index: Int)] {
    let shortest = 3
    var holders: [String: Set<Int>] = [:]
    for (index, title) in titles.enumerated() {
      for word in title.text.split(separator: " ") where word.count >= shortest {
        holders[word.lowercased(), default: []].insert(index)
      }
    }
    let own = holders.compactMap { word, holders in
      holders.count == 1 ? holders.first.map { (word, $0) } : nil
    }
    return titles.enumerated().map { ($0.element.tokens, $0.offset) }
      + own.sorted { $0 < $1 }.map { (Tokenizer.tokens(of: $0.0), $0.1) }
  }

  private static func lastWords(of titles: [Name]) -> [(tokens: [Token], index: Int)] {
    let last = titles.enumerated().compactMap { index, title -> (String, Int)? in
      let words = title.text.split(separator: " ")
      return words.count > 1 ? words.last.map { ($0.lowercased(), index) } : nil
    }
    let counts = Dictionary(last.map { ($0.0, 1) }, uniquingKeysWith: +)
    return last.filter { counts[$0.0] == 1 }.map { (Tokenizer.tokens(of: $0.0), $0.1) }
  }
}
