// Accounts: from what people have to what is coded. No table holds them.

import BookingAgent
import Bookings

extension Tables {
  /// A name of a provider that is too long, or none, has no place in a line.
  func requireKept(provider: String) throws(StoreFault) {
    let octets = provider.utf8.count
    guard AccountChange.providerOctets.contains(octets) else {
      throw .unstorable(database.cause("the name of a provider has \(octets) octets"))
    }
  }

  func coded(_ change: AccountChange) throws(StoreFault) -> AccountChange {
    try requireKept(provider: change.provider)
    guard change.edition > 0 else {
      throw .unstorable(database.cause("edition \(change.edition) of an account"))
    }
    let owner = UserID(Coded.text(try names.number(of: change.owner)))
    switch change {
    case .linked(_, let provider, let edition):
      return .linked(owner, provider: provider, edition: edition)
    case .unlinked(_, let provider, let edition, let code):
      return .unlinked(owner, provider: provider, edition: edition, because: code)
    }
  }
}
