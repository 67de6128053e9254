// Connections: how one begins and ends, the words of the session, and waiting in line.

import Bookings
import CivilTime
import Dialogue
import Discourse
import Language
import LineProtocol
import Passes
import Wording

extension Agent {
  // MARK: - Beginning and end

  mutating func open(_ id: SessionID, _ face: SessionFace, at now: Instant) {
    sessions[id] = Session(face)
    if face.access != .open {
      admissions.append(id, until: now + .seconds(settings.protocolLimits.signInSeconds))
    }
    switch (face.kind, face.encoding) {
    case (.terminal, _):
      let today = world.ledger.zone.civil(at: now).date
      if settings.readsOpenings, !isFresh(today, at: now) {
        awaitOpenings([today], on: id, then: .greeting, at: now)
      } else {
        greetWithRooms(on: id, at: now)
      }
    case (.pipe, _), (_, .json): break
    case (.standardStreams, .text), (.tcp, .text), (.unix, .text):
      let first = "\(settings.place) \(settings.program) ULP/1"
      effects.append(
        .greet(id, Reply(.greeting, lines: [first, "Say what you need, or /help"])))
    }
    owedNews.insert(id)
  }

  mutating func endInput(of id: SessionID, at now: Instant) {
    guard sessions[id] != nil else { return }
    sessions[id]?.inputHasEnded = true
    guard let session = sessions[id], session.isIdle else { return }
    endNow(id, session, at: now)
  }

  /// Ends a session whose requests are all answered; on standard input what is owed goes out first.
  mutating func endNow(_ id: SessionID, _ session: Session, at now: Instant) {
    switch session.face.kind {
    case .terminal, .pipe, .standardStreams:
      follow(world.outbox.decideEndOfInput(at: now), at: now)
      let until = now + .seconds(world.outbox.limits.lingersSeconds)
      setWait(.lastPasses(until: until), of: id)
      if session.face.kind == .terminal, now < until, awaitsLastPasses(until: until, at: now) {
        sayWhatIsAwaited(on: id, session)
      }
    case .tcp, .unix: close(id)
    }
  }

  /// Says no more on a session; what it still asks is not heard.
  mutating func close(_ id: SessionID) {
    effects.append(.close(id))
    forget(id)
  }

  /// Where what is said on a session is kept as long as nobody is known to say it.
  func conversationOfNobody(on id: SessionID) -> ConversationKey {
    ConversationKey(principal: principalName(on: id), holder: .session(id))
  }

  /// Forgets a session, and a conversation that nobody can go on with.
  mutating func forget(_ id: SessionID) {
    leaveRides(of: id)
    waiting.remove(id)
    owedNews.remove(id)
    heldNews.remove(id)
    watchers.remove(id)
    conversations.forget(conversationOfNobody(on: id))
    sessions[id] = nil
    conversations.sessionLeft(id)
    rests.sessionLeft(id)
    recentAnswers.sessionLeft(id)
    answers.sessionLeft(id)
  }

  /// Has a session wait, or wait no more.
  mutating func setWait(_ wait: Session.Wait?, of id: SessionID) {
    guard sessions[id] != nil else { return }
    sessions[id]?.wait = wait
    noteWaiting(id)
  }

  /// Gives up what is asked on a session, and the rest of a long answer; nothing is said of it.
  mutating func giveUpQuestion(on id: SessionID) {
    guard let session = sessions[id], session.encoding == .text else { return }
    noteBefore(id, session)
    sessions[id]?.awaitsToken = false
    guard session.isAdmitted else { return }
    sessions[id]?.pages = []
    sessions[id]?.unowned = nil
    let holder = session.user.map(ConversationKey.Holder.user) ?? .session(id)
    let key = ConversationKey(principal: principalName(on: id), holder: holder)
    // What is held for who waits stays theirs until they say no.
    guard var conversation = conversations[key]?.conversation, let open = conversation.open,
      open.offer == nil
    else { return }
    conversation.close(open.id)
    keep(conversation, as: key, on: id)
  }

  /// Says no more on a session, and why.
  mutating func close(_ id: SessionID, because reason: Notice) {
    effects.append(.notice(id, reason))
    close(id)
  }

  /// Closes the sessions on standard input that have waited for their last passes long enough.
  mutating func endSessionsThatAreDone(at now: Instant) {
    for id in waiting.sorted() {
      guard case .lastPasses(let until) = sessions[id]?.wait else { continue }
      guard now >= until || !awaitsLastPasses(until: until, at: now) else { continue }
      if !world.outbox.isSettled {
        effects.append(.tellOperator(.passesLeft(world.outbox.pendingCount)))
      }
      close(id)
    }
  }

  /// Whether passes may still go out before then.
  private func awaitsLastPasses(until: Instant, at now: Instant) -> Bool {
    let inFlight = !world.outbox.callsInFlight.isEmpty
    let lastDue = clockStands ? now : until
    let dueInTime = world.outbox.nextWake(at: now).map { $0 <= lastDue } ?? false
    return !world.outbox.isSettled && (inFlight || dueInTime)
  }

  /// Says to who leaves a terminal why it does not end yet.
  private mutating func sayWhatIsAwaited(on id: SessionID, _ session: Session) {
    let key = ConversationKey(holder: session.user.map { .user($0) } ?? .session(id))
    let conversation = conversations[key]?.conversation ?? DialogueState()
    let words = AgentWording.lastPasses(
      world.outbox.pendingCount, seconds: world.outbox.limits.lingersSeconds,
      isRemembered: settings.remembersPasses,
      session.language ?? answerLanguage(of: conversation))
    effects.append(.greet(id, Reply(.heard, lines: [words])))
  }

  // MARK: - Requests in order

  mutating func ask(_ id: SessionID, _ request: Request, at now: Instant) {
    guard let session = sessions[id] else { return }
    guard let request = session.face.offersTools ? asked(by: request, on: id) : request
    else { return }
    noteBehindWaits(request, on: id, session)
    goOn(with: request, on: id, at: now)
  }

  /// Answers a request, or has it wait in its line, of which it may be the next.
  mutating func goOn(
    with request: Request, on id: SessionID, isNext: Bool = false, at now: Instant
  ) {
    guard let session = sessions[id] else { return }
    let isInLine = session.waits || !session.queue.isEmpty && !isNext
    let ahead = strand(of: request, on: session).flatMap { session.heldRequest(in: $0) }
    let isLast = request.comesLast && !session.heldRequests.isEmpty
    guard isInLine || ahead != nil || isLast else {
      return answer(request, on: id, at: now)
    }
    // Never fewer than the shell lets through unanswered: text is answered in the order asked.
    let queuedMax = max(
      settings.limits.queuedRequestsMax, settings.protocolLimits.unansweredRequestsMax)
    guard session.queuedCount < queuedMax else {
      return reply(id, request.id, Reply(.slowDown, name: .limitRate, lines: ["Too much at once."]))
    }
    if let ahead, !isInLine {
      sessions[id]?.heldRequests[ahead].queue.append(request)
    } else {
      sessions[id]?.queue.append(request)
    }
  }

  /// In which strand of a connection something is asked; nil for what is of all of it.
  func strand(of request: Request, on session: Session) -> Strand? {
    guard session.encoding == .json, let place = request.place else { return nil }
    return Strand(
      conversation: place.conversation, user: place.user.map(known) ?? session.user)
  }

  /// Has a session wait for these answers of the service.
  mutating func setHeldRequests(_ waits: [HeldRequest], of id: SessionID) {
    guard sessions[id] != nil else { return }
    sessions[id]?.heldRequests = waits
    noteWaiting(id)
  }

  /// Notes whether a session waits for anything.
  mutating func noteWaiting(_ id: SessionID) {
    guard let session = sessions[id] else { return }
    let isWaiting = session.wait != nil || !session.heldRequests.isEmpty
    if isWaiting { waiting.insert(id) } else { waiting.remove(id) }
  }

  /// Answers what waited in line, as far as nothing new has to be waited for.
  mutating func runQueue(of id: SessionID, at now: Instant) {
    while let session = sessions[id], !session.waits, let next = session.queue.first {
      if next.comesLast, !session.heldRequests.isEmpty { break }
      sessions[id]?.queue.removeFirst()
      goOn(with: next, on: id, isNext: true, at: now)
    }
    if let session = sessions[id], session.isIdle, session.inputHasEnded {
      endNow(id, session, at: now)
    }
  }

  /// Answers a request of a session that has nothing to wait for.
  mutating func answer(
    _ request: Request, on id: SessionID, at now: Instant, round: Int = 0
  ) {
    guard let session = sessions[id] else { return }
    noteBefore(id, session)
    if let refusal = refusalBeforeSignIn(of: request, on: session) {
      return reply(id, request.id, refusal)
    }
    switch request {
    case .text(let text): answer(text, on: id, at: now, round)
    case .secret(let line): take(line, on: id, at: now, round)
    case .secretCall(let call, let line): take(line, by: call, on: id, at: now, round)
    case .call(let call): answer(call, on: id, at: now, round)
    // The one answer that leaves without an id.
    case .badLine(let fault): effects.append(.reply(id, nil, fault.reply))
    case .badCall(let refusal): effects.append(.refuse(id, refusal))
    case .turnedToJSON: sessions[id]?.encoding = .json
    }
  }

  /// Lets sessions go on that waited for calls on their way.
  mutating func releaseWaits(at now: Instant) {
    guard !waiting.isEmpty else { return }
    for id in waiting.sorted() {
      guard case .calls(let calls, let request, let token) = sessions[id]?.wait,
        calls.isDisjoint(with: world.outbox.callsInFlight)
      else { continue }
      setWait(nil, of: id)
      reply(id, request, Reply(.heard, lines: [token.isEmpty ? "In sync." : token]))
      runQueue(of: id, at: now)
    }
  }

  mutating func reply(
    _ id: SessionID, _ request: RequestID?, _ reply: Reply, in language: AnswerLanguage? = nil
  ) {
    guard let session = sessions[id] else { return effects.append(.reply(id, request, reply)) }
    switch session.encoding {
    case .json:
      // A call without an id wants no answer (JSON-RPC 2.0, section 4.1).
      if request == nil { return }
      var reply = reply
      reply.messages = session.marked(reply.messages)
      effects.append(.reply(id, request, reply))
    case .text:
      guard session.pagesReplies else { return effects.append(.reply(id, request, reply)) }
      let more = AgentWording.more(language ?? session.language ?? .english)
      let pages = reply.pages(endingWith: more, limits: settings.protocolLimits)
      if pages.count > 1 || !session.pages.isEmpty {
        sessions[id]?.pages = Array(pages.dropFirst())
      }
      effects.append(.reply(id, request, pages[0]))
    }
  }

  // MARK: - Lines of text

  private mutating func answer(
    _ text: TextRequest, on id: SessionID, at now: Instant, _ round: Int
  ) {
    if sessions[id]?.awaitsToken == true {
      if case .say(let line) = text.content { return takeToken(line, on: id) }
      sessions[id]?.awaitsToken = false
    }
    if let wanted = sessions[id]?.wantsSecret {
      // Whatever else comes in its place, what follows is a line as others.
      sessions[id]?.wantsSecret = nil
      if case .say(Self.secretGivenUp) = text.content, case .answer(let place) = wanted {
        return say(.secret(nil, place), on: id, saying(of: text, nil, on: id, round), at: now)
      }
    }
    let tag = text.tags.first { $0.key == LineTag.message }
    let octetsMax = settings.protocolLimits.identifierOctetsMax
    if let tag, !text.mayBeNamed(by: tag, octetsMax) {
      return reply(id, nil, Reply(.malformed, name: .protoArgs, lines: [AgentWording.messageName]))
    }
    switch text.content {
    case .say(let line):
      heard(line, on: id, saying(of: text, tag, on: id, round), at: now)
    case .block(let lines):
      let saying = saying(of: text, tag, on: id, round)
      let said = SaidText.withoutSignature(lines)
      guard said.utf8.count <= settings.protocolLimits.jsonTextOctetsMax else {
        return refuse(.octets, on: id, saying)
      }
      sessions[id]?.pages = []
      say(said, on: id, saying, at: now)
    case .command(let command): obey(command, on: id, at: now)
    }
  }

  private func saying(
    of text: TextRequest, _ tag: LineTag?, on id: SessionID, _ round: Int
  ) -> Saying {
    var saying = self.saying(on: id)
    saying.whole = .text(text)
    saying.round = round
    saying.message = tag?.value
    return saying
  }

  /// A line said to the agent on a text session.
  private mutating func heard(
    _ line: String, on id: SessionID, _ saying: Saying, at now: Instant
  ) {
    guard let session = sessions[id] else { return }
    if saying.message == nil, let page = session.pages.first, AgentWording.asksForMore(line) {
      sessions[id]?.pages.removeFirst()
      effects.append(.reply(id, nil, page))
      return
    }
    sessions[id]?.pages = []
    if let subject = Watching.Subject(line) ?? pick(line, on: session, at: now) {
      return beginWatching(subject, on: id, session, at: now)
    }
    if session.unowned != nil, session.user == nil, let name = name(in: line, at: now) {
      return speak(as: name, on: id, at: now)
    }
    say(line, on: id, saying, at: now)
  }

  /// Who speaks, if a line says so: it is no more than a name, and the agent understands nothing
  /// else by it.
  private func name(in line: String, at now: Instant) -> String? {
    guard let name = AgentWording.name(in: line) else { return nil }
    let octets = Array(name.utf8)
    let turn = Turn(
      world: world, conversation: DialogueState(), speaker: Speaker(user: UserID("")), now: now)
    let meant = reader.read(octets, in: turn.readingContext).first?.intent ?? .nothing
    return meant == .nothing || meant == .details ? name : nil
  }
}

extension TextRequest {
  /// Whether a tag names a message as far as it can: something said, by a name that is one.
  fileprivate func mayBeNamed(by tag: LineTag, _ octetsMax: Int) -> Bool {
    switch content {
    case .say, .block: break
    case .command: guard beginsBlock else { return false }
    }
    guard tags.count(where: { $0.key == tag.key }) == 1 else { return false }
    return tag.value.map { VisibleText.isIdentifier($0, octetsMax: octetsMax) } ?? false
  }
}
