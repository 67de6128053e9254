// The form of facts about accounts: whose with which provider, and why one is not linked any more.

import Accounts
import BookingAgent
import Bookings

extension JournalForm {
  static func write(_ change: AccountChange, into writer: inout FactWriter) -> StaticString {
    writer.object { fact in
      fact.member("owner", Coded.number(change.owner.text))
      fact.member("provider", text: change.provider)
      fact.member("edition", change.edition)
      if case .unlinked(_, _, _, let code?) = change { fact.member("because", code.rawValue) }
    }
    return switch change {
    case .linked: "account.linked"
    case .unlinked: "account.unlinked"
    }
  }

  /// The change of a kind; nil if it is none of accounts.
  static func account(
    _ kind: String, _ fact: inout FactObject
  ) throws(FormFault) -> AccountChange? {
    switch kind {
    case "account.linked":
      return .linked(
        try owner(&fact), provider: try provider(&fact), edition: try edition(&fact))
    case "account.unlinked":
      return .unlinked(
        try owner(&fact), provider: try provider(&fact), edition: try edition(&fact),
        because: try fact.optionalWord("because", AccountCode.self))
    default: return nil
    }
  }

  static func provider(_ fact: inout FactObject) throws(FormFault) -> String {
    let provider = try fact.text("provider")
    guard AccountChange.providerOctets.contains(provider.utf8.count) else {
      throw FormFault(reason: "provider has \(provider.utf8.count) octets")
    }
    return provider
  }

  private static func edition(_ fact: inout FactObject) throws(FormFault) -> Int {
    let edition = try fact.integer("edition")
    guard edition > 0 else { throw FormFault(reason: "edition is not positive") }
    return Int(edition)
  }
}
