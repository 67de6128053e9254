// A person in the store: who is sought, and the rows in which their names and addresses stand.

public import Bookings

/// Whose data are sought.
public struct StoredPerson: Hashable, Sendable {
  /// Under which name they book.
  public let user: UserID
  /// Under which address they come to bookings; nil if they are sought by their name alone.
  public let email: EmailAddress?

  /// Who books under a name, and comes under an address.
  public init(user: UserID, email: EmailAddress? = nil) {
    self.user = user
    self.email = email
  }
}

/// The rows of somebody. Everything else in the store refers to them.
struct PersonFound {
  /// The row of `user`; nil if they never spoke and nobody booked for them.
  private(set) var user: Int64?
  /// Rows of `person`.
  private(set) var people: Set<Int64> = []
  /// What stands in those, in order.
  private(set) var details: [PassDetails] = []

  var isNobody: Bool { user == nil && people.isEmpty }

  /// Addresses are one if they differ only in the case of ASCII letters, as everywhere.
  init(_ sought: StoredPerson, in database: Database) throws(StoreFault) {
    let findUser = try database.prepare("SELECT number FROM user WHERE name = ?1")
    findUser.bind(1, sought.user.text)
    user = try findUser.first { (row) throws(StoreFault) in try row.integer(0) }
    guard let email = sought.email else { return }
    let findPeople = try database.prepare(
      // SQLite's lower knows ASCII alone.
      """
      SELECT name, email, phone, number FROM person WHERE lower(email) = lower(?1) ORDER BY number
      """)
    findPeople.bind(1, email.text)
    var people: Set<Int64> = []
    var details: [PassDetails] = []
    try findPeople.each { (row) throws(StoreFault) in
      people.insert(try row.integer(3))
      let one = try PassDetails(row)
      if !details.contains(one) { details.append(one) }
    }
    self.people = people
    self.details = details
  }
}
