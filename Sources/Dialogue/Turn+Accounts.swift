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
    case .list(let region):
      switch accountList(in: region) {
      case .missing(let part): answer = Answer(.refused, [part])
      case .none: tellStandings()
      case .at(let list):
        happened(.look(AccountSearch(owner: owner, list: list)), tellsAll: true)
      }
    case .link(let provider, let terms): link(provider, terms)
    case .unlink(let provider):
      happened(.unlink(owner: owner, provider: provider, list: accountList(in: nil).address))
    case .whose:
      answer = Answer(.refused, [.account(.whose)])
      answer.parts += standings
    case .done(let provider): isDone(provider)
    case .stop(let provider): happened(.stopped(owner: owner, provider: provider))
    case .again(let provider): tellAgain(provider)
    case .code(let provider): tellCode(provider)
    case .landed(let landing): take(landing)
    case .word(let word, let link): take(word, link)
    }
  }

  /// Tells what came of what was waited for.
  public mutating func tell(_ settled: Settled) {
    switch settled.awaited {
    case .status(let id): tellLooked(at: id, isLate: settled.isLate)
    case _ where settled.isLate: tellDelay()
    case .purchase(let id):
      tell(of: id)
      // What has to be done stands with what it is for, and so does that nothing is linked.
      let others = settled.news.filter { news in
        if case .prompt = news { false } else { news.code != .unlinked }
      }
      answer.parts.insert(contentsOf: others.map { .account(.news($0)) }, at: 0)
    case .trip(let errand): tellFetched(errand)
    case .accounts(let matter):
      conversation.begin()
      matter.tellsAll ? tellStandings() : tell(settled.news)
      tellWhatGoesOn(matter.purchase)
      finish()
    }
  }

  /// Tells what has become of a purchase, or what it asks, since an account is linked, or is not.
  private mutating func tellWhatGoesOn(_ waited: PurchaseID?) {
    if let waited, let state = world.travel.purchases[waited]?.state {
      if case .linking = state { return }
      let told = answer.parts
      tellState(of: waited)
      answer.parts = told + answer.parts
      return
    }
    guard let purchase = world.travel.purchase(of: owner, in: place),
      let question = question(of: purchase), !conversation.serviceAsked.contains(question)
    else { return }
    let told = answer.parts
    tellState(of: purchase.id)
    answer.parts = told + answer.parts
  }

  // MARK: - Doing

  /// Links the account of a provider: at the service if it lists it, else here, unless it is said
  /// where; or signs in to the service itself.
  private mutating func link(_ provider: String, _ terms: LinkTerms) {
    if provider == AccountKey.service, let login = world.accounts?.login {
      return happened(
        .link(
          LinkWish(
            owner: owner, provider: provider, conversation: place, place: .session(login: login),
            setting: setting)))
    }
    let name = AccountSearch.Name.provider(provider)
    let list = accountList(in: terms.region)
    if case .missing(let part) = list { return answer = Answer(.refused, [part]) }
    if let list = list.address, setting.isPrivate, terms.keeper != .here {
      let sought = AccountSearch.Sought(
        name, conversation: place, setting: setting, isOnlyAtService: terms.keeper == .service)
      return happened(.look(AccountSearch(owner: owner, list: list, sought: sought)))
    }
    if terms.keeper == .service, setting.isPrivate {
      return answer = Answer(.refused, [.account(.noRegion(nil, known: []))])
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
    var waiting: PurchaseID?
    if let purchase = world.travel.purchase(of: owner, in: place), case .linking = purchase.state {
      waiting = purchase.id
    }
    answer.awaits = .accounts(
      AccountMatter(owner: owner, conversation: place, tellsAll: tellsAll, purchase: waiting))
  }

  /// Where the service lists accounts.
  private enum AccountList {
    case at(WebAddress)
    /// No region is known.
    case none
    /// The region that is named is none of those that are known.
    case missing(AnswerPart)

    var address: WebAddress? { if case .at(let address) = self { address } else { nil } }
  }

  /// Where the service lists the accounts of a region: of that which is called so, as `DE_Berlin`
  /// or `Berlin`, among those of the speaker's trips; else of that of the newest trip.
  private func accountList(in named: String?) -> AccountList {
    let known = world.travel.shelf[owner].compactMap(\.trip.region)
    let region =
      named.map { named in
        let wanted = named.lowercased()
        return known.last { region in
          let region = region.lowercased()
          return region == wanted || region.hasSuffix("_\(wanted)")
        }
      } ?? known.last
    if let named, region == nil {
      return .missing(.account(.noRegion(named, known: Array(Set(known)).sorted())))
    }
    return region.flatMap { world.accounts?.list(in: $0) }.map { .at($0) } ?? .none
  }

  // MARK: - Telling

  private mutating func tell(_ news: [AccountNews]) {
    closeRides()
    for news in news { noteFault(in: news) }
    let isRefused = news.contains { $0.code != nil }
    answer = Answer(isRefused ? .refused : .told, news.map { .account(.news($0)) })
    for case .prompt(let prompt, _) in news { raise(prompt) }
    let isAskedAgain = news.contains { news in
      switch news {
      case .landingRefused, .formRefused, .formIncomplete, .signInRefused: true
      default: false
      }
    }
    if isAskedAgain { tellAgainWhatIsOpen() }
    if news.isEmpty { answer.parts = [.ride(.goesOn)] }
  }

  /// What has to be done for the account that a purchase waits for.
  mutating func tellPrompt(for id: PurchaseID) {
    let waiter = WaiterID(id.number)
    let waited = world.accounts?.prompts(of: owner, for: waiter) ?? []
    let prompts = setting.isPrivate ? waited.filter { $0.conversation == place } : []
    if let provider = prompts.first?.key.provider {
      // The mode that needs it is known to nobody by that name.
      answer.parts = [.ride(.needsAccount(provider))]
    }
    for prompt in prompts {
      answer.parts.append(.account(.news(.prompt(prompt, isRepeated: false))))
      raise(prompt)
    }
  }

  /// What was not taken is still asked for.
  private mutating func tellAgainWhatIsOpen() {
    for prompt in promptsHere {
      switch prompt.task {
      case .open: answer.parts.append(.account(.news(.prompt(prompt, isRepeated: true))))
      case .fill: break
      case .typeCode, .approve: continue
      }
      raise(prompt)
    }
  }

  private mutating func tellAgain(_ provider: String) {
    tell(promptsOpen(of: provider).map { .prompt($0, isRepeated: true) })
  }

  /// What has to be opened, as a code where one can be shown, else in words.
  private mutating func tellCode(_ provider: String) {
    tellAgain(provider)
    guard setting.showsCodes,
      let prompt = promptsOpen(of: provider).first(where: { $0.openedElsewhere != nil })
    else { return }
    answer.parts = [.account(.code(prompt))]
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
    let questions = world.signIn(for: prompt)
    conversation.raise(question(of: prompt), for: Purpose(.ride(nil), Request()))
    answer.kind = questions == nil ? .needsConfirmation : .needsMore
    if let questions { answer.parts.append(.ride(.question(questions.asked))) }
    if setting.showsCodes, prompt.openedElsewhere != nil {
      answer.parts.append(.account(.offersCode))
    }
  }

  /// What is asked by what has to be done.
  func question(of prompt: LinkPrompt) -> Question {
    let isFilledIn = world.signIns[prompt.attempt] != nil
    if case .fill = prompt.task, isFilledIn { return .ride(.field(.link(prompt.attempt))) }
    return .ride(.link(prompt.key.provider))
  }

  // MARK: - Filling in

  /// Does something with what is filled in for a link, and asks the next question; what is whole is
  /// sent.
  mutating func fillIn(
    _ link: AttemptID, _ deed: (inout SignInQuestions) throws(RideFault) -> Void
  ) {
    guard var questions = world.signIns[link],
      promptsHere.contains(where: { $0.attempt == link })
    else { return answer = Answer(.refused, [.ride(.misses(.question))]) }
    var fault: RideFault?
    do throws(RideFault) {
      try deed(&questions)
      world.signIns[link] = questions
      world.hasFilledIn = true
    } catch {
      fault = error
    }
    if let body = questions.body {
      // What was typed is asked anew if it is not taken.
      return happened(.answered(link, body))
    }
    closeRides()
    conversation.raise(.ride(.field(.link(link))), for: Purpose(.ride(nil), Request()))
    answer = Answer(.needsMore, [.ride(.question(questions.asked))])
    if let fault { answer.parts.insert(.ride(.fault(fault)), at: 0) }
  }

  /// A word for the field that is asked for.
  private mutating func take(_ word: RideWord, _ link: AttemptID) {
    switch word {
    case .back: fillIn(link) { (questions) throws(RideFault) in try questions.back() }
    case .skip: fillIn(link) { (questions) throws(RideFault) in try questions.take(.skipped) }
    case .stop, .no, .decline:
      let provider = promptsHere.first { $0.attempt == link }?.key.provider
      happened(.stopped(owner: owner, provider: provider ?? ""))
    case .review, .change, .send, .accept, .terms, .done, .code, .yes: fillIn(link) { _ in }
    }
  }

  /// The words of a question that a link asks.
  func whatLinksAsk(by question: Question) -> [AnswerPart] {
    switch question {
    case .ride(.link(let provider)): prompts(of: provider)
    case .ride(.field(.link(let link))):
      world.signIns[link].map { [.ride(.question($0.asked))] } ?? []
    default: []
    }
  }

  /// What was not accepted is asked again.
  private mutating func noteFault(in news: AccountNews) {
    switch news {
    case .formRefused(let key, _, _), .signInRefused(let key, _):
      reopen(of: key.provider) { $0.reopen() }
    case .formIncomplete(let key, _, let missing, let invalid):
      reopen(of: key.provider) { $0.reopen(missing: missing, invalid: invalid) }
    default: break
    }
  }

  private mutating func reopen(of provider: String, _ deed: (inout SignInQuestions) -> Void) {
    for prompt in promptsOpen(of: provider) {
      guard var questions = world.signIns[prompt.attempt] else { continue }
      deed(&questions)
      world.signIns[prompt.attempt] = questions
    }
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
  mutating func noteSecretAsked() {
    let isAsked = answer.parts.contains { part in
      if case .ride(.question(let asked)) = part { asked.asksSecret } else { false }
    }
    guard isAsked, case .ride(.field(let place)) = conversation.open?.question else { return }
    if setting.takesSecrets {
      answer.secretFor = place
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
      switch issue.question {
      case .ride(.link(let provider)):
        if promptsOpen(of: provider).isEmpty { conversation.close(issue.id) }
      case .ride(.field(.link(let link))):
        if !promptsHere.contains(where: { $0.attempt == link }) { conversation.close(issue.id) }
      default: break
      }
    }
  }
}
