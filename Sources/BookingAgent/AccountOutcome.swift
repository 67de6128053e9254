// What became of an account, as it is kept for whoever was not there: facts without words, and
// neither a secret nor a name, which the vault has as long as the account is linked.

public import Accounts
import Dialogue

/// What became of somebody's account with a provider.
public enum AccountOutcome: Hashable, Sendable {
  /// It is linked here.
  case linked
  /// It is linked at the service, which holds the credential.
  case linkedAtService
  /// A link has come to nothing.
  case linkFailed(AccountCode)
  /// It is linked no longer: its credential was refused, or is over.
  case lost(AccountCode)
  /// It was unlinked, here if it was kept here: how the provider and the service stood with it.
  case unlinked(wasHere: Bool, provider: Parting.Outcome, service: Parting.Outcome)
  /// What came of telling one of these later.
  case partyTold(Parting.Party, Parting.Outcome)

  /// What lasts of what is told of an account. Addresses, codes and questions of a link are worth
  /// nothing later, and who asked for what is refused at once has been answered: nil.
  init?(_ news: AccountNews) {
    switch news {
    case .linked: self = .linked
    case .linkedAtService: self = .linkedAtService
    case .linkFailed(_, _, let code): self = .linkFailed(code)
    case .lost(_, let code): self = .lost(code)
    case .unlinked(let facts):
      self = .unlinked(
        wasHere: facts.wasHere, provider: facts.provider, service: facts.service)
    case .partyTold(_, let party, let outcome): self = .partyTold(party, outcome)
    case .linkRefused, .prompt, .landingRefused, .notYet, .formRefused, .formIncomplete,
      .signInRefused, .linkStopped, .nothingToUnlink, .notRemoved, .operatorNeeded:
      return nil
    }
  }

  /// Of which of the three it tells how it stands; nil of the account here. Of several that tell
  /// the same of one account the last holds.
  var party: Parting.Party? {
    if case .partyTold(let party, _) = self { party } else { nil }
  }

  /// What is told of it where the account stands so now; nil if it does not hold any more.
  func news(of key: AccountKey, _ standing: AccountBook.Standing?) -> AccountNews? {
    let here: LinkedFacts? = if case .here(let facts) = standing { facts } else { nil }
    switch self {
    case .linked: return here.map { .linked(key, conversation: "", $0) }
    case .linkedAtService: return .linkedAtService(key, conversation: "")
    case .linkFailed(let code): return .linkFailed(key, conversation: "", code)
    case .lost(let code): return here == nil ? .lost(key, code) : nil
    case .unlinked(let wasHere, let provider, let service):
      if here != nil { return nil }
      return .unlinked(
        UnlinkedFacts(key: key, wasHere: wasHere, provider: provider, service: service))
    case .partyTold(let party, let outcome): return .partyTold(key, party, outcome)
    }
  }
}

extension News.Subject {
  /// What lasts of what is told of an account; nil for what is of the moment, and of a provider
  /// whose name is too long to be written down.
  init?(_ news: AccountNews) {
    guard let outcome = AccountOutcome(news), let provider = news.provider,
      AccountChange.providerOctets.contains(provider.utf8.count)
    else { return nil }
    self = .account(provider, outcome)
  }
}
