// What whoever runs the process reads in the log.

import Accounts
import BookingAgent
import Bookings
import CivilTime
import Gateways
import JSON
import Mobility
import Passes
import Vault

/// Words for the log. They hold no names, addresses or numbers of people.
enum OperatorWording {
  static let storeWorksAgain = "the store works again"
  static let filesRead = "building, people and configuration were read again"

  /// Bookings that are named one by one.
  private static let bookingsNamedMax = 20

  static let roomsTold = "the gateway tells its rooms again"

  static func roomsAreOld(_ told: CivilMoment) -> String {
    "the gateway did not tell its rooms: those that it told on \(told.date) at \(told.time) "
      + "are shown"
  }

  static func roomsNotKept(because reason: String) -> String {
    "the rooms could not be kept for a start at which the gateway does not tell them: \(reason)"
  }

  static func filesNotTaken(because reason: String) -> String {
    "the files were read again and not taken; all stays as it was: \(reason)"
  }

  static func zoneStays(_ zone: String) -> String {
    "the zone stays \(zone) until the next start"
  }

  static func bookingsOutOfPlace(_ found: [OutOfPlace]) -> [LogRecord] {
    let named = found.prefix(bookingsNamedMax).map { place in
      let (booking, span) = (place.booking, place.booking.span)
      let why =
        switch place.reason {
        case .roomGone: "which is no room of the building any more"
        case .closed: "which is closed then"
        }
      return LogRecord(
        .warning, "booking-out-of-place",
        "\(booking.reference) stands in \(booking.room.text) on "
          + "\(span.start.date) \(span.start.time)–\(span.end.time), \(why)",
        [
          "ref": .string("\(booking.reference)"), "room": .string(booking.room.text),
          "from": .string("\(span.start)"), "to": .string("\(span.end)"),
        ])
    }
    let rest = found.count - named.count
    guard rest > 0 else { return named }
    return named + [
      LogRecord(
        .warning, "bookings-out-of-place",
        "and \(rest) more bookings stand where nobody can book", ["count": .integer(Int64(rest))])
    ]
  }

  /// How an errand went: where to, and nothing that was said.
  static func record(of errand: ErrandRecord) -> LogRecord {
    let status = errand.status.map { ", \($0)" } ?? ""
    return LogRecord(
      errand.end == .answered ? .info : .warning, "errand",
      "errand \(errand.errand.number) to \(errand.host)\(errand.path): \(errand.end.rawValue)"
        + "\(status), \(errand.milliseconds) ms, \(errand.octets) octets",
      [
        "errand": .integer(Int64(errand.errand.number)), "host": .string(errand.host),
        "path": .string(errand.path), "end": .string(errand.end.rawValue),
        "status": errand.status.map { .integer(Int64($0)) } ?? .null,
        "ms": .integer(Int64(errand.milliseconds)), "octets": .integer(Int64(errand.octets)),
      ])
  }

  static func record(of notice: OperatorNotice) -> LogRecord {
    switch notice {
    case .gateway(.gatewayStopped(let trouble)):
      LogRecord(
        .error, "gateway-stopped",
        "the gateway is stopped until its cause is mended (\(words(for: trouble))); "
          + "passes stay queued. Mend it, then run `usher passes resume`, send SIGHUP, or say "
          + "/resume as an admin", ["cause": .string(words(for: trouble))])
    case .gateway(.indexBaseDoubted(let index, let count, let configured)):
      LogRecord(
        .warning, "index-base-doubted",
        "the gateway answered index \(index) for \(count) passes: "
          + "indexBase \(configured) is perhaps wrong",
        ["index": .integer(Int64(index)), "passes": .integer(Int64(count))])
    case .passesResumed: LogRecord(.info, "passes-resumed", "passes leave again")
    case .calendarFailed(let date, let seen):
      LogRecord(
        .warning, "calendar-failed",
        "the building's calendar of \(date) could not be read: \(seen)",
        ["date": .string("\(date)")])
    case .passesLeft(let count):
      LogRecord(
        .info, "passes-left",
        "\(count) pass\(count == 1 ? " stays" : "es stay") in the outbox for the next start",
        ["passes": .integer(Int64(count))])
    case .providerRefuses(let provider, let error):
      LogRecord(
        .error, "provider-refuses",
        "\(provider.quoted) says that something is wrong with what is set up for it: "
          + "\(error.quoted)", ["provider": .string(provider), "error": .string(error)])
    case .travelUnkept(let one):
      LogRecord(
        .error, "travel-not-kept",
        "\(one.name) cannot be made durable and ends with the process: \(one.fault)",
        ["what": .string(one.name)])
    }
  }

  static func record(of row: BrokenRow) -> LogRecord {
    let reason =
      switch row.reason {
      case .otherKey: "it was sealed with another key"
      case .altered: "it is not as it was sealed"
      case .unknownForm: "it is written in a way that this program does not know"
      }
    let what =
      switch row.row {
      case .account(let key): "the account of \(key.owner.quoted) with \(key.provider.quoted)"
      case .attempt, .typed: "a secret that was kept for a while"
      case .parting: "an account that others are still to be told of"
      }
    return LogRecord(
      .error, "vault-row-broken",
      "\(what) does not open: \(reason). It counts as not linked", [:])
  }

  static func keyMade(at path: String) -> String {
    "a key for the secrets of accounts was made at \(path.quoted). Beside the vault it protects a "
      + "copy of the vault alone, not one of the folder: keep it elsewhere with "
      + "mobility.vaultKeyFile or as the credential \(VaultKeys.credential)"
  }

  static func record(ofUnread one: TravelUnkept) -> LogRecord {
    LogRecord(
      .error, "travel-unreadable",
      "\(one.name) stands in the store and cannot be read: \(one.fault); it is left out",
      ["what": .string(one.name)])
  }

  private static func words(for trouble: PassTrouble) -> String {
    switch trouble {
    case .code(let code, _): "code \(code)"
    case .status(let status): "HTTP \(status)"
    case .timedOut: "no answer in time"
    case .connectionFailed: "no connection"
    case .nonsense: "an answer that means nothing"
    case .unclearIndex(let code, let index):
      "code \(code) with index \(index.map(String.init) ?? "missing")"
    case .interrupted: "interrupted"
    }
  }
}
