// The form of facts about news.

import BookingAgent
import Bookings
import CivilTime
import Passes
import Products

extension JournalForm {
  static func write(_ event: NewsEvent, into writer: inout FactWriter) -> StaticString {
    switch event {
    case .made(let news):
      writer.object { fact in
        fact.member("seq", news.seq)
        fact.member("user", Coded.number(news.user.text))
        switch news.subject {
        case .passes(let booking, let topics):
          fact.member("booking", booking.number)
          write(topics, into: &fact)
        case .deed(let booking, let deed):
          fact.member("booking", booking.number)
          write(deed, into: &fact)
        case .wait(let wait): fact.member("wait", wait.number)
        case .ride(let purchase, let leg):
          fact.member("purchase", purchase.number)
          write(leg, into: &fact)
        case .account(let provider, let outcome):
          fact.member("provider", text: provider)
          fact.name("outcome")
          fact.object { fact in write(outcome, into: &fact) }
        }
        fact.member("made", news.made.milliseconds)
        fact.member("expires", news.expires.milliseconds)
        fact.member("sent", news.isSent)
      }
      return news.subject.kind
    case .sent(let seqs):
      write(seqs, into: &writer)
      return "news.sent"
    case .heard(let seqs):
      write(seqs, into: &writer)
      return "news.heard"
    }
  }

  private static func write(_ seqs: [Int], into writer: inout FactWriter) {
    writer.object { fact in
      fact.name("seqs")
      fact.list { fact in
        for seq in seqs { fact.number(seq) }
      }
    }
  }

  /// The members that tell which passes news are about; those that would be empty are left out.
  static func write(_ topics: PassTopics, into fact: inout FactWriter) {
    write(topics.accepted, as: "accepted", into: &fact)
    write(topics.ended, as: "ended", into: &fact)
    write(topics.troubled, as: "troubled", into: &fact)
    write(topics.toBeToldByBooker, as: "tell", into: &fact)
  }

  /// What news of a booking are about.
  static func subject(
    of booking: BookingReference, _ fact: inout FactObject
  ) throws(FormFault) -> News.Subject {
    if let deed = try deed(&fact) { return .deed(booking, deed) }
    return .passes(booking, try topics(&fact))
  }

  /// The member that tells what another did, whose user is the number of a row.
  static func write(_ deed: OthersDeed, into fact: inout FactWriter) {
    fact.name("deed")
    fact.object { fact in
      fact.member("kind", deed.kind.rawValue)
      fact.member("version", deed.version)
      fact.member("by", Coded.number(deed.by.text))
    }
  }

  private static func deed(_ fact: inout FactObject) throws(FormFault) -> OthersDeed? {
    guard let value = fact.optionalValue("deed") else { return nil }
    var deed = try FactObject(value)
    let kind = try deed.word("kind", OthersDeed.Kind.self)
    let version = Int(try deed.integer("version"))
    let user = UserID(Coded.text(try deed.integer("by")))
    try deed.finish()
    return OthersDeed(kind, version: version, by: user)
  }

  private static func write(
    _ editions: [PassEdition], as name: StaticString, into fact: inout FactWriter
  ) {
    if editions.isEmpty { return }
    fact.name(name)
    fact.list { fact in
      for edition in editions {
        fact.list { fact in
          fact.number(edition.id.number)
          fact.number(edition.sequence)
        }
      }
    }
  }

  /// The event of a kind; nil if it is none of news.
  static func news(
    _ kind: String, _ fact: inout FactObject
  ) throws(FormFault) -> NewsEvent? {
    switch kind {
    case "news", "news.wait", "news.ride", "news.account":
      let seq = Int(try fact.integer("seq"))
      let user = UserID(Coded.text(try fact.integer("user")))
      let subject: News.Subject
      switch kind {
      case "news.wait": subject = .wait(WaitReference(Int(try fact.integer("wait"))))
      case "news.ride":
        let purchase = PurchaseID(Int(try fact.integer("purchase")))
        subject = .ride(purchase, try leg(&fact))
      case "news.account":
        let provider = try provider(&fact)
        subject = .account(provider, try outcome(try fact.value("outcome")))
      default:
        let booking = BookingReference(Int(try fact.integer("booking")))
        subject = try self.subject(of: booking, &fact)
      }
      let made = Instant(milliseconds: try fact.integer("made"))
      let expires = Instant(milliseconds: try fact.integer("expires"))
      return .made(
        News(
          seq: seq, user: user, subject: subject, made: made, expires: expires,
          isSent: try fact.truth("sent")))
    case "news.sent": return .sent(try seqs(&fact))
    case "news.heard": return .heard(try seqs(&fact))
    default: return nil
    }
  }

  private static func seqs(_ fact: inout FactObject) throws(FormFault) -> [Int] {
    var list = try fact.list("seqs")
    var seqs: [Int] = []
    while !list.isEmpty { seqs.append(Int(try list.integer())) }
    return seqs
  }

  static func topics(_ fact: inout FactObject) throws(FormFault) -> PassTopics {
    PassTopics(
      accepted: try optionalEditions("accepted", &fact),
      ended: try optionalEditions("ended", &fact),
      troubled: try optionalEditions("troubled", &fact),
      toBeToldByBooker: try optionalEditions("tell", &fact))
  }

  private static func optionalEditions(
    _ name: String, _ fact: inout FactObject
  ) throws(FormFault) -> [PassEdition] {
    guard let value = fact.optionalValue(name) else { return [] }
    return try editions(try FactList(value))
  }
}

extension News.Subject {
  /// The kind of a line of the journal that tells of such news.
  fileprivate var kind: StaticString {
    switch self {
    case .passes, .deed: "news"
    case .wait: "news.wait"
    case .ride: "news.ride"
    case .account: "news.account"
    }
  }
}
