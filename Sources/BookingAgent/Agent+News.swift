// News of passes, waits, rides and accounts: written down when they are made, told to whoever
// listens, kept until they are heard. A person's text session has heard what it was told once that
// has left, which the next wake knows: whoever is killed in between tells it again. A program says
// so by `ack`.

import Accounts
import Bookings
import CivilTime
import Dialogue
import Discourse
import JSON
import LineProtocol
import Passes
import Products
import Wording

extension Agent {
  /// Writes down what somebody is to be told, and tells it to every session that listens.
  mutating func announce(_ news: PassNews, at now: Instant) {
    guard let booking = world.ledger.booking(news.booking),
      !words(for: news, to: booking.owner, at: now).isEmpty
    else { return }
    let expires =
      booking.end > now ? booking.end : now + .seconds(settings.limits.lateNewsSeconds)
    // Who booked in the owner's name is told of the passes, too.
    for holder in booking.holders {
      announce(.passes(booking.reference, news.topics), to: holder, until: expires, at: now)
    }
  }

  /// Writes down what the others who hold a booking are to be told of a deed, and tells them.
  mutating func announce(_ event: BookingEvent, by user: UserID, at now: Instant) {
    guard let deed = OthersDeed(event, by: user) else { return }
    let booking = event.booking
    let expires =
      booking.end > now ? booking.end : now + .seconds(settings.limits.lateNewsSeconds)
    for other in booking.holders(but: user) {
      announce(.deed(booking.reference, deed), to: other, until: expires, at: now)
    }
  }

  /// Writes down for those who hold a booking that its room cannot be had any more, and tells them.
  mutating func announceClosing(of booking: Booking, at now: Instant) {
    for holder in booking.holders {
      announce(
        .deed(booking.reference, OthersDeed(closing: booking)), to: holder, until: booking.end,
        at: now)
    }
  }

  /// Writes down news about something, and tells them to every session that listens.
  mutating func announce(
    _ subject: News.Subject, to user: UserID, until expires: Instant, at now: Instant
  ) {
    var piece = News(
      seq: board.last + 1, user: user, subject: subject, made: now, expires: expires)
    let listening = sessions.filter { hears($0.value, piece) }.map(\.key).sorted()
    piece.isSent = listening.contains { sessions[$0]?.encoding == .json }
    write(.made(piece), at: now)
    board.take(piece)
    deliver(piece, to: listening, at: now)
    hear(board.giveWay(settings.limits, of: [user.text]), at: now)
  }

  /// Whether a piece is for a session: one of an account only where nobody reads along (rule R16).
  private func hears(_ session: Session, _ piece: News) -> Bool {
    (piece.account == nil || session.isPrivate) && hears(session, newsOf: piece.user)
  }

  private mutating func deliver(_ piece: News, to listening: [SessionID], at now: Instant) {
    // Over a board nothing is told.
    var listening = listening.filter { !watchers.contains($0) }
    switch piece.subject {
    case .passes, .ride, .account: break
    case .deed, .wait:
      let held = listening.filter { sessions[$0]?.holdsNews ?? false }
      heldNews.formUnion(held)
      listening.removeAll { held.contains($0) }
    }
    if listening.isEmpty { return }
    let isForPrograms = listening.contains { sessions[$0]?.encoding == .json }
    let attempt = isForPrograms ? board.countAttempt(at: piece.seq) : 1
    var notice: Notice?
    for id in listening {
      // Of an account each is told in the language that is spoken there.
      if notice == nil || piece.account != nil {
        notice = self.notice(of: piece, on: id, attempt: attempt, at: now)
      }
      guard let notice else { return }
      tell(notice, of: piece, on: id)
      switch sessions[id]?.encoding {
      case .json: noteSent(piece.seq, on: id)
      case .text, nil: noteTold([piece.seq])
      }
    }
  }

  /// Hands news to a session. In which conversation their subject is spoken of is told to whose
  /// conversation it is: others carry one by the same name that is another.
  private mutating func tell(_ notice: Notice, of piece: News, on id: SessionID) {
    guard let session = sessions[id] else { return }
    var notice = notice
    notice.messages = session.marked(notice.messages)
    let home =
      piece.booking.flatMap { homes[$0.number] }
      ?? piece.wait.flatMap { waitHomes[$0.number] }
      ?? piece.purchase.flatMap { rideHomes[$0.number] }
    if let key = home?.key, key.principal == principalName(on: id) {
      notice.members["conv"] = .string(key.conversation)
    }
    // Who is known by another name than their chat's is told to a bridge by that, too.
    let chats = world.ledger.building.people[piece.user]?.chats.map(\.text) ?? []
    let reached = chats.filter { session.principal?.reaches($0) ?? true }
    if !reached.isEmpty { notice.members["chats"] = .array(reached.map { .string($0) }) }
    effects.append(.notice(id, notice))
  }

  /// A piece as it is told now; nil if nothing in it holds any more.
  private mutating func notice(
    of piece: News, on id: SessionID, attempt: Int, at now: Instant
  ) -> Notice? {
    switch board.subject(of: piece) {
    case .passes(let booking, let topics):
      let news = world.outbox.news(of: booking, about: topics, at: now)
      let lines = news.isEmpty ? [] : words(for: news, to: piece.user, at: now)
      return notice(of: piece, booking, .passResult, "pass", lines, attempt: attempt, at: now)
    case .deed(let reference, let deed):
      // What was done since is a piece of its own.
      guard let booking = world.ledger.booking(reference), booking.version == deed.version else {
        return nil
      }
      let lines = words(for: deed, with: booking, to: piece.user, at: now)
      return notice(
        of: piece, reference, .changedByOther, deed.kind.rawValue, lines, attempt: attempt, at: now)
    case .wait(let wait): return waitNotice(of: piece, wait, attempt: attempt, at: now)
    case .ride(let purchase, _):
      return rideNotice(of: piece, purchase, attempt: attempt, at: now)
    case .account(let provider, let outcome):
      return accountNotice(of: piece, provider, outcome, attempt: attempt, on: id, at: now)
    }
  }

  private mutating func notice(
    of piece: News, _ reference: BookingReference, _ code: NoticeCode, _ kind: String,
    _ lines: [String], attempt: Int, at now: Instant
  ) -> Notice? {
    guard !lines.isEmpty, let booking = world.ledger.booking(reference) else { return nil }
    let form = WireForm(world: world, reader: piece.user, language: newsLanguage(of: reference))
    let message = ReplyMessage(lines: lines, id: nextMessageID(), audience: .user)
    return Notice(
      code, messages: [message],
      members: [
        "seq": .integer(Int64(piece.seq)), "kind": .string(kind),
        "conv": "", "user": .string(piece.user.text), "ref": .string(reference.description),
        "booking": .object(form.booking(booking)), "attempt": .integer(Int64(attempt)),
        "expires": .string(form.moment(piece.expires)),
      ])
  }

  // MARK: - News of waits

  /// The language in which news of a wait are told: that of the conversation in which it is spoken
  /// of, or of the house where nobody remembers one.
  private func newsLanguage(of wait: WaitReference) -> AnswerLanguage {
    let home = waitHomes[wait.number]
    let conversation = home.flatMap { conversations[$0.key]?.conversation }
    return conversation.map { answerLanguage(of: $0) } ?? home?.spokenIn
      ?? answerLanguage(of: DialogueState())
  }

  /// News of a wait as they are told now: it is offered something, or it was and did not take it;
  /// nil if it is over otherwise.
  mutating func waitNotice(
    of piece: News, _ reference: WaitReference, attempt: Int, at now: Instant
  ) -> Notice? {
    guard let wait = world.ledger.waits[reference], let offer = wait.offer,
      wait.state == .offered || wait.state == .lapsed
    else { return nil }
    let language = newsLanguage(of: reference)
    let wording = AnswerWording(in: language, world: world, now: now, for: piece.user)
    let form = WireForm(world: world, reader: piece.user, language: language)
    let isHeld = wait.state == .offered
    let choices = isHeld ? wording.choices(ofOffer: wait) : []
    let message = ReplyMessage(
      lines: wording.words(forOffer: wait), id: nextMessageID(), audience: .user,
      choices: choices.map { ReplyChoice(id: $0.id, title: $0.title, say: $0.say) })
    let effects = isHeld ? ["held", "offered"] : []
    return Notice(
      .changedByOther, messages: [message],
      members: [
        "seq": .integer(Int64(piece.seq)), "kind": "wait",
        "conv": "", "user": .string(piece.user.text), "ref": .string(reference.description),
        "wait": .object(form.wait(wait)),
        "effects": .array(
          effects.map { ["kind": .string($0), "wait": .object(form.wait(wait))] }),
        "attempt": .integer(Int64(attempt)), "expires": .string(form.moment(offer.start)),
      ])
  }

  // MARK: - News of accounts

  func accountKey(_ owner: String, _ provider: String) -> AccountKey {
    AccountKey(owner: owner, provider: provider, base: world.accounts?.base ?? "")
  }

  /// The language in which news of an account are told on a session: what is set there, else that
  /// of the conversation, or of the house where nobody remembers one.
  func newsLanguage(in key: ConversationKey, on id: SessionID) -> AnswerLanguage {
    sessions[id]?.language
      ?? answerLanguage(of: conversations[key]?.conversation ?? DialogueState())
  }

  /// News of an account as they are told now on a session; nil where they do not hold any more, or
  /// later news tell how it stands.
  private mutating func accountNotice(
    of piece: News, _ provider: String, _ outcome: AccountOutcome, attempt: Int,
    on id: SessionID, at now: Instant
  ) -> Notice? {
    let owner = piece.user.text
    let key = accountKey(owner, provider)
    let standing = world.accounts?.standings(of: owner, at: now)[provider]
    guard !board.isOvertaken(piece), world.accounts != nil,
      let news = outcome.news(of: key, standing),
      let home = conversation(called: accountHomes[key], of: owner, on: id)
        ?? conversation(called: nil, of: owner, on: id)
    else { return nil }
    let language = newsLanguage(in: home, on: id)
    let wording = AnswerWording(in: language, world: world, now: now, for: piece.user)
    let lines = wording.words(for: news)
    guard !lines.isEmpty else { return nil }
    let form = WireForm(world: world, reader: piece.user, language: language)
    let message = ReplyMessage(lines: lines, id: nextMessageID(), audience: .user)
    var members: JSONObject = [
      "seq": .integer(Int64(piece.seq)), "kind": "account",
      "conv": .string(home.conversation), "user": .string(owner),
      "attempt": .integer(Int64(attempt)), "expires": .string(form.moment(piece.expires)),
    ]
    form.add(news, standing, to: &members)
    return Notice(.passResult, messages: [message], members: members)
  }

  // MARK: - What was missed

  /// Tells what somebody missed, as soon as they are there and the store works.
  mutating func tellOwedNews(at now: Instant) {
    if owedNews.isEmpty { return }
    for id in owedNews.sorted() {
      owedNews.remove(id)
      guard let session = sessions[id], session.watching == nil else { continue }
      switch session.encoding {
      case .text:
        if let user = session.user, hears(session, newsOf: UserID(user)) {
          tellMissed(by: user, on: id, at: now)
        }
      case .json: if session.isSubscribed, session.isAdmitted { sendPortion(to: id, at: now) }
      }
    }
  }

  /// Tells what is kept for somebody, and how much that was.
  @discardableResult
  mutating func tellMissed(by user: String, on id: SessionID, at now: Instant) -> Int {
    let pieces = board.pieces(for: user).filter {
      $0.expires > now && !toldNews.contains($0.seq)
    }
    var count = 0
    for piece in pieces {
      guard let notice = notice(of: piece, on: id, attempt: 1, at: now) else { continue }
      tell(notice, of: piece, on: id)
      count += 1
    }
    noteTold(pieces.map(\.seq))
    heldNews.remove(id)
    return count
  }

  /// Tells people on sockets what others did before the next answer, not in the midst of typing.
  mutating func tellHeldNews(at now: Instant) {
    for id in heldNews.sorted() {
      let isAnswered = effects.contains { effect in
        if case .reply(id, _, _) = effect { true } else { false }
      }
      guard isAnswered, let user = sessions[id]?.user else { continue }
      let answers = effects
      effects = []
      tellMissed(by: user, on: id, at: now)
      effects += answers
    }
  }

  /// Sends a program the next of what it was not sent on this connection: a portion, so that its
  /// output holds it; the next one follows when it asks again or has acknowledged something.
  private mutating func sendPortion(to id: SessionID, at now: Instant) {
    let count = settings.limits.newsPortionMax
    var hasSent = false
    while !hasSent, let session = sessions[id] {
      let cursor = session.news
      let known = cursor.sent.union(toldNews.all).union(newsReaders.heard(by: session.newsReader))
      let pieces = board.pieces(after: cursor.reached, without: known, max: count)
      var first: [Int] = []
      var over: [Int] = []
      for piece in pieces where piece.expires > now && hears(session, piece) {
        let attempt = board.countAttempt(at: piece.seq)
        guard let notice = notice(of: piece, on: id, attempt: attempt, at: now) else {
          over.append(piece.seq)
          continue
        }
        tell(notice, of: piece, on: id)
        if !piece.isSent { first.append(piece.seq) }
        noteSent(piece.seq, on: id)
        hasSent = true
      }
      noteCursor(of: id)
      sessions[id]?.news.reached = pieces.count < count ? board.last : pieces.last?.seq ?? 0
      if !first.isEmpty { write(.sent(first), at: now) }
      hear(over, at: now)
      if pieces.count < count { return }
    }
  }

  /// Takes it that a program has what it was sent here, up to a number.
  mutating func acknowledge(_ call: MethodCall, on id: SessionID, at now: Instant) {
    guard case .integer(let number)? = call.params["upto"],
      let seqs = sessions[id]?.news.acknowledged(upTo: Int(number), on: board)
    else {
      return refuse(call, on: id, field: "upto")
    }
    var over = seqs
    if let reader = sessions[id]?.newsReader {
      newsReaders.note(
        reader, isPrivate: sessions[id]?.isPrivate == true, settings.limits, at: now)
      over = newsReaders.take(seqs, by: reader, on: board)
    }
    hear(over, at: now)
    reply(id, call.id, Reply(.heard, lines: ["Noted."]))
    if sessions[id]?.isSubscribed == true { owedNews.insert(id) }
  }

  // MARK: - What is written down

  private mutating func write(_ event: NewsEvent, at now: Instant) {
    entries.append(JournalEntry(at: now, by: nil, fact: .news(event)))
  }

  /// These are over.
  mutating func hear(_ seqs: [Int], at now: Instant) {
    let portion = settings.limits.newsPortionMax
    for begin in stride(from: 0, to: seqs.count, by: portion) {
      write(.heard(Array(seqs[begin...].prefix(portion))), at: now)
    }
    board.remove(seqs)
    newsReaders.forget(seqs)
  }

  private mutating func noteTold(_ seqs: [Int]) {
    toldNews.leaving.formUnion(seqs)
    unconfirmed.told.formUnion(seqs)
  }

  /// What the last wake said has left: what it told is heard.
  public mutating func noteOutputLeft() { toldNews.leave() }

  /// Writes down as heard what has left.
  mutating func hearWhatHasLeft(at now: Instant) {
    let heard = toldNews.left
    // Nothing is committed that nobody asked for while the store rests.
    guard !heard.isEmpty, isRested(at: now) else { return }
    toldNews.left = []
    unconfirmed.heard.formUnion(heard)
    hear(heard.filter(board.contains).sorted(), at: now)
  }

  private mutating func noteSent(_ seq: Int, on id: SessionID) {
    noteCursor(of: id)
    sessions[id]?.news.noteSent(seq)
    sessions[id]?.news.prune(by: board)
  }

  /// Notes how far a session was before the batch in hand, in case its commit fails.
  private mutating func noteCursor(of id: SessionID) {
    guard unconfirmed.cursors[id] == nil, let session = sessions[id] else { return }
    unconfirmed.cursors[id] = session.news
  }
}
