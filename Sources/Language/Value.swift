// The value of a constituent: two numbers and marks, the same form for every slot, so that a chart
// needs no memory of its own for each.

/// What a constituent says; which slot it belongs to says what the numbers mean.
struct Value: Hashable, Sendable {
  /// Minutes of the day, a day number, a length in minutes, a count, or the place of a name.
  var a: Int32 = 0
  /// The end of a span, the last of several days, or the digits a number was written with.
  var b: Int32 = 0
  var marks: Marks = []

  /// What else is known of a value.
  struct Marks: OptionSet, Hashable, Sendable {
    let rawValue: UInt64

    /// A point whose half of the day is not known.
    static let open = Marks(rawValue: 1)
    /// The same for the end of a span.
    static let endOpen = Marks(rawValue: 2)
    /// An hour by number alone, which could be any number; of a day, a weekday by its name alone.
    static let bare = Marks(rawValue: 4)
    /// Written without a sign between hours and minutes.
    static let compact = Marks(rawValue: 8)
    /// A half of the day was said.
    static let meridiem = Marks(rawValue: 16)
    static let yearAssumed = Marks(rawValue: 32)
    static let monthAssumed = Marks(rawValue: 64)
    /// No calendar has the day: `a` is the day and `b` the month.
    static let impossible = Marks(rawValue: 128)
    /// The weekday `b` and the day `a` do not go together.
    static let contradiction = Marks(rawValue: 256)
    static let nextDay = Marks(rawValue: 512)
    static let previousDay = Marks(rawValue: 1024)
    /// The day spoken of before.
    static let sameDay = Marks(rawValue: 1_099_511_627_776)
    /// Days from `a` to `b`.
    static let among = Marks(rawValue: 2048)
    static let from = Marks(rawValue: 4096)
    static let until = Marks(rawValue: 8192)
    /// The bound is a day.
    static let isDay = Marks(rawValue: 16384)
    /// The window is one of today.
    static let today = Marks(rawValue: 32768)
    /// `a` is the place of a name.
    static let named = Marks(rawValue: 65536)
    /// A shift of the whole, not of the end.
    static let whole = Marks(rawValue: 131_072)
    /// The half of the day was settled by the other end or by the hours of the house.
    static let startAssumed = Marks(rawValue: 262_144)
    static let endAssumed = Marks(rawValue: 524_288)
    static let leadingZero = Marks(rawValue: 1_048_576)
    /// A time said without minutes and without anything else that makes it a time.
    static let loose = Marks(rawValue: 2_097_152)
    /// A point written with its minutes, as `10:15`.
    static let written = Marks(rawValue: 4_194_304)
    /// Shaped like the names of this building's rooms, but none of them.
    static let stranger = Marks(rawValue: 8_388_608)
    /// A cue that counts only beside a noun of ours.
    static let common = Marks(rawValue: 16_777_216)
    /// A cue that only lines of ours have.
    static let ours = Marks(rawValue: 33_554_432)
    /// A cue that counts only where a line begins.
    static let opening = Marks(rawValue: 67_108_864)
    /// An hour in words, as `twenty`.
    static let worded = Marks(rawValue: 134_217_728)
    /// Said in a way that is understood differently elsewhere.
    static let regional = Marks(rawValue: 268_435_456)
    /// The days at the end of a week or a month.
    static let tail = Marks(rawValue: 536_870_912)
    /// A cue that only wishes, and counts only beside a noun, a count or a span.
    static let wish = Marks(rawValue: 1_073_741_824)
    /// The day is counted from one spoken of before; `b` holds by how many days and months.
    static let moved = Marks(rawValue: 2_147_483_648)
    /// The time is that of something spoken of before.
    static let asBefore = Marks(rawValue: 4_294_967_296)
    /// A time said to the second.
    static let rounded = Marks(rawValue: 8_589_934_592)
    /// A day counted from the moment at which the line is said: `two weeks from now`.
    static let sinceNow = Marks(rawValue: 17_179_869_184)
    /// `a` is the place of a title.
    static let titled = Marks(rawValue: 34_359_738_368)
    /// A cue that tells of what may be there or not.
    static let news = Marks(rawValue: 68_719_476_736)
    /// A half of the part of the day that was said, as in `early Friday morning`.
    static let halved = Marks(rawValue: 137_438_953_472)
    /// A cue that only says what a question is about: the room spoken of, the booking, or others.
    static let topic = Marks(rawValue: 274_877_906_944)
    /// A cue that says that something is to stay.
    static let kept = Marks(rawValue: 549_755_813_888)
    /// A cue that says how long something lasts, longer or, if negative, shorter: a time beside it
    /// is the end.
    static let lasting = Marks(rawValue: 2_199_023_255_552)
    /// A weekday of next week that may be that of this week.
    static let weekAssumed = Marks(rawValue: 4_398_046_511_104)
    /// Somebody who is not to come.
    static let leftOut = Marks(rawValue: 8_796_093_022_208)
    /// A word for a question that is open: it goes before what else the words may say.
    static let asked = Marks(rawValue: 35_184_372_088_832)
    /// A cue that asks whether something can be had.
    static let whether = Marks(rawValue: 70_368_744_177_664)
    /// What something is called behind it may be somebody's name.
    static let ofPerson = Marks(rawValue: 17_592_186_044_416)
    /// What says something else than one day of the calendar.
    static let noSingleDay: Marks = [
      .impossible, .contradiction, .nextDay, .previousDay, .sameDay, .among,
    ]
  }

  /// What a topic is of.
  static let topicRoom: Int32 = 1
  static let topicBooking: Int32 = 2

  /// Beside the number of what is named: it is a wait, and not a booking.
  static let ofWait = -1
  /// The same of a series.
  static let ofSeries = -2

  /// The digits of a number in words that is an article as well, as `ein`: alone it is no number.
  static let articleDigits: Int32 = 9

  init(_ a: Int32 = 0, _ b: Int32 = 0, _ marks: Marks = []) {
    self.a = a
    self.b = b
    self.marks = marks
  }

  init(_ a: Int, _ b: Int = 0, _ marks: Marks = []) {
    self.init(Int32(clamping: a), Int32(clamping: b), marks)
  }

  /// The same days, marked as the end of something.
  var asTail: Value { Value(a, b, marks.union(.tail)) }

  var first: Int { Int(a) }
  var second: Int { Int(b) }
}
