// The journal folded: what the tables have to say.

import BookingAgent
import Bookings
import CivilTime
import Passes

/// The state after some lines of the journal, all coded.
struct Fold {
  /// A booking and when it was changed last.
  struct Standing: Hashable {
    var booking: Booking
    var changed: Instant
  }

  private(set) var bookings: [BookingReference: Standing] = [:]
  private(set) var passes: [PassID: [PassRow]] = [:]
  /// By the line that tells of it: when the answer may be forgotten.
  private(set) var answers: [Int64: Instant] = [:]
  private(set) var notices: [Int: NoticeRow] = [:]
  private(set) var waits: [WaitReference: Wait] = [:]
  private(set) var travel = TravelRows()
  private(set) var counters = Counters()
  /// The latest instant at which anything was forgotten.
  private(set) var latest: Instant?
  private(set) var users: Set<Int64> = []
  private(set) var people: Set<Int64> = []
  private(set) var texts: Set<Int64> = []

  /// Counts a line that cannot be read.
  mutating func skip(_ entry: Int64) { counters.entry = entry }

  mutating func add(_ line: CodedEntry, entry: Int64) {
    counters.entry = entry
    counters.count(line.fact)
    latest = max(latest ?? line.at, line.at)
    if let user = line.by { users.insert(user) }
    switch line.fact {
    case .booking(let event):
      let booking = event.booking
      bookings[booking.reference] = Standing(booking: booking, changed: line.at)
      users.insert(Coded.number(booking.owner.text))
      if let booker = booking.bookedBy { users.insert(Coded.number(booker.text)) }
      for attendee in booking.attendees { people.insert(Coded.number(attendee.name)) }
      note(text: booking.title)
      note(text: booking.description)
    case .pass(let event): add(event)
    case .answered(let expires, let replaces):
      answers[entry] = expires
      if let replaces { answers[replaces] = nil }
    case .news(let event): add(event, at: line.at)
    case .wait(let event): add(event.wait)
    case .travel(let change):
      travel.add(change)
      users.insert(Coded.number(change.owner.text))
    case .account(let change): users.insert(Coded.number(change.owner.text))
    }
  }

  private mutating func add(_ wait: Wait) {
    waits[wait.reference] = wait
    users.insert(Coded.number(wait.user.text))
    for person in wait.wish.request.attendees.compactMap(\.name) {
      people.insert(Coded.number(person))
    }
    let filter = wait.wish.filter
    note(text: wait.wish.request.title)
    note(text: wait.wish.request.description)
    for text in [filter.name, filter.floor, filter.location].compactMap(\.self) { note(text: text) }
    for text in filter.equipment { note(text: text) }
  }

  private mutating func add(_ event: NewsEvent, at instant: Instant) {
    switch event {
    case .made(let news):
      notices[news.seq] = NoticeRow(news: news)
      users.insert(Coded.number(news.user.text))
    case .sent(let seqs): for seq in seqs { notices[seq]?.news.isSent = true }
    case .heard(let seqs): for seq in seqs { notices[seq]?.told = instant }
    }
  }

  private mutating func add(_ event: PassEvent) {
    if case .queued(let queued) = event {
      for pass in queued {
        passes[pass.id, default: []].append(PassRow(pass: pass))
        people.insert(Coded.number(pass.recipient.name))
        note(text: pass.content.title)
        note(text: pass.content.description)
      }
      return
    }
    let ids = Set(event.editions.map(\.id))
    if ids.isEmpty { return }
    let rows = ids.sorted().flatMap { passes[$0] ?? [] }
    for id in ids { passes[id] = nil }
    for row in rows.after(event) {
      passes[row.pass.id, default: []].append(row)
      if let text = row.pass.trouble?.text { note(text: text) }
    }
  }

  private mutating func note(text: String) {
    if let number = Coded.optionalNumber(text) { texts.insert(number) }
  }
}

extension PassTrouble {
  /// The words of the gateway, if there are any.
  fileprivate var text: String? {
    switch self {
    case .code(_, let text), .nonsense(let text): text
    case .status, .timedOut, .connectionFailed, .unclearIndex, .interrupted: nil
    }
  }
}

// What two sides can say differently, as an administrator finds it in the tables.

extension Fold.Standing {
  var members: [(name: String, value: String)] {
    let attendees = booking.attendees.map { "\($0.id):\($0.name)" }
    return [
      ("version", "\(booking.version)"), ("state", booking.state.rawValue),
      ("room", booking.room.text), ("span", "\(booking.span)"),
      ("start_seconds", "\(booking.start.seconds)"), ("end_seconds", "\(booking.end.seconds)"),
      ("title", booking.title), ("description", booking.description),
      ("private", "\(booking.isPrivate)"), ("owner", booking.owner.text),
      ("booked_by", booking.bookedBy?.text ?? "none"),
      ("attendees", attendees.joined(separator: " ")),
      ("changed_ms", "\(changed.milliseconds)"),
      ("series", booking.series.map { "\($0.series) \($0.rule) \($0.index)/\($0.count)" } ?? ""),
    ]
  }
}

extension PassRow {
  var members: [(name: String, value: String)] {
    var state = FactWriter()
    PassForm.write(pass.state, into: &state)
    var trouble = FactWriter()
    if let seen = pass.trouble { PassForm.write(seen, into: &trouble) }
    return [
      ("booking", "\(pass.booking)"), ("booking_version", "\(pass.bookingVersion)"),
      ("attendee", "\(pass.attendee)"), ("place", "\(pass.place)"),
      ("person", pass.recipient.name), ("room", pass.content.room.text),
      ("span", "\(pass.content.span)"), ("start_seconds", "\(pass.content.start.seconds)"),
      ("end_seconds", "\(pass.content.end.seconds)"), ("title", pass.content.title),
      ("description", pass.content.description), ("dates", "\(pass.content.dates)"),
      ("queued_ms", "\(pass.queuedAt.milliseconds)"),
      ("deadline_ms", "\(pass.deadline.milliseconds)"), ("kind", pass.kind.rawValue),
      ("state", String(decoding: state.octets, as: UTF8.self)), ("asks", "\(asks)"),
      ("attempts", "\(pass.attempts)"), ("attempts_max", "\(pass.attemptsMax)"),
      ("goes_alone", "\(pass.goesAlone)"), ("may_be_out", "\(pass.mayBeOut)"),
      ("withdrawn", "\(pass.isWithdrawn)"),
      ("trouble_since_ms", pass.troubleSince.map { "\($0.milliseconds)" } ?? "none"),
      ("trouble", String(decoding: trouble.octets, as: UTF8.self)), ("told", pass.told.rawValue),
    ]
  }
}

extension Counters {
  var members: [(name: String, value: String)] {
    [
      ("last_entry", "\(entry)"), ("last_booking", "\(booking)"),
      ("last_attendee", "\(attendee)"), ("last_pass", "\(pass)"), ("last_call", "\(call)"),
      ("last_news", "\(news)"), ("last_series", "\(series)"), ("last_wait", "\(wait)"),
      ("last_purchase", "\(purchase)"),
    ]
  }
}
