// Learning what lines are said for: reads the examples of a grammar, and writes what is learned
// beside them.

import CivilTime
import Dialogue
import Foundation
import Grammar
import Language

/// Learns from the examples of a grammar.
public struct Teaching {
  private let folder: String
  private let examples: [ActExample]
  private let checksum: String
  private let training: ActTraining

  /// Reads the grammar and its examples.
  /// - Throws: the first line that is broken, or that a file cannot be read.
  public init(grammar folder: String) throws {
    self.folder = folder
    let sources = try GrammarFolder.sources(in: folder)
    let files = try GrammarFolder.sources(in: folder, that: GrammarSource.holdsExamples)
    // What is learned must not rest on what was learned before.
    let taught = sources.filter { $0.name != GrammarSource.weightsName }
    let reader = Reader(grammar: try GrammarCompiler.compile(taught))
    guard let now = CivilMoment(LineBenchMix.clock) else {
      preconditionFailure("the clock of the mix is a moment")
    }
    var context = ReadingContext(
      now: now, vocabulary: Vocabulary(of: DemonstrationBuilding.building),
      zone: try HouseMaking.zone(Configuration.standardZone))
    context.spoken.people = ["Ana", "Ben", "Tom", "Jana", "Cem"]
    training = ActTraining(reader: reader, context: context)
    examples = try files.flatMap { try ActExample.read($0) }
    checksum = ActExample.checksum(of: files)
  }

  /// Learns, writes the weights, and says what it has done.
  /// - Throws: that the file cannot be written.
  public func learn() throws -> String {
    let text = training.weights(of: examples, checksum: checksum)
    let path = "\(folder)/\(GrammarSource.weightsName)"
    try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    return "learned from \(examples.count) examples: \(path), \(text.utf8.count) octets\n"
  }

  /// How many examples of each part are understood by what is learned from the others, and which
  /// are not, those first of which it was surest.
  public func tried(parts: Int) -> String {
    let scores = training.crossValidated(examples, parts: parts)
    var lines = scores.wrong.sorted { $0.odds > $1.odds }.map { wrong in
      "\(wrong.example.act.rawValue) told as \(wrong.told.rawValue) (\(Int(wrong.odds * 100)) %) "
        + "after \(wrong.example.situation.rawValue): \(wrong.example.line)"
    }
    lines.append("\(scores.sure.right) of \(scores.sure.count) of which it was sure")
    lines.append("\(scores.right) of \(scores.count) examples are understood")
    return lines.joined(separator: "\n") + "\n"
  }
}
