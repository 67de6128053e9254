// What somebody waits for, and how that came and went.

public import CivilTime

/// What is wanted by who waits: one of some rooms, or any that fits, for a length within a span.
public struct WaitWish: Hashable, Codable, Sendable {
  /// One of these rooms; none for any that fits.
  public var rooms: [RoomID]
  /// What a room must be or have where none is named.
  public var filter: RoomFilter
  /// The span within which it is to be.
  public var window: CivilSpan
  /// How long it is to last, in minutes by the clock; at most as long as the window.
  public var minutes: Int
  /// The booking that comes of it, apart from room and span.
  public var request: BookingRequest

  /// A wish, all of it.
  public init(
    rooms: [RoomID], filter: RoomFilter, window: CivilSpan, minutes: Int, request: BookingRequest
  ) {
    self.rooms = rooms
    self.filter = filter
    self.window = window
    self.minutes = minutes
    self.request = request
  }

  /// The booking that comes of it in a place.
  public func request(at place: Place) -> BookingRequest {
    var request = request
    request.room = place.room
    request.start = place.span.start
    request.end = place.span.end
    request.minutes = nil
    return request
  }

  /// Stands in the booking of a wish for any room, where a room would.
  public static let anyRoom = RoomID("")

  /// Whether it can only be met by the whole window.
  public var isExact: Bool { minutes >= window.minutes }
}

/// Somebody's wait for a place.
public struct Wait: Hashable, Codable, Sendable {
  /// What has become of it.
  public enum State: String, Hashable, Codable, CaseIterable, Sendable {
    /// Nothing that fits became free so far.
    case waiting
    /// A place is held, and offered.
    case offered
    /// Over: what was wanted is booked.
    case booked
    /// Over: it was given up.
    case givenUp = "given-up"
    /// Over: what was offered was not wanted.
    case declined
    /// Over: what was offered was not taken in time.
    case lapsed
    /// Over: the span has come and nothing was free.
    case past
  }

  /// A place that is or was held.
  public struct Offer: Hashable, Codable, Sendable {
    /// Where and when.
    public let place: Place
    /// The instant at which the place begins.
    public let start: Instant
    /// The first instant behind the place.
    public let end: Instant
    /// The first instant at which it is not held any more.
    public var until: Instant

    /// A place between two instants, held until a third.
    public init(place: Place, start: Instant, end: Instant, until: Instant) {
      self.place = place
      self.start = start
      self.end = end
      self.until = until
    }
  }

  /// Its number for good; who has the smaller one comes first.
  public let reference: WaitReference
  /// Who waits.
  public let user: UserID
  /// What for.
  public let wish: WaitWish
  /// When it was made.
  public let made: Instant
  /// The first instant at which nothing can be offered any more.
  public let ends: Instant
  /// What has become of it.
  public var state: State
  /// The place that is offered; stays when it is over.
  public var offer: Offer?

  /// A wait, all of it; made by the ledger and by who reads it back.
  public init(
    reference: WaitReference, user: UserID, wish: WaitWish, made: Instant, ends: Instant,
    state: State = .waiting, offer: Offer? = nil
  ) {
    self.reference = reference
    self.user = user
    self.wish = wish
    self.made = made
    self.ends = ends
    self.state = state
    self.offer = offer
  }

  /// Whether something may still come of it.
  public var isOpen: Bool {
    switch state {
    case .waiting, .offered: true
    case .booked, .givenUp, .declined, .lapsed, .past: false
    }
  }

  /// When something is due: the end of a hold, or of the wait; nil if it is over.
  public var due: Instant? {
    switch state {
    case .waiting: ends
    case .offered: offer?.until ?? ends
    case .booked, .givenUp, .declined, .lapsed, .past: nil
    }
  }
}

/// What has happened to a wait, which is as given from then on.
public enum WaitEvent: Hashable, Codable, Sendable {
  /// Somebody waits.
  case made(Wait)
  /// A place is held and offered, or held until another instant.
  case offered(Wait)
  /// It is over.
  case ended(Wait)
  /// It goes on as if it had not been given up.
  case resumed(Wait)

  /// The wait as it is after the event.
  public var wait: Wait {
    switch self {
    case .made(let wait), .offered(let wait), .ended(let wait), .resumed(let wait): wait
    }
  }
}

/// A place that somebody has given back.
public struct FreedPlace: Hashable, Sendable {
  /// Where and when.
  public let place: Place
  /// Whose it was: to them it is not offered. Nil if a hold has ended.
  public let owner: UserID?

  /// A place, and whose it was.
  public init(_ place: Place, of owner: UserID?) {
    self.place = place
    self.owner = owner
  }
}
