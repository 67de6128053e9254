// The stand-ins of the mobility service and of a provider are held to what their help promises.

import Foundation
import Testing

@Suite("Stand-ins")
struct StandInCheckTests {
  @Test("The stand-ins for trips and accounts do all that their help says")
  func keepWhatTheyPromise() throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let ended = try Program(
      [StandIn.path(of: "MobilityTests/stand-ins-check.py")], in: Folder(),
      patienceSeconds: 3 * Program.patienceSeconds, environment: ["PATH": path],
      by: #"exec python3 "$1""#
    ).ended()
    #expect(ended.code == 0, "\(ended.output)\(ended.errors)")
  }
}
