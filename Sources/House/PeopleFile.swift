// The people of the house as a file says: JSON, or CSV with a line of names first.

public import Bookings
internal import Gateways
internal import JSON
internal import Language
public import PhoneNumbers

/// What a file of people says.
public struct PeopleFile: Hashable, Sendable {
  /// The people, in the order of the file.
  public let people: People

  /// Reads people: a list in JSON, or in CSV (RFC 4180) with the names of the members in the first
  /// line. Numbers are read as people of a region write them.
  /// - Throws: everything that is wrong with it.
  public init(
    _ octets: [UInt8], named file: String, region: PhoneRegion = .germany
  ) throws(FileFaults) {
    var reading = PeopleReading(phones: PhoneReader(region: region))
    var sink = FaultSink()
    if Self.isJSON(octets) {
      let document = try JSONDocument(octets, named: file)
      Self.read(document.value, into: &reading, &sink)
      try sink.finish(document, named: file)
    } else {
      let table = try WrittenTable(octets, named: file)
      Self.read(table, into: &reading, &sink)
      try sink.finish(named: file) { path, _ in table.place(of: path) }
    }
    people = People(reading.people)
  }

  /// Reads the people in a file.
  /// - Throws: that the file cannot be read, or everything that is wrong with it.
  public init(at path: String, region: PhoneRegion = .germany) throws(FileFaults) {
    self = try PeopleFile(SmallFile.octets(at: path), named: path, region: region)
  }

  /// Whether the first sign opens a list or an object.
  private static func isJSON(_ octets: [UInt8]) -> Bool {
    let first = octets.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
  }

  private static func read(
    _ value: JSONValue, into reading: inout PeopleReading, _ sink: inout FaultSink
  ) {
    guard let values = value.array else { return sink.add(.notPeople, at: .root) }
    guard values.count <= PeopleLimits.peopleMax else {
      return sink.add(.shape(.tooMany(max: PeopleLimits.peopleMax)), at: .root)
    }
    if values.isEmpty { sink.add(.nobody, at: .root) }
    for (place, value) in values.enumerated() where !sink.isFull {
      reading.add(value, at: JSONPath.root.appending(place), &sink)
    }
  }

  private static func read(
    _ table: WrittenTable, into reading: inout PeopleReading, _ sink: inout FaultSink
  ) {
    var seen: Set<String> = []
    for (place, name) in table.names.enumerated() {
      let path = JSONPath.root.appending(place)
      if PeopleMembers.person[name] == nil {
        let near = SpokenName.nearest(to: name, in: PeopleMembers.person.members.map(\.path))
        sink.add(.unknownMember(name, nearest: near), at: path)
      } else if !seen.insert(name).inserted {
        sink.add(.saidAlready(as: name), at: path)
      }
    }
    guard sink.isEmpty else { return }
    if table.rows.isEmpty { sink.add(.nobody, at: .root) }
    for (place, row) in table.rows.enumerated() where !sink.isFull {
      // Row 0 is that of the names.
      reading.add(object(of: row, table.names), at: JSONPath.root.appending(place + 1), &sink)
    }
  }

  /// A row as the object that it would be in JSON; what is empty is not said.
  private static func object(of row: [String], _ names: [String]) -> JSONValue {
    var object = JSONObject()
    for (name, field) in zip(names, row) where !field.isEmpty {
      if case .list = PeopleMembers.person[name]?.form {
        let parts = field.split(separator: ";").map { part in
          String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        object[name] = .array(parts.filter { !$0.isEmpty }.map(JSONValue.string))
      } else {
        object[name] = .string(field)
      }
    }
    return .object(object)
  }
}

/// The limits of a file of people.
enum PeopleLimits {
  /// People in a file; 10,000.
  static let peopleMax = 10_000
  /// Octets of a name, an id, an address or a group; 120, as of the name of an attendee.
  static let textOctetsMax = 120
  /// Octets of a line of CSV; 16,384.
  static let lineOctetsMax = 16_384
  /// Chat ids, groups, or names in whose name somebody may book; 100 each.
  static let listMax = 100
}

/// The people read so far.
struct PeopleReading {
  private(set) var people: [Person] = []
  private let phones: PhoneReader
  /// Whose each id and chat id is.
  private var users: [UserID: String] = [:]
  private var addresses: [String: String] = [:]

  init(phones: PhoneReader) { self.phones = phones }

  /// Reads one more person.
  mutating func add(_ value: JSONValue, at path: JSONPath, _ sink: inout FaultSink) {
    guard let object = value.object else { return sink.add(.notAnObject, at: path) }
    var draft = PersonDraft()
    let before = sink.count
    let said = PeopleMembers.person.read(object, at: path, into: &draft, &sink)
    for name in ["id", "name"] where said[name] == nil && sink.count == before {
      sink.add(.missing(name), at: path)
    }
    if let name = draft.name, !SpokenName(name).canBeSaid {
      sink.add(.nameCannotBeSaid, at: path.appending("name"))
    }
    if let written = draft.phone {
      if case .number(let number) = phones.read(written) {
        draft.person.phone = PhoneText(e164: number.e164)
      } else {
        sink.add(.expected(.phone), at: path.appending("phone"))
      }
    }
    guard let id = draft.id, let name = draft.name, sink.count == before else { return }
    let person = draft.person(UserID(id), name)
    claim(person, at: path, &sink)
    people.append(person)
  }

  /// Takes the ids and the address of somebody, and notes those that are taken already.
  private mutating func claim(_ person: Person, at path: JSONPath, _ sink: inout FaultSink) {
    if let other = users.updateValue(person.name, forKey: person.id) {
      sink.add(.userTaken(person.id.text, by: other), at: path.appending("id"))
    }
    for chat in person.chats {
      if let other = users.updateValue(person.name, forKey: chat) {
        sink.add(.userTaken(chat.text, by: other), at: path.appending("chats"))
      }
    }
    if let email = person.email,
      let other = addresses.updateValue(person.name, forKey: email.key)
    {
      sink.add(.addressTaken(email.text, by: other), at: path.appending("email"))
    }
  }
}
