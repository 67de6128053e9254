// What became of orders with a small piece beside them, counted and told.

import LineProtocol

/// Counts of what was kept, by place and by piece, and the lines that were not.
struct PieceTally {
  /// One order with one piece at one border.
  struct Trial {
    let line: String
    let piece: String
    let place: OrderBorder.Place
    let bare: Outcome
    let outcome: Outcome

    fileprivate var verdict: Outcome.Verdict { outcome.verdict(besides: bare) }
  }

  private struct Count {
    var numbers: [Outcome.Verdict: Int] = [:]
    var all: Int { numbers.values.reduce(0, +) }

    func percent(_ verdict: Outcome.Verdict) -> Double {
      all == 0 ? 0 : 100 * Double(numbers[verdict] ?? 0) / Double(all)
    }
  }

  /// Orders that were tried.
  var orders = 0
  private var whole = Count()
  private var places: [OrderBorder.Place: Count] = [:]
  private var pieces: [String: Count] = [:]
  private var failures: [Trial] = []

  mutating func add(_ trial: Trial) {
    let verdict = trial.verdict
    whole.numbers[verdict, default: 0] += 1
    places[trial.place, default: Count()].numbers[verdict, default: 0] += 1
    pieces[trial.piece, default: Count()].numbers[verdict, default: 0] += 1
    if verdict != .kept { failures.append(trial) }
  }

  func percent(_ verdict: Outcome.Verdict) -> Double { whole.percent(verdict) }

  /// The figures of a measurement: a line for all, and one for each place.
  func figures(named name: String) -> String {
    let byPlace = OrderBorder.Place.allCases.map { place in
      "  \(place.rawValue): " + Self.text(places[place] ?? Count())
    }
    return (["\(name), \(orders) orders: " + Self.text(whole)] + byPlace).joined(separator: "\n")
  }

  /// The figures of each piece, and so many lines that were not kept, from all over.
  func failing(_ linesMax: Int) -> String {
    let byPiece = pieces.sorted { $0.value.percent(.kept) < $1.value.percent(.kept) }
      .map { "  \($0.key): " + Self.text($0.value) }
    let step = max(1, failures.count / max(1, linesMax))
    let told = failures.enumerated().filter { $0.offset % step == 0 }.prefix(linesMax).map {
      trial in
      """
        \(trial.element.line)
          bare: \(Self.text(trial.element.bare))
          \(trial.element.verdict): \(Self.text(trial.element.outcome))
      """
    }
    return (byPiece + told).joined(separator: "\n")
  }

  private static func text(_ outcome: Outcome) -> String {
    let done = outcome.deeds.map(\.description).joined(separator: "; ")
    return "\(outcome.code.rawValue) " + (done.isEmpty ? outcome.words : done)
  }

  private static func text(_ count: Count) -> String {
    func share(_ verdict: Outcome.Verdict) -> String {
      String((count.percent(verdict) * 10).rounded() / 10)
    }
    return "\(count.all) lines, kept \(share(.kept)), asked \(share(.asked)), "
      + "other \(share(.other))"
  }
}
