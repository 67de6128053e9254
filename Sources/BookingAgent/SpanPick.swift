// A span that is picked on the bar of a room, with keys. Pure: keys in, cells out.

import Bookings
import CivilTime
import Dialogue

/// A key that is pressed over a board.
public enum BoardKey: String, Hashable, Sendable, CaseIterable {
  /// Arrows.
  case left, right, up, down
  /// The key at the end of a line.
  case enter
  /// Any other.
  case other
}

/// A span on the bar of a room, as it is picked.
struct SpanPick: Hashable, Sendable {
  let room: Room
  let date: CivilDate
  private let bar: TimeBar
  /// Cells by which it moves and grows: a step of the grid.
  private let step: Int
  /// The first cell, and how many there are.
  private(set) var start: Int
  private(set) var count: Int

  /// An hour, or as much as may be, at the first place where it is free; nil where the day has no
  /// bar.
  init?(on day: RoomDay) {
    guard let bar = day.bar, !bar.cells.isEmpty else { return nil }
    (room, date, self.bar) = (day.room, day.date, bar)
    let policy = day.room.policy
    step = max(1, policy.gridMinutes / bar.cellMinutes)
    let hour = max(step, 60 / bar.cellMinutes / step * step)
    let fitting = min(hour, max(step, policy.longestMinutes / bar.cellMinutes / step * step))
    count = min(fitting, bar.cells.count)
    let places = stride(from: 0, through: bar.cells.count - count, by: step)
    let length = count
    start =
      places.first { bar.cells[$0..<($0 + length)].allSatisfy { $0 == .free } } ?? 0
  }

  /// Moves, or grows or shrinks at its end; never out of the bar.
  mutating func press(_ key: BoardKey) {
    switch key {
    case .left: start = max(0, start - step)
    case .right: if start + count + step <= bar.cells.count { start += step }
    case .up: if start + count + step <= bar.cells.count { count += step }
    case .down: count = max(step, count - step)
    case .enter, .other: break
    }
  }

  /// The span.
  var span: CivilSpan? {
    let from = bar.opens.minutes + start * bar.cellMinutes
    let to = min(bar.closes.minutes, from + count * bar.cellMinutes)
    guard let begin = ClockTime(minutes: from), let end = ClockTime(minutes: to) else { return nil }
    return CivilSpan(on: date, from: begin, to: end)
  }

  /// The lines of an answer that shows the bar, with the span marked below it.
  func marked(in lines: [String], isBar: (String) -> Bool) -> [String] {
    guard let place = lines.lastIndex(where: isBar) else { return lines }
    let indent = max(0, lines[place].count - bar.cells.count)
    let inner = String(repeating: "=", count: max(0, count - 2))
    let mark = count == 1 ? "^" : "[\(inner)]"
    var marked = lines
    marked.insert(String(repeating: " ", count: indent + start) + mark, at: place + 1)
    return marked
  }
}
