// Where the program begins: the arguments say what is to be done, and here it is sent to its place.

import Foundation
import House
import Transport

/// The program.
@main
enum Usher {
  static func main() {
    ProcessSignals.ignoreFileSizeLimit()
    ProcessSignals.ignoreWhatIsForAgents()
    // Before anything is opened: what was handed over must mean what it did when we were started.
    let sockets = HandedSocket.takeAll()
    let command: Command
    do throws(ArgumentFault) {
      command = try Command(
        arguments: Array(CommandLine.arguments.dropFirst()), hasSockets: !sockets.isEmpty)
    } catch {
      Console.say("usher: \(error)")
      exit(ExitCode.usage.rawValue)
    }
    exit(run(command, sockets).rawValue)
  }

  private static func run(_ command: Command, _ sockets: [HandedSocket]) -> ExitCode {
    do {
      switch command {
      case .talk(let options): return try Serving.talk(options)
      case .serve(let options): return Serving.serve(options, sockets)
      case .demo(let options): return try Demonstrating.play(options)
      case .replay(let options): return try Replaying.play(options)
      case .store(let options): return try StoreKeeping.keep(options)
      case .person(let options): return try PersonKeeping.keep(options)
      case .token(let options): return try TokenKeeping.keep(options)
      case .passes(let options): return try Tending.resumePasses(options)
      case .health(let server): return try Tending.look(at: server)
      case .parse(let options): return try Parsing.parse(options)
      case .bench(let options): return try Parsing.bench(options)
      case .measure(let options): return try Benching.measure(options)
      case .teach(let options): return try Parsing.teach(options)
      case .sample(let topic): return Console.print(topic.sample)
      case .help(let topic): return Console.print(topic.text)
      case .version: return Console.print("usher 0.1\n")
      }
    } catch {
      Console.say("usher: \(error)")
      return ExitCode(for: error)
    }
  }
}
