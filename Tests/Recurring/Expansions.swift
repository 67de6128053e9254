// Prints rules by chance and what usher makes of each, for `Tests/recurrences`, which builds it.

import CivilTime
import Foundation

/// What is printed of a rule, one word of it after the other, in the form that `libical.c` reads.
@main
private enum Expansions {
  /// Half an hour and a whole one, midnight and the small hours, both halves of the earth; and one
  /// whose clocks never change, a quarter of an hour apart from all others.
  static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago",
    "America/Havana", "Asia/Kathmandu", "Pacific/Auckland",
  ]

  static func main() {
    let words = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
    guard words.count == 2 else { end("a seed and a count are wanted") }
    var random = SeededRandom(seed: words[0])
    let rules = zones.compactMap { PlatformZones.rules(of: $0) }
    guard rules.count == zones.count else { end("the platform lacks one of \(zones)") }
    let changes = rules.map { Self.changes(of: $0) }
    for number in 0..<words[1] {
      let index = Int.random(in: zones.indices, using: &random)
      let drawn = DrawnRule(near: changes[index], using: &random)
      // Now and then from a day that is none of the rule.
      let isAsAsked = random.chance(5)
      print(lines(of: drawn, number, in: rules[index], isAsAsked: isAsAsked), terminator: "")
    }
  }

  private static func end(_ words: String) -> Never {
    FileHandle.standardError.write(Data("\(words)\n".utf8))
    exit(64)
  }

  /// What the clocks of a zone showed whenever they were set, 2005 to 2037.
  private static func changes(of zone: ZoneRules) -> [CivilMoment] {
    let halfHours = (12_784 * 48)...(24_836 * 48)
    var changes: [CivilMoment] = []
    var before: Int?
    for number in halfHours {
      let instant = Instant(seconds: Int64(number) * 1800)
      let offset = zone.offsetSeconds(at: instant)
      if let before, before != offset { changes.append(zone.civil(at: instant)) }
      before = offset
    }
    return changes
  }

  private static func lines(
    of drawn: DrawnRule, _ number: UInt64, in zone: ZoneRules, isAsAsked: Bool
  ) -> String {
    let rule = drawn.rule
    let first = rule.firstDay(onOrAfter: drawn.asked)
    var start = drawn.asked
    // libical may leave a Sunday out where rounds of several weeks begin on no day of the rule.
    let isAsAsked = isAsAsked && (rule.frequency != .weekly || rule.interval == 1)
    if let first, !isAsAsked, drawn.canBegin(on: first) { start = first }
    let last = min(start.adding(days: drawn.daysFollowed), DrawnRule.lastDay)
    let leftOut = rule.leftOut.map { "\($0.lowerBound)..\($0.upperBound)" }
    var text = "rule \(number) \(zone.name) \(rule) "
    text += leftOut.isEmpty ? "-\n" : leftOut.joined(separator: ",") + "\n"
    text += "first \(drawn.asked) \(first.map(\.description) ?? "-")\n"
    text += "days \(start) \(drawn.time) \(last) \(drawn.limit)\n"
    for day in rule.days(from: start, through: last, atMost: drawn.limit) {
      let moment = CivilMoment(day, drawn.time)
      switch zone.resolve(moment) {
      case .once(let instant): text += "\(moment) once \(instant.seconds)\n"
      case .gap(let next): text += "\(moment) gap \(next.seconds)\n"
      case .fold(let one, let other): text += "\(moment) fold \(one.seconds) \(other.seconds)\n"
      }
    }
    return text + "end\n"
  }
}
