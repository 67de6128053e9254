// The house that a test asks for over the wire: settings with what it tells laid over them.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import JSON
import Passes
import Storage

/// What a running agent begins again with.
struct FreshHouse {
  private(set) var settings: HouseSettings

  /// Lays `building` (as a building file), `people` (as a file of people, or the text of one),
  /// `codes` (`{"4103": "permanent"}`) and `bookings` over settings. A member that is not there
  /// leaves what holds. A booking is `{"room", "start", "end", "user", "private"?}`, with times as
  /// the clocks of the house show them; no rule is asked.
  /// - Throws: what is wrong with them.
  init(_ members: JSONObject, over settings: HouseSettings) throws {
    self.settings = settings
    if let building = members["building"] {
      self.settings.building = try BuildingFile(building.octets, named: "building").building
      self.settings.building.people = settings.building.people
    }
    if let people = members["people"] {
      let octets = people.string.map { Array($0.utf8) } ?? people.octets
      let region = settings.habits.phoneRegion
      self.settings.building.people =
        try PeopleFile(octets, named: "people", region: region).people
    }
    if let codes = members["codes"] { try take(codes: codes) }
    if let bookings = members["bookings"] {
      guard let bookings = bookings.array else {
        throw Fault(description: "bookings: this is no list")
      }
      for booking in bookings { try book(booking) }
    }
  }

  /// What is wrong with a member that is no file.
  struct Fault: Error, Hashable, CustomStringConvertible {
    let description: String
  }

  private mutating func take(codes: JSONValue) throws(Fault) {
    let fault = Fault(description: "codes: write as {\"4103\": \"permanent\"}")
    guard let codes = codes.object else { throw fault }
    for member in codes.members {
      guard let code = Int(member.name), let word = member.value.string,
        let kind = CodeClass(rawValue: word)
      else { throw fault }
      settings.codes.codes[code] = kind
    }
  }

  private mutating func book(_ booking: JSONValue) throws(Fault) {
    guard let room = booking["room"]?.string, let user = booking["user"]?.string,
      let start = booking["start"]?.string.flatMap({ CivilMoment($0) }),
      let end = booking["end"]?.string.flatMap({ CivilMoment($0) }),
      let span = CivilSpan(from: start, to: end)
    else {
      throw Fault(description: "bookings: a booking needs a room, start, end and user")
    }
    let isPrivate = booking["private"]?.bool ?? false
    guard settings.begin(with: room, booked: span, by: user, isPrivate: isPrivate) else {
      throw Fault(description: "bookings: there is no room \(room)")
    }
  }
}

extension HouseSettings {
  /// Adds a booking that stands from the beginning; false, and nothing is added, if there is no
  /// such room.
  mutating func begin(
    with roomName: String, booked span: CivilSpan, by who: String, isPrivate: Bool
  ) -> Bool {
    let room = building.rooms.first { $0.name.lowercased() == roomName.lowercased() }
    guard let room else { return false }
    beginning.append(
      Booking(
        reference: BookingReference(beginning.count + 1), version: 1, state: .held,
        room: room.id, span: span, start: zone.instant(nearest: span.start),
        end: zone.instant(nearest: span.end), title: "", description: "",
        isPrivate: isPrivate, owner: UserID(who), attendees: []))
    return true
  }
}

extension Store {
  /// Writes down the bookings that stand from the beginning.
  /// - Throws: why the store cannot.
  func begin(with bookings: [Booking], at now: Instant) throws(StoreFault) {
    guard !bookings.isEmpty else { return }
    try commit(
      bookings.map { JournalEntry(at: now, by: $0.owner, fact: .booking(.booked($0))) })
  }
}
