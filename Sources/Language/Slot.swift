// The slots that phrases are made of: what Swift reads or computes, under the names the grammar
// uses in braces.

/// A constituent with a value. The raw value is its name in the grammar.
enum Slot: String, CaseIterable, Sendable {
  // Read from the octets by a scanner, the same in every language.
  case number, decimal
  case hourMinute = "hour-minute"
  case numericDate = "numeric-date"
  case email, phone, quoted, reference, place
  case knownRoom = "known-room"
  case knownPerson = "known-person"
  case buildingEquipment = "building-equipment"
  // Read on demand, where a phrase asks for them.
  case text, name, piece

  // Words with a value, from the lexica.
  case ordinal, weekday, month, meridiem, period, pronoun
  case timeUnit = "time-unit"
  case dayUnit = "day-unit"
  case equipmentKind = "equipment-kind"
  case fieldKind = "field-kind"

  // Built by phrases, and used by other phrases only.
  case point, amount, date
  case bareDay = "bare-day"

  // Built by phrases, and used by readings as they stand.
  case room, roomNoun = "room-noun"
  case day, clock, span, length, bound, window, shift
  case bareHour = "bare-hour"
  case fromNow = "from-now"
  case nextHour = "next-hour"
  case target
  case movedTo = "moved-to"
  case newEnd = "new-end"
  case person, separator, speaker
  case headcount, bareCount = "bare-count"
  case equipment, size, floor, location
  case stepFree = "step-free"
  case title, description, booking, choice
  case bareChoice = "bare-choice"
  case privacy, mine, anyway, also, field, tongue

  /// The kind of slot of a reading that it fills; nil if readings do not use it as it stands.
  var kind: SlotKind? {
    switch self {
    case .number, .decimal, .hourMinute, .numericDate, .quoted, .reference, .knownRoom,
      .buildingEquipment, .text, .piece, .ordinal, .weekday, .month, .meridiem, .period, .pronoun,
      .timeUnit, .dayUnit, .equipmentKind, .fieldKind, .point, .amount, .date, .bareDay:
      nil
    case .room, .roomNoun: .room
    case .day: .day
    case .clock, .bareHour, .fromNow, .nextHour: .start
    case .span, .bound, .window, .shift, .target, .newEnd: .when
    case .movedTo: .target
    case .length: .length
    case .email, .phone, .name, .knownPerson, .person, .separator, .speaker: .people
    case .headcount, .bareCount: .headcount
    case .equipment: .equipment
    case .size: .size
    case .floor: .floor
    case .location, .place: .location
    case .stepFree: .stepFree
    case .title: .title
    case .description: .description
    case .booking: .booking
    case .choice, .bareChoice: .choice
    case .privacy: .privacy
    case .mine: .mine
    case .anyway: .anyway
    case .also: .also
    case .field: .field
    case .tongue: .language
    }
  }

  /// Whether it may stand in a line by itself; the others only as a part of a phrase.
  var standsAlone: Bool {
    switch self {
    case .name, .target, .newEnd: false
    default: kind != nil
    }
  }

  /// Whether it only holds other slots, which are looked for inside it.
  var isContainer: Bool { self == .person || self == .target || self == .movedTo }
}
