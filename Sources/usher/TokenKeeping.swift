// Who may sign in: tokens are made, listed, taken away and replaced.

import BookingAgent
import Foundation
import House

/// Keeps the tokens.
enum TokenKeeping {
  static func keep(_ options: TokenOptions) throws -> ExitCode {
    var house = HouseOptions()
    house.tokens = options.file
    let configuration =
      try options.configuration.map { try Configuration(at: $0) } ?? Configuration()
    let making = HouseMaking(environment: ProcessInfo.processInfo.environment)
    guard let file = making.tokens(for: house, configuration) else { throw Places.Fault.noHome }
    switch options.deed {
    case .add(let principal): return tell(try file.add(principal), of: principal.name)
    case .rotate(let name): return tell(try file.rotate(name), of: name)
    case .revoke(let name):
      try file.revoke(name)
      Console.say(
        "usher: \(name) can sign in no more; a server closes who did by that token within seconds")
      return .fine
    case .list: return list(try file.principals(), in: file.path)
    }
  }

  /// The token alone on standard output, so that a script can take it.
  private static func tell(_ token: String, of name: String) -> ExitCode {
    Console.say("usher: the token of \(name); it is told this once:")
    return Console.print(token + "\n")
  }

  private static func list(_ principals: [Principal], in path: String) -> ExitCode {
    if principals.isEmpty { Console.say("usher: no tokens in \(path)") }
    for principal in principals {
      let namespaces = principal.namespaces.map(\.description).joined(separator: " ")
      let line = "\(principal.name)\t\(namespaces)\t\(principal.isAdmin ? "admin" : "")"
      guard Console.print(line + "\n") == .fine else { return .cannotWrite }
    }
    return .fine
  }
}
