// What the process does with signals: two ask it to end, one means that its terminal is gone or
// that something was mended, two are ignored because a closed pipe and a full disk are outside
// failures like any other.

internal import BookingAgent
import CUV

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What holds for the whole process.
public enum ProcessSignals {
  /// A write beyond the largest size that files may have here (setrlimit(2), `ulimit -f`) fails
  /// instead of ending the process. To be called before anything is written.
  public static func ignoreFileSizeLimit() { signal(SIGXFSZ, SIG_IGN) }

  /// By this an agent is told that something was mended; whatever else runs under this name is not
  /// to end by it. To be called at the beginning.
  public static func ignoreWhatIsForAgents() { signal(SIGUSR1, SIG_IGN) }

  /// A write to a closed pipe fails instead of ending the process.
  static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Lets signals through. A mask outlives `exec`: who is started from a thread that blocks signals
  /// could not be stopped otherwise.
  static func unblock(_ numbers: [Int32]) {
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in numbers { sigaddset(&mask, number) }
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }
}

extension EventLoop {
  /// Ends gracefully at SIGTERM and SIGINT, at once at the second; SIGHUP ends the process if its
  /// session is a terminal's; otherwise it says, as SIGUSR1 always does, that something was mended.
  public func catchSignals() throws(TransportFault) {
    let numbers = [SIGTERM, SIGINT, SIGHUP, SIGUSR1]
    ProcessSignals.unblock(numbers)
    for number in numbers {
      let handle = Handles.allocate(uv_signal_t.self)
      let status = uv_signal_init(raw, handle)
      precondition(status == 0, "a loop has all it needs for signals from its beginning")
      signals.append(handle)
      handle.pointee.data = Handles.pointer(to: self)
      let started = UVStatus(
        uv_signal_start(
          handle,
          { handle, number in
            Handles.served(handle?.pointee.data, as: EventLoop.self).heard(signal: number)
          }, number))
      try started.check("catch signals")
    }
  }

  private func heard(signal number: Int32) {
    let isAtTerminal = sessions.values.contains { $0.face.kind == .terminal }
    if number == SIGUSR1 || (number == SIGHUP && !isAtTerminal) { return collect(.mended) }
    // Who has said all has nothing more to be answered.
    if number == SIGINT, sessions.values.contains(where: \.isOnlyWaiting) { stop() }
    stop()
    uv_stop(raw)
  }
}
