// Whether somebody asked the measure to end: what was started has to be ended then, and the files
// removed, which a process that dies of the signal cannot.

import Foundation
import Synchronization

/// Notes SIGINT, SIGTERM and SIGHUP instead of dying of them.
public enum Interruption {
  /// Set by a signal; only loads and stores of it are safe there.
  private static let isAsked = Atomic(false)

  /// From now on these signals are noted, and a connection that is gone raises none. Whoever
  /// started this process may have blocked them, which would go on in what is started from here.
  public static func watch() {
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { _ in Interruption.isAsked.store(true, ordering: .relaxed) }
      sigaddset(&mask, number)
    }
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    signal(SIGPIPE, SIG_IGN)
  }

  /// - Throws: that somebody asked to end.
  static func check() throws(MeasuringFault) {
    if isAsked.load(ordering: .relaxed) { throw .interrupted }
  }
}
