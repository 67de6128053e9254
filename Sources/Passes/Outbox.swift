// Who is owed which pass, and what is sent when: the fold of what has happened to passes.

public import Bookings
public import CivilTime

/// The passes of all bookings that are not over, and the health of their gateway.
///
/// `decide…` says what happens next as events and changes nothing; `apply` makes it so. An event is
/// durable before the call it announces leaves. Nobody here knows a clock, chance or a socket.
public struct Outbox: Sendable {
  /// The numbers by which passes are sent.
  public let limits: PassLimits
  /// What the gateway's codes mean.
  public let codes: CodeTable
  /// What the gateway can do.
  public let abilities: GatewayAbilities
  /// What is known of the gateway; a new start begins with a fresh one.
  public internal(set) var health: GatewayHealth

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
  }

  // Questions

  /// The newest edition of each pass of a booking, in the order of the attendees.
  public func passes(of booking: BookingReference) -> [Pass] { [] }

  /// An edition of a pass, as long as it is remembered.
  public func pass(_ edition: PassEdition) -> Pass? { nil }

  /// The editions whose recipients have, or may have, a pass that still stands, in the order of
  /// the attendees: who must be told if the gateway takes no cancellation.
  public func holders(of booking: BookingReference) -> [Pass] { [] }

  /// A call on its way, as it has to leave; nil once it is answered.
  public func call(_ id: CallID) -> GatewayCall? { nil }

  /// The calls on their way, in the order in which they were planned.
  public var callsInFlight: [CallID] { [] }

  /// Passes about which something is still to happen.
  public var pendingCount: Int { 0 }

  /// Whether nothing is still to happen to any pass.
  public var isSettled: Bool { pendingCount == 0 }

  /// When something is due: a call, an end, news. Nil if only answers are awaited or nothing is
  /// left. Ask again after each event that was applied; the instant may lie in the past.
  public func nextWake(at now: Instant) -> Instant? { nil }

  // Decisions

  /// What a booking event makes owed and what it makes void. Part of the booking's own commit.
  public func decideOwed(after event: BookingEvent, at now: Instant) -> [PassEvent] { [] }

  /// What is due: ends of passes that are too late, and calls. When the events are durable and
  /// applied, the call of each `attempted` is made (`call(_:)`).
  public func decideDue(at now: Instant) -> [PassEvent] { [] }

  /// What the outcome of a call means. An outcome of a call that is not on its way means nothing.
  public func decideOutcome(
    _ outcome: GatewayOutcome, of call: CallID, at now: Instant, using chance: inout SeededRandom
  ) -> [PassEvent] { [] }

  /// What a new start means, before anything else is decided: calls without an answer have an
  /// unknown outcome, and the gateway is looked at afresh.
  public func decideRestart(at now: Instant, using chance: inout SeededRandom) -> [PassEvent] { [] }

  /// Sends again what failed, expired or is wanted once more, and at once what waits: of one
  /// attendee, or of all whose pass has not been accepted.
  ///
  /// - Throws: why nothing can be sent.
  public func decideResend(
    _ booking: BookingReference, attendee: AttendeeID?, at now: Instant
  ) throws(PassRefusal) -> [PassEvent] { [] }

  /// Gives up what is still tried, and lets what failed rest: of one attendee, or of all.
  ///
  /// - Throws: why there is nothing to give up.
  public func decideSkip(
    _ booking: BookingReference, attendee: AttendeeID?, at now: Instant
  ) throws(PassRefusal) -> [PassEvent] { [] }

  /// What the end of input means: no pass waits for an `undo` any more.
  public func decideEndOfInput(at now: Instant) -> [PassEvent] { [] }

  /// Lets calls go out again after the gateway was stopped; nothing if it was not.
  public func decideResume(at now: Instant) -> [PassEvent] { [] }

  /// The messages that bookers are to get now. Each is sent when its `event` has been applied.
  public func news(at now: Instant) -> [PassNews] { [] }

  // Change

  /// Makes so what has happened. Cannot fail; what is not known any more is left out.
  public mutating func apply(_ event: PassEvent) {}

  /// Forgets the passes of a booking that is over.
  public mutating func forget(_ booking: BookingReference) {}
}
