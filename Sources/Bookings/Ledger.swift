// Who holds which room when: the fold of what has happened, and the judge of what may.

public import CivilTime

/// All bookings of a building that are not over. `decide` says what would happen or why not,
/// `apply` makes it so.
public struct Ledger: Sendable {
  /// The rooms and rules.
  public private(set) var building: Building
  /// The clocks of the building.
  public let zone: ZoneRules
  /// The limits of texts and memory.
  public let limits: BookingLimits
  /// What other calendars leave free; rooms and days that are not in it are free of them.
  public var openings = Openings()

  /// An empty ledger of a building.
  public init(building: Building, zone: ZoneRules, limits: BookingLimits = BookingLimits()) {
    self.building = building
    self.zone = zone
    self.limits = limits
  }
}

/// What the calendars behind the rooms leave free, for the rooms and days that were asked for.
public struct Openings: Hashable, Sendable {
  private var spans: [RoomID: [CivilDate: [CivilSpan]]] = [:]

  /// Nothing is known, so nothing is forbidden.
  public init() {}

  /// What is left free of a room on a day; nil if nobody was asked.
  public subscript(room: RoomID, date: CivilDate) -> [CivilSpan]? {
    get { spans[room]?[date] }
    set { spans[room, default: [:]][date] = newValue }
  }
}
