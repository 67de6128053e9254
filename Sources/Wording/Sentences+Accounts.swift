// Accounts with providers: what is told, in which order. What providers call things stands as it
// came, cut where it is long.

import Accounts
import CivilTime
import Dialogue
import Mobility
import Products

/// What a language says of accounts.
protocol AccountSentences {
  var noAccountService: String { get }
  var whoseAccount: String { get }
  var secretElsewhere: String { get }
  var noAccounts: String { get }
  /// That no trip lies in that region, or none in any; in these some do.
  func noRegion(_ named: String?, known: [String]) -> String
  /// How one stands with a provider, behind its name.
  func standing(_ facts: LinkedFacts, until day: String?) -> String
  var linkedAtServiceWords: String { get }
  var isLinkingWords: String { get }
  var notLinkedWords: String { get }
  var cannotBeLinkedWords: String { get }
  func typeCode(_ code: String, at page: String, _ provider: String, minutes: Int) -> [String]
  func orOpen(_ page: String) -> String
  func approve(at page: String, _ provider: String) -> [String]
  /// Where leave is given in a browser that comes back here, or whose last address is pasted.
  func open(_ page: String, _ provider: String, minutes: Int, isPasted: Bool) -> [String]
  /// How one has a code shown that is scanned.
  var offersCode: String { get }
  /// What stands above it.
  var codeHead: String { get }
  /// What is filled in for it, before the first question.
  func fillsIn(_ provider: String) -> String
  /// That name or password are not right.
  var signInRefused: String { get }
  /// That something of it was not accepted.
  var notAccepted: String { get }
  /// What one is at the service itself, where accounts are told.
  var signedInWords: String { get }
  /// That one is not, and has to be before it tells anything.
  var signedOutWords: String { get }
  /// The name of the service, where accounts are told.
  var theService: String { get }
  /// That one is signed in to the service, signs in now, or is not any more, or not at all.
  func session(_ state: SessionState) -> String
  /// That it wants what cannot be answered here.
  func wantsMore(_ provider: String) -> String
  func linked(_ provider: String, _ label: String?) -> String
  func linkedAtService(_ provider: String) -> String
  func linkEnded(_ provider: String, _ code: AccountCode) -> String
  func linkStopped(_ provider: String) -> String
  func linkRefused(_ provider: String, _ refusal: LinkRefusal) -> String
  /// That an address is not taken, for which something is still open or not.
  func landingRefused(isOpen: Bool) -> String
  func notYet(_ provider: String) -> String
  func serviceSays(_ words: String?) -> String
  func accountLost(_ provider: String, _ code: AccountCode) -> String
  func nothingToUnlink(_ provider: String) -> String
  func notRemoved(_ provider: String) -> String
  func removedHere(_ provider: String, wasHere: Bool) -> String
  /// How it went to tell somebody that an account is gone; nil where nobody had to be told.
  func told(_ party: Parting.Party, _ outcome: Parting.Outcome) -> String?
}

/// How somebody stands with the service itself.
enum SessionState {
  case signedIn, asksFor, ended, refused, notSignedIn
}

extension Sentences {
  func lines(for told: AccountTold) -> [String] {
    switch told {
    case .standings(let standings):
      standings.isEmpty ? [noAccounts] : standings.map(standingLine)
    case .news(let news): lines(for: news)
    case .offersCode: [offersCode]
    case .code: [codeHead]
    case .noService: [noAccountService]
    case .whose: [whoseAccount]
    case .secretElsewhere: [secretElsewhere]
    case .noRegion(let named, let known):
      [noRegion(named.map { cut($0, 60) }, known: known.prefix(8).map { cut($0, 60) })]
    }
  }

  func lines(for news: AccountNews) -> [String] {
    if let session = news.session { return [self.session(session)] }
    return switch news {
    case .linkRefused(_, let provider, _, let refusals):
      refusals.prefix(1).map { linkRefused(cut(provider, 60), $0) }
    case .prompt(let prompt, _): promptLines(prompt)
    case .landingRefused(_, _, let code):
      [landingRefused(isOpen: code != .unlinked && code != .expired)]
    case .notYet(let key, _): [notYet(name(key))]
    case .formRefused(_, _, let failure): [serviceSays(failure.title ?? failure.text)]
    case .formIncomplete(_, _, _, let invalid):
      invalid.compactMap(\.reason).prefix(1).map { serviceSays($0) }
        + [notAccepted].prefix(
          invalid.contains { $0.reason != nil } ? 0 : 1)
    case .signInRefused: [signInRefused]
    case .linked(let key, _, let facts): [linked(name(key), facts.label.map { cut($0, 80) })]
    case .linkedAtService(let key, _): [linkedAtService(name(key))]
    case .linkFailed(let key, _, let code): [linkEnded(name(key), code)]
    case .linkStopped(let key, _): [linkStopped(name(key))]
    case .lost(let key, let code): [accountLost(name(key), code)]
    case .nothingToUnlink(let key): [nothingToUnlink(name(key))]
    case .notRemoved(let key): [notRemoved(name(key))]
    case .unlinked(let facts):
      [removedHere(name(facts.key), wasHere: facts.wasHere)]
        + [told(.provider, facts.provider), told(.service, facts.service)].compactMap(\.self)
    case .partyTold(_, let party, let outcome): [told(party, outcome)].compactMap(\.self)
    case .operatorNeeded: []
    }
  }

  private func name(_ key: AccountKey) -> String { cut(key.provider, 60) }

  private func standingLine(_ told: AccountStanding) -> String {
    let words =
      switch told.standing {
      case .here(let facts):
        standing(facts, until: facts.expires.map { moment($0) })
      case .atService: linkedAtServiceWords
      case .linking: isLinkingWords
      case .notLinked: notLinkedWords
      case .cannotBeLinked: cannotBeLinkedWords
      }
    guard told.provider == AccountKey.service else {
      return "\(cut(told.provider, 60)) · \(words)"
    }
    let stands =
      switch told.standing {
      case .here: signedInWords
      case .notLinked, .cannotBeLinked: signedOutWords
      case .atService, .linking: words
      }
    return "\(theService) · \(stands)"
  }

  private func promptLines(_ prompt: LinkPrompt) -> [String] {
    let provider = name(prompt.key)
    let minutes = max(1, Int(prompt.expires.since(now).components.seconds / 60))
    switch prompt.task {
    case .typeCode(let device):
      return typeCode(
        inGroups(device.userCode), at: device.address.text, provider, minutes: minutes)
        + (device.complete.map { [orOpen($0.text)] } ?? [])
    case .approve(let page): return approve(at: page.text, provider)
    case .open(let page, let isPasted):
      return open(page.written, provider, minutes: minutes, isPasted: isPasted)
    case .fill(let form):
      if SignInQuestions(form) == nil { return [wantsMore(provider)] }
      let isOfService = prompt.key.provider == AccountKey.service
      return [isOfService ? session(.asksFor) : fillsIn(provider)]
    }
  }

  /// A code as it is read aloud: in fours, where it has no groups of its own.
  private func inGroups(_ code: String) -> String {
    guard code.count >= 8, code.allSatisfy({ $0.isLetter || $0.isNumber }) else { return code }
    var groups = ""
    for (place, character) in code.enumerated() {
      if place > 0, place % 4 == 0 { groups += "-" }
      groups.append(character)
    }
    return groups
  }
}

extension AccountNews {
  /// What it tells of the session with the service itself; nil where it is of a provider.
  fileprivate var session: SessionState? {
    guard provider == AccountKey.service else { return nil }
    return switch self {
    case .linked, .linkedAtService: .signedIn
    case .linkFailed, .formRefused: .refused
    case .linkStopped, .nothingToUnlink: .notSignedIn
    case .lost, .unlinked: .ended
    case .linkRefused, .prompt, .landingRefused, .notYet, .formIncomplete, .signInRefused,
      .notRemoved, .partyTold, .operatorNeeded:
      nil
    }
  }
}
