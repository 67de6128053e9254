// Answers to messages, kept until they expire.

import BookingAgent
import CivilTime

/// The table `message`. A class because it keeps statements and when the next answer expires.
final class MessageTable {
  private let database: Database
  private let enter: Statement
  private let find: Statement
  private let drop: Statement
  private let dropExpired: Statement
  private let readFirst: Statement
  private let readWanted: Statement
  private let readAll: Statement
  /// No answer expires before this instant, in milliseconds.
  private var nothingExpiresBefore = Int64.min

  init(_ database: Database) throws(StoreFault) {
    self.database = database
    enter = try database.prepare(
      """
      INSERT INTO message
          (entry, principal, conversation, speaker, name, text, reply, expires_ms, checksum)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, row_checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8))
        ON CONFLICT (principal, conversation, speaker, name) DO NOTHING
      """)
    find = try database.prepare(
      """
      SELECT entry FROM message
        WHERE principal = ?1 AND conversation = ?2 AND speaker = ?3 AND name = ?4
      """)
    drop = try database.prepare("DELETE FROM message WHERE entry = ?1")
    dropExpired = try database.prepare(
      """
      DELETE FROM message WHERE entry IN (
        SELECT entry FROM message WHERE expires_ms <= ?1 ORDER BY expires_ms LIMIT ?2)
      """)
    readFirst = try database.prepare("SELECT min(expires_ms) FROM message")
    readWanted = try database.prepare(Self.select, "WHERE expires_ms > ?1 ORDER BY entry")
    readAll = try database.prepare(Self.select, "ORDER BY entry")
  }

  private static let select: StaticString = """
    SELECT entry, principal, conversation, speaker, name, text, reply, expires_ms FROM message
    """

  /// Keeps an answer under the number of its line in the journal; answers the line whose answer to
  /// a message of the same name had to give way.
  func keep(_ answer: StoredAnswer, entry: Int64) throws(StoreFault) -> Int64? {
    let limits = database.limits
    guard answer.reply.count <= limits.valueOctetsMax / 4 else {
      throw .unstorable(database.cause("an answer is too large"))
    }
    bind(answer, entry)
    try enter.run()
    var replaced: Int64?
    if database.changedRows == 0 {
      find.bind(1, answer.key.principal)
      find.bind(2, answer.key.conversation)
      find.bind(3, answer.key.user)
      find.bind(4, answer.key.message)
      replaced = try find.first { (row) throws(StoreFault) in try row.integer(0) }
      drop.bind(1, replaced)
      try drop.run()
      try enter.run()
    }
    nothingExpiresBefore = min(nothingExpiresBefore, answer.expires.milliseconds)
    return replaced
  }

  private func bind(_ answer: StoredAnswer, _ entry: Int64) {
    enter.bind(1, entry)
    enter.bind(2, answer.key.principal)
    enter.bind(3, answer.key.conversation)
    enter.bind(4, answer.key.user)
    enter.bind(5, answer.key.message)
    enter.bind(6, answer.text.description)
    enter.bind(7, octets: answer.reply)
    enter.bind(8, answer.expires.milliseconds)
  }

  /// Forgets some of the answers that have expired.
  func forget(at now: Instant) throws(StoreFault) {
    guard nothingExpiresBefore <= now.milliseconds else { return }
    let portion = database.limits.forgottenAnswersMax
    dropExpired.bind(1, now.milliseconds)
    dropExpired.bind(2, portion)
    try dropExpired.run()
    guard database.changedRows < portion else { return }
    let first = try readFirst.first { (row) throws(StoreFault) in try row.optionalInteger(0) }
    nothingExpiresBefore = (first ?? nil) ?? Int64.max
  }

  /// After a rollback nothing is known any more.
  func forgetWhatIsKnown() { nothingExpiresBefore = Int64.min }

  /// The answers that have not expired.
  func wanted(at now: Instant) throws(StoreFault) -> [StoredAnswer] {
    var wanted: [StoredAnswer] = []
    readWanted.bind(1, now.milliseconds)
    try readWanted.each { (row) throws(StoreFault) in wanted.append(try answer(row)) }
    return wanted
  }

  /// Hands over every answer with the line of the journal that tells of it.
  func each(_ body: (Int64, StoredAnswer) throws(StoreFault) -> Void) throws(StoreFault) {
    try readAll.each { (row) throws(StoreFault) in try body(try row.integer(0), try answer(row)) }
  }

  private func answer(_ row: Row) throws(StoreFault) -> StoredAnswer {
    let key = MessageKey(
      principal: try row.text(1), conversation: try row.text(2), user: try row.text(3),
      message: try row.text(4))
    guard let text = String(validating: try row.octets(5), as: UTF8.self) else {
      throw row.unreadable(5, "is not UTF-8")
    }
    // Stores from before texts were hashed hold the text itself; no order is 32 digits.
    return StoredAnswer(
      key: key, text: TextHash(text) ?? TextHash(of: text), reply: try row.octets(6),
      expires: Instant(milliseconds: try row.integer(7)))
  }
}
