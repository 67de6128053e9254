// What is done with an agent that runs elsewhere: asked whether it is well, and told to go on.

import Foundation
import House
import Storage
import Transport

/// Tends running agents.
enum Tending {
  /// Tells the process that has the store open that what kept its passes is mended.
  static func resumePasses(_ options: PassesOptions) throws -> ExitCode {
    let configuration =
      try options.configuration.map { try Configuration(at: $0) } ?? Configuration()
    guard let path = try StoreKeeping.path(of: options.store, configuration) else { return .usage }
    guard let process = try Store.process(using: path) else {
      Console.say("usher: no usher has \(path) open; its passes leave when one does")
      return .unavailable
    }
    guard kill(pid_t(process), SIGUSR1) == 0 else {
      Console.say("usher: process \(process): \(String(cString: strerror(errno)))")
      return .unavailable
    }
    return Console.print("told process \(process) to let passes leave\n")
  }

  /// Whether a server answers.
  static func look(at server: ServerAddress) throws -> ExitCode {
    do {
      return try ask(server)
    } catch {
      guard case ServerFault.unreachable(let address, let reason) = error else { throw error }
      Console.say("usher: cannot reach \(address): \(reason)")
      return .unavailable
    }
  }

  private static func ask(_ server: ServerAddress) throws -> ExitCode {
    let connection = try server.greeted()
    connection.secondsMax = ServerAddress.greetingSecondsMax
    try connection.send(Array("/noop well\r\n".utf8))
    let answer = try connection.lines { $0.isLastOfReply }.last ?? ""
    guard answer == "200 well" else {
      Console.say("usher: \(connection.address) answers: \(answer)")
      return .unavailable
    }
    return Console.print("\(connection.address) is well\n")
  }
}
