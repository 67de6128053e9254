// What is seen of the house while a line is understood and planned; nothing of it is changed.

public import Accounts
public import Bookings
public import CivilTime
public import Products

/// The house as somebody sees it at a moment.
public struct HouseView: Sendable {
  /// Who holds which room when, with what a plan supposes.
  public var ledger: Ledger
  /// Who looks.
  public let user: UserID
  /// The instant.
  public let now: Instant
  /// What the clocks of the house show then.
  public let civilNow: CivilMoment
  /// How long a booking lasts that says no end, in minutes.
  public let usualMinutes: Int
  /// Attendees whose passes have failed.
  public let troubled: [BookingReference: [AttendeeID]]
  /// Bookings that were made a moment ago.
  public let lately: [BookingReference]
  /// Trips, of which only those of whoever looks are looked at.
  public let travel: TravelDesk
  /// Accounts, of which only those of whoever looks are looked at.
  public let accounts: AccountBook?

  /// What is filled in to link accounts, of which only what whoever looks fills in is looked at.
  public var signIns: [AttemptID: SignInQuestions] = [:]

  /// The clocks of a zone by its name, as far as it is known.
  public var zones: @Sendable (String) -> ZoneRules? = { _ in nil }

  /// A house at an instant.
  public init(
    ledger: Ledger, user: UserID, now: Instant, usualMinutes: Int,
    lately: [BookingReference] = [], troubled: [BookingReference: [AttendeeID]] = [:],
    travel: TravelDesk = TravelDesk(), accounts: AccountBook? = nil
  ) {
    self.accounts = accounts
    self.travel = travel
    self.troubled = troubled
    self.lately = lately
    self.ledger = ledger.seen(by: user)
    self.user = user
    self.now = now
    self.usualMinutes = usualMinutes
    civilNow = ledger.zone.civil(at: now)
  }

  /// The question that is asked of what is filled in.
  public func itemAsked(of place: FormPlace) -> Questionnaire.Item? {
    switch place {
    case .purchase(let id):
      if case .asking(let asked) = travel.purchases[id]?.state { asked.asked } else { nil }
    case .link(let attempt): signIns[attempt]?.asked.asked
    }
  }

  /// The clocks by which a question takes its answer: those of the zone that it names, if there is
  /// such a zone, else those of the house.
  public func zone(of item: Questionnaire.Item) -> ZoneRules {
    item.kind.zone.flatMap(zones) ?? ledger.zone
  }

  /// The rules of a room, or those of the house.
  public func policy(of room: RoomID?) -> HousePolicy {
    room.flatMap { ledger.room($0)?.policy } ?? ledger.building.policy
  }

  /// The bookings of whoever looks that are not over, in order of time.
  public var mine: [Booking] { ledger.bookings(of: user, from: now) }

  /// The booking of a number, as far as whoever looks may know of it: none that is private to
  /// others.
  public func booking(_ reference: BookingReference) -> Booking? {
    ledger.booking(reference).flatMap { ledger.shows(user, $0) ? $0 : nil }
  }

  /// A booking as what was wanted of it.
  public func request(of booking: Booking, as role: Role) -> Request {
    let lasts = Int(booking.end.since(booking.start).components.seconds / 60)
    return Request(of: booking, lasting: lasts, as: role)
  }
}
