// What a line wants of accounts: to see them, to link one, to drop one.

import Accounts
import Discourse
import Language

extension RideContext {
  /// What a line asks of accounts.
  var accountAsked: AccountMove? {
    switch slots.topic?.value {
    case "accounts": return .list(in: slots.people.first?.name?.value)
    case "link": return linked(by: nil)
    case "link-here": return linked(by: .here)
    case "link-service": return linked(by: .service)
    case "signin": return .link(AccountKey.service, LinkTerms())
    case "signout": return .unlink(AccountKey.service)
    case "unlink": return providerMeant.map(AccountMove.unlink) ?? .whose
    default: return nil
    }
  }

  /// What links the account of the provider that a line names, in the region that it names.
  private func linked(by keeper: LinkTerms.Keeper?) -> AccountMove {
    guard let provider = providerMeant else { return .whose }
    let names = slots.people.compactMap({ $0.name?.value })
    let region = slots.provider == nil ? names.dropFirst().first : names.first
    return .link(provider, LinkTerms(keeper: keeper, region: region))
  }

  /// The provider that a line names, as it is known; else as it is written.
  private var providerMeant: String? {
    if let known = slots.provider?.value { return known }
    guard let name = slots.people.first?.name?.value else { return nil }
    return house.accounts?.provider(named: name, of: owner) ?? name
  }

  /// What a line says of a link that is open.
  func wordOfLink(_ provider: String) -> AccountMove? {
    if intent == .ride, let word = slots.topic.flatMap({ RideWord(rawValue: $0.value) }) {
      switch word {
      case .done, .send, .accept: return .done(provider)
      case .stop, .decline: return .stop(provider)
      case .review, .terms: return .again(provider)
      case .code: return .code(provider)
      case .back, .skip, .change, .yes, .no: return nil
      }
    }
    switch intent {
    case .yes: return .done(provider)
    case .no: return .stop(provider)
    case .skip, .back: return .stop(provider)
    default: return nil
    }
  }
}
