// Written conversations, each on a fresh house inside or on a server outside: what was answered
// otherwise is told, or written down.

import Bookings
import CivilTime
import Foundation
import House
import Transport

/// Plays files.
enum Replaying {
  static func play(_ options: ReplayOptions) throws -> ExitCode {
    var settings = try HouseMaking.settingsForPlay(grammar: options.grammar)
    settings.seed = 1
    if let file = options.recording {
      return try record(in: Recording(file: file), options, settings)
    }
    var differing = 0
    var leftOut = 0
    for file in options.files {
      let conversation = try WrittenConversation(at: file)
      let lines: [String]
      do {
        let player = try playing(file, at: 0) {
          try Self.player(of: conversation, options, settings)
        }
        if options.tellsFacts {
          lines = try playing(file, at: player.line, player.facts).map { $0 + "\n" }
        } else {
          lines = try playing(file, at: player.line, player.play).map { "\($0)" }
          if !lines.isEmpty { differing += 1 }
        }
      } catch let reason as Untellable {
        leftOut += 1
        lines = ["\(file): left out: \(reason)\n"]
      }
      guard Console.print(lines.joined()) == .fine else { return .cannotWrite }
    }
    if options.tellsFacts { return .fine }
    let words = summary(of: options.files.count, differing: differing, leftOut: leftOut)
    guard Console.print(words) == .fine else { return .cannotWrite }
    if leftOut == options.files.count { return .unavailable }
    return differing == 0 ? .fine : .differs
  }

  private static func player(
    of conversation: WrittenConversation, _ options: ReplayOptions, _ settings: HouseSettings
  ) throws -> ConversationPlayer {
    if let server = options.server {
      return ConversationPlayer(conversation, on: try ServerHouse(conversation, on: server))
    }
    return try ConversationPlayer(conversation, settings: settings) { path in
      try BuildingFile(at: conversation.path(of: path)).building
    }
  }

  /// What playing a file comes to; a server that fails in the midst of it fails at a line.
  private static func playing<Result>(
    _ file: String, at line: @autoclosure () -> Int, _ play: () throws -> Result
  ) throws -> Result {
    do {
      return try play()
    } catch let fault as ServerFault {
      throw BrokenOff(file: file, line: line(), fault: fault)
    }
  }

  private static func summary(of count: Int, differing: Int, leftOut: Int) -> String {
    let played = count - leftOut
    let rest = leftOut == 0 ? "" : "; \(leftOut) left out"
    return differing == 0
      ? "\(played) conversation\(played == 1 ? "" : "s") went as written\(rest)\n"
      : "\(differing) of \(played) did not go as written\(rest)\n"
  }

  // MARK: - Recording

  /// Plays one conversation and writes it down as it goes now; tells what was otherwise.
  private static func record(
    in recording: Recording, _ options: ReplayOptions, _ settings: HouseSettings
  ) throws -> ExitCode {
    let file = options.files.first
    let written =
      try file.map { try WrittenConversation(at: $0) } ?? Recording.conversationOfInput()
    let now = settings.zone.civil(at: HouseClock.system.now)
    let conversation = try written.beginning(at: now)
    let name = conversation.file
    let player = try playing(name, at: 0) {
      try Self.player(of: conversation, options, settings)
    }
    let differences = try playing(name, at: player.line, player.play)
    let text = player.record { recording.path(to: conversation.path(of: $0)) }
    try recording.write(text, inPlaceOf: file)
    let otherwise = differences.map { "\($0)" }.joined()
    return Console.print("\(otherwise)recorded in \(recording.file)\n")
  }
}

/// A server failed while a conversation was played on it.
struct BrokenOff: Error, CustomStringConvertible {
  let file: String
  /// From 1; 0 while its house was set up.
  let line: Int
  let fault: ServerFault

  /// The place, then what was seen.
  var description: String { line == 0 ? "\(file): \(fault)" : "\(file):\(line): \(fault)" }
}
