// Something said: from the line through a turn of its conversation to the answer, once and for all.

import Accounts
import Bookings
import CivilTime
import Dialogue
import Discourse
import JSON
import Language
import LineProtocol
import Mobility
import Passes
import Products
import Wording

extension Agent {
  /// Something said on a session: answered from what was answered before, or by a turn.
  mutating func say(_ line: String, on id: SessionID, _ saying: Saying, at now: Instant) {
    say(.line(line), on: id, saying, at: now)
  }

  /// Something said in one of several ways.
  mutating func say(_ said: Said, on id: SessionID, _ saying: Saying, at now: Instant) {
    guard let session = sessions[id] else { return }
    // The last door before a turn, whichever way led here.
    guard session.isAdmitted else { return reply(id, saying.request, Self.signInFirst) }
    let user = saying.user ?? session.user
    let key = ConversationKey(
      principal: session.principal?.name ?? "", conversation: saying.conversation,
      holder: user.map { .user($0) } ?? .session(id))
    // As long as nobody is known to speak, nobody's message is known again.
    let message = user.flatMap { user in
      saying.message.map {
        MessageKey(
          principal: key.principal, conversation: key.conversation, user: user, message: $0)
      }
    }
    if let message, let known = knownAnswer(to: message, text: said.written) {
      return reply(id, saying.request, known)
    }
    if let message, let refusal = noRoomForAnswer(to: message, on: id) {
      return reply(id, saying.request, refusal)
    }
    if let refusal = turnRefused(to: key.holder, on: session, saying, at: now) {
      return reply(id, saying.request, refusal)
    }
    if case .line(let line) = said, AgentWording.asksForMore(line),
      let rest = takeRest(in: key, of: id, saying)
    {
      if let message {
        remember(rest, to: message, text: said.written, isChange: false, on: id, at: now)
      }
      return reply(id, saying.request, rest)
    }
    let speaker = speaker(user, saying)
    do throws(ParameterFault) {
      guard let meant = try meaning(of: said, in: key, by: speaker, at: now) else {
        return reply(id, saying.request, Self.noLongerOffered)
      }
      takeTurn(
        said, meant, on: id, saying,
        TurnPlace(key: key, message: message, isOwned: user != nil), speaker, at: now)
    } catch {
      if case .call(let call)? = saying.whole {
        refuse(call, error, on: id)
      }
    }
  }

  /// Whoever speaks: what the bridge tells of them wins over what the house knows.
  func speaker(_ user: String?, _ saying: Saying) -> Speaker {
    let person = world.ledger.building.people[UserID(user ?? "")]
    return Speaker(
      user: UserID(user ?? ""), name: saying.name ?? person?.name,
      email: saying.email ?? person?.email?.text, phone: saying.phone ?? person?.phone?.e164)
  }

  /// By which name somebody is known here, who may be known to a chat by another: their bookings,
  /// conversations and news are the same wherever they speak.
  func known(_ user: String) -> String {
    world.ledger.building.people[UserID(user)]?.id.text ?? user
  }

  /// Why no turn is taken now: the process ends, or there were too many.
  mutating func turnRefused(
    to holder: ConversationKey.Holder, on session: Session, _ saying: Saying, at now: Instant
  ) -> Reply? {
    // A turn that waited for another calendar was let in before.
    guard saying.round == 0 else { return nil }
    if isStopping { return Reply(.closing, name: .sysDrain, lines: [AgentWording.stopping]) }
    switch session.face.kind {
    case .terminal, .pipe, .standardStreams, .unix: return nil
    case .tcp: break
    }
    guard let milliseconds = limiter?.refuses(holder, at: now) else { return nil }
    var refusal = Reply(.slowDown, name: .limitRate, lines: [AgentWording.slowDown])
    refusal.retryAfterMilliseconds = milliseconds
    return refusal
  }

  /// Where a turn is taken.
  struct TurnPlace {
    let key: ConversationKey
    let message: MessageKey?
    let isOwned: Bool
  }

  /// What a turn begins with.
  enum Meaning {
    /// Words, still to be read.
    case line([UInt8])
    /// What was asked without words.
    case move(Move)
    /// What a session waited for that asked: how a ride or an account stands now.
    case settled(Settled)

    /// The words, if there are any.
    var octets: [UInt8] { if case .line(let octets) = self { octets } else { [] } }

    /// Whether something was just asked, and not waited for.
    var isAsked: Bool { if case .settled = self { false } else { true } }
  }

  private mutating func takeTurn(
    _ said: Said, _ meant: Meaning, on id: SessionID, _ saying: Saying, _ place: TurnPlace,
    _ speaker: Speaker, at now: Instant
  ) {
    var conversation = conversations[place.key]?.conversation ?? DialogueState()
    if let usual = saying.usualLanguage { conversation.usualLanguage = usual }
    // A turn that may not come true is rehearsed, so that nothing has to be taken back.
    let isRehearsed = settings.readsOpenings || !place.isOwned
    var turn = Turn(
      world: isRehearsed ? world : takeWorld(), conversation: conversation, speaker: speaker,
      now: now, isRehearsal: isRehearsed, place: place.key.name, setting: linkSetting(of: id))
    let reading = take(meant, in: &turn)
    if !isRehearsed { takeBack(turn.world) }
    if let limit = reading?.limitMet { return refuse(limit, on: id, saying) }
    if isRehearsed {
      if settings.readsOpenings, let needed = openingsNeeded(by: turn, saying, at: now) {
        return awaitOpenings(needed.days, on: id, then: needed.then, at: now)
      }
      if !turn.facts.isEmpty || turn.changesTravel {
        guard place.isOwned else {
          let language = answerLanguage(of: turn.conversation)
          return askWhoSpeaks(said.written, on: id, saying, language)
        }
        turn = Turn(
          world: takeWorld(), conversation: conversation, speaker: speaker, now: now,
          place: place.key.name, setting: linkSetting(of: id))
        _ = take(meant, in: &turn)
        takeBack(turn.world)
      }
    }
    noteRideHome(in: place.key, of: speaker.user, answerLanguage(of: turn.conversation))
    if let awaited = turn.answer.awaits, meant.isAsked,
      awaitRide(awaited, on: id, saying, at: now)
    {
      write(turn.facts, by: speaker.user, in: place.key, answerLanguage(of: conversation), at: now)
      askHowWide(id)
      return keep(turn.conversation, as: place.key, on: id)
    }
    noteSecret(wantedBy: turn.answer, on: id)
    if turn.answer.kind == .goodbye { sayGoodbye(on: id) }
    let whole = worded(turn, for: speaker, saying, place.key, reading, line: meant.octets, now)
    keep(turn.conversation, as: place.key, on: id, offering: whole, turn.answer.secretFor)
    let language = saying.language ?? answerLanguage(of: turn.conversation)
    let reply = firstPortion(of: whole, in: place.key, of: id, language)
    write(turn.facts, by: speaker.user, in: place.key, language, at: now)
    if let message = place.message {
      remember(
        reply, to: message, text: said.written,
        isChange: !turn.facts.isEmpty || !meant.isAsked || turn.answer.isOfRide, on: id, at: now)
    }
    self.reply(id, saying.request, reply, in: language)
    offer(turn.freed, at: now)
    if turn.answer.kind == .goodbye { endInputAfterGoodbye(of: id, at: now) }
  }

  private func take(_ meant: Meaning, in turn: inout Turn) -> Reading? {
    switch meant {
    case .line(let octets):
      if turn.world.accounts != nil, let address = WebAddress(saidBy: octets) {
        turn.take(.ride(.fetch(address)))
        return nil
      }
      let base = turn.world.accounts.flatMap { WebAddress($0.base) }
      if let pasted = PastedJSON(saidBy: octets, below: base) { return take(pasted, in: &turn) }
      return turn.take(octets, by: reader)
    case .move(let move):
      turn.take(move)
      return nil
    case .settled(let settled):
      turn.tell(settled)
      return nil
    }
  }

  /// Takes the trips that were pasted; whatever else JSON holds is nothing that was said.
  private func take(_ pasted: PastedJSON, in turn: inout Turn) -> Reading? {
    switch pasted {
    case .trips(let trips) where turn.world.accounts != nil: turn.take(.ride(.take(trips)))
    case .other where turn.world.accounts != nil: turn.take(.ride(.misses(.noTrip)))
    case .trips, .other: turn.take([], of: [])
    }
    return nil
  }

  /// Refuses a line of which a limit would leave something unread.
  mutating func refuse(_ limit: ReadingLimit, on id: SessionID, _ saying: Saying) {
    let octetsMax = settings.protocolLimits.jsonTextOctetsMax
    let words = AgentWording.notReadWhole(limit, octetsMax: octetsMax)
    var refusal = Reply(.tooLong, name: .limitLine, lines: [words])
    refusal.parameters = [ReplyParameter("limit", limit.rawValue)].compactMap(\.self)
    if case .call? = saying.whole { refusal.field = "text" }
    reply(id, saying.request, refusal)
  }

  /// Hands out the world so that nobody else holds it and changing it copies nothing.
  private mutating func takeWorld() -> World {
    let taken = world
    world = Self.nowhere
    return taken
  }

  /// Takes the world as a turn has left it, seen by nobody.
  private mutating func takeBack(_ changed: World) {
    world = changed
    world.ledger.viewer = nil
  }

  private static let nowhere = World(
    ledger: Ledger(building: Building(rooms: []), zone: .utc), outbox: Outbox())

  private mutating func askWhoSpeaks(
    _ line: String, on id: SessionID, _ saying: Saying, _ language: AnswerLanguage
  ) {
    sessions[id]?.unowned = line
    sessions[id]?.unownedMessage = saying.message
    let words = AgentWording.whoSpeaks(language, world.ledger.building.address)
    reply(id, saying.request, Reply(.moreNeeded, lines: [words]))
  }

  /// Forgets a conversation that goes on elsewhere, unless the batch in hand fails.
  mutating func leave(_ key: ConversationKey) {
    noteBefore(key)
    conversations.forget(key)
  }

  private mutating func noteBefore(_ key: ConversationKey) {
    if unconfirmed.conversations[key] == nil {
      unconfirmed.conversations[key] = .some(conversations.record(of: key))
    }
  }

  /// Keeps a conversation as it is now, and what the answer in it offers.
  mutating func keep(
    _ conversation: DialogueState, as key: ConversationKey, on id: SessionID,
    offering reply: Reply? = nil, _ secretFor: FormPlace? = nil
  ) {
    noteBefore(key)
    let offered = reply.map(OfferedChoices.init) ?? OfferedChoices()
    conversations.keep(
      KeptConversation(conversation: conversation, offered: offered, secretFor: secretFor),
      for: key, of: id,
      within: .init(
        total: settings.limits.conversationsMax,
        perSession: settings.limits.conversationsPerConnectionMax))
  }

  private mutating func write(
    _ facts: [TurnFact], by user: UserID, in key: ConversationKey, _ language: AnswerLanguage,
    at now: Instant
  ) {
    for fact in facts {
      switch fact {
      case .booking(let event):
        let number = event.booking.reference.number
        homes[number] = BookingHome(
          key: key, bookedIn: homes[number]?.bookedIn ?? language, spokenIn: language)
        entries.append(JournalEntry(at: now, by: user, fact: .booking(event)))
        announce(event, by: user, at: now)
      case .pass(let event):
        entries.append(JournalEntry(at: now, by: user, fact: .pass(event)))
      case .wait(let event):
        waitHomes[event.wait.reference.number] = BookingHome(
          key: key, bookedIn: language, spokenIn: language)
        entries.append(JournalEntry(at: now, by: user, fact: .wait(event)))
      }
    }
  }

  // MARK: - Goodbye

  private mutating func sayGoodbye(on id: SessionID) { sessions[id]?.pages = [] }

  private mutating func endInputAfterGoodbye(of id: SessionID, at now: Instant) {
    if sessions[id]?.encoding == .text { endInput(of: id, at: now) }
  }

  // MARK: - Once, however often it comes

  /// The answer a message got before; a refusal if its name is used for another text.
  func knownAnswer(to message: MessageKey, text: String) -> Reply? {
    if let stored = answers[message] {
      guard stored.text == TextHash(of: text) else { return Self.reused }
      return Reply(repeating: stored.reply)
    }
    guard let recent = recentAnswers[message] else { return nil }
    guard recent.text == TextHash(of: text) else { return Self.reused }
    switch recent.kept {
    case .refusal(let reply): return reply
    case .answer(let octets): return Reply(repeating: octets)
    }
  }

  private static var reused: Reply {
    Reply(.otherText, name: .msgReused, lines: ["That message was another text before."])
  }

  /// Why a message is not taken although it may be meant well: its answer could not be kept, and
  /// those kept may not be dropped.
  func noRoomForAnswer(to message: MessageKey, on id: SessionID) -> Reply? {
    guard answers.isFull(for: message, on: id, settings.limits) else { return nil }
    return Reply(.slowDown, name: .limitRate, lines: [AgentWording.tooManyAnswers])
  }

  mutating func remember(
    _ reply: Reply, to message: MessageKey, text: String, isChange: Bool, on id: SessionID,
    at now: Instant
  ) {
    if isChange {
      let stored = StoredAnswer(
        key: message, text: TextHash(of: text), reply: ReplyForm.octets(of: reply),
        expires: now + .seconds(settings.limits.answerSecondsMax))
      answers.keep(stored, of: id)
      entries.append(JournalEntry(at: now, by: nil, fact: .answered(stored)))
      return
    }
    unconfirmed.recentAnswers.append(message)
    let recent = RecentAnswer(reply, to: text)
    recentAnswers.keep(
      recent, for: message, of: id, weight: recent.octetsKept + message.octets,
      within: .init(
        total: settings.limits.recentAnswersOctetsMax,
        perSession: settings.limits.recentAnswersOctetsPerConnectionMax))
  }
}
