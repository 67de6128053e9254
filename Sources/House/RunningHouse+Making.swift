// How the parts of a running agent are made from its settings.

import Accounts
import BookingAgent
import Bookings
import CivilTime
import Dialogue
import Gateways
import LineProtocol
import Passes
import Products
import Storage
import Vault

extension RunningHouse {
  /// The world as it is durable; in the process that made it so, what is out is still awaited.
  static func world(
    _ settings: HouseSettings, _ state: DurableState, _ abilities: GatewayAbilities,
    accounts kept: KeptAccounts, stillOut out: ErrandsOut? = nil, at now: Instant
  ) -> World {
    var ledger = Ledger(
      building: settings.building, zone: settings.zone, limits: settings.bookingLimits)
    ledger.recall(state.bookings, at: now)
    for wait in state.waits { ledger.recall(wait) }
    ledger.count(from: WaitReference(state.lastWait + 1))
    ledger.count(
      from: BookingReference(state.lastBooking + 1), AttendeeID(state.lastAttendee + 1))
    ledger.countSeries(from: SeriesReference(state.lastSeries + 1))
    let outbox = Outbox(
      limits: settings.passLimits, codes: settings.codes, abilities: abilities,
      passes: state.passes, nextPass: PassID(state.lastPass + 1),
      nextCall: CallID(state.lastCall + 1))
    var limits = TravelLimits()
    limits.takesSecrets = settings.accounts != nil
    limits.writtenOctetsMax = min(limits.writtenOctetsMax, settings.storeLimits.writtenOctetsMax)
    let travel = TravelDesk(
      restoring: state.trips, state.purchases, numbers: state.travelNumbers, stillOut: out,
      limits: limits, at: now)
    let book = settings.accounts.map { accounts in
      AccountBook(
        base: accounts.base, service: accounts.service, providers: accounts.providers, kept: kept,
        at: now)
    }
    var world = World(
      ledger: ledger, outbox: outbox, travel: travel, accounts: book, habits: settings.habits)
    world.startAccounts(Array(kept.accounts.values), at: now)
    return world
  }

  static func gateway(
    _ settings: HouseSettings, _ inbox: GatewayInbox
  ) throws -> any Gateway {
    switch settings.gateway {
    case .web(let address):
      try HTTPGateway(
        address, zone: settings.zone, settings: settings.gatewaySettings, report: inbox.put)
    case .drop(let folder):
      try DropGateway(
        folder: folder, zone: settings.zone, settings: settings.gatewaySettings,
        report: inbox.put)
    case .scripted:
      ScriptedGateway(zone: settings.zone, report: inbox.put)
    }
  }
}

extension RunningHouse {
  /// What carries errands to the mobility service, where there is one; what it tells goes into the
  /// log without anything that was said.
  static func sender(
    _ settings: HouseSettings, _ inbox: GatewayInbox, _ secrets: SecretShelf
  ) throws(GatewaySetupFault) -> ErrandSender? {
    guard case .service(let service) = settings.mobility else { return nil }
    return try ErrandSender(
      service, secret: { secrets.secret(of: $0) }, keep: { secrets.keep($0) }, log: inbox.note,
      report: inbox.put)
  }
}

extension StoreFault {
  /// What everybody whose turn was in the failed commit is told. Unsure is only what was under way
  /// when the outcome became unknown, and the same message again: later changes are not tried.
  func reply(isUnsure: Bool) -> Reply {
    switch self {
    case .full:
      Reply(
        .noSpace, name: .sysSpace,
        lines: ["The disk is full: nothing was changed. Please try again later."])
    case .readOnly:
      Reply(
        .noSpace, name: .sysSpace,
        lines: ["The disk may only be read now: nothing was changed. Please try again later."])
    case .outcomeUnknown where isUnsure:
      Reply(
        .outcomeUnknown, name: .sysUnsure,
        lines: [
          "The disk failed while writing: it may or may not have been done. Please ask again."
        ])
    case .inUse, .newerSchema, .olderSchema, .notStore, .unreachable, .exposed, .displaced,
      .occupied, .damaged, .busy, .overlap, .unstorable, .outcomeUnknown, .other:
      Reply(
        .faultHere, name: .sysStorage,
        lines: ["The store failed: nothing was changed. Please try again later."])
    }
  }
}
