// The names of a building as the reader needs them: found by hash, without a search.

/// A room as the reader knows it: what people may call it.
public struct RoomNames: Hashable, Sendable {
  /// Its name.
  public let name: String
  /// Other names.
  public let aliases: [String]

  /// A room of that name with these other names.
  public init(name: String, aliases: [String] = []) {
    self.name = name
    self.aliases = aliases
  }
}

/// What a building's rooms, equipment and locations are called. Built once a building; the readings
/// refer to its entries by index.
public struct Vocabulary: Sendable {
  /// The rooms, in the building's order.
  public var rooms: [RoomNames] { names.rooms }
  /// The kinds of equipment, each once.
  public var equipment: [String] { names.equipment }
  /// The locations, each once.
  public var locations: [String] { names.locations }
  /// What people of the house and their groups are called, each once.
  public var people: [String] { names.people }

  let names: BuildingNames

  /// The vocabulary of a building.
  public init(
    rooms: [RoomNames], equipment: [String] = [], locations: [String] = [], people: [String] = []
  ) {
    names = BuildingNames(
      rooms: rooms, equipment: equipment, locations: locations, people: people)
  }
}

/// The names of a building and where to find them. A class, so that handing a vocabulary on counts
/// one reference and not nine.
final class BuildingNames: Sendable {
  let rooms: [RoomNames]
  let equipment: [String]
  let locations: [String]
  let people: [String]
  let roomNames: NameTable
  let equipmentNames: NameTable
  let locationNames: NameTable
  /// What people of the house and their groups are called; nil if nobody is known.
  let peopleNames: NameTable?
  /// The same in the genitive without apostrophe.
  let peopleGenitives: NameTable?
  /// Single words of the equipment's names, as `whiteboard` of `Interactive Whiteboard`.
  let equipmentWords: [FoldedHash: [Int]]
  /// All words of all names.
  private let words: Set<FoldedHash>
  private let filter: FoldedHashFilter
  /// What stands before the dot in names of rooms like `2.12`.
  let dottedFloors: Set<Int32>
  /// The folded names and the room of each, for spelling.
  let spellings: [(folded: [UInt8], room: Int)]

  init(rooms: [RoomNames], equipment: [String], locations: [String], people: [String]) {
    self.rooms = rooms
    self.equipment = equipment
    self.locations = locations
    self.people = people
    peopleNames =
      people.isEmpty
      ? nil
      : NameTable(
        people.enumerated().flatMap { [($1, $0), ($1 + Circumstances.genitive, $0)] })
    peopleGenitives =
      people.isEmpty
      ? nil : NameTable(people.enumerated().map { ($1 + Circumstances.genitive, $0) })
    roomNames = NameTable(
      rooms.enumerated().flatMap { index, room in
        ([room.name] + room.aliases).map { ($0, index) }
      })
    equipmentNames = NameTable(equipment.enumerated().map { ($1, $0) })
    locationNames = NameTable(locations.enumerated().map { ($1, $0) })
    var words: [FoldedHash: [Int]] = [:]
    for (index, name) in equipment.enumerated() {
      for token in Tokenizer.tokens(of: name)
      where token.kind == .word && token.end - token.start > 1
        && words[token.hash]?.last != index
      {
        words[token.hash, default: []].append(index)
      }
    }
    equipmentWords = words
    let names = rooms.flatMap { [$0.name] + $0.aliases } + equipment + locations
    self.words = Set(names.flatMap { Tokenizer.tokens(of: $0).map(\.hash) })
    filter = FoldedHashFilter(self.words)
    dottedFloors = Set(
      rooms.compactMap { room in
        let tokens = Tokenizer.tokens(of: room.name)
        let isDotted =
          tokens.count == 3 && tokens[0].kind == .number && tokens[2].kind == .number
          && tokens[1].kind == .sign && tokens[1].value == 0x2E && tokens[0].digits <= 2
        return isDotted ? tokens[0].value : nil
      })
    spellings = rooms.enumerated().flatMap { index, room in
      ([room.name] + room.aliases).map { (Folding.folded(Array($0.utf8)), index) }
    }
  }
}

extension BuildingNames {
  /// Whether a word stands in one of the names.
  func knows(_ word: FoldedHash) -> Bool { filter.mayContain(word) && words.contains(word) }

  /// Whether a room of the building is named in a line.
  func namesRoom(in tokens: [Token]) -> Bool {
    tokens.indices.contains { start in
      var isNamed = false
      if mayKnow(tokens[start].hash) {
        roomNames.forEach(in: tokens, at: start) { _, _ in isNamed = true }
      }
      return isNamed
    }
  }

  /// The same, told in one step: false only for a word that stands in none.
  func mayKnow(_ word: FoldedHash) -> Bool { filter.mayContain(word) }
}

/// Names cut into tokens, found by the hash of their first one.
struct NameTable: Sendable {
  struct Entry: Sendable {
    let hashes: [FoldedHash]
    /// Whether each token but the first stands without a space before it.
    let glued: [Bool]
    let index: Int
    let endsInNumber: Bool
  }

  private let entries: [FoldedHash: [Entry]]

  init(_ names: [(name: String, index: Int)]) {
    self.init(names.map { (Tokenizer.tokens(of: $0.name), $0.index) })
  }

  init(_ names: [(tokens: [Token], index: Int)]) {
    var entries: [FoldedHash: [Entry]] = [:]
    for (tokens, index) in names {
      guard let first = tokens.first, let last = tokens.last else { continue }
      let entry = Entry(
        hashes: tokens.map(\.hash), glued: tokens.map(\.isGlued), index: index,
        endsInNumber: last.kind == .number)
      entries[first.hash, default: []].append(entry)
    }
    self.entries = entries
  }

  /// Calls back with the end (a token index) and the index of every name that stands at a token.
  func forEach(in tokens: [Token], at start: Int, _ found: (_ end: Int, _ index: Int) -> Void) {
    guard let candidates = entries[tokens[start].hash] else { return }
    for entry in candidates where Self.stands(entry, in: tokens, at: start) {
      found(start + entry.hashes.count, entry.index)
    }
  }

  private static func stands(_ entry: Entry, in tokens: [Token], at start: Int) -> Bool {
    let end = start + entry.hashes.count
    guard end <= tokens.count else { return false }
    for offset in 1..<max(1, entry.hashes.count) {
      let token = tokens[start + offset]
      let matches = token.hash == entry.hashes[offset] && token.isGlued == entry.glued[offset]
      guard matches else { return false }
    }
    return !continues(entry, in: tokens, from: start, to: end)
  }

  /// Whether what stands around a name makes it a part of something else: `1.1` is not `1.10`, not
  /// the beginning of `1.1.2026`, and not the end of `21.1`.
  private static func continues(
    _ entry: Entry, in tokens: [Token], from start: Int, to end: Int
  ) -> Bool {
    if end < tokens.count, tokens[end].isGlued {
      if tokens[end].kind != .sign { return true }
      let joins = [0x2E, 0x3A, 0x2F, 0x40, 0x2A].contains(tokens[end].value)
      let hasMore = end + 1 < tokens.count && tokens[end + 1].isGlued
      if joins, tokens[end].value == 0x2A || hasMore && tokens[end + 1].kind != .sign {
        return true
      }
    }
    guard start > 0, tokens[start].isGlued else { return false }
    return tokens[start - 1].kind != .sign
      || [0x2E, 0x3A, 0x2F, 0x40].contains(tokens[start - 1].value) && start > 1
        && tokens[start - 1].isGlued
  }
}
