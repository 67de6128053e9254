// What the people of a soak want: each booking under a title and with an attendee of its own.

import Foundation

/// Draws what is wanted, and remembers all that anybody asked for. A class because all clients draw
/// from it.
final class SoakWishes {
  static let rooms = ["Alder", "Birch", "Cedar", "Dogwood", "Elder", "Fir"]
  /// A room in which one at a time looks first and takes then.
  static let quietRoom = "Quiet"

  var draws: Draws
  /// All titles that were sent in a whole line.
  private(set) var titles: Set<String> = []
  private var numbers = 0
  private var quietQuarters = 0
  private let today = Int(Date().timeIntervalSince1970) / 86_400

  init(_ draws: Draws) { self.draws = draws }

  /// A line that books, whether or not it will ever be whole.
  func booking(titled kind: String) -> (line: String, title: String) {
    numbers += 1
    let title = "\(kind) \(numbers)"
    let start = 8 * 60 + 15 * draws.number(0...39)
    let end = start + 15 * draws.number(1...3)
    let span = "\(WantedVersion.time(start))-\(WantedVersion.time(end))"
    let day = PassPlace.date(ofDay: today + draws.number(2...20))
    let with = draws.happens(70) ? " with \(Person.written(numbers))" : ""
    let room = draws.one(of: Self.rooms)
    return ("book \(room) on \(day) \(span) titled \"\(title)\"\(with)", title)
  }

  /// A line that books and is sent.
  func booking() -> String {
    let (line, title) = booking(titled: "Soak")
    titles.insert(title)
    return line
  }

  /// A question about a place that nobody else wants.
  func question() -> String {
    defer { quietQuarters += 1 }
    let start = 8 * 60 + 15 * (quietQuarters % 40)
    let day = PassPlace.date(ofDay: today + 2 + quietQuarters / 40 % 300)
    let span = "\(WantedVersion.time(start))-\(WantedVersion.time(start + 15))"
    return "is \(Self.quietRoom) free on \(day) \(span)?"
  }
}

/// What clients were told of a booking last.
struct SoakTold {
  let version: Int
  let isHeld: Bool
}

/// What a soak has found and counted. A class because all clients write into it.
final class SoakNotes {
  /// What must not have been seen, in words.
  private(set) var faults: [String] = []
  /// How often something happened.
  private(set) var counts: [String: Int] = [:]
  /// What was told of bookings, by their numbers.
  private(set) var told: [Int: SoakTold] = [:]

  func fault(_ words: String) { if faults.count < 20 { faults.append(words) } }
  func count(_ what: String) { counts[what, default: 0] += 1 }

  func hear(_ reference: Int, version: Int, isHeld: Bool) {
    if let before = told[reference], before.version >= version { return }
    told[reference] = SoakTold(version: version, isHeld: isHeld)
  }

  var figures: String {
    counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }
}
