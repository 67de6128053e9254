// Unlucky and hostile octets, each on a connection of its own to the built program. What the
// numbers mean, and which test plays the others, stands in Tests/unlucky-inputs.md.

import Foundation
import Testing

@Suite("Unlucky inputs")
struct UnluckyInputTests {
  /// What memory may grow by, whatever is sent.
  private static let octetsGrownMax = 16 << 20
  static let listeners = ["--listen", "127.0.0.1:0", "--listen-json", "127.0.0.1:0"]
  static let serve = ServingTests.test + ["--store", ":memory:"] + listeners

  @Test("Each gets what it deserves; nothing is booked, others are served")
  func octets() throws {
    let server = try Program(
      Self.serve, in: Folder(), patienceSeconds: Program.patienceSeconds * 6)
    let ports = try server.ports(2)
    let talker = try Peer(port: ports[0])
    _ = try talker.reply()
    #expect(try talker.ask("cancel B1").contains("550 [WHAT/UNKNOWN ref=B1]"))
    let before = server.residentOctets
    for row in UnluckyInput.all {
      let came = try Self.answer(to: row, ports[row.encoding.rawValue])
      #expect(came.count == row.gets.count, "\(row.number), \(row.what): \(came)")
      for (line, beginning) in zip(came, row.gets) {
        #expect(line.hasPrefix(beginning), "\(row.number), \(row.what): \(line.prefix(120))")
      }
      let nothing = try talker.ask("cancel B1")
      #expect(nothing.contains("550 [WHAT/UNKNOWN ref=B1]"), "\(row.number), \(row.what)")
    }
    #expect(server.residentOctets - before < Self.octetsGrownMax)
    try Self.servesOn(server, ports[0])
  }

  /// The lines that come back behind the greeting.
  private static func answer(to row: UnluckyInput, _ port: UInt16) throws -> [Substring] {
    let peer = try Peer(port: port)
    for piece in row.pieces {
      peer.send(piece)
      Peer.takeIn(from: [peer], withinMilliseconds: row.pauseMilliseconds)
    }
    if row.ending == .endsSending { peer.endSending() }
    return try peer.rest().split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("220") }
  }

  /// A new client is answered, nothing has been booked, and the log says nothing but where it
  /// listens.
  static func servesOn(_ server: Program, _ port: UInt16) throws {
    let fresh = try Peer(port: port)
    _ = try fresh.reply()
    #expect(try fresh.ask("cancel B1").contains("550 [WHAT/UNKNOWN ref=B1]"))
    server.send(SIGTERM)
    let ended = server.ended()
    #expect(ended.code == 75)
    let log = ended.errors.split(separator: "\n")
    #expect(log.allSatisfy { $0.hasPrefix("listening on ") }, "\(log)")
  }
}
