// Why a pass was given up, for programs.

import JSON
import Passes

extension PassFailure {
  /// What kind of failure it is, and what the gateway said.
  var members: JSONObject {
    switch self {
    case .refused(let trouble): trouble.members.merging(["kind": "refused"])
    case .attemptsUsedUp(let trouble): trouble.members.merging(["kind": "attempts"])
    case .skipped: ["kind": "skipped"]
    }
  }
}

extension PassTrouble {
  /// The gateway's code and text, an HTTP status, or what else was seen.
  fileprivate var members: JSONObject {
    switch self {
    case .code(let code, let text): ["code": .integer(Int64(code)), "text": .string(text)]
    case .status(let status): ["status": .integer(Int64(status))]
    case .timedOut: ["reason": "timeout"]
    case .connectionFailed: ["reason": "connection"]
    case .nonsense(let seen): ["reason": "nonsense", "text": .string(seen)]
    case .unclearIndex(let code, let index):
      [
        "reason": "index", "code": .integer(Int64(code)),
        "index": index.map { .integer(Int64($0)) } ?? .null,
      ]
    case .interrupted: ["reason": "interrupted"]
    }
  }
}
