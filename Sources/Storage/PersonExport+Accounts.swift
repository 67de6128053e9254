// What the journal tells of a person's accounts; what is secret of them stands elsewhere.

import Accounts
import BookingAgent
import JSON

extension PersonExport {
  /// With whom, and which pair of tokens; why it is not linked any more, if the person did not
  /// want it.
  static func members(_ change: AccountChange) -> JSONObject {
    var members: JSONObject = [
      "provider": .string(change.provider), "edition": .integer(Int64(change.edition)),
    ]
    if case .unlinked(_, _, _, let code?) = change { members["because"] = .string(code.rawValue) }
    return members
  }
}
