// Reads facts back from the journal, strictly.

import BookingAgent
import Bookings
import CivilTime
import JSON
import Passes

extension JournalForm {
  /// The fact of a line.
  static func read(
    form: Int64, kind: String, _ octets: [UInt8], octetsMax: Int
  ) throws(FormFault) -> CodedEntry.Fact {
    guard form == version else { throw FormFault(reason: "form \(form) is not known") }
    var fact = try FactObject(try parse(octets, octetsMax: octetsMax))
    let read = try readFact(kind, &fact)
    try fact.finish()
    return read
  }

  /// A value of facts: a line's, or that of a column in the same form.
  static func parse(_ octets: [UInt8], octetsMax: Int) throws(FormFault) -> JSONValue {
    do throws(JSONFault) {
      return try JSONValue(parsing: octets, limits: JSONLimits(octetsMax: octetsMax, depthMax: 8))
    } catch {
      throw FormFault(reason: "at octet \(error.offset) \(error.reason.words)")
    }
  }

  private static func readFact(
    _ kind: String, _ fact: inout FactObject
  ) throws(FormFault) -> CodedEntry.Fact {
    switch kind {
    case "booked": return .booking(.booked(try booking(&fact)))
    case "changed": return .booking(.changed(try booking(&fact)))
    case "cancelled": return .booking(.cancelled(try booking(&fact)))
    case "restored": return .booking(.restored(try booking(&fact)))
    case "answered":
      let expires = try instant("expires", &fact)
      return .answered(expires: expires, replaces: try fact.optionalInteger("replaces"))
    case "pass.queued": return .pass(.queued(try queued(&fact)))
    default:
      if let event = try news(kind, &fact) { return .news(event) }
      if let event = try wait(kind, &fact) { return .wait(event) }
      if let change = try travel(kind, &fact) { return .travel(change) }
      if let change = try account(kind, &fact) { return .account(change) }
      guard kind.utf8.starts(with: "pass.".utf8) else {
        throw FormFault(reason: "no fact is called \(kind)")
      }
      let at = try instant("at", &fact)
      return .pass(try passEvent(String(kind.dropFirst(5)), at, &fact))
    }
  }

  private static func booking(_ fact: inout FactObject) throws(FormFault) -> Booking {
    let reference = BookingReference(Int(try fact.integer("booking")))
    let version = Int(try fact.integer("version"))
    let state = try fact.word("state", Booking.State.self)
    let content = try content(&fact)
    let isPrivate = try fact.truth("private")
    let owner = UserID(Coded.text(try fact.integer("owner")))
    let booker = try fact.optionalInteger("by").map { UserID(Coded.text($0)) }
    var list = try fact.list("attendees")
    let attendees = try list.map { (value) throws(FormFault) in
      var pair = try FactList(value)
      let id = try pair.integer()
      let attendee = Coded.attendee(id, person: try pair.integer())
      try pair.finish()
      return attendee
    }
    return Booking(
      reference: reference, version: version, state: state, room: content.room,
      span: content.span, start: content.start, end: content.end, title: content.title,
      description: content.description, isPrivate: isPrivate, owner: owner, attendees: attendees,
      series: try fact.optionalValue("series").map(seriesPlace), bookedBy: booker)
  }

  private static func seriesPlace(_ value: JSONValue) throws(FormFault) -> SeriesPlace {
    var fact = try FactObject(value)
    let series = SeriesReference(Int(try fact.integer("series")))
    let rule = try fact.text("rule")
    let place = SeriesPlace(
      series, rule: rule, index: Int(try fact.integer("index")),
      count: Int(try fact.integer("count")))
    try fact.finish()
    return place
  }

  /// When each of some bookings is.
  static func dates(_ value: JSONValue) throws(FormFault) -> [CivilSpan] {
    var list = try FactList(value)
    return try list.map { (value) throws(FormFault) in
      var pair = try FactList(value)
      let from = CivilMoment(minuteNumber: Int(try pair.integer()))
      let to = CivilMoment(minuteNumber: Int(try pair.integer()))
      try pair.finish()
      guard let span = CivilSpan(from: from, to: to) else {
        throw FormFault(reason: "a date ends before it begins")
      }
      return span
    }
  }

  private static func content(
    _ fact: inout FactObject, naming dates: [CivilSpan] = []
  ) throws(FormFault) -> PassContent {
    let room = try fact.integer("room")
    let from = CivilMoment(minuteNumber: Int(try fact.integer("from")))
    let to = CivilMoment(minuteNumber: Int(try fact.integer("to")))
    guard let span = CivilSpan(from: from, to: to) else {
      throw FormFault(reason: "to is not after from")
    }
    let start = Instant(seconds: try fact.integer("start"))
    let end = Instant(seconds: try fact.integer("end"))
    let title = try fact.optionalInteger("title")
    let description = try fact.optionalInteger("description")
    return PassContent(
      room: RoomID(Coded.text(room)), span: span, start: start, end: end,
      title: Coded.text(title), description: Coded.text(description), dates: dates)
  }

  private static func queued(_ fact: inout FactObject) throws(FormFault) -> [Pass] {
    var list = try fact.list("passes")
    if list.isEmpty { return [] }
    let booking = BookingReference(Int(try fact.integer("booking")))
    let dates = try fact.optionalValue("dates").map(self.dates) ?? []
    let content = try content(&fact, naming: dates)
    return try list.map { (value) throws(FormFault) in try pass(value, of: booking, content) }
  }

  private static func pass(
    _ value: JSONValue, of booking: BookingReference, _ content: PassContent
  ) throws(FormFault) -> Pass {
    var fact = try FactObject(value)
    let id = PassID(Int(try fact.integer("pass")))
    var pass = Pass(
      edition: PassEdition(id, sequence: Int(try fact.integer("sequence"))), booking: booking,
      bookingVersion: Int(try fact.integer("version")),
      attendee: AttendeeID(Int(try fact.integer("attendee"))),
      place: Int(try fact.integer("place")),
      recipient: Coded.recipient(person: try fact.integer("person")), content: content,
      kind: try fact.word("kind", Pass.Kind.self), queuedAt: try instant("queued", &fact),
      deadline: try instant("deadline", &fact), state: try PassForm.state(try fact.list("state")),
      attemptsMax: Int(try fact.integer("attemptsMax")))
    pass.attempts = Int(try fact.integer("attempts"))
    pass.goesAlone = try fact.truth("alone")
    pass.mayBeOut = try fact.truth("mayBeOut")
    pass.isWithdrawn = try fact.truth("withdrawn")
    pass.troubleSince = try fact.optionalInteger("troubleSince").map { Instant(milliseconds: $0) }
    pass.trouble = try optionalTrouble(&fact)
    pass.told = try fact.word("told", Pass.Told.self)
    try fact.finish()
    return pass
  }

  private static func passEvent(
    _ kind: String, _ at: Instant, _ fact: inout FactObject
  ) throws(FormFault) -> PassEvent {
    switch kind {
    case "hastened": return .hastened(try editions(&fact), at: at)
    case "accepted": return .accepted(try editions(&fact), at: at)
    case "regrouped": return .regrouped(try editions(&fact), at: at)
    case "expired": return .expired(try editions(&fact), at: at)
    case "superseded": return .superseded(try editions(&fact), at: at)
    case "withdrawn": return .withdrawn(try editions(&fact), at: at)
    case "reinstated": return .reinstated(try editions(&fact), at: at)
    case "told": return .told(try editions(&fact), at: at)
    case "clockSetBack":
      let duration = Duration.milliseconds(try fact.integer("by"))
      let deadline = try instant("deadline", &fact)
      return .clockSetBack(try editions(&fact), by: duration, deadline: deadline, at: at)
    case "attempted":
      let purpose = try fact.word("purpose", GatewayCall.Purpose.self)
      return .attempted(try call(&fact), purpose, try editions(&fact), at: at)
    case "returned":
      let alone = try fact.truth("alone")
      let trouble = try optionalTrouble(&fact)
      return .returned(try editions(&fact), alone: alone, because: trouble, at: at)
    case "parked":
      let editions = try editions(&fact)
      guard editions.count == 1 else { throw FormFault(reason: "one pass is parked at a time") }
      return .parked(
        editions[0], until: try instant("until", &fact),
        attemptsMax: Int(try fact.integer("attemptsMax")), try trouble(&fact), at: at)
    case "outcomeUnknown":
      let until = try instant("until", &fact)
      return .outcomeUnknown(try editions(&fact), until: until, try trouble(&fact), at: at)
    case "failed":
      let failure = try PassForm.failure(try fact.value("failure"))
      return .failed(try editions(&fact), failure, at: at)
    default: return try gatewayEvent(kind, at, &fact)
    }
  }

  private static func gatewayEvent(
    _ kind: String, _ at: Instant, _ fact: inout FactObject
  ) throws(FormFault) -> PassEvent {
    switch kind {
    case "answered":
      let verdict = try PassForm.verdict(try fact.list("verdict"))
      return .answered(try call(&fact), verdict, at: at)
    case "gatewayRested":
      let until = try instant("until", &fact)
      return .gatewayRested(until: until, try trouble(&fact), at: at)
    case "gatewayStopped": return .gatewayStopped(try trouble(&fact), at: at)
    case "gatewayResumed": return .gatewayResumed(at: at)
    case "indexBaseDoubted":
      return .indexBaseDoubted(
        index: Int(try fact.integer("index")), count: Int(try fact.integer("count")),
        configured: Int(try fact.integer("configured")), at: at)
    default: throw FormFault(reason: "no fact is called pass.\(kind)")
    }
  }

  private static func editions(_ fact: inout FactObject) throws(FormFault) -> [PassEdition] {
    try editions(try fact.list("passes"))
  }

  static func editions(_ list: FactList) throws(FormFault) -> [PassEdition] {
    var list = list
    return try list.map { (value) throws(FormFault) in
      var pair = try FactList(value)
      let id = PassID(Int(try pair.integer()))
      let edition = PassEdition(id, sequence: Int(try pair.integer()))
      try pair.finish()
      return edition
    }
  }

  private static func call(_ fact: inout FactObject) throws(FormFault) -> CallID {
    CallID(Int(try fact.integer("call")))
  }

  private static func trouble(_ fact: inout FactObject) throws(FormFault) -> PassTrouble {
    guard let trouble = try optionalTrouble(&fact) else {
      throw FormFault(reason: "trouble is missing")
    }
    return trouble
  }

  private static func optionalTrouble(
    _ fact: inout FactObject
  ) throws(FormFault) -> PassTrouble? {
    guard let value = fact.optionalValue("trouble") else { return nil }
    return try PassForm.trouble(value)
  }

  private static func instant(
    _ name: String, _ fact: inout FactObject
  ) throws(FormFault) -> Instant {
    Instant(milliseconds: try fact.integer(name))
  }
}
