// What two have said so far, as far as the next line may lean on it: what can be spoken of, what is
// open, what can be taken back. Nothing of it is durable, and nothing of it decides.

public import Bookings

/// The memory of one conversation.
///
/// Its written form (`Codable`) reads back equal, so that a conversation can be kept and moved.
/// What no calendar and no clock has is not read.
public struct DialogueState: Hashable, Codable, Sendable {
  /// How many turns there have been, this one included.
  public private(set) var turn = 0
  /// What can be referred to, each once, the latest last.
  public private(set) var referents: [Referent] = []
  /// The questions that are open, the one asked last at the end: that is answered first.
  public private(set) var issues: [Issue] = []
  /// The changes that `undo` takes back, as one.
  public var undoable: [BookingEvent] = [] {
    didSet {
      if !undoable.isEmpty { undoableWaits = [] }
      waitsBeside = []
    }
  }
  /// The waits that were made with the last change: they end with it.
  public var waitsBeside: [WaitReference] = []
  /// What was done about waits last, if that came behind the last change: `undo` takes it back.
  public var undoableWaits: [WaitEvent] = []
  /// How many lines in a row were not understood.
  public var misunderstandings = 0
  /// What the service asked in this conversation when the last turn ended: what it asks since then,
  /// as news have told, is open here as well.
  public var serviceAsked: [Question] = []
  /// In how many answers it was told what `undo` does.
  public var undoHints = 0
  /// In how many answers it was told that one can wait.
  public var waitHints = 0
  /// The turn in which it was said how `viertel elf` was read.
  public var quartersTurn: Int?
  /// The speaker has agreed to how `viertel elf` is read.
  public var knowsQuarters = false
  /// What was said of the time of a booking last, in which turn: a bare number behind it is more of
  /// that.
  public var timeSaid: TimeSaid?
  /// The language spoken last.
  public var language: AnswerLanguage?
  /// The language that was asked for: answers are in it, whatever is spoken.
  public var languageAskedFor: AnswerLanguage?
  /// The language that whoever speaks is said to have; it holds until a line tells one.
  public var usualLanguage: AnswerLanguage?

  private var lastIssue = 0
  private let limits: DiscourseLimits

  /// Nobody has said anything.
  public init(limits: DiscourseLimits = DiscourseLimits()) { self.limits = limits }

  /// Whether it may still be told what `undo` does: who was told knows.
  public var mayHintAtUndo: Bool { undoHints < limits.undoHintsMax }

  /// Whether it may still be told that one can wait: who was told knows.
  public var mayHintAtWaiting: Bool { waitHints < limits.waitHintsMax }

  /// The language in which is answered, in a house that has one for strangers.
  public func answerLanguage(in building: Building) -> AnswerLanguage {
    languageAskedFor ?? language ?? usualLanguage ?? building.language ?? .english
  }

  /// The question that a short answer answers.
  public var open: Issue? { issues.last }

  /// The open question of that number.
  public func issue(_ id: IssueID) -> Issue? { issues.first { $0.id == id } }

  /// Whether a question is open.
  public var isOpen: Bool { !issues.isEmpty }

  /// Asks here what is open in another conversation of the same person; what is open here waits.
  public mutating func takeUp(openOf other: DialogueState) {
    // What is offered to who waits is asked in every conversation anyway.
    guard let asked = other.open, asked.offer == nil else { return }
    turn += 1
    raise(asked.question, for: asked.purpose)
  }

  /// What `undo` takes back as one, with the waits that were made beside the last of it.
  public mutating func undoAsOne(_ changes: [BookingEvent]) {
    let waits = waitsBeside
    undoable = changes
    waitsBeside = waits
  }

  /// Begins the turn of a line.
  public mutating func begin() { turn += 1 }

  /// Keeps that something came up in this turn. What came up before in another role has this one
  /// from now on.
  public mutating func mention(_ entity: Entity, as role: Role) {
    let isThere = referents.contains { $0.turn == turn && $0.role == role && $0.entity == entity }
    guard !isThere else { return }
    referents.removeAll { $0.entity == entity }
    referents.append(Referent(entity: entity, role: role, turn: turn))
    if referents.count > limits.referentsMax { referents.removeFirst() }
  }

  /// Asks a question on top of those that are open. Of too many the oldest is given up, and handed
  /// back to be told.
  @discardableResult
  public mutating func raise(_ question: Question, for purpose: Purpose) -> Issue? {
    lastIssue += 1
    issues.append(
      Issue(
        id: IssueID(lastIssue), question: question, purpose: purpose, askedTurn: turn))
    return issues.count > limits.issuesMax ? issues.removeFirst() : nil
  }

  /// Asks whether what is offered to who waits is to be booked: below what is open, which is
  /// answered first. Where too much is open, it is asked once something is closed.
  public mutating func raise(_ question: Question, for purpose: Purpose, offer: WaitReference) {
    guard issues.count < limits.issuesMax else { return }
    lastIssue += 1
    var issue = Issue(
      id: IssueID(lastIssue), question: question, purpose: purpose, askedTurn: turn)
    issue.offer = offer
    issues.insert(issue, at: 0)
  }

  /// Keeps what the question asked last was asked for before it was put otherwise.
  public mutating func note(earlier: Purpose) {
    guard let last = issues.indices.last, issues[last].purpose.goal == earlier.goal,
      issues[last].purpose.request != earlier.request
    else { return }
    issues[last].earlier = earlier
  }

  /// Keeps that offers to who waits were told here.
  public mutating func noteOffersTold() {
    for place in issues.indices where issues[place].offer != nil {
      issues[place].isAskedAgain = true
    }
  }

  /// Closes a question, whatever became of it.
  public mutating func close(_ id: IssueID) { issues.removeAll { $0.id == id } }

  /// Puts another question in the place of one that is open.
  public mutating func replace(_ id: IssueID, by question: Question) {
    guard let place = issues.firstIndex(where: { $0.id == id }) else { return }
    issues[place].question = question
  }

  /// Keeps that a question was put once more, to a line that was said to it.
  public mutating func askOnce(_ id: IssueID) {
    guard let place = issues.firstIndex(where: { $0.id == id }) else { return }
    issues[place].askedTurn = turn
  }

  /// Keeps that the open question was asked again, behind something else.
  public mutating func askAgain() {
    guard let last = issues.indices.last else { return }
    issues[last].askedTurn = turn
    issues[last].isAskedAgain = true
  }
}

/// A part of the time of a booking that a line said.
public struct TimeSaid: Hashable, Codable, Sendable {
  /// Which part of a time.
  public enum Part: String, Codable, Sendable {
    /// When it begins.
    case start
    /// When it ends.
    case end
    /// How long it lasts.
    case length
  }
  /// The part.
  public let part: Part
  /// The turn of the line.
  public let turn: Int

  /// A part that was said in a turn.
  public init(_ part: Part, turn: Int) { (self.part, self.turn) = (part, turn) }
}

/// How much of a conversation is kept.
public struct DiscourseLimits: Hashable, Codable, Sendable {
  /// How many things can be referred to; 32.
  public var referentsMax = 32
  /// How many questions may be open at once; 3.
  public var issuesMax = 3
  /// In how many answers it is told what `undo` does; 2.
  public var undoHintsMax = 2
  /// In how many answers it is told that one can wait for what is taken; 1.
  public var waitHintsMax = 1

  /// The limits that hold unless configured.
  public init() {}
}
