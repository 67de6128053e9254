// What programs read of an answer: effects, rooms, bookings, choices, open slots and readings.

import Bookings
import CivilTime
import Dialogue
import Discourse
import JSON
import Language
import LineProtocol
import Passes
import PhoneNumbers
import Wording

/// Members of a `say` result (PROTOCOL, "What a `say` answers with"), for one reader.
struct WireForm {
  let world: World
  let reader: UserID
  /// In which language a booking is called that nobody gave a title.
  let language: AnswerLanguage

  func members(of answer: Answer, _ choices: [WordedChoice]) -> JSONObject {
    var members = JSONObject()
    let effects =
      answer.changes.map(effect) + answer.waits.map(effect)
      + answer.passesTouched.compactMap(passEffect)
    members["effects"] = .array(effects)
    if !answer.rooms.isEmpty { members["rooms"] = .array(answer.rooms.map(room)) }
    if !answer.bookings.isEmpty {
      members["bookings"] = .array(answer.bookings.map { .object(booking($0)) })
    }
    addRides(of: answer, to: &members)
    addAccounts(of: answer, to: &members)
    if !choices.isEmpty { members["choices"] = .array(choices.map(choice)) }
    if !answer.open.isEmpty {
      members["open"] = .array(answer.open.map { .string($0.rawValue) })
    }
    return members
  }

  // MARK: - Bookings

  private func effect(_ event: BookingEvent) -> JSONValue {
    ["kind": .string(event.kind), "booking": .object(booking(event.booking))]
  }

  private func passEffect(_ reference: BookingReference) -> JSONValue? {
    guard let touched = world.ledger.booking(reference) else { return nil }
    return ["kind": "pass", "booking": .object(booking(touched))]
  }

  /// `B` of the protocol. Who comes to somebody else's booking is told as a number.
  func booking(_ booking: Booking) -> JSONObject {
    let title = booking.title.isEmpty ? AnswerWording.usualTitle(in: language) : booking.title
    var members: JSONObject = [
      "ref": .string(booking.reference.description),
      "version": .integer(Int64(booking.version)),
      "room": .string(world.ledger.room(booking.room)?.name ?? booking.room.text),
      "start": .string(moment(booking.start)),
      "end": .string(moment(booking.end)),
      "title": .string(title),
      "description": .string(booking.description.isEmpty ? title : booking.description),
      "private": .bool(booking.isPrivate),
      "series": booking.series.map(series) ?? .null,
    ]
    guard world.ledger.lets(reader, change: booking) else {
      members["attendeeCount"] = .integer(Int64(booking.attendees.count))
      return members
    }
    let passes = world.outbox.passes(of: booking.reference)
    if let booker = booking.bookedBy {
      members["owner"] = .string(booking.owner.text)
      members["bookedBy"] = .string(booker.text)
    }
    members["attendees"] = .array(booking.attendees.map { attendee($0, passes) })
    return members
  }

  private func series(_ place: SeriesPlace) -> JSONValue {
    [
      "id": .string(place.series.description), "rule": .string(place.rule),
      "index": .integer(Int64(place.index)), "count": .integer(Int64(place.count)),
    ]
  }

  private func attendee(_ attendee: Attendee, _ passes: [Pass]) -> JSONValue {
    let pass = passes.first { $0.attendee == attendee.id }
    var members: JSONObject = [
      "name": .string(attendee.name), "email": .string(attendee.email.text),
      "phone": attendee.phone.map { .string($0.e164) } ?? .null,
      "pass": .string(pass.map(state) ?? "none"),
    ]
    if case .failed(let failure)? = pass?.state { members["failure"] = .object(failure.members) }
    return .object(members)
  }

  private func state(of pass: Pass) -> String {
    switch pass.state {
    case .queued, .parked: "queued"
    case .attempting, .unknown: "sending"
    case .accepted: "accepted"
    case .failed: "failed"
    case .expired: "expired"
    case .superseded: "superseded"
    }
  }

  /// `2026-11-25T10:00:00+01:00` (RFC 3339), in the zone of the building.
  func moment(_ instant: Instant) -> String {
    let zone = world.ledger.zone
    let offset = zone.offsetSeconds(at: instant) / 60
    let sign = offset < 0 ? "-" : "+"
    let time = ClockTime(minutes: abs(offset)) ?? .midnight
    return "\(zone.civil(at: instant)):00\(sign)\(time)"
  }

  // MARK: - Rooms and choices

  private func room(_ day: RoomDay) -> JSONValue {
    let room = day.room
    var members: JSONObject = ["name": .string(room.name)]
    members["location"] = (room.location ?? room.floor).map { .string($0) } ?? .null
    members["seats"] = room.seats.map { .integer(Int64($0)) } ?? .null
    members["size"] = room.squareMetres.map { .integer(Int64($0)) } ?? .null
    members["equipment"] = .array(room.equipment.map { .string($0) })
    members["images"] = .array(room.images.prefix(3).map { .string($0) })
    members["free"] = .array(
      day.free.map { span in
        [.string(span.start.time.description), .string(end(of: span).description)]
      })
    members["bar"] = day.bar.map { .string($0.description) } ?? .null
    members["date"] = .string(day.date.description)
    return .object(members)
  }

  /// The time a span of one day ends, 24:00 at midnight.
  private func end(of span: CivilSpan) -> ClockTime {
    span.end.date == span.start.date ? span.end.time : .endOfDay
  }

  private func choice(_ choice: WordedChoice) -> JSONValue {
    var members: JSONObject = [
      "id": .string(choice.id), "title": .string(choice.title), "say": .string(choice.say),
    ]
    if let place = choice.places.first {
      let names = choice.places.map { world.ledger.room($0.room)?.name ?? $0.room.text }
      if names.count == 1 {
        members["room"] = .string(names[0])
      } else {
        members["rooms"] = .array(names.map(JSONValue.string))
      }
      members["start"] = .string(moment(world.ledger.zone.instant(nearest: place.span.start)))
      members["end"] = .string(moment(world.ledger.zone.instant(nearest: place.span.end)))
    }
    return .object(members)
  }

  // MARK: - Readings

  /// How a line was read, for `"debug": true`.
  func members(of reading: Reading, line: [UInt8]) -> JSONObject {
    let unused = reading.unused.map { JSONValue.string(String(decoding: line[$0], as: UTF8.self)) }
    return [
      "intent": .string(reading.intent.rawValue),
      "language": reading.language.map { .string($0.code) } ?? .null,
      "slots": .object(slots(reading.slots)),
      "unused": .array(unused),
    ]
  }

  private func slots(_ slots: Slots) -> JSONObject {
    var members = JSONObject()
    let rooms = slots.rooms.compactMap { name(of: $0.value).map { JSONValue.string($0) } }
    if !rooms.isEmpty { members["room"] = .array(rooms) }
    let times = slots.when.map { JSONValue.object(when($0)) }
    if !times.isEmpty { members["when"] = .array(times) }
    if let target = slots.target { members["target"] = .object(when(target)) }
    if !slots.people.isEmpty { members["people"] = .array(slots.people.map(person)) }
    if let headcount = slots.headcount { members["headcount"] = .integer(Int64(headcount.value)) }
    if let title = slots.title { members["title"] = .string(title.value) }
    members["size"] = number(slots.squareMetres?.value.least)
    members["size-max"] = number(slots.squareMetres?.value.most)
    members["seats"] = number(slots.seats?.value.least)
    members["seats-max"] = number(slots.seats?.value.most)
    switch slots.floor?.value {
    case .number(let number): members["floor"] = .integer(Int64(number))
    case .top: members["floor"] = .string("top")
    case nil: break
    }
    if let stepFree = slots.stepFree { members["step-free"] = .bool(stepFree.value) }
    if case .reference(let number) = slots.booking?.value {
      members["booking"] = .string(BookingReference(number).description)
    }
    if case .number(let number) = slots.choice?.value {
      members["choice"] = .integer(Int64(number))
    }
    return members
  }

  private func number(_ value: Int?) -> JSONValue? { value.map { .integer(Int64($0)) } }

  /// How a room is called; nil if it is only pointed at.
  private func name(of mention: RoomMention) -> String? {
    switch mention {
    case .known(let index): world.vocabulary.rooms[index].name
    case .pattern(let text), .unknown(let text, _): text
    case .spokenOf: nil
    }
  }

  private func when(_ when: When) -> JSONObject {
    var members = JSONObject()
    if case .on(let date) = when.day?.value { members["date"] = .string(date.description) }
    if let start = when.start { members["start"] = .string(start.value.description) }
    if let end = when.end { members["end"] = .string(end.value.description) }
    if let length = when.lengthMinutes { members["minutes"] = .integer(Int64(length.value)) }
    if when.bound != .exact { members["bound"] = .string(when.bound.rawValue) }
    return members
  }

  private func person(_ person: PersonMention) -> JSONValue {
    var members = JSONObject()
    if let name = person.name { members["name"] = .string(name.value) }
    if let email = person.email { members["email"] = .string(email.value) }
    if case .number(let number) = person.phone?.value { members["phone"] = .string(number.e164) }
    return .object(members)
  }
}
