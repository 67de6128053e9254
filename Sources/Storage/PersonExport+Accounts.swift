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

  /// What news of an account tell: with whom, and how it stood with it, as in the journal.
  static func members(_ account: (provider: String, outcome: AccountOutcome)) -> JSONObject {
    ["provider": .string(account.provider), "outcome": value(of: account.outcome)]
  }

  private static func value(of outcome: AccountOutcome) -> JSONValue {
    var coded = FactWriter()
    coded.object { fact in JournalForm.write(outcome, into: &fact) }
    do throws(FormFault) {
      return try JournalForm.parse(coded.octets, octetsMax: coded.octets.count)
    } catch {
      preconditionFailure("what is written of an account can be read: \(error.reason)")
    }
  }
}
