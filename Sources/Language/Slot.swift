// The slots that phrases are made of: what Swift reads or computes, under the names the grammar
// uses in braces.

/// A constituent with a value. The raw value is its place in the tables of a grammar.
enum Slot: UInt8, CaseIterable, Sendable {
  // Read from the octets by a scanner, the same in every language.
  case number, decimal
  /// A number of four digits that says a year.
  case year
  case hourMinute
  case numericDate
  case email, phone, quoted, reference, place
  case knownRoom
  case knownPerson
  /// What somebody of the house, or a group, is called: only where a phrase asks for it.
  case houseName
  /// The same in the genitive without apostrophe: `Janas`.
  case houseGenitive
  /// Whoever speaks, as somebody who comes: `me`, where a phrase asks for it.
  case whoSpeaks
  /// A word nobody knows that ends in the letter of a genitive without apostrophe: `Toms`.
  case genitive
  /// The title of one of the speaker's bookings.
  case knownTitle
  /// The last word of one of them, which no other has and the grammar does not know.
  case titleWord
  /// What the speaker has booked on a trip, as the service calls it, or a word of that.
  case knownRide
  /// With whom accounts can be linked.
  case knownProvider
  /// What is offered of a ride, as the service calls it, or a word of that.
  case offered
  case buildingEquipment
  // Read on demand, where a phrase asks for them.
  case text, name, piece

  // Words with a value, from the lexica.
  case ordinal, weekday, month, meridiem, period, pronoun
  /// One of the speaker's bookings, whichever: `one of my meetings`.
  case someBooking
  /// Part of the day, said behind a day only: `Freitag morgen`.
  case dayPeriod
  case timeUnit
  case dayUnit
  case equipmentKind
  case fieldKind

  // Built by phrases, and used by other phrases only.
  case point, amount, date
  case dayAmount
  case bareDay
  /// A weekday whose abbreviation is another word as well, `Do`: one only beside a time.
  case wordDay
  case every, weekdays, pluralDays, nth, ordinals, nthDays, setDays, months, monthDays
  case weekNumber, leftOut
  case zoneName, yearWeek
  /// `of next month`: a month of which a day or a week is counted.
  case ofMonth

  // Built by phrases, and used by readings as they stand.
  case room, roomNoun
  /// `meeting`, `calendar`: a booking by its kind alone, which says no more than that one is meant.
  case bookingNoun
  /// `standup`, `retro`: a meeting by what is done at it.
  case occasion
  case day, dayPart, daySpan, clock, span, length, bound, window, shift
  case bareHour
  case fromNow
  /// A time and a day said as one, as `11 tomorrow`.
  case moment
  /// From a time of one day to a time of another: `8 Dec 6 pm to 9 Dec 8 am`.
  case acrossDays
  case nextHour
  case `repeat`
  case times
  case daysLength
  case exception
  case zone
  case dayList
  case furtherDay
  /// `it`, `that room`: the room spoken of last, where a question can only be about a room.
  case thatRoom
  case target
  case movedTo
  case newEnd
  /// `swap B1 and B2`: two bookings take each other's place.
  case exchange
  /// The last day of a series: `on 16 December`, behind a word for ending.
  case lastDay
  case person, separator, speaker
  /// `no`, `I mean`: what follows stands for what was said before.
  case correction
  case headcount, bareCount
  /// `two rooms`, `every room`.
  case roomCount
  case equipment, size
  /// How many seats a room has at least and at most.
  case seats
  case floor, location
  case stepFree
  case title, description, booking, choice
  case bareChoice
  case privacy, mine, anyway, also, field, tongue
  // What a question about the house, a call for help, or small talk is about.
  case houseFact, helpTopic, smallTalk
  /// `on behalf of Jana`: in whose name something is done.
  case behalf
  /// A trip, or a leg of one, by its number: `T3`, `T3.2`.
  case tripNumber
  /// What is wanted of a trip, of what can be booked on it, or of an account.
  case rideTopic
  /// The same, where the speaker has trips.
  case rideWant
  /// The same, as an answer to a question of the service.
  case rideWord
  /// A trip, or a leg of one, as a line names it: `leg 2 of T3`.
  case leg

  /// Its name in the grammar: that of the case, with dashes.
  var name: String {
    "\(self)".reduce(into: "") { name, letter in
      name += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
    }
  }

  /// All slots by their names.
  static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  /// The bit of its kind, 0 if it may not stand alone; by raw value.
  static let aloneBits: [UInt32] = allCases.map {
    // It says nothing of its own, so that whatever speaks of bookings or rooms may have it.
    if $0 == .bookingNoun { return SlotKind.mine.bit | SlotKind.severalRooms.bit }
    return $0.standsAlone ? $0.kind?.bit ?? 0 : 0
  }

  /// The kind of slot of a reading that it fills; nil if readings do not use it as it stands.
  var kind: SlotKind? {
    switch self {
    case .number, .decimal, .year, .hourMinute, .numericDate, .quoted, .reference, .tripNumber,
      .knownRoom, .buildingEquipment, .text, .piece, .ordinal, .weekday, .month, .meridiem, .period,
      .pronoun,
      .genitive, .someBooking,
      .dayPeriod, .timeUnit, .dayUnit, .equipmentKind, .fieldKind, .point, .amount, .dayAmount,
      .date, .bareDay, .wordDay, .every, .weekdays, .pluralDays, .nth, .ordinals, .nthDays,
      .setDays, .months, .monthDays, .weekNumber, .leftOut, .zoneName, .yearWeek, .ofMonth,
      .occasion, .knownTitle, .titleWord, .knownRide, .knownProvider, .offered,
      .exchange, .lastDay:
      nil
    case .room, .roomNoun, .thatRoom: .room
    case .day, .dayPart, .daySpan, .dayList, .furtherDay: .day
    case .clock, .bareHour, .fromNow, .nextHour: .start
    case .span, .bound, .window, .shift, .target, .newEnd, .moment, .acrossDays, .correction,
      .zone:
      .when
    case .movedTo: .target
    case .repeat, .times, .daysLength, .exception: .repeat
    case .length: .length
    case .email, .phone, .name, .houseName, .houseGenitive, .knownPerson, .person, .separator,
      .speaker, .whoSpeaks:
      .people
    case .headcount, .bareCount: .headcount
    case .roomCount: .severalRooms
    case .equipment: .equipment
    case .size, .seats: .size
    case .floor: .floor
    case .location, .place: .location
    case .stepFree: .stepFree
    case .title: .title
    case .description: .description
    case .booking: .booking
    case .choice, .bareChoice: .choice
    case .privacy: .privacy
    case .mine, .bookingNoun: .mine
    case .anyway: .anyway
    case .behalf: .behalf
    case .also: .also
    case .field: .field
    case .tongue: .language
    case .houseFact, .helpTopic, .smallTalk, .rideTopic, .rideWant, .rideWord: .topic
    case .leg: .leg
    }
  }

  /// Whether it may stand in a line by itself; the others only as a part of a phrase.
  var standsAlone: Bool {
    kind != nil && self != .name && self != .houseName && self != .houseGenitive
      && self != .whoSpeaks && self != .target && self != .newEnd && self != .thatRoom
      && kind != .topic
  }
}
