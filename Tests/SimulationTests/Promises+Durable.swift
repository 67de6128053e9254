// What is durable, against what a house takes for true and what was told.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import House
import Passes
import Storage

extension Promises {
  /// Compares what is durable with what a house takes for true, and with what was told.
  /// Titles that may be on several bookings are told.
  mutating func compare(
    _ house: RunningHouse, at now: Instant, _ mayShare: (String) -> Bool = { _ in false }
  ) {
    do {
      let state = try house.durableState()
      compare(state, house.world, at: now, mayShare)
      for discrepancy in try house.checkStore() {
        self.break("the journal and the tables agree", "\(discrepancy)")
      }
    } catch {
      self.break("a healthy store can be read", "\(error)")
    }
  }

  private mutating func compare(
    _ state: DurableState, _ world: World, at now: Instant, _ mayShare: (String) -> Bool
  ) {
    let durable = Dictionary(uniqueKeysWithValues: state.bookings.map { ($0.reference, $0) })
    for booking in world.ledger.allBookings {
      // What is long over need not be given back.
      guard let stored = durable[booking.reference] else {
        require(
          booking.end <= now || booking.state == .cancelled, "what is true is durable", "\(booking)"
        )
        continue
      }
      require(stored == booking, "what is true is durable", "\(booking) but stored \(stored)")
    }
    for booking in state.bookings where world.ledger.booking(booking.reference) == nil {
      require(
        booking.end <= now || booking.state == .cancelled, "what is durable is true", "\(booking)")
    }
    for (number, told) in confirmed {
      guard let stored = durable[BookingReference(number)] else { continue }
      require(
        stored.version >= told.version, "what was confirmed is durable", "\(told), stored \(stored)"
      )
      if stored.version == told.version {
        require(told.says(stored), "what was confirmed is durable", "\(told), stored \(stored)")
      }
    }
    for number in confirmed.keys {
      require(number <= state.lastBooking, "what was confirmed is durable", "B\(number) is gone")
    }
    let left = lastCall
    require(left <= state.lastCall, "an attempt is durable before it leaves", "call \(left)")
    comparePasses(state, world, at: now)
    let waits = world.ledger.waits.open
    require(
      state.waits.filter(\.isOpen) == waits, "what is waited for is durable",
      "\(waits) but stored \(state.waits)")
    for answer in state.answers {
      overheard(answer.reply, by: .user(answer.key.user), isRepeated: true)
      let holder = TokenHolder.all.first { $0.name == answer.key.principal }
      require(
        answer.key.principal.isEmpty || holder?.speaks(for: answer.key.user) == true,
        "nobody speaks for whom no token reaches", "\(answer.key)")
    }
    sawStoredAnswers(state.answers.count)
    checkTitles(state.bookings, mayShare)
  }

  private mutating func comparePasses(_ state: DurableState, _ world: World, at now: Instant) {
    let durable = Dictionary(uniqueKeysWithValues: state.passes.map { ($0.edition, $0) })
    // What is long over or was cancelled long ago need not be given back.
    let bookings = Set(state.bookings.map(\.reference))
    for pass in world.outbox.allPasses where bookings.contains(pass.booking) {
      require(
        durable[pass.edition] == pass, "what is true is durable",
        "\(pass) but stored \(durable[pass.edition].map { "\($0)" } ?? "nothing")")
    }
    // Editions that decide nothing any more are dropped.
    for pass in state.passes where pass.state.isOpen {
      guard world.ledger.booking(pass.booking) != nil else { continue }
      require(
        world.outbox.pass(pass.edition) == pass, "what is durable is true",
        "\(pass) but known \(world.outbox.pass(pass.edition).map { "\($0)" } ?? "nothing")")
    }
    for booking in world.ledger.allBookings where booking.end > now {
      checkOwed(booking, world.outbox, at: now)
    }
  }

  /// Every attendee of a booking that is held has a pass that says the right thing, or one that has
  /// ended with a reason; nobody else has one to come.
  private mutating func checkOwed(_ booking: Booking, _ outbox: Outbox, at now: Instant) {
    let latest = max(latest, now)
    let passes = outbox.passes(of: booking.reference)
    let comers = booking.state == .held ? booking.attendees : []
    for attendee in comers {
      let own = passes.filter { $0.attendee == attendee.id }
      let fits = own.contains { pass in
        guard pass.kind != .cancellation, !pass.isWithdrawn,
          pass.recipient == PassRecipient(attendee)
        else { return false }
        let content = PassContent(booking, naming: pass.content.dates)
        // Who has one that leads there keeps it under an older title.
        if case .accepted = pass.state { return pass.content.leads(where: content) }
        return pass.content == content
      }
      // Nothing is owed by a change that was made after the beginning.
      require(
        fits || booking.start <= latest || own.contains { $0.deadline <= latest },
        "every attendee is owed a pass", "\(attendee) of \(booking): \(own)")
    }
    let ids = Set(comers.map(\.id))
    for pass in passes where !ids.contains(pass.attendee) && pass.state.isOpen {
      require(
        pass.kind == .cancellation || pass.isWithdrawn, "nobody else is sent a pass", "\(pass)")
    }
  }

  /// A title that talkers use once is on one booking at most; but one order may be for several, and
  /// a message that is answered anew takes its title along.
  /// The first of a series that was undone is a booking of its own again.
  private func mayBeOfOne(_ one: Booking, _ other: Booking) -> Bool {
    (one.series ?? other.series) != nil
      && (one.series == nil || other.series == nil || one.series?.series == other.series?.series)
  }

  private mutating func checkTitles(
    _ bookings: [Booking], _ mayShare: (String) -> Bool
  ) {
    var seen: [String: Booking] = [:]
    for booking in bookings where booking.title.hasPrefix("Zq") {
      if mayShare(booking.title) { continue }
      if saidAnew.contains(where: { $0.contains("\"\(booking.title)\"") }) { continue }
      if let other = seen[booking.title], !mayBeOfOne(other, booking) {
        self.break("a message has one effect", "\(other) and \(booking)")
      }
      seen[booking.title] = booking
    }
  }
}
