// Every written conversation beside this file goes as written.

import Foundation
import House
import Testing

@Suite("Written conversations")
struct TranscriptTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Transcripts")

  static var files: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".talk") }.sorted()
    }
  }

  /// `RECORD=1 swift test --filter Transcript` writes the answers as they are into the files and
  /// fails, so that what changed is read as code is read.
  @Test("A conversation goes as its file says", arguments: try TranscriptTests.files)
  func goesAsWritten(file: String) throws {
    let path = Self.folder.appending(path: file).path
    var settings = try HouseMaking.settingsForPlay()
    settings.seed = 1
    let conversation = try WrittenConversation(at: path)
    let player = try ConversationPlayer(conversation, settings: settings) { name in
      try BuildingFile(at: Self.folder.appending(path: name).path).building
    }
    let differences = try player.play()
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try player.record().write(toFile: path, atomically: true, encoding: .utf8)
    }
    let told = differences.map(\.description).joined(separator: "\n")
    #expect(differences.isEmpty, "\(told)")
  }

  @Test("The same conversation and seed give the same answers, to the octet")
  func repeats() throws {
    let path = Self.folder.appending(path: "pass-fails.talk").path
    func answers() throws -> String {
      var settings = try HouseMaking.settingsForPlay()
      settings.seed = 7
      let player = try ConversationPlayer(WrittenConversation(at: path), settings: settings) { _ in
        settings.building
      }
      _ = try player.play()
      return player.record()
    }
    let first = try answers()
    #expect(try answers() == first)
  }
}
