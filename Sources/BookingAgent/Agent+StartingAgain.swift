// Starting again without a restart: after a commit that failed, with an empty house in tests, and
// where the clock is set back.

import Accounts
import Bookings
public import CivilTime
public import Dialogue
public import LineProtocol
import Passes
import Products

/// How what is not durable was before the batch in hand, as far as the batch has changed it.
struct Unconfirmed: Sendable {
  var conversations: [ConversationKey: BoundedKeeping<ConversationKey, KeptConversation>.Kept?] =
    [:]
  var sessions: [SessionID: Session] = [:]
  /// Messages whose answers were kept although they changed nothing.
  var recentAnswers: [MessageKey] = []
  /// How far programs had come with the news.
  var cursors: [SessionID: NewsCursor] = [:]
  /// News that people were told, and such that were noted as heard.
  var told: Set<Int> = []
  var heard: Set<Int> = []
  /// What was to be told of accounts.
  var accountNewsOwed: [AccountNews] = []
  /// How sessions waited that have begun or ceased to wait for a ride, and what was asked behind.
  var rideWaits: [SessionID: WaitingBefore] = [:]
  /// By how much the clock was set back that passes were told of.
  var setBackTold = Duration.zero
}

/// How a session waited, and what was in line.
struct WaitingBefore: Sendable {
  var held: [HeldRequest]
  var wait: Session.Wait?
  var queue: [Request]

  init(_ session: Session) {
    (held, wait, queue) = (session.heldRequests, session.wait, session.queue)
  }
}

extension Agent {
  /// Notes how things are before a batch of events, in case its commit fails.
  public mutating func beginWake() {
    unconfirmed = Unconfirmed()
    unconfirmed.accountNewsOwed = accountNewsOwed
  }

  /// Takes the house as it is durable, after the commit of a batch has failed: conversations and
  /// news are as before the batch, sessions stay, calls under way are still awaited. What nobody
  /// asked for rests for a while, so that questions are answered meanwhile.
  public mutating func recover(
    world: World, answers stored: [StoredAnswer], news: [News], lastNews: Int, at now: Instant
  ) {
    // Not durable, and not of the failed batch's making: what another calendar told still holds.
    let openings = self.world.ledger.openings
    self.world = world.knowing(settings.zone)
    self.world.ledger.openings = openings
    // What is to be done of rides waits like all that nobody asks for now.
    ridesOwed = self.world.travel.takeEffects()
    // Links that were on their way have ended: what comes of their errands is nobody's.
    accountReadings = [:]
    accountNews = [:]
    accountNewsOwed = unconfirmed.accountNewsOwed
    answers.replace(with: stored)
    for (key, before) in unconfirmed.conversations { conversations.putBack(before, for: key) }
    for key in unconfirmed.recentAnswers { recentAnswers.forget(key) }
    // Of what the first part was not told, nothing follows.
    rests = BoundedKeeping()
    board = NewsBoard(news, last: lastNews, before: board)
    for (id, before) in unconfirmed.cursors { sessions[id]?.news = before }
    newsReaders.forgetWhatTheyHeard()
    toldNews.leaving.subtract(unconfirmed.told)
    toldNews.left.formUnion(unconfirmed.heard.filter(board.contains))
    setBackOwed += unconfirmed.setBackTold
    for (id, before) in unconfirmed.sessions { sessions[id]?.takeBack(to: before) }
    // What their boards were to show was not drawn.
    for id in watchers {
      let subject = sessions[id]?.watching?.subject
      sessions[id]?.watching = subject.map { Watching($0) }
    }
    unconfirmed = Unconfirmed()
    // What they were to be told was not told.
    owedNews = Set(sessions.filter { isOwedNews($0.value) }.keys)
    restsUntil = now + .seconds(settings.limits.storeRestSeconds)
  }

  /// Goes on in a house that was changed while it runs: the same bookings, perhaps other rooms,
  /// rules, people and limits. What is under way goes on, as do all sessions; how octets are read,
  /// turns are counted and passes retried stays as it began.
  public mutating func takeUp(
    world: World, limits: AgentLimits, place: String, roomsTold: Instant? = nil, at now: Instant
  ) -> [Effect] {
    let known = Set(self.world.ledger.bookingsOutOfPlace(at: now).map(\.booking.reference))
    let before = self.world
    self.world = world.knowing(settings.zone)
    self.world.ledger.openings = before.ledger.openings
    self.world.outbox = before.outbox
    self.world.travel = before.travel
    settings.limits = limits
    settings.place = place
    settings.roomsTold = roomsTold
    for place in world.ledger.bookingsOutOfPlace(at: now)
    where !known.contains(place.booking.reference) {
      announceClosing(of: place.booking, at: now)
    }
    offerWhatIsFree(at: now)
    return finish(at: now)
  }

  /// Notes how a session waits before it begins or ceases to wait for a ride.
  mutating func noteRideWait(of id: SessionID) {
    guard unconfirmed.rideWaits[id] == nil, let session = sessions[id] else { return }
    unconfirmed.rideWaits[id] = WaitingBefore(session)
  }

  /// If the batch fails in which something ceased to be waited for, what is asked behind it waits
  /// again.
  mutating func noteBehindWaits(_ request: Request, on id: SessionID, _ session: Session) {
    guard var before = unconfirmed.rideWaits[id] else { return }
    let strand = strand(of: request, on: session)
    if let place = before.held.firstIndex(where: { $0.strand == strand && strand != nil }) {
      before.held[place].queue.append(request)
    } else {
      before.queue.append(request)
    }
    unconfirmed.rideWaits[id] = before
  }

  /// Takes back for whom the batch in hand, which has failed, began or ceased to wait for a ride.
  public mutating func takeBackRideWaits() -> RideWaitsTakenBack {
    var taken = RideWaitsTakenBack()
    for (id, before) in unconfirmed.rideWaits.sorted(by: { $0.key < $1.key }) {
      guard let session = sessions[id] else { continue }
      // What was on its way is known, and not durable: whoever waits for it still does.
      var waits = before.held.filter { $0.awaited != nil }
      for wait in waits {
        taken.stillWaiting.insert(wait.strand == nil ? .all(of: id) : .one(id, wait.request.id))
        for next in wait.queue { taken.stillWaiting.insert(.one(id, next.id)) }
      }
      if waits.contains(where: { $0.strand == nil }) {
        // What came behind it is asked again in its turn.
        sessions[id]?.queue = before.queue
        setWait(before.wait, of: id)
      }
      let known = Set(waits.map(\.strand))
      for var wait in session.heldRequests where !known.contains(wait.strand) {
        taken.inVain.append(RideWaitsTakenBack.Asked(session: id, request: wait.request.id))
        (wait.awaited, wait.until) = (nil, Instant(milliseconds: 0))
        waits.append(wait)
      }
      setHeldRequests(waits, of: id)
    }
    unconfirmed.rideWaits = [:]
    return taken
  }

  private func isOwedNews(_ session: Session) -> Bool {
    switch session.encoding {
    case .text: session.user.map(board.waits) ?? false
    case .json: session.isSubscribed && !board.isEmpty
    }
  }

  /// Notes how a session is before a request of the batch in hand.
  mutating func noteBefore(_ id: SessionID, _ session: Session) {
    if unconfirmed.sessions[id] == nil { unconfirmed.sessions[id] = session }
  }

  /// Begins again with an empty house, as a test asked on a session.
  public mutating func startAfresh(
    world: World, for id: SessionID, _ request: RequestID?, at now: Instant
  ) -> [Effect] {
    self.world = world.knowing(settings.zone)
    answers = KeptAnswers()
    recentAnswers = BoundedKeeping()
    rests = BoundedKeeping()
    conversations = BoundedKeeping()
    board = NewsBoard()
    newsReaders = NewsReaders()
    toldNews = ToldNews()
    owedNews = []
    for id in sessions.keys { sessions[id]?.news = NewsCursor() }
    homes = [:]
    waitHomes = [:]
    rideHomes = [:]
    accountHomes = [:]
    accountNewsOwed = []
    ridesOwed = []
    openingsRead = [:]
    unconfirmed = Unconfirmed()
    // What is said there gets the ids that it gets at a start: a test may name them.
    counts.messages = 0
    setWait(nil, of: id)
    reply(id, request, Reply(.heard, lines: ["A fresh house."]))
    runQueue(of: id, at: now)
    return finish(at: now)
  }

  /// Tells a session that no fresh start could be made.
  public mutating func refuseFreshStart(
    for id: SessionID, _ request: RequestID?, because reason: String, at now: Instant
  ) -> [Effect] {
    setWait(nil, of: id)
    reply(id, request, Reply(.valueNotSupported, name: .protoValue, lines: [reason]))
    runQueue(of: id, at: now)
    return finish(at: now)
  }
}

extension Session {
  /// Who speaks and what is open are as they were; what waits in line stays.
  mutating func takeBack(to before: Session) {
    var earlier = before
    (earlier.encoding, earlier.inputHasEnded, earlier.news) = (encoding, inputHasEnded, news)
    (earlier.wait, earlier.queue) = (self.wait, self.queue)
    earlier.heldRequests = self.heldRequests
    (earlier.window, earlier.watching) = (self.window, self.watching)
    earlier.failedSignIns = self.failedSignIns
    self = earlier
  }
}

// A clock that is set back: nothing waits until it shows again what it showed before.
extension Agent {
  /// Whether the clock was set back since it was looked at last: what was forgotten since then may
  /// not be over, and is to be recalled before the next event.
  public func isAhead(of now: Instant) -> Bool {
    guard let lastSeen, now < lastSeen else { return false }
    return now <= lastSeen - .seconds(settings.limits.setBackSecondsMin)
  }

  /// Whether what nobody asked for may be begun.
  func isRested(at now: Instant) -> Bool { restsUntil.map { now >= $0 } ?? true }

  /// What the clock would show now had nobody set it, where another clock tells.
  public mutating func expectClock(at instant: Instant) {
    lastSeen = lastSeen.map { max($0, instant) }
  }

  /// Takes what is durable and was forgotten while the clock showed a later time: a room that is
  /// held again by the clock as it is now must not be given away.
  public mutating func recall(_ state: DurableState, at now: Instant) {
    for booking in state.bookings where world.ledger.booking(booking.reference) == nil {
      world.ledger.recall(booking, at: now)
    }
    for wait in state.waits where world.ledger.waits[wait.reference] == nil {
      world.ledger.recall(wait)
    }
    world.outbox.recall(state.passes)
    answers.recall(state.answers)
  }

  /// Notices that the clock was set back. What is kept in memory is reckoned anew at once; what is
  /// durable follows as soon as the store does not rest.
  mutating func lookAtClock(_ now: Instant) {
    if let seen = lastSeen, now < seen, isAhead(of: now) {
      let duration = seen.since(now)
      reckonAnew(by: duration)
      setBackOwed += duration
      lastSeen = now
    } else {
      lastSeen = max(lastSeen ?? now, now)
    }
    guard setBackOwed != .zero, isRested(at: now) else { return }
    follow(world.outbox.decideClockSetBack(by: setBackOwed, at: now), at: now)
    follow(world.ledger.decideHoldsSetBack(by: setBackOwed, at: now), at: now)
    unconfirmed.setBackTold += setBackOwed
    setBackOwed = .zero
  }

  /// Whatever in memory was reckoned from an earlier reading of the clock is as far from this one.
  private mutating func reckonAnew(by duration: Duration) {
    restsUntil = restsUntil.map { $0 - duration }
    forgetsNext = forgetsNext.map { $0 - duration }
    limiter?.setBack(by: duration)
    for (date, state) in openingsRead {
      openingsRead[date]?.asked = state.asked - duration
      openingsRead[date]?.read = state.read.map { $0 - duration }
    }
    for id in waiting {
      for place in (sessions[id]?.heldRequests ?? []).indices {
        if let until = sessions[id]?.heldRequests[place].until {
          sessions[id]?.heldRequests[place].until = until - duration
        }
      }
      guard case .lastPasses(let until) = sessions[id]?.wait else { continue }
      setWait(.lastPasses(until: until - duration), of: id)
    }
  }
}

/// Who waits for rides although a batch has failed, and who has to be told that it did.
public struct RideWaitsTakenBack: Sendable {
  /// What these were told in the batch is told again later.
  fileprivate var stillWaiting: Set<Unanswered> = []
  /// These were told nothing yet: what they asked for was not done.
  public fileprivate(set) var inVain: [Asked] = []

  /// Nobody.
  package init() {}

  fileprivate enum Unanswered: Hashable {
    case all(of: SessionID)
    case one(SessionID, RequestID?)
  }

  /// Something that was asked on a session.
  public struct Asked: Hashable, Sendable {
    /// Where.
    public let session: SessionID
    /// By which call; nil for a line of text.
    public let request: RequestID?
  }

  /// Whether a request is answered again later.
  public func isStillWaiting(_ request: RequestID?, on session: SessionID) -> Bool {
    stillWaiting.contains(.all(of: session)) || stillWaiting.contains(.one(session, request))
  }
}
