// Files that an operator may well write: numbers at the ends of the ranges that the help tells,
// several at a time. Most of them are taken, and then the house they make is talked to.

import House
import JSON
import Passes

struct FileSeeds {
  /// A member that is a number, by its path, and the ends of its range.
  private struct Number {
    let path: [String]
    let ends: [Int64]
  }

  /// So many files of each kind.
  private static let count = 150

  /// Configurations and buildings; the same every time.
  static let all: [[UInt8]] = {
    var chance = SeededRandom(seed: 1)
    let configuration = numbers(in: HelpTopic.configuration)
    let rules = numbers(in: HelpTopic.building).filter { $0.path.first == "rules" }
    return (0..<count).flatMap { _ -> [[UInt8]] in
      var house = JSONObject()
      for _ in 0...chance.below(4) { add(chance.pick(configuration), to: &house, &chance) }
      var room: JSONObject = ["name": "1", "seats": 4]
      for _ in 0...chance.below(4) { add(chance.pick(rules), to: &room, &chance) }
      let hours: [JSONValue] = [
        ["opens": "00:00", "closes": "24:00"], ["opens": "10:00"], ["closes": "08:00"],
      ]
      if chance.below(3) == 0 { room["hours"] = chance.pick(hours) }
      return [
        JSONValue.object(house).octets, JSONValue.array([.object(room), ["name": "2"]]).octets,
      ]
    }
  }()

  private static func add(
    _ number: Number, to object: inout JSONObject, _ chance: inout SeededRandom
  ) {
    var value = JSONValue.integer(chance.pick(number.ends))
    for depth in number.path.indices.reversed() {
      var around = JSONValue.object(object)
      for name in number.path[..<depth] { around = around[name] ?? [:] }
      var members = around.object ?? [:]
      members[number.path[depth]] = value
      value = .object(members)
    }
    if let whole = value.object { object = whole }
  }

  /// The numbers of which a help page says `1 to 64 calls`.
  private static func numbers(in topic: HelpTopic) -> [Number] {
    var numbers: [Number] = []
    var path: [String] = []
    for line in topic.text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if line.hasPrefix("  "), !line.hasPrefix("   "), words.count == 1 {
        path = words[0].split(separator: ".").map(String.init)
      } else if words.count > 3, words[1] == "to", let low = Int64(words[0]),
        let high = Int64(words[2]), !path.isEmpty
      {
        numbers.append(Number(path: path, ends: [low, low + (high - low) / 1000, high]))
      }
    }
    return numbers
  }
}
