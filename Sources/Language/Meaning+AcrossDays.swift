// Computes spans that begin on one day and end on another.

internal import CivilTime

extension Production {
  /// `8 Dec 6 pm to 9 Dec 8 am`, `from 2 pm till tomorrow 10 am`: each end is settled by itself.
  /// Nil if nothing says that the numbers are times, and unless it ends after it begins; with both
  /// days said they may be the same.
  func acrossDays(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let (one, two, three) = parts.values
    let begin: (day: Value, point: Value)
    var end: (day: Value, point: Value)
    if parts.count == 3 {
      begin = (Value(frame.now.date.dayNumber), one)
      end = parts.slots.1 == .bareDay ? (two, three) : (three, two)
    } else {
      begin = parts.slots.0 == .bareDay ? (one, two) : (two, one)
      end = parts.slots.2 == .bareDay ? (three, parts.fourth) : (parts.fourth, three)
    }
    // Without a day of its own the beginning must be a time by itself.
    guard begin.point.isTimeByItself || parts.count > 3 && end.point.isTimeByItself,
      begin.day.marks.union(end.day.marks).isDisjoint(with: .noSingleDay),
      begin.point.marks.union(end.point.marks).isDisjoint(with: .impossible)
    else { return nil }
    // `Monday at 10 to Friday at 12`: the Friday after that Monday.
    if end.day.a < begin.day.a, end.day.marks.contains(.bare) { end.day.a += 7 }
    let start = begin.point.settled { ClockArithmetic.settledStart($0, frame.hours) }
    let last = end.point.settled { ClockArithmetic.settledEnd($0, frame.hours) }
    let length = (end.day.first - begin.day.first) * 1440 + last - start
    guard end.day.a > begin.day.a || parts.count > 3,
      (1...AcrossDays.lengthMinutesMax).contains(length)
    else { return nil }
    var marks = begin.day.marks.union(end.day.marks).intersection([.yearAssumed, .monthAssumed])
    if start != begin.point.first { marks.insert(.startAssumed) }
    if last != end.point.first { marks.insert(.endAssumed) }
    return AcrossDays(day: begin.day.a, start: start, length: length).value(marks)
  }
}

/// A span across days, as the two numbers of a value hold it.
struct AcrossDays {
  /// The number of the first day.
  let day: Int32
  /// When it begins, in minutes of that day.
  let start: Int
  /// How long it is, in minutes.
  let length: Int

  /// The longest, in minutes: what is left of the number beside the start, about three months.
  static let lengthMinutesMax = 1 << lengthBits - 1
  private static let lengthBits = 17

  init(day: Int32, start: Int, length: Int) {
    (self.day, self.start, self.length) = (day, start, length)
  }

  /// What a value holds.
  init(_ value: Value) {
    self.init(
      day: value.a, start: value.second >> Self.lengthBits,
      length: value.second & Self.lengthMinutesMax)
  }

  func value(_ marks: Value.Marks) -> Value {
    Value(day, Int32(start << Self.lengthBits | length), marks)
  }
}

extension Value {
  /// Whether a point is a time without any word that says so.
  fileprivate var isTimeByItself: Bool { marks.isDisjoint(with: [.bare, .compact]) }

  /// The minutes of a point, with the half of the day that a rule gives if none was said.
  fileprivate func settled(by rule: (Int32) -> Int32) -> Int {
    marks.contains(.open) ? Int(rule(a)) : first
  }
}
