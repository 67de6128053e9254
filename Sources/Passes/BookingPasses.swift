// The passes of one booking: every attendee's editions, oldest first, and what is due of them.

internal import Bookings
internal import CivilTime

/// All passes of one booking that still matter.
struct BookingPasses: Sendable {
  /// The call on its way; a booking has one at a time.
  var inFlight: CallID?
  private(set) var passes: [Pass] = []
  private var places: [PassEdition: Int] = [:]
  private var threads: [AttendeeID: [PassEdition]] = [:]

  subscript(edition: PassEdition) -> Pass? { places[edition].map { passes[$0] } }

  /// The editions of an attendee's pass, oldest first.
  func thread(of attendee: AttendeeID) -> [Pass] {
    (threads[attendee] ?? []).compactMap { self[$0] }
  }

  /// All attendees that have an edition.
  var attendees: [AttendeeID] { threads.keys.sorted() }

  /// The edition of each pass that counts, in the order of the attendees.
  var current: [Pass] {
    passes.filter(isCurrent).sorted { ($0.place, $0.id) < ($1.place, $1.id) }
  }

  /// Whether this edition counts: the newest, but for those superseded before they could leave.
  func isCurrent(_ pass: Pass) -> Bool {
    let editions = threads[pass.attendee] ?? []
    let counting = editions.last { self[$0].map { !$0.neverLeft } ?? false }
    return pass.edition == counting ?? editions.last
  }

  /// The edition that an attendee has, or may have, if it still stands.
  func held(by attendee: AttendeeID) -> Pass? {
    guard let last = thread(of: attendee).last(where: \.mayHaveArrived) else { return nil }
    return last.kind == .cancellation ? nil : last
  }

  /// Whether a newer edition counts, or the pass is not owed any more.
  func isOvertaken(_ pass: Pass) -> Bool { pass.isWithdrawn || !isCurrent(pass) }

  mutating func add(_ pass: Pass) {
    if let place = places[pass.edition] {
      passes[place] = pass
      return
    }
    places[pass.edition] = passes.count
    passes.append(pass)
    var thread = threads[pass.attendee] ?? []
    thread.append(pass.edition)
    thread.sort()
    threads[pass.attendee] = thread
  }

  mutating func change(_ edition: PassEdition, _ body: (inout Pass) -> Void) {
    if let place = places[edition] { body(&passes[place]) }
  }

  /// Drops editions that decide nothing any more: ended, replaced, and not the last to arrive or
  /// to be given up.
  mutating func prune() {
    var kept: [Pass] = []
    for attendee in attendees {
      let thread = thread(of: attendee)
      let lastArrived = thread.last(where: \.mayHaveArrived)?.edition
      let lastEnded = thread.last { !$0.state.isOpen && !$0.neverLeft }?.edition
      kept += thread.filter {
        $0.state.isOpen || $0.edition == lastArrived || $0.edition == lastEnded
          || $0.edition == thread.last?.edition
      }
    }
    guard kept.count < passes.count else { return }
    passes = []
    places = [:]
    threads = [:]
    for pass in kept { add(pass) }
  }
}

extension BookingPasses {
  /// What is due of a booking, and how much is open.
  struct Dues: Equatable, Sendable {
    var openCount = 0
    /// The earliest never-attempted pass; nil while a call is on its way.
    var firstAttempt: Instant?
    /// The earliest pass that was attempted before; nil while a call is on its way.
    var retry: Instant?
    /// The earliest end of a pass that is not on its way.
    var deadline: Instant?
    /// When the booker is to be told.
    var news: Instant?
  }

  /// Computed in one walk over the passes.
  func dues(limits: PassLimits) -> Dues {
    var dues = Dues()
    var untold: Instant?
    var trouble: Instant?
    for pass in passes {
      if pass.state.isOpen { dues.openCount += 1 }
      if let due = pass.state.due {
        dues.deadline = earlier(dues.deadline, pass.deadline)
        if inFlight == nil {
          if pass.attempts == 0 {
            dues.firstAttempt = earlier(dues.firstAttempt, due)
          } else {
            dues.retry = earlier(dues.retry, due)
          }
        }
      }
      guard let topic = pass.newsTopic, isCurrent(pass) else { continue }
      switch topic {
      case .accepted, .toBeToldByBooker: untold = earlier(untold, pass.queuedAt)
      case .ended, .troubled:
        if !pass.state.isOpen { untold = earlier(untold, pass.queuedAt) }
        if pass.told == .nothing { trouble = earlier(trouble, pass.troubleSince) }
      }
    }
    dues.news = dues.openCount == 0 ? untold : trouble.map { $0 + limits.troubleWait }
    return dues
  }

  private func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}

extension PassLimits {
  var troubleWait: Duration { .seconds(tellsTroubleSeconds) }
}

extension Pass {
  /// What the booker would be told of it.
  enum NewsTopic: Equatable {
    case accepted
    case ended
    case troubled
    case toBeToldByBooker
  }

  /// Whether the recipient has this edition, or may have.
  var mayHaveArrived: Bool {
    if case .accepted = state { return true }
    return mayBeOut
  }

  /// What can be told of it as it is now, whether it was told or not; nil if nothing.
  var standing: NewsTopic? {
    if isWithdrawn, !state.isOpen { return mayHaveArrived ? .toBeToldByBooker : nil }
    switch state {
    case .accepted: return .accepted
    case .failed, .expired: return .ended
    case .queued, .attempting, .parked, .unknown: return troubleSince == nil ? nil : .troubled
    case .superseded: return nil
    }
  }

  /// What is still to be told of it as it is now; nil if nothing.
  var newsTopic: NewsTopic? {
    let isUntold: Bool
    switch standing {
    case nil: return nil
    case .accepted, .ended: isUntold = told != .end
    case .troubled, .toBeToldByBooker: isUntold = told == .nothing
    }
    return isUntold ? standing : nil
  }

  /// Whether it waits for its first attempt and nothing has gone wrong yet: only the wait for an
  /// `undo` holds it back.
  var waitsUntouched: Bool {
    if case .queued = state { return attempts == 0 && troubleSince == nil }
    return false
  }

  /// Whether it was superseded before any copy can have left.
  var neverLeft: Bool { state == .superseded && !mayBeOut }

  func says(_ content: PassContent, to recipient: PassRecipient) -> Bool {
    kind != .cancellation && self.content == content && self.recipient == recipient
  }

  /// Whether it says what it should, or has arrived and leads there under another title or
  /// description: for these alone nobody is sent a second pass.
  func serves(_ content: PassContent, to recipient: PassRecipient) -> Bool {
    if case .accepted = state, kind != .cancellation, self.content.leads(where: content) {
      return self.recipient == recipient
    }
    return says(content, to: recipient)
  }
}
