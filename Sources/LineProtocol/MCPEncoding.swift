// Replies as results of tools: the one place that knows what the Model Context Protocol looks like
// going out.

import JSON

extension Reply {
  /// Appends the reply's line: the words for a model to read, and what programs read. What was
  /// refused is a result, too, for a model is to see it. Without an id it answers a line that could
  /// not be read.
  ///
  /// However much there is to tell, a reply keeps within `toolWordsOctetsMax` and
  /// `toolMembersOctetsMax`, and says how much it left out.
  public func writeToolResult(
    into octets: inout [UInt8], id: RequestID?, limits: ProtocolLimits = ProtocolLimits()
  ) {
    guard let id else {
      let words = lines.joined(separator: " ")
      let refusal = RPCRefusal(.invalidRequest, id: nil, message: words, field: nil)
      return refusal.writeJSON(into: &octets)
    }
    let words = toolWords(octetsMax: limits.toolWordsOctetsMax)
    let result: JSONObject = [
      "content": [["type": "text", "text": .string(words)]],
      "structuredContent": .object(toolMembers(octetsMax: limits.toolMembersOctetsMax)),
      "isError": .bool(code.isFailure),
    ]
    result.writeResult(into: &octets, id: id)
  }

  /// The lines as far as they fit, and how many more there are.
  private func toolWords(octetsMax: Int) -> String {
    let shown = lines.map(VisibleText.shown)
    var octets = 0
    let fitting = shown.prefix { line in
      octets += JSONValue.string(line).octets.count
      return octets <= octetsMax
    }
    let rest = shown.count - fitting.count
    return (fitting + (rest > 0 ? [Self.moreLines(rest)] : [])).joined(separator: "\n")
  }

  private func toolMembers(octetsMax: Int) -> JSONObject {
    var told: JSONObject = ["code": .integer(Int64(code.rawValue))]
    if let name { told["name"] = .string(name.description) }
    if !parameters.isEmpty {
      told["parameters"] = .object(JSONObject(parameters.map { ($0.key, .string($0.value)) }))
    }
    if let field { told["field"] = .string(VisibleText.shown(field)) }
    if let retryAfterMilliseconds {
      told["retry_after_ms"] = .integer(Int64(retryAfterMilliseconds))
    }
    if !isCertain { told["certain"] = false }
    var octets = 0
    var more = JSONObject()
    for name in Self.lists {
      guard case .array(let all)? = members[name] else { continue }
      let fitting = all.prefix { element in
        octets += element.octets.count + 1
        return octets <= octetsMax
      }
      told[name] = .array(Array(fitting))
      if fitting.count < all.count { more[name] = .integer(Int64(all.count - fitting.count)) }
    }
    if more.count > 0 { told["more"] = .object(more) }
    return told
  }
}
