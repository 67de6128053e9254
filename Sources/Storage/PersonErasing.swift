// A person taken out of a store, so that the journal still folds to the tables.

import BookingAgent
public import Bookings
import CivilTime
import JSON
import Passes

/// What was erased.
public struct Erasure: Hashable, Sendable {
  /// Bookings that somebody else owns now.
  public internal(set) var handedOver: [BookingReference] = []
  /// How many rows of names and addresses were emptied.
  public internal(set) var details = 0
  /// In how many titles, descriptions and words of gateways something was written over.
  public internal(set) var texts = 0
  /// How many of their trips and purchases were removed.
  public internal(set) var rides = 0
  /// How many kept answers were emptied or written over.
  public internal(set) var answers = 0
}

/// One erasing, in a store that nobody else uses. The journal knows people by the numbers of their
/// rows alone, so no line of it is rewritten.
struct PersonErasing {
  let tables: Tables
  let sought: StoredPerson
  private(set) var found: PersonFound
  private(set) var scrubber = Scrubber([])
  private let now: Instant
  var erasure = Erasure()

  private var database: Database { tables.database }

  init(
    _ sought: StoredPerson, _ found: PersonFound, _ tables: Tables, at now: Instant
  ) {
    self.tables = tables
    self.sought = sought
    self.found = found
    self.now = now
  }

  /// The bookings that they own and that are not over.
  func ahead() throws(StoreFault) -> [Booking] {
    guard let user = found.user else { return [] }
    var ahead: [Booking] = []
    try tables.bookings.each { (row) throws(StoreFault) in
      let booking = row.booking
      guard booking.owner.text == Coded.text(user), booking.state == .held,
        !booking.hasEnded(at: now)
      else { return }
      ahead.append(try tables.decoded(booking))
    }
    return ahead
  }

  /// Erases, within a transaction. What they own and is not over gets another owner.
  mutating func run(handing ahead: [Booking], to other: UserID?) throws(StoreFault) -> Erasure {
    if let other { try handOver(ahead, to: other) }
    try endWhatIsOpen()
    try removeTravel()
    try tables.journal.writeCounters()
    // What was written down just now may have got rows of its own.
    found = try PersonFound(sought, in: database)
    let words = found.details.flatMap { [$0.name, $0.email] + ($0.phone.map { [$0] } ?? []) }
    scrubber = Scrubber([sought.user.text] + words + (sought.email.map { [$0.text] } ?? []))
    try emptyDetails()
    try scrubTexts()
    try scrubAnswers()
    try scrubTravel()
    try tables.journal.writeCounters()
    return erasure
  }

  // What happens to bookings, passes, waits and news is written down as ever

  func happened(_ fact: JournalEntry.Fact) throws(StoreFault) {
    try tables.write(JournalEntry(at: now, by: nil, fact: fact))
  }

  private mutating func handOver(_ ahead: [Booking], to other: UserID) throws(StoreFault) {
    for booking in ahead {
      try happened(
        .booking(
          .changed(
            Booking(
              reference: booking.reference, version: booking.version + 1, state: booking.state,
              room: booking.room, span: booking.span, start: booking.start, end: booking.end,
              title: booking.title, description: booking.description,
              isPrivate: booking.isPrivate, owner: other, attendees: booking.attendees,
              series: booking.series,
              bookedBy: booking.bookedBy == other ? nil : booking.bookedBy))))
      erasure.handedOver.append(booking.reference)
    }
  }

  /// Nobody waits any more, nothing is still to be heard, and no pass goes out to nowhere.
  private func endWhatIsOpen() throws(StoreFault) {
    var passes: [PassEdition] = []
    try tables.passes.each { (row) throws(StoreFault) in
      guard found.people.contains(Coded.number(row.pass.recipient.name)) else { return }
      if row.pass.state.isOpen { passes.append(row.pass.edition) }
    }
    if !passes.isEmpty { try happened(.pass(.expired(passes, at: now))) }
    guard let user = found.user.map({ Coded.text($0) }) else { return }
    var waits: [Wait] = []
    try tables.waits.each { (wait) throws(StoreFault) in
      if wait.isOpen, wait.user.text == user { waits.append(try tables.decoded(wait)) }
    }
    for var wait in waits {
      wait.state = .givenUp
      try happened(.wait(.ended(wait)))
    }
    var news: [Int] = []
    try tables.notices.each { (row) throws(StoreFault) in
      if row.told == nil, row.news.user.text == user { news.append(row.news.seq) }
    }
    if !news.isEmpty { try happened(.news(.heard(news))) }
  }

  // What holds their data

  private mutating func emptyDetails() throws(StoreFault) {
    let emptyUser = try database.prepare(
      "UPDATE user SET name = NULL, checksum = 0 WHERE number = ?1")
    let emptyPerson = try database.prepare(
      """
      UPDATE person SET name = NULL, email = NULL, phone = NULL, checksum = 0 WHERE number = ?1
      """)
    if let user = found.user {
      emptyUser.bind(1, user)
      try emptyUser.run()
      erasure.details += 1
    }
    for person in found.people.sorted() {
      emptyPerson.bind(1, person)
      try emptyPerson.run()
      erasure.details += 1
    }
    tables.names.forget()
  }

  private mutating func scrubTexts() throws(StoreFault) {
    var changed: [(number: Int64, text: String)] = []
    try database.prepare("SELECT number, content FROM text WHERE content IS NOT NULL").each {
      (row) throws(StoreFault) in
      if let text = scrubber.scrubbed(try row.text(1)) {
        changed.append((try row.integer(0), text))
      }
    }
    let write = try database.prepare(
      "UPDATE text SET content = ?2, checksum = row_checksum(number, ?2) WHERE number = ?1")
    for (number, text) in changed {
      write.bind(1, number)
      write.bind(2, text)
      try write.run()
    }
    erasure.texts = changed.count
  }

  /// Their own messages are never repeated; another's that is repeated still has its one effect.
  private mutating func scrubAnswers() throws(StoreFault) {
    var changed: [(entry: Int64, key: MessageKey?, text: String, reply: [UInt8])] = []
    try tables.messages.each { (entry, answer) throws(StoreFault) in
      let key = answer.key
      let isTheirs =
        key.user.hasSameOctets(as: sought.user.text)
        || [key.principal, key.conversation, key.message].contains { scrubber.scrubbed($0) != nil }
      let reply = scrubber.scrubbed(
        reply: answer.reply, octetsMax: database.limits.valueOctetsMax)
      if isTheirs {
        changed.append((entry, nil, "", []))
      } else if let reply {
        changed.append((entry, key, answer.text.description, reply))
      }
    }
    let write = try database.prepare(
      """
      UPDATE message SET principal = ?2, conversation = ?3, speaker = ?4, name = ?5, text = ?6,
          reply = ?7,
          checksum = row_checksum(entry, ?2, ?3, ?4, ?5, ?6, ?7, expires_ms)
        WHERE entry = ?1
      """)
    for row in changed {
      write.bind(1, row.entry)
      write.bind(2, row.key?.principal ?? "")
      write.bind(3, row.key?.conversation ?? "")
      write.bind(4, row.key?.user ?? "")
      // No two may have one name.
      write.bind(5, row.key?.message ?? "\(Scrubber.instead):\(row.entry)")
      write.bind(6, row.text)
      write.bind(7, octets: row.reply)
      try write.run()
    }
    erasure.answers = changed.count
  }
}
