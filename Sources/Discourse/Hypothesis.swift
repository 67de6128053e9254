// One thing that a line may mean here. Rules make hypotheses, planning judges them.

public import Bookings

/// One thing that a line may mean, given what was said before.
public struct Hypothesis: Hashable, Sendable {
  /// The rule that made it.
  public let rule: String
  /// What the line would do.
  public var move: Move
  /// How many turns ago that came up on which it leans; 0 for what the line says by itself, or says
  /// to the question just asked.
  public var distance: Int
  /// Why it may not be meant.
  public var doubts: Set<Doubt>
  /// The words of weight that it leaves unused: numbers, names, negations, verbs.
  public var unusedCount: Int
  /// Whether lines like this one are hardly ever said for that.
  public var isUnlikely: Bool

  /// What a line may mean.
  public init(
    rule: String, _ move: Move, distance: Int = 0, doubts: Set<Doubt> = [], unusedCount: Int = 0,
    isUnlikely: Bool = false
  ) {
    self.isUnlikely = isUnlikely
    self.rule = rule
    self.move = move
    self.distance = distance
    self.doubts = doubts
    self.unusedCount = unusedCount
  }
}

/// What a line does in a conversation.
public enum Move: Hashable, Sendable {
  /// Something is wanted or asked: how much of several purposes; and the question that is answered
  /// by it, if one is.
  case pursue([Purpose], wanted: Extent, answering: IssueID?)
  /// The open question is answered by yes, no, or one of what was offered.
  case settle(IssueID, Settlement)
  /// The last change is taken back.
  case undo
  /// The last change is taken back and something is done instead, both or neither.
  case redo(Purpose)
  /// Something about the passes of a booking, or of one who comes to it.
  case passes(PassWish, BookingReference, AttendeeID?)
  /// What is open is given up; nothing if nothing is open.
  case retract(IssueID?)
  /// What is asked for is left out.
  case skip(IssueID)
  /// Something about trips, or what can be booked on them.
  case ride(RideMove)
  /// What people say to each other.
  case courtesy(Courtesy)
  /// The line refers to something that nothing can be.
  case misses(Missing)
}

/// How much of several things is wanted.
public enum Extent: Hashable, Sendable {
  /// All of them.
  case all
  /// One, which is still to be picked.
  case one
  /// One, or all of them after all.
  case oneOrAll
}

/// How an open question is answered.
public enum Settlement: Hashable, Sendable {
  /// What was shown is to be done; with what the line says beside, as `yes, but an hour later`.
  case yes(Request)
  /// It is not to be done.
  case no
  /// One of what was offered; with what the line says beside, as `the first, without Ana`.
  case pick(Option, Request)
  /// None of these, which are not wanted; the others are offered still.
  case without([Option])
  /// One by a number that nothing offered has, or by words that several have.
  case noSuchOption(Int?)
}

/// What is wanted of passes.
public enum PassWish: Hashable, Sendable {
  /// How far they have come.
  case list
  /// They are sent again.
  case resend
  /// They are tried no more.
  case skip
}

/// What people say to each other.
public enum Courtesy: Hashable, Sendable {
  /// A greeting.
  case greeting
  /// Thanks.
  case thanks
  /// Consent to what was done already.
  case agreement
  /// A good-bye.
  case goodbye
  /// What can be said is asked.
  case help
  /// Something about being reminded, which usher does not do.
  case reminders
}

/// What a line refers to, where nothing can be that.
public enum Missing: Hashable, Sendable {
  /// No booking of the speaker's is like that.
  case booking
  /// There is no booking of that number.
  case reference(BookingReference)
  /// Nobody who comes is called so.
  case attendee(String, BookingReference)
  /// Several who come are called so.
  case attendees(String, BookingReference)
  /// It is not said who.
  case someone(BookingReference)
  /// A yes, a no or a choice without a question.
  case question
  /// There is nothing that could be taken back.
  case change
}

/// Why something may not be meant. The table of caution says what is done about it.
public enum Doubt: String, CaseIterable, Hashable, Sendable {
  /// The line leaves open whether it is to be done: it hedges, tells or quotes.
  case hedged
  /// No verb says what is to be done, and words of the line mean nothing to anybody.
  case guessed
  /// What it refers to is only what is there, and nothing points to it.
  case unpointed
  /// What it refers to is otherwise than the line says.
  case describedOtherwise
  /// It rests on a line that was not understood.
  case restsOnMissed
  /// The line before was not understood: perhaps it took something back.
  case followsMissed
  /// It says a repeat, several days or several rooms, of which only the first would be done.
  case saysMore
  /// A bare yes behind a question that was only asked again.
  case answersEarlier
}
