// Users, people and texts: the rows that hold what may have to be erased, and their numbers.

import Bookings
import JSON

/// Gives a row to each user, person and text, and finds what stands in a row. A class because it
/// keeps statements and what it has seen; whoever rolls back makes it forget.
final class Names {
  private let database: Database
  private let knownMax: Int
  private var users: [String: Int64] = [:]
  private var texts: [String: Int64] = [:]
  private var people: [PassDetails: Int64] = [:]
  /// What was read, by the numbers of rows: few people hold many bookings.
  private var readUsers: [Int64: UserID] = [:]
  private var readTexts: [Int64: String] = [:]
  private var readPeople: [Int64: PassDetails?] = [:]
  private let findUser: Statement
  private let enterUser: Statement
  private let enterPerson: Statement
  private let enterText: Statement
  private let readUser: Statement
  private let readPerson: Statement
  private let readText: Statement

  init(_ database: Database) throws(StoreFault) {
    self.database = database
    knownMax = database.limits.knownTextsMax
    findUser = try database.prepare("SELECT number FROM user WHERE name = ?1")
    // The checksum needs the number, so SQLite does not draw it: it would be the same.
    enterUser = try database.prepare(
      """
      INSERT INTO user (number, name, checksum) SELECT next, ?1, row_checksum(next, ?1)
        FROM (SELECT coalesce(max(number), 0) + 1 AS next FROM user)
      """)
    enterPerson = try database.prepare(
      """
      INSERT INTO person (number, name, email, phone, checksum)
        SELECT next, ?1, ?2, ?3, row_checksum(next, ?1, ?2, ?3)
        FROM (SELECT coalesce(max(number), 0) + 1 AS next FROM person)
      """)
    enterText = try database.prepare(
      """
      INSERT INTO text (number, content, checksum) SELECT next, ?1, row_checksum(next, ?1)
        FROM (SELECT coalesce(max(number), 0) + 1 AS next FROM text)
      """)
    readUser = try database.prepare("SELECT name FROM user WHERE number = ?1")
    readPerson = try database.prepare("SELECT name, email, phone FROM person WHERE number = ?1")
    readText = try database.prepare("SELECT content FROM text WHERE number = ?1")
  }

  /// Forgets what it has seen: rows may be gone or changed.
  func forget() {
    users.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    people.removeAll(keepingCapacity: true)
    readUsers.removeAll(keepingCapacity: true)
    readTexts.removeAll(keepingCapacity: true)
    readPeople.removeAll(keepingCapacity: true)
  }

  // From what is said to a row. What is known by heart is compared octet by octet, since two
  // strings that are equal to Swift may be written differently.

  /// The row of a user.
  func number(of user: UserID) throws(StoreFault) -> Int64 {
    if let known = users.index(forKey: user.text), users[known].key.hasSameOctets(as: user.text) {
      return users[known].value
    }
    findUser.bind(1, user.text)
    let found = try findUser.first { (row) throws(StoreFault) in try row.integer(0) }
    let number: Int64
    if let found { number = found } else { number = try enter(user) }
    if users.count >= knownMax { users.removeAll(keepingCapacity: true) }
    users.removeValue(forKey: user.text)
    users[user.text] = number
    return number
  }

  private func enter(_ user: UserID) throws(StoreFault) -> Int64 {
    try requireShort(user.text)
    enterUser.bind(1, user.text)
    try enterUser.run()
    return database.lastRow
  }

  /// A row of a text; nil for an empty one.
  func number(of text: String) throws(StoreFault) -> Int64? {
    if text.isEmpty { return nil }
    if let known = texts.index(forKey: text), texts[known].key.hasSameOctets(as: text) {
      return texts[known].value
    }
    try requireShort(text)
    enterText.bind(1, text)
    try enterText.run()
    let number = database.lastRow
    if texts.count >= knownMax { texts.removeAll(keepingCapacity: true) }
    texts.removeValue(forKey: text)
    texts[text] = number
    return number
  }

  /// A row of a person's details.
  func number(of details: PassDetails) throws(StoreFault) -> Int64 {
    if let known = people.index(forKey: details), people[known].key.hasSameOctets(as: details) {
      return people[known].value
    }
    try requireShort(details.name)
    enterPerson.bind(1, details.name)
    enterPerson.bind(2, details.email)
    enterPerson.bind(3, details.phone)
    try enterPerson.run()
    let number = database.lastRow
    if people.count >= knownMax { people.removeAll(keepingCapacity: true) }
    people.removeValue(forKey: details)
    people[details] = number
    return number
  }

  private func requireShort(_ text: String) throws(StoreFault) {
    if text.utf8.count > database.limits.textOctetsMax {
      throw .unstorable(database.cause("a text of \(text.utf8.count) octets"))
    }
  }

  // From a row to what stands there

  /// The user of a row; `erased:` and the row if the name was erased.
  func user(_ number: Int64) throws(StoreFault) -> UserID {
    if let known = readUsers[number] { return known }
    readUser.bind(1, number)
    let name = try readUser.first { (row) throws(StoreFault) in try row.optionalText(0) }
    guard let name else { throw missing("user", number) }
    let user = UserID(name ?? "erased:\(number)")
    if readUsers.count >= knownMax { readUsers.removeAll(keepingCapacity: true) }
    readUsers[number] = user
    return user
  }

  /// The text of a row; empty if it was erased.
  func text(_ number: Int64?) throws(StoreFault) -> String {
    guard let number else { return "" }
    if let known = readTexts[number] { return known }
    readText.bind(1, number)
    let text = try readText.first { (row) throws(StoreFault) in try row.optionalText(0) }
    guard let text else { throw missing("text", number) }
    if readTexts.count >= knownMax { readTexts.removeAll(keepingCapacity: true) }
    readTexts[number] = text ?? ""
    return text ?? ""
  }

  /// The person of a row; nil if the details were erased.
  func person(_ number: Int64) throws(StoreFault) -> PassDetails? {
    if let known = readPeople[number] { return known }
    readPerson.bind(1, number)
    let details = try readPerson.first { (row) throws(StoreFault) in
      row.isNull(0) ? nil : try PassDetails(row)
    }
    guard let details else { throw missing("person", number) }
    if readPeople.count >= knownMax { readPeople.removeAll(keepingCapacity: true) }
    readPeople[number] = .some(details)
    return details
  }

  private func missing(_ table: String, _ number: Int64) -> StoreFault {
    .damaged(database.cause("\(table) \(number) is missing"))
  }
}

/// How a person is called and reached.
struct PassDetails: Hashable {
  let name: String
  let email: String
  /// Nil for whoever is reached by e-mail alone.
  let phone: String?

  func hasSameOctets(as other: PassDetails) -> Bool {
    name.hasSameOctets(as: other.name) && email.hasSameOctets(as: other.email)
      && (phone ?? "").hasSameOctets(as: other.phone ?? "")
  }
}

extension PassDetails {
  /// From a row of name, e-mail address and phone number.
  init(_ row: Row) throws(StoreFault) {
    self.init(name: try row.text(0), email: try row.text(1), phone: try row.optionalText(2))
  }
}
