// A line of JSON mode as a call, or as the refusal that answers it.

public import JSON

/// A JSON-RPC 2.0 request (or notification) of right form.
public struct MethodCall: Hashable, Sendable {
  /// What the reply must carry; `nil` for a notification, which is never replied to.
  public let id: RequestID?
  /// The method's name; whether there is one of that name is the caller's to say.
  public let method: String
  /// The parameters by name; empty if none were given.
  public let params: JSONObject

  /// The same without a parameter.
  public func without(_ name: String) -> MethodCall {
    var params = params
    params[name] = nil
    return MethodCall(id: id, method: method, params: params)
  }

  /// The line that calls it, without its end.
  public var written: String {
    var call: JSONObject = ["jsonrpc": "2.0"]
    if let id { call["id"] = id.json }
    call["method"] = .string(method)
    if params.count > 0 { call["params"] = .object(params) }
    return String(decoding: JSONValue.object(call).octets, as: UTF8.self)
  }
}

/// What a line of JSON mode is.
public enum JSONRequest: Hashable, Sendable {
  /// A call of right form.
  case call(MethodCall)
  /// No call: this is the reply.
  case refused(RPCRefusal)
  /// A notification that cannot be carried out: JSON-RPC forbids a reply to it.
  case ignored

  /// Reads one line as the framer gave it.
  public init(reading line: [UInt8], limits: ProtocolLimits = ProtocolLimits()) {
    let textLimits = JSONLimits(octetsMax: limits.jsonLineOctetsMax, depthMax: limits.jsonDepthMax)
    do throws(JSONFault) {
      let reading = try JSONReading(parsing: line, limits: textLimits)
      self = Self.request(in: reading, limits: limits)
    } catch {
      let code: RPCCode = error.reason == .duplicateName ? .invalidRequest : .parseError
      self = .refused(RPCRefusal(code, id: nil, fault: error))
    }
  }

  private static func request(in reading: JSONReading, limits: ProtocolLimits) -> JSONRequest {
    guard case .object(let members) = reading.value else {
      return .refused(RPCRefusal(.invalidRequest, id: nil, field: nil))
    }
    let written = members["id"]
    let id = written.flatMap { RequestID($0, octetsMax: limits.requestIDOctetsMax) }
    // Also without an id: a request that cannot be read whole is not known to be a notification.
    if let fault = reading.valueFault {
      return .refused(RPCRefusal(.invalidParams, id: id, fault: fault))
    }
    if written != nil, id == nil {
      return .refused(RPCRefusal(.invalidRequest, id: nil, field: "id"))
    }
    guard members["jsonrpc"] == "2.0" else {
      return .refused(RPCRefusal(.invalidRequest, id: id, field: "jsonrpc"))
    }
    guard case .string(let method)? = members["method"] else {
      return .refused(RPCRefusal(.invalidRequest, id: id, field: "method"))
    }
    switch members["params"] {
    case .object(let params)?: return .call(MethodCall(id: id, method: method, params: params))
    case nil: return .call(MethodCall(id: id, method: method, params: JSONObject()))
    case .array?:
      // JSON-RPC allows parameters by place; this protocol names all of its own.
      return id == nil ? .ignored : .refused(RPCRefusal(.invalidParams, id: id, field: "params"))
    case .null?, .bool?, .integer?, .number?, .string?:
      return .refused(RPCRefusal(.invalidRequest, id: id, field: "params"))
    }
  }
}
