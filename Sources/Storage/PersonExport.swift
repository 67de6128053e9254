// All that a store holds of one person, for them to have.

import BookingAgent
import Bookings
import CivilTime
import JSON
import Passes

/// One look for a person through all tables. Of others stands in it only what the person has
/// written themselves, or has held.
struct PersonExport {
  private let sought: StoredPerson
  let found: PersonFound
  let tables: Tables

  init(_ sought: StoredPerson, _ tables: Tables) throws(StoreFault) {
    self.sought = sought
    self.tables = tables
    found = try PersonFound(sought, in: tables.database)
  }

  /// The members, each a list in the order of the store: `bookings` that the person holds, `comes`
  /// for those to which they come, `passes` sent to them, `waits`, `trips`, `purchases` on them,
  /// `news`, `answers` kept for messages that come again, `details` under their address, and
  /// `journal`, what they did and what became of their bookings and accounts. Instants are in UTC
  /// (RFC 3339), `from` and `to` by the clock on the wall.
  func run() throws(StoreFault) -> JSONObject {
    var all: JSONObject = ["user": .string(sought.user.text)]
    if let email = sought.email { all["email"] = .string(email.text) }
    let bookings = try bookings()
    all["bookings"] = .array(bookings.held)
    all["comes"] = .array(bookings.comes)
    all["passes"] = .array(try passes())
    all["waits"] = .array(try waits())
    all["trips"] = .array(try trips())
    all["purchases"] = .array(try purchases())
    all["news"] = .array(try news())
    all["answers"] = .array(try answers())
    all["details"] = .array(found.details.map { .object(Self.members($0)) })
    all["journal"] = .array(try journal())
    return all
  }

  private func bookings() throws(StoreFault) -> (held: [JSONValue], comes: [JSONValue]) {
    var held: [JSONValue] = []
    var comes: [JSONValue] = []
    try tables.bookings.each { (row) throws(StoreFault) in
      let booking = row.booking
      let isHeld = isHeld(booking)
      for attendee in booking.attendees where found.people.contains(Coded.number(attendee.name)) {
        guard let details = try tables.names.person(Coded.number(attendee.name)) else { continue }
        comes.append(
          .object(try place(of: tables.decoded(booking)).merging(Self.members(details))))
      }
      if isHeld { held.append(.object(try members(tables.decoded(booking)))) }
    }
    return (held, comes)
  }

  /// Whether a coded booking is theirs.
  private func isHeld(_ booking: Booking) -> Bool {
    guard let user = found.user else { return false }
    return booking.isHeld(by: UserID(Coded.text(user)))
  }

  private func passes() throws(StoreFault) -> [JSONValue] {
    var all: [JSONValue] = []
    try tables.passes.each { (row) throws(StoreFault) in
      guard found.people.contains(Coded.number(row.pass.recipient.name)),
        let pass = try tables.decoded(row.pass)
      else { return }
      var state = FactWriter()
      PassForm.write(row.pass.state, into: &state)
      all.append(
        .object([
          "pass": .string("\(pass.edition)"), "booking": .string("\(pass.booking)"),
          "kind": .string(pass.kind.rawValue), "room": .string(pass.content.room.text),
          "from": .string("\(pass.content.span.start)"),
          "to": .string("\(pass.content.span.end)"), "title": .string(pass.content.title),
          "description": .string(pass.content.description),
          "name": .string(pass.recipient.name), "email": .string(pass.recipient.email.text),
          "phone": pass.recipient.phone.map { .string($0.e164) } ?? .null,
          "queued": Self.text(pass.queuedAt), "attempts": .integer(Int64(pass.attempts)),
          "state": .string(String(decoding: state.octets, as: UTF8.self)),
        ]))
    }
    return all
  }

  private func waits() throws(StoreFault) -> [JSONValue] {
    guard let user = found.user else { return [] }
    var all: [JSONValue] = []
    try tables.waits.each { (coded) throws(StoreFault) in
      guard coded.user.text == Coded.text(user) else { return }
      let wait = try tables.decoded(coded)
      all.append(
        .object([
          "wait": .string("\(wait.reference)"), "state": .string(wait.state.rawValue),
          "rooms": .array(wait.wish.rooms.map { .string($0.text) }),
          "from": .string("\(wait.wish.window.start)"), "to": .string("\(wait.wish.window.end)"),
          "minutes": .integer(Int64(wait.wish.minutes)),
          "title": .string(wait.wish.request.title),
          "description": .string(wait.wish.request.description),
          "made": Self.text(wait.made), "ends": Self.text(wait.ends),
        ]))
    }
    return all
  }

  /// Those for the person, and those for others in which the person is named.
  private func news() throws(StoreFault) -> [JSONValue] {
    guard let user = found.user.map({ Coded.text($0) }) else { return [] }
    var all: [JSONValue] = []
    try tables.notices.each { (row) throws(StoreFault) in
      let news = row.news
      guard news.user.text == user || news.deed?.by.text == user else { return }
      var one: JSONObject = [
        "seq": .integer(Int64(news.seq)), "made": Self.text(news.made),
        "told": row.told.map(Self.text) ?? .null,
        "for": .string(news.user.text == user ? sought.user.text : "somebody else"),
      ]
      if let booking = news.booking { one["booking"] = .string("\(booking)") }
      if let wait = news.wait { one["wait"] = .string("\(wait)") }
      if let leg = news.leg { one["ride"] = .string("\(leg)") }
      if let account = news.account { one["account"] = .object(Self.members(account)) }
      if let deed = news.deed { one["deed"] = .string(deed.kind.rawValue) }
      all.append(.object(one))
    }
    return all
  }

  private func answers() throws(StoreFault) -> [JSONValue] {
    var all: [JSONValue] = []
    try tables.messages.each { (entry, answer) throws(StoreFault) in
      guard answer.key.user.hasSameOctets(as: sought.user.text) else { return }
      all.append(
        .object([
          "entry": .integer(entry), "principal": .string(answer.key.principal),
          "conversation": .string(answer.key.conversation), "message": .string(answer.key.message),
          "reply": .string(String(decoding: answer.reply, as: UTF8.self)),
          "expires": Self.text(answer.expires),
        ]))
    }
    return all
  }

  private func journal() throws(StoreFault) -> [JSONValue] {
    guard let user = found.user else { return [] }
    var all: [JSONValue] = []
    try tables.journal.each { (entry, line) throws(StoreFault) in
      guard case .success(let line) = line else { return }
      var one: JSONObject = ["entry": .integer(entry), "at": Self.text(line.at)]
      var isTheirs = line.by == user
      if case .booking(let event) = line.fact, isHeld(event.booking) {
        isTheirs = true
        one["booking"] = .object(try members(tables.decoded(event.booking)))
      }
      if case .travel(let change) = line.fact, change.owner.text == Coded.text(user) {
        isTheirs = true
      }
      if case .account(let change) = line.fact, change.owner.text == Coded.text(user) {
        isTheirs = true
        one["account"] = .object(Self.members(change))
      }
      var writer = FactWriter()
      one["kind"] = .string("\(JournalForm.write(line.fact, into: &writer))")
      if isTheirs { all.append(.object(one)) }
    }
    return all
  }

  // As JSON

  private func place(of booking: Booking) -> JSONObject {
    [
      "ref": .string("\(booking.reference)"), "state": .string(booking.state.rawValue),
      "room": .string(booking.room.text), "from": .string("\(booking.span.start)"),
      "to": .string("\(booking.span.end)"), "start": Self.text(booking.start),
      "title": .string(booking.title), "description": .string(booking.description),
    ]
  }

  private func members(_ booking: Booking) -> JSONObject {
    var all = place(of: booking)
    all["version"] = .integer(Int64(booking.version))
    all["private"] = .bool(booking.isPrivate)
    all["owner"] = .string(booking.owner.text)
    if let booker = booking.bookedBy { all["bookedBy"] = .string(booker.text) }
    if let place = booking.series { all["series"] = .string("\(place.series)") }
    all["attendees"] = .array(
      booking.attendees.map { .object(Self.members(PassDetails(PassRecipient($0)))) })
    return all
  }

  private static func members(_ details: PassDetails) -> JSONObject {
    [
      "name": .string(details.name), "email": .string(details.email),
      "phone": details.phone.map { .string($0) } ?? .null,
    ]
  }

  /// `2026-11-25T09:00:07Z`
  static func text(_ instant: Instant) -> JSONValue {
    let minute = instant.seconds.flooredQuotient(by: 60)
    let second = instant.seconds - minute * 60
    return .string("\(CivilMoment(minuteNumber: Int(minute))):\(second < 10 ? "0" : "")\(second)Z")
  }
}
