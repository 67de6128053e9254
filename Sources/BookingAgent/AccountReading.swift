// How answers come to accounts, and what is written down of what becomes of them.

import Accounts
import Bookings
import Mobility
import Products

/// How the answer to an errand of an account is read.
struct AccountReading: Hashable, Sendable {
  let owner: String
  let reads: AnswerReading
}

extension AccountReading {
  /// What came of an errand, as accounts take it.
  func event(_ errand: ErrandID, _ outcome: ErrandOutcome) -> AccountEvent {
    guard case .answered(let answer) = outcome else { return .outcome(errand, outcome) }
    let limits = MobilityLimits()
    switch reads {
    case .raw: return .outcome(errand, outcome)
    case .form: return .reply(errand, BookingReply(answer, limits: limits))
    case .list:
      do throws(AnswerFault) {
        return .listed(
          owner: owner, try AccountEntry.list(answer, limits: limits), of: errand)
      } catch {
        if case .failed(let failure) = error, failure.wantsSignIn { return .wantsSignIn(errand) }
        return .outcome(errand, .unreadable("no list of accounts"))
      }
    }
  }
}

extension AccountRecord {
  /// What of it stands in the journal.
  var change: AccountChange? {
    let change: AccountChange
    switch self {
    case .kept(let account, _):
      change = .linked(
        UserID(account.key.owner), provider: account.key.provider, edition: account.edition)
    case .removed(let key, let edition, let code, _):
      change = .unlinked(
        UserID(key.owner), provider: key.provider, edition: edition, because: code)
    case .attemptOpened, .attemptStands, .attemptEnded, .parting, .erased, .clockSetBack:
      return nil
    }
    // The service may name a provider in more octets than a line of the journal has for it.
    return AccountChange.providerOctets.contains(change.provider.utf8.count) ? change : nil
  }
}
