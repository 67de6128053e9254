// What is told of accounts, as facts; and what a turn waits for of the service.

public import Accounts
public import Discourse
public import Mobility
public import Products

/// What the service has to answer before a turn has anything to say.
public enum Awaited: Hashable, Sendable {
  /// What becomes of a purchase.
  case purchase(PurchaseID)
  /// What becomes of an owner's accounts.
  case accounts(AccountMatter)
  /// A trip that was asked for by its address.
  case trip(ErrandID)
  /// How a ride stands now.
  case status(PurchaseID)
}

extension Awaited {
  /// The purchase that goes on by itself.
  public var purchase: PurchaseID? {
    switch self {
    case .purchase(let purchase), .status(let purchase): purchase
    case .accounts(let matter): matter.purchase
    case .trip: nil
    }
  }
}

/// What somebody wanted of their accounts.
public struct AccountMatter: Hashable, Sendable {
  /// Whose.
  public let owner: String
  /// In which conversation.
  public let conversation: String
  /// Whether all are to be told.
  public let tellsAll: Bool
  /// The purchase that waits for what is wanted, and goes on by itself.
  public let purchase: PurchaseID?
}

/// What has come of what a session waited for.
public struct Settled: Hashable, Sendable {
  /// What it waited for.
  public var awaited: Awaited
  /// Whether the service still has not answered.
  public var isLate: Bool
  /// What was to be told of accounts meanwhile.
  public var news: [AccountNews]

  /// What has come of it.
  public init(_ awaited: Awaited, isLate: Bool, news: [AccountNews] = []) {
    (self.awaited, self.isLate, self.news) = (awaited, isLate, news)
  }
}

/// What is asked for that is secret.
public enum SecretWanted: Hashable, Sendable {
  /// The answer to a question: the next line is it, whatever it is.
  case answer(FormPlace)
  /// An address on which somebody lands: the next line is it if it is one.
  case landing
}

extension Answer {
  /// What is secret of what is said next, which is shown and kept nowhere.
  public var wantsSecret: SecretWanted? {
    if let secretFor { return .answer(secretFor) }
    let isPasted = parts.contains { part in
      switch part {
      case .account(.news(.prompt(let prompt, _))), .account(.code(let prompt)):
        if case .open(_, true) = prompt.task { true } else { false }
      default: false
      }
    }
    return isPasted ? .landing : nil
  }
}

extension Answer {
  /// What is shown below its words as a code that a camera reads: it stands in none of them, so
  /// that nothing that keeps or records words has it.
  public var scanned: String? {
    for case .account(.code(let prompt)) in parts { return prompt.openedElsewhere }
    return nil
  }
}

/// A part of an answer that is of accounts.
public enum AccountTold: Hashable, Sendable {
  /// How they stand with every provider.
  case standings([AccountStanding])
  /// What happened to one, or has to be done for it.
  case news(AccountNews)
  /// What has to be opened can be shown as a code that a camera reads.
  case offersCode
  /// What has to be opened, as such a code.
  case code(LinkPrompt)
  /// There is no service at which accounts are used.
  case noService
  /// It is not said whose account is meant.
  case whose
  /// A secret is asked for and cannot be taken here.
  case secretElsewhere
  /// The region that was named, or any, is not known of the speaker's trips; these are.
  case noRegion(String?, known: [String])
}

/// How an owner stands with a provider.
public struct AccountStanding: Hashable, Sendable {
  /// With whom.
  public let provider: String
  /// How.
  public let standing: AccountBook.Standing

  /// How an owner stands with a provider.
  package init(provider: String, standing: AccountBook.Standing) {
    (self.provider, self.standing) = (provider, standing)
  }
}

extension AccountTold {
  /// By what name programs know that something is not; nil for what is no refusal.
  var refusalName: String? {
    switch self {
    case .standings, .whose, .offersCode, .code: nil
    case .noService: AccountCode.unlinked.rawValue
    case .secretElsewhere: AccountCode.notPrivate.rawValue
    case .news(let news): news.code?.rawValue
    case .noRegion: "WHAT/UNKNOWN"
    }
  }
}

extension AccountNews {
  /// Why something is not, if it is not.
  public var code: AccountCode? {
    switch self {
    case .linkRefused(_, _, _, let refusals): refusals.first?.code
    case .landingRefused(_, _, let code), .linkFailed(_, _, let code), .lost(_, let code): code
    case .nothingToUnlink: .unlinked
    case .notRemoved, .notYet: .later
    case .formRefused, .formIncomplete, .signInRefused: .refused
    case .prompt, .linked, .linkedAtService, .linkStopped, .unlinked, .partyTold,
      .operatorNeeded:
      nil
    }
  }

  /// In which conversation it is told; nil where it is of none.
  public var conversation: String? {
    switch self {
    case .linkRefused(_, _, let conversation, _), .landingRefused(_, let conversation, _),
      .notYet(_, let conversation), .formRefused(_, let conversation, _),
      .formIncomplete(_, let conversation, _, _), .linked(_, let conversation, _),
      .signInRefused(_, let conversation),
      .linkedAtService(_, let conversation), .linkFailed(_, let conversation, _),
      .linkStopped(_, let conversation):
      conversation
    case .prompt(let prompt, _): prompt.conversation
    case .lost, .nothingToUnlink, .notRemoved, .unlinked, .partyTold, .operatorNeeded: nil
    }
  }

  /// Of which account it is told; nil where it is of none.
  private var key: AccountKey? {
    switch self {
    case .prompt(let prompt, _): prompt.key
    case .notYet(let key, _), .formRefused(let key, _, _), .formIncomplete(let key, _, _, _),
      .signInRefused(let key, _), .linked(let key, _, _), .linkedAtService(let key, _),
      .linkFailed(let key, _, _), .linkStopped(let key, _), .lost(let key, _),
      .nothingToUnlink(let key), .notRemoved(let key), .partyTold(let key, _, _):
      key
    case .unlinked(let facts): facts.key
    case .linkRefused, .landingRefused, .operatorNeeded: nil
    }
  }

  /// With whom; nil where it is of none.
  public var provider: String? {
    switch self {
    case .linkRefused(_, let provider, _, _), .operatorNeeded(let provider, _): provider
    default: key?.provider
    }
  }

  /// Who is told; nil for the operator.
  public var owner: String? {
    switch self {
    case .linkRefused(let owner, _, _, _), .landingRefused(let owner, _, _): owner
    default: key?.owner
    }
  }
}
