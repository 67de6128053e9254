// A conversation written down as it goes: one that was written before, or what standard input says.

import CivilTime
import Foundation
import House

/// The file of a recording cannot be written.
struct RecordingFault: Error, CustomStringConvertible {
  /// What was seen and what to do next.
  let description: String
}

/// Where a conversation is written down.
struct Recording {
  /// The path of the file.
  let file: String

  /// The conversation that standard input says: lines of a talk, of which one without a mark is
  /// said by the owner.
  /// - Throws: that it cannot be read, or its first line that cannot.
  static func conversationOfInput() throws -> WrittenConversation {
    var octets: [UInt8] = []
    while true {
      let some = try Console.read(octetsMax: 65_536)
      if some.isEmpty { break }
      octets += some
    }
    let name = "standard input"
    guard let text = String(validating: octets, as: UTF8.self) else {
      throw WrittenConversation.Fault(file: name, line: 1, reason: "it is not UTF-8")
    }
    return try WrittenConversation(loose: text, file: name)
  }

  /// Writes the file, whole or not at all. One that stands there is replaced only where it is the
  /// one that was played.
  /// - Throws: why it cannot be written.
  func write(_ text: String, inPlaceOf played: String?) throws(RecordingFault) {
    let isOwn = played.map { URL(filePath: $0).standardized == URL(filePath: file).standardized }
    if isOwn != true, FileManager.default.fileExists(atPath: file) {
      throw RecordingFault(description: "\(file) is there already; choose another or remove it")
    }
    do {
      try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
    } catch {
      throw RecordingFault(
        description: "cannot write \(file): \((error as NSError).localizedDescription)")
    }
  }

  /// The path that leads from the recording's folder to where a path leads from here.
  func path(to other: String) -> String {
    if other.hasPrefix("/") { return other }
    let folder = URL(filePath: file).standardized.deletingLastPathComponent().pathComponents
    let place = URL(filePath: other).standardized.pathComponents
    let common = zip(folder, place).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: folder.count - common)
    return (up + place[common...]).joined(separator: "/")
  }
}
