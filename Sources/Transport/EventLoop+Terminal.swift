// What the system tells of the terminal on which lines are edited: its size, and that the process
// is stopped and goes on; and how others write on it.

import CUV

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension EventLoop {
  /// Runs what writes past the loop, as a log on the same terminal does: the line that is typed
  /// there is taken off the screen before, and comes back at the end of the wake.
  public func aside(_ write: () -> Void) {
    for session in sessions.values { session.clearLine() }
    write()
  }

  /// Hears of the terminal's size, of Ctrl-Z, and of going on after it.
  func watchTerminal() throws(TransportFault) {
    let numbers = [SIGWINCH, SIGCONT, SIGTSTP]
    ProcessSignals.unblock(numbers + [SIGQUIT])
    for number in numbers where !Self.isIgnored(number) {
      let handle = Handles.allocate(uv_signal_t.self)
      let status = uv_signal_init(raw, handle)
      precondition(status == 0, "a loop has all it needs for signals from its beginning")
      signals.append(handle)
      handle.pointee.data = Handles.pointer(to: self)
      try Self.start(handle, number).check("watch the terminal")
    }
  }

  private static func start(_ handle: UnsafeMutablePointer<uv_signal_t>, _ number: Int32)
    -> UVStatus
  {
    UVStatus(
      uv_signal_start(
        handle,
        { handle, number in
          guard let handle else { return }
          let loop = Handles.served(handle.pointee.data, as: EventLoop.self)
          loop.heard(number, by: handle)
        }, number))
  }

  private func heard(_ number: Int32, by handle: UnsafeMutablePointer<uv_signal_t>) {
    for session in sessions.values where session.editor != nil {
      switch number {
      case SIGWINCH: session.resized()
      case SIGCONT: session.cameBack()
      default: session.stepAside { Self.stop(by: number, handle) }
      }
    }
    uv_stop(raw)
  }

  /// Does with the process what the signal does to one that does not hear it. Where nobody could
  /// let it go on, the system does nothing (POSIX: orphaned process groups).
  private static func stop(by number: Int32, _ handle: UnsafeMutablePointer<uv_signal_t>) {
    uv_signal_stop(handle)
    raise(number)
    let status = start(handle, number)
    precondition(!status.isFailure, "a signal that was watched can be watched again")
  }

  /// Whoever started the process may want it not to be stopped.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
