// Trips in a file, as the mobility service writes them.

public import Mobility

/// A file of trips.
public struct TripFile {
  /// The trips in it.
  public let trips: [Trip]

  /// Reads a file of trips; relative addresses in it are below the base, where there is one.
  /// - Throws: why it cannot be read.
  public init(
    at path: String, below base: WebAddress?, limits: MobilityLimits = MobilityLimits()
  ) throws(TripFileFault) {
    let octets: [UInt8]
    do throws(FileFaults) {
      octets = try SmallFile.octets(at: path)
    } catch {
      throw TripFileFault(path: path, reason: "\(error)")
    }
    do throws(AnswerFault) {
      trips = try TripAnswer(parsing: octets, from: base, limits: limits).trips
    } catch {
      throw TripFileFault(path: path, reason: Self.words(for: error))
    }
    if trips.isEmpty { throw TripFileFault(path: path, reason: "it holds no trip") }
  }

  private static func words(for fault: AnswerFault) -> String {
    switch fault {
    case .failed(let failure): "it holds an error of the service (\(failure.status))"
    case .unreadable(let fault): "\(fault.reason.rawValue) at \(fault.path)"
    }
  }
}

/// Why a file of trips cannot be read.
public struct TripFileFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which file.
  public let path: String
  /// What is wrong with it.
  public let reason: String

  /// What is wrong, for the command line.
  public var description: String { "no trip can be read from \(path.quoted): \(reason)" }
}
