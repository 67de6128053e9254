// The parts of a line: everything it says beside what is meant.

public import CivilTime
public import PhoneNumbers

/// All slots of a reading; what was not said is nil or empty.
public struct Slots: Hashable, Sendable {
  /// The rooms, in the order said.
  public var rooms: [Said<RoomMention>] = []
  /// The rooms that are not wanted: `but not the Bunker`.
  public internal(set) var unwantedRooms: [Said<RoomMention>] = []
  /// All of the rooms are meant, as in `Bunker and Cockpit`.
  public var joinsRooms = false
  /// The rooms and times of what is to stay as it is, at most once: `leave Friday, cancel the
  /// other`.
  public internal(set) var kept: [Slots] = []
  /// That several rooms are wanted: how many, or all.
  public var roomCount: Said<RoomCount>?
  /// The times, in the order said; more than one if a line lists several.
  public var when: [When] = []
  /// One of the times, rooms or bookings is meant, as in `tomorrow or Friday`, not all of them.
  public var isEither = false
  /// How it is repeated; the time of day and a first day that was said stand in `when`.
  public var repetition: Said<Repetition>? {
    get { repetitions.first }
    set { repetitions = newValue.map { [$0] } ?? [] }
  }
  /// Whether it is repeated; asking for the repetition itself copies it.
  var isRepeated: Bool { !repetitions.isEmpty }
  /// How often, where that was asked and no repeat is said beside it.
  public var repeatCount: Said<Int>?
  /// When a change shall move it to, as after `to` and `make it`.
  public var target: When? {
    get { targets.first }
    set { targets = newValue.map { [$0] } ?? [] }
  }
  /// Which room a change shall move it to.
  public var targetRoom: Said<RoomMention>?
  /// The people, in the order said.
  public var people: [PersonMention] = []
  /// How many come.
  public var headcount: Said<Int>?
  /// What must be in the room, in the order said.
  public var equipment: [Said<EquipmentMention>] = []
  /// How many seats the room has at least and at most.
  public var seats: Said<CountBounds>?
  /// The floor space at least and at most, in square metres.
  public var squareMetres: Said<CountBounds>?
  /// The floor.
  public var floor: Said<FloorMention>?
  /// The location, as an index into the vocabulary.
  public var location: Said<Int>?
  /// Reachable without steps.
  public var stepFree: Said<Bool>?
  /// The title of a booking.
  public var title: Said<String>?
  /// The description of a booking.
  public var description: Said<String>?
  /// Which booking.
  public var booking: Said<BookingMention>?
  /// A meeting by what is done at it, in the words said: `the standup`.
  public var occasion: Said<String>?
  /// More bookings, by number or title, as B2 in `cancel B1 and B2`.
  public var furtherBookings: [Said<BookingMention>] = []
  /// Two bookings take each other's place.
  public var isExchange = false
  /// Some of the people come in place of the others.
  public var isSwap = false
  /// Which of the choices offered.
  public var choice: Said<ChoiceMention>?
  /// Private if true, open to all if false.
  public var isPrivate: Said<Bool>?
  /// One's own are meant.
  public var mine: Said<Bool>?
  /// Advice is waived, as in `Bunker anyway`.
  public var anyway: Said<Bool>?
  /// In whose name it is, as `on behalf of Jana` says; empty if in that of whoever speaks.
  public var behalf: Said<String>?
  /// Whether the title stands behind a word that tells for whom something is, as well: `for Jana`.
  public internal(set) var titleIsBehindFor = false
  /// The filters are added to the earlier ones (`only with`, `also`), or a question is continued
  /// (`and tomorrow?`).
  public var also: Said<Bool>?
  /// Which part of an attendee is to be mended.
  public var field: Said<PersonField>?
  /// The language asked for, as `de`.
  public var language: Said<String>?
  /// A trip, or a leg of one.
  public var leg: Said<LegMention>?
  /// What is booked on a trip, as the service calls it.
  public var ride: Said<String>?
  /// Which of what is offered of a ride, by its place.
  public var offered: Said<Int>?
  /// With whom an account is linked, as it is known.
  public var provider: Said<String>?
  /// What a question about the house, a call for help, small talk, or a wish about a trip is about,
  /// by its name in the grammar.
  public var topic: Said<String>?
  /// Where something is said like a length that none can be, as `for -2 hours`.
  public var noLength: OctetRange?
  /// Where something is said like a number of people that none can be, as `for 0 people`.
  public var noCount: OctetRange?

  /// At most one of each; apart from the rest, because few lines have one and all are copied.
  private var repetitions: [Said<Repetition>] = []
  private var targets: [When] = []

  /// Nothing said.
  public init() {}

  /// The first time said; the only one unless a line lists several.
  public var firstWhen: When? { when.first }
}

/// How many rooms a line wants that names none of them.
public enum RoomCount: Hashable, Sendable {
  /// So many, two or more.
  case number(Int)
  /// Every one.
  case all
}

/// What a number must not be below or above; at least one of the two is said.
public struct CountBounds: Hashable, Sendable {
  /// The least.
  public var least: Int?
  /// The greatest.
  public var most: Int?

  /// From the value of a constituent, in which 0 says nothing.
  init(_ value: Value) {
    least = value.a > 0 ? value.first : nil
    most = value.b > 0 ? value.second : nil
  }
}

/// A floor as a line names it.
public enum FloorMention: Hashable, Sendable {
  /// 0 is the ground floor, -1 the first basement.
  case number(Int)
  /// The highest one: `top floor`, `Dachgeschoss`.
  case top
}

/// A room as a line names it.
public enum RoomMention: Hashable, Sendable {
  /// The room at that index of the vocabulary.
  case known(Int)
  /// All rooms whose names begin with the text, or match it where it has a `*`.
  case pattern(String)
  /// No such room; the nearest by spelling, best first.
  case unknown(String, nearest: [Int])
  /// The one spoken of last: `does it have a projector?`.
  case spokenOf
}

/// Equipment as a line names it.
public enum EquipmentMention: Hashable, Sendable {
  /// The words at those indices of the vocabulary: any of them is meant.
  case known([Int])
  /// Equipment that no room of this building has.
  case unknown(String)
}

/// An attendee as a line names one, at least one part of whom was said.
public struct PersonMention: Hashable, Sendable {
  /// The name; assumed if it was taken from the address.
  public var name: Said<String>?
  /// The address as written.
  public var email: Said<String>?
  /// The number, or why it is none.
  public var phone: Said<PhoneReading>?
  /// The person who speaks.
  public var isSpeaker = false
  /// Whether nothing but a comma or an `and`, behind nobody else, says that the name is somebody's.
  var isLoose = false
  /// Whether the name is known to be that of somebody of the house.
  var isOfHouse = false
  /// Whether something of theirs is meant: `Jana's`.
  public internal(set) var isOwner = false
  /// Whether the name stands behind `for`: it may be in whose name something is.
  public internal(set) var isBehindFor = false
  /// Whether it is said of others that they come without this person.
  public internal(set) var isLeftOut = false

  /// Somebody of whom no more than a name behind `for` is said.
  public init(behindFor name: Said<String>) {
    self.name = name
    isBehindFor = true
  }

  /// Whether only a name is said, without an address or a number.
  public var isNameAlone: Bool { name?.origin == .said && email == nil && phone == nil }

  /// Nobody yet.
  public init() {}

  /// The same, as somebody who does not come.
  var leftOut: PersonMention {
    var person = self
    person.isLeftOut = true
    return person
  }
}

/// A part of an attendee.
public enum PersonField: String, Hashable, Sendable {
  /// The name.
  case name
  /// The last words of the name.
  case surname
  /// Its first word.
  case firstName = "first-name"
  /// The e-mail address.
  case email
  /// The telephone number.
  case phone

  /// Whether it is the name or a part of it.
  public var isOfName: Bool {
    switch self {
    case .name, .surname, .firstName: true
    case .email, .phone: false
    }
  }
}

/// A trip or a leg of one as a line names it.
public struct LegMention: Hashable, Sendable {
  /// The number of the trip, as in `T3`; nil for the one spoken of.
  public var trip: Int?
  /// The number of the leg, as in `T3.2`; nil for the trip itself.
  public var leg: Int?
}

/// A booking as a line names it.
public enum BookingMention: Hashable, Sendable {
  /// The booking of that number, as `B17`.
  case reference(Int)
  /// The wait of that number, as `W2`.
  case wait(Int)
  /// The one spoken of last: `it`, `that`.
  case last
  /// One of the speaker's own, to be told by the other slots: `my booking`, `my 3pm`.
  case mine
  /// The next of the speaker's own: `my next meeting`.
  case next
  /// The one of the speaker's own that has this title.
  case titled(String)
  /// All of a series: of that number, as `S3`, or the one spoken of.
  case series(Int?)
  /// What is left of a series: `the rest`, `the remaining dates`.
  case rest
  /// One of a series alone: `only this one`.
  case single
  /// Those that were done or listed together: `them`.
  case those
}

/// One of the choices offered.
public enum ChoiceMention: Hashable, Sendable {
  /// The one of that number, counted from 1.
  case number(Int)
  /// The last one.
  case last
  /// All of them: `all`.
  case all
  /// The two of them: `both`.
  case both
  /// More than one, but not all of them: `1 and 3`.
  case several
  /// So many of the first or last of them: `the first two`.
  case firstOrLast(Int, fromEnd: Bool)
  /// Any of them: `whatever`.
  case any
  /// The one with most or least seats: `the big one`, `the small one`.
  case bySeats(largest: Bool)
  /// The one that lasts longest or shortest: `the longer one`.
  case byLength(longest: Bool)
  /// One with more seats than there are: `too small`, `something bigger`.
  case larger
  /// One with fewer seats than there are: `too big`, `something smaller`.
  case smaller
  /// Another one for the same time: `a different room`.
  case different
  /// That of two which was not meant before: `the other one`.
  case other
  /// The one that costs least: `the cheapest`.
  case cheapest
  /// The one that begins first or last: `the earlier one`.
  case byStart(earliest: Bool)
}
