// Samples of what is said of accounts, without what providers call things.

import Accounts
import CivilTime
import Dialogue
import Mobility

extension SampleHouse {
  static var accountParts: [AnswerPart] {
    let key = AccountKey(owner: "qmia", provider: "Quber", base: "https://qx.qq/")
    let facts = [
      LinkedFacts(isRefreshed: true), LinkedFacts(label: "q…@qx.qq", isRefreshed: true),
      LinkedFacts(expires: now + .seconds(3_600), isRefreshed: false),
    ]
    let standings: [AccountBook.Standing] =
      facts.map { .here($0) } + [
        .atService, .linking(AttemptID(1), .waiting), .notLinked, .cannotBeLinked,
      ]
    let outcomes: [Parting.Outcome] = [
      .nothing, .told, .refused(status: 400), .later, .givenUp,
    ]
    let refusals = LinkRefusal.allCases.map { refusal in
      AccountNews.linkRefused(
        owner: "qmia", provider: "Quber", conversation: "", [refusal])
    }
    let ends: [AccountNews] = AccountCode.allCases.flatMap { code in
      [.linkFailed(key, conversation: "", code), .lost(key, code)]
    }
    let unlinked = outcomes.flatMap { outcome -> [AccountNews] in
      [
        .unlinked(UnlinkedFacts(key: key, wasHere: true, provider: outcome, service: outcome)),
        .partyTold(key, .provider, outcome), .partyTold(key, .service, outcome),
      ]
    }
    let others: [AccountNews] = [
      .landingRefused(owner: "qmia", conversation: "", .refused), .notYet(key, conversation: ""),
      .formRefused(key, conversation: "", MobilityFailure(status: 400)),
      .formIncomplete(key, conversation: "", missing: [], invalid: []),
      .linkedAtService(key, conversation: ""), .linkStopped(key, conversation: ""),
      .nothingToUnlink(key), .notRemoved(key),
      .unlinked(UnlinkedFacts(key: key, wasHere: false, provider: .nothing, service: .nothing)),
    ]
    let linked = facts.map { AccountNews.linked(key, conversation: "", $0) }
    let codes = prompts(key).prefix(1).compactMap { news -> AccountTold? in
      if case .prompt(let prompt, _) = news { .code(prompt) } else { nil }
    }
    let news = refusals + ends + unlinked + others + linked + prompts(key)
    return
      ([
        .standings([]), .noService, .whose, .secretElsewhere, .offersCode,
        .standings(standings.map { AccountStanding(provider: "Quber", standing: $0) }),
      ] + codes + news.map(AccountTold.news)).map(AnswerPart.account)
  }

  private static func prompts(_ key: AccountKey) -> [AccountNews] {
    guard let page = WebAddress("https://qx.qq/q") else { return [] }
    let tasks: [LinkPrompt.Task] = [
      .typeCode(DevicePrompt(address: page, complete: page, userCode: "QQQQQQQQ")),
      .approve(page), .open(LinkAddress(address: page, secrets: [:]), isPasted: false),
    ]
    return tasks.flatMap { task in
      [30, 600].map { seconds in
        .prompt(
          LinkPrompt(
            attempt: AttemptID(1), key: key, conversation: "", expires: now + .seconds(seconds),
            task: task), isRepeated: false)
      }
    }
  }
}
