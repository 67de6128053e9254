// What becomes of a running house whose files were changed.

import Accounts
import BookingAgent
import Bookings
import CivilTime
import Dialogue
import Gateways
import JSON
import Storage

extension RunningHouse {
  /// Takes building, people and configuration as their files say now. What the process was begun
  /// with stays until its next start: the zone, the store, where passes go and how
  /// they are retried, how octets are framed.
  /// Files that cannot be taken change nothing.
  func readFilesAgain() {
    guard let reread else { return }
    do {
      try takeUp(try reread(settings.building))
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
    var world = Self.world(
      settings, try store.load(at: now), gateway.abilities, accounts: KeptAccounts(),
      stillOut: errandsOut, at: now)
    // Links go on; another provider is known from the next start on.
    world.accounts = agent.world.accounts
    carryOut(
      agent.takeUp(
        world: world, limits: fresh.agent.limits, place: fresh.agent.place,
        roomsTold: settings.agent.roomsTold, at: now))
  }

  // MARK: - Rooms that a gateway tells

  /// Keeps the rooms that the gateway told at this start, or says that it did not.
  func keepRooms() {
    if let told = settings.agent.roomsTold {
      let words = OperatorWording.roomsAreOld(settings.zone.civil(at: told))
      return log(LogRecord(.warning, "rooms-old", words, ["told": .string(told.rfc3339)]))
    }
    do {
      try settings.keptRooms?.keep(settings.building.rooms, toldAt: clock.now)
    } catch {
      log(LogRecord(.warning, "rooms-not-kept", OperatorWording.roomsNotKept(because: "\(error)")))
    }
  }

  /// Takes the rooms that the gateway tells, where it did not at the start.
  func renewRooms(from results: [GatewayResult]) {
    guard settings.agent.roomsTold != nil else { return }
    for case .rooms(_, .success(let answer)) in results where !answer.entries.isEmpty {
      var fresh = settings
      fresh.building.rooms = answer.rooms
      if case .web(let address) = settings.gateway { fresh.building.completeImages(address) }
      settings.agent.roomsTold = nil
      do {
        try takeUp(fresh)
        log(LogRecord(.info, "rooms-told", OperatorWording.roomsTold))
        keepRooms()
      } catch {
        settings.agent.roomsTold = fresh.agent.roomsTold
        log(LogRecord(.error, "rooms-not-taken", "\(error)"))
      }
      return
    }
  }

  /// Says which bookings stand where the building lets nobody book any more. They stay: whoever
  /// holds them moves them, or not.
  func tellOfBookingsOutOfPlace() {
    let found = agent.world.ledger.bookingsOutOfPlace(at: clock.now)
    for record in OperatorWording.bookingsOutOfPlace(found) { log(record) }
  }
}
