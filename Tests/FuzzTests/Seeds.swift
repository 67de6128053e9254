// Good inputs to begin with: lines of the corpus, written conversations, calls, files; and the
// words of the grammar.

import Foundation
import Grammar

struct Seeds {
  let lines: [[UInt8]]
  let conversations: [[UInt8]]
  /// Calls in JSON.
  let calls: [[UInt8]]
  /// Building and configuration files.
  let files: [[UInt8]]
  /// Answers of the mobility service, one a line.
  let answers: [[UInt8]]
  /// The words of the lexicon and the signs of the phrases.
  let words: [[UInt8]]

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let corpus = try Self.texts(in: root.appending(path: "grammar/corpus"), endingIn: ".corpus")
    lines = corpus.flatMap { text in
      text.split(separator: "\n").filter { line in
        line.first.map { !" #@\t".contains($0) } ?? false
      }.map { Array($0.utf8) }
    }
    let folder = root.appending(path: "Tests/HouseTests/Transcripts")
    conversations = try Self.texts(in: folder, endingIn: ".talk").map { Array($0.utf8) }
    let good = root.appending(path: "Tests/FuzzTests/Good")
    calls = try Self.lines(of: good.appending(path: "calls.txt")).map { Array($0.utf8) + [0x0A] }
    files = try Self.lines(of: good.appending(path: "files.txt")).map { Array($0.utf8) }
    answers = try Self.lines(of: good.appending(path: "answers.txt")).map { Array($0.utf8) }
    var words: Set<String> = []
    for source in GrammarSource.builtIn where GrammarSource.belongsToReader(source.name) {
      for line in source.text.split(separator: "\n") where !line.hasPrefix("#") {
        for part in line.split(whereSeparator: { ",:|()[]".contains($0) }) {
          words.insert(part.trimmingCharacters(in: .whitespaces))
        }
      }
    }
    self.words = words.filter { !$0.isEmpty }.sorted().map { Array($0.utf8) }
  }

  private static func lines(of file: URL) throws -> [Substring] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
  }

  private static func texts(in folder: URL, endingIn end: String) throws -> [String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try paths.filter { $0.hasSuffix(end) }.sorted().map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
  }

  /// What makes inputs for a face.
  func mutator(for face: Face) -> Mutator {
    let (seeds, words): ([[UInt8]], [[UInt8]]) =
      switch face {
      case .framer: (said + calls + Self.openings, Self.signs + Array(self.words.prefix(200)))
      case .telnet: (said.map { Array($0.prefix(600)) } + Self.dialled, Self.telnet + Self.signs)
      case .json: (calls + files + Self.texts + FileSeeds.all.prefix(40), Self.signs)
      case .reader: (lines, self.words)
      case .turn: (lines + said + calls, self.words + Self.session)
      case .file: (files + FileSeeds.all, Self.signs + Self.members)
      case .conversation: (conversations + shortConversations, Self.directives + self.words)
      case .rides: (answers, Self.signs + Self.told)
      }
    return Mutator(
      seeds: seeds, words: words, choosingOctets: face.choosingOctets, octetsMax: face.octetsMax,
      changesMin: [.file, .rides].contains(face) ? 0 : 1)
  }

  /// What is said in the conversations, speaker by speaker, and the time that goes by: a control is
  /// where it does.
  private var said: [[UInt8]] {
    conversations.map { conversation in
      var stream = ""
      for line in String(decoding: conversation, as: UTF8.self).split(separator: "\n") {
        if line.hasPrefix("@wait") { stream += "\u{1}\n\u{1}\n" }
        guard let mark = line.firstIndex(of: ">"), !line.hasPrefix("<"), !line.hasPrefix("#")
        else { continue }
        let name = line[..<mark]
        stream += name.allSatisfy(\.isLetter) && !name.isEmpty ? "/as \(name)\n" : ""
        stream += line[line.index(after: mark)...].drop { $0 == " " } + "\n"
      }
      return Array(stream.utf8)
    }
  }

  /// Conversations so short that they are played whole.
  private var shortConversations: [[UInt8]] {
    conversations.flatMap { conversation in
      let lines = String(decoding: conversation, as: UTF8.self).split(separator: "\n")
      let world = lines.filter { $0.hasPrefix("@") && !$0.hasPrefix("@wait") }
      let rest = lines.filter { !$0.hasPrefix("@") || $0.hasPrefix("@wait") }
      return stride(from: 0, to: rest.count, by: 12).map { start in
        Array((world + rest[start...].prefix(12)).joined(separator: "\n").utf8)
      }
    }
  }
}
