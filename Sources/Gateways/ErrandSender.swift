// Carries errands to the mobility service and to who signs people in, over libcurl.

internal import CivilTime
internal import JSON
public import Mobility
internal import Synchronization

/// Sends errands, so many at once for an owner and so many in all, the others in order behind them.
/// It decides nothing and repeats nothing: another base is tried only where no connection was.
///
/// A class: it owns a thread and open connections, which end with `close`. All closures are called
/// on that thread, or on that of who calls `send` or `cancel`; they must not wait.
public final class ErrandSender: Sendable {
  private let settings: ErrandSettings
  private let addressing: ErrandAddressing
  private let writing: ErrandWriting
  private let filter: AnswerFilter
  private let queue: Mutex<ErrandQueue>
  private let loop: HTTPLoop
  private let log: @Sendable (ErrandRecord) -> Void
  private let report: @Sendable (ErrandID, ErrandOutcome) -> Void

  /// A sender; nothing is sent yet.
  ///
  /// `secret` gives the secret of a handle, asked for when an errand is sent. `keep` takes a secret
  /// that came in an answer and gives its handle. `log` takes a line of each errand. `report` takes
  /// what came of an errand, once, except of those that `close` cuts off.
  ///
  /// - Throws: that the file of trusted certificates cannot be read, or libcurl cannot start.
  public init(
    _ settings: ErrandSettings,
    secret: @escaping @Sendable (SecretHandle) -> Secret?,
    keep: @escaping @Sendable (Secret) -> SecretHandle?,
    log: @escaping @Sendable (ErrandRecord) -> Void,
    report: @escaping @Sendable (ErrandID, ErrandOutcome) -> Void
  ) throws(GatewaySetupFault) {
    self.settings = settings
    addressing = ErrandAddressing(settings)
    writing = ErrandWriting(settings: settings, addressing: addressing, secret: secret)
    filter = AnswerFilter(
      depthMax: settings.reading.depthMax, tokenOctetsMax: settings.limits.tokenOctetsMax,
      keep: keep)
    queue = Mutex(ErrandQueue(settings.limits))
    self.log = log
    self.report = report
    loop = try HTTPLoop(settings.connection)
  }

  deinit { loop.close() }

  /// Sends an errand when its turn comes, and returns at once. The time for its answer begins with
  /// its turn. One that waits or is under way already is not sent again.
  public func send(_ errand: Errand) {
    switch queue.withLock({ $0.enter(errand) }) {
    case .waits: beginNext()
    case .isKnown: break
    case .tooMany: end(Course(errand), ErrandFault.tooManyWait.outcome)
    }
  }

  /// Cancels an errand that has not ended: one that has not left is not sent, of one that has left
  /// nobody knows what came of it. The outcome says which.
  public func cancel(_ id: ErrandID) {
    switch queue.withLock({ $0.cancel(id) }) {
    case .waited(let errand): end(Course(errand), ErrandFault.cancelled.outcome)
    case .isUnderWay: loop.cancel(id.number)
    case .isUnknown: break
    }
  }

  /// Breaks off what is under way, unreported, and ends the thread.
  public func close() { loop.close() }
}

extension ErrandSender {
  /// An errand under way, and where it stands.
  private struct Course: Sendable {
    let errand: Errand
    var addresses: [WebAddress] = []
    /// Which of them is tried.
    var place = 0
    let begun = ContinuousClock.now

    init(_ errand: Errand) { self.errand = errand }

    var address: WebAddress { place < addresses.count ? addresses[place] : errand.address }
    var timeLeft: Duration { .seconds(errand.secondsMax) - (ContinuousClock.now - begun) }
  }

  private func beginNext() {
    while let errand = queue.withLock({ $0.next() }) {
      var course = Course(errand)
      do throws(ErrandFault) {
        course.addresses = try addressing.addresses(of: errand)
        try go(course)
      } catch {
        end(course, error.outcome)
      }
    }
  }

  private func go(_ course: Course) throws(ErrandFault) {
    let errand = course.errand
    let request = HTTPRequest(
      lane: .errands, number: errand.id.number,
      url: writing.asked(course.address, for: errand).text,
      content: try writing.content(of: errand, to: course.address), within: course.timeLeft,
      answerOctetsMax: octetsMax(of: errand.peer)
    ) { [weak self] end in
      self?.take(end, course)
      self?.beginNext()
    }
    loop.start(request)
    // It may have been cancelled before the loop knew of it.
    if queue.withLock({ $0.isCancelled(errand.id) }) { loop.cancel(errand.id.number) }
  }

  private func octetsMax(of peer: Errand.Peer) -> Int {
    switch peer {
    case .service: settings.reading.answerOctetsMax
    case .identity: min(settings.limits.identityOctetsMax, settings.reading.answerOctetsMax)
    }
  }

  private func take(_ end: HTTPEnd, _ course: Course) {
    switch end {
    case .replied(let answer):
      self.end(
        course, .answered(serviceAnswer(answer, course)), status: answer.status,
        octets: answer.octets.count)
    case .failed(let failure):
      guard !tryNext(failure, course) else { return }
      self.end(course, failure.outcome)
    }
  }

  /// Tries the next base, where no connection was to this one; whether it does.
  private func tryNext(_ failure: HTTPFailure, _ course: Course) -> Bool {
    var next = course
    next.place += 1
    let mayGoOn = !queue.withLock { $0.isCancelled(course.errand.id) }
    let isTimeLeft = next.timeLeft > .zero
    guard failure.isOfConnecting, mayGoOn, isTimeLeft, next.place < next.addresses.count else {
      return false
    }
    do throws(ErrandFault) {
      try go(next)
    } catch {
      self.end(next, error.outcome)
    }
    return true
  }

  private func serviceAnswer(_ answer: HTTPAnswer, _ course: Course) -> MobilityAnswer {
    let isFromIdentity =
      switch course.errand.peer {
      case .service: false
      case .identity: true
      }
    var told = MobilityAnswer(
      status: answer.status,
      body: filter.filtered(answer.octets, isFromIdentity: isFromIdentity), from: course.address)
    told.headerCode = answer.errorCode
    told.retryAfterSeconds = answer.retryAfterSeconds.map {
      min($0, settings.connection.limits.retryAfterSecondsMax)
    }
    return told
  }

  private func end(
    _ course: Course, _ outcome: ErrandOutcome, status: Int? = nil, octets: Int = 0
  ) {
    let errand = course.errand
    queue.withLock { $0.leave(errand.id) }
    log(
      ErrandRecord(
        errand: errand.id, host: course.address.host, path: course.address.pathTemplate,
        status: status, end: outcome.end,
        milliseconds: Int(clamping: (ContinuousClock.now - course.begun).wholeMilliseconds),
        octets: octets, addressesTried: min(course.place + 1, course.addresses.count)))
    report(errand.id, outcome)
  }
}

extension HTTPFailure {
  fileprivate var outcome: ErrandOutcome {
    switch kind {
    case .unreadable(let reason) where hasLeft: .unreadable(reason)
    case .unreadable, .timedOut, .broken, .cancelled: hasLeft ? .lost(remark) : .notSent(remark)
    }
  }

  /// Whether nobody was reached, though somebody else may be.
  fileprivate var isOfConnecting: Bool {
    switch kind {
    case .timedOut, .broken, .unreadable: !hasLeft
    case .cancelled: false
    }
  }
}
