// What accounts ask of the world, and who is told of them: whoever waits for it, else whoever of
// theirs is there and read by nobody else.

import Accounts
import Bookings
import CivilTime
import Dialogue
import Discourse
import JSON
import LineProtocol
import Mobility
public import Products
import Wording

/// How the answer to an errand of an account is read.
struct AccountReading: Hashable, Sendable {
  let owner: String
  let reads: AnswerReading
}

extension Agent {
  /// Hands an answer to accounts that they have asked for; whether they had.
  mutating func settleForAccounts(
    _ errand: ErrandID, _ outcome: ErrandOutcome, at now: Instant
  ) -> Bool {
    guard let reading = accountReadings.removeValue(forKey: errand) else { return false }
    world.happened(reading.event(errand, outcome), at: now)
    return true
  }

  /// Does what accounts ask for, or has it done.
  mutating func carryOut(_ accounts: [AccountEffect], at now: Instant) {
    for effect in accounts {
      switch effect {
      case .send(let errand, let reads):
        accountReadings[errand.id] = AccountReading(owner: errand.owner, reads: reads)
        effects.append(.errand(errand))
      case .record(let record):
        guard let change = record.change else { continue }
        entries.append(JournalEntry(at: now, by: nil, fact: .account(change)))
      case .tell(let news): tell(news, at: now)
      case .resume(let waiter, let resumption):
        let purchase = PurchaseID(waiter.number)
        switch resumption {
        case .ready, .linkedAtService:
          world.travel.linked(in: purchase, isAwaited: isWaited(for: purchase), at: now)
        case .unavailable: end(purchase, at: now)
        }
      case .prepare, .close, .match, .answer, .vault: effects.append(.account(effect))
      }
    }
  }

  // MARK: - Links that purchases wait for

  /// Begins to link what purchases have come to wait for (rule R17).
  mutating func beginLinks(for travel: [TravelEffect], at now: Instant) {
    for case .keepPurchase(let kept) in travel {
      guard let purchase = world.travel.purchases[kept.id], case .linking = purchase.state,
        let wanted = purchase.account
      else { continue }
      beginLink(wanted, for: purchase, at: now)
    }
  }

  private mutating func beginLink(
    _ wanted: AccountWanted, for purchase: Purchase, at now: Instant
  ) {
    let waiter = WaiterID(purchase.id.number)
    guard let accounts = world.accounts else {
      return end(purchase.id, at: now)
    }
    if accounts.isWaiting(waiter) { return }
    let setting = linkSetting(for: purchase)
    func wish(_ provider: String, _ place: LinkWish.Place) -> LinkWish {
      LinkWish(
        owner: purchase.owner, provider: provider, conversation: purchase.conversation,
        place: place, setting: setting, waiter: waiter)
    }
    switch wanted.reason {
    case .authorization(let own):
      world.happened(.link(wish(wanted.provider, .own(own))), at: now)
    case .unlinked:
      let region = world.travel.shelf.trip(purchase.leg.trip, of: purchase.owner)?.trip.region
      guard let list = region.flatMap({ accounts.list(in: $0) }) else {
        return end(purchase.id, at: now)
      }
      let sought = AccountSearch.Sought(
        .mode(wanted.provider), conversation: purchase.conversation, setting: setting,
        waiter: waiter)
      let address = list.adding("mode", wanted.provider)
      world.happened(
        .look(AccountSearch(owner: purchase.owner, list: address, sought: sought)), at: now)
    case .refused(let recovery):
      guard let provider = accounts.provider(ofMode: wanted.provider, of: purchase.owner) else {
        return end(purchase.id, at: now)
      }
      // What is refused is deleted, whether or not the service says how it is linked anew.
      let again = recovery.map { wish(provider, .service(form: $0, list: nil)) }
      world.happened(
        .refused(
          CredentialRefusal(
            owner: purchase.owner, provider: provider, edition: nil,
            way: .credential(recovery: recovery), again: again)), at: now)
      if again == nil { end(purchase.id, at: now) }
    case .signedOut: end(purchase.id, at: now)
    }
  }

  /// What waited for a link that a restart has ended goes back to what can be chosen.
  mutating func endLinksOfBefore(at now: Instant) {
    for purchase in world.travel.purchases.values.sorted(by: { $0.id < $1.id }) {
      guard case .linking = purchase.state else { continue }
      let waiter = WaiterID(purchase.id.number)
      if world.accounts?.isWaiting(waiter) != true {
        world.travel.notLinked(in: purchase.id, at: now)
      }
    }
  }

  // MARK: - Who reads

  /// What may be shown and asked on a session. Nobody listens for a browser.
  func linkSetting(of id: SessionID) -> LinkSetting {
    LinkSetting(
      isPrivate: sessions[id]?.isPrivate ?? false, isLocal: false,
      takesSecrets: sessions[id]?.encoding == .text)
  }

  private func whoWaits(for purchase: PurchaseID) -> SessionID? {
    waiting.first { id in
      if case .service(.purchase(purchase), _, _) = sessions[id]?.wait { true } else { false }
    }
  }

  /// Whether somebody is told of a purchase when they are answered.
  private func isWaited(for id: PurchaseID) -> Bool {
    guard let purchase = world.travel.purchases[id] else { return false }
    return waiting.contains { session in
      guard case .service(let awaited, _, _) = sessions[session]?.wait else { return false }
      switch awaited {
      case .purchase(let other): return other == id
      case .accounts(let matter):
        return matter.owner == purchase.owner && matter.conversation == purchase.conversation
      }
    }
  }

  /// The account that a purchase waits for is not linked.
  private mutating func end(_ purchase: PurchaseID, at now: Instant) {
    world.travel.notLinked(in: purchase, isAwaited: isWaited(for: purchase), at: now)
  }

  /// What may be shown of a purchase: as where somebody waits for it, else where its owner hears.
  private func linkSetting(for purchase: Purchase) -> LinkSetting {
    if let waiting = whoWaits(for: purchase.id) { return linkSetting(of: waiting) }
    let hears = sessions.values.contains { session in
      session.isPrivate && self.hears(session, newsOf: UserID(purchase.owner))
    }
    return LinkSetting(isPrivate: hears, isLocal: false, takesSecrets: false)
  }

  // MARK: - Secrets

  /// Whose secret the next line of a session is, and for which purchase: whoever hands that line in
  /// keeps it first, and hands in what stands for it. Nil where it is a line as others.
  public func secretWanted(on id: SessionID) -> (owner: String, purchase: PurchaseID)? {
    guard let session = sessions[id], !session.waits, let purchase = session.secretFor,
      let owner = world.travel.purchases[purchase]?.owner, session.user == owner
    else { return nil }
    return (owner, purchase)
  }

  /// The line that gives up what is to be secret.
  public static let secretGivenUp = "*"

  /// A line that was to be secret.
  mutating func take(
    _ handle: SecretHandle?, on id: SessionID, at now: Instant, _ round: Int
  ) {
    guard let purchase = sessions[id]?.secretFor ?? purchaseAwaited(on: id) else { return }
    guard let handle else {
      return reply(
        id, nil,
        Reply(
          .challenge, name: CodeName(validating: AccountCode.later.rawValue),
          lines: [
            AgentWording.secretNotKept
          ]))
    }
    var saying = saying(on: id)
    saying.whole = .secret(handle)
    saying.round = round
    say(.secret(handle, purchase), on: id, saying, at: now)
  }

  /// Whether what is said next on a session is a secret.
  mutating func noteSecret(wantedBy answer: Answer, on id: SessionID) {
    let isText = sessions[id]?.encoding == .text
    sessions[id]?.secretFor = isText ? answer.wantsSecret : nil
  }

  private func purchaseAwaited(on id: SessionID) -> PurchaseID? {
    if case .purchase(let purchase)? = settled?.awaited { purchase } else { nil }
  }

  // MARK: - Telling

  private mutating func tell(_ news: AccountNews, at now: Instant) {
    guard let owner = news.owner else {
      if case .operatorNeeded(let provider, let error) = news {
        effects.append(.tellOperator(.providerRefuses(provider, error: error)))
      }
      return
    }
    let waiting = self.waiting.filter { waits($0, for: news, of: owner) }.min()
    if let waiting {
      accountNews[waiting, default: []].append(news)
      return
    }
    let listening = sessions.filter {
      $0.value.isPrivate && hears($0.value, newsOf: UserID(owner)) && !watchers.contains($0.key)
    }
    for id in listening.map(\.key).sorted() { tell(news, to: owner, on: id, at: now) }
  }

  /// Whether a session is told when it is answered.
  private func waits(_ id: SessionID, for news: AccountNews, of owner: String) -> Bool {
    guard case .service(let awaited, _, _) = sessions[id]?.wait else { return false }
    // What has to be done is told where it was begun, and where nobody else reads along (R16).
    if case .prompt = news, sessions[id]?.isPrivate != true { return false }
    switch awaited {
    case .accounts(let matter):
      return matter.owner == owner && !matter.tellsAll
        && (news.conversation ?? matter.conversation) == matter.conversation
    case .purchase(let purchase):
      guard let conversation = news.conversation,
        let waiting = world.travel.purchases[purchase]
      else { return false }
      return waiting.owner == owner && waiting.conversation == conversation
    }
  }

  /// In which conversation of a session news are told; nil where they are another carrier's: nobody
  /// learns elsewhere what has to be done (rule R16).
  private func conversation(
    of news: AccountNews, of owner: String, on id: SessionID
  ) -> ConversationKey? {
    let principal = principalName(on: id)
    var key = ConversationKey(principal: principal, conversation: "", holder: .user(owner))
    guard let name = news.conversation else { return key }
    if principal.isEmpty {
      key.conversation = name
    } else {
      guard name.hasPrefix("\(principal) ") else { return nil }
      key.conversation = String(name.dropFirst(principal.count + 1))
    }
    return key
  }

  private mutating func tell(
    _ news: AccountNews, to owner: String, on id: SessionID, at now: Instant
  ) {
    guard let key = conversation(of: news, of: owner, on: id) else { return }
    let state = conversations[key]?.conversation ?? DialogueState()
    let language = sessions[id]?.language ?? answerLanguage(of: state)
    let wording = AnswerWording(in: language, world: world, now: now, for: UserID(owner))
    let lines = wording.words(for: news)
    guard !lines.isEmpty else { return }
    let message = ReplyMessage(lines: lines, id: nextMessageID(), audience: .user)
    var members: JSONObject = [
      "kind": "account", "conv": .string(key.conversation), "user": .string(owner),
    ]
    WireForm(world: world, reader: UserID(owner), language: language).add(news, to: &members)
    effects.append(.notice(id, Notice(.passResult, messages: [message], members: members)))
  }
}

extension AccountReading {
  /// What came of an errand, as accounts take it.
  fileprivate func event(_ errand: ErrandID, _ outcome: ErrandOutcome) -> AccountEvent {
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
        return .outcome(errand, .unreadable("no list of accounts"))
      }
    }
  }
}

extension AccountRecord {
  /// What of it stands in the journal.
  fileprivate var change: AccountChange? {
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
