// What the members of a method without words ask, as what a line that means the same would come to.

import Accounts
import Bookings
import CivilTime
import Dialogue
import Discourse
import JSON
import LineProtocol
import Mobility
import Products

/// Reads the members of an order.
struct OrderReading {
  let params: JSONObject
  let world: World
  let user: UserID
  /// How what the members say is known.
  let source: Source
  /// How long a name may be, in octets.
  let octetsMax: Int
  /// A number as it was written, in E.164 form if it can be read.
  let dialled: (String) -> String

  /// What a method asks.
  func move(of method: String) throws(ParameterFault) -> Move {
    switch method {
    case "rooms": return tell(.rooms, try wanted())
    case "openings":
      let request = try wanted()
      return tell(request.namedRoom == nil ? .find : .isFree, request)
    case "book":
      var request = try wanted()
      guard request.times.start.value != nil else { throw ParameterFault(field: "start") }
      try takeTexts(into: &request)
      return .pursue([Purpose(.book, request)], wanted: .all, answering: nil)
    case "change": return try change()
    case "cancel":
      guard let booking = try booking() else { return .misses(.reference(try reference())) }
      return .pursue(
        [Purpose(.cancel([booking.reference]), Discourse.Request())], wanted: .all, answering: nil)
    case "bookings":
      if params["ref"] != nil { return tell(.booking(try reference()), Discourse.Request()) }
      let request = try wanted()
      return tell(.bookings(ofSpeaker: request.room.isUnsaid), request)
    case "undo": return .undo
    case "passes": return try passes(.list)
    case "resend": return try passes(.resend)
    default: return .ride(try ride(of: method))
    }
  }

  private func tell(_ view: View, _ request: Discourse.Request) -> Move {
    .pursue([Purpose(.tell(view), request)], wanted: .all, answering: nil)
  }

  private func change() throws(ParameterFault) -> Move {
    guard let booking = try booking() else { return .misses(.reference(try reference())) }
    var said = try wanted()
    try takeTexts(into: &said)
    // What is another's is refused, and nothing of it is looked at.
    let lasting = world.ledger.zone.minutes(of: booking.span)
    let before =
      world.ledger.lets(user, change: booking)
      ? Discourse.Request(of: booking, lasting: lasting, as: .shown) : Discourse.Request()
    let purpose = Purpose(.change(booking.reference), before.revised(by: said))
    return .pursue([purpose], wanted: .all, answering: nil)
  }

  private func passes(_ wish: PassWish) throws(ParameterFault) -> Move {
    guard let booking = try booking() else { return .misses(.reference(try reference())) }
    guard let email = try text("attendee") else {
      return .passes(wish, booking.reference, nil)
    }
    let attendee = try attendeesKnown().first {
      $0.email.text.lowercased() == email.lowercased()
    }
    // Of another's booking is not told who comes to it.
    if attendee == nil, world.ledger.lets(user, change: booking) {
      return .misses(.attendee(email, booking.reference))
    }
    return .passes(wish, booking.reference, attendee?.id)
  }

  // MARK: - Members

  private func reference() throws(ParameterFault) -> BookingReference {
    guard let text = params["ref"]?.text, text.first == "B",
      let number = Int(text.dropFirst()), number > 0, "B\(number)" == text
    else { throw ParameterFault(field: "ref") }
    return BookingReference(number)
  }

  /// The booking that `ref` names; nil if there is none.
  private func booking() throws(ParameterFault) -> Booking? {
    world.ledger.booking(try reference())
  }

  /// Who comes to the booking that `ref` names, as far as the speaker may know.
  private func attendeesKnown() throws(ParameterFault) -> [Attendee] {
    guard params["ref"] != nil, let booking = try booking(),
      world.ledger.lets(user, change: booking)
    else { return [] }
    return booking.attendees
  }

  /// Where, when and for how many.
  private func wanted() throws(ParameterFault) -> Discourse.Request {
    var request = Discourse.Request()
    if let name = try text("room") { request.room = .is(room(called: name), source) }
    if let seats = try count("seats") { request.headcount = .is(seats, source) }
    request.features.floor = try text("floor")
    request.features.location = try text("location")
    request.features.equipment = try texts("equipment")
    try takeTimes(into: &request.times)
    return request
  }

  private func room(called name: String) -> RoomWish {
    let known = world.ledger.building.rooms.first { room in
      ([room.name] + room.aliases).contains { $0.lowercased() == name.lowercased() }
    }
    return known.map { .named([$0.id]) } ?? .unknown(name, nearest: [])
  }

  private func takeTimes(into times: inout Times) throws(ParameterFault) {
    if let date = try text("date") {
      guard let date = CivilDate(date) else { throw ParameterFault(field: "date") }
      times.day = .is(.on(date), source)
    }
    let start = try moment("start"), end = try moment("end"), minutes = try count("minutes")
    if let start {
      times.day = .is(.on(start.date), source)
      times.start = .is(start.time, source)
    }
    if let minutes { times.length = .is(minutes, source) }
    guard let end else { return }
    guard let start, minutes == nil, let span = CivilSpan(from: start, to: end) else {
      throw ParameterFault(field: "end", words: AgentWording.endWithoutStart)
    }
    times = Times(on: span, lasting: world.ledger.zone.minutes(of: span), source)
  }

  private func takeTexts(into request: inout Discourse.Request) throws(ParameterFault) {
    if let title = try string("title") { request.title = .is(title, source) }
    if let text = try string("description") { request.description = .is(text, source) }
    switch params["private"] {
    case .bool(let isPrivate)?: request.isPrivate = .is(isPrivate, source)
    case nil, .null?: break
    case .some: throw ParameterFault(field: "private")
    }
    if let people = try attendees() { request.people = .is(people, source) }
  }

  /// All who are to come. Who is known by their address already keeps their number.
  private func attendees() throws(ParameterFault) -> [AttendeeRequest]? {
    guard let value = params["attendees"], value != .null else { return nil }
    guard case .array(let values) = value else { throw ParameterFault(field: "attendees") }
    let before = try attendeesKnown()
    var people: [AttendeeRequest] = []
    for value in values {
      guard case .object(let members) = value,
        let email = try members.plain("email", in: "attendees", octetsMax)
      else { throw ParameterFault(field: "attendees.email") }
      let known = before.first { $0.email.text.lowercased() == email.lowercased() }
      var person = known.map(AttendeeRequest.init) ?? AttendeeRequest(email: email)
      person.name = try members.plain("name", in: "attendees", octetsMax) ?? person.name
      let phone = try members.plain("phone", in: "attendees", octetsMax)
      person.phone = phone.map(dialled) ?? person.phone
      people.append(person)
    }
    return people
  }

  // MARK: - Forms of values

  /// RFC 3339 with an offset, or what the clocks of the house show: `2026-11-25T10:00`.
  func moment(_ name: String) throws(ParameterFault) -> CivilMoment? {
    guard let text = try text(name) else { return nil }
    if let moment = CivilMoment(text) { return moment }
    guard let instant = Instant(rfc3339: text) else { throw ParameterFault(field: name) }
    return world.ledger.zone.civil(at: instant)
  }

  func count(_ name: String) throws(ParameterFault) -> Int? {
    switch params[name] {
    case nil, .null?: return nil
    case .integer(let number)? where (1...ProtocolLimits.memberCountMax).contains(Int(number)):
      return Int(number)
    case .some: throw ParameterFault(field: name)
    }
  }

  /// A short text without what cannot be seen.
  func text(_ name: String) throws(ParameterFault) -> String? {
    guard let text = try params.plain(name, octetsMax) else { return nil }
    if text.isEmpty { throw ParameterFault(field: name) }
    return text
  }

  /// A text of any length and form: what may stand in it is a rule of the house.
  func string(_ name: String) throws(ParameterFault) -> String? {
    switch params[name] {
    case nil, .null?: return nil
    case .string(let text)?: return text
    case .some: throw ParameterFault(field: name)
    }
  }

  func texts(_ name: String) throws(ParameterFault) -> [String] {
    switch params[name] {
    case nil, .null?: return []
    case .array(let values)?:
      let texts = values.compactMap(\.text).filter { $0.utf8.count <= octetsMax }
      guard texts.count == values.count, texts.count <= ProtocolLimits.memberTextsMax else {
        throw ParameterFault(field: name)
      }
      return texts
    case .some: throw ParameterFault(field: name)
    }
  }
}
