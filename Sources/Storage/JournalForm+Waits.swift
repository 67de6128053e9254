// The form of facts about waits.

import BookingAgent
import Bookings
import CivilTime
import JSON

extension JournalForm {
  static func write(_ event: WaitEvent, into writer: inout FactWriter) -> StaticString {
    let wait = event.wait
    writer.object { fact in
      fact.member("wait", wait.reference.number)
      fact.member("user", Coded.number(wait.user.text))
      fact.name("wish")
      write(wait.wish, into: &fact)
      fact.member("made", wait.made.milliseconds)
      fact.member("ends", wait.ends.milliseconds)
      fact.member("state", wait.state.rawValue)
      if let offer = wait.offer {
        fact.member("room", Coded.number(offer.place.room.text))
        fact.member("from", offer.place.span.start.minuteNumber)
        fact.member("to", offer.place.span.end.minuteNumber)
        fact.member("start", offer.start.seconds)
        fact.member("end", offer.end.seconds)
        fact.member("until", offer.until.milliseconds)
      }
    }
    switch event {
    case .made: return "wait.made"
    case .offered: return "wait.offered"
    case .ended: return "wait.ended"
    case .resumed: return "wait.resumed"
    }
  }

  /// What is wished; what does not matter is left out.
  static func write(_ wish: WaitWish, into writer: inout FactWriter) {
    let filter = wish.filter, request = wish.request
    writer.object { fact in
      write(wish.rooms.map(\.text), as: "rooms", into: &fact)
      fact.member("from", wish.window.start.minuteNumber)
      fact.member("to", wish.window.end.minuteNumber)
      fact.member("minutes", wish.minutes)
      fact.member("name", filter.name.flatMap(Coded.optionalNumber))
      fact.member("seats", filter.seats.map { Int64($0) })
      fact.member("seatsAtMost", filter.seatsAtMost.map { Int64($0) })
      fact.member("metres", filter.squareMetres.map { Int64($0) })
      fact.member("metresAtMost", filter.squareMetresAtMost.map { Int64($0) })
      fact.member("floor", filter.floor.flatMap(Coded.optionalNumber))
      fact.member("location", filter.location.flatMap(Coded.optionalNumber))
      write(filter.equipment, as: "equipment", into: &fact)
      fact.member("stepFree", filter.needsStepFree)
      fact.member("title", Coded.optionalNumber(request.title))
      fact.member("description", Coded.optionalNumber(request.description))
      fact.member("private", request.isPrivate)
      write(request.attendees.compactMap(\.name), as: "people", into: &fact)
      fact.member("headcount", request.headcount.map { Int64($0) })
      fact.member("fewerSeats", request.acceptsFewerSeats)
      fact.member("owner", request.owner.map { Coded.number($0.text) })
    }
  }

  private static func write(
    _ coded: [String], as name: StaticString, into fact: inout FactWriter
  ) {
    guard !coded.isEmpty else { return }
    fact.name(name)
    fact.list { fact in
      for text in coded { fact.number(Coded.number(text)) }
    }
  }

  /// The event of a kind; nil if it is none of waits.
  static func wait(_ kind: String, _ fact: inout FactObject) throws(FormFault) -> WaitEvent? {
    switch kind {
    case "wait.made": return .made(try wait(&fact))
    case "wait.offered": return .offered(try wait(&fact))
    case "wait.ended": return .ended(try wait(&fact))
    case "wait.resumed": return .resumed(try wait(&fact))
    default: return nil
    }
  }

  private static func wait(_ fact: inout FactObject) throws(FormFault) -> Wait {
    let reference = WaitReference(Int(try fact.integer("wait")))
    let user = UserID(Coded.text(try fact.integer("user")))
    let wish = try wish(try fact.value("wish"))
    let made = Instant(milliseconds: try fact.integer("made"))
    let ends = Instant(milliseconds: try fact.integer("ends"))
    let state = try fact.word("state", Wait.State.self)
    var offer: Wait.Offer?
    if let room = try fact.optionalInteger("room") {
      let span = try span(&fact)
      offer = Wait.Offer(
        place: Place(room: RoomID(Coded.text(room)), span: span),
        start: Instant(seconds: try fact.integer("start")),
        end: Instant(seconds: try fact.integer("end")),
        until: Instant(milliseconds: try fact.integer("until")))
    }
    return Wait(
      reference: reference, user: user, wish: wish, made: made, ends: ends, state: state,
      offer: offer)
  }

  /// A wish, coded.
  static func wish(_ value: JSONValue) throws(FormFault) -> WaitWish {
    var fact = try FactObject(value)
    let rooms = try texts("rooms", &fact).map { RoomID($0) }
    let window = try span(&fact)
    let minutes = Int(try fact.integer("minutes"))
    var filter = RoomFilter()
    filter.name = try fact.optionalInteger("name").map { Coded.text($0) }
    filter.seats = try fact.optionalInteger("seats").map { Int($0) }
    filter.seatsAtMost = try fact.optionalInteger("seatsAtMost").map { Int($0) }
    filter.squareMetres = try fact.optionalInteger("metres").map { Int($0) }
    filter.squareMetresAtMost = try fact.optionalInteger("metresAtMost").map { Int($0) }
    filter.floor = try fact.optionalInteger("floor").map { Coded.text($0) }
    filter.location = try fact.optionalInteger("location").map { Coded.text($0) }
    filter.equipment = try texts("equipment", &fact)
    filter.needsStepFree = try fact.truth("stepFree")
    var request = BookingRequest(
      room: rooms.first ?? WaitWish.anyRoom, start: window.start, end: window.end)
    request.title = Coded.text(try fact.optionalInteger("title"))
    request.description = Coded.text(try fact.optionalInteger("description"))
    request.isPrivate = try fact.truth("private")
    request.attendees = try texts("people", &fact).map { AttendeeRequest(name: $0) }
    request.headcount = try fact.optionalInteger("headcount").map { Int($0) }
    request.acceptsFewerSeats = try fact.truth("fewerSeats")
    request.owner = try fact.optionalInteger("owner").map { UserID(Coded.text($0)) }
    try fact.finish()
    return WaitWish(
      rooms: rooms, filter: filter, window: window, minutes: minutes, request: request)
  }

  private static func span(_ fact: inout FactObject) throws(FormFault) -> CivilSpan {
    let from = CivilMoment(minuteNumber: Int(try fact.integer("from")))
    let to = CivilMoment(minuteNumber: Int(try fact.integer("to")))
    guard let span = CivilSpan(from: from, to: to) else {
      throw FormFault(reason: "to is not after from")
    }
    return span
  }

  private static func texts(
    _ name: String, _ fact: inout FactObject
  ) throws(FormFault) -> [String] {
    guard let value = fact.optionalValue(name) else { return [] }
    var list = try FactList(value)
    var texts: [String] = []
    while !list.isEmpty { texts.append(Coded.text(try list.integer())) }
    return texts
  }
}
