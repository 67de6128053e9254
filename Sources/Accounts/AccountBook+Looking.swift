// The service's list of accounts: seen, and linked what stands there.

public import Mobility

extension AccountBook {
  /// Asks the service for its list, unless that may not be asked.
  mutating func look(_ search: AccountSearch, _ wake: inout Wake) -> Bool {
    if let sought = search.sought, let way = sought.refused,
      let provider = provider(ofMode: sought.name.text, of: search.owner)
    {
      return refuse(provider, way, search.owner, sought, &wake)
    }
    guard service.allows(search.list) else {
      found(nil, search, &wake)
      return true
    }
    let errand = wake.nextErrand
    send(LinkAttempt.lookAtList(search.list), for: key(search.owner, ""), .look(search), &wake)
    return errands[errand] != nil
  }

  /// The list came, or will not: what was looked for in it is linked.
  mutating func found(
    _ entries: [AccountEntry]?, _ search: AccountSearch, _ wake: inout Wake
  ) {
    guard let sought = search.sought else { return }
    let entry = entries?.first { sought.name.isName(of: $0) }
    if let entry, let way = sought.refused {
      _ = refuse(entry.provider, way, search.owner, sought, &wake)
      return
    }
    let provider = entry?.provider ?? sought.name.text
    var wish = LinkWish(
      owner: search.owner, provider: provider, conversation: sought.conversation, place: .here,
      setting: sought.setting, waiter: sought.waiter)
    if let entry {
      guard !entry.isLinked else { return isLinkedAlready(wish, &wake) }
      wish.place = .service(form: entry.address, list: search.list)
    } else if sought.isOnlyAtService, entries != nil {
      return refuse(wish, [.notListed], &wake)
    } else if sought.isOnlyAtService {
      _ = end(wish, .later, &wake)
      return
    } else if case .mode = sought.name {
      // What the service does not know of is of no use to what it offers.
      _ = end(wish, entries == nil ? .later : .unlinked, &wake)
      return
    } else if entries == nil, providers[provider] == nil {
      _ = end(wish, .later, &wake)
      return
    }
    _ = link(wish, &wake)
  }

  /// What is linked with a provider was refused: it is deleted, and linked anew where a form helps.
  private mutating func refuse(
    _ provider: String, _ way: CredentialRefusal.Way, _ owner: String,
    _ sought: AccountSearch.Sought, _ wake: inout Wake
  ) -> Bool {
    var again: LinkWish?
    if case .credential(recovery: let form?) = way {
      again = LinkWish(
        owner: owner, provider: provider, conversation: sought.conversation,
        place: .service(form: form, list: nil), setting: sought.setting, waiter: sought.waiter)
    }
    let refusal = CredentialRefusal(
      owner: owner, provider: provider, edition: nil, way: way, again: again)
    guard take(refusal, &wake) else { return false }
    if again == nil, let waiter = sought.waiter {
      wake.add(.resume(waiter, .unavailable(.refused)))
    }
    return true
  }

  /// The list is told to nobody who has not signed in: they are asked to, and what was looked for
  /// is looked for again behind that.
  mutating func takeListRefused(_ errand: ErrandID, _ wake: inout Wake) -> Bool {
    let search: AccountSearch
    switch errands[errand] {
    case .look(let looked): search = looked
    case .attempt(let id, _) where attempts[id]?.stage != .listing: return false
    case .attempt, .party:
      return take(ErrandOutcome.unreadable("no list of accounts"), of: errand, &wake)
    case .refresh, .nobody, nil: return false
    }
    errands[errand] = nil
    strangers.insert(search.owner)
    guard let sought = search.sought else { return true }
    var wish = LinkWish(
      owner: search.owner, provider: sought.name.text, conversation: sought.conversation,
      place: .here, setting: sought.setting, waiter: sought.waiter)
    wish.next = .look(search)
    return signInFirst(wish, &wake)
  }

  /// Has somebody sign in to the service, and goes on behind that.
  mutating func signInFirst(_ wish: LinkWish, _ wake: inout Wake) -> Bool {
    guard let login else { return end(wish, .unlinked, &wake) }
    var session = wish
    (session.provider, session.place) = (AccountKey.service, .session(login: login))
    return take(
      CredentialRefusal(
        owner: wish.owner, provider: AccountKey.service, edition: nil, way: .signedOut,
        again: session), &wake)
  }

  private func isLinkedAlready(_ wish: LinkWish, _ wake: inout Wake) {
    let key = key(wish.owner, wish.provider)
    wake.add(.tell(.linkedAtService(key, conversation: wish.conversation)))
    if let waiter = wish.waiter { wake.add(.resume(waiter, .linkedAtService)) }
  }

  private func end(_ wish: LinkWish, _ code: AccountCode, _ wake: inout Wake) -> Bool {
    let key = key(wish.owner, wish.provider)
    wake.add(.tell(.linkFailed(key, conversation: wish.conversation, code)))
    if let waiter = wish.waiter { wake.add(.resume(waiter, .unavailable(code))) }
    return true
  }

  // Questions

  /// Whether an answer is on its way that leads to a word to an owner, or to more to be asked:
  /// nobody has to do anything for it, and it does not wait for a time to come.
  public func isBusy(of owner: String) -> Bool {
    errands.values.contains { purpose in
      if case .look(let search) = purpose { search.owner == owner } else { false }
    } || attempts.values.contains { $0.key.owner == owner && $0.isAwaited }
      || removals.values.contains { $0.account.key.owner == owner }
      || partings.values.contains { $0.key.owner == owner && $0.isTold && !$0.wasTried }
      || landings.values.contains { $0.wasPasted(by: owner) }
  }

  /// Whether a line begins with an address on which people land who give leave: whoever says it, it
  /// holds what nobody may read.
  public func isLanding(_ line: Substring) -> Bool {
    guard line.hasPrefix("http") else { return false }
    let redirects = attempts.values.lazy.compactMap { attempt -> WebAddress? in
      if case .expecting(let wait) = attempt.state { wait.redirect } else { nil }
    }
    let settled = providers.values.lazy.flatMap { settings in
      [settings.callback, LinkPlan(settings).pastedRedirect(settings)].compactMap(\.self)
    }
    return (Array(redirects) + Array(settled)).contains { place in
      guard line.hasPrefix(place.text) else { return false }
      let rest = line.dropFirst(place.text.count).first
      return rest == nil || rest == "?" || rest == "#" || rest == "&"
    }
  }

  /// Whether an address is wanted that is pasted in a conversation of an owner.
  public func awaitsPaste(of owner: String, in conversation: String) -> Bool {
    prompts(of: owner).contains { prompt in
      if case .open(_, true) = prompt.task { prompt.conversation == conversation } else { false }
    }
  }

  /// What an owner has to do for the links that are open, in the order in which they were begun.
  public func prompts(of owner: String) -> [LinkPrompt] {
    attempts.values.filter { $0.key.owner == owner }.sorted { $0.id < $1.id }
      .compactMap(\.prompt)
  }

  /// Whose account a mode needs, as the service lists it.
  public func provider(ofMode mode: String, of owner: String) -> String? {
    listed[owner]?.values.first { $0.mode == mode }?.provider
  }

  /// The addresses that are shown and lack secrets still, of all owners.
  public var addressesShown: [LinkAddress] {
    attempts.values.compactMap { attempt in
      if case .expecting(let wait) = attempt.state { wait.shown } else { nil }
    }
  }

  /// What an owner has to do for the link that something waits for.
  public func prompts(of owner: String, for waiter: WaiterID) -> [LinkPrompt] {
    attempts.values.filter { $0.key.owner == owner && $0.waiters.contains(waiter) }
      .compactMap(\.prompt)
  }

  /// Whether something waits for a link.
  public func isWaiting(_ waiter: WaiterID) -> Bool {
    attempts.values.contains { $0.waiters.contains(waiter) }
      || errands.values.contains { purpose in
        if case .look(let search) = purpose { search.sought?.waiter == waiter } else { false }
      }
      || removals.values.contains { $0.again?.waiter == waiter }
  }

  /// Whose a link is that is open.
  public func owner(of attempt: AttemptID) -> String? { attempts[attempt]?.key.owner }

  /// Where one signs in to the service by name and password (`POST account/login`, section 1.3).
  public var login: WebAddress? { address("account/login") }

  /// Where the service lists what whoever is signed in there has booked before (section 1.10).
  public var history: WebAddress? { address("booking") }

  private func address(_ path: String) -> WebAddress? {
    WebAddress(base.hasSuffix("/") ? "\(base)\(path)" : "\(base)/\(path)")
  }

  /// Where the service lists the accounts of a region.
  public func list(in region: String) -> WebAddress? {
    let isName = region.utf8.allSatisfy { octet in
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isName, !region.isEmpty, region.utf8.count <= 64 else { return nil }
    return address("auth/\(region)")
  }

  /// The provider of that name, however it is written; nil if it is neither set up, listed nor
  /// linked.
  public func provider(named name: String, of owner: String) -> String? {
    let known = names(of: owner)
    let wanted = name.lowercased()
    return known.contains(name) ? name : known.filter { $0.lowercased() == wanted }.min()
  }

  /// The names of all providers that are set up, listed for an owner, linked or being linked.
  public func names(of owner: String) -> Set<String> {
    var known = Set(providers.keys)
    known.formUnion(listed[owner].map { Array($0.keys) } ?? [])
    known.formUnion(kept.accounts.keys.filter { $0.owner == owner }.map(\.provider))
    known.formUnion(attempts.values.filter { $0.key.owner == owner }.map(\.key.provider))
    return known.subtracting([AccountKey.service])
  }
}

extension AccountSearch.Name {
  /// Whether an entry is meant.
  fileprivate func isName(of entry: AccountEntry) -> Bool {
    switch self {
    case .provider(let name): entry.provider.lowercased() == name.lowercased()
    case .mode(let mode): entry.mode == mode
    }
  }
}

extension LinkAttempt {
  /// Whether an answer is awaited before there is anything to be told.
  fileprivate var isAwaited: Bool {
    switch state {
    case .opening, .using, .preparing, .granting, .exchanging, .keeping, .handing, .sending: true
    // What was told still holds.
    case .waiting, .polling, .expecting, .approving, .listing, .asking: false
    case .reopening(_, let isListed): !isListed
    case .resting, .keepingAgain, .handingAgain, .ended: false
    }
  }
}
