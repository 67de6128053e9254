// What an operator does with the data of one person: they are handed out, or erased.

import Bookings
import CivilTime
import Foundation
import House
import JSON
import Storage

/// Keeps what the law says of a person's data.
enum PersonKeeping {
  static func keep(_ options: PersonOptions) throws -> ExitCode {
    let configuration =
      try options.configuration.map { try Configuration(at: $0) } ?? Configuration()
    guard let path = try StoreKeeping.path(of: options.store, configuration) else { return .usage }
    let limits = configuration.storeLimits
    switch options.deed {
    case .export:
      var found = try Store.export(path, of: options.person, limits: limits)
      let accounts = try accounts(besideStoreAt: path, configuration)
      let kept = try accounts?.exported(options.person.user.text) ?? []
      if !kept.isEmpty { found["accounts"] = .array(kept) }
      return Console.write(JSONValue.object(found).octets + [0x0A])
    case .erase(let other):
      let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
      let erased = try Store.erase(
        path, options.person, handingTo: other, at: now, limits: limits)
      let accounts = try eraseAccounts(
        of: options.person.user.text, besideStoreAt: path, configuration, behind: erased)
      if accounts > 0 {
        Console.say("usher: deleted the secrets of \(accounts) account\(accounts == 1 ? "" : "s")")
        if case .unknown = erased { return .fine }
      }
      return tell(erased, of: options.person.user.text, in: path)
    }
  }

  /// Deletes the person's accounts, and tells how many. The store may know nobody of that name any
  /// more: it was emptied when the vault could not be opened, or the program was killed before.
  private static func eraseAccounts(
    of owner: String, besideStoreAt path: String, _ configuration: Configuration,
    behind erased: Store.Erased
  ) throws -> Int {
    switch erased {
    case .done, .unknown: try accounts(besideStoreAt: path, configuration)?.erase(owner) ?? 0
    case .ahead, .differs: 0
    }
  }

  private static func accounts(
    besideStoreAt path: String, _ configuration: Configuration
  ) throws -> PersonsAccounts? {
    try PersonsAccounts(
      besideStoreAt: path, configuration,
      credentials: ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"])
  }

  private static func tell(
    _ erased: Store.Erased, of name: String, in path: String
  ) -> ExitCode {
    switch erased {
    case .done(let erasure):
      let handed = erasure.handedOver.map(\.description).joined(separator: " ")
      if !handed.isEmpty { Console.say("usher: handed over: \(handed)") }
      Console.say(
        "usher: backups, what a restoration set aside, and passes that left as files are as before")
      return Console.print(
        "\(path): emptied \(erasure.details) rows of names and addresses, removed "
          + "\(erasure.rides) trips and purchases, wrote over "
          + "\(erasure.texts) texts and \(erasure.answers) answers; journal and tables agree\n")
    case .ahead(let bookings):
      for booking in bookings {
        let line = "\(booking.reference)\t\(booking.room)\t\(booking.span)\n"
        guard Console.print(line) == .fine else { return .cannotWrite }
      }
      Console.say(
        "usher: nothing was erased: these bookings are not over; say --to USER to hand them over, "
          + "or cancel them first: echo \"cancel my bookings\" | usher --as \(name)")
      return .differs
    case .unknown:
      Console.say("usher: nothing was erased: the store knows nobody of that name or address")
      return .differs
    case .differs(let found):
      let code = StoreKeeping.tell(found, of: path)
      Console.say("usher: nothing was erased from a store that contradicts itself")
      return code
    }
  }
}
