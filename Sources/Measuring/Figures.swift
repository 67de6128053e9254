// Figures of several runs, and how they are written in columns.

import Foundation

/// What one run of requests took.
struct Rate: Sendable {
  /// Of all threads of whoever answered, a request.
  let processorMicroseconds: Double
  /// Requests a second, by the clock on the wall.
  let perSecond: Double

  /// How long something took, and how much of a processor somebody used meanwhile.
  /// - Throws: that the system does not tell; what the body throws.
  init<Failure: Error>(
    of count: Int, by meter: ProcessMeter, _ body: () throws(Failure) -> Void
  ) throws {
    let before = try meter.processorNanoseconds()
    let clock = ContinuousClock()
    let begin = clock.now
    try body()
    let seconds = (clock.now - begin).inSeconds
    processorMicroseconds =
      Double(try meter.processorNanoseconds() - before) / 1e3 / Double(count)
    perSecond = Double(count) / max(seconds, .leastNonzeroMagnitude)
  }
}

extension Duration {
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

extension [Double] {
  /// The value that half of them do not exceed; 0 of none.
  var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}

extension [Rate] {
  /// The cells of a row: the median of the processor's time with the least and the most, and the
  /// median of the speed.
  var cells: [String] {
    let times = map(\.processorMicroseconds)
    return [
      Figure.text(times.median), Figure.text(times.min() ?? 0), Figure.text(times.max() ?? 0),
      Figure.text(map(\.perSecond).median),
    ]
  }
}

/// How a figure stands in a table.
enum Figure {
  /// As many digits as it is worth.
  static func text(_ number: Double) -> String {
    String(format: number < 10 ? "%.2f" : number < 1000 ? "%.1f" : "%.0f", number)
  }

  /// How often something was measured.
  static func runs(_ count: Int) -> String { count == 1 ? "1 run" : "\(count) runs" }

  /// A row: what is measured, then what stands in columns.
  static func row(_ name: String, _ cells: [String]) -> String {
    let nameColumns = 48
    let cellColumns = 11
    return name.padded(to: nameColumns)
      + cells.map { String(repeating: " ", count: Swift.max(1, cellColumns - $0.count)) + $0 }
      .joined()
  }

  /// What stands above rows of `[Rate].cells`.
  static func heading(_ title: String) -> String {
    row(title, ["µs", "least", "most", "a second"])
  }
}

extension String {
  fileprivate func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, columns - count))
  }
}
