// What is written down before anybody is told: the only thing that outlives the process.

public import Bookings
public import CivilTime
public import Passes
public import Products

/// One thing that has happened. The state of the agent is the fold of these, in order.
public struct JournalEntry: Hashable, Sendable {
  /// When it happened.
  public let at: Instant
  /// Who made it happen; nil for the agent itself (a pass was sent, a wait ran out).
  public let by: UserID?
  /// What happened.
  public let fact: Fact

  /// A thing that happened at an instant by somebody.
  public init(at: Instant, by: UserID?, fact: Fact) {
    self.at = at
    self.by = by
    self.fact = fact
  }

  /// What can happen.
  public enum Fact: Hashable, Sendable {
    /// To a booking.
    case booking(BookingEvent)
    /// To a pass.
    case pass(PassEvent)
    /// A message was answered for good; what repeats it gets the same answer.
    case answered(StoredAnswer)
    /// To news for somebody.
    case news(NewsEvent)
    /// To what somebody waits for.
    case wait(WaitEvent)
    /// To a trip or a purchase.
    case travel(TravelChange)
    /// To somebody's account with a provider.
    case account(AccountChange)
  }
}

/// The answer to a message that changed something, kept so that a repeated message gets it again
/// instead of a second effect.
public struct StoredAnswer: Hashable, Sendable {
  /// Whose message, in which conversation.
  public let key: MessageKey
  /// Of what was said, to tell a repeated message from another with the same name.
  public let text: TextHash
  /// The reply as members of a JSON object, RFC 8259, in octets.
  public let reply: [UInt8]
  /// When it may be forgotten: 24 hours after it was given unless configured.
  public let expires: Instant

  /// The answer to a message.
  public init(key: MessageKey, text: TextHash, reply: [UInt8], expires: Instant) {
    self.key = key
    self.text = text
    self.reply = reply
    self.expires = expires
  }
}

/// What makes a message one: who carries it, whose conversation it is in and its name there.
public struct MessageKey: Hashable, Sendable {
  /// The bridge or person signed in; empty where nobody has to.
  public let principal: String
  /// The conversation.
  public let conversation: String
  /// Who speaks.
  public let user: String
  /// The sender's name for the message.
  public let message: String

  /// The key of a message.
  public init(principal: String, conversation: String, user: String, message: String) {
    self.principal = principal
    self.conversation = conversation
    self.user = user
    self.message = message
  }
}

/// What a store gives back at the start: all that still matters, from its tables.
public struct DurableState: Sendable {
  /// Bookings that are not over, and those that ended or were cancelled lately.
  public var bookings: [Booking] = []
  /// The passes of those bookings.
  public var passes: [Pass] = []
  /// Answers that have not expired.
  public var answers: [StoredAnswer] = []
  /// News that nobody has heard and that have not expired, in order.
  public var news: [News] = []
  /// What people wait for, and what is over of it and news still speak of, in order.
  public var waits: [Wait] = []
  /// The trips of people.
  public var trips: [KeptTrip] = []
  /// What is booked on them, or was lately.
  public var purchases: [Purchase] = []
  /// Trips and purchases that cannot be read: the house goes on without them.
  public var travelUnread: [TravelUnkept] = []
  /// As `lastBooking`, of trips and purchases. Errands are counted anew by each process.
  public var travelNumbers = TravelNumbers()
  /// The highest numbers ever given out, also to what is not loaded: 0 for none.
  public var lastBooking = 0
  /// As `lastBooking`, of attendees.
  public var lastAttendee = 0
  /// As `lastBooking`, of passes.
  public var lastPass = 0
  /// As `lastBooking`, of gateway calls.
  public var lastCall = 0
  /// As `lastBooking`, of news.
  public var lastNews = 0
  /// As `lastBooking`, of series.
  public var lastSeries = 0
  /// As `lastBooking`, of waits.
  public var lastWait = 0
  /// What the clock showed at the last entry; nil for none.
  public var lastEntry: Instant?

  /// Nothing has happened yet.
  public init() {}
}
