// What becomes of a running house whose files were changed.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import Gateways
import Storage

extension RunningHouse {
  /// Takes building, people and configuration as their files say now. What the process was begun
  /// with stays until its next start: the zone, the store, where passes go and how
  /// they are retried, how octets are framed.
  /// Files that cannot be taken change nothing.
  func readFilesAgain() {
    guard let reread else { return }
    do {
      try takeUp(try reread())
      log(LogRecord(.info, "files-read", OperatorWording.filesRead))
    } catch {
      log(
        LogRecord(.error, "files-not-taken", OperatorWording.filesNotTaken(because: "\(error)")))
      return
    }
    tellOfBookingsOutOfPlace()
  }

  private func takeUp(_ fresh: HouseSettings) throws {
    try store.enter(fresh.building.rooms)
    if fresh.zone != settings.zone {
      log(LogRecord(.warning, "zone-stays", OperatorWording.zoneStays(settings.zone.name)))
    }
    settings.building = fresh.building
    settings.habits = fresh.habits
    settings.bookingLimits = fresh.bookingLimits
    let now = clock.now
    let world = Self.world(settings, try store.load(at: now), gateway.abilities, at: now)
    carryOut(
      agent.takeUp(
        world: world, limits: fresh.agent.limits, place: fresh.agent.place, at: now))
  }

  /// Says which bookings stand where the building lets nobody book any more. They stay: whoever
  /// holds them moves them, or not.
  func tellOfBookingsOutOfPlace() {
    let found = agent.world.ledger.bookingsOutOfPlace(at: clock.now)
    for record in OperatorWording.bookingsOutOfPlace(found) { log(record) }
  }
}
