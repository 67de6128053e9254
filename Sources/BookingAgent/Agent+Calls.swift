// The methods of the JSON encoding.

import Bookings
import CivilTime
import Dialogue
import JSON
import Language
import LineProtocol
import Passes
import PhoneNumbers

extension Agent {
  mutating func answer(
    _ call: MethodCall, on id: SessionID, at now: Instant, _ round: Int
  ) {
    switch call.method {
    case "hello": hello(call, on: id, at: now)
    case "auth": signIn(call, on: id)
    case "say": say(call, on: id, at: now, round)
    case "choice": choose(call, on: id, at: now, round)
    case "parse": parse(call, on: id, at: now)
    case "rooms", "openings", "book", "change", "cancel", "bookings", "undo", "passes", "resend",
      "trip", "trips", "products", "bookProduct", "answer", "rideStatus", "act", "accounts", "link",
      "unlink":
      order(call, on: id, at: now, round)
    case "sync": sync(id, call.id, token: "")
    case "ping": reply(id, call.id, Reply(.heard, lines: ["Here."]))
    case "subscribe": subscribe(call, on: id)
    case "ack": acknowledge(call, on: id, at: now)
    case "resume": resume(on: id, call.id, at: now)
    case "status": reply(id, call.id, status(for: id))
    case "clock": moveClock(call, on: id)
    case "seed": seed(call, on: id)
    case "reset": reset(on: id, call.id, house: call.params)
    case "gateway": script(call, on: id)
    default: refuse(call, .methodNotFound, on: id, field: "method")
    }
  }

  // MARK: - Tools

  /// What a request of the Model Context Protocol asks of the agent; nil if it is answered already.
  mutating func asked(by request: Request, on id: SessionID) -> Request? {
    guard case .call(let call) = request else { return request }
    let limits = settings.protocolLimits
    switch MCPRequest(call, program: settings.program, limits: limits) {
    case .method(let method): return .call(method)
    case .result(let members): effects.append(.result(id, call.id, members))
    case .unusable(let refusal): reply(id, call.id, refusal)
    case .refused(let refusal): effects.append(.refuse(id, refusal))
    case .ignored: break
    }
    return nil
  }

  // MARK: - Who is there

  private mutating func hello(_ call: MethodCall, on id: SessionID, at now: Instant) {
    switch call.params["protocol"] {
    case .array(let wanted)? where !wanted.contains("ulp/1"):
      var refusal = Reply(.valueNotSupported, name: .protoVersion, lines: [AgentWording.version])
      refusal.field = "protocol"
      return reply(id, call.id, refusal)
    case .array?, nil: break
    case .some: return refuse(call, on: id, field: "protocol")
    }
    if case .array(let caps)? = call.params["caps"] {
      if caps.contains("notices") { sessions[id]?.isSubscribed = true }
      if caps.contains("private"), sessions[id]?.deliversPrivately == false {
        sessions[id]?.deliversPrivately = true
        // What was left out so far comes now.
        sessions[id]?.news.reached = 0
      }
      if caps.contains("secrets") { sessions[id]?.keepsSecrets = true }
      sessions[id]?.markup = Markup.allCases.first { caps.contains(.string($0.rawValue)) }
    }
    switch call.params["max_text"] {
    case .integer(let octets)?:
      let range = ReplyMessage.partOctetsMin...settings.protocolLimits.outputOctetsMax
      guard range.contains(Int(octets)) else { return refuse(call, on: id, field: "max_text") }
      sessions[id]?.textOctetsMax = Int(octets)
    case nil, .null?: break
    case .some: return refuse(call, on: id, field: "max_text")
    }
    if let instance = call.params["instance"]?.text, VisibleText.isIdentifier(instance) {
      let key = NewsReaders.Key(principal: principalName(on: id), instance: instance)
      sessions[id]?.newsReader = key
      newsReaders.note(
        key, isPrivate: sessions[id]?.isPrivate == true, settings.limits, at: now)
    }
    var limits = settings.protocolLimits.helloMembers(in: .json)
    limits["max_text"] = sessions[id]?.textOctetsMax.map { .integer(Int64($0)) }
    let result: JSONObject = [
      "protocol": "ulp/1", "server": .string(settings.program), "session": .string("\(id)"),
      "caps": .array(capabilities(on: id)),
      "limits": .object(limits),
    ]
    effects.append(.result(id, call.id, result))
    owedNews.insert(id)
  }

  /// What can be asked on a session beside what always can.
  private func capabilities(on id: SessionID) -> [JSONValue] {
    var names: [JSONValue] =
      ["notices", "private", "secrets"] + Markup.allCases.map { .string($0.rawValue) }
    if settings.allowsTests { names.append("test") }
    if sessions[id]?.isAdmitted == false { names.append("auth") }
    return names
  }

  private mutating func subscribe(_ call: MethodCall, on id: SessionID) {
    sessions[id]?.isSubscribed = true
    reply(id, call.id, Reply(.heard, lines: ["You will hear."]))
    owedNews.insert(id)
  }

  // MARK: - Saying

  private mutating func say(
    _ call: MethodCall, on id: SessionID, at now: Instant, _ round: Int
  ) {
    do throws(ParameterFault) {
      let text = try call.params.required("text")
      let saying = try saying(of: call, on: id, round)
      let said = SaidText.withoutSignature(text)
      guard said.utf8.count <= settings.protocolLimits.jsonTextOctetsMax else {
        return refuse(.octets, on: id, saying)
      }
      try refuseHostile(said)
      if said == Self.secretGivenUp, let place = secretAsked(by: call, on: id) {
        return say(.secret(nil, place), on: id, saying, at: now)
      }
      say(said, on: id, saying, at: now)
    } catch {
      refuse(call, error, on: id)
    }
  }

  /// Who says something in a call, where, and what the answer must carry.
  func saying(
    of call: MethodCall, on id: SessionID, _ round: Int
  ) throws(ParameterFault) -> Saying {
    var saying = Saying(request: call.id, whole: .call(call), round: round)
    let octetsMax = settings.protocolLimits.identifierOctetsMax
    saying.conversation = try call.params.identifier("conv", octetsMax) ?? ""
    saying.message = try call.params.identifier("msg", octetsMax)
    let user = try call.params.identifier("user", octetsMax)
    if let user, let principal = sessions[id]?.principal, !principal.reaches(user) {
      throw ParameterFault(field: "user", isOutOfScope: true)
    }
    saying.user = user.map(known) ?? sessions[id]?.user
    switch call.params["profile"] {
    case .object(let profile)?:
      saying.name = try profile.plain("name", in: "profile", octetsMax)
      saying.email = try profile.plain("email", in: "profile", octetsMax)
      saying.phone = try profile.plain("phone", in: "profile", octetsMax).map(dialled)
      saying.usualLanguage = try profile.language(in: "profile")
      // A zone that is not known here keeps nobody from speaking.
      saying.zone = try profile.plain("tz", in: "profile", octetsMax).flatMap(settings.zone)
    case .null?, nil: break
    case .some: throw ParameterFault(field: "profile")
    }
    saying.language = try call.params.language()
    saying.debugs = call.params["debug"] == true
    guard saying.user != nil else {
      throw ParameterFault(field: "user", words: AgentWording.userMissing)
    }
    return saying
  }

  /// A number as people of the house's region write it, as the whole world dials it; what is none,
  /// or may be two, stays as it is, and is asked about.
  func dialled(_ written: String) -> String {
    let reader = PhoneReader(region: world.habits.phoneRegion)
    if case .number(let number) = reader.read(written) { return number.e164 }
    return written
  }

  /// A text in JSON may hold what a line of text cannot.
  private func refuseHostile(_ text: String) throws(ParameterFault) {
    guard VisibleText.fault(in: text, allowingLineBreaks: true) == nil else {
      throw ParameterFault(field: "text", words: "`text` holds control characters.")
    }
  }

  // MARK: - For tests

  private mutating func moveClock(_ call: MethodCall, on id: SessionID) {
    if let set = call.params["set"]?.text, let moment = CivilMoment(set) {
      moveClock(.set(moment), on: id, call.id)
    } else if case .integer(let seconds)? = call.params["advance"],
      (0...100_000_000).contains(seconds)
    {
      moveClock(.advance(seconds: Int(seconds)), on: id, call.id)
    } else {
      refuse(call, on: id, field: "set")
    }
  }

  private mutating func seed(_ call: MethodCall, on id: SessionID) {
    guard settings.allowsTests else { return refuseTest(id, call.id) }
    guard case .integer(let seed)? = call.params["seed"] else {
      return refuse(call, on: id, field: "seed")
    }
    chance = SeededRandom(seed: UInt64(bitPattern: seed))
    reply(id, call.id, Reply(.heard, lines: ["Seed \(seed)."]))
  }

  mutating func reset(on id: SessionID, _ request: RequestID?, house: JSONObject) {
    guard settings.allowsTests else { return refuseTest(id, request) }
    setWait(.freshStart, of: id)
    effects.append(.startAfresh(id, request, house: house))
  }

  private mutating func script(_ call: MethodCall, on id: SessionID) {
    guard settings.allowsTests else { return refuseTest(id, call.id) }
    guard let outcomes = ScriptedOutcome.list(.object(call.params)) else {
      return refuse(call, on: id, field: "outcomes")
    }
    effects.append(.scriptGateway(outcomes))
    reply(id, call.id, Reply(.heard, lines: ["The gateway knows what to do."]))
  }

  /// Refuses a call for one of its parameters.
  mutating func refuse(_ call: MethodCall, _ fault: ParameterFault, on id: SessionID) {
    guard fault.isOutOfScope else {
      return refuse(call, on: id, field: fault.field, words: fault.words)
    }
    var refusal = Self.outOfScope
    refusal.field = fault.field
    reply(id, call.id, refusal)
  }

  /// Refuses a call; a notification is never answered (JSON-RPC 2.0, section 4.1).
  mutating func refuse(
    _ call: MethodCall, _ code: RPCCode = .invalidParams, on id: SessionID, field: String,
    words: String? = nil
  ) {
    guard let request = call.id else { return }
    if sessions[id]?.face.offersTools == true, let tool = MCPTool.named(call.method) {
      return reply(id, request, tool.refusal(of: field, because: words))
    }
    effects.append(.refuse(id, RPCRefusal(code, id: request, message: words, field: field)))
  }
}

/// A parameter that is missing or cannot be taken.
struct ParameterFault: Error {
  let field: String
  var words: String?
  /// Whether it names somebody for whom this principal may not speak.
  var isOutOfScope = false
}

extension JSONObject {
  /// A text that has to be there.
  func required(_ name: String) throws(ParameterFault) -> String {
    guard let text = self[name]?.text else { throw ParameterFault(field: name) }
    return text
  }

  /// A text of printable ASCII, if it is there.
  func identifier(_ name: String, _ octetsMax: Int) throws(ParameterFault) -> String? {
    guard let value = self[name], value != .null else { return nil }
    guard let text = value.text, VisibleText.isIdentifier(text, octetsMax: octetsMax) else {
      throw ParameterFault(field: name)
    }
    return text
  }

  /// The language of a tag as `de-AT`, if one is there in which people are answered.
  func language(in parent: String? = nil) throws(ParameterFault) -> AnswerLanguage? {
    guard let value = self["lang"], value != .null else { return nil }
    guard let tag = value.text else {
      throw ParameterFault(field: parent.map { "\($0).lang" } ?? "lang")
    }
    return AnswerLanguage(tag: tag)
  }

  /// A text without control characters and others that cannot be seen, if it is there.
  func plain(
    _ name: String, in parent: String? = nil, _ octetsMax: Int
  ) throws(ParameterFault) -> String? {
    guard let value = self[name], value != .null else { return nil }
    guard let text = value.text, text.utf8.count <= octetsMax, PlainText.isPlain(text) else {
      throw ParameterFault(field: parent.map { "\($0).\(name)" } ?? name)
    }
    return text
  }
}
