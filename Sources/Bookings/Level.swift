// Which storey a building's own word for a floor means.

/// A storey of a building. What is higher is greater; 0 is the ground floor, -1 the first basement.
public enum Level: Hashable, Comparable, Codable, Sendable {
  /// A storey by its number.
  case number(Int)
  /// The one under the roof, where the building does not number it.
  case attic

  /// The storey that a text names, in English or German: `3rd`, `Floor 3`, `1. OG`, `EG`, `Keller`,
  /// `2. UG`, `attic`; nil if it names none or has more than one number.
  public init?(floor: String) {
    let pieces = floor.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "-") }
    let words = pieces.flatMap(Self.parts)
    let numbers = words.compactMap { Int($0) }
    guard numbers.count <= 1 else { return nil }
    // `B2` is a basement, `B 2` may be the second floor of building B.
    let isBelow = words.contains {
      Self.below.contains($0) || pieces.count == 1 && Self.belowByLetter.contains($0)
    }
    if let number = numbers.first {
      self = .number(isBelow && number > 0 ? -number : number)
    } else if isBelow {
      self = .number(-1)
    } else if words.contains(where: Self.ground.contains) {
      self = .number(0)
    } else if words.contains(where: Self.underTheRoof.contains) {
      self = .attic
    } else {
      return nil
    }
  }

  /// `b2`, `3rd` and `2ug` as their letters and their number.
  private static func parts(of word: Substring) -> [String] {
    guard let first = word.firstIndex(where: \.isNumber) else { return [String(word)] }
    let isNegative = first > word.startIndex && word[word.index(before: first)] == "-"
    let start = isNegative ? word.index(before: first) : first
    let end = word[first...].firstIndex { !$0.isNumber } ?? word.endIndex
    return [word[..<start], word[start..<end], word[end...]].filter { !$0.isEmpty }.map(String.init)
  }

  /// What buildings call a storey below the ground; the first if it has no number.
  private static let below: Set<String> = [
    "basement", "cellar", "underground", "lower", "lg", "keller", "kellergeschoss", "kellergeschoß",
    "untergeschoss", "untergeschoß", "tiefgeschoss", "souterrain", "kg", "ug",
  ]
  private static let belowByLetter: Set<String> = ["b", "u"]
  private static let ground: Set<String> = [
    "ground", "g", "gf", "lobby", "erdgeschoss", "erdgeschoß", "parterre", "eg",
  ]
  private static let underTheRoof: Set<String> = [
    "attic", "loft", "roof", "rooftop", "top", "penthouse", "dach", "dachgeschoss", "dachgeschoß",
    "dg",
  ]
}

extension Building {
  /// The highest floor of the rooms, in the building's words; nil if no room says its floor so that
  /// it can be told which is higher.
  public var topFloor: String? {
    let floors = rooms.compactMap { room in
      room.floor.flatMap { floor in Level(floor: floor).map { (floor, $0) } }
    }
    return floors.max { $0.1 < $1.1 }?.0
  }
}
