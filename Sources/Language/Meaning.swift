// What phrases do with the slots in them: the names that stand behind `=` in the grammar.

/// How a phrase computes the value of its slot from those inside it.
enum Meaning: Sendable {
  /// The value of the first slot inside it; the rule where a phrase names no meaning.
  case same
  /// The numbers that stand behind the name.
  case constant
  case point(PointMeaning)
  case stretch(StretchMeaning)
  case day(DayMeaning)
  case period(PeriodMeaning)
  case length(LengthMeaning)
  case count(CountMeaning)
  case cue(CueMeaning)
  case repetition(RepeatMeaning)
  case week(WeekMeaning)
  case zone(ZoneMeaning)

  /// The meaning of that name in the grammar; nil if there is none.
  init?(name: String) {
    guard let known = Self.byName[name] else { return nil }
    self = known
  }

  /// All names, in the order of the cases.
  static let names: [String] = named.map(\.0)

  private static let byName = Dictionary(uniqueKeysWithValues: named)

  private static let named: [(String, Meaning)] =
    [("same", .same), ("constant", .constant)]
    + PointMeaning.allCases.map { ($0.rawValue, .point($0)) }
    + StretchMeaning.allCases.map { ($0.rawValue, .stretch($0)) }
    + DayMeaning.allCases.map { ($0.rawValue, .day($0)) }
    + PeriodMeaning.allCases.map { ($0.rawValue, .period($0)) }
    + LengthMeaning.allCases.map { ($0.rawValue, .length($0)) }
    + CountMeaning.allCases.map { ($0.rawValue, .count($0)) }
    + CueMeaning.allCases.map { ($0.rawValue, .cue($0)) }
    + RepeatMeaning.allCases.map { ($0.rawValue, .repetition($0)) }
    + WeekMeaning.allCases.map { ($0.rawValue, .week($0)) }
    + ZoneMeaning.allCases.map { ($0.rawValue, .zone($0)) }
}

/// Points on the clock. The raw value is the name in the grammar, here and below.
enum PointMeaning: String, CaseIterable, Sendable {
  /// `10`, `0930`.
  case hour
  /// An hour and so many minutes, as `half past`.
  case past
  /// So many minutes before an hour.
  case before
  /// When the house closes: `until closing`.
  case closing
  /// When it opens.
  case openingHour = "opening-hour"
  /// `3 pm`.
  case withMeridiem = "with-meridiem"
  /// `two thirty`: an hour and minutes; with the argument 2 in digits only what is no other hour.
  case hourMinutes = "hour-minutes"
  /// `zwei Uhr dreißig`: the same with a word for the hour between them.
  case hourAndMinutes = "hour-and-minutes"
  /// `ten past two`; with the argument 3 past midnight.
  case minutesPast = "minutes-past"
  /// `ten to two`.
  case minutesBefore = "minutes-before"
  /// So long after a point: `twenty past noon`, `two hours after 3 pm`.
  case pastPoint = "past-point"
  /// So long before a point.
  case beforePoint = "before-point"
  /// `nine o five`: an hour and single minutes.
  case hourUnits = "hour-units"
  /// `fünf vor halb drei`, `fünf nach halb drei`: minutes before and after the half hour before an
  /// hour.
  case minutesBeforeHalf = "minutes-before-half"
  case minutesPastHalf = "minutes-past-half"
  /// `viertel elf`: so many minutes before an hour, in a way that only some regions know.
  case beforeInSomeRegions = "before-in-some-regions"
  /// The end of a day; with the day said, perhaps its beginning.
  case midnight
  /// `5 in the afternoon`.
  case inPeriod = "in-period"
  /// A point that can be nothing else.
  case strong
  /// A number that might be an hour.
  case bare
  /// `14h`; `2h` might as well be a length. `1430 hrs` with the argument 1, `T1430` with 2: only
  /// four digits are a time.
  case hourLetter = "hour-letter"
  /// `same time`; with the argument 1 `right after that`, with 2 `another one`, with 3 `there`.
  case asBefore = "as-before"
}

/// Stretches of the clock.
enum StretchMeaning: String, CaseIterable, Sendable {
  /// From one point to another; with -1 behind it no point of time can be meant instead.
  case span
  /// Not before it; with 1 behind it not before it is over.
  case from
  /// Not after it; with 1 behind it not after it begins, with 2 not after the last of its days.
  case until
  /// Not after a time of a day: `by Friday at 5`.
  case untilTime = "until-time"
  /// `the end of Friday`: of a single day the part between the two times, in minutes.
  case partOfDay = "part-of-day"
  /// A part of the day.
  case window
  /// A part of today.
  case today = "this-window"
  /// A time and one day beside it.
  case moment
  /// From a time of one day to a time of another; the first day is today if only one is said.
  case acrossDays = "across-days"
  /// `Tuesday pm`, `Tuesday am`.
  case afternoon
  /// What is left of today: `the rest of the day`.
  case restOfDay = "rest-of-day"
  /// The same part of the day that follows: `next morning`.
  case nextWindow = "next-window"
  /// The same part of yesterday: `last night`.
  case lastWindow = "last-window"
  /// The first half of a part of the day, perhaps of a day beside it.
  case earlyWindow = "early-window"
  /// The second half of a part of the day.
  case lateWindow = "late-window"
  /// From the end of a part of the day on: `after the morning`.
  case afterPeriod = "after-period"
  /// Until a part of the day begins: `before lunch`.
  case beforePeriod = "before-period"
}

/// Days.
enum DayMeaning: String, CaseIterable, Sendable {
  /// So many days after today.
  case fromToday = "days-from-today"
  /// The next such weekday, today included, and so many weeks later.
  case weekday
  /// Two weekdays of which the second is a word as well and stands behind the meaning, below zero
  /// if it comes first: both, or from one to the other with the argument 1.
  case weekdayAnd = "weekday-and"
  /// The same, said with `this`.
  case thisWeekday = "this-weekday"
  /// The next such weekday behind today: `coming Friday`.
  case comingWeekday = "coming-weekday"
  /// The weekday of next week; with a number, of the week so many weeks from now.
  case nextWeekday = "next-weekday"
  /// The same, where this week's may be meant as well: `nächsten Freitag`.
  case followingWeekday = "following-weekday"
  /// `25 November 2026`; with the argument 2 the year may have two digits.
  case dayMonth = "day-month"
  /// `November 25, 2026`.
  case monthDay = "month-day"
  /// `the 25th`.
  case dayOnly = "day-only"
  /// `the 25th of next month`: the day of the month so many months from now.
  case dayOfMonth = "day-of-month"
  /// `Thursday the 25th`: the next 25th that is a Thursday.
  case weekdayDay = "weekday-day"
  /// A weekday and a date, which must agree.
  case checked
  /// `in 3 days`.
  case inDays = "in-days"
  /// `3 days from now`: counted from the moment.
  case daysFromNow = "days-from-now"
  /// `a week later`, `a week earlier`: the same, if no booking is spoken of from whose day it is
  /// counted. With 1 behind it earlier.
  case daysLater = "days-later"
  /// `3 days ago`.
  case daysAgo = "days-ago"
  /// `3 days after` a day; `a week from` one; without an amount the next day.
  case daysAfter = "days-after"
  /// `the first Monday of September`.
  case nthOfMonth = "nth-of-month"
  /// `the first Monday of next month`.
  case nthOfMonthFromNow = "nth-of-month-from-now"
  /// `the first Monday of the month`: this month's or, if that is over, next month's.
  case nthToCome = "nth-to-come"
  /// The day after the one shown before.
  case nextDay = "next-day"
  /// The day before the one shown before.
  case previousDay = "previous-day"
  /// The day spoken of before: `that day`.
  case sameDay = "same-day"
  /// What is left of the week so many weeks from now.
  case week
  /// Days of the week so many weeks from now: from the first weekday to the second.
  case weekPart = "week-part"
  /// Days of the month so many months from now, by thirds: the first, the second or the last.
  case monthPart = "month-part"
  /// The weekend so many weeks from now.
  case weekend
  /// `the next 3 days`.
  case nextDays = "next-days"
  /// `the last 3 days`.
  case lastDays = "last-days"
  /// From one day, or today, to another, both included.
  case days
  /// `4 to 7 January`, `January 4-7, 2027`.
  case daysOfMonth = "days-of-month"
  /// `vom 4. bis 7.`: from a day of the month to another, the next such days.
  case daysByNumber = "days-by-number"
  /// `3. - 5.6.`: from a day of the month to a date in the same month.
  case daysToDate = "days-to-date"
}

/// Days said by weeks, months and feasts, and amounts of days.
enum PeriodMeaning: String, CaseIterable, Sendable {
  /// `3 days`, `two weeks`, `half a month`: how many days, and how many months beside them.
  case dayAmount = "day-amount"
  /// Several of these, added.
  case dayAmounts = "day-amounts"
  /// From a day on for so many days.
  case daysLong = "days-long"
  /// The weekday of the week so many weeks from now.
  case weekdayOfWeek = "weekday-of-week"
  /// So many such weekdays from now on: `two Fridays from now`.
  case weekdaysAhead = "weekdays-ahead"
  /// From one weekday to another of the week so many weeks from now.
  case weekdaysOfWeek = "weekdays-of-week"
  /// The week that holds a day, or one so many weeks from it.
  case weekOf = "week-of"
  /// The nth full week of a month; -1 is the last one.
  case weekOfMonth = "week-of-month"
  /// The nth full week of the month so many months from now.
  case weekOfMonthFromNow = "week-of-month-from-now"
  /// What is left of the next such month.
  case wholeMonth = "whole-month"
  /// What is left of the month so many months from now.
  case monthFromNow = "month-from-now"
  /// The first, second or last ten days of the next such month.
  case thirdOfMonth = "third-of-month"
  /// The first day of a month, from which its working days and weekends are counted.
  case firstOfMonth = "first-of-month"
  /// The nth working day of a month; -1 is the last one.
  case workdayOfMonth = "workday-of-month"
  /// The nth weekend of a month, by its Saturday; -1 is the last one.
  case weekendOfMonth = "weekend-of-month"
  /// `the first three days` of a month; with the argument -1 the last ones.
  case daysOfBlock = "days-of-block"
  /// Half of a month, from its first day or from its sixteenth.
  case halfOfMonth = "half-of-month"
  /// A year or a quarter counted from this one: how many, and how many months it has.
  case blockFromNow = "block-from-now"
  /// `the year 2027`: what is left of it.
  case wholeYear = "whole-year"
  /// `the second quarter`, perhaps of a year.
  case quarter
  /// The last day of the next such month.
  case lastOfMonth = "last-of-month"
  /// The last day of the month so many months from now.
  case lastOfMonthFromNow = "last-of-month-from-now"
  /// The next such day of the year: the day and the month stand behind the meaning.
  case fixedDay = "fixed-day"
  /// The next nth weekday of a month: the number, and ten times the month and the weekday; days
  /// after it are counted by thousands.
  case floatingDay = "floating-day"
  /// A date and the year it falls in, said apart: `28 June in 2020`; without a number so many years
  /// from this one, as `im nächsten Jahr`.
  case inYear = "in-year"
  /// So many days after the next Easter Sunday.
  case easter
  /// So many days after the first Sunday of the next Advent; `the second Sunday` of it.
  case advent
  /// `the second Friday after 3 January`; with -1 before it.
  case weekdayAfter = "weekday-after"
  /// `Monday in two weeks`.
  case weekdayInWeeks = "weekday-in-weeks"
  /// `in 3 working days`.
  case inWorkdays = "in-workdays"
  /// `the next 3 working days`.
  case nextWorkdays = "next-workdays"
  /// The weekend beside a feast; with -1 the one before a day.
  case weekendOf = "weekend-of"
}

/// How much the cue of an intent says by itself.
enum CueMeaning: String, CaseIterable, Sendable {
  /// A word of all kinds of lines, as `add`: it counts only beside a noun of ours.
  case common
  /// It counts only where a line begins: `no, 11`.
  case opening
  /// A verb with which questions begin, as `did`: it counts only there, beside a noun of ours.
  /// Inside a line `do` is a Thursday.
  case auxiliary
  /// A wish, as `I need`: it counts only beside something that is wished, and gives way to a verb
  /// that it would leave aside.
  case wish
  /// A cue with any words in it, as `add swimming tomorrow at 4`: it gives way to a closer one.
  case loose
  /// What only lines of ours say, as `when are we free`: they may leave aside more than others.
  case ours
  /// What is told to be, as `I have`: it counts only beside a noun of ours, and that, alone with a
  /// full time, may still need a room.
  case news
  /// It says that something is to stay, as `keep it`: it takes back that it was given up.
  case kept
  /// It says that something lasts longer, as `extend`: what it is moved to is when it ends.
  case lasting
  /// The same of `shorten`.
  case shortening
  /// One of several, as `I mean the second`: it gives way to a day unless several were shown.
  case picked
  /// A word for a question of the service that is open: `send`, `accept`; nothing else where none
  /// is.
  case asked
  /// Whether something can be had, as `is 12 possible`: it is shown first, however sure it is that
  /// it is about a change.
  case whether
  /// What goes with trips, as `I need a taxi`; nothing else for who has none.
  case travelling
  /// What something is called behind it may be the name of somebody: `er heißt Max Vogel`.
  case ofPerson = "of-person"
  /// Somebody who is not to come, beside others who are: `the design team without Tom`.
  case leftOut = "left-out"
  /// What a question is about, in a line that asks of what was spoken of: the room, the booking, or
  /// those listed. Whatever other words it has, `do we have to climb stairs` is about the room.
  case ofRoom = "of-room"
  case ofBooking = "of-booking"
  case ofThose = "of-those"
}

/// Numbers.
enum CountMeaning: String, CaseIterable, Sendable {
  case count, choice
  /// So many from the first or from the last on: `the first two`.
  case firstChoices = "first-choices"
  case lastChoices = "last-choices"
  /// A floor by its number; with -1 behind it one below the ground.
  case floor
  case expectedCount = "expected-count"
  /// `at most 25`: the number is the upper bound; `more than 25` and `under 25` leave it out.
  case atMost = "at-most"
  case above, below
  /// `between 20 and 30`, both included.
  case between
  /// `10 to 15 people`: room for all of them is needed.
  case higherCount = "higher-count"
  case expectedChoice = "expected-choice"
  /// Units and tens, as in `einundzwanzig`.
  case sum
  case reference
  /// `for 0 people`, `for -3 people`.
  case noCount = "no-count"
}
