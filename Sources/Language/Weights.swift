// The written rule by which readings are ranked.

/// What the parts of a reading count.
///
/// A reading is a choice of constituents that do not overlap, all allowed by its intent, and the
/// tokens between them, left aside. Of all choices for an intent the one with the highest sum is
/// the reading; of the readings of a line the one with the highest sum comes first. The more words
/// are used, the higher the sum; of two that use the same words the one of fewer and more certain
/// parts is higher; of two that are equal the one whose cue stands first.
enum Weights {
  /// A word or number that is used.
  static let token = 10
  /// A sign that is used.
  static let sign = 1
  /// The cue of an intent, beside its words.
  static let cue = -3
  /// The cue is a word for the question that is open.
  static let askedCue = 1
  /// A verb that the reading leaves aside although it would take something back or change it, when
  /// readings are compared: `I need to cancel my booking` is no wish for one.
  static let otherVerb = -14
  /// A reading without a cue, when readings are compared: what is said goes before what is assumed.
  static let noCue = -4
  /// A word that changes nothing, left aside.
  static let filler = -1
  /// A clause that says nothing of ours, left aside: a reason, an excuse.
  static let aside = -2
  /// A clause that says what an order is for, beside its words.
  static let titleClause = -6
  /// A word of the grammar that the reading has no use for.
  static let knownWord = -6
  /// A word that nobody knows.
  static let unknownWord = -9
  /// A number that the reading has no use for.
  static let number = -12
  /// What a mended slip costs.
  static let slip: Int16 = 6
  /// What a month costs that stands for all of its days.
  static let wholeMonth: Int16 = 1
  /// A line that says less than this is not ours.
  static let least = 1
  /// A line without a word that marks it as ours must say more than this for each word it leaves
  /// aside.
  static let leastPerUnused = 25

  /// What a title costs behind a word that has other uses, as `for`.
  static let commonTitle = -10
  /// What a word left aside costs less in a line that is ours by its nouns.
  static let leniency = 9

  /// What a slot counts beside its words.
  static func bonus(_ slot: Slot, _ frame: ReadingFrame) -> Int {
    switch slot {
    case .room, .day, .daySpan, .acrossDays, .dayList, .furtherDay, .span, .shift, .email,
      .movedTo:
      -1
    case .repeat: -1
    case .times, .daysLength, .exception: -2
    // Alone it says nothing.
    case .zone: -10
    // Closer than a number of people: `between 4 and 8 seats`.
    case .seats: 0
    // Two parts said as one, as `am Morgen`: never two of another meaning.
    case .dayPart: 0
    case .roomCount: -1
    case .clock, .fromNow, .nextHour, .person, .knownPerson, .headcount: -1
    case .bound, .window, .length, .size, .floor, .booking, .anyway, .leg: -2
    case .equipment: -3
    case .choice: frame.asksChoice || frame.hasListed ? 1 : -7
    case .title, .description, .privacy, .behalf, .stepFree, .location, .speaker, .tongue, .place:
      -2
    case .phone, .roomNoun: -4
    case .moment, .correction: -4
    case .mine: -5
    case .bookingNoun: -6
    case .field: -6
    case .also: -8
    case .separator: -10
    case .bareHour: frame.asksTime ? -4 : -9
    case .bareCount: -3
    case .bareChoice: frame.asksChoice ? -2 : -8
    case .number, .decimal, .year, .hourMinute, .numericDate, .quoted, .reference, .tripNumber,
      .knownRoom, .exchange, .lastDay,
      .buildingEquipment, .text, .piece, .ordinal, .weekday, .month, .meridiem, .period, .pronoun,
      .genitive, .houseGenitive,
      .someBooking,
      .dayPeriod, .timeUnit, .dayUnit, .equipmentKind, .fieldKind, .point, .amount, .dayAmount,
      .date, .bareDay, .wordDay, .name, .houseName, .whoSpeaks,
      .target, .newEnd, .every, .weekdays, .pluralDays, .nth,
      .ordinals, .nthDays, .setDays, .months, .monthDays, .weekNumber, .leftOut, .zoneName,
      .yearWeek, .ofMonth, .occasion, .knownTitle, .titleWord, .knownRide, .knownProvider, .offered,
      .thatRoom, .houseFact,
      .helpTopic,
      .smallTalk, .rideTopic, .rideWant, .rideWord:
      0
    }
  }

  /// What a slot counts more or less in a change: there `3 to 4` rather names what is moved and
  /// where to, and so does `from Monday to Friday`.
  static func bonusUnderChange(_ slot: Slot?) -> Int {
    switch slot {
    case .span: -4
    case .choice: -1
    case .bareChoice, .daySpan, .acrossDays: -30
    default: 0
    }
  }
  /// What a part must count to be believed in a line that is not ours.
  static let leastOfPart = 4
}
