// From an answer to a reply: its code and name, its words, and the members that programs read.

import Bookings
import CivilTime
import Dialogue
import Discourse
import JSON
import Language
import LineProtocol
import Passes
import Wording

extension Agent {
  /// A turn's answer as a reply.
  mutating func worded(
    _ turn: Turn, for speaker: Speaker, _ saying: Saying, _ key: ConversationKey,
    _ reading: Reading?, line: [UInt8], _ now: Instant
  ) -> Reply {
    var answer = turn.answer
    // The one place where it is decided what programs read of somebody else's: a turn looks at all.
    answer.bookings = answer.bookings.filter { world.ledger.shows(speaker.user, $0) }
    if settings.readsOpenings { answer.parts += ages(of: turn.daysLookedAt, in: answer, at: now) }
    let language = saying.language ?? answerLanguage(of: turn.conversation)
    let words = AnswerWording(
      in: language, world: world, now: now, for: speaker.user, bars: saying.bars,
      zone: saying.zone
    ).words(for: answer)
    let (code, name) = answer.code(onText: saying.isText)
    var message = ReplyMessage(
      lines: words.lines, id: nextMessageID(),
      audience: answer.isPersonal(to: speaker.user, in: world.ledger) ? .user : .conversation,
      choices: words.choices.map { ReplyChoice(id: $0.id, title: $0.title, say: $0.say) })
    message.scanned = answer.scanned
    var reply = Reply(code, name: name, messages: [message])
    reply.parameters = answer.parameters
    // People read words; what programs read costs as much again to put together.
    guard saying.isCall else { return reply }
    let form = WireForm(world: world, reader: speaker.user, language: language)
    reply.members = form.members(of: answer, words.choices)
    reply.members["conv"] = .string(saying.conversation)
    if let name = saying.message { reply.members["msg"] = .string(name) }
    reply.members["turn"] = .integer(Int64(turn.conversation.turn))
    reply.members["replayed"] = false
    if saying.debugs {
      let reading = reading ?? Reading(intent: .nothing)
      reply.members["reading"] = .object(form.members(of: reading, line: line))
    }
    return reply
  }

  /// The language in which a conversation is answered.
  func answerLanguage(of conversation: DialogueState) -> AnswerLanguage {
    settings.language ?? conversation.answerLanguage(in: world.ledger.building)
  }

  /// Shows the opening list of rooms.
  mutating func greetWithRooms(on id: SessionID, at now: Instant) {
    effects.append(.greet(id, openingList(for: id, at: now)))
  }

  /// The opening list of rooms that a terminal shows unasked.
  private mutating func openingList(for id: SessionID, at now: Instant) -> Reply {
    let user = sessions[id]?.user ?? ""
    let key = ConversationKey(holder: .user(user))
    var turn = Turn(
      world: world, conversation: conversations[key]?.conversation ?? DialogueState(),
      speaker: Speaker(user: UserID(user)), now: now)
    turn.take([Reading(intent: .rooms)], of: [])
    var answer = turn.answer
    answer.parts += ages(of: turn.daysLookedAt, in: answer, at: now)
    let words = AnswerWording(
      in: answerLanguage(of: turn.conversation), world: world, now: now, for: UserID(user),
      bars: sessions[id]?.bars ?? .plain
    ).words(for: answer)
    return Reply(.greeting, lines: words.lines)
  }
}

// MARK: - Boards

extension Agent {
  /// Begins to watch something: on a terminal, whose size has to be asked for first.
  mutating func beginWatching(
    _ subject: Watching.Subject, on id: SessionID, _ session: Session, at now: Instant
  ) {
    guard session.isAdmitted else { return reply(id, nil, Self.signInFirst) }
    guard session.face.kind != .pipe, watchers.count < settings.limits.watchersMax else {
      return reply(id, nil, Self.nothingToWatchOn)
    }
    if let refusal = refusal(of: subject, to: session) { return reply(id, nil, refusal) }
    if session.window != nil { return watch(subject, on: id, at: now) }
    let until = now + .seconds(settings.protocolLimits.windowSeconds)
    setWait(.window(subject, until: until), of: id)
    effects.append(.askWindow(id))
  }

  /// What `pick Aquarium tomorrow` begins, at a terminal where nothing is asked: elsewhere it is an
  /// answer to what is.
  func pick(_ line: String, on session: Session, at now: Instant) -> Watching.Subject? {
    guard session.face.kind == .terminal else { return nil }
    let words = line.split(separator: " ")
    guard let verb = words.first?.lowercased(), words.count > 1,
      AgentWording.wordsForPicking.contains(verb)
    else { return nil }
    let user = session.user ?? ""
    let conversation =
      conversations[ConversationKey(holder: .user(user))]?.conversation ?? DialogueState()
    guard !conversation.isOpen else { return nil }
    let question = AgentWording.whenIsFree(words.dropFirst().joined(separator: " "), said: verb)
    var turn = Turn(
      world: world, conversation: DialogueState(), speaker: Speaker(user: UserID(user)), now: now,
      isRehearsal: true)
    _ = turn.take(Array(question.utf8), by: reader)
    guard turn.answer.rooms.count == 1, let day = turn.answer.rooms.first else { return nil }
    return SpanPick(on: day).map(Watching.Subject.span)
  }

  /// A key over a board: it moves the span that is picked, says it, or takes the board away.
  mutating func press(_ key: BoardKey, on id: SessionID, at now: Instant) {
    guard case .span(var pick) = sessions[id]?.watching?.subject, key != .other else {
      return interrupt(id)
    }
    guard key == .enter else {
      pick.press(key)
      sessions[id]?.watching?.subject = .span(pick)
      return draw(on: id, at: now)
    }
    let language = boardLanguage(on: id)
    interrupt(id)
    guard let span = pick.span else { return }
    let line = AgentWording.booking(of: pick.room.name, span, language)
    effects.append(.greet(id, Reply(.heard, lines: ["> \(line)"])))
    say(line, on: id, saying(on: id), at: now)
  }

  private func boardLanguage(on id: SessionID) -> AnswerLanguage {
    let key = ConversationKey(
      principal: principalName(on: id), holder: .user(sessions[id]?.user ?? ""))
    return sessions[id]?.language
      ?? answerLanguage(of: conversations[key]?.conversation ?? DialogueState())
  }

  private static var nothingToWatchOn: Reply {
    Reply(.notHere, name: .protoAbsent, lines: [AgentWording.nothingToWatchOn])
  }

  /// Why somebody cannot watch that.
  private func refusal(of subject: Watching.Subject, to session: Session) -> Reply? {
    guard case .passes(let reference) = subject else { return nil }
    let user = UserID(session.user ?? "")
    guard let booking = world.ledger.booking(reference), world.ledger.lets(user, change: booking)
    else {
      return Reply(
        .unknownThing, name: .whatUnknown, lines: [AgentWording.noOwnBooking(reference.description)]
      )
    }
    return nil
  }

  /// Draws a board for the first time, once another calendar has told what it leaves free.
  private mutating func watch(_ subject: Watching.Subject, on id: SessionID, at now: Instant) {
    let days = daysToRead(for: boardTurn(of: subject, on: id, at: now), at: now)
    guard days.isEmpty else { return awaitOpenings(days, on: id, then: .board(subject), at: now) }
    showBoard(of: subject, on: id)
  }

  mutating func showBoard(of subject: Watching.Subject, on id: SessionID) {
    reply(id, nil, Reply(.heard, lines: [AgentWording.watching]))
    sessions[id]?.watching = Watching(subject)
    watchers.insert(id)
  }

  /// Finds out how wide a terminal is before what is to be opened is told there.
  mutating func askHowWide(_ id: SessionID) {
    guard let session = sessions[id], session.face.kind == .terminal, session.showsBlocks,
      session.window == nil
    else { return }
    effects.append(.askWindow(id))
  }

  /// The terminal is so large.
  mutating func resized(_ id: SessionID, _ columns: Int, _ rows: Int, at now: Instant) {
    guard columns > 0, rows > 0 else { return }
    sessions[id]?.window = Session.WindowSize(columns: columns, rows: rows)
    sessions[id]?.watching?.becomeStale()
    guard case .window(let subject, _) = sessions[id]?.wait else { return }
    setWait(nil, of: id)
    watch(subject, on: id, at: now)
    runQueue(of: id, at: now)
  }

  /// Gives up to watch where no size was told in time.
  mutating func endWaitsForWindows(at now: Instant) {
    for id in waiting.sorted() {
      guard case .window(_, let until) = sessions[id]?.wait, until <= now else { continue }
      setWait(nil, of: id)
      reply(id, nil, Self.nothingToWatchOn)
      runQueue(of: id, at: now)
    }
  }

  /// A person has broken something off: what they watch, else what they are asked.
  mutating func interrupt(_ id: SessionID) {
    sessions[id]?.wantsSecret = nil
    guard watchers.remove(id) != nil else { return giveUpQuestion(on: id) }
    sessions[id]?.watching = nil
    effects.append(.board(id, nil))
    // What happened meanwhile was not told over the board.
    owedNews.insert(id)
  }

  /// When a board is to be drawn next.
  var nextBoard: Instant? {
    watchers.compactMap { sessions[$0]?.watching?.nextDrawing(settings.limits) }.min()
  }

  /// Draws the boards anew that may show something else than before.
  mutating func drawBoards(at now: Instant) {
    for id in watchers.sorted() {
      if !entries.isEmpty { sessions[id]?.watching?.becomeStale() }
      guard let watching = sessions[id]?.watching,
        clockStands || watching.nextDrawing(settings.limits) <= now
      else { continue }
      draw(on: id, at: now)
    }
  }

  private mutating func draw(on id: SessionID, at now: Instant) {
    guard let watching = sessions[id]?.watching else { return }
    let turn = boardTurn(of: watching.subject, on: id, at: now)
    askAbout(daysToRead(for: turn, at: now), at: now)
    let lines = boardLines(of: watching.subject, turn, for: id, at: now)
    if sessions[id]?.watching?.show(lines, at: now) == true {
      effects.append(.board(id, lines))
    }
  }

  /// Days of which another calendar has to tell before a board is right.
  private func daysToRead(for turn: Turn, at now: Instant) -> [CivilDate] {
    settings.readsOpenings ? turn.daysLookedAt.filter { !isFresh($0, at: now) } : []
  }

  private func boardTurn(of subject: Watching.Subject, on id: SessionID, at now: Instant) -> Turn {
    let user = UserID(sessions[id]?.user ?? "")
    var turn = Turn(
      world: world, conversation: DialogueState(), speaker: Speaker(user: user), now: now,
      isRehearsal: true)
    switch subject {
    case .rooms: turn.take([Reading(intent: .rooms)], of: [])
    case .passes(let reference): turn.take(.passes(.list, reference, nil))
    case .span(let pick):
      let question = AgentWording.whenIsFree("\(pick.room.name) \(pick.date)", said: "pick")
      _ = turn.take(Array(question.utf8), by: reader)
    }
    return turn
  }

  private func boardLines(
    of subject: Watching.Subject, _ turn: Turn, for id: SessionID, at now: Instant
  ) -> [String] {
    let user = UserID(sessions[id]?.user ?? "")
    var answer = turn.answer
    // Of what is being asked the answer comes in a moment, and is drawn then.
    let days = turn.daysLookedAt.filter { openingsRead[$0]?.isAwaited != true }
    answer.parts += ages(of: days, in: answer, at: now)
    let language = boardLanguage(on: id)
    let words = AnswerWording(
      in: language, world: world, now: now, for: user,
      bars: sessions[id]?.bars ?? .plain, zone: sessions[id]?.zone
    ).words(for: answer)
    let time = world.ledger.zone.civil(at: now).time
    guard case .span(let pick) = subject else {
      return ["\(time)  \(AgentWording.keyEndsBoard(language))", ""] + words.lines
    }
    let span = pick.span.map { "\($0.start.time)–\($0.end.time)" } ?? ""
    return ["\(time)  \(AgentWording.keysOfPicking(language))", ""]
      + pick.marked(in: words.lines, isBar: Markup.isBar) + ["", "\(pick.room.name) \(span)"]
  }
}

extension Answer {
  /// The code of the reply, and its name if it refuses.
  func code(onText isText: Bool) -> (ReplyCode, CodeName?) {
    // What is typed next is hidden, and remembered nowhere.
    if isText, wantsSecret != nil { return (.challenge, nil) }
    let name = refusalName.flatMap { CodeName(validating: $0) }
    switch kind {
    case .done: return (.done, name)
    case .told, .greeting: return (.answer, name)
    case .help: return (.help, nil)
    case .goodbye: return (.goodbye, nil)
    case .needsMore: return (.moreNeeded, name)
    case .needsConfirmation: return (.confirm, name)
    case .needsChoice: return (.choose, name)
    case .notUnderstood: return (.notUnderstood, nil)
    case .underWay: return (.underWay, name)
    case .unsure: return (.outcomeUnknown, name)
    case .refused: return (ReplyCode(refusing: refusalName ?? ""), name)
    }
  }

  /// What stands beside the name for programs.
  var parameters: [ReplyParameter] {
    guard let first = refusals.first else { return [] }
    switch first {
    case .unknownBooking(let reference), .notOwner(let reference),
      .alreadyCancelled(let reference), .changedSince(let reference):
      return [ReplyParameter("ref", reference.description)].compactMap(\.self)
    case .offGrid(let minutes):
      return [ReplyParameter("minutes", String(minutes))].compactMap(\.self)
    case .outsideHours(let opens, let closes):
      return [
        ReplyParameter("opens", opens.description), ReplyParameter("closes", closes.description),
      ].compactMap(\.self)
    case .tooFewSeats(let seats, _):
      return [ReplyParameter("seats", String(seats))].compactMap(\.self)
    case .unknownRoom, .roomRetired, .endNotAfterStart, .momentMissing, .momentTwice, .past,
      .closedOn, .tooShort, .tooLong, .tooSoon, .tooFarAhead, .textTooLong, .textNotPlain,
      .notOnBehalf, .attendeeRequired, .tooManyAttendees, .attendee, .quota, .seriesTooLong, .taken,
      .waitTooWide:
      return []
    case .held(_, let until):
      return [ReplyParameter("until", until.time.description)].compactMap(\.self)
    case .unknownWait(let reference):
      return [ReplyParameter("ref", reference.description)].compactMap(\.self)
    case .waitTooLong(let days):
      return [ReplyParameter("days", String(days))].compactMap(\.self)
    case .waitQuota(let max):
      return [ReplyParameter("limit", String(max))].compactMap(\.self)
    }
  }
}

extension Saying {
  /// Whether it is a line of text that is answered.
  fileprivate var isText: Bool {
    switch whole {
    case .text, .secret: true
    case .call, .secretCall, .badLine, .badCall, .turnedToJSON, nil: false
    }
  }

  /// Whether it is a call that is answered.
  fileprivate var isCall: Bool {
    switch whole {
    case .call, .secretCall: true
    case .text, .secret, .badLine, .badCall, .turnedToJSON, nil: false
    }
  }
}

extension ReplyCode {
  /// The code of a refusal with that name when nothing can be offered instead.
  init(refusing name: String) {
    switch name {
    case "WHAT/UNKNOWN": self = .unknownThing
    case "TIME/PAST", "TIME/INVALID": self = .impossibleTime
    case "TIME/TAKEN", "TIME/HELD": self = .taken
    case "SYS/GATEWAY", "ACCOUNT/LATER": self = .faultHere
    case "ACCOUNT/PRIVATE": self = .notYourNamespace
    case "SYS/UNSURE": self = .outcomeUnknown
    default: self = .refusedByRule
    }
  }
}
