// Computes the value of a constituent from the values inside it.

internal import CivilTime

/// What stands inside a constituent that has just become complete.
struct Parts {
  private(set) var values: (Value, Value, Value) = (Value(), Value(), Value())
  private(set) var slots: (Slot?, Slot?, Slot?) = (nil, nil, nil)
  private(set) var fourth = Value()
  private(set) var count = 0

  /// The value of the first part that fills a slot.
  func value(of slot: Slot) -> Value? {
    slots.0 == slot ? values.0 : slots.1 == slot ? values.1 : slots.2 == slot ? values.2 : nil
  }

  mutating func add(_ slot: Slot, _ value: Value) {
    switch count {
    case 0: (values.0, slots.0) = (value, slot)
    case 1: (values.1, slots.1) = (value, slot)
    case 2: (values.2, slots.2) = (value, slot)
    case 3: fourth = value
    default: break
    }
    count += 1
  }
}

extension Production {
  /// The value of what this production has made; nil if it makes nothing of these parts, as `25`
  /// makes no hour.
  func value(of parts: Parts, in frame: ReadingFrame) -> Value? {
    let (one, two, _) = parts.values
    switch meaning {
    case .same: return one
    case .constant: return Value(first, second, isNamed ? .named : [])
    case .hour, .past, .before, .withMeridiem, .minutesPast, .minutesBefore, .inPeriod, .strong,
      .bare:
      return point(of: parts)
    case .span: return ClockArithmetic.span(one, two, frame.hours)
    case .from: return Value(one.a, one.b, one.marks.union(bound(parts.slots.0, .from)))
    case .until: return Value(one.a, one.b, one.marks.union(bound(parts.slots.0, .until)))
    case .window: return Value(one.a * 60, one.b * 60)
    case .today: return Value(one.a * 60, one.b * 60, .today)
    case .dayFromToday, .weekday, .thisWeekday, .nextWeekday, .dayMonth, .monthDay, .dayOnly,
      .checked, .inDays, .nextDay, .previousDay, .week, .weekend:
      return day(of: parts, in: frame)
    case .amount, .half, .andHalf, .decimal, .amounts, .fromNow, .nextLength, .longer, .shorter,
      .later, .earlier:
      return length(of: parts)
    case .count: return (1...9999).contains(one.a) ? Value(one.a) : nil
    case .floor: return (0...200).contains(one.a) ? Value(one.a) : nil
    case .choice: return (1...99).contains(one.a) ? Value(one.a) : nil
    case .expectedCount:
      let isAsked = frame.asksHeadcount
      return isAsked && (1...9999).contains(one.a) ? Value(one.a) : nil
    case .expectedChoice: return (1...99).contains(one.a) && one.b <= 2 ? Value(one.a) : nil
    case .reference: return Value(one.a)
    }
  }

  private func bound(_ slot: Slot?, _ mark: Value.Marks) -> Value.Marks {
    slot == .day || slot == .bareDay ? [mark, .isDay] : mark
  }

  private func point(of parts: Parts) -> Value? {
    let (one, two, _) = parts.values
    let openness: Value.Marks =
      (1...12).contains(one.a) && !one.marks.contains(.leadingZero)
      ? .open : []
    switch meaning {
    case .hour: return hour(one, openness)
    case .past:
      guard one.a <= 24, one.b <= 2 else { return nil }
      return Value((one.a % 24) * 60 + first, 0, openness)
    case .before:
      guard (1...24).contains(one.a), one.b <= 2 else { return nil }
      return Value(one.a * 60 - first, 0, openness)
    case .withMeridiem:
      guard one.a < 780, one.a >= 60 || one.marks.contains(.leadingZero),
        !one.marks.contains(.meridiem)
      else { return one.a >= 780 && two.a == 12 ? Value(one.a, 0, .meridiem) : nil }
      return Value(one.a % 720 + (two.a == 12 ? 720 : 0), 0, .meridiem)
    case .minutesPast, .minutesBefore:
      // Without the word for minutes only the marks of a clock are believed, and not before an
      // hour in digits, because `10 to 11` is a span.
      let isSaid = first == 1
      let isMark = [5, 10, 20, 25].contains(one.a) && (meaning == .minutesPast || one.b == 0)
      guard isSaid || isMark, (1...59).contains(one.a), (1...24).contains(two.a), two.b <= 2
      else { return nil }
      let open: Value.Marks = two.a <= 12 ? .open : []
      return Value(two.a * 60 + (meaning == .minutesPast ? one.a : -one.a), 0, open)
    case .inPeriod:
      let (early, late) = ClockArithmetic.candidates(one.a)
      let fits = { (minutes: Int32) in two.a * 60 <= minutes && minutes <= two.b * 60 }
      guard one.marks.contains(.open), fits(early) || fits(late) else { return nil }
      return Value(fits(early) ? early : late, 0, .meridiem)
    case .strong: return one.marks.isDisjoint(with: [.bare, .compact]) ? one : nil
    case .bare:
      guard !one.marks.isDisjoint(with: [.bare, .compact]) else { return nil }
      return Value(one.a, 0, one.marks.union(.loose))
    default: return nil
    }
  }

  private func hour(_ number: Value, _ openness: Value.Marks) -> Value? {
    switch number.b {
    case 0, 1, 2:
      guard number.a <= 24 else { return nil }
      return Value(number.a * 60, 0, openness.union([.bare, number.marks]))
    default:
      guard number.b <= 4, number.a / 100 <= 24, number.a % 100 < 60, number.a <= 2400 else {
        return nil
      }
      let isOpen = (1...12).contains(number.a / 100) && !number.marks.contains(.leadingZero)
      return Value(
        number.a / 100 * 60 + number.a % 100, 0, isOpen ? [.compact, .open] : .compact)
    }
  }

  private func length(of parts: Parts) -> Value? {
    let (one, two, three) = parts.values
    let longest: Int32 = 60 * 24 * 31
    let minutes: Int32
    switch meaning {
    case .amount: minutes = min(one.a, longest) * (parts.count > 1 ? two.a : 1)
    case .half: minutes = one.a / 2
    case .andHalf:
      let (count, unit) = parts.count > 1 ? (min(one.a, 999), two.a) : (1, one.a)
      minutes = count * unit + unit / 2
    case .decimal: minutes = min(one.a, 99_900) * two.a / 100
    case .amounts: minutes = min(one.a, 999) * two.a + min(three.a, 999) * parts.fourth.a
    case .fromNow: return Value(parts.count > 0 ? one.a : first)
    case .nextLength: return Value(0, parts.count > 0 ? one.a : first)
    case .longer: return parts.value(of: .amount).map { Value($0.a) }
    case .shorter: return parts.value(of: .amount).map { Value(-$0.a) }
    case .later: return parts.value(of: .amount).map { Value($0.a, 0, .whole) }
    case .earlier: return parts.value(of: .amount).map { Value(-$0.a, 0, .whole) }
    default: return nil
    }
    return (1...longest).contains(minutes) ? Value(minutes) : nil
  }
}
