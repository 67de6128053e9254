// News for people, as they are after the last event.

import BookingAgent
import Bookings
import CivilTime
import JSON
import Passes
import Products

/// A coded piece of news, and when it was over.
struct NoticeRow: Hashable {
  var news: News
  /// When it was heard or given up; nil if it is still to be heard.
  var told: Instant?
}

/// The table `notice`. A class because it keeps statements.
final class NoticeTable {
  private let database: Database
  private let enter: Statement
  private let setSent: Statement
  private let setTold: Statement
  private let readWanted: Statement
  private let readAll: Statement
  private var writer = FactWriter()

  /// Of all columns in the order of the table.
  static let checksum: StaticString = """
    row_checksum(number, user, booking, passes, made_ms, expires_ms, sent, told_ms, wait, purchase,
      trip, leg, provider, outcome)
    """

  private static let select: StaticString = """
    SELECT number, user, booking, passes, made_ms, expires_ms, sent, told_ms, wait, purchase, trip,
        leg, provider, outcome
      FROM notice
    """

  init(_ database: Database) throws(StoreFault) {
    self.database = database
    enter = try database.prepare(
      """
      INSERT INTO notice (number, user, booking, passes, made_ms, expires_ms, sent, wait, purchase,
          trip, leg, provider, outcome, checksum)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,
          row_checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7, NULL, ?8, ?9, ?10, ?11, ?12, ?13))
      """)
    setSent = try database.prepare(
      """
      UPDATE notice SET sent = 1,
          checksum = row_checksum(number, user, booking, passes, made_ms, expires_ms, 1, told_ms,
            wait, purchase, trip, leg, provider, outcome)
        WHERE number = ?1
      """)
    setTold = try database.prepare(
      """
      UPDATE notice SET told_ms = ?2,
          checksum = row_checksum(number, user, booking, passes, made_ms, expires_ms, sent, ?2,
            wait, purchase, trip, leg, provider, outcome)
        WHERE number = ?1
      """)
    readWanted = try database.prepare(
      Self.select, "WHERE told_ms IS NULL AND expires_ms > ?1 ORDER BY number")
    readAll = try database.prepare(Self.select, "ORDER BY number")
  }

  /// Makes the table say what a coded event says.
  func apply(_ event: NewsEvent, at instant: Instant) throws(StoreFault) {
    switch event {
    case .made(let news): try insert(news)
    case .sent(let numbers):
      for number in numbers {
        setSent.bind(1, number)
        try setSent.run()
        try requireOne(number)
      }
    case .heard(let numbers):
      for number in numbers {
        setTold.bind(1, number)
        setTold.bind(2, instant.milliseconds)
        try setTold.run()
        try requireOne(number)
      }
    }
  }

  private func insert(_ news: News) throws(StoreFault) {
    enter.bind(1, news.seq)
    enter.bind(2, Coded.number(news.user.text))
    switch news.subject {
    case .passes(let booking, let topics):
      writer.clear()
      writer.object { fact in JournalForm.write(topics, into: &fact) }
      enter.bind(3, booking.number)
      enter.bind(4, octets: writer.octets)
    case .deed(let booking, let deed):
      writer.clear()
      writer.object { fact in JournalForm.write(deed, into: &fact) }
      enter.bind(3, booking.number)
      enter.bind(4, octets: writer.octets)
    case .wait, .ride, .account:
      enter.bind(3, nil as Int64?)
      enter.bind(4, nil as Int64?)
    }
    if let account = news.account {
      writer.clear()
      writer.object { fact in JournalForm.write(account.outcome, into: &fact) }
      enter.bind(12, account.provider)
      enter.bind(13, octets: writer.octets)
    } else {
      enter.bind(12, nil as String?)
      enter.bind(13, nil as String?)
    }
    enter.bind(8, news.wait.map { Int64($0.number) })
    enter.bind(9, news.purchase.map { Int64($0.number) })
    enter.bind(10, news.leg.map { Int64($0.trip.number) })
    enter.bind(11, news.leg.map { Int64($0.number) })
    enter.bind(5, news.made.milliseconds)
    enter.bind(6, news.expires.milliseconds)
    enter.bind(7, news.isSent)
    try enter.run()
  }

  private func requireOne(_ number: Int) throws(StoreFault) {
    if database.changedRows != 1 {
      throw .unstorable(database.cause("news \(number) are told before they were made"))
    }
  }

  // Reading

  /// The coded news that are still to be heard at an instant, in order.
  func wanted(at now: Instant) throws(StoreFault) -> [News] {
    var wanted: [News] = []
    readWanted.bind(1, now.milliseconds)
    try readWanted.each { (row) throws(StoreFault) in wanted.append(try found(row).news) }
    return wanted
  }

  /// Hands over every row, coded, in order.
  func each(_ body: (NoticeRow) throws(StoreFault) -> Void) throws(StoreFault) {
    try readAll.each { (row) throws(StoreFault) in try body(try found(row)) }
  }

  private func found(_ row: Row) throws(StoreFault) -> NoticeRow {
    let subject: News.Subject
    if let wait = try row.optionalInteger(8) {
      subject = .wait(WaitReference(Int(wait)))
    } else if let purchase = try row.optionalInteger(9) {
      let trip = TripReference(Int(try row.integer(10)))
      subject = .ride(PurchaseID(Int(purchase)), LegReference(trip, Int(try row.integer(11))))
    } else if let provider = try row.optionalText(12) {
      subject = .account(provider, try value(of: row, 13, JournalForm.outcome))
    } else {
      let booking = BookingReference(Int(try row.integer(2)))
      subject = try value(of: row, 3) { (value) throws(FormFault) in
        var fact = try FactObject(value)
        let subject = try JournalForm.subject(of: booking, &fact)
        try fact.finish()
        return subject
      }
    }
    let news = News(
      seq: Int(try row.integer(0)), user: UserID(Coded.text(try row.integer(1))),
      subject: subject, made: Instant(milliseconds: try row.integer(4)),
      expires: Instant(milliseconds: try row.integer(5)), isSent: try row.truth(6))
    return NoticeRow(
      news: news, told: try row.optionalInteger(7).map { Instant(milliseconds: $0) })
  }

  /// What a column says that is written as in the journal.
  private func value<Value>(
    of row: Row, _ column: Int32, _ read: (JSONValue) throws(FormFault) -> Value
  ) throws(StoreFault) -> Value {
    let octets = try row.octets(column)
    do throws(FormFault) {
      return try read(try JournalForm.parse(octets, octetsMax: database.limits.valueOctetsMax))
    } catch {
      throw row.unreadable(column, error.reason)
    }
  }
}

extension NoticeRow {
  /// What two sides can say differently, as an administrator finds it in the table.
  var members: [(name: String, value: String)] {
    var coded = FactWriter()
    switch news.subject {
    case .passes(_, let topics): coded.object { fact in JournalForm.write(topics, into: &fact) }
    case .deed(_, let deed): coded.object { fact in JournalForm.write(deed, into: &fact) }
    case .wait, .ride, .account: break
    }
    var outcome = FactWriter()
    if let account = news.account {
      outcome.object { fact in JournalForm.write(account.outcome, into: &fact) }
    }
    return [
      ("user", news.user.text), ("booking", news.booking?.description ?? "none"),
      ("passes", String(decoding: coded.octets, as: UTF8.self)),
      ("wait", news.wait?.description ?? "none"),
      ("purchase", news.purchase.map { "\($0.number)" } ?? "none"),
      ("leg", news.leg?.description ?? "none"),
      ("provider", news.account?.provider ?? "none"),
      ("outcome", String(decoding: outcome.octets, as: UTF8.self)),
      ("made_ms", "\(news.made.milliseconds)"), ("expires_ms", "\(news.expires.milliseconds)"),
      ("sent", "\(news.isSent)"), ("told_ms", told.map { "\($0.milliseconds)" } ?? "none"),
    ]
  }
}
