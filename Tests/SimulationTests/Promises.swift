// What the house promises, checked from outside after every wake: by what it tells, by what its
// gateway sees and by what is durable.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import House
import JSON
import LineProtocol
import Passes
import Storage

/// A promise that was not kept.
struct Violation: Hashable, CustomStringConvertible {
  let promise: String
  let seen: String
  var description: String { "\(promise): \(seen)" }
}

/// The onlooker of one life: what was promised so far, and what was broken.
struct Promises {
  let building: Building
  let zone: ZoneRules
  private(set) var violations: [Violation] = []
  /// The newest that was told of each booking.
  private(set) var confirmed: [Int: ToldBooking] = [:]
  /// Editions whose fate was known and durable: never to be sent again.
  private var ended: [PassEdition: PassState] = [:]
  /// The latest call that left.
  private(set) var lastCall = 0
  /// The first answer to each message that changed something.
  private var answers: [String: (reply: Reply, given: Instant)] = [:]
  /// Messages whose answer so far was no change, and which a process that is gone may have had.
  private var unchanged: Set<String> = []
  /// What was said in messages that were answered anew: by another process, since nothing of them
  /// had to be durable, or after a day.
  private(set) var saidAnew: Set<String> = []
  private var undo = UndoWatch()
  /// The latest that any clock has shown: one that was set back has shown more.
  private(set) var latest = Instant(milliseconds: 0)
  /// The bookings as they were last, also those that the house has forgotten since.
  private var known: [BookingReference: Booking] = [:]
  var secrets = Secrets()
  var news = NewsWatch()
  var waits = WaitWatch()
  var asked = AskerWatch()
  var reach: ReachWatch
  var rides = RideWatch()
  /// Whether people have trips.
  var hasRides = false
  private var series = SeriesWatch()
  private(set) var storedAnswersSeen = 0

  /// What the onlooker has seen happen.
  var counts: Counts {
    var counts = undo.counts
    counts += waits.counts
    counts += asked.counts
    counts += series.counts
    counts += news.counts
    counts += reach.counts
    counts += rides.counts
    counts.note(.storedAnswer, times: storedAnswersSeen)
    return counts
  }

  init(building: Building, zone: ZoneRules, looksAtTokens interval: Duration) {
    reach = ReachWatch(interval: interval)
    self.building = building
    self.zone = zone
  }

  mutating func `break`(_ promise: String, _ seen: String) {
    violations.append(Violation(promise: promise, seen: seen))
  }

  mutating func require(
    _ holds: Bool, _ promise: String, _ seen: @autoclosure () -> String
  ) {
    if !holds { self.break(promise, seen()) }
  }

  mutating func sawStoredAnswers(_ count: Int) { storedAnswersSeen += count }

  // MARK: - Beginning and end of a process

  /// The bookings as they were last, before a wake that began with these.
  func known(with before: [Booking]) -> [BookingReference: Booking] {
    known.merging(before.map { ($0.reference, $0) }) { _, new in new }
  }

  /// What only the process knew is gone; what was told stays promised.
  mutating func died() {
    undo.forgetAll()
    reach.died()
  }

  /// What a wake has changed that began or ended with a failed commit is not known, and so is not
  /// what an undo should bring back.
  mutating func losesTrack() { undo.forgetAll() }

  /// The answer to what was said need not be known any more.
  mutating func saysAnew(_ text: String) { saidAnew.insert(text) }

  // MARK: - What is told

  /// Replies that reached somebody.
  mutating func heard(_ told: [Told], at now: Instant) {
    latest = max(latest, now)
    for one in told {
      for change in one.changes {
        if let before = confirmed[change.reference], change.isExact, before.isExact,
          before.version >= change.version
        {
          self.break(
            "each change is told once",
            "\(change) after \(before), by \(one.asked.said ?? "")")
        }
        confirmed[change.reference] = change
      }
      hearAnswer(one, at: now)
    }
  }

  /// A message that comes again within a day gets the answer it had.
  private mutating func hearAnswer(_ told: Told, at now: Instant) {
    guard let name = told.asked.message else { return }
    let reply = told.reply
    // Every reply of a wake whose commit failed says so.
    if told.isFailure { return }
    // Nor does an answer that it was not taken.
    if [530, 538].contains(reply.code.rawValue) { return }
    if reply.members["replayed"] != true {
      let isNew = !unchanged.contains(name) && answers[name] == nil
      if !isNew, let said = told.asked.said { saidAnew.insert(said) }
      if !told.isChange { unchanged.insert(name) }
    }
    if let (first, given) = answers[name], latest < given + .seconds(86_400) {
      let same = reply.code.rawValue == 251 && reply.lines == first.lines
      require(
        same, "a repeated message gets its first answer",
        "\(name): \(first.lines) and then \(reply.code.rawValue) \(reply.lines)")
    } else if told.isChange {
      answers[name] = (reply, now)
    }
  }

  /// Octets have the form of the protocol.
  mutating func checkForm(_ octets: [UInt8], isJSON: Bool) {
    let text = String(decoding: octets, as: UTF8.self)
    require(octets.last == 10, "what is told has the form of the protocol", text)
    require(
      octets.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 10 },
      "what is told has the form of the protocol", text)
    if isJSON {
      let isOneLine = octets.dropLast().allSatisfy { $0 != 10 }
      require(
        isOneLine && octets.first == UInt8(ascii: "{"),
        "what is told has the form of the protocol", text)
      return
    }
    let lines = octets.dropLast().split(separator: 10, omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() where line.first != UInt8(ascii: "@") {
      let isLast = number == lines.count - 1
      let mark = line.count > 3 ? line[line.startIndex + 3] : 0
      let isDigits = line.prefix(3).allSatisfy { (48...57).contains($0) }
      require(
        isDigits && mark == (isLast ? 32 : 45), "what is told has the form of the protocol", text)
    }
  }

  // MARK: - After every wake

  /// What a wake has changed, what was before, and the replies that were told in it.
  mutating func look(
    at changed: [Booking], _ before: [Booking], _ world: World, _ told: [Told], at now: Instant
  ) {
    let old = known(with: before)
    let after = world.ledger.allBookings
    checkAnnounced(changed, old, before, told)
    for booking in changed where booking.state == .held { checkRules(of: booking, at: now) }
    checkOverlaps(after)
    lookAtWhatWasAsked(after, world.ledger.waits.all)
    for pass in world.outbox.allPasses where !pass.state.isOpen {
      switch pass.state {
      case .accepted, .superseded: ended[pass.edition] = pass.state
      case .queued, .attempting, .parked, .unknown, .failed, .expired: break
      }
    }
    for fault in undo.look(changed, old, told) { self.break("undo brings back what was", fault) }
    for booking in after {
      known[booking.reference] = booking
      secrets.note(booking)
    }
    for wait in world.ledger.waits.all { secrets.note(wait) }
  }

  /// What has happened was asked for by who may, and whole; it is told to whom it concerns.
  private mutating func lookAtWhatWasAsked(_ bookings: [Booking], _ all: [Wait]) {
    let before = known
    let (changed, faults) = asked.look(at: bookings)
    let ofSeries = series.look(
      at: bookings, changed: changed, isNew: { before[$0.reference] == nil }, by: asked.only,
      latest: latest)
    let wereOffered = waits.offered
    let ofWaits = waits.look(at: all, bookings, changed: changed, asked, latest: latest)
    for (promise, seen) in faults + ofSeries + ofWaits { self.break(promise, seen) }
    let offered = all.filter {
      $0.state == .offered && !wereOffered.contains($0.reference)
    }
    expectNews(changed, by: asked.only, offered)
  }

  /// A booking by its name, as it was last.
  func known(_ name: String) -> Booking? {
    Int(name.dropFirst()).flatMap { known[BookingReference($0)] }
  }

  /// What changed was told, and what was told has changed; what was refused changed nothing.
  private mutating func checkAnnounced(
    _ changed: [Booking], _ old: [BookingReference: Booking], _ before: [Booking], _ told: [Told]
  ) {
    let before = Set(before.map(\.reference))
    let announced = Set(told.flatMap(\.changes).map(\.reference))
    for booking in changed where !announced.contains(booking.reference.number) {
      // One that was cancelled long ago is read again after the clock was set back.
      if booking.state == .cancelled, !before.contains(booking.reference) { continue }
      // Somebody who has gone is not told.
      let isToldToNobody = old[booking.reference] == nil && announced.isEmpty && told.isEmpty
      require(
        isToldToNobody, "nothing changes without being told",
        "\(booking) after \(told.map { $0.asked.said ?? "" })")
    }
    let changedNumbers = Set(changed.map(\.reference.number))
    for number in announced {
      require(changedNumbers.contains(number), "what is told to change changes", "B\(number)")
    }
    for one in told {
      for change in one.changes {
        guard let user = one.asked.user, let booking = changed.first(where: { $0.is(change) })
        else { continue }
        require(
          SimulatedPeople.may(user, change: old[booking.reference] ?? booking),
          "nobody changes another's booking", "\(user) changed \(booking)")
        // What followed in the same wake has changed it again.
        guard change.version == booking.version else { continue }
        require(
          change.says(booking), "what is told is what was done", "\(change) and \(booking)")
      }
    }
  }

  private mutating func checkRules(of booking: Booking, at now: Instant) {
    guard let room = building.rooms.first(where: { $0.id == booking.room }) else {
      return self.break("a booking is in a room of the house", "\(booking)")
    }
    let policy = room.policy
    let start = booking.span.start
    let end = booking.span.end
    var faults: [String] = []
    if booking.start >= booking.end { faults.append("ends before it starts") }
    if !zone.means(booking.start, start) { faults.append("starts at another time") }
    if !zone.ends(booking.end, end) { faults.append("ends at another time") }
    if start.time.minutes % policy.gridMinutes != 0 || end.minuteOfDay % policy.gridMinutes != 0 {
      faults.append("off the grid")
    }
    if start.time < policy.opens { faults.append("before opening") }
    let lastMinute = CivilMoment(start.date, policy.closes)
    if end > lastMinute { faults.append("after closing") }
    if !policy.openWeekdays.contains(start.date.weekday) { faults.append("on a closed day") }
    let minutes = end.minutes(since: start)
    if !(policy.shortestMinutes...policy.longestMinutes).contains(minutes) {
      faults.append("of \(minutes) minutes")
    }
    if booking.attendees.count > policy.attendeesMax { faults.append("with too many") }
    if policy.requiresAttendee, booking.attendees.isEmpty { faults.append("without anybody") }
    if Set(booking.attendees.map(\.id)).count != booking.attendees.count {
      faults.append("with somebody twice")
    }
    require(faults.isEmpty, "a booking keeps the rules of its room", "\(faults): \(booking)")
  }

  private mutating func checkOverlaps(_ bookings: [Booking]) {
    let held = bookings.filter { $0.state == .held }
      .sorted { ($0.room.text, $0.start) < ($1.room.text, $1.start) }
    for (one, other) in zip(held, held.dropFirst()) where one.room == other.room {
      require(one.end <= other.start, "no two bookings overlap", "\(one) and \(other)")
    }
  }

  // MARK: - What the gateway sees

  /// A call leaves the house.
  mutating func called(_ call: GatewayCall) {
    let before = lastCall
    require(call.id.number > before, "calls are counted", "\(call.id) after \(before)")
    lastCall = call.id.number
    require(!call.passes.isEmpty, "a call is for somebody", "\(call.id)")
    for pass in call.passes {
      if let end = ended[pass.edition] {
        self.break("no pass is sent again whose outcome is known", "\(pass.edition) is \(end)")
      }
      require(
        pass.attempts <= pass.attemptsMax, "attempts have an end",
        "\(pass.edition) \(pass.attempts)")
    }
  }

  /// The house has taken an answer for good: what it says was sent is known to be sent.
  mutating func answered(_ call: GatewayCall, _ outcome: GatewayOutcome) {
    guard call.purpose == .send else { return }
    switch outcome {
    case .success: know(call.passes)
    case .halted(let code, let index?, _):
      // Index 0 may be meant as the first or as none, and says of no pass that it was sent.
      guard code > 4000, call.passes.indices.contains(index) else { return }
      know(call.passes.prefix(index))
    case .halted, .refused, .http, .timedOut, .connectionFailed, .nonsense, .told: break
    }
  }

  private mutating func know(_ passes: some Sequence<Pass>) {
    for pass in passes { ended[pass.edition] = .accepted(at: latest) }
  }

  // MARK: - The end

  /// The world was well for long enough: nothing is left to be done.
  mutating func end(_ house: RunningHouse, _ peers: [Peer]) {
    require(house.nextWake == nil, "nothing stays pending", "something is due for ever")
    require(!house.awaitsGateway, "nothing stays pending", "a call is awaited")
    for pass in house.world.outbox.allPasses where pass.state.isOpen {
      self.break("nothing stays pending", "\(pass)")
    }
    for peer in peers {
      require(peer.asked.isEmpty, "every request gets one reply", "\(peer.session): \(peer.asked)")
    }
  }
}

extension ZoneRules {
  /// Whether an instant is one of those that the wall clock shows so.
  func means(_ instant: Instant, _ moment: CivilMoment) -> Bool { civil(at: instant) == moment }

  /// The same for an end: a moment that is never shown is over when it would have begun.
  func ends(_ instant: Instant, _ moment: CivilMoment) -> Bool {
    means(instant, moment)
      || resolve(moment).instant == nil && civil(at: instant - .seconds(1)) < moment
        && moment < civil(at: instant)
  }
}

extension CivilMoment {
  /// Minutes from midnight; the midnight at the end of a day is 0 of the next.
  fileprivate var minuteOfDay: Int { time.minutes }
}

extension Booking {
  fileprivate func `is`(_ told: ToldBooking) -> Bool { reference.number == told.reference }
}
