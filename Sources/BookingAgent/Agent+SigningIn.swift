// Signing in: a token is handed out to be looked at and kept nowhere here; who has signed in speaks
// for whom its namespaces reach, and hears of nobody else. And who speaks, if somebody says so.

import Bookings
import CivilTime
import Dialogue
import Discourse
import JSON
import Language
import LineProtocol

extension Agent {
  // MARK: - Before

  /// Why a request is not looked at before somebody has signed in.
  func refusalBeforeSignIn(of request: Request, on session: Session) -> Reply? {
    guard !session.isAdmitted else { return nil }
    switch request {
    case .text(let text):
      // The line behind `/auth token`, unless it is a word of the session.
      if session.awaitsToken, case .say = text.content { return nil }
      // Help on a topic is asked of the agent, which tells of rooms.
      if case .command(let command) = text.content, Self.commandsForAll.contains(command.verb),
        command.verb != "help" || command.arguments.isEmpty
      {
        return nil
      }
    case .call(let call): if Self.methodsForAll.contains(call.method) { return nil }
    case .secret, .secretCall, .badLine, .badCall, .turnedToJSON: return nil
    }
    return Self.signInFirst
  }

  static var signInFirst: Reply {
    Reply(.signInFirst, name: .authRequired, lines: [AgentWording.signInFirst])
  }

  private static let commandsForAll: Set<String> = ["auth", "help", "noop", "version", "quit"]
  private static let methodsForAll: Set<String> = ["hello", "auth", "ping"]

  /// Closes sessions on which nobody has signed in in time.
  mutating func endSessionsOfNobody(at now: Instant) {
    for id in admissions.takeOver(at: now) {
      guard let session = sessions[id], !session.isAdmitted else { continue }
      let message = ReplyMessage(lines: [AgentWording.signInTooLate])
      close(id, because: Notice(.closing, name: .limitAuthTime, messages: [message]))
    }
  }

  // MARK: - A token

  mutating func signIn(_ call: MethodCall, on id: SessionID) {
    guard let token = call.params["token"]?.text else {
      return refuse(call, on: id, field: "token")
    }
    lookAt(token, on: id, call.id)
  }

  /// `/auth token T`, or `/auth token` and the token in a line of its own.
  mutating func signIn(_ command: SessionCommand, on id: SessionID) {
    guard command.arguments.first == "token", command.arguments.count <= 2 else {
      return reply(
        id, nil, Reply(.malformed, name: .protoArgs, lines: [AgentWording.signInForm]))
    }
    if command.arguments.count == 2 { return lookAt(command.arguments[1], on: id, nil) }
    sessions[id]?.awaitsToken = true
    reply(id, nil, Reply(.challenge, lines: [AgentWording.tokenWanted]))
  }

  /// The line behind `/auth token`.
  mutating func takeToken(_ line: String, on id: SessionID) {
    sessions[id]?.awaitsToken = false
    if line == "*" {
      return reply(
        id, nil, Reply(.malformed, name: .protoArgs, lines: [AgentWording.signInGivenUp]))
    }
    lookAt(line, on: id, nil)
  }

  private mutating func lookAt(_ token: String, on id: SessionID, _ request: RequestID?) {
    guard sessions[id]?.face.access != .inClear else {
      return reply(
        id, request, Reply(.notInClear, name: .authClear, lines: [AgentWording.notInClear]))
    }
    setWait(.signIn(request), of: id)
    effects.append(.signIn(id, token: token))
  }

  /// Takes what came of a token.
  mutating func signedIn(_ id: SessionID, _ outcome: SignIn, at now: Instant) {
    guard case .signIn(let request) = sessions[id]?.wait else { return }
    setWait(nil, of: id)
    // A commit that failed after the token was taken has put back that one was waited for.
    sessions[id]?.awaitsToken = false
    if let session = sessions[id] { noteBefore(id, session) }
    switch outcome {
    case .principal(let principal): admit(principal, on: id, request, at: now)
    case .unavailable:
      reply(
        id, request, Reply(.signInLater, name: .authLater, lines: [AgentWording.signInLater]))
    case .refused:
      sessions[id]?.failedSignIns += 1
      reply(id, request, Reply(.signInFailed, name: .authFailed, lines: [AgentWording.noToken]))
      if let tries = sessions[id]?.failedSignIns, tries >= settings.protocolLimits.signInTriesMax {
        return close(id)
      }
    }
    runQueue(of: id, at: now)
  }

  private mutating func admit(
    _ principal: Principal, on id: SessionID, _ request: RequestID?, at now: Instant
  ) {
    // What was said before in somebody's name was not said by this principal.
    leave(conversationOfNobody(on: id))
    sessions[id]?.principal = principal
    tokensDue = tokensDue ?? now + .seconds(settings.limits.looksAtTokensSeconds)
    sessions[id]?.failedSignIns = 0
    sessions[id]?.unowned = nil
    sessions[id]?.pages = []
    let only = principal.onlyUser.map(known)
    sessions[id]?.user = only
    var welcome = Reply(.signedIn, lines: [AgentWording.signedIn(principal.name)])
    welcome.members["principal"] = .string(principal.name)
    welcome.members["namespaces"] = .array(principal.namespaces.map { .string($0.description) })
    reply(id, request, welcome)
    owedNews.insert(id)
  }

  // MARK: - Afterwards

  /// Asks now and then who can sign in, as long as somebody has.
  mutating func lookAtTokens(at now: Instant) {
    guard let due = tokensDue else { return }
    let every = Duration.seconds(settings.limits.looksAtTokensSeconds)
    // However far the clock was set back, it is no longer than that.
    tokensDue = min(due, now + every)
    guard due <= now else { return }
    guard sessions.values.contains(where: { $0.principal != nil }) else {
      tokensDue = nil
      return
    }
    tokensDue = now + every
    effects.append(.readTokens)
  }

  /// Closes the sessions of those whose token is not theirs any more. Where it cannot be seen whose
  /// tokens there are, everybody stays.
  mutating func endSessions(unlessOf principals: [Principal]?) {
    guard let valid = principals.map(Set.init) else { return }
    let over = sessions.filter { $0.value.principal.map { !valid.contains($0) } ?? false }
    for id in over.keys.sorted() {
      let message = ReplyMessage(lines: [AgentWording.tokenTakenBack])
      close(id, because: Notice(.closing, name: .authRequired, messages: [message]))
    }
  }

  static var outOfScope: Reply {
    Reply(.notYourNamespace, name: .authScope, lines: [AgentWording.outOfScope])
  }

  // MARK: - Whom it reaches

  /// Whose conversations are carried on a session.
  func principalName(on id: SessionID) -> String { sessions[id]?.principal?.name ?? "" }

  /// Whether news of somebody are for a session: a person's own text session, or a program that
  /// asked for news and speaks for them, by their name or by one that they have in a chat.
  func hears(_ session: Session, newsOf user: UserID) -> Bool {
    guard session.isAdmitted else { return false }
    switch session.encoding {
    case .text: return session.user == user.text
    case .json:
      guard session.isSubscribed, let principal = session.principal else {
        return session.isSubscribed
      }
      let names = [user] + (world.ledger.building.people[user]?.chats ?? [])
      return names.contains { principal.reaches($0.text) }
    }
  }

  // MARK: - Who speaks

  /// From now on somebody of that name speaks. A conversation of theirs is taken up as it is: of
  /// what was said on the connection before, only what waits is shown in it. Where there is none,
  /// what was said on the connection is its beginning, and what waits is done now.
  mutating func speak(as called: String, on id: SessionID, at now: Instant) {
    guard let session = sessions[id], session.isAdmitted else {
      return reply(id, nil, Self.signInFirst)
    }
    if let principal = session.principal, !principal.reaches(called) {
      return reply(id, nil, Self.outOfScope)
    }
    let name = known(called)
    let before = conversationOfNobody(on: id)
    let own = ConversationKey(principal: principalName(on: id), holder: .user(name))
    let said = conversations[before]?.conversation
    let unowned = sessions[id]?.unowned
    sessions[id]?.user = name
    sessions[id]?.unowned = nil
    sessions[id]?.pages = []
    var saying = self.saying(on: id)
    saying.message = sessions[id]?.unownedMessage
    sessions[id]?.unownedMessage = nil
    leave(before)
    if let theirs = conversations[own]?.conversation {
      let said = said ?? DialogueState()
      showWhatWaits(unowned, saying, after: said, in: theirs, own, on: id, at: now)
    } else {
      if let said { keep(said, as: own, on: id) }
      if let unowned {
        say(unowned, on: id, saying, at: now)
      } else {
        reply(id, nil, Reply(.heard, lines: ["You are \(name)."]))
      }
    }
    owedNews.insert(id)
  }

  /// Shows in a conversation what was said elsewhere and waits: a line, or a question that is open
  /// there. What is open in the conversation itself is asked again afterwards.
  private mutating func showWhatWaits(
    _ line: String?, _ saying: Saying, after said: DialogueState, in theirs: DialogueState,
    _ key: ConversationKey, on id: SessionID, at now: Instant
  ) {
    guard case .user(let name) = key.holder, line != nil || said.isOpen else {
      return reply(id, nil, Reply(.heard, lines: ["You are \(sessions[id]?.user ?? "")."]))
    }
    let message = saying.message.map {
      MessageKey(
        principal: key.principal, conversation: key.conversation, user: name, message: $0)
    }
    if let message, let line, let known = knownAnswer(to: message, text: line) {
      return reply(id, nil, known)
    }
    let speaker = Speaker(user: UserID(name))
    let octets = Array((line ?? "").utf8)
    var turn = Turn(
      world: world, conversation: said, speaker: speaker, now: now, isRehearsal: true,
      showsFirst: true)
    let reading: Reading?
    if line == nil {
      turn.repeatOpenQuestion()
      reading = nil
    } else {
      reading = turn.take(octets, by: reader)
    }
    var conversation = theirs
    conversation.takeUp(openOf: turn.conversation)
    let shown = worded(turn, for: speaker, saying, key, reading, line: octets, now)
    keep(conversation, as: key, on: id, offering: shown)
    if let message, let line {
      remember(shown, to: message, text: line, isChange: false, on: id, at: now)
    }
    reply(id, nil, shown)
  }
}
