// What accounts ask of the world, and who is told of them: whoever waits for it, else whoever of
// theirs is there and read by nobody else.

import Accounts
import Bookings
import CivilTime
import Dialogue
import Discourse
import JSON
public import LineProtocol
import Mobility
import Products
import Wording

extension Agent {
  /// Hands an answer to accounts that they have asked for; whether they had.
  mutating func settleForAccounts(
    _ errand: ErrandID, _ outcome: ErrandOutcome, at now: Instant
  ) -> Bool {
    guard let reading = accountReadings.removeValue(forKey: errand) else { return false }
    world.happened(reading.event(errand, outcome), at: now)
    return true
  }

  /// Does what accounts ask for, or has it done.
  mutating func carryOut(_ accounts: [AccountEffect], at now: Instant) {
    for effect in accounts {
      switch effect {
      case .send(let errand, let reads):
        accountReadings[errand.id] = AccountReading(owner: errand.owner, reads: reads)
        effects.append(.errand(errand))
      case .record(let record):
        guard let change = record.change else { continue }
        entries.append(JournalEntry(at: now, by: nil, fact: .account(change)))
      case .tell(let news):
        restoreTrips(behind: news)
        tell(news, at: now)
      case .resume(let waiter, let resumption):
        let purchase = PurchaseID(waiter.number)
        switch resumption {
        case .ready, .linkedAtService:
          world.travel.linked(in: purchase, isAwaited: isWaited(for: purchase), at: now)
        case .unavailable: end(purchase, at: now)
        }
      case .prepare, .close, .match, .answer, .vault: effects.append(.account(effect))
      }
    }
  }

  /// What goes to the service goes as from whoever is signed in there (rule R1).
  func signed(_ errand: Errand, at now: Instant) -> Errand {
    guard case .service(signedIn: nil) = errand.peer else { return errand }
    var errand = errand
    errand.peer = .service(signedIn: world.accounts?.session(of: errand.owner, at: now))
    return errand
  }

  // MARK: - Who reads

  /// What may be shown and asked on a session.
  func linkSetting(of id: SessionID) -> LinkSetting {
    guard let session = sessions[id] else {
      return LinkSetting(isPrivate: false, isLocal: false, takesSecrets: false)
    }
    var setting = LinkSetting(
      isPrivate: session.isPrivate,
      isLocal: session.face.kind == .terminal && settings.browsersAreHere,
      takesSecrets: session.takesSecrets)
    setting.showsCodes = session.columns.map { $0 >= settings.limits.codeColumnsMin } ?? false
    return setting
  }

  private func whoWaits(for purchase: PurchaseID) -> SessionID? {
    heldRequests.first { $0.wait.awaited == .purchase(purchase) }?.place.session
  }

  /// Whether somebody is told of a purchase when they are answered.
  func isWaited(for id: PurchaseID) -> Bool {
    guard let purchase = world.travel.purchases[id] else { return false }
    return heldRequests.contains { _, wait in
      switch wait.awaited {
      case .purchase(let other): other == id
      case .trip, .status, nil: false
      case .accounts(let matter):
        matter.owner == purchase.owner && matter.conversation == purchase.conversation
      }
    }
  }

  /// The account that a purchase waits for is not linked.
  mutating func end(_ purchase: PurchaseID, at now: Instant) {
    world.travel.notLinked(in: purchase, isAwaited: isWaited(for: purchase), at: now)
  }

  /// What may be shown of a purchase: as where somebody waits for it, else where its owner hears.
  func linkSetting(for purchase: Purchase) -> LinkSetting {
    if let waiting = whoWaits(for: purchase.id) { return linkSetting(of: waiting) }
    let heard = sessions.filter { _, session in
      session.isPrivate && self.hears(session, newsOf: UserID(purchase.owner))
    }
    guard let first = heard.keys.min() else {
      return LinkSetting(isPrivate: false, isLocal: false, takesSecrets: false)
    }
    return linkSetting(of: first)
  }

  // MARK: - Secrets

  /// What of a line on a session is secret; nil where it is a line as others.
  public func secret(in line: String, on id: SessionID) -> SecretLine? {
    if isLanding(line) { return .landing }
    // An address of another place is refused, and may hold what nobody may read all the same.
    if sessions[id]?.wantsSecret == .landing, WebAddress(line) != nil { return .landing }
    guard let session = sessions[id], !session.waits, line != Self.secretGivenUp,
      case .answer(let place) = session.wantsSecret, let owner = owner(of: place),
      session.user == owner
    else { return nil }
    return .answer(owner: owner, place)
  }

  /// What of a line is secret that a call says; nil where it is a line as others.
  public func secret(in call: MethodCall, on id: SessionID) -> SecretLine? {
    guard let line = call.params["text"]?.string else { return nil }
    if isLanding(line) { return .landing }
    if wasSecret(call, on: id) { return .again }
    if let key = place(of: call, on: id), case .user(let user) = key.holder,
      WebAddress(line) != nil, world.accounts?.awaitsPaste(of: user, in: key.name) == true
    {
      return .landing
    }
    guard let place = secretAsked(by: call, on: id), line != Self.secretGivenUp,
      let owner = owner(of: place)
    else { return nil }
    return .answer(owner: owner, place)
  }

  private func owner(of place: FormPlace) -> String? {
    switch place {
    case .purchase(let purchase): world.travel.purchases[purchase]?.owner
    case .link(let link): world.accounts?.owner(of: link)
    }
  }

  /// What a secret is asked for last in the conversation of a call.
  func secretAsked(by call: MethodCall, on id: SessionID) -> FormPlace? {
    place(of: call, on: id).flatMap { conversations[$0]?.secretFor }
  }

  /// The conversation in which a call says something that can be kept secret.
  private func place(of call: MethodCall, on id: SessionID) -> ConversationKey? {
    guard call.method == "say", sessions[id]?.keepsSecrets == true,
      let user = speaker(of: call, on: id)
    else { return nil }
    return ConversationKey(
      principal: principalName(on: id), conversation: call.params["conv"]?.string ?? "",
      holder: .user(user))
  }

  private func speaker(of call: MethodCall, on id: SessionID) -> String? {
    call.params["user"]?.string.map(known) ?? sessions[id]?.user
  }

  /// Whether a message was secret when it came first.
  private func wasSecret(_ call: MethodCall, on id: SessionID) -> Bool {
    guard call.method == "say", sessions[id]?.keepsSecrets == true,
      let message = call.params["msg"]?.string,
      let user = speaker(of: call, on: id)
    else { return false }
    let key = MessageKey(
      principal: principalName(on: id), conversation: call.params["conv"]?.string ?? "",
      user: user, message: message)
    let text = answers[key]?.text ?? recentAnswers[key]?.text
    return text == TextHash(of: Said.secretWritten)
  }

  /// Whether a line is an address on which somebody has landed, whoever says it, and where.
  public func isLanding(_ line: String) -> Bool {
    world.accounts?.isLanding(line.drop { $0.isWhitespace }) ?? false
  }

  /// The line that gives up what is to be secret.
  public static let secretGivenUp = "*"

  /// A line that was secret.
  mutating func take(_ line: KeptLine, on id: SessionID, at now: Instant, _ round: Int) {
    var saying = saying(on: id)
    saying.whole = .secret(line)
    saying.round = round
    switch line {
    case .lost, .again: replyNotKept(on: id, nil)
    case .landing(let landing): say(.landing(landing), on: id, saying, at: now)
    case .typed(let handle):
      guard let place = placeOfSecret(on: id) else { return replyNotKept(on: id, nil) }
      say(.secret(handle, place), on: id, saying, at: now)
    }
  }

  /// A call that said something secret.
  mutating func take(
    _ line: KeptLine, by call: MethodCall, on id: SessionID, at now: Instant, _ round: Int
  ) {
    do throws(ParameterFault) {
      var saying = try saying(of: call, on: id, round)
      saying.whole = .secretCall(call, line)
      switch line {
      case .landing(let landing):
        // `parse` only looks at a line, and shows of this one nothing.
        guard call.method == "say" else {
          world.happened(.unwanted(landing.handles), at: now)
          return replyNotKept(on: id, call.id)
        }
        say(.landing(landing), on: id, saying, at: now)
      case .typed(let handle):
        guard let place = secretAsked(by: call, on: id) ?? placeOfSecret(on: id) else {
          return replyNotKept(on: id, call.id)
        }
        say(.secret(handle, place), on: id, saying, at: now)
      case .lost: replyNotKept(on: id, call.id)
      case .again: say(.secret(nil, .purchase(PurchaseID(0))), on: id, saying, at: now)
      }
    } catch {
      refuse(call, error, on: id)
    }
  }

  private mutating func replyNotKept(on id: SessionID, _ request: RequestID?) {
    let name = AccountCode.later.rawValue
    reply(
      id, request,
      Reply(
        sessions[id]?.wantsSecret == nil ? ReplyCode(refusing: name) : .challenge,
        name: CodeName(validating: name), lines: [AgentWording.secretNotKept]))
  }

  /// Whether what is said next on a session is a secret.
  mutating func noteSecret(wantedBy answer: Answer, on id: SessionID) {
    let isText = sessions[id]?.encoding == .text
    sessions[id]?.wantsSecret = isText ? answer.wantsSecret : nil
  }

  /// What the secret is for that is handed in; what has come of it is told whatever that is.
  private func placeOfSecret(on id: SessionID) -> FormPlace? {
    if case .answer(let place) = sessions[id]?.wantsSecret { return place }
    switch settled?.awaited {
    case .purchase(let purchase): return .purchase(purchase)
    case .accounts: return .link(AttemptID(0))
    case .trip, .status, nil: return nil
    }
  }

  // MARK: - Telling

  private mutating func tell(_ news: AccountNews, at now: Instant) {
    guard let owner = news.owner else {
      if case .operatorNeeded(let provider, let error) = news {
        effects.append(.tellOperator(.providerRefuses(provider, error: error)))
      }
      return
    }
    if let waiting = heldRequests.first(where: { waits($0, $1, for: news, of: owner) }) {
      accountNews[waiting.place, default: []].append(news)
      return
    }
    announce([news], at: now)
  }

  /// Tells what nobody waits for: what lasts of it is kept for who is not there.
  mutating func announce(_ told: [AccountNews], at now: Instant) {
    for news in told {
      guard let owner = news.owner else { continue }
      guard let subject = News.Subject(news), let provider = news.provider else {
        tellAtOnce(news, to: owner, at: now)
        continue
      }
      // Nothing is committed that nobody asked for while the store rests.
      guard isRested(at: now) else {
        accountNewsOwed.append(news)
        continue
      }
      accountHomes[accountKey(owner, provider)] = news.conversation
      announce(
        subject, to: UserID(owner), until: now + .seconds(settings.limits.accountNewsSecondsMax),
        at: now)
    }
  }

  /// Tells what could not be written down while the store rested.
  mutating func announceOwedNewsOfAccounts(at now: Instant) {
    let owed = accountNewsOwed
    accountNewsOwed = []
    announce(owed, at: now)
  }

  /// What would have been told with an answer is news where nobody is there any more to be
  /// answered.
  mutating func announceNewsOfWhoLeft(at now: Instant) {
    let left = accountNews.keys.filter { sessions[$0.session] == nil }
    for place in left.sorted() { announce(accountNews.removeValue(forKey: place) ?? [], at: now) }
  }

  /// Tells what nobody keeps to whoever of theirs is there and read by nobody else.
  mutating func tellAtOnce(_ news: AccountNews, to owner: String, at now: Instant) {
    let listening = sessions.filter {
      $0.value.isPrivate && hears($0.value, newsOf: UserID(owner)) && !watchers.contains($0.key)
    }
    for id in listening.map(\.key).sorted() { tell(news, to: owner, on: id, at: now) }
  }

  /// Whether who waits is told when they are answered.
  private func waits(
    _ place: WaitPlace, _ wait: HeldRequest, for news: AccountNews, of owner: String
  ) -> Bool {
    // What has to be done is told where it was begun, and where nobody else reads along (R16).
    if case .prompt = news, sessions[place.session]?.isPrivate != true { return false }
    switch wait.awaited {
    case .trip, .status, nil: return false
    case .accounts(let matter):
      return matter.owner == owner && !matter.tellsAll
        && (news.conversation ?? matter.conversation) == matter.conversation
    case .purchase(let purchase):
      guard let conversation = news.conversation,
        let waiting = world.travel.purchases[purchase]
      else { return false }
      return waiting.owner == owner && waiting.conversation == conversation
    }
  }

  /// That conversation of a person as a session names it; nil where it is another carrier's.
  func conversation(
    called name: String?, of owner: String, on id: SessionID
  ) -> ConversationKey? {
    let principal = principalName(on: id)
    var key = ConversationKey(principal: principal, conversation: "", holder: .user(owner))
    guard let name else { return key }
    if principal.isEmpty {
      key.conversation = name
    } else {
      guard name.hasPrefix("\(principal) ") else { return nil }
      key.conversation = String(name.dropFirst(principal.count + 1))
    }
    return key
  }

  private mutating func tell(
    _ news: AccountNews, to owner: String, on id: SessionID, at now: Instant
  ) {
    // Nobody learns elsewhere what has to be done (rule R16).
    guard let key = conversation(called: news.conversation, of: owner, on: id) else { return }
    let language = newsLanguage(in: key, on: id)
    let wording = AnswerWording(in: language, world: world, now: now, for: UserID(owner))
    let lines = wording.words(for: news)
    guard !lines.isEmpty else { return }
    let message = ReplyMessage(lines: lines, id: nextMessageID(), audience: .user)
    var members: JSONObject = [
      "kind": "account", "conv": .string(key.conversation), "user": .string(owner),
    ]
    WireForm(world: world, reader: UserID(owner), language: language).add(news, to: &members)
    effects.append(.notice(id, Notice(.passResult, messages: [message], members: members)))
  }
}
