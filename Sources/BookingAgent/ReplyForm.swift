// How a reply is kept for a message that comes again: as members of a JSON object.

import JSON
import LineProtocol

/// Writes replies down and reads them back.
enum ReplyForm {
  static func octets(of reply: Reply) -> [UInt8] {
    var kept: JSONObject = [
      "code": .integer(Int64(reply.code.rawValue)),
      "messages": .array(reply.messages.map(message)),
      "members": .object(reply.members),
    ]
    if let name = reply.name { kept["name"] = .string(name.description) }
    var octets: [UInt8] = []
    JSONValue.object(kept).write(into: &octets)
    return octets
  }

  private static func message(_ message: ReplyMessage) -> JSONValue {
    var kept: JSONObject = [
      "lines": .array(message.lines.map { .string($0) }),
      "audience": .string(message.audience.rawValue),
      "choices": .array(
        message.choices.map {
          ["id": .string($0.id), "title": .string($0.title), "say": .string($0.say)]
        }),
    ]
    if let id = message.id { kept["id"] = .string(id) }
    return .object(kept)
  }

  static func message(from value: JSONValue) -> ReplyMessage? {
    guard case .object(let kept) = value, case .array(let lines)? = kept["lines"] else {
      return nil
    }
    var message = ReplyMessage(lines: lines.compactMap(\.text))
    message.id = kept["id"]?.text
    message.audience =
      kept["audience"]?.text.flatMap(ReplyMessage.Audience.init) ?? .conversation
    if case .array(let choices)? = kept["choices"] {
      message.choices = choices.compactMap { choice in
        guard case .object(let members) = choice, let id = members["id"]?.text,
          let title = members["title"]?.text, let say = members["say"]?.text
        else { return nil }
        return ReplyChoice(id: id, title: title, say: say)
      }
    }
    return message
  }
}

extension Reply {
  /// The reply to a message that comes again, from what was kept of the first; what was kept by a
  /// version that wrote otherwise is told as far as it can be read.
  init(repeating octets: [UInt8]) {
    var kept = JSONObject()
    do throws(JSONFault) {
      if case .object(let members) = try JSONValue(parsing: octets) { kept = members }
    } catch {
      // The effect is durable all the same; only the words of its answer are lost.
      kept = [:]
    }
    var messages: [ReplyMessage] = []
    if case .array(let values)? = kept["messages"] {
      messages = values.compactMap(ReplyForm.message(from:))
    }
    self.init(.repeated, messages: messages)
    if case .object(let members)? = kept["members"] { self.members = members }
    members["replayed"] = true
    if let code = kept["code"] { members["first"] = code }
  }
}

extension JSONValue {
  /// The text, if it is one.
  var text: String? {
    if case .string(let text) = self { return text }
    return nil
  }
}
