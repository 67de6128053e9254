// The shell's one loop: sleeps until octets, a deadline, a signal or a posted event, hands in what
// has happened as one batch and carries out what comes back. It decides nothing of the agent's.
// A class: libuv's handles point back to it, so that it must stay where it is.

public import BookingAgent
import CUV
public import LineProtocol

/// Sockets, standard streams, deadlines and signals on one thread. Make it before any file is
/// opened (it keeps descriptors 0 to 2 from being taken), use it on one thread and run it once.
public final class EventLoop {
  /// Where other threads hand in what happened to them.
  public let mailbox = Mailbox()

  private(set) var limits: ProtocolLimits
  let transportLimits: TransportLimits
  let raw: UnsafeMutablePointer<uv_loop_t>
  let readBuffer: uv_buf_t
  private(set) var connectionsMax: Int
  let standardDescriptors: StandardDescriptors
  let spare: SpareDescriptor
  var sessions: [SessionID: Session] = [:]
  var listeners: [Listener] = []
  var stopping = Stopping.no
  var signals: [UnsafeMutablePointer<uv_signal_t>] = []
  private var lastSession = 0
  /// What waits on all sessions together, in octets.
  private var heldOctets = 0
  private var collected: [Event] = []
  private var touched: [Session] = []
  private var isDue = false
  private var isWorkUnderWay = false
  private var inputFault: TransportFault?
  private var outputFault: TransportFault?
  var wheel: TickWheel
  var armedTick: UInt64?
  private var hasRun = false
  /// What else is to be closed with the loop.
  private var endings: [() -> Void] = []
  private let bell = Handles.allocate(uv_async_t.self)
  private let wakeTimer = Handles.allocate(uv_timer_t.self)
  let tickTimer = Handles.allocate(uv_timer_t.self)
  private let stopTimer = Handles.allocate(uv_timer_t.self)

  /// A loop that listens to nothing yet. The process no longer dies of a closed pipe.
  public init(
    limits: ProtocolLimits = ProtocolLimits(), transportLimits: TransportLimits = TransportLimits()
  ) throws(TransportFault) {
    self.limits = limits
    self.transportLimits = transportLimits
    // First of all: whatever is opened before could become a standard stream that is closed.
    standardDescriptors = StandardDescriptors.secure()
    spare = SpareDescriptor()
    ProcessSignals.ignoreClosedPipes()
    connectionsMax = Descriptors.connectionsMax(limits)
    raw = .allocate(capacity: 1)
    let octets = transportLimits.readOctets
    let space = UnsafeMutablePointer<CChar>.allocate(capacity: octets)
    readBuffer = uv_buf_init(space, UInt32(octets))
    let status = UVStatus(uv_loop_init(raw))
    guard !status.isFailure else {
      raw.deallocate()
      space.deallocate()
      throw .system(wanted: "start the event loop", reason: status.reason)
    }
    wheel = TickWheel(at: uv_now(raw) / UInt64(transportLimits.tickMilliseconds))
    for timer in [wakeTimer, tickTimer, stopTimer] {
      uv_timer_init(raw, timer)
      timer.pointee.data = Handles.pointer(to: self)
    }
    let bellStatus = uv_async_init(raw, bell) { _ in }
    precondition(bellStatus == 0, "a loop that has its own bell can always have another")
    mailbox.open(bell)
  }

  deinit {
    if !hasRun { tearDown() }
    readBuffer.base?.deallocate()
    raw.deallocate()
  }

  /// Keeps to other limits than it was made with: what a file says can be read only after the loop
  /// was made. To be called before anything is attached or listened at.
  public func keep(to limits: ProtocolLimits) {
    precondition(sessions.isEmpty && listeners.isEmpty, "limits hold for every session alike")
    self.limits = limits
    connectionsMax = Descriptors.connectionsMax(limits)
  }

  /// Runs until nothing is left to listen to, or until stopped. `onWake` gets what has happened
  /// since the wake before, in order, and never an empty batch; what it gives back leaves with one
  /// write a session.
  public func run(_ onWake: ([Event]) -> WakeOutcome) -> RunEnding {
    precondition(!hasRun, "a loop runs once")
    hasRun = true
    for session in sessions.values { touch(session) }
    while !isOver {
      let isBusy = !collected.isEmpty || !touched.isEmpty
      uv_run(raw, isBusy ? UV_RUN_NOWAIT : UV_RUN_ONCE)
      gather()
      if !collected.isEmpty { wake(onWake) }
      settle()
    }
    for session in sessions.values { session.shut() }
    while !collected.isEmpty { wake(onWake) }
    tearDown()
    if let outputFault { return .outputLost(outputFault) }
    switch stopping {
    case .no: return inputFault.map(RunEnding.inputLost) ?? .finished
    case .gracefully, .closing, .overdue: return .stopped
    case .atOnce: return .stoppedAtOnce
    }
  }

  private var isOver: Bool {
    if outputFault != nil || stopping == .atOnce || stopping == .overdue { return true }
    let isDone = !isWorkUnderWay || stopping == .closing
    return sessions.isEmpty && listeners.isEmpty && collected.isEmpty && isDone
  }
}

// MARK: - One wake

extension EventLoop {
  /// Has something closed with the loop that it does not know.
  func closes(_ ending: @escaping () -> Void) { endings.append(ending) }

  /// The loop's clock: monotonic, in milliseconds, as of the last time it slept.
  var now: UInt64 { uv_now(raw) }

  /// Adds to the next batch.
  func collect(_ event: Event) { collected.append(event) }

  /// Has a session settled once this wake is over.
  func touch(_ session: Session) {
    guard !session.isTouched else { return }
    session.isTouched = true
    touched.append(session)
  }

  private func gather() {
    let post = mailbox.take()
    collected += post.events
    for _ in 0..<post.stopsWanted { stop() }
    if isDue {
      isDue = false
      collected.append(.due)
    }
  }

  private func wake(_ onWake: ([Event]) -> WakeOutcome) {
    // What is too much for one batch waits for the next, so that what many want at once, and all
    // that is answered, need not be held together.
    let events = takeBatch()
    let outcome = onWake(events)
    for effect in outcome.effects { carryOut(effect) }
    setWake(after: outcome.nextWake)
    isWorkUnderWay = outcome.isWorkUnderWay
  }

  private func takeBatch() -> [Event] {
    let most = transportLimits.eventsAWakeMax
    guard collected.count > most else {
      defer { collected = [] }
      return collected
    }
    defer { collected.removeFirst(most) }
    return Array(collected.prefix(most))
  }

  private func carryOut(_ effect: Effect) {
    switch effect {
    case .greet(let id, let reply): withSession(id) { $0.greet(reply) }
    case .reply(let id, let request, let reply):
      withSession(id) { $0.answer(reply, to: request) }
    case .refuse(let id, let refusal): withSession(id) { $0.refuse(refusal) }
    case .result(let id, let request, let members):
      withSession(id) { $0.answer(members, to: request) }
    case .ping(let id): withSession(id) { $0.ping() }
    case .notice(let id, let notice): withSession(id) { $0.tell(notice) }
    case .setDisplay(let id, let display): withSession(id) { $0.show(display) }
    case .askWindow(let id): withSession(id) { $0.askWindow() }
    case .board(let id, let lines): withSession(id) { $0.show(lines) }
    case .close(let id): withSession(id) { $0.close(isPeerReading: true) }
    case .commit, .call, .errand, .account, .readOpenings, .signIn, .readTokens, .moveClock,
      .scriptGateway,
      .startAfresh, .tellOperator:
      break
    }
  }

  private func withSession(_ id: SessionID, _ body: (Session) -> Void) {
    // Gone while the agent was answering: nothing can be told it any more.
    guard let session = sessions[id] else { return }
    body(session)
    touch(session)
  }

  private func setWake(after delay: Duration?) {
    guard let delay else {
      uv_timer_stop(wakeTimer)
      return
    }
    // Rounded up: a wake that comes too early finds nothing due.
    let (seconds, attoseconds) = delay.components
    let part = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    let milliseconds = seconds.multipliedReportingOverflow(by: 1_000)
    let total = milliseconds.overflow ? Int64.max / 2 : milliseconds.partialValue + part
    uv_timer_start(
      wakeTimer,
      { timer in
        let loop = Handles.served(timer?.pointee.data, as: EventLoop.self)
        loop.isDue = true
        uv_stop(loop.raw)
      }, UInt64(max(0, total)), 0)
  }

  private func settle() {
    if stopping == .gracefully || stopping == .closing {
      for session in sessions.values where stopping == .closing || session.flow.isAllAnswered {
        session.bid(.draining)
      }
    }
    let batch = touched
    touched = []
    for session in batch {
      session.isTouched = false
      session.settle()
    }
    if heldOctets > limits.heldOctetsInAllMax { makeRoom() }
    armTick()
  }

  /// A session holds so many octets more, or fewer.
  func holds(_ octets: Int) { heldOctets += octets }

  /// Ends the sessions that hold most, of two that hold as much the older one, until there is room.
  private func makeRoom() {
    let greediest = sessions.values.filter { $0.heldOctets > 0 }.sorted {
      ($0.heldOctets, $1.id) > ($1.heldOctets, $0.id)
    }
    for session in greediest where heldOctets > limits.heldOctetsInAllMax { session.giveWay() }
  }
}

// MARK: - Sessions

extension EventLoop {
  /// A new session; its channels are the caller's to set before the loop goes on.
  func open(_ face: SessionFace) -> Session {
    lastSession += 1
    let session = Session(id: SessionID(lastSession), face: face, loop: self)
    sessions[session.id] = session
    touch(session)
    return session
  }

  /// Drops a session whose last handle was closed.
  func forgetIfClosed(_ session: Session) {
    if session.openHandles == 0, session.flow.stage == .closed { sessions[session.id] = nil }
  }

  /// Standard input fails: the run goes on as at its end, and tells so when it ends.
  func lostInput(_ fault: TransportFault) { inputFault = fault }

  /// Standard output cannot be written: the run ends. Only the first reason counts.
  func lostOutput(_ fault: TransportFault) {
    if outputFault == nil { outputFault = fault }
  }
}

// MARK: - Ending

extension EventLoop {
  /// Whether and how the run is to end before its sessions do.
  enum Stopping: Hashable {
    case no
    /// What was asked may still be answered.
    case gracefully
    /// What is not answered will not be; who is still there is told so.
    case closing
    case overdue
    case atOnce
  }

  /// Takes no more connections, lets what is under way be answered, and ends in bounded time; asked
  /// again it ends at once.
  func stop() {
    guard stopping == .no else {
      stopping = .atOnce
      return
    }
    stopping = .gracefully
    collect(.stopping)
    for listener in listeners { listener.close() }
    listeners = []
    uv_timer_start(
      stopTimer,
      { timer in
        let loop = Handles.served(timer?.pointee.data, as: EventLoop.self)
        loop.stopping = loop.stopping == .gracefully ? .closing : .overdue
        uv_stop(loop.raw)
      }, UInt64(limits.drainSeconds) * 1_000, UInt64(limits.closingSeconds) * 1_000)
  }

  private func tearDown() {
    mailbox.close()
    for session in sessions.values { session.shut() }
    for listener in listeners { listener.close() }
    for end in endings { end() }
    for timer in [wakeTimer, tickTimer, stopTimer] { Handles.close(timer) }
    for signal in signals { Handles.close(signal) }
    Handles.close(bell)
    while uv_run(raw, UV_RUN_DEFAULT) != 0 {}
    let status = uv_loop_close(raw)
    precondition(status == 0, "every handle is closed before the loop is")
    sessions = [:]
    listeners = []
    touched = []
    spare.close()
  }
}
