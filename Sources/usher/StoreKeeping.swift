// What an operator does with the store: it is looked through, backed up and put back.

import CivilTime
import Foundation
import House
import Storage

/// Keeps a store.
enum StoreKeeping {
  static func keep(_ options: StoreOptions) throws -> ExitCode {
    let configuration =
      try options.configuration.map { try Configuration(at: $0) } ?? Configuration()
    guard let path = try Self.path(of: options.store, configuration) else { return .usage }
    let limits = configuration.storeLimits
    switch options.deed {
    case .check:
      return tell(try Store.check(at: path, limits: limits), of: path)
    case .backUp(let file, let isReplaced):
      return tell(
        try Store.backUp(path, to: file, replacing: isReplaced, limits: limits), of: path)
    case .restore(let file):
      let restored = try Store.restore(
        path, from: file, keptAs: "before-\(Self.minute)", limits: limits)
      let code = tell(restored.copy, of: file)
      if case .made = restored.copy {
        if let kept = restored.kept { Console.say("usher: what stood there is now \(kept)") }
        Console.say(
          "usher: passes that the backup has as not yet sent go out (again) at the next start")
      }
      return code
    }
  }

  /// Where the store in a file stands that is meant; nil, and said, if it is none in a file.
  static func path(of store: StorePlace?, _ configuration: Configuration) throws -> String? {
    var house = HouseOptions()
    house.store = store
    // A store of one's own unless said: the demonstration's is named by its path.
    house.building = .gateway
    let making = HouseMaking(environment: ProcessInfo.processInfo.environment)
    if case .file(let path) = try making.store(for: house, configuration) { return path }
    Console.say("usher: a store in memory is gone with its process")
    return nil
  }

  /// This minute in UTC, in signs that any file system takes.
  private static var minute: String {
    let seconds = Int64(Date().timeIntervalSince1970)
    let moment = CivilMoment(minuteNumber: Int(seconds / 60))
    return "\(moment)".replacingOccurrences(of: ":", with: "-")
  }

  private static func tell(_ copy: StoreCopy, of source: String) -> ExitCode {
    switch copy {
    case .made(let contents):
      let kibibytes = (contents.octets + 1023) / 1024
      return Console.print(
        "\(contents.place): \(contents.bookings) booking\(contents.bookings == 1 ? "" : "s"), "
          + "\(kibibytes) KiB; journal and tables agree\n")
    case .differs(let found):
      let code = tell(found, of: source)
      Console.say("usher: nothing was copied from \(source), which contradicts itself")
      return code
    }
  }

  static func tell(_ found: [Discrepancy], of path: String) -> ExitCode {
    for discrepancy in found {
      guard Console.print("\(discrepancy)\n") == .fine else { return .cannotWrite }
    }
    guard found.isEmpty else { return .differs }
    return Console.print("\(path): journal and tables agree\n")
  }
}
