// Who is owed which pass, and what is sent when: the fold of what has happened to passes.

public import Bookings
public import CivilTime

/// The passes of all bookings that are not over, and the health of their gateway.
///
/// `decide…` says what happens next as events and changes nothing; `apply` makes it so. An event is
/// durable before the call it announces leaves. Nobody here knows a clock, chance or a socket.
public struct Outbox: Sendable {
  struct CallInFlight: Sendable {
    let booking: BookingReference
    let purpose: GatewayCall.Purpose
    var editions: [PassEdition]
  }

  /// The numbers by which passes are sent.
  public let limits: PassLimits
  /// What the gateway's codes mean.
  public let codes: CodeTable
  /// What the gateway can do.
  public let abilities: GatewayAbilities
  /// What is known of the gateway; a new start begins with a fresh one.
  public internal(set) var health: GatewayHealth
  /// The number that the next new pass gets.
  public internal(set) var nextPass: PassID
  /// The number that the next call gets.
  public internal(set) var nextCall: CallID
  /// Passes about which something is still to happen.
  public private(set) var pendingCount = 0

  var bookings: [BookingReference: BookingPasses] = [:]
  var calls: [CallID: CallInFlight] = [:]
  private var bookingOf: [PassID: BookingReference] = [:]
  private var dues: [BookingReference: BookingPasses.Dues] = [:]
  private(set) var firstAttempts = DueQueue()
  private(set) var retries = DueQueue()
  private(set) var deadlines = DueQueue()
  private(set) var newsDue = DueQueue()

  /// An outbox with the passes that were read back; none at first. The next pass and call get the
  /// numbers given: each 1 more, at least, than any before.
  public init(
    limits: PassLimits = PassLimits(), codes: CodeTable = .standard,
    abilities: GatewayAbilities = GatewayAbilities(), passes: [Pass] = [],
    nextPass: PassID = PassID(1), nextCall: CallID = CallID(1)
  ) {
    self.limits = limits
    self.codes = codes
    self.abilities = abilities
    health = GatewayHealth(limits: limits)
    self.nextPass = nextPass
    self.nextCall = nextCall
    for pass in passes.sorted(by: { ($0.place, $0.edition) < ($1.place, $1.edition) }) {
      add(pass)
      guard case .attempting(let call) = pass.state else { continue }
      calls[call, default: CallInFlight(booking: pass.booking, purpose: .send, editions: [])]
        .editions.append(pass.edition)
      bookings[pass.booking]?.inFlight = call
    }
    for booking in bookings.keys { refresh(booking) }
  }

  // Questions

  /// Whether nothing is still to happen to any pass.
  public var isSettled: Bool { pendingCount == 0 }

  /// The edition of each pass of a booking that counts, in the order of the attendees: the newest,
  /// but for those superseded before they could leave.
  public func passes(of booking: BookingReference) -> [Pass] { bookings[booking]?.current ?? [] }

  /// Every edition that is remembered, in order: what a store must keep to make the outbox again.
  public var allPasses: [Pass] {
    bookings.values.flatMap(\.passes).sorted { $0.edition < $1.edition }
  }

  /// Passes of a booking about which something is still to happen.
  public func pendingCount(of booking: BookingReference) -> Int { dues[booking]?.openCount ?? 0 }

  /// An edition of a pass, as long as it is remembered.
  public func pass(_ edition: PassEdition) -> Pass? {
    bookingOf[edition.id].flatMap { bookings[$0]?[edition] }
  }

  /// The editions whose recipients have, or may have, a pass that was not taken back, in the order
  /// of the attendees: who must be told of a cancellation if the gateway takes none.
  public func holders(of booking: BookingReference) -> [Pass] {
    guard let passes = bookings[booking] else { return [] }
    return passes.attendees.compactMap { passes.held(by: $0) }
      .sorted { ($0.place, $0.id) < ($1.place, $1.id) }
  }

  /// A call on its way, as it has to leave; nil once it is answered.
  public func call(_ id: CallID) -> GatewayCall? {
    guard let call = calls[id] else { return nil }
    let passes = call.editions.compactMap { pass($0) }
    guard let content = passes.first?.content else { return nil }
    return GatewayCall(
      id: id, purpose: call.purpose, booking: call.booking, content: content, passes: passes)
  }

  /// The calls on their way, in the order in which they were planned.
  public var callsInFlight: [CallID] { calls.keys.sorted() }

  /// When something is due: a call, an end, news. Nil if only answers are awaited or nothing is
  /// left. Ask again after each event that was applied; the instant may lie in the past.
  public func nextWake(at now: Instant) -> Instant? {
    [deadlines.firstDue, newsDue.firstDue, nextCallDue(at: now)].compactMap(\.self).min()
  }

  private func nextCallDue(at now: Instant) -> Instant? {
    guard calls.count < limits.callsInFlightMax else { return nil }
    let any = [firstAttempts.firstDue, retries.firstDue].compactMap(\.self).min()
    switch health.permission(at: now) {
    case .open, .probe: return any
    case .firstAttemptsOnly(let until):
      return [firstAttempts.firstDue, retries.firstDue.map { max($0, until) }]
        .compactMap(\.self).min()
    case .closed(let until?): return any.map { max($0, until) }
    case .closed(nil): return nil
    }
  }

  // Change

  /// Forgets the passes of a booking that is over.
  public mutating func forget(_ booking: BookingReference) {
    for pass in bookings[booking]?.passes ?? [] { bookingOf[pass.id] = nil }
    if let call = bookings[booking]?.inFlight { calls[call] = nil }
    bookings[booking] = nil
    refresh(booking)
  }

  mutating func add(_ pass: Pass) {
    bookings[pass.booking, default: BookingPasses()].add(pass)
    bookingOf[pass.id] = pass.booking
    nextPass = max(nextPass, PassID(pass.id.number + 1))
  }

  /// Changes passes, and then what is due of their bookings.
  mutating func change(_ editions: [PassEdition], _ body: (inout Pass) -> Void) {
    var touched: Set<BookingReference> = []
    for edition in editions {
      guard let booking = bookingOf[edition.id] else { continue }
      bookings[booking]?.change(edition, body)
      touched.insert(booking)
    }
    for booking in touched { refresh(booking) }
  }

  /// Puts a booking where it belongs in the queues.
  mutating func refresh(_ booking: BookingReference) {
    let before = dues[booking]
    let after = bookings[booking]?.dues(limits: limits)
    guard before != after else { return }
    dues[booking] = after
    pendingCount += (after?.openCount ?? 0) - (before?.openCount ?? 0)
    firstAttempts.set(booking, due: after?.firstAttempt)
    retries.set(booking, due: after?.retry)
    deadlines.set(booking, due: after?.deadline)
    newsDue.set(booking, due: after?.news)
  }
}
