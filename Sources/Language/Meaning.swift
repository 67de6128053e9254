// What phrases do with the slots in them: the names that stand behind `=` in the grammar.

/// How a phrase computes the value of its slot from those inside it. The raw value is its name in
/// the grammar.
enum Meaning: String, CaseIterable, Sendable {
  /// The value of the first slot inside it; the rule where a phrase names no meaning.
  case same
  /// The numbers that stand behind the name.
  case constant

  // Points on the clock.
  case hour, past, before
  case withMeridiem = "with-meridiem"
  case minutesPast = "minutes-past"
  case minutesBefore = "minutes-before"
  case inPeriod = "in-period"
  case strong, bare
  // Stretches of the clock.
  case span
  case from, until
  case window
  case today = "this-window"

  // Days.
  case dayFromToday = "days-from-today"
  case weekday
  case thisWeekday = "this-weekday"
  case nextWeekday = "next-weekday"
  case dayMonth = "day-month"
  case monthDay = "month-day"
  case dayOnly = "day-only"
  case checked
  case inDays = "in-days"
  case nextDay = "next-day"
  case previousDay = "previous-day"
  case week, weekend

  // Lengths, in minutes.
  case amount
  case half
  case andHalf = "and-half"
  case decimal
  /// Several amounts, each a number and a unit.
  case amounts
  case fromNow = "from-now"
  case nextLength = "next-length"
  case longer, shorter, later, earlier

  // Numbers.
  case count, floor, choice
  case expectedCount = "expected-count"
  case expectedChoice = "expected-choice"
  case reference
}
