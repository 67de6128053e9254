// What a line does about accounts with providers, and what is told of them.

import Accounts
import CivilTime
import Discourse
import Mobility
import Products

extension Turn {
  /// Does what a line wants of accounts.
  mutating func carryOut(_ move: AccountMove) {
    guard world.accounts != nil else {
      answer = Answer(.refused, [.account(.noService)])
      return
    }
    switch move {
    case .list:
      guard let list = accountList else { return tellStandings() }
      happened(.look(AccountSearch(owner: owner, list: list)), tellsAll: true)
    case .link(let provider): link(provider)
    case .unlink(let provider):
      happened(.unlink(owner: owner, provider: provider, list: accountList))
    case .whose:
      answer = Answer(.refused, [.account(.whose)])
      answer.parts += standings
    case .done(let provider): isDone(provider)
    case .stop(let provider): happened(.stopped(owner: owner, provider: provider))
    case .again(let provider): tellAgain(provider)
    case .landed(let landing): take(landing)
    }
  }

  /// Tells what came of what was waited for.
  public mutating func tell(_ settled: Settled) {
    switch settled.awaited {
    case _ where settled.isLate: tellDelay()
    case .purchase(let id):
      tell(of: id)
      // What has to be done stands with what it is for, and so does that nothing is linked.
      let others = settled.news.filter { news in
        if case .prompt = news { false } else { news.code != .unlinked }
      }
      answer.parts.insert(contentsOf: others.map { .account(.news($0)) }, at: 0)
    case .accounts(let matter):
      conversation.begin()
      matter.tellsAll ? tellStandings() : tell(settled.news)
      tellWhatGoesOn()
      finish()
    }
  }

  /// Tells what a purchase asks since an account is linked, or is not.
  private mutating func tellWhatGoesOn() {
    guard let purchase = world.travel.purchase(of: owner, in: place),
      let question = question(of: purchase), !conversation.serviceAsked.contains(question)
    else { return }
    let told = answer.parts
    tellState(of: purchase.id)
    answer.parts = told + answer.parts
  }

  // MARK: - Doing

  /// Links the account of a provider: at the service if it lists it, else here.
  private mutating func link(_ provider: String) {
    let name = AccountSearch.Name.provider(provider)
    if let list = accountList, setting.isPrivate {
      let sought = AccountSearch.Sought(name, conversation: place, setting: setting)
      return happened(.look(AccountSearch(owner: owner, list: list, sought: sought)))
    }
    happened(
      .link(
        LinkWish(
          owner: owner, provider: provider, conversation: place, place: .here,
          setting: setting)))
  }

  /// What had to be done elsewhere is done, as is said: the service is asked; a code that was typed
  /// is noticed by itself.
  private mutating func isDone(_ provider: String) {
    let codes = promptsOpen(of: provider).filter { prompt in
      if case .typeCode = prompt.task { true } else { false }
    }
    guard !codes.isEmpty else { return happened(.done(owner: owner, conversation: place)) }
    tell(
      codes.flatMap { code -> [AccountNews] in
        [.notYet(code.key, conversation: place), .prompt(code, isRepeated: true)]
      })
  }

  /// An address was pasted. Where a line cannot be kept secret it was read by others: nobody takes
  /// it, and what it was for stays open.
  private mutating func take(_ pasted: Landing) {
    guard setting.isPrivate, setting.takesSecrets else {
      world.happened(.unwanted(pasted.handles), at: now)
      answer = Answer(.refused, [.account(.secretElsewhere)])
      return
    }
    var landing = pasted
    landing.route = .pasted(owner: owner, conversation: place)
    world.happened(.landed(landing), at: now)
    awaitAccounts()
  }

  /// Hands in what the line does; what comes of it is told when it is known.
  private mutating func happened(_ event: AccountEvent, tellsAll: Bool = false) {
    let ignored = world.accounts?.ignoredCount
    world.happened(event, at: now)
    guard world.accounts?.ignoredCount == ignored else {
      answer = Answer(.refused, [.ride(.misses(.question))])
      return
    }
    awaitAccounts(tellsAll: tellsAll)
  }

  private mutating func awaitAccounts(tellsAll: Bool = false) {
    answer = Answer(.underWay, [.ride(.goesOn)])
    answer.awaits = .accounts(AccountMatter(owner: owner, conversation: place, tellsAll: tellsAll))
  }

  /// Where the service lists the accounts of the region of the newest trip; nil where no region is
  /// known.
  private var accountList: WebAddress? {
    let region = world.travel.shelf[owner].compactMap(\.trip.region).last
    return region.flatMap { world.accounts?.list(in: $0) }
  }

  // MARK: - Telling

  private mutating func tell(_ news: [AccountNews]) {
    closeRides()
    let isRefused = news.contains { $0.code != nil }
    answer = Answer(isRefused ? .refused : .told, news.map { .account(.news($0)) })
    for case .prompt(let prompt, _) in news { raise(prompt) }
    for case .landingRefused in news { tellAgainWhatIsOpened() }
    if news.isEmpty { answer.parts = [.ride(.goesOn)] }
  }

  /// What has to be done for the account that a purchase waits for.
  mutating func tellPrompt(for id: PurchaseID) {
    let waiter = WaiterID(id.number)
    let prompts =
      setting.isPrivate ? world.accounts?.prompts(of: owner, for: waiter) ?? [] : []
    if let provider = prompts.first?.key.provider {
      // The mode that needs it is known to nobody by that name.
      answer.parts = [.ride(.needsAccount(provider))]
    }
    for prompt in prompts {
      answer.parts.append(.account(.news(.prompt(prompt, isRepeated: false))))
      raise(prompt)
    }
    if !prompts.isEmpty { answer.kind = .needsConfirmation }
  }

  /// An address is still wanted where another one was pasted.
  private mutating func tellAgainWhatIsOpened() {
    let kind = answer.kind
    for prompt in promptsHere {
      guard case .open = prompt.task else { continue }
      raise(prompt)
      answer.parts.append(.account(.news(.prompt(prompt, isRepeated: true))))
    }
    answer.kind = kind
  }

  private mutating func tellAgain(_ provider: String) {
    tell(promptsOpen(of: provider).map { .prompt($0, isRepeated: true) })
  }

  /// What has to be done for the account of a provider, told again.
  func prompts(of provider: String) -> [AnswerPart] {
    promptsOpen(of: provider).map { .account(.news(.prompt($0, isRepeated: true))) }
  }

  private func promptsOpen(of provider: String) -> [LinkPrompt] {
    promptsHere.filter { $0.key.provider == provider }
  }

  /// What has to be done for links that were begun here. Elsewhere, or where others read along,
  /// nobody learns of it (rule R16).
  var promptsHere: [LinkPrompt] {
    guard setting.isPrivate else { return [] }
    return (world.accounts?.prompts(of: owner) ?? []).filter { $0.conversation == place }
  }

  /// It is asked for as long as it is open.
  private mutating func raise(_ prompt: LinkPrompt) {
    conversation.raise(.ride(.link(prompt.key.provider)), for: Purpose(.ride(nil), Request()))
    answer.kind = .needsConfirmation
  }

  private mutating func tellStandings() {
    answer = Answer(.told, standings)
  }

  private var standings: [AnswerPart] {
    let all = world.accounts?.standings(of: owner, at: now) ?? [:]
    let sorted = all.sorted { $0.key < $1.key }.map {
      AccountStanding(provider: $0.key, standing: $0.value)
    }
    return [.account(.standings(sorted))]
  }

  /// What is secret is asked only where a line can be kept so.
  mutating func askSecret(of purchase: Purchase) {
    guard case .asking(let asked) = purchase.state, asked.asksSecret else { return }
    if setting.takesSecrets {
      answer.secretFor = purchase.id
    } else {
      answer.parts.append(.account(.secretElsewhere))
    }
  }

  /// Whether an account is being linked for a purchase, and nobody has to do anything for it yet.
  func isLinking(_ purchase: Purchase) -> Bool {
    guard case .linking = purchase.state else { return false }
    return world.accounts.map { $0.isBusy(of: purchase.owner) } ?? false
  }

  /// What was asked for a link is not asked any more when that is over.
  mutating func closeLinksThatAreOver() {
    for issue in conversation.issues {
      guard case .ride(.link(let provider)) = issue.question else { continue }
      if promptsOpen(of: provider).isEmpty { conversation.close(issue.id) }
    }
  }
}
