// What a message that changed nothing was answered, for when it comes again.

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
