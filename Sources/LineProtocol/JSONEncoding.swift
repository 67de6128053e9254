// Replies and notices as lines of JSON mode: JSON-RPC 2.0 results, errors and notifications.

public import JSON

extension Reply {
  /// Appends the reply's line: a result for 2yz and 3yz, an error for 4yz and 5yz. Without an id
  /// it answers a line whose id could not be read.
  public func writeJSON(
    into octets: inout [UInt8], id: RequestID?, limits: ProtocolLimits = ProtocolLimits()
  ) {
    let body: (String, JSONValue) =
      code.isFailure
      ? ("error", .object(errorMembers)) : ("result", .object(resultMembers(limits: limits)))
    JSONLine.write([("jsonrpc", "2.0"), ("id", id?.json ?? .null), body], into: &octets)
  }

  private func resultMembers(limits: ProtocolLimits) -> JSONObject {
    var result: JSONObject = ["code": .integer(Int64(code.rawValue))]
    if let name { result["name"] = .string(name.description) }
    if !parameters.isEmpty { result["parameters"] = .object(parameterMembers) }
    result["messages"] = .array(messages.map { $0.json(limits: limits) })
    return result.merging(members)
  }

  private var errorMembers: JSONObject {
    var data: JSONObject = [
      "name": name.map { .string($0.description) } ?? .null,
      "certain": .bool(isCertain),
      "retry_after_ms": retryAfterMilliseconds.map { .integer(Int64($0)) } ?? .null,
      "field": field.map { .string(VisibleText.shown($0)) } ?? .null,
    ]
    if !parameters.isEmpty { data["parameters"] = .object(parameterMembers) }
    return [
      "code": .integer(Int64(code.rawValue)),
      "message": .string(JSONLine.text(of: lines)),
      "data": .object(data.merging(members)),
    ]
  }

  private var parameterMembers: JSONObject {
    JSONObject(parameters.lazy.map { ($0.key, .string($0.value)) })
  }
}

extension Notice {
  /// Appends the notice's line.
  public func writeJSON(into octets: inout [UInt8], limits: ProtocolLimits = ProtocolLimits()) {
    var params: JSONObject = ["code": .integer(Int64(code.rawValue))]
    if let name { params["name"] = .string(name.description) }
    params["messages"] = .array(messages.map { $0.json(limits: limits) })
    JSONLine.write(
      [
        ("jsonrpc", "2.0"), ("method", "notice"), ("params", .object(params.merging(members))),
      ], into: &octets)
  }
}

extension JSONObject {
  /// Appends a reply whose result has neither code nor messages, as that of `hello`.
  public func writeResult(into octets: inout [UInt8], id: RequestID) {
    JSONLine.write([("jsonrpc", "2.0"), ("id", id.json), ("result", .object(self))], into: &octets)
  }
}

extension ReplyMessage {
  /// The message as it stands in `messages`.
  fileprivate func json(limits: ProtocolLimits) -> JSONValue {
    var members = JSONObject()
    if let id { members["id"] = .string(id) }
    members["text"] = .string(JSONLine.text(of: lines))
    if let markdown {
      let shown = markdown.split(omittingEmptySubsequences: false) { $0.isNewline }
      members[markup.rawValue] = .string(JSONLine.text(of: shown.map(String.init)))
    }
    members["audience"] = .string(audience.rawValue)
    let buttons = choices.prefix(limits.messageChoicesMax)
    if !buttons.isEmpty { members["choices"] = .array(buttons.map { $0.json(limits: limits) }) }
    return .object(members)
  }
}

extension ReplyChoice {
  fileprivate func json(limits: ProtocolLimits) -> JSONValue {
    let title = VisibleText.shown(title)
    let max = limits.choiceTitleCharactersMax
    let fitting = title.count > max ? title.prefix(max - 1) + "…" : title[...]
    return ["id": .string(id), "title": .string(String(fitting)), "say": .string(say)]
  }
}

private enum JSONLine {
  static func write(_ members: [(String, JSONValue)], into octets: inout [UInt8]) {
    JSONValue.object(JSONObject(members)).write(into: &octets)
    octets.append(Octet.lf)
  }

  static func text(of lines: [String]) -> String {
    lines.map(VisibleText.shown).joined(separator: "\n")
  }
}
