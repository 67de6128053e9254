// What a model's client asks in the Model Context Protocol, as calls of JSON mode: the one place
// that knows what that protocol looks like coming in.

public import JSON

/// A request of the Model Context Protocol, read from the call that carries it.
public enum MCPRequest: Hashable, Sendable {
  /// A tool is called: the method that does the same, under the same id.
  case method(MethodCall)
  /// Answered here: the members of `result`.
  case result(JSONObject)
  /// A tool is called in a way that it does not take: the reply, which the model reads.
  case unusable(Reply)
  /// No request that is known: the refusal, which the client reads.
  case refused(RPCRefusal)
  /// A notification; there is none that asks for anything.
  case ignored

  /// The conversation in which a model speaks, apart from those of its person.
  public static let conversation = "mcp"

  /// The versions spoken here, the newest first. 2025-03-26 is not among them: it demands batches.
  /// Later ones than these begin without `initialize`, and clients that speak them fall back to it.
  static let versions = ["2025-11-25", "2025-06-18", "2024-11-05"]

  /// Reads a call. The program and its version, as `usher/0.1`, is told to who asks for it.
  public init(
    _ call: MethodCall, program: String, limits: ProtocolLimits = ProtocolLimits()
  ) {
    guard call.id != nil else {
      self = .ignored
      return
    }
    switch call.method {
    case "initialize": self = Self.initialize(call, program)
    case "ping": self = .result([:])
    case "tools/list": self = Self.list(call, limits)
    case "tools/call": self = Self.tool(call)
    default: self = .refused(RPCRefusal(.methodNotFound, id: call.id, field: "method"))
    }
  }

  /// The version that the client names if it is spoken here, else the newest: then the client goes
  /// on or leaves.
  private static func initialize(_ call: MethodCall, _ program: String) -> MCPRequest {
    guard let wanted = call.params["protocolVersion"]?.string else {
      return .refused(RPCRefusal(.invalidParams, id: call.id, field: "protocolVersion"))
    }
    let parts = program.split(separator: "/", maxSplits: 1).map(String.init)
    return .result([
      "protocolVersion": .string(versions.contains(wanted) ? wanted : versions[0]),
      "capabilities": ["tools": [:]],
      "serverInfo": [
        "name": .string(parts.first ?? program), "title": "usher, the room-booking agent",
        "version": .string(parts.count > 1 ? parts[1] : ""),
      ],
      "instructions": .string(instructions),
    ])
  }

  /// All tools at once: no page is ever behind a cursor.
  private static func list(_ call: MethodCall, _ limits: ProtocolLimits) -> MCPRequest {
    switch call.params["cursor"] {
    case nil, .null?: break
    case .some: return .refused(RPCRefusal(.invalidParams, id: call.id, field: "cursor"))
    }
    return .result(["tools": .array(MCPTool.all.map { .object($0.members(within: limits)) })])
  }

  /// The call of the method: the arguments of the tool and no other, so that whoever steers a model
  /// names no `user` and no conversation.
  private static func tool(_ call: MethodCall) -> MCPRequest {
    guard let name = call.params["name"]?.string else {
      return .refused(RPCRefusal(.invalidParams, id: call.id, field: "name"))
    }
    guard let tool = MCPTool.named(name) else {
      let words = noTool(MCPTool.all.map(\.name))
      return .refused(RPCRefusal(.invalidParams, id: call.id, message: words, field: "name"))
    }
    let arguments: JSONObject
    switch call.params["arguments"] {
    case nil, .null?: arguments = [:]
    case .object(let members)?: arguments = members
    case .some: return .refused(RPCRefusal(.invalidParams, id: call.id, field: "arguments"))
    }
    if let field = tool.arguments.unknownName(in: arguments) {
      return .unusable(tool.refusal(of: field, because: nil))
    }
    let params = arguments.merging(["conv": .string(conversation)])
    return .method(MethodCall(id: call.id, method: tool.name, params: params))
  }
}
