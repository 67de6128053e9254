// What a booker makes of an answer in JSON: the effects must be what was asked for, and a message
// that comes again must get what it got before.

import JSON

extension Booker {
  func settleJSON(_ index: Int, _ code: Int, _ answer: JSONValue) {
    let request = requests[index]
    let said = "\(request.text) → \(String(decoding: answer.octets, as: UTF8.self))"
    switch code {
    case 250, 251:
      if code == 250, request.isKnownDone { note("done twice: \(said)") }
      if code == 251, !request.isKnownDone { note("answered as if done before: \(said)") }
      let wanted = bookings[request.booking].versions[request.version - 1]
      let effects = answer["result"]?["effects"]?.array ?? []
      guard effects.count == 1, let booking = effects[0]["booking"],
        let reference = Self.number(of: booking["ref"])
      else { return note("not one effect: \(said)") }
      var held = wanted
      held.isHeld = true
      if effects[0]["kind"]?.string != kind(of: request) || Self.version(of: booking) != held
        || booking["version"] != .integer(Int64(request.version))
        || booking["title"]?.string != bookings[request.booking].title
      {
        note("another effect than \(wanted): \(said)")
      }
      confirm(index, reference: reference, answer: Self.essence(of: answer))
    case 352 where answer["result"]?["name"] == "TIME/TAKEN":
      if request.isKnownDone { note("done before: \(said)") }
      refuse(index, said)
    case 421 where answer["error"]?["data"]?["name"] == "SYS/DRAIN":
      if request.isKnownDone { note("not answered from what was stored: \(said)") }
      postpone(index)
    default: note("unexpected: \(said)")
    }
  }

  /// What is shown of a booking in the end: as wanted, and every pass accepted.
  func compare(_ shown: JSONValue, with wanted: WantedBooking) {
    let booking = shown["result"]?["bookings"]?.array?.first
    let passes = (booking?["attendees"]?.array ?? []).map { $0["pass"]?.string ?? "" }
    if booking.flatMap(Self.version) != wanted.latest
      || passes.contains(where: { $0 != "accepted" })
      || booking?["version"] != .integer(Int64(wanted.versions.count))
    {
      note("\(wanted.title) is shown as \(String(decoding: shown.octets, as: UTF8.self))")
    }
  }

  private func kind(of request: BookerRequest) -> String {
    let versions = bookings[request.booking].versions
    if !versions[request.version - 1].isHeld { return "cancelled" }
    if request.version == 1 { return "booked" }
    return versions[request.version - 2].isHeld ? "changed" : "restored"
  }

  func compareJSON(_ index: Int, _ code: Int, _ answer: JSONValue) {
    guard case .confirmed(let before) = requests[index].standing else { return }
    let said = "\(requests[index].text) → \(String(decoding: answer.octets, as: UTF8.self))"
    if code != 251 || answer["result"]?["replayed"] != true { note("not repeated: \(said)") }
    if Self.essence(of: answer) != before { note("not the same as \(before): \(said)") }
  }

  /// What must be the same each time.
  private static func essence(of answer: JSONValue) -> JSONValue {
    let texts = (answer["result"]?["messages"]?.array ?? []).map { $0["text"] ?? .null }
    return ["effects": answer["result"]?["effects"] ?? .null, "texts": .array(texts)]
  }

  private static func number(of reference: JSONValue?) -> Int? {
    (reference?.string?.dropFirst()).flatMap { Int($0) }
  }

  /// A `B` of the protocol as a version. Whether it is held stands in the effect's kind.
  private static func version(of booking: JSONValue) -> WantedVersion? {
    guard let place = Hold(booking: booking) else { return nil }
    let people = (booking["attendees"]?.array ?? []).compactMap { attendee in
      attendee["email"]?.string.flatMap { Person.number(ofEmail: $0) }
    }
    return WantedVersion(
      room: place.room, date: place.date, start: place.start, end: place.end,
      people: Set(people))
  }
}
