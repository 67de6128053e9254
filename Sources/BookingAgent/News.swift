// News that last: what somebody is still to hear, without words, and what becomes of it.

public import Bookings
public import CivilTime
public import Passes

/// One piece of news for whoever booked. Its words are made when it is told.
public struct News: Hashable, Sendable {
  /// Names it for good: counted from 1, never given twice.
  public let seq: Int
  /// Whom it is for.
  public let user: UserID
  /// The booking that it is about.
  public let booking: BookingReference
  /// Which passes, and why.
  public let topics: PassTopics
  /// What another who holds the booking did with it; nil for news of passes.
  public let deed: OthersDeed?
  /// When it was made.
  public let made: Instant
  /// From then on nobody need hear it: the end of the booking, as it was then, or a
  /// day later than they were made if it had ended before.
  public let expires: Instant
  /// Whether a program was sent it, which may have lost it.
  public var isSent: Bool

  /// A piece of news, all of it.
  public init(
    seq: Int, user: UserID, booking: BookingReference, topics: PassTopics, made: Instant,
    expires: Instant, isSent: Bool = false, deed: OthersDeed? = nil
  ) {
    self.seq = seq
    self.user = user
    self.booking = booking
    self.topics = topics
    self.made = made
    self.expires = expires
    self.isSent = isSent
    self.deed = deed
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
