// The one thread on which all transfers of a gateway or of errands run, and the queue that leads
// to it.

internal import CCurl
internal import CivilTime
internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Runs transfers side by side over kept connections. Sleeps in libcurl while nothing happens.
///
/// A class: a thread and who starts requests share it.
final class HTTPLoop: Sendable {
  private struct Inbox {
    var waiting: [HTTPRequest] = []
    var cancelled: Set<Int> = []
    var isClosing = false
    /// From then on the multi handle must not be touched.
    var isOver = false
  }

  /// What the thread is to do next.
  private struct Work {
    var requests: [HTTPRequest] = []
    var cancelled: Set<Int> = []
  }

  // Unchecked: other threads only call curl_multi_wakeup, which libcurl allows, and only under the
  // lock, as long as the loop is not over; it frees the handle after it has said under the same
  // lock that it is.
  private struct Multi: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer
  }

  private let inbox = Mutex(Inbox())
  private let multi: Multi
  private let settings: GatewaySettings
  private let running = DispatchGroup()

  /// Once for the process, before any other use of libcurl.
  private static let globalCode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

  /// Starts the thread.
  ///
  /// - Throws: that the file of trusted certificates cannot be read, or libcurl cannot start.
  init(_ settings: GatewaySettings) throws(GatewaySetupFault) {
    if let file = settings.certificateFile, access(file, R_OK) != 0 {
      throw .certificateFileUnreadable(file)
    }
    guard Self.globalCode == CURLE_OK else {
      throw .library(String(cString: curl_easy_strerror(Self.globalCode)))
    }
    guard let handle = curl_multi_init() else { throw .library("out of memory") }
    multi = Multi(handle: handle)
    self.settings = settings
    DispatchQueue(label: "usher.gateway").async(group: running) { [self] in run() }
  }

  /// Hands a request to the thread; reports at once where too many wait already.
  func start(_ request: HTTPRequest) {
    let isTaken: Bool? = inbox.withLock { inbox in
      guard !inbox.isClosing else { return nil }
      guard inbox.waiting.count < settings.limits.callsWaitingMax else { return false }
      inbox.waiting.append(request)
      curl_multi_wakeup(multi.handle)
      return true
    }
    if isTaken == false {
      request.completion(.failed(.notBegun("too many calls wait already")))
    }
  }

  /// Breaks off what was started with that number and has not ended; its end says so.
  func cancel(_ number: Int) {
    inbox.withLock { inbox in
      guard !inbox.isClosing else { return }
      inbox.cancelled.insert(number)
      curl_multi_wakeup(multi.handle)
    }
  }

  /// Ends the thread and waits for it, no longer than the limit says.
  func close() {
    inbox.withLock { inbox in
      inbox.isClosing = true
      inbox.waiting = []
      if !inbox.isOver { curl_multi_wakeup(multi.handle) }
    }
    let milliseconds = Int(clamping: settings.limits.closeWithin.wholeMilliseconds)
    // What has not ended by then ends by itself later, and reports nothing.
    _ = running.wait(timeout: .now() + .milliseconds(milliseconds))
  }

  private func run() {
    // A TLS connection that the other side has closed raises SIGPIPE on the thread that writes.
    var signals = sigset_t()
    var signalsBefore = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, &signalsBefore)
    defer { pthread_sigmask(SIG_SETMASK, &signalsBefore, nil) }
    var exchanges: [UnsafeMutableRawPointer: HTTPExchange] = [:]
    while let work = takeWork(beside: exchanges.values.map(\.request.lane)) {
      cancel(work.cancelled, &exchanges)
      for request in work.requests {
        if let number = request.number, work.cancelled.contains(number) {
          request.completion(.failed(.notBegun("cancelled", .cancelled)))
        } else {
          begin(request, &exchanges)
        }
      }
      var count: Int32 = 0
      curl_multi_perform(multi.handle, &count)
      // What ended has made room for what waits: then there is no time to sleep.
      if reportEnded(&exchanges) { continue }
      curl_multi_poll(multi.handle, nil, 0, 60_000, nil)
    }
    for handle in exchanges.keys { curl_multi_remove_handle(multi.handle, handle) }
    exchanges = [:]
    inbox.withLock { $0.isOver = true }
    curl_multi_cleanup(multi.handle)
  }

  /// The next requests, oldest first, as many as each lane has room for beside those under way, and
  /// what is cancelled; nil if the loop is to end.
  private func takeWork(beside underWay: [HTTPRequest.Lane]) -> Work? {
    inbox.withLock { inbox in
      guard !inbox.isClosing else { return nil }
      var lanes = underWay
      var work = Work(cancelled: inbox.cancelled)
      inbox.cancelled = []
      inbox.waiting.removeAll { request in
        let isFull =
          request.lane != .errands
          && lanes.count { $0 == request.lane } >= max(1, settings.connectionsMax)
        guard !isFull else { return false }
        lanes.append(request.lane)
        work.requests.append(request)
        return true
      }
      return work
    }
  }

  private func cancel(
    _ numbers: Set<Int>, _ exchanges: inout [UnsafeMutableRawPointer: HTTPExchange]
  ) {
    guard !numbers.isEmpty else { return }
    for (handle, exchange) in exchanges {
      guard let number = exchange.request.number, numbers.contains(number) else { continue }
      curl_multi_remove_handle(multi.handle, handle)
      exchanges[handle] = nil
      exchange.request.completion(exchange.cancelled())
    }
  }

  private func begin(
    _ request: HTTPRequest, _ exchanges: inout [UnsafeMutableRawPointer: HTTPExchange]
  ) {
    guard let exchange = HTTPExchange(request, settings),
      curl_multi_add_handle(multi.handle, exchange.handle) == CURLM_OK
    else {
      request.completion(.failed(.notBegun("libcurl takes no transfer")))
      return
    }
    exchanges[exchange.handle] = exchange
  }

  /// Reports what has ended; whether anything has.
  private func reportEnded(
    _ exchanges: inout [UnsafeMutableRawPointer: HTTPExchange]
  ) -> Bool {
    let countBefore = exchanges.count
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi.handle, &left)?.pointee {
      guard message.msg == CURLMSG_DONE, let handle = message.easy_handle,
        let exchange = exchanges.removeValue(forKey: handle)
      else { continue }
      let end = exchange.end(message.data.result, settings.limits)
      curl_multi_remove_handle(multi.handle, handle)
      if !inbox.withLock({ $0.isClosing }) { exchange.request.completion(end) }
    }
    return exchanges.count < countBefore
  }
}
