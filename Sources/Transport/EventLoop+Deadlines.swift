// How patient the loop is with a session, and how it comes to look at it again.

internal import BookingAgent
import CUV
internal import LineProtocol

extension EventLoop {
  /// How patient to be with a session. Limits on errors and silence are against strangers, not
  /// against who started the process.
  func patience(in mode: LineMode, isSocket: Bool) -> SessionFlow.Patience {
    let idleSeconds = mode == .json ? limits.jsonIdleSeconds : limits.textIdleMinutes * 60
    return SessionFlow.Patience(
      idle: isSocket ? UInt64(idleSeconds) * 1_000 : nil,
      ping: isSocket && mode == .json ? UInt64(limits.jsonPingSeconds) * 1_000 : nil,
      line: isSocket && mode == .json ? UInt64(transportLimits.jsonLineSeconds) * 1_000 : nil,
      stall: isSocket ? UInt64(limits.outputStallSeconds) * 1_000 : nil,
      errorPause: isSocket ? UInt64(limits.errorPauseSeconds) * 1_000 : nil,
      closing: UInt64(limits.closingSeconds) * 1_000)
  }

  /// Has a session looked at when a deadline has passed.
  func schedule(_ session: Session, for deadline: UInt64?) {
    guard let deadline else { return }
    let ticks = UInt64(transportLimits.tickMilliseconds)
    let tick = (deadline + ticks - 1) / ticks
    if let scheduled = session.scheduledTick, scheduled <= tick { return }
    session.scheduledTick = wheel.insert(session.id, at: tick)
  }

  func armTick() {
    // What lies in the wheel is taken out by a tick alone, so nothing is ever disarmed.
    guard let next = wheel.next(), next != armedTick else { return }
    armedTick = next
    let due = next * UInt64(transportLimits.tickMilliseconds)
    uv_timer_start(
      tickTimer,
      { timer in
        let loop = Handles.served(timer?.pointee.data, as: EventLoop.self)
        loop.tick()
        uv_stop(loop.raw)
      }, due > now ? due - now : 0, 0)
  }

  private func tick() {
    armedTick = nil
    let tick = now / UInt64(transportLimits.tickMilliseconds)
    for id in wheel.advance(to: tick) {
      guard let session = sessions[id], let scheduled = session.scheduledTick, scheduled <= tick
      else { continue }
      session.scheduledTick = nil
      session.look()
    }
  }
}
