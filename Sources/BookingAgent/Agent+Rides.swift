// What trips and purchases ask of the world, and who waits for the service to answer: it is asked
// beside what people say, and whoever asked is answered when it has told, or a while later that it
// takes longer.

import Accounts
public import Bookings
public import CivilTime
import Dialogue
import Discourse
import JSON
import LineProtocol
public import Mobility
import Products
import Wording

extension Agent {
  /// A trip comes in that nobody here has made, for its owner.
  public mutating func take(_ trip: Trip, of owner: UserID, at now: Instant) -> [Effect] {
    world.travel.take(trip, of: known(owner.text), at: now)
    return finish(at: now)
  }

  /// A trip is asked for by its address, for its owner; whoever wants to see it says so.
  public mutating func fetch(
    _ address: WebAddress, of owner: UserID, at now: Instant
  ) -> [Effect] {
    world.travel.fetch(address, for: known(owner.text))
    return finish(at: now)
  }

  /// Who signs in to the service has the trips again of what they had booked before.
  mutating func restoreTrips(behind news: AccountNews) {
    guard case .linked(let key, _, _) = news, key.provider == AccountKey.service,
      let history = world.accounts?.history
    else { return }
    world.travel.restore(for: key.owner, from: history)
  }

  /// The service answered an errand, or will not.
  mutating func settle(_ errand: ErrandID, _ outcome: ErrandOutcome, at now: Instant) {
    if settleForAccounts(errand, outcome, at: now) { return }
    world.travel.settle(errand, outcome, at: now)
  }

  /// Does what is due of rides and accounts, asks the service what is owed to it, and answers who
  /// waited.
  mutating func goOnWithRides(at now: Instant) {
    announceNewsOfWhoLeft(at: now)
    if isRested(at: now) {
      if let due = world.travel.nextDue, due <= now { world.travel.doWhatIsDue(at: now) }
      if let due = world.accounts?.nextDue(), due <= now { world.happened(.due, at: now) }
      let owed = ridesOwed
      ridesOwed = []
      carryOut(owed, at: now)
      announceOwedNewsOfAccounts(at: now)
    }
    carryOutRidesAndAccounts(at: now)
    answerWhoWaitsForService(at: now)
  }

  /// What happens to a purchase may begin a link, and what becomes of a link goes on with one.
  private mutating func carryOutRidesAndAccounts(at now: Instant) {
    while world.travel.hasEffects || world.hasAccountEffects {
      carryOut(world.travel.takeEffects(), at: now)
      carryOut(world.takeAccountEffects(), at: now)
    }
  }

  /// Writes down what has changed, before anything leaves: a commit comes first of all effects.
  private mutating func carryOut(_ travel: [TravelEffect], at now: Instant) {
    if travel.isEmpty { return }
    beginLinks(for: travel, at: now)
    for change in changes(of: travel) {
      entries.append(JournalEntry(at: now, by: nil, fact: .travel(change)))
    }
    for effect in travel {
      switch effect {
      case .send(let errand): effects.append(.errand(signed(errand, at: now)))
      case .tell(let news):
        let expires = now + .seconds(settings.limits.rideNewsSecondsMax)
        announce(
          .ride(news.purchase, news.leg), to: UserID(news.owner), until: expires, at: now)
      case .keepTrip, .forgetTrip, .keepPurchase, .forgetPurchase, .dropAccount: break
      }
    }
  }

  /// What is written down of effects: of each trip and purchase only how it is in the end.
  private mutating func changes(of travel: [TravelEffect]) -> [TravelChange] {
    var trips: Set<OwnedTrip> = []
    var purchases: Set<PurchaseID> = []
    var changes: [TravelChange] = []
    for effect in travel.reversed() {
      switch effect {
      case .keepTrip(let trip):
        let isLast = trips.insert(OwnedTrip(owner: trip.owner, trip: trip.reference)).inserted
        if isLast, let change = change(of: trip) { changes.append(change) }
      case .forgetTrip(let trip, let owner):
        guard trips.insert(OwnedTrip(owner: owner, trip: trip)).inserted else { continue }
        changes.append(.tripForgotten(trip, of: UserID(owner)))
      case .keepPurchase(let kept):
        // What is owed for a while may have gone on meanwhile.
        guard purchases.insert(kept.id).inserted, let purchase = world.travel.purchases[kept.id]
        else { continue }
        changes.append(change(of: purchase))
      case .forgetPurchase(let id, let owner):
        guard purchases.insert(id).inserted else { continue }
        changes.append(.purchaseForgotten(id, of: UserID(owner)))
      case .send, .tell, .dropAccount: break
      }
    }
    return changes.reversed()
  }

  /// What is written down of a trip; nil for what is too long, of which the row stays as it was.
  private mutating func change(of kept: KeptTrip) -> TravelChange? {
    let trip = world.travel.shelf.trip(kept.reference, of: kept.owner) ?? kept
    do throws(WrittenFault) {
      let written = try trip.written(limits: world.travel.limits)
      return .tripKept(trip.reference, of: UserID(trip.owner), written: written)
    } catch {
      tellUnkept("trip \(trip.reference)", because: error)
      return nil
    }
  }

  /// What is written down of a purchase. What is too long is not kept at all: as it stood before it
  /// could be sent a second time.
  private mutating func change(of purchase: Purchase) -> TravelChange {
    let owner = UserID(purchase.owner)
    do throws(WrittenFault) {
      let written = try purchase.written(limits: world.travel.limits)
      return .purchaseKept(
        purchase.id, of: owner, on: purchase.leg, purchase.phase, written: written)
    } catch {
      tellUnkept("purchase \(purchase.id.number)", because: error)
      return .purchaseForgotten(purchase.id, of: owner)
    }
  }

  private mutating func tellUnkept(_ name: String, because fault: WrittenFault) {
    effects.append(.tellOperator(.travelUnkept(TravelUnkept(name, because: fault))))
  }

  /// Has the session wait until the service has answered, for some seconds at most; false if what
  /// was said cannot be taken up again.
  mutating func awaitRide(
    _ awaited: Awaited, on id: SessionID, _ saying: Saying, at now: Instant
  ) -> Bool {
    guard let request = saying.whole, let session = sessions[id] else { return false }
    let until = now + .seconds(settings.limits.rideAnswerSecondsMax)
    noteRideWait(of: id)
    let strand = strand(of: request, on: session)
    setHeldRequests(
      session.heldRequests.filter { $0.strand != strand }
        + [HeldRequest(strand: strand, awaited: awaited, until: until, request: request)], of: id)
    return true
  }

  private mutating func answerWhoWaitsForService(at now: Instant) {
    for id in waiting.sorted() {
      for wait in sessions[id]?.heldRequests ?? [] { goOn(behind: wait, on: id, at: now) }
    }
    carryOutRidesAndAccounts(at: now)
  }

  /// Answers a request if the service has, or it took too long, and what came behind it.
  private mutating func goOn(behind wait: HeldRequest, on id: SessionID, at now: Instant) {
    let isLate = wait.awaited.map(isStillAwaited) ?? false
    guard !isLate || wait.until <= now, let session = sessions[id],
      let place = session.heldRequests.firstIndex(where: { $0.request == wait.request })
    else { return }
    noteRideWait(of: id)
    var waits = session.heldRequests
    let queue = waits.remove(at: place).queue
    setHeldRequests(waits, of: id)
    if let awaited = wait.awaited {
      if isLate, let purchase = awaited.purchase { world.travel.becomeLate(purchase) }
      let news = accountNews.removeValue(forKey: WaitPlace(session: id, strand: wait.strand)) ?? []
      settled = Settled(awaited, isLate: isLate, news: news)
      answer(wait.request, on: id, at: now, round: 1)
      settled = nil
      // It was not told with the answer, which said that it takes longer.
      if isLate { announce(news, at: now) }
    }
    for next in queue { goOn(with: next, on: id, isNext: true, at: now) }
    runQueue(of: id, at: now)
  }

  /// Nobody is there any more to be answered: what becomes of it is news.
  mutating func leaveRides(of id: SessionID) {
    let left = (sessions[id]?.heldRequests ?? []).compactMap { $0.awaited?.purchase }
    for purchase in left {
      let isAwaitedElsewhere = heldRequests.contains { place, held in
        place.session != id && held.awaited?.purchase == purchase
      }
      if !isAwaitedElsewhere { world.travel.becomeLate(purchase) }
    }
  }

  /// All who wait for the service.
  var heldRequests: [(place: WaitPlace, wait: HeldRequest)] {
    waiting.sorted().flatMap { id in
      (sessions[id]?.heldRequests ?? []).map { (WaitPlace(session: id, strand: $0.strand), $0) }
    }
  }

  /// Whether the service still has to answer before there is anything to say.
  private func isStillAwaited(_ awaited: Awaited) -> Bool {
    switch awaited {
    case .purchase(let id):
      guard let purchase = world.travel.purchases[id] else { return false }
      if case .linking = purchase.state {
        return world.accounts?.isBusy(of: purchase.owner) ?? false
      }
      return purchase.isAwaited
    case .trip(let errand): return world.travel.isFetching(errand)
    case .status(let id): return world.travel.isLooking(at: id)
    case .accounts(let matter):
      if world.accounts?.isBusy(of: matter.owner) == true { return true }
      return matter.purchase.flatMap { world.travel.purchases[$0]?.isAwaited } ?? false
    }
  }

  // MARK: - Links that purchases wait for

  /// Begins to link what purchases wait for (rule R17), and lets go of what was refused to them.
  mutating func beginLinks(for travel: [TravelEffect], at now: Instant) {
    for effect in travel {
      switch effect {
      case .keepPurchase(let kept):
        guard let purchase = world.travel.purchases[kept.id], case .linking = purchase.state,
          let wanted = purchase.account
        else { continue }
        beginLink(wanted, for: purchase, at: now)
      case .dropAccount(let wanted, let id):
        guard let purchase = world.travel.purchases[id] else { continue }
        look(for: wanted.provider, of: purchase, .credential(recovery: nil), at: now)
      case .keepTrip, .forgetTrip, .forgetPurchase, .send, .tell: continue
      }
    }
  }

  private mutating func beginLink(
    _ wanted: AccountWanted, for purchase: Purchase, at now: Instant
  ) {
    let waiter = WaiterID(purchase.id.number)
    guard let accounts = world.accounts else { return end(purchase.id, at: now) }
    if accounts.isWaiting(waiter) { return }
    func wish(_ provider: String, _ place: LinkWish.Place) -> LinkWish {
      LinkWish(
        owner: purchase.owner, provider: provider, conversation: purchase.conversation,
        place: place, setting: linkSetting(for: purchase), waiter: waiter)
    }
    switch wanted.reason {
    case .authorization(let own):
      world.happened(.link(wish(wanted.provider, .own(own))), at: now)
    case .unlinked: look(for: wanted.provider, of: purchase, waiter: waiter, at: now)
    case .refused(let recovery):
      // What is refused is deleted, whether or not the service says how it is linked anew.
      let way = CredentialRefusal.Way.credential(recovery: recovery)
      look(for: wanted.provider, of: purchase, way, waiter: waiter, at: now)
    case .signedOut:
      guard let login = accounts.login else { return end(purchase.id, at: now) }
      // What was signed in is not any more.
      world.happened(
        .refused(
          CredentialRefusal(
            owner: purchase.owner, provider: AccountKey.service, edition: nil, way: .signedOut,
            again: wish(AccountKey.service, .session(login: login)))), at: now)
    }
  }

  /// Looks up whose account a mode needs, which is linked; deleted first where it was refused.
  private mutating func look(
    for mode: String, of purchase: Purchase, _ refused: CredentialRefusal.Way? = nil,
    waiter: WaiterID? = nil, at now: Instant
  ) {
    let region = world.travel.shelf.trip(purchase.leg.trip, of: purchase.owner)?.trip.region
    guard let list = region.flatMap({ world.accounts?.list(in: $0) })?.adding("mode", mode) else {
      return end(purchase.id, at: now)
    }
    var sought = AccountSearch.Sought(
      .mode(mode), conversation: purchase.conversation, setting: linkSetting(for: purchase),
      waiter: waiter)
    sought.refused = refused
    world.happened(
      .look(AccountSearch(owner: purchase.owner, list: list, sought: sought)), at: now)
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

  // MARK: - News

  /// Notes where the purchase is spoken of that a turn has changed.
  mutating func noteRideHome(
    in key: ConversationKey, of user: UserID, _ language: AnswerLanguage
  ) {
    guard world.travel.hasEffects,
      let purchase = world.travel.purchase(of: user.text, in: key.name)
    else { return }
    rideHomes[purchase.id.number] = BookingHome(
      key: key, bookedIn: language, spokenIn: language)
  }

  /// The language in which news of a purchase are told: that of the conversation in which it is
  /// spoken of; where nobody remembers one, that in which the service is asked.
  private func newsLanguage(of purchase: Purchase) -> AnswerLanguage {
    let home = rideHomes[purchase.id.number]
    let conversation = home.flatMap { conversations[$0.key]?.conversation }
    return conversation.map { answerLanguage(of: $0) } ?? home?.spokenIn
      ?? settings.language ?? purchase.language.flatMap { AnswerLanguage(tag: $0) }
      ?? answerLanguage(of: DialogueState())
  }

  /// News of a ride as they are told now; nil where nothing is to be told of it any more, or later
  /// news tell it.
  mutating func rideNotice(
    of piece: News, _ id: PurchaseID, attempt: Int, at now: Instant
  ) -> Notice? {
    guard !board.isOvertaken(piece), let purchase = world.travel.purchases[id],
      purchase.owner == piece.user.text, let news = world.travel.news(of: id)
    else { return nil }
    let language = newsLanguage(of: purchase)
    let wording = AnswerWording(in: language, world: world, now: now, for: piece.user)
    let lines = wording.words(for: news)
    guard !lines.isEmpty else { return nil }
    let form = WireForm(world: world, reader: piece.user, language: language)
    let message = ReplyMessage(lines: lines, id: nextMessageID(), audience: .user)
    return Notice(
      .passResult, messages: [message],
      members: [
        "seq": .integer(Int64(piece.seq)), "kind": "ride",
        "conv": "", "user": .string(piece.user.text), "ref": .string(purchase.leg.description),
        "ride": .object(form.ride(purchase)), "attempt": .integer(Int64(attempt)),
        "expires": .string(form.moment(piece.expires)),
      ])
  }
}

/// A trip among those of all owners.
private struct OwnedTrip: Hashable {
  let owner: String
  let trip: TripReference
}
