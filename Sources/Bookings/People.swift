// The people of the house: who they are, how they are called, and for whom each may book.

/// Somebody of the house.
public struct Person: Hashable, Codable, Sendable {
  /// By whom bookings are owned.
  public let id: UserID
  /// The whole name; never empty.
  public let name: String
  /// The address, if known.
  public var email: EmailAddress?
  /// The number, if known.
  public var phone: PhoneText?
  /// Who else the person is, as a bridge tells it: `slack:U77`.
  public var chats: [UserID] = []
  /// The groups to which the person belongs, as people call them.
  public var groups: [String] = []
  /// In whose name the person may book: ids, groups or `*`.
  public var mayBookFor: Set<String> = []
  /// Whose bookings the person may change and give back: ids, groups or `*`.
  public var mayManage: Set<String> = []

  /// Somebody of whom nothing but the name is known.
  public init(id: UserID, name: String) {
    self.id = id
    self.name = name
  }

  /// Stands for everybody in `mayBookFor` and `mayManage`.
  public static let everybody = "*"

  /// The first word of the name.
  public var firstName: String { name.split(separator: " ").first.map(String.init) ?? name }

  /// The last word of the name; nil if it has but one.
  public var surname: String? {
    let words = name.split(separator: " ")
    return words.count > 1 ? words.last.map(String.init) : nil
  }

  /// Whether one of some ids and groups stands for the person.
  func isAmong(_ named: Set<String>) -> Bool {
    named.contains(Self.everybody) || named.contains(id.text)
      || groups.contains { named.contains($0) }
  }
}

extension AttendeeRequest {
  /// Somebody of the house as an attendee.
  public init(_ person: Person) {
    self.init(name: person.name, email: person.email?.text, phone: person.phone?.e164)
  }
}

/// All people of the house, found by what they are called.
public struct People: Hashable, Sendable {
  /// The people, in the order of their file. Ids and chat ids are each unlike all others.
  public let all: [Person]
  private let places: [UserID: Int]
  /// By whole names, by first names and ids, by surnames, and by groups; in small letters.
  private let wholes: [String: [Int]]
  private let firsts: [String: [Int]]
  private let lasts: [String: [Int]]
  private let groups: [String: [Int]]

  /// People whose ids and chat ids are each unlike all others (checked by who reads the file).
  public init(_ all: [Person] = []) {
    self.all = all
    var places: [UserID: Int] = [:]
    var (wholes, firsts): ([String: [Int]], [String: [Int]]) = ([:], [:])
    var (lasts, groups): ([String: [Int]], [String: [Int]]) = ([:], [:])
    for (place, person) in all.enumerated() {
      for user in [person.id] + person.chats { places[user] = place }
      wholes[person.name.lowercased(), default: []].append(place)
      // An id that is somebody else's first name as well is no more than that.
      for name in Set([person.firstName, person.id.text].map { $0.lowercased() }) {
        firsts[name, default: []].append(place)
      }
      if let last = person.surname { lasts[last.lowercased(), default: []].append(place) }
      for group in Set(person.groups.map { $0.lowercased() }) {
        groups[group, default: []].append(place)
      }
    }
    (self.places, self.wholes, self.firsts) = (places, wholes, firsts)
    (self.lasts, self.groups) = (lasts, groups)
  }

  /// Whether nobody of the house is known.
  public var isEmpty: Bool { all.isEmpty }

  /// Who a user is, by id or chat id.
  public subscript(_ user: UserID) -> Person? { places[user].map { all[$0] } }

  /// All that people and groups are called, each once.
  public var names: [String] {
    var seen: Set<String> = []
    return all.flatMap { [$0.name, $0.firstName, $0.id.text] + $0.groups }
      .filter { seen.insert($0.lowercased()).inserted }
  }
}

extension People {
  /// Who is meant by a name.
  public enum Meant: Hashable, Sendable {
    /// Nobody of the house is called so.
    case nobody
    /// This one.
    case one(Person)
    /// One of these, in the order of the file.
    case several([Person])
    /// All of a group.
    case group([Person])
  }

  /// Who is meant by a name when somebody says it: by whole names before first names and ids, by
  /// these before surnames, those of the speaker's own groups before others, people before groups.
  public func meant(by name: String, to user: UserID) -> Meant {
    let key = name.lowercased()
    for names in [wholes, firsts, lasts] {
      guard let places = names[key] else { continue }
      let called = places.map { all[$0] }
      let near = called.filter { isNear($0, to: user) }
      let meant = near.isEmpty ? called : near
      return meant.count == 1 ? .one(meant[0]) : .several(meant)
    }
    return groups[key].map { .group($0.map { all[$0] }) } ?? .nobody
  }

  private func isNear(_ person: Person, to user: UserID) -> Bool {
    guard let speaker = self[user] else { return false }
    return person.groups.contains { speaker.groups.contains($0) }
  }

  /// Whether somebody may book in the name of a person.
  public func may(_ user: UserID, bookFor person: Person) -> Bool {
    self[user].map { person.isAmong($0.mayBookFor) } ?? false
  }

  /// Whether somebody may change and give back what another holds.
  public func may(_ user: UserID, manageOf owner: UserID) -> Bool {
    guard let person = self[owner], let speaker = self[user] else { return false }
    return person.isAmong(speaker.mayManage)
  }

  /// How whoever holds something is called: by name, or as they are known.
  public func name(of user: UserID) -> String { self[user]?.name ?? user.text }
}
