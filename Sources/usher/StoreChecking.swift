// Looking through a store: whether the journal and the tables say the same.

import Foundation
import House
import Storage

/// Checks a store.
enum StoreChecking {
  static func check(_ options: CheckOptions) throws -> ExitCode {
    var house = HouseOptions()
    house.store = options.store
    // A store of one's own unless said: the demonstration's is named by its path.
    house.building = .gateway
    let configuration =
      try options.configuration.map { try Configuration(at: $0) } ?? Configuration()
    let making = HouseMaking(environment: ProcessInfo.processInfo.environment)
    guard case .file(let path) = try making.store(for: house, configuration) else {
      Console.say("usher: a store in memory is gone with its process")
      return .usage
    }
    let found = try Store.check(at: path, limits: configuration.storeLimits)
    for discrepancy in found {
      guard Console.print("\(discrepancy)\n") == .fine else { return .cannotWrite }
    }
    guard found.isEmpty else { return .differs }
    return Console.print("\(path): journal and tables agree\n")
  }
}
