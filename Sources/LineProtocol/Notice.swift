// News that nobody asked for on this line.

public import JSON

/// One piece of news: lines that begin with `* ` in text, a notification in JSON.
public struct Notice: Hashable, Sendable {
  /// What it is about.
  public let code: NoticeCode
  /// Why the connection is closed, with 421.
  public let name: CodeName?
  /// What people read.
  public var messages: [ReplyMessage]
  /// Further members of `params` in JSON mode: `seq`, `kind`, `conv`, `user`, `ref`, …
  public var members: JSONObject

  /// News of whole messages.
  public init(
    _ code: NoticeCode, name: CodeName? = nil, messages: [ReplyMessage],
    members: JSONObject = JSONObject()
  ) {
    self.code = code
    self.name = name
    self.messages = messages
    self.members = members
  }

  /// News of one message with these lines.
  public init(
    _ code: NoticeCode, name: CodeName? = nil, lines: [String], members: JSONObject = JSONObject()
  ) {
    self.init(code, name: name, messages: [ReplyMessage(lines: lines)], members: members)
  }

  /// The lines of all messages, as text mode shows them.
  public var lines: [String] { messages.flatMap(\.lines) }
}
