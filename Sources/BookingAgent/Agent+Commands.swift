// The words for the session: lines that begin with a slash.

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
  mutating func obey(_ command: SessionCommand, on id: SessionID, at now: Instant) {
    switch command.verb {
    case "help" where command.tail.isEmpty:
      reply(id, nil, Reply(.help, lines: AgentWording.sessionHelp))
    case "help": help(on: command.tail, id, at: now)
    case "noop": reply(id, nil, Reply(.heard, lines: [tokenOrWord(command, "Heard.")]))
    case "sync": sync(id, nil, token: command.tail)
    case "quit": quit(id, at: now)
    case "as": speakAs(command, on: id, at: now)
    case "auth": signIn(command, on: id)
    case "version": reply(id, nil, Reply(.status, lines: [settings.program + " ULP/1"]))
    case "resume": resume(on: id, nil, at: now)
    case "status": reply(id, nil, status(for: id))
    case "clock": moveClock(command, on: id)
    case "seed": seed(command, on: id)
    case "reset": reset(on: id, nil, house: [:])
    case "mode": mode(command, on: id)
    case "set": set(command, on: id)
    case "text": beginText(command, on: id)
    case "notices": tellNotices(on: id, at: now)
    case "ack": acknowledge(command, on: id)
    default:
      let words = "I know no /\(command.verb). /help lists the words of the session."
      reply(id, nil, Reply(.unknownWord, name: .protoVerb, lines: [words]))
    }
  }

  private func tokenOrWord(_ command: SessionCommand, _ word: String) -> String {
    command.tail.isEmpty ? word : command.tail
  }

  private mutating func quit(_ id: SessionID, at now: Instant) {
    reply(id, nil, Reply(.goodbye, lines: ["Bye."]))
    // What came behind it is not heard, whatever was waited for.
    sessions[id]?.queue = []
    endInput(of: id, at: now)
  }

  /// How something said on a text session is answered there.
  func saying(on id: SessionID) -> Saying {
    var saying = Saying(bars: sessions[id]?.bars ?? .plain)
    saying.language = sessions[id]?.language
    saying.zone = sessions[id]?.zone
    return saying
  }

  /// What the agent tells of a topic; nothing else that stands behind `/help` is said to it.
  private mutating func help(on topic: String, _ id: SessionID, at now: Instant) {
    let turn = Turn(
      world: world, conversation: DialogueState(), speaker: Speaker(user: UserID("")), now: now)
    let line = "help \(topic)"
    let reading = reader.read(Array(line.utf8), in: turn.readingContext).first
    guard reading?.intent == .help, reading?.unused.isEmpty == true else {
      return reply(id, nil, Reply(.help, lines: AgentWording.sessionHelp))
    }
    say(line, on: id, saying(on: id), at: now)
  }

  // MARK: - How the session goes on

  /// The connection itself has turned by the time that the next line is looked at.
  private mutating func mode(_ command: SessionCommand, on id: SessionID) {
    switch sessions[id]?.face.kind {
    case .terminal, .pipe: return refuseHere(id)
    case .standardStreams, .tcp, .unix, nil: break
    }
    guard command.arguments == ["json"] else {
      return refuseValue("Say /mode json; there is no other, and no way back.", on: id)
    }
    reply(id, nil, Reply(.heard, lines: ["JSON from here on."]))
  }

  private mutating func beginText(_ command: SessionCommand, on id: SessionID) {
    guard command.arguments.isEmpty else {
      let words = "Say /text alone, then the text, then a line with a dot alone."
      return reply(id, nil, Reply(.malformed, name: .protoArgs, lines: [words]))
    }
    let words = "Send the text; a line with a dot alone ends it."
    reply(id, nil, Reply(.sendBlock, lines: [words]))
  }

  private mutating func set(_ command: SessionCommand, on id: SessionID) {
    guard command.arguments.count == 2 else {
      return reply(
        id, nil, Reply(.malformed, name: .protoArgs, lines: [AgentWording.settings]))
    }
    let (name, value) = (command.arguments[0].lowercased(), command.arguments[1].lowercased())
    if name == "tz" { return setZone(command.arguments[1], on: id) }
    switch (name, value) {
    case ("prompt", "on"), ("prompt", "off"): sessions[id]?.display.showsPrompt = value == "on"
    case ("bell", "on"), ("bell", "off"): sessions[id]?.display.ringsBell = value == "on"
    case ("colour", "on"), ("colour", "off"): sessions[id]?.display.isPainted = value == "on"
    case ("colour", "auto"): sessions[id]?.display.isPainted = nil
    case ("width", "auto"): sessions[id]?.display.columns = nil
    case ("width", _) where Int(value).map(SessionDisplay.columnsRange.contains) ?? false:
      sessions[id]?.display.columns = Int(value)
    case ("notices", "now"), ("notices", "held"): sessions[id]?.tellsAtOnce = value == "now"
    case ("lang", "auto"): sessions[id]?.language = nil
    case ("lang", _) where AnswerLanguage(tag: value) != nil:
      sessions[id]?.language = AnswerLanguage(tag: value)
    default: return refuseValue(AgentWording.settings, on: id)
    }
    reply(id, nil, Reply(.heard, lines: ["\(name) is \(value)."]))
    if let display = sessions[id]?.display { effects.append(.setDisplay(id, display)) }
  }

  private mutating func setZone(_ name: String, on id: SessionID) {
    let isHouse = name.lowercased() == "house"
    let zone = isHouse ? nil : settings.zone(name)
    guard isHouse || zone != nil else { return refuseValue(AgentWording.settings, on: id) }
    sessions[id]?.zone = zone
    reply(id, nil, Reply(.heard, lines: ["tz is \(zone?.name ?? "house")."]))
  }

  private mutating func refuseValue(_ words: String, on id: SessionID) {
    reply(id, nil, Reply(.valueNotSupported, name: .protoValue, lines: [words]))
  }

  private mutating func refuseHere(_ id: SessionID) {
    reply(id, nil, Reply(.notHere, name: .protoAbsent, lines: ["Not on this connection."]))
  }

  /// Tells what was kept for whoever speaks here.
  private mutating func tellNotices(on id: SessionID, at now: Instant) {
    let isAdmitted = sessions[id]?.isAdmitted ?? false
    let user = isAdmitted ? sessions[id]?.user : nil
    let count = user.map { tellMissed(by: $0, on: id, at: now) } ?? 0
    reply(id, nil, Reply(.status, lines: [count == 0 ? "No news." : "That is all."]))
  }

  /// What was told here is noted as heard already: a number of it is taken and nothing changes.
  private mutating func acknowledge(_ command: SessionCommand, on id: SessionID) {
    guard let number = command.arguments.first.flatMap({ Int($0) }), command.arguments.count == 1,
      (1...max(1, board.last)).contains(number)
    else { return refuseValue("Say /ack and the number of a piece of news.", on: id) }
    reply(id, nil, Reply(.heard, lines: ["Noted."]))
  }

  private mutating func speakAs(_ command: SessionCommand, on id: SessionID, at now: Instant) {
    let name = command.tail
    guard VisibleText.isIdentifier(name, octetsMax: settings.protocolLimits.identifierOctetsMax)
    else {
      let words = "Say /as and a name of printable ASCII, at most 255 octets."
      return reply(id, nil, Reply(.malformed, name: .protoArgs, lines: [words]))
    }
    speak(as: name, on: id, at: now)
  }

  /// Answers when all that was asked before is answered and calls on their way have come back.
  mutating func sync(_ id: SessionID, _ request: RequestID?, token: String) {
    let calls = Set(world.outbox.callsInFlight)
    guard !calls.isEmpty else {
      return reply(id, request, Reply(.heard, lines: [token.isEmpty ? "In sync." : token]))
    }
    setWait(.calls(calls, request, token: token), of: id)
  }

  /// Lets passes leave again, for whoever runs the house.
  mutating func resume(on id: SessionID, _ request: RequestID?, at now: Instant) {
    guard sessions[id]?.isOfOperator ?? false else { return reply(id, request, Self.outOfScope) }
    let words = resumePasses(at: now) ? "Passes leave again." : "Nothing keeps passes from leaving."
    reply(id, request, Reply(.heard, lines: [words]))
  }

  // MARK: - For tests

  private mutating func moveClock(_ command: SessionCommand, on id: SessionID) {
    guard let move = ClockMove(command.tail) else {
      let words = "Say /clock 2026-11-24T09:07 or /clock +15m (s, m, h or d)."
      return reply(id, nil, Reply(.malformed, name: .protoArgs, lines: [words]))
    }
    moveClock(move, on: id, nil)
  }

  mutating func moveClock(_ move: ClockMove, on id: SessionID, _ request: RequestID?) {
    guard settings.allowsTests else { return refuseTest(id, request) }
    setWait(.clock(request), of: id)
    effects.append(.moveClock(id, move))
  }

  mutating func clockMoved(_ id: SessionID, _ refusal: String?, at now: Instant) {
    guard case .clock(let request) = sessions[id]?.wait else { return }
    setWait(nil, of: id)
    if let refusal {
      reply(id, request, Reply(.valueNotSupported, name: .protoValue, lines: [refusal]))
    } else {
      clockStands = true
      let civil = world.ledger.zone.civil(at: now)
      reply(id, request, Reply(.heard, lines: ["It is \(civil)."]))
    }
    runQueue(of: id, at: now)
  }

  private mutating func seed(_ command: SessionCommand, on id: SessionID) {
    guard settings.allowsTests else { return refuseTest(id, nil) }
    guard let seed = UInt64(command.tail) else {
      return reply(id, nil, Reply(.malformed, name: .protoArgs, lines: ["Say /seed and a number."]))
    }
    chance = SeededRandom(seed: seed)
    reply(id, nil, Reply(.heard, lines: ["Seed \(seed)."]))
  }

  /// Says that words for tests are not allowed.
  mutating func refuseTest(_ id: SessionID, _ request: RequestID?) {
    reply(id, request, Reply(.notHere, name: .protoAbsent, lines: ["Only under --test."]))
  }

  /// How the house is; to who has signed in and is no admin, only that it is there.
  func status(for id: SessionID) -> Reply {
    if let principal = sessions[id]?.principal, !principal.isAdmin {
      return Reply(.status, lines: [settings.program])
    }
    let outbox = world.outbox
    let (accepted, failed) = (counts.passesAccepted, counts.passesFailed)
    let isStopped = outbox.health.stoppedBecause != nil
    var status = Reply(
      .status,
      lines: [
        "\(settings.program), \(sessions.count) sessions, \(conversations.count) conversations.",
        "\(outbox.pendingCount) passes under way; since the start \(accepted) accepted, "
          + "\(failed) failed.",
      ] + (isStopped ? [AgentWording.passesAreKept] : []))
    // People read words.
    guard sessions[id]?.encoding == .json else { return status }
    status.members = [
      "sessions": .integer(Int64(sessions.count)),
      "conversations": .integer(Int64(conversations.count)),
      "passes": [
        "pending": .integer(Int64(outbox.pendingCount)),
        "accepted": .integer(Int64(accepted)),
        "failed": .integer(Int64(failed)), "stopped": .bool(isStopped),
      ],
    ]
    return status
  }
}

extension ClockMove {
  /// Reads `2026-11-24T09:07` or `+15m`; nil if it is neither.
  init?(_ text: String) {
    if let moment = CivilMoment(text) {
      self = .set(moment)
      return
    }
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard text.first == "+", let last = text.last, let unit = units[last],
      let count = Int(text.dropFirst().dropLast()), (0...100_000_000).contains(count)
    else { return nil }
    self = .advance(seconds: count * unit)
  }
}
