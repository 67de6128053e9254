// Measuring the program as it serves: the same program is started once more as the server.

import Foundation
import House
import Measuring

/// Measures what a running usher takes.
enum Benching {
  static func measure(_ options: MeasureOptions) throws -> ExitCode {
    guard let program = Bundle.main.executablePath else {
      throw MeasuringFault.notStarted(program: "usher", reason: "nobody knows where it is")
    }
    let tell = { (line: String) throws(MeasuringFault) in
      if Console.print(line + "\n") != .fine { throw MeasuringFault.unheard }
    }
    switch options.subject {
    case .server: try ServerBench(options, program: program, tell: tell).run()
    case .store: try StoreBench(options, program: program, tell: tell).run()
    }
    return .fine
  }
}
