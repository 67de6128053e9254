// What the README shows is what the program takes.

import Foundation
import JSON
import Testing

@Suite("What the README shows")
struct ReadmeRunTests {
  /// The texts in it that are fenced as of a kind.
  private func blocks(_ kind: String) throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    return text.components(separatedBy: "\n```\(kind)\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }

  @Test("A server starts with the configuration that it shows")
  func configuration() throws {
    let folder = try Folder()
    let samples = try blocks("json").filter { $0.contains("\"gateway\"") }
    try #require(samples.count == 1)
    let file = try folder.file("usher.json", samples[0])
    // Where it keeps bookings is another machine's business.
    let server = try Program(
      ["serve", "--config", file, "--store", ":memory:", "--open", "--listen", "127.0.0.1:0"]
        + tuesday, in: folder)
    let peer = try Peer(port: try server.ports()[0])
    #expect(try peer.reply().hasPrefix("220-reception"))
    // A number tells no language: it is answered in that of the house.
    #expect(try peer.ask("11").contains("„Hilfe“ zeigt, was Sie sagen können."))
    #expect(try peer.ask("rooms").contains("Aquarium"))
  }
}
