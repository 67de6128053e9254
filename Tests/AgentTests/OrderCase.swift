// The orders of the corpus: lines that do something to bookings, and the circumstances in which
// they are said.

import CivilTime
import Foundation
import Language

/// A line of the corpus that orders something.
struct OrderCase {
  let place: String
  let text: String
  let circumstances: OrderCircumstances

  /// A number drawn by the words of the line (FNV-1a), the same in every run.
  var lot: UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  /// Intents that do something to bookings.
  private static let orders: Set<Intent> = [
    .book, .change, .cancel, .undo, .addAttendee, .removeAttendee, .mend,
  ]

  /// All orders of a language. Left out is what is ambiguous or tentative, answers to an open
  /// question (`@expect`), and a house that is open around the clock.
  static func all(in language: String) throws -> [OrderCase] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "grammar/corpus/\(language)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".corpus") }.sorted()
    return try files.flatMap { file in
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      return cases(of: text, named: "\(language)/\(file)", language)
    }
  }

  private static func cases(of text: String, named name: String, _ language: String) -> [OrderCase]
  {
    var circumstances = OrderCircumstances(language: language)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var cases: [OrderCase] = []
    for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      if line.hasPrefix("@") {
        circumstances.change(by: line)
      } else if !line.hasPrefix(" "), circumstances.arePlayed,
        isOrder(lines[(index + 1)...].prefix { $0.hasPrefix(" ") })
      {
        cases.append(
          OrderCase(
            place: "\(name):\(index + 1)", text: String(line), circumstances: circumstances))
      }
    }
    return cases
  }

  private static func isOrder(_ readings: ArraySlice<Substring>) -> Bool {
    let words = readings.first?.split(separator: " ") ?? []
    guard readings.count == 1, let first = words.first else { return false }
    let intent = Intent(rawValue: String(first.drop { $0 == "~" }))
    return intent.map(orders.contains) ?? false && !words.contains("tentative")
  }
}

/// What the corpus says of the world around its lines.
struct OrderCircumstances: Hashable {
  let language: String
  private(set) var clock = "2026-11-24T09:07"
  private(set) var building = "demonstration"
  private(set) var order = DateOrder.dayFirst
  private(set) var people: [String] = []
  private(set) var titles: [String] = []
  private var isAsked = false
  private var hours = "07:00-19:00"

  init(language: String) { self.language = language }

  /// Whether a line can be played by itself in a house with the usual hours. Near the end of the
  /// calendar nothing can be booked beforehand.
  var arePlayed: Bool { !isAsked && hours == "07:00-19:00" && !clock.hasPrefix("9999") }

  fileprivate mutating func change(by line: Substring) {
    let words = line.split(separator: " ").map(String.init)
    let rest = words.dropFirst().joined(separator: " ")
    switch words[0] {
    case "@clock": clock = rest
    case "@building": building = rest
    case "@order": order = DateOrder(rawValue: rest) ?? order
    case "@people":
      people = rest.split(separator: rest.contains(",") ? "," : " ").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    case "@titles":
      titles = rest.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    case "@expect": isAsked = !rest.isEmpty
    default: hours = rest
    }
  }
}
