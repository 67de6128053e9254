// When a room is free on a day, at a glance: a row of cells from opening to closing.

public import CivilTime

/// When a room can be had on a day.
public struct RoomTimes: Hashable, Sendable {
  /// What nobody holds, within its hours; in order of time.
  public let free: [CivilSpan]
  /// What of that can still be booked, as `Ledger.bookableSpans` tells.
  public let bookable: [CivilSpan]
  /// The same in cells, with what of it is over; nil on a closed day.
  public let bar: TimeBar?

  /// Until when it is free without a break from a moment on; nil if it is not free then.
  public func freeUntil(from moment: CivilMoment) -> CivilMoment? {
    free.first { $0.contains(moment) }?.end
  }
}

/// The hours of a room on a day in cells of equal length, each over, free or taken.
public struct TimeBar: Hashable, Sendable, CustomStringConvertible {
  /// What a cell of the bar says.
  public enum Cell: Hashable, Sendable {
    /// All of its minutes can be had.
    case free
    /// At least one of its minutes is held.
    case taken
    /// It is over, whoever had it.
    case past

    /// How it is written.
    var sign: Character {
      switch self {
      case .free: "."
      case .taken: "#"
      case .past: "-"
      }
    }
  }

  /// When the first cell begins.
  public let opens: ClockTime
  /// When the last cell ends; shorter than the others if the hours are no multiple of a cell.
  public let closes: ClockTime
  /// How long a cell is, in minutes.
  public let cellMinutes: Int
  /// The cells in order of time: 48 from 07:00 to 19:00 in quarter hours.
  public let cells: [Cell]

  /// The bar of a day's hours with what is free of them, in any order. A cell partly taken is
  /// taken; one that ends by a moment, if one is given, is past.
  public init(
    hours: CivilSpan, free: [CivilSpan], at present: CivilMoment? = nil, cellMinutes: Int = 15
  ) {
    precondition(cellMinutes > 0, "a cell of a time bar has a length")
    let opening = hours.start.time
    opens = opening
    closes = ClockTime(minutes: opening.minutes + hours.minutes) ?? .endOfDay
    self.cellMinutes = cellMinutes
    var cells: [Cell] = []
    var from = hours.start
    while let cell = CivilSpan(from: from, to: min(from.adding(minutes: cellMinutes), hours.end)) {
      let isPast = present.map { cell.end <= $0 } ?? false
      cells.append(isPast ? .past : free.contains { $0.contains(cell) } ? .free : .taken)
      from = cell.end
    }
    self.cells = cells
  }

  /// `.` for a free cell, `#` for a taken one, `-` for one that is over.
  public var description: String { String(cells.map(\.sign)) }
}
