// The people of the simulated world, and what each may do with what others have.

import Bookings

/// Three who talk. Each may do something that another may not.
enum SimulatedPeople {
  static let users = ["mia", "tom", "zoe"]
  static let names = ["mia": "Mia Wolf", "tom": "Tom Berg", "zoe": "Zoe Frank"]
  /// How two of them are called in a chat.
  private static let chats = ["mia": "slack:UM", "tom": "slack:UT"]
  /// In whose name each may book.
  private static let bookFor: [String: Set<String>] = ["mia": ["tom", "zoe"], "zoe": ["mia"]]
  /// Whose bookings each may change.
  private static let manage: [String: Set<String>] = ["tom": ["zoe"]]

  /// As the house knows them.
  static func all() throws -> People {
    People(
      try users.enumerated().map { number, user in
        var person = Person(id: UserID(user), name: names[user] ?? user)
        person.email = try EmailAddress("\(user)@house.example")
        person.phone = PhoneText(e164: "+49171555000\(number)")
        person.chats = [chats[user]].compactMap { $0.map { UserID($0) } }
        person.mayBookFor = bookFor[user] ?? []
        person.mayManage = manage[user] ?? []
        return person
      })
  }

  /// All names of somebody.
  static func names(of user: String) -> [String] { [user] + [chats[user]].compactMap(\.self) }

  /// By which name the house knows somebody.
  static func known(_ name: String) -> String { users.first { chats[$0] == name } ?? name }

  static func may(_ user: UserID, bookFor owner: UserID) -> Bool {
    bookFor[user.text]?.contains(owner.text) ?? false
  }

  /// Whether somebody may read and change all of a booking.
  static func may(_ user: String, change booking: Booking) -> Bool {
    booking.owner.text == user || booking.bookedBy?.text == user
      || manage[user]?.contains(booking.owner.text) == true
  }
}
