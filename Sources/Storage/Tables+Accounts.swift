// Accounts: from what people have to what is coded. No table holds them.

import BookingAgent
import Bookings

extension Tables {
  func coded(_ change: AccountChange) throws(StoreFault) -> AccountChange {
    let octets = change.provider.utf8.count
    guard AccountChange.providerOctets.contains(octets) else {
      throw .unstorable(database.cause("the name of a provider has \(octets) octets"))
    }
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
