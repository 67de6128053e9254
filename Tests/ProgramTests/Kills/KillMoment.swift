// When the program is killed.

/// A moment of its life.
enum KillMoment: CustomStringConvertible {
  /// So many microseconds after it was started, heard by nobody.
  case starting(microseconds: Int)
  /// So many microseconds after everybody spoke.
  case speaking(microseconds: Int)
  /// When so many answers have come, and so many microseconds later.
  case answering(count: Int, microseconds: Int)
  /// So many microseconds after it was asked to stop, when so many answers have come.
  case stopping(count: Int, microseconds: Int)
  /// So many milliseconds after all answers have come, while passes leave.
  case sending(milliseconds: Int)

  /// Moments of all kinds; most where answers are given.
  init(answers: Int, startMicroseconds: Int, _ draws: inout Draws) {
    switch draws.number(1...100) {
    case ...15: self = .starting(microseconds: draws.number(0...(startMicroseconds * 5 / 4)))
    case ...30: self = .speaking(microseconds: draws.number(0...40_000))
    case ...70:
      self = .answering(
        count: draws.number(0...answers), microseconds: draws.one(of: [0, 50, 300, 2000]))
    case ...88:
      self = .stopping(
        count: draws.number(0...answers), microseconds: draws.number(0...10_000))
    default: self = .sending(milliseconds: draws.number(0...60))
    }
  }

  var description: String {
    switch self {
    case .starting(let microseconds): "\(microseconds) µs after its start"
    case .speaking(let microseconds): "\(microseconds) µs after everybody spoke"
    case .answering(let count, let microseconds): "\(microseconds) µs after answer \(count)"
    case .stopping(let count, let microseconds):
      "\(microseconds) µs after it was asked to stop, after answer \(count)"
    case .sending(let milliseconds): "\(milliseconds) ms after all answers"
    }
  }
}
