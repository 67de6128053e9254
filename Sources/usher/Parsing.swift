// Lines in, meanings out: rows from standard input are answered on standard output, in order, each
// as soon as it is there.

import Foundation
import Gateways
import House
import LineProtocol
import Measuring
import Storage

/// Reads lines without talking.
enum Parsing {
  /// Octets taken at once.
  private static let pieceOctets = 65_536

  static func parse(_ options: ParseOptions) throws -> ExitCode {
    var house = options.house
    // No booking is made: there is neither a store nor a gateway to be found.
    house.store = .memory
    house.gateway = house.building == .gateway ? house.gateway : .scripted
    let making = HouseMaking(environment: ProcessInfo.processInfo.environment)
    var parsing = LineParsing(try making.settings(for: house), form: options.form)
    var framer = parsing.framer
    var endsLine = true
    while true {
      let piece = try Console.read(octetsMax: pieceOctets)
      if piece.isEmpty { break }
      endsLine = piece.last == 0x0A
      framer.receive(piece)
      guard answerAll(&framer, &parsing) else { return .cannotWrite }
    }
    // The last row needs no line feed.
    if !endsLine { framer.receive([0x0A]) }
    framer.finish()
    return answerAll(&framer, &parsing) ? .fine : .cannotWrite
  }

  private static func answerAll(_ framer: inout LineFramer, _ parsing: inout LineParsing) -> Bool {
    var answers: [UInt8] = []
    while let line = framer.next() { answers += parsing.answer(line) }
    return answers.isEmpty || Console.write(answers) == .fine
  }

  /// Measures how fast lines are read, or what trips cost.
  static func bench(_ options: BenchOptions) throws -> ExitCode {
    switch options.subject {
    case .parse: try benchLines(options)
    case .trips: try benchTrips(options)
    }
  }

  private static func benchTrips(_ options: BenchOptions) throws -> ExitCode {
    let meter = ProcessMeter.own
    let bench = try TripBench(
      grammar: try HouseMaking.grammar(in: options.grammar),
      rounds: options.rounds ?? LineBench.usualRounds,
      trips: options.trips ?? TripBench.usualTrips,
      meters: TripBench.Meters(
        processorNanoseconds: meter.processorNanoseconds, residentOctets: meter.residentOctets))
    return Console.print(try bench.report())
  }

  private static func benchLines(_ options: BenchOptions) throws -> ExitCode {
    beginAgainCounting()
    let bench = try LineBench(
      grammar: try HouseMaking.grammar(in: options.grammar),
      rounds: options.rounds ?? LineBench.usualRounds,
      octets: options.octets ?? LineBench.usualOctets)
    return Console.print(try bench.report())
  }

  /// Learns from the examples of a grammar, or tries how well that goes.
  static func teach(_ options: TeachOptions) throws -> ExitCode {
    let teaching = try Teaching(grammar: options.grammar)
    guard let parts = options.parts else { return Console.print(try teaching.learn()) }
    return Console.print(teaching.tried(parts: parts))
  }

  /// Becomes the same program once more, with the library that counts allocations before it. Goes
  /// on without if there is none beside the program, or it was tried already.
  private static func beginAgainCounting() {
    let program = "/proc/self/exe"
    guard !AllocationCount.isThere, AllocationCount.isPossible, getenv(mark) == nil,
      let path = Bundle.main.executablePath
    else { return }
    let library = (path as NSString).deletingLastPathComponent + "/libusher-allocations.so"
    guard access(library, R_OK) == 0 else { return }
    setenv("LD_PRELOAD", library, 1)
    setenv(mark, "1", 1)
    var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    execv(program, &arguments)
    for argument in arguments { free(argument) }
  }

  /// Set in the environment of a program that has begun again.
  private static let mark = "USHER_COUNTING"
}
