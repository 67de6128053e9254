// What trips and purchases ask of the world, and who waits for the service to answer: it is asked
// beside what people say, and the session that asked is answered when it has told, or a while later
// that it takes longer.

import Accounts
public import Bookings
public import CivilTime
import Dialogue
import Discourse
import JSON
public import LineProtocol
public import Mobility
import Products
import Wording

extension Agent {
  /// A trip comes in that nobody here has made, for its owner.
  public mutating func take(_ trip: Trip, of owner: UserID, at now: Instant) -> [Effect] {
    world.travel.take(trip, of: known(owner.text), at: now)
    return finish(at: now)
  }

  /// The service answered an errand, or will not.
  mutating func settle(_ errand: ErrandID, _ outcome: ErrandOutcome, at now: Instant) {
    if settleForAccounts(errand, outcome, at: now) { return }
    world.travel.settle(errand, outcome, at: now)
  }

  /// Does what is due of rides and accounts, asks the service what is owed to it, and answers who
  /// waited.
  mutating func goOnWithRides(at now: Instant) {
    if isRested(at: now) {
      if let due = world.travel.nextDue, due <= now { world.travel.doWhatIsDue(at: now) }
      if let due = world.accounts?.nextDue(), due <= now { world.happened(.due, at: now) }
      let owed = ridesOwed
      ridesOwed = []
      carryOut(owed, at: now)
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
      case .keepTrip, .forgetTrip, .keepPurchase, .forgetPurchase: break
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
      case .send, .tell: break
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
    guard let request = saying.whole else { return false }
    let until = now + .seconds(settings.limits.rideAnswerSecondsMax)
    noteRideWait(of: id)
    setWait(.service(awaited, until: until, then: request), of: id)
    return true
  }

  private mutating func answerWhoWaitsForService(at now: Instant) {
    for id in waiting.sorted() {
      if sessions[id]?.wait == .told {
        setWait(nil, of: id)
        runQueue(of: id, at: now)
      }
      guard case .service(let awaited, let until, let request) = sessions[id]?.wait else {
        continue
      }
      let isLate = isStillAwaited(awaited)
      guard !isLate || until <= now else { continue }
      noteRideWait(of: id)
      setWait(nil, of: id)
      if isLate, let purchase = awaited.purchase { world.travel.becomeLate(purchase) }
      let news = accountNews.removeValue(forKey: id) ?? []
      settled = Settled(awaited, isLate: isLate, news: news)
      answer(request, on: id, at: now, round: 1)
      settled = nil
      runQueue(of: id, at: now)
    }
    carryOutRidesAndAccounts(at: now)
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
    case .accounts(let matter):
      if world.accounts?.isBusy(of: matter.owner) == true { return true }
      return matter.purchase.flatMap { world.travel.purchases[$0]?.isAwaited } ?? false
    }
  }

  // MARK: - A batch that fails

  private mutating func noteRideWait(of id: SessionID) {
    guard unconfirmed.rideWaits[id] == nil, let session = sessions[id] else { return }
    unconfirmed.rideWaits[id] = (session.wait, session.queue)
  }

  /// Takes back for whom the batch in hand, which has failed, began or ceased to wait for a ride.
  public mutating func takeBackRideWaits() -> RideWaitsTakenBack {
    var taken = RideWaitsTakenBack()
    for (id, before) in unconfirmed.rideWaits.sorted(by: { $0.key < $1.key }) {
      switch (before.wait, sessions[id]?.wait) {
      // What was on its way is known, and not durable: whoever waits for it still does.
      case (.service, _) where sessions[id] != nil:
        taken.stillWaiting.insert(id)
        sessions[id]?.queue = before.queue
        setWait(before.wait, of: id)
      case (_, .service(_, _, let request)):
        taken.inVain.append(RideWaitsTakenBack.Asked(session: id, request: request.id))
        setWait(.told, of: id)
      default: break
      }
    }
    unconfirmed.rideWaits = [:]
    return taken
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

/// Who waits for rides although a batch has failed, and who has to be told that it did.
public struct RideWaitsTakenBack: Sendable {
  /// What these were told in the batch is told again later.
  public fileprivate(set) var stillWaiting: Set<SessionID> = []
  /// These were told nothing yet: what they asked for was not done.
  public fileprivate(set) var inVain: [Asked] = []

  /// Something that was asked on a session.
  public struct Asked: Hashable, Sendable {
    /// Where.
    public let session: SessionID
    /// By which call; nil for a line of text.
    public let request: RequestID?
  }
}
