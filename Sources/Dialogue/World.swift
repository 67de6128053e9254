// What a turn sees of the house, and changes by events alone.

public import Accounts
public import Bookings
public import CivilTime
public import Language
public import Passes
public import PhoneNumbers
public import Products
public import Understanding

/// The state of the house that conversations are about.
public struct World: Sendable {
  /// Who holds which room when.
  public var ledger: Ledger
  /// Who is owed a pass.
  public var outbox: Outbox
  /// The trips of people, and what is booked on them.
  public var travel: TravelDesk
  /// Their accounts with providers; nil where there is no service to use them at.
  public var accounts: AccountBook?
  /// What is filled in to link accounts, in memory alone.
  var signIns: [AttemptID: SignInQuestions] = [:]
  /// Whether more of that was filled in since effects were taken last.
  var hasFilledIn = false
  /// What accounts ask of the world since it was taken last.
  var accountEffects: [AccountEffect] = []
  /// The clocks of a zone by its name, as far as it is known.
  public internal(set) var zones: @Sendable (String) -> ZoneRules? = { _ in nil }
  /// What the rooms and their equipment are called; rooms in the order of the building.
  public let vocabulary: Vocabulary
  /// What conversations assume unless told otherwise.
  public let habits: Habits
  /// By what lines are understood.
  let rules: [Rule]
  /// The last bookings made and when, newest last: what was free a moment ago.
  var lately: [(reference: BookingReference, at: Instant)] = []

  /// The same, where zones are looked up in that way.
  public consuming func knowing(
    _ zones: @escaping @Sendable (String) -> ZoneRules?
  ) -> World {
    self.zones = zones
    return self
  }

  /// The bookings that were made within the last moments.
  func madeLately(at now: Instant) -> [BookingReference] {
    let moments: ClosedRange<Duration> = .zero ... .seconds(habits.justNowSeconds)
    return lately.compactMap { moments.contains(now.since($0.at)) ? $0.reference : nil }
  }

  /// The clocks of a zone that a question names, or those of the house: there need be no such zone.
  public func zone(named name: String?) -> ZoneRules { name.flatMap(zones) ?? ledger.zone }

  /// Keeps in mind that a booking was made now.
  mutating func keepInMind(_ reference: BookingReference, at now: Instant) {
    if lately.count >= habits.latelyMax { lately.removeFirst() }
    lately.append((reference, now))
  }

  /// A house.
  public init(
    ledger: Ledger, outbox: Outbox, travel: TravelDesk = TravelDesk(),
    accounts: AccountBook? = nil, habits: Habits = Habits(), rules: [Rule] = Rule.all
  ) {
    self.accounts = accounts
    self.travel = travel
    self.ledger = ledger
    self.outbox = outbox
    self.habits = habits
    self.rules = rules
    vocabulary = Vocabulary(of: ledger.building)
  }
}

extension Vocabulary {
  /// What the rooms of a building and their equipment are called; rooms in its order.
  public init(of building: Building) {
    self.init(
      rooms: building.rooms.map { RoomNames(name: $0.name, aliases: $0.aliases) },
      equipment: building.rooms.flatMap(\.equipment).withoutRepeats,
      locations: building.rooms.compactMap(\.location).withoutRepeats,
      people: building.people.names)
  }
}

/// What is assumed in conversations. All of it is configuration.
public struct Habits: Hashable, Sendable {
  /// How long a booking lasts that says no end, in minutes; 60.
  public var usualMinutes = 60
  /// How dates of two numbers are meant.
  public var dateOrder = DateOrder.dayFirst
  /// Where numbers without a country code belong by ISO 3166-1.
  public var phoneRegion = PhoneRegion.germany
  /// How long somebody else's booking counts as made just now, in seconds; 30.
  public var justNowSeconds: Int64 = 30
  /// How many bookings are remembered as made just now; 64.
  public var latelyMax = 64
  /// How many rooms a search tells of at most; 12.
  public var foundRoomsMax = 12
  /// How many bookings a list shows at most; 50.
  public var listedBookingsMax = 50

  /// The habits that hold unless configured.
  public init() {}
}

extension Array where Element: Hashable {
  /// Each element once, where it stands first.
  var withoutRepeats: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
