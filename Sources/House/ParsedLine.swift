// What a line means, as `usher parse` tells it.

import Bookings
import CivilTime
import JSON
import Language
import PhoneNumbers

/// A reading as an object of JSON.
struct ParsedLine {
  private let reading: Reading
  private let octets: [UInt8]
  private let now: CivilMoment
  private let vocabulary: Vocabulary

  init(_ reading: Reading, of octets: [UInt8], in context: ReadingContext) {
    self.reading = reading
    self.octets = octets
    now = context.now
    vocabulary = context.vocabulary
  }

  /// The members: `id`, `intent`, `times`, `people`, `room`, `slots`, `unused`, and the reading in
  /// the form of the corpora.
  func json(id: JSONValue) -> JSONValue {
    let slots = reading.slots
    var times = slots.when.compactMap { time($0, isToCome: reading.intent.isToCome) }
    if let target = slots.target, let time = time(target, isToCome: true) { times.append(time) }
    if let whole = acrossDays(slots.when, times) { times = [whole] }
    if let repetition = slots.repetition?.value {
      // The time of day and the first day that were said belong to what is repeated.
      var members = times.isEmpty ? JSONObject() : times.removeFirst()
      members["rrule"] = .string(repetition.rule(at: slots.firstWhen?.start?.value))
      times.insert(members, at: 0)
    }
    return [
      "id": id, "intent": .string(intent), "times": .array(times.map { .object($0) }),
      "people": .array(slots.people.map(person)),
      "room": slots.rooms.first.flatMap { name(of: $0.value) }.map { .string($0) } ?? .null,
      "slots": .object(smallSlots),
      "unused": .array(
        reading.unused.map { .string(String(decoding: octets[$0], as: UTF8.self)) }),
      "language": reading.language.map { .string($0.code) } ?? .null,
      "reading": .string(reading.line(of: octets, vocabulary: vocabulary)),
    ]
  }

  /// One of the seven words into which programs fold all that can be meant.
  private var intent: String {
    switch reading.intent {
    // What is to be remembered is asked to be put into a calendar.
    case .book, .draft, .reminder: "book"
    case .find, .isFree, .rooms, .show: "find"
    case .findTime, .bookings, .passes, .news, .reminders: "list"
    // `oh no, cancel that again` takes back what was said before, and no booking.
    case .cancel where reading.takesBack && reading.slots.booking?.value == .last: "other"
    case .cancel, .cancelReminder: "cancel"
    case .change, .addAttendee, .removeAttendee, .mend: "change"
    case .rules, .undo, .resend, .ride, .wait, .stopWaiting, .waits, .skip, .help, .language,
      .greet,
      .leave, .thank, .yes, .no, .choose, .back, .more:
      "other"
    // A room and a time without a verb begin a booking; less answers a question.
    case .details: reading.slots.rooms.isEmpty || reading.slots.when.isEmpty ? "other" : "book"
    case .nothing: "none"
    }
  }

  private func time(_ when: When, isToCome: Bool) -> JSONObject? {
    guard let meant = when.meant(at: now, isToCome: isToCome) else {
      return movedFromNow(when) ?? amountMoved(by: when)
    }
    var members = JSONObject()
    members["start"] = meant.start.map { .string(text($0)) }
    members["end"] = meant.end.map { .string(text($0)) }
    members["seconds"] = meant.lengthSeconds.map { .integer(Int64($0)) }
    var assumed = when.assumed.map(\.rawValue)
    if meant.isDayAssumed { assumed.append("day") }
    if !assumed.isEmpty { members["assumed"] = .array(assumed.map { .string($0) }) }
    return members
  }

  /// `from 2pm today to 4pm tomorrow`: two times to the reader, because no booking lasts from one
  /// day to another; to a program one span.
  private func acrossDays(_ when: [When], _ times: [JSONObject]) -> JSONObject? {
    guard when.count == 2, times.count == 2, when[0].bound == .from, when[1].bound == .exact,
      case .on(let first) = when[0].day?.value, case .on(let last) = when[1].day?.value,
      first < last, when[0].start != nil, when[1].start != nil, when[1].end == nil,
      when[1].lengthMinutes == nil
    else { return nil }
    var members = times[0]
    members["end"] = times[1]["start"]
    return members
  }

  /// `half an hour later` where nothing stands that it could move: counted from now.
  private func movedFromNow(_ when: When) -> JSONObject? {
    let slots = reading.slots
    guard case .whole(let minutes) = when.shift?.value, slots.booking == nil, slots.mine == nil,
      slots.rooms.isEmpty
    else { return nil }
    var members = JSONObject()
    members["start"] = .string(text(.moment(now.adding(minutes: minutes))))
    members["assumed"] = .array([.string("now")])
    return members
  }

  /// `half an hour more`: by how much, whichever way.
  private func amountMoved(by when: When) -> JSONObject? {
    switch when.shift?.value {
    case .length(let minutes)?, .whole(let minutes)?, .start(let minutes)?:
      var members = JSONObject()
      members["seconds"] = .integer(Int64(abs(minutes)) * 60)
      return members
    case .minute?, .days?, nil: return nil
    }
  }

  private func text(_ edge: MeantTime.Edge) -> String {
    switch edge {
    case .day(let date): "\(date)"
    case .moment(let moment): "\(moment):00"
    }
  }

  private func person(_ person: PersonMention) -> JSONValue {
    var members = JSONObject()
    members["name"] = person.name.map { .string($0.value) }
    if let text = person.email?.value {
      do throws(EmailAddress.Fault) {
        members["email"] = .string(try EmailAddress(text).description)
      } catch {
        members["emailRefused"] = .string(text)
      }
    }
    switch person.phone?.value {
    case .number(let number): members["phone"] = .string(number.e164)
    case .ambiguous(let number): members["phoneAskedAbout"] = .string(number.e164)
    case .invalid(let fault): members["phoneFault"] = .string(fault.rawValue)
    case nil: break
    }
    if person.isSpeaker { members["isSpeaker"] = true }
    return .object(members)
  }

  /// How a room is called; nil if it is only pointed at.
  private func name(of room: RoomMention) -> String? {
    switch room {
    case .known(let index): vocabulary.rooms[index].name
    case .pattern(let text), .unknown(let text, _): text
    case .spokenOf: nil
    }
  }

  private var smallSlots: JSONObject {
    let slots = reading.slots
    var members = JSONObject()
    members["rooms"] =
      slots.rooms.count > 1
      ? .array(slots.rooms.compactMap { name(of: $0.value).map { .string($0) } }) : nil
    members["toRoom"] = slots.targetRoom.flatMap { name(of: $0.value) }.map { .string($0) }
    members["headcount"] = slots.headcount.map { .integer(Int64($0.value)) }
    if !slots.equipment.isEmpty {
      members["equipment"] = .array(slots.equipment.flatMap { names(of: $0.value) })
    }
    members["squareMetres"] = number(slots.squareMetres?.value.least)
    members["squareMetresMax"] = number(slots.squareMetres?.value.most)
    members["seatsMin"] = number(slots.seats?.value.least)
    members["seatsMax"] = number(slots.seats?.value.most)
    switch slots.floor?.value {
    case .number(let number): members["floor"] = .integer(Int64(number))
    case .top: members["floor"] = .string("top")
    case nil: break
    }
    members["location"] = slots.location.map { .string(vocabulary.locations[$0.value]) }
    members["stepFree"] = slots.stepFree.map { .bool($0.value) }
    members["title"] = slots.title.map { .string($0.value) }
    members["description"] = slots.description.map { .string($0.value) }
    members["booking"] = slots.booking.map { .string($0.value.description) }
    members["choice"] = slots.choice.map { .string($0.value.description) }
    members["private"] = slots.isPrivate.map { .bool($0.value) }
    members["mine"] = slots.mine.map { .bool($0.value) }
    members["anyway"] = slots.anyway.map { .bool($0.value) }
    members["behalf"] = slots.behalf.map { .string($0.value) }
    members["also"] = slots.also.map { .bool($0.value) }
    members["field"] = slots.field.map { .string($0.value.rawValue) }
    members["language"] = slots.language.map { .string($0.value) }
    members["topic"] = slots.topic.map { .string($0.value) }
    return members
  }

  private func number(_ value: Int?) -> JSONValue? { value.map { .integer(Int64($0)) } }

  private func names(of equipment: EquipmentMention) -> [JSONValue] {
    switch equipment {
    case .known(let indices): indices.map { .string(vocabulary.equipment[$0]) }
    case .unknown(let text): [.string(text)]
    }
  }
}
