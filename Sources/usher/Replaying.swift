// Written conversations, each on a fresh house, and what was answered otherwise.

import Bookings
import Foundation
import House

/// Plays files.
enum Replaying {
  static func play(_ options: ReplayOptions) throws -> ExitCode {
    var settings = try HouseMaking.settingsForPlay(grammar: options.grammar)
    settings.seed = 1
    var differing = 0
    for file in options.files {
      let conversation = try WrittenConversation(at: file)
      let folder = (file as NSString).deletingLastPathComponent
      let player = try ConversationPlayer(conversation, settings: settings) { path in
        let full = path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
        return try BuildingFile(at: full).building
      }
      if options.tellsFacts {
        let facts = player.facts().map { $0 + "\n" }.joined()
        guard Console.print(facts) == .fine else { return .cannotWrite }
        continue
      }
      let differences = player.play()
      for difference in differences {
        guard Console.print("\(difference)") == .fine else { return .cannotWrite }
      }
      if !differences.isEmpty { differing += 1 }
    }
    guard !options.tellsFacts else { return .fine }
    let count = options.files.count
    let summary =
      differing == 0
      ? "\(count) conversation\(count == 1 ? "" : "s") went as written\n"
      : "\(differing) of \(count) did not go as written\n"
    guard Console.print(summary) == .fine else { return .cannotWrite }
    return differing == 0 ? .fine : .differs
  }
}
