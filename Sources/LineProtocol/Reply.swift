// What one request is answered with, before anybody asks in which encoding.

public import JSON

/// The one answer to one request: a code for programs, messages for people, members for programs
/// that speak JSON.
public struct Reply: Hashable, Sendable {
  /// What the reply says of the request.
  public let code: ReplyCode
  /// Which refusal it is: always there with 4yz and 5yz, and with a 35x that softens a refusal.
  public let name: CodeName?
  /// What stands beside the name, such as `ref=B99`.
  public var parameters: [ReplyParameter]
  /// What people read; without any, an empty line is written.
  public var messages: [ReplyMessage]
  /// Further members of `result` in JSON mode, of `error.data` for 4yz and 5yz.
  public var members: JSONObject
  /// Milliseconds after which the same may work, where that is known.
  public var retryAfterMilliseconds: Int?
  /// The parameter of the request that is to blame, such as `attendee.phone`.
  public var field: String?

  /// A reply of whole messages. A 4yz or 5yz without a name takes the usual one of its code.
  public init(
    _ code: ReplyCode, name: CodeName? = nil, parameters: [ReplyParameter] = [],
    messages: [ReplyMessage], members: JSONObject = JSONObject()
  ) {
    self.code = code
    self.name = name ?? code.names.first
    self.parameters = parameters
    self.messages = messages
    self.members = members
  }

  /// A reply of one message with these lines.
  public init(
    _ code: ReplyCode, name: CodeName? = nil, parameters: [ReplyParameter] = [],
    lines: [String], members: JSONObject = JSONObject()
  ) {
    self.init(
      code, name: name, parameters: parameters, messages: [ReplyMessage(lines: lines)],
      members: members)
  }

  /// The lines of all messages, as text mode shows them.
  public var lines: [String] {
    messages.count == 1 ? messages[0].lines : messages.flatMap(\.lines)
  }

  /// Whether it is known that the request had, or had not, its effect.
  public var isCertain: Bool { code != .outcomeUnknown }
}

/// One thing said to people.
public struct ReplyMessage: Hashable, Sendable {
  /// For whom it is.
  public enum Audience: String, Hashable, Sendable {
    /// Everybody in the conversation.
    case conversation = "conv"
    /// The speaker alone, because personal data is in it.
    case user
  }

  /// The plain text, always complete; one line each.
  public var lines: [String]
  /// The id under which a bridge may edit the message later.
  public var id: String?
  /// The same with marks, for bridges that show them.
  public var markdown: String?
  /// Which marks these are.
  public var markup = Markup.markdown
  /// For whom it is.
  public var audience: Audience
  /// What can be picked with a button; only the first few go out.
  public var choices: [ReplyChoice]
  /// What is drawn below the lines, for people alone, as a code that a camera reads.
  public var scanned: String?

  /// A message.
  public init(
    lines: [String], id: String? = nil, markdown: String? = nil,
    audience: Audience = .conversation, choices: [ReplyChoice] = []
  ) {
    self.lines = lines
    self.id = id
    self.markdown = markdown
    self.audience = audience
    self.choices = choices
  }
}

/// Something that is offered and can be picked.
public struct ReplyChoice: Hashable, Sendable {
  /// Octets of an id.
  public static let idOctetsMax = 64

  /// What a program sends back; 1–64 printable ASCII.
  public var id: String
  /// What a button shows.
  public var title: String
  /// What a person would say instead.
  public var say: String

  /// A choice.
  public init(id: String, title: String, say: String) {
    self.id = id
    self.title = title
    self.say = say
  }
}

/// A key and a value beside the name of a refusal: `ref=B99`.
public struct ReplyParameter: Hashable, Sendable {
  /// 1–32 letters, digits and hyphens.
  public let key: String
  /// 1–64 printable ASCII without space and brackets.
  public let value: String

  /// A parameter, or `nil` if the wire has no form for it; the words of the reply say it anyway.
  public init?(_ key: String, _ value: String) {
    guard (1...32).contains(key.utf8.count), key.utf8.allSatisfy(\.isLetterDigitOrHyphen),
      (1...64).contains(value.utf8.count),
      value.utf8.allSatisfy({ (0x21...0x5A).contains($0) || (0x5E...0x7E).contains($0) })
    else { return nil }
    self.key = key
    self.value = value
  }
}
