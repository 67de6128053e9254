// The form of news of accounts: with whom, and what became of the account.

import Accounts
import BookingAgent
import JSON

extension JournalForm {
  /// The words by which outcomes are told apart.
  private enum Became: String {
    case linked, linkedAtService, linkFailed, lost, unlinked, told
  }

  /// The words for those who are told that an account is gone, and for what came of it.
  private enum Party: String {
    case provider, service
  }

  private enum Told: String {
    case nothing, told, refused, later, givenUp
  }

  /// The members of what became of an account.
  static func write(_ outcome: AccountOutcome, into fact: inout FactWriter) {
    switch outcome {
    case .linked: fact.member("became", Became.linked.rawValue)
    case .linkedAtService: fact.member("became", Became.linkedAtService.rawValue)
    case .linkFailed(let code):
      fact.member("became", Became.linkFailed.rawValue)
      fact.member("because", code.rawValue)
    case .lost(let code):
      fact.member("became", Became.lost.rawValue)
      fact.member("because", code.rawValue)
    case .unlinked(let wasHere, let provider, let service):
      fact.member("became", Became.unlinked.rawValue)
      fact.member("here", wasHere)
      write(provider, as: "provider", into: &fact)
      write(service, as: "service", into: &fact)
    case .partyTold(let party, let outcome):
      fact.member("became", Became.told.rawValue)
      let name: Party =
        switch party {
        case .provider: .provider
        case .service: .service
        }
      fact.member("party", name.rawValue)
      write(outcome, as: "outcome", into: &fact)
    }
  }

  private static func write(
    _ outcome: Parting.Outcome, as name: StaticString, into fact: inout FactWriter
  ) {
    fact.name(name)
    fact.object { fact in
      switch outcome {
      case .nothing: fact.member("kind", Told.nothing.rawValue)
      case .told: fact.member("kind", Told.told.rawValue)
      case .refused(let status):
        fact.member("kind", Told.refused.rawValue)
        fact.member("status", status)
      case .later: fact.member("kind", Told.later.rawValue)
      case .givenUp: fact.member("kind", Told.givenUp.rawValue)
      }
    }
  }

  /// What became of an account, in a value of its own.
  static func outcome(_ value: JSONValue) throws(FormFault) -> AccountOutcome {
    var fact = try FactObject(value)
    let outcome = try outcome(&fact)
    try fact.finish()
    return outcome
  }

  private static func outcome(_ fact: inout FactObject) throws(FormFault) -> AccountOutcome {
    switch try fact.word("became", Became.self) {
    case .linked: return .linked
    case .linkedAtService: return .linkedAtService
    case .linkFailed: return .linkFailed(try fact.word("because", AccountCode.self))
    case .lost: return .lost(try fact.word("because", AccountCode.self))
    case .unlinked:
      return .unlinked(
        wasHere: try fact.truth("here"), provider: try told("provider", &fact),
        service: try told("service", &fact))
    case .told:
      let party: Parting.Party =
        switch try fact.word("party", Party.self) {
        case .provider: .provider
        case .service: .service
        }
      return .partyTold(party, try told("outcome", &fact))
    }
  }

  private static func told(
    _ name: String, _ fact: inout FactObject
  ) throws(FormFault) -> Parting.Outcome {
    var told = try FactObject(try fact.value(name))
    let outcome: Parting.Outcome =
      switch try told.word("kind", Told.self) {
      case .nothing: .nothing
      case .told: .told
      case .refused: .refused(status: Int(try told.integer("status")))
      case .later: .later
      case .givenUp: .givenUp
      }
    try told.finish()
    return outcome
  }
}
