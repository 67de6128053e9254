// A message with a name has one effect, however often it comes: what it was answered is kept.

import CivilTime
import LineProtocol

/// The answer to a message that changed nothing, for when the message comes again.
struct RecentAnswer: Sendable {
  let text: TextHash
  let kept: Kept

  enum Kept: Sendable {
    /// Told again as it was.
    case refusal(Reply)
    /// Told again as a reply that was given before, written as `ReplyForm` writes.
    case answer([UInt8])
  }

  init(_ reply: Reply, to text: String) {
    self.text = TextHash(of: text)
    kept = reply.code.isFailure ? .refusal(reply) : .answer(ReplyForm.octets(of: reply))
  }

  /// About what it takes in memory beside its name, in octets.
  var octetsKept: Int {
    switch kept {
    case .refusal: Self.octetsOfRefusal
    case .answer(let octets): octets.count + Self.octetsBeside
    }
  }

  private static let octetsOfRefusal = 2048
  private static let octetsBeside = 256
}

extension Agent {
  /// The answer a message got before; a refusal if its name is used for another text.
  func knownAnswer(to message: MessageKey, text: String) -> Reply? {
    if let stored = answers[message] {
      guard stored.text == TextHash(of: text) else { return Self.reused }
      return Reply(repeating: stored.reply)
    }
    guard let recent = recentAnswers[message] else { return nil }
    guard recent.text == TextHash(of: text) else { return Self.reused }
    switch recent.kept {
    case .refusal(let reply): return reply
    case .answer(let octets): return Reply(repeating: octets)
    }
  }

  private static var reused: Reply {
    Reply(.otherText, name: .msgReused, lines: ["That message was another text before."])
  }

  /// Why a message is not taken although it may be meant well: its answer could not be kept, and
  /// those kept may not be dropped.
  func noRoomForAnswer(to message: MessageKey, on id: SessionID) -> Reply? {
    guard answers.isFull(for: message, on: id, settings.limits) else { return nil }
    return Reply(.slowDown, name: .limitRate, lines: [AgentWording.tooManyAnswers])
  }

  mutating func remember(
    _ reply: Reply, to message: MessageKey, text: String, isChange: Bool, on id: SessionID,
    at now: Instant
  ) {
    if isChange {
      let stored = StoredAnswer(
        key: message, text: TextHash(of: text), reply: ReplyForm.octets(of: reply),
        expires: now + .seconds(settings.limits.answerSecondsMax))
      answers.keep(stored, of: id)
      entries.append(JournalEntry(at: now, by: nil, fact: .answered(stored)))
      return
    }
    unconfirmed.recentAnswers.append(message)
    let recent = RecentAnswer(reply, to: text)
    recentAnswers.keep(
      recent, for: message, of: id, weight: recent.octetsKept + message.octets,
      within: .init(
        total: settings.limits.recentAnswersOctetsMax,
        perSession: settings.limits.recentAnswersOctetsPerConnectionMax))
  }
}
