// One possible meaning of a line.

/// What a line may mean: an intent, its slots, and the words that no part of it could use.
public struct Reading: Hashable, Sendable {
  /// What is meant.
  public private(set) var intent: Intent
  /// Assumed if the line has no verb and only its parts suggest the intent.
  public let intentOrigin: Origin
  /// The language of most of its words; nil if no word tells, as in `11`.
  public let language: LanguageTag?
  /// The parts.
  public private(set) var slots: Slots
  /// The words it could not use, in order.
  public internal(set) var unused: [OctetRange]
  /// Whether one of them carries weight, so that something else may be meant: a number, a name, a
  /// verb or a thing of ours.
  public internal(set) var leavesWeight = false
  /// Whether a word of it denies or excepts: `not`, `never`, `all but`.
  public internal(set) var hasDenial = false
  /// Whether it takes back what was said before, as `never mind` does and a bare no may not.
  public internal(set) var retracts = false
  /// Whether something is named that is none of ours, as a flight or the weather.
  public internal(set) var isElsewhere = false
  /// Whether the line leaves open that this is to be done: it hedges, tells, or quotes somebody.
  public internal(set) var isTentative: Bool
  /// How else the line may be read, if its day and time are those of a booking that stands; at most
  /// one reading.
  public internal(set) var otherwise: [Reading] = []
  /// Whether it is open what it says that is to be done: one of several is, or a time is said that
  /// may be of two kinds.
  public internal(set) var isPartOpen = false
  /// Whether a number or another order is left aside.
  var leavesPartAside = false
  /// Whether words of the line say that it is open whether that is to be done: it proposes, hedges,
  /// sets a condition, or hands on what somebody else says.
  public internal(set) var isSaidOpen = false
  /// Whether its line is no order of the speaker's, however likely: it proposes, sets a condition,
  /// hedges, or hands on what somebody else says.
  var isNoPlainOrder = false
  /// What it was taken to be said for, where that decided; nil where the grammar did.
  public internal(set) var act: DialogueAct?
  /// How likely it is said for what; nil where that was not asked.
  public internal(set) var odds: ActOdds?
  /// Whether it speaks of a room by its kind, as `a room`.
  public internal(set) var saysRoomNoun = false
  /// Whether it first takes back what is under way, as `never mind, book Aquarium`.
  public private(set) var takesBack: Bool
  /// Whether a yes may only say that something was heard: `ok`, `great`.
  public internal(set) var isAcknowledgement = false
  /// Whether it describes a room with an article that points at one: `the step-free room`.
  public internal(set) var pointsAtRoom = false
  /// The words that stand for a room by what it has: `the one` in `the one with the projector`.
  public internal(set) var roomPointedAt: OctetRange?
  /// Whether the booking it is about is told by a noun, as `the meeting`, and not only by `it`.
  public internal(set) var bookingHasNoun = false
  /// Whether a word of it says that something takes the place of what goes: `book Cockpit instead`.
  public internal(set) var isInstead = false
  /// Whether its line ends in a question mark or begins as questions do.
  public internal(set) var asks = false
  /// Whether a word of it says that so much suffices: `half past three is enough`.
  public internal(set) var saysEnough = false
  /// Whether it asks whether something can be had: `is 12 possible`.
  public internal(set) var asksIfPossible = false
  /// Whether it is asked if something was given up, or became otherwise: `is my meeting cancelled`.
  public internal(set) var fateAsked: Fate?
  /// Whether a yes or a no answers it: it asks, and no word asks when, how or which.
  public internal(set) var asksWhether = false
  /// The same, by a verb: `is that the one with the TV?`.
  public internal(set) var asksByVerb = false
  /// Whether a word asks when, how or which.
  public internal(set) var asksWhat = false
  /// Whether it asks whether a room is taken, or whether somebody is there.
  public internal(set) var asksIfTaken = false
  /// Whether a room, a day or a time is told beside what is ordered: perhaps that of another
  /// booking than the one spoken of last.
  public internal(set) var tellsOfPlace = false
  /// Whether a word of it says that something stays: `keep both`.
  public internal(set) var staysSaid = false
  /// Whether it says that something is to stay, as `keep it`.
  public internal(set) var keeps = false
  /// Whether what it says something is called may be the name of somebody: `er heißt Max Vogel`.
  public internal(set) var mayNamePerson = false
  /// Whether it begins or ends with a word that agrees to something said before: `6 to 7 then`.
  public internal(set) var agrees = false
  /// Whether that word says yes, as `then` does not.
  public internal(set) var assents = false
  /// Whether a word of the line stands for a room that was spoken of, as in `is it free`, and none
  /// asks for whatever there is.
  public internal(set) var pointsAtSpoken = false
  /// Whether it asks of what was spoken of, by a word that says what about: `which of them are
  /// step-free`.
  public internal(set) var namesTopic = false
  /// Whether something in its line may part one order from another.
  var isOfParts = true
  /// How well it covers the line; higher is better, and only readings of one line compare.
  public let score: Int
  /// The limit that left something of the line unread; nil if it was read whole.
  public internal(set) var limitMet: ReadingLimit?

  /// The same, where the words that describe a room at a place of the line name that room.
  public func naming(_ room: Int, at range: OctetRange) -> Reading {
    var reading = self
    let named = Said(RoomMention.known(room), range)
    if intent == .change { reading.slots.targetRoom = named } else { reading.slots.rooms = [named] }
    reading.slots.equipment = []
    (reading.slots.stepFree, reading.slots.floor, reading.slots.location) = (nil, nil, nil)
    (reading.slots.seats, reading.slots.squareMetres) = (nil, nil)
    reading.slots.headcount = nil
    if slots.booking?.range.overlaps(range) == true {
      (reading.slots.booking, reading.slots.mine) = (nil, nil)
    }
    let isAssumed = intent == .find && intentOrigin == .assumed
    if isAssumed || intent == .choose || namesTopic { reading.intent = .details }
    reading.slots.choice = nil
    reading.namesTopic = false
    (reading.roomPointedAt, reading.pointsAtRoom) = (nil, false)
    return reading
  }

  /// The same, where some of what it could not use is of use after all.
  public func using(_ isOfUse: (OctetRange) -> Bool) -> Reading {
    var reading = self
    reading.unused.removeAll(where: isOfUse)
    return reading
  }

  /// A reading of these parts.
  public init(
    intent: Intent, intentOrigin: Origin = .said, language: LanguageTag? = nil,
    slots: Slots = Slots(), unused: [OctetRange] = [], isTentative: Bool = false,
    takesBack: Bool = false, score: Int = 0
  ) {
    self.intent = intent
    self.intentOrigin = intentOrigin
    self.language = language
    self.slots = slots
    self.unused = unused
    self.isTentative = isTentative
    self.takesBack = takesBack
    self.score = score
  }

  /// The same, said after something that takes back what was said before.
  var startingAnew: Reading {
    var anew = self
    anew.takesBack = true
    return anew
  }

  /// Whether nothing of its line is left aside or open.
  var isClean: Bool { unused.isEmpty && !isTentative && intentOrigin == .said }

  /// Whether it makes more of the words that it is made of.
  func isBetter(than other: Reading) -> Bool {
    guard intent != .nothing, unused.count <= other.unused.count else { return false }
    let isSurer = other.intentOrigin != .said || other.isTentative
    return score > other.score || intentOrigin == .said && !isTentative && isSurer
  }

  /// Whether it leaves less of its line aside, or is said where the other is not.
  func usesMore(than other: Reading?) -> Bool {
    guard let other, other.intent != .nothing else { return intentOrigin == .said }
    return intent != .nothing && unusedOctets < other.unusedOctets
  }

  private var unusedOctets: Int { unused.reduce(0) { $0 + $1.count } }

  /// The same, with other parts.
  func with(_ slots: Slots, intent: Intent) -> Reading {
    var other = self
    other.slots = slots
    other.intent = intent
    return other
  }

  /// Takes what a line says that stays.
  mutating func keep(_ rest: Slots) { slots.kept = [rest] }

  /// The same, where the line says that some rooms are not wanted and some people do not come.
  func denying(_ denied: [Slots]) -> Reading {
    var reading = self
    reading.hasDenial = true
    reading.slots.unwantedRooms += denied.flatMap(\.rooms)
    reading.slots.people += denied.flatMap(\.people).map(\.leftOut)
    return reading
  }

  /// A line that says no more than that: somebody who does not come is taken off.
  static func denial(of denied: [Slots]) -> Reading {
    let people = denied.flatMap(\.people)
    guard !people.isEmpty, denied.allSatisfy(\.rooms.isEmpty) else {
      return Reading(intent: .no, intentOrigin: .assumed).denying(denied)
    }
    var reading = Reading(intent: .removeAttendee, intentOrigin: .assumed)
    reading.slots.people = people
    reading.hasDenial = true
    return reading
  }

  /// The same, of a line of which a limit left something unread, if one did.
  func limited(by limit: ReadingLimit?) -> Reading {
    guard let limit else { return self }
    var limited = self
    limited.limitMet = limit
    return limited
  }
}

/// A language as the grammar's files name it.
public struct LanguageTag: Hashable, Sendable {
  /// The beginning of the file names, as `en` (ISO 639-1).
  public let code: String

  /// The language with that code.
  public init(_ code: String) { self.code = code }

  /// English.
  public static let english = LanguageTag("en")
  /// German.
  public static let german = LanguageTag("de")
}

/// What may have become of a booking.
public enum Fate: Hashable, Sendable {
  /// It was given up.
  case cancelled
  /// It became otherwise.
  case changed
}
