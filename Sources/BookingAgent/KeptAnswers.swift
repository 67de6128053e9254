// The durable answers, and whose they are: none is dropped before its time, so whoever keeps as
// much as may be kept is refused instead.

import CivilTime

/// Answers to messages that changed something, by the names of the messages.
struct KeptAnswers: Sendable {
  private struct Kept: Sendable {
    let answer: StoredAnswer
    /// The session that the message came on; nil if that was before the last start.
    let session: SessionID?
  }

  private var kept: [MessageKey: Kept] = [:]
  private var octets = 0
  private var octetsOfUsers: [Holder: Int] = [:]
  private var octetsOfSessions: [SessionID: Int] = [:]

  /// Who speaks for whom: as long as nobody signs in, the speaker alone.
  private struct Holder: Hashable, Sendable {
    let principal: String
    let user: String

    init(_ key: MessageKey) {
      principal = key.principal
      user = key.user
    }
  }

  subscript(key: MessageKey) -> StoredAnswer? { kept[key]?.answer }

  /// Keeps an answer to a message that came on a session.
  mutating func keep(_ answer: StoredAnswer, of session: SessionID?) {
    forget(answer.key)
    kept[answer.key] = Kept(answer: answer, session: session)
    let size = answer.octetsKept
    octets += size
    octetsOfUsers[Holder(answer.key), default: 0] += size
    if let session { octetsOfSessions[session, default: 0] += size }
  }

  /// Keeps what is durable and nothing else; whose it is stays known.
  mutating func replace(with stored: [StoredAnswer]) {
    let before = self
    self = KeptAnswers()
    for answer in stored { keep(answer, of: before.kept[answer.key]?.session) }
  }

  /// Keeps what is durable and was forgotten.
  mutating func recall(_ stored: [StoredAnswer]) {
    for answer in stored where kept[answer.key] == nil { keep(answer, of: nil) }
  }

  /// Forgets what is kept no longer than until now.
  mutating func forgetExpired(at now: Instant) {
    for (key, known) in kept where known.answer.expires <= now { forget(key) }
  }

  /// Whether one more would be too much: of the session, of the speaker, or in all.
  func isFull(for key: MessageKey, on session: SessionID, _ limits: AgentLimits) -> Bool {
    octets >= limits.answersOctetsMax
      || octetsOfUsers[Holder(key), default: 0] >= limits.answersOctetsPerUserMax
      || octetsOfSessions[session, default: 0] >= limits.answersOctetsPerConnectionMax
  }

  /// A session is gone and counts no more; the next one of its peer counts from nothing.
  mutating func sessionLeft(_ session: SessionID) { octetsOfSessions[session] = nil }

  private mutating func forget(_ key: MessageKey) {
    guard let known = kept.removeValue(forKey: key) else { return }
    let size = known.answer.octetsKept
    octets -= size
    let holder = Holder(key)
    octetsOfUsers[holder, default: 0] -= size
    if octetsOfUsers[holder] == 0 { octetsOfUsers[holder] = nil }
    if let session = known.session, let held = octetsOfSessions[session] {
      octetsOfSessions[session] = held - size
    }
  }
}

extension StoredAnswer {
  /// What it takes in memory beside its texts, about.
  private static let octetsBeside = 256

  /// About how much memory it takes, in octets.
  var octetsKept: Int {
    key.octets + reply.count + Self.octetsBeside
  }
}

extension MessageKey {
  /// The octets of its parts.
  var octets: Int {
    principal.utf8.count + conversation.utf8.count + user.utf8.count + message.utf8.count
  }
}
