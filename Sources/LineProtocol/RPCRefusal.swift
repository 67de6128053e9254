// The refusals of JSON-RPC itself, whose negative codes keep their meaning.

import JSON

/// A code of JSON-RPC 2.0 section 5.1.
public enum RPCCode: Int, Hashable, Sendable, CaseIterable {
  /// The line is no JSON text.
  case parseError = -32700
  /// The JSON text is no request.
  case invalidRequest = -32600
  /// There is no such method.
  case methodNotFound = -32601
  /// A parameter is missing or cannot be taken.
  case invalidParams = -32602
  /// A fault here.
  case internalError = -32603

  /// The name that text mode would say.
  public var name: CodeName {
    switch self {
    case .parseError, .invalidRequest, .invalidParams: .protoArgs
    case .methodNotFound: .protoVerb
    case .internalError: .sysStorage
    }
  }
}

/// A request refused for its form.
public struct RPCRefusal: Hashable, Sendable {
  /// The code of JSON-RPC.
  public let code: RPCCode
  /// The request's id, where it could be read.
  public let id: RequestID?
  /// What was seen, for people.
  public let message: String
  /// The member that is to blame, where that is known.
  public let field: String?

  /// A refusal; without a message it says what its code says.
  public init(_ code: RPCCode, id: RequestID?, message: String? = nil, field: String?) {
    self.code = code
    self.id = id
    self.message = message ?? code.words
    self.field = field
  }

  /// A refusal for a fault of the JSON text.
  init(_ code: RPCCode, id: RequestID?, fault: JSONFault) {
    let message = "\(code.words) Octet \(fault.offset + 1): \(fault.reason.words)."
    self.init(code, id: id, message: message, field: nil)
  }

  /// Appends the reply and its line end.
  public func writeJSON(into octets: inout [UInt8]) {
    let data: JSONObject = [
      "name": .string(code.name.description), "certain": true, "retry_after_ms": nil,
      "field": field.map { .string(VisibleText.shown($0)) } ?? .null,
    ]
    let error: JSONObject = [
      "code": .integer(Int64(code.rawValue)), "message": .string(VisibleText.shown(message)),
      "data": .object(data),
    ]
    let reply: JSONValue = ["jsonrpc": "2.0", "id": id?.json ?? nil, "error": .object(error)]
    reply.write(into: &octets)
    octets.append(UInt8(ascii: "\n"))
  }
}
