// News that last: what somebody is still to hear, without words, and what becomes of it.

public import Bookings
public import CivilTime
public import Passes
public import Products

/// One piece of news for whoever booked, waits or travels. Its words are made when it is told.
public struct News: Hashable, Sendable {
  /// Names it for good: counted from 1, never given twice.
  public let seq: Int
  /// Whom it is for.
  public let user: UserID
  /// What it is about.
  public let subject: Subject
  /// When it was made.
  public let made: Instant
  /// From then on nobody need hear it: the end of the booking, as it was then, or a
  /// day later than they were made if it had ended before, as of rides; of accounts a week later.
  public let expires: Instant
  /// Whether a program was sent it, which may have lost it.
  public var isSent: Bool

  /// What news can be about.
  public enum Subject: Hashable, Sendable {
    /// The passes of a booking: which, and why.
    case passes(BookingReference, PassTopics)
    /// What another who holds a booking did with it.
    case deed(BookingReference, OthersDeed)
    /// What somebody waits for: something is, or was, held for them.
    case wait(WaitReference)
    /// What is booked, or was tried, on a leg: how it stands when it is told.
    case ride(PurchaseID, LegReference)
    /// An account with that provider: what became of it.
    case account(String, AccountOutcome)
  }

  /// A piece of news, all of it.
  public init(
    seq: Int, user: UserID, subject: Subject, made: Instant, expires: Instant,
    isSent: Bool = false
  ) {
    self.seq = seq
    self.user = user
    self.subject = subject
    self.made = made
    self.expires = expires
    self.isSent = isSent
  }

  /// A piece of news about the passes of a booking.
  public init(
    seq: Int, user: UserID, booking: BookingReference, topics: PassTopics, made: Instant,
    expires: Instant, isSent: Bool = false
  ) {
    self.init(
      seq: seq, user: user, subject: .passes(booking, topics), made: made, expires: expires,
      isSent: isSent)
  }

  /// The booking that it is about, if it is about one.
  public var booking: BookingReference? {
    switch subject {
    case .passes(let booking, _), .deed(let booking, _): booking
    case .wait, .ride, .account: nil
    }
  }

  /// What another did with the booking, if it is about that.
  public var deed: OthersDeed? { if case .deed(_, let deed) = subject { deed } else { nil } }

  /// The wait it is about, if it is about one.
  public var wait: WaitReference? { if case .wait(let wait) = subject { wait } else { nil } }

  /// The purchase it is about, if it is about one.
  public var purchase: PurchaseID? {
    if case .ride(let purchase, _) = subject { purchase } else { nil }
  }

  /// The leg of a trip it is about, if it is about one.
  public var leg: LegReference? { if case .ride(_, let leg) = subject { leg } else { nil } }

  /// What became of the account it is about, if it is about one.
  public var account: (provider: String, outcome: AccountOutcome)? {
    if case .account(let provider, let outcome) = subject { (provider, outcome) } else { nil }
  }
}

/// What can happen to news.
public enum NewsEvent: Hashable, Sendable {
  /// There is a new piece.
  case made(News)
  /// A program was sent these for the first time, later than they were made.
  case sent([Int])
  /// These are over: somebody heard them, a program acknowledged them, they had to give way to
  /// newer ones or nothing in them holds any more.
  case heard([Int])
}
