// What is said without a line: a choice of a message is picked by its id, or a method asks by its
// members.

import Bookings
import CivilTime
import Dialogue
import Discourse
import JSON
import Language
import LineProtocol
import Products
import Wording

extension Agent {
  /// Picks a choice of the last answer, or of an offer in news.
  mutating func choose(
    _ call: MethodCall, on id: SessionID, at now: Instant, _ round: Int
  ) {
    do throws(ParameterFault) {
      let message = try call.params.required("message")
      let choice = try call.params.required("choice")
      let saying = try saying(of: call, on: id, round)
      say(.choice(choice, of: message), on: id, saying, at: now)
    } catch {
      refuse(call, error, on: id)
    }
  }

  /// Does what a method asks with its members.
  mutating func order(
    _ call: MethodCall, on id: SessionID, at now: Instant, _ round: Int
  ) {
    do throws(ParameterFault) {
      let saying = try saying(of: call, on: id, round)
      say(.order(call), on: id, saying, at: now)
    } catch {
      refuse(call, error, on: id)
    }
  }

  /// What a turn begins with; nil if it picks what is not offered any more.
  func meaning(
    of said: Said, in key: ConversationKey, by speaker: Speaker, at now: Instant
  ) throws(ParameterFault) -> Meaning? {
    if let settled { return .settled(settled) }
    switch said {
    case .line(let line): return .line(Array(line.utf8))
    case .choice(let choice, let message):
      let kept = conversations[key]
      let line =
        kept?.offered.line(for: choice, of: message)
        ?? line(for: choice, ofWait: message, in: kept?.conversation, by: speaker, at: now)
      return line.map { .line(Array($0.utf8)) }
    case .secret(let handle?, let place): return .move(.ride(.answer(place, .secret(handle))))
    case .secret(nil, .purchase(let purchase)):
      return .move(.ride(.word(.stop, purchase, nil)))
    case .secret(nil, .link(let link)): return .move(.ride(.account(.word(.stop, link))))
    case .landing(let landing): return .move(.ride(.account(.landed(landing))))
    case .order(let call):
      let turn = (conversations[key]?.conversation.turn ?? 0) + 1
      let order = OrderReading(
        params: call.params, world: world, user: speaker.user, source: .said(turn: turn),
        octetsMax: settings.protocolLimits.identifierOctetsMax, dialled: dialled)
      return .move(try order.move(of: call.method))
    }
  }

  /// What is said by a choice of news that offer a place to who waits, named by the wait: only
  /// while that is what is asked, for its yes would be the yes to another question.
  private func line(
    for choice: String, ofWait name: String, in conversation: DialogueState?, by speaker: Speaker,
    at now: Instant
  ) -> String? {
    guard let wait = world.ledger.waits.all.first(where: { $0.reference.description == name }),
      wait.user == speaker.user
    else { return nil }
    let turn = Turn(
      world: world, conversation: conversation ?? DialogueState(), speaker: speaker, now: now,
      isRehearsal: true)
    guard turn.conversation.open?.offer == wait.reference else { return nil }
    let wording = AnswerWording(
      in: answerLanguage(of: turn.conversation), world: world, now: now, for: speaker.user)
    return wording.choices(ofOffer: wait).first { $0.id == choice }?.say
  }

  static var noLongerOffered: Reply {
    var refusal = Reply(
      .valueNotSupported, name: .protoValue, lines: [AgentWording.noLongerOffered])
    refusal.field = "choice"
    return refusal
  }

  // MARK: - Long answers to programs

  /// As much of an answer as a program is told at once; the rest is kept for `more`, until
  /// something else is said. Models ask for less instead.
  mutating func firstPortion(
    of reply: Reply, in key: ConversationKey, of id: SessionID, _ language: AnswerLanguage
  ) -> Reply {
    rests.forget(key)
    guard let session = sessions[id], session.encoding == .json, !session.face.offersTools else {
      return reply
    }
    let portions = reply.portions(
      endingWith: AgentWording.more(language), limits: settings.protocolLimits)
    keepRest(Array(portions.dropFirst()), in: key, of: id)
    return portions[0]
  }

  /// The next portion of the last answer in a conversation; nil if there is none.
  mutating func takeRest(in key: ConversationKey, of id: SessionID, _ saying: Saying) -> Reply? {
    guard sessions[id]?.encoding == .json, let rest = rests[key], var next = rest.first else {
      return nil
    }
    keepRest(Array(rest.dropFirst()), in: key, of: id)
    next.members["msg"] = saying.message.map { .string($0) }
    return next
  }

  private mutating func keepRest(_ rest: [Reply], in key: ConversationKey, of id: SessionID) {
    guard !rest.isEmpty else { return rests.forget(key) }
    rests.keep(
      rest, for: key, of: id, weight: rest.reduce(0) { $0 + $1.octetsAbout },
      within: .init(
        total: settings.limits.restsOctetsMax,
        perSession: settings.limits.restsOctetsPerConnectionMax))
  }

  /// Tells how a line would be read, without doing anything.
  mutating func parse(_ call: MethodCall, on id: SessionID, at now: Instant) {
    guard let text = call.params["text"]?.text else { return refuse(call, on: id, field: "text") }
    guard text.utf8.count <= settings.protocolLimits.jsonTextOctetsMax else {
      return reply(id, call.id, LineFault.tooLong.reply)
    }
    let user = call.params["user"]?.text.map { ConversationKey.Holder.user(known($0)) }
    if let session = sessions[id],
      let refusal = turnRefused(to: user ?? .session(id), on: session, Saying(), at: now)
    {
      return reply(id, call.id, refusal)
    }
    let octets = Array(text.utf8)
    let turn = Turn(
      world: world, conversation: DialogueState(), speaker: Speaker(user: UserID("")), now: now)
    let readings = reader.read(octets, in: turn.readingContext)
    let form = WireForm(
      world: world, reader: UserID(""), language: answerLanguage(of: DialogueState()))
    var answer = Reply(.status, lines: [readings.first?.intent.rawValue ?? "nothing"])
    answer.members["readings"] = .array(
      readings.map { .object(form.members(of: $0, line: octets)) })
    reply(id, call.id, answer)
  }
}

extension Reply {
  /// How many octets it takes, about.
  fileprivate var octetsAbout: Int {
    lines.reduce(0) { $0 + $1.utf8.count } + JSONValue.object(members).octets.count
  }
}
