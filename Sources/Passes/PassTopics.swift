// Which passes a message to the booker is about, and why: what is kept of it until it is heard.

/// The editions of a message by what it says of them. The words are made when it is told, of the
/// passes as they are then.
public struct PassTopics: Hashable, Sendable {
  /// Those said to be accepted.
  public let accepted: [PassEdition]
  /// Those said to have failed or expired.
  public let ended: [PassEdition]
  /// Those said to be in trouble.
  public let troubled: [PassEdition]
  /// Those of which the booker has to tell the recipients.
  public let toBeToldByBooker: [PassEdition]

  /// The topics of a message, all of them.
  public init(
    accepted: [PassEdition], ended: [PassEdition], troubled: [PassEdition],
    toBeToldByBooker: [PassEdition]
  ) {
    self.accepted = accepted
    self.ended = ended
    self.troubled = troubled
    self.toBeToldByBooker = toBeToldByBooker
  }

  /// Every edition that is spoken of.
  public var editions: [PassEdition] { accepted + ended + troubled + toBeToldByBooker }

  /// The same without some editions, of which a later message speaks.
  public func without(_ others: Set<PassEdition>) -> PassTopics {
    func left(_ editions: [PassEdition]) -> [PassEdition] {
      editions.filter { !others.contains($0) }
    }
    return PassTopics(
      accepted: left(accepted), ended: left(ended), troubled: left(troubled),
      toBeToldByBooker: left(toBeToldByBooker))
  }
}

extension PassNews {
  /// What is kept of the message until it is heard.
  public var topics: PassTopics {
    PassTopics(
      accepted: accepted.map(\.edition), ended: ended.map(\.edition),
      troubled: troubled.map(\.edition), toBeToldByBooker: toBeToldByBooker.map(\.edition))
  }

  /// Whether it says nothing.
  public var isEmpty: Bool {
    accepted.isEmpty && ended.isEmpty && troubled.isEmpty && toBeToldByBooker.isEmpty
  }
}
