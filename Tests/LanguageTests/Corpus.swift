// Reads the corpus: lines, what they mean, and the circumstances in which they do.

import CivilTime
import Foundation
import Grammar
import Language

/// A line of the corpus and what it must be read as.
struct CorpusCase {
  let file: String
  let number: Int
  let text: String
  /// The canonical readings, best first; more than one only if the line is declared ambiguous.
  let readings: [String]
  let context: ReadingContext

  var place: String { "\(file):\(number)" }
}

/// The files under `grammar/corpus`.
enum Corpus {
  static let grammarFolder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "grammar")

  /// The names of all corpus files, as `en/booking.corpus`.
  static let files: [String] = {
    let folder = grammarFolder.appending(path: "corpus")
    let all = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
    return all.compactMap { $0 as? String }.filter { $0.hasSuffix(".corpus") }.sorted()
  }()

  static let buildings: [String: Vocabulary] = [
    "demonstration": Vocabulary(
      rooms: ["Aquarium", "Bunker", "Cockpit", "Dachstube"].map { RoomNames(name: $0) },
      equipment: ["TV", "whiteboard", "video", "projector"],
      locations: ["Main building", "Annex"]),
    "people": Vocabulary(
      rooms: ["Aquarium", "Bunker", "Cockpit", "Dachstube"].map { RoomNames(name: $0) },
      equipment: ["TV", "whiteboard", "video", "projector"],
      people: ["Tom Bauer", "Tom", "Jana Kurz", "Jana", "Jan Mai", "Jan", "design"]),
    "empty": Vocabulary(rooms: [RoomNames(name: "Hall")]),
    "numbers": Vocabulary(
      rooms: ["1.1", "1.10", "1.11", "2.12", "1030"].map { RoomNames(name: $0) } + [
        RoomNames(name: "Blue Room", aliases: ["Sky"])
      ],
      equipment: ["50\" Flatscreen", "Projector", "Big Lego Set", "Interactive Whiteboard"],
      locations: ["Floor 1", "Floor 2"]),
  ]

  /// What is wrong with a corpus file itself.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// The cases of a file.
  ///
  /// A line that begins in the first column is said; the indented lines below it are its readings.
  /// `@clock`, `@hours`, `@building`, `@expect`, `@people`, `@titles`, `@offered` and `@order`
  /// hold for all that follows.
  static func cases(of file: String) throws -> [CorpusCase] {
    let url = grammarFolder.appending(path: "corpus").appending(path: file)
    guard let moment = CivilMoment("2026-11-24T09:07"), let building = buildings["demonstration"]
    else { throw Fault(description: "the usual circumstances are broken") }
    var context = ReadingContext(now: moment, vocabulary: building)
    var cases: [CorpusCase] = []
    var open: (number: Int, text: String, readings: [String])?
    func close() {
      guard let last = open else { return }
      cases.append(
        CorpusCase(
          file: file, number: last.number, text: last.text, readings: last.readings,
          context: context))
      open = nil
    }
    let text = try String(contentsOf: url, encoding: .utf8)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.hasPrefix("#") && !line.allSatisfy(\.isWhitespace) {
      if line.hasPrefix(" ") {
        open?.readings.append(line.trimmingCharacters(in: .whitespaces))
      } else {
        close()
        if line.hasPrefix("@") {
          try change(&context, by: String(line), at: "\(file):\(index + 1)")
        } else {
          open = (index + 1, String(line), [])
        }
      }
    }
    close()
    return cases
  }

  private static func change(
    _ context: inout ReadingContext, by line: String, at place: String
  ) throws {
    let words = line.split(separator: " ").map(String.init)
    let rest = words.dropFirst()
    switch words[0] {
    case "@clock":
      guard let moment = rest.first.flatMap({ CivilMoment($0) }) else { break }
      context.now = moment
      return
    case "@hours":
      let ends = rest.first?.split(separator: "-").compactMap { ClockTime($0) } ?? []
      guard ends.count == 2, let hours = ClockWindow(from: ends[0], to: ends[1]) else { break }
      context.hours = hours
      return
    case "@building":
      guard let building = rest.first.flatMap({ buildings[$0] }) else { break }
      context.vocabulary = building
      return
    case "@expect":
      let kinds = rest.compactMap { SlotKind(rawValue: $0) }
      guard kinds.count == rest.count else { break }
      context.expected = Set(kinds)
      return
    case "@people":
      context.spoken.people = Array(rest)
      return
    case "@titles":
      context.spoken.titles = rest.joined(separator: " ").split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      return
    case "@offered":
      context.spoken.offered = rest.joined(separator: " ").split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      return
    case "@continuing":
      guard let isSo = ["yes": true, "no": false][rest.first ?? ""] else { break }
      context.isContinuing = isSo
      return
    case "@travelling":
      guard let isSo = ["yes": true, "no": false][rest.first ?? ""] else { break }
      context.isTravelling = isSo
      return
    case "@listed":
      guard let isSo = ["yes": true, "no": false][rest.first ?? ""] else { break }
      context.hasListed = isSo
      return
    case "@order":
      guard let order = rest.first.flatMap({ DateOrder(rawValue: $0) }) else { break }
      context.dateOrder = order
      return
    default: break
    }
    throw Fault(description: "\(place): \(line) is no circumstance")
  }
}
