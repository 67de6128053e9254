// All tables of an open store, and how one entry goes into them and what matters comes out.

import BookingAgent
import Bookings
import CivilTime
import Passes

/// The tables behind one connection. A class because its members are.
final class Tables {
  let database: Database
  let names: Names
  let rooms: RoomTable
  let bookings: BookingTable
  let passes: PassTable
  let messages: MessageTable
  let waits: WaitTable
  let notices: NoticeTable
  let travel: TravelTable
  let journal: JournalTable

  init(_ database: Database) throws(StoreFault) {
    self.database = database
    names = try Names(database)
    rooms = try RoomTable(database)
    bookings = try BookingTable(database, rooms: rooms)
    passes = try PassTable(database)
    messages = try MessageTable(database)
    waits = try WaitTable(database, rooms: rooms)
    notices = try NoticeTable(database)
    travel = try TravelTable(database)
    journal = try JournalTable(database)
  }

  /// Reads again what is kept in memory: a transaction was rolled back, or somebody else wrote.
  func readAgain() throws(StoreFault) {
    names.forget()
    messages.forgetWhatIsKnown()
    try rooms.read()
    try journal.read()
  }

  // Writing

  /// Writes an entry into the journal and into the tables.
  func write(_ entry: JournalEntry) throws(StoreFault) {
    let by: Int64?
    if let user = entry.by { by = try names.number(of: user) } else { by = nil }
    let fact: CodedEntry.Fact
    switch entry.fact {
    case .booking(let event): fact = .booking(try coded(event))
    case .pass(let event): fact = .pass(try coded(event))
    case .answered(let answer):
      let replaced = try messages.keep(answer, entry: journal.nextEntry)
      fact = .answered(expires: answer.expires, replaces: replaced)
    case .news(let event): fact = .news(try coded(event))
    case .wait(let event): fact = .wait(try coded(event))
    case .travel(let change): fact = .travel(try coded(change))
    case .account(let change): fact = .account(try coded(change))
    }
    try journal.append(CodedEntry(at: entry.at, by: by, fact: fact))
    switch fact {
    case .booking(let event): try bookings.apply(event, at: entry.at)
    case .pass(let event): try passes.apply(event)
    case .news(let event): try notices.apply(event, at: entry.at)
    case .wait(let event): try waits.apply(event)
    case .travel(let change): try travel.apply(change)
    case .answered, .account: break
    }
  }

  // Reading

  /// What still matters at an instant.
  func load(at now: Instant) throws(StoreFault) -> DurableState {
    var state = DurableState()
    let since = now - .seconds(database.limits.remembersSeconds)
    state.bookings = try bookings.wanted(since: since, at: now, namesOfBookings)
    try passes.each(of: state.bookings) { (row) throws(StoreFault) in
      if let pass = try decoded(row.pass) { state.passes.append(pass) }
    }
    state.passes.sort { $0.edition < $1.edition }
    state.answers = try messages.wanted(at: now)
    for news in try notices.wanted(at: now) { state.news.append(try decoded(news)) }
    for wait in try waits.wanted(at: now) { state.waits.append(try decoded(wait)) }
    try load(into: &state)
    state.lastWait = Int(journal.counters.wait)
    state.lastNews = Int(journal.counters.news)
    state.lastSeries = Int(journal.counters.series)
    state.lastBooking = Int(journal.counters.booking)
    state.lastAttendee = Int(journal.counters.attendee)
    state.lastPass = Int(journal.counters.pass)
    state.lastCall = Int(journal.counters.call)
    state.lastEntry = try journal.lastInstant()
    return state
  }
}
