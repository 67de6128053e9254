// What a message offers to be picked, as a program names it.

import LineProtocol

/// The choices of the last answer in a conversation: what is said by picking each.
struct OfferedChoices: Sendable {
  private var message = ""
  private var says: [String: String] = [:]

  /// Nothing is offered.
  init() {}

  /// What a reply offers.
  init(of reply: Reply) {
    guard let last = reply.messages.last(where: { $0.id != nil }), let id = last.id else { return }
    message = id
    for choice in last.choices { says[choice.id] = choice.say }
  }

  /// What is said by picking a choice of a message; nil if it is not offered any more.
  func line(for choice: String, of message: String) -> String? {
    message == self.message ? says[choice] : nil
  }
}
