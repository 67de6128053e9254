// News of passes: written down when they are made, told to whoever listens, kept until they are
// heard. A person's text session has heard what it was told; a program says so by `ack`.

import Bookings
import CivilTime
import Dialogue
import JSON
import LineProtocol
import Passes

extension Agent {
  /// Writes down what somebody is to be told, and tells it to every session that listens.
  mutating func announce(_ news: PassNews, at now: Instant) {
    guard let booking = world.ledger.booking(news.booking),
      !words(for: news, to: booking.owner, at: now).isEmpty
    else { return }
    announce(news.topics, nil, of: booking, to: booking.owner, at: now)
    // Who booked in the owner's name is told of the passes, too.
    if let booker = booking.bookedBy {
      announce(news.topics, nil, of: booking, to: booker, at: now)
    }
  }

  /// Writes down what the others who hold a booking are to be told of a deed, and tells them.
  mutating func announce(_ event: BookingEvent, by user: UserID, at now: Instant) {
    guard let deed = OthersDeed(event, by: user) else { return }
    let nothing = PassTopics(accepted: [], ended: [], troubled: [], toBeToldByBooker: [])
    for other in event.booking.holders(but: user) {
      announce(nothing, deed, of: event.booking, to: other, at: now)
    }
  }

  private mutating func announce(
    _ topics: PassTopics, _ deed: OthersDeed?, of booking: Booking, to user: UserID,
    at now: Instant
  ) {
    let listening = sessions.filter { $0.value.hears(newsOf: user.text) }.map(\.key).sorted()
    let piece = News(
      seq: board.last + 1, user: user, booking: booking.reference, topics: topics, made: now,
      expires: booking.end > now
        ? booking.end : now + .seconds(settings.limits.lateNewsSeconds),
      isSent: listening.contains { sessions[$0]?.encoding == .json }, deed: deed)
    write(.made(piece), at: now)
    board.take(piece)
    deliver(piece, to: listening, at: now)
    hear(board.giveWay(settings.limits, of: [user.text]), at: now)
  }

  private mutating func deliver(_ piece: News, to listening: [SessionID], at now: Instant) {
    if listening.isEmpty { return }
    let isForPrograms = listening.contains { sessions[$0]?.encoding == .json }
    let attempt = isForPrograms ? board.countAttempt(at: piece.seq) : 1
    guard let notice = notice(of: piece, attempt: attempt, at: now) else { return }
    var isHeard = false
    for id in listening {
      effects.append(.notice(id, notice))
      switch sessions[id]?.encoding {
      case .json: noteSent(piece.seq, on: id)
      case .text, nil: isHeard = true
      }
    }
    if isHeard { hear([piece.seq], at: now) }
  }

  /// A piece as it is told now; nil if nothing in it holds any more.
  private mutating func notice(of piece: News, attempt: Int, at now: Instant) -> Notice? {
    guard let booking = world.ledger.booking(piece.booking) else { return nil }
    let lines = self.lines(of: piece, on: booking, at: now)
    guard !lines.isEmpty else { return nil }
    counts.messages += 1
    let form = WireForm(
      world: world, reader: piece.user, language: newsLanguage(of: piece.booking))
    let message = ReplyMessage(
      lines: lines, id: "m\(counts.messages)", audience: .user)
    return Notice(
      piece.deed == nil ? .passResult : .changedByOther, messages: [message],
      members: [
        "seq": .integer(Int64(piece.seq)),
        "kind": .string(piece.deed?.kind.rawValue ?? "pass"),
        "conv": .string(homes[piece.booking.number]?.key.conversation ?? ""),
        "user": .string(piece.user.text), "ref": .string(piece.booking.description),
        "booking": .object(form.booking(booking)), "attempt": .integer(Int64(attempt)),
        "expires": .string(form.moment(piece.expires)),
      ])
  }

  /// The words of a piece as it is told now; nothing if nothing in it holds any more. What was done
  /// since is a piece of its own.
  private func lines(of piece: News, on booking: Booking, at now: Instant) -> [String] {
    guard let deed = piece.deed else {
      let news = world.outbox.news(
        of: piece.booking, about: board.topics(of: piece), at: now)
      return news.isEmpty ? [] : words(for: news, to: piece.user, at: now)
    }
    guard booking.version == deed.version else { return [] }
    return words(for: deed, with: booking, to: piece.user, at: now)
  }

  // MARK: - What was missed

  /// Tells what somebody missed, as soon as they are there and the store works.
  mutating func tellOwedNews(at now: Instant) {
    for id in owedNews.sorted() {
      owedNews.remove(id)
      guard let session = sessions[id] else { continue }
      switch session.encoding {
      case .text: if let user = session.user { tellMissed(by: user, on: id, at: now) }
      case .json: if session.isSubscribed { sendPortion(to: id, at: now) }
      }
    }
  }

  private mutating func tellMissed(by user: String, on id: SessionID, at now: Instant) {
    let pieces = board.pieces(for: user).filter { $0.expires > now }
    for piece in pieces {
      guard let notice = notice(of: piece, attempt: 1, at: now) else { continue }
      effects.append(.notice(id, notice))
    }
    hear(pieces.map(\.seq), at: now)
  }

  /// Sends a program the next of what it was not sent on this connection: a portion, so that its
  /// output holds it; the next one follows when it asks again or has acknowledged something.
  private mutating func sendPortion(to id: SessionID, at now: Instant) {
    let count = settings.limits.newsPortionMax
    var hasSent = false
    while !hasSent, let cursor = sessions[id]?.news {
      let pieces = board.pieces(after: cursor.reached, without: cursor.sent, max: count)
      var first: [Int] = []
      var over: [Int] = []
      for piece in pieces where piece.expires > now {
        let attempt = board.countAttempt(at: piece.seq)
        guard let notice = notice(of: piece, attempt: attempt, at: now) else {
          over.append(piece.seq)
          continue
        }
        effects.append(.notice(id, notice))
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
    hear(seqs, at: now)
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

extension Session {
  /// Whether news of somebody are for this session: a person's own text session, or a program
  /// that asked for news and carries many.
  func hears(newsOf someone: String) -> Bool {
    switch encoding {
    case .text: user == someone
    case .json: isSubscribed
    }
  }
}
