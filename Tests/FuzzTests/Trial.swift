// Tries many inputs at one face, each written down before; the numbers of a run come from outside.

import Foundation
import Passes

/// What a run is to try. The same plan tries the same inputs.
struct Plan: Sendable {
  /// Settles all inputs. `SEED`.
  let seed: UInt64
  /// Lines for the reader; the other faces, which cost more, get a share. `LINES`.
  let lines: Int
  /// The number of the first input, to repeat one: `FIRST=17 LINES=1 FACE=reader`. `FIRST`.
  let first: Int
  /// The only face that is tried. `FACE`.
  let face: Face?
  /// A file with the one input that is tried, as a trap has left it behind, or, with a face, any
  /// octets. `INPUT`.
  let input: String?
  /// Whether somebody waits for figures.
  let isByHand: Bool

  /// Lines in a run of the suite: a second or two without optimization.
  static let linesOfSuite = 2_000

  /// A word of the environment that is none.
  struct Fault: Error, CustomStringConvertible { let description: String }

  init(environment: [String: String]) throws {
    func number(_ name: String, _ standard: Int) throws -> Int {
      guard let text = environment[name] else { return standard }
      guard let number = Int(text), number >= 0 else {
        throw Fault(description: "\(name)=\(text) is no number")
      }
      return number
    }
    seed = UInt64(try number("SEED", 2026))
    lines = try number("LINES", Self.linesOfSuite)
    first = try number("FIRST", 0)
    face = try environment["FACE"].map { name in
      guard let face = Face(rawValue: name) else {
        throw Fault(description: "FACE=\(name) is none of \(Face.allCases.map(\.rawValue))")
      }
      return face
    }
    input = environment["INPUT"]
    isByHand = environment["LINES"] != nil
  }

  /// The inputs that a face gets.
  func count(of face: Face) -> Int {
    if lines == 0 || self.face != nil { return lines }
    return max(1, lines / face.linesPerInput)
  }

  /// The chance that makes one input. Mixed before it is used: the draws of two inputs share
  /// nothing.
  func chance(of number: Int, at face: Face) -> SeededRandom {
    var mixed = SeededRandom(seed: seed ^ UInt64(number) &* 0xD134_2543_DE82_EF95)
    return SeededRandom(seed: mixed.next() ^ UInt64(face.linesPerInput) << 32)
  }
}

extension Face {
  /// How many lines the reader is given while this face gets one input.
  fileprivate var linesPerInput: Int {
    switch self {
    case .reader: 1
    case .json: 2
    case .framer, .telnet: 3
    case .turn: 10
    case .file: 7
    case .conversation: 40
    case .rides: 8
    }
  }
}

/// What came of a run.
struct Report: Sendable {
  var tried = 0
  var taken = 0
  /// What did not hold, with the input it did not hold for.
  var complaints: [String] = []
  /// The inputs that took longest: nanoseconds of the processor and number.
  var slowest: [(nanoseconds: UInt64, number: Int, octets: Int)] = []

  /// So many complaints are told; after them a run ends.
  static let complaintsMax = 5
  static let slowestMax = 5

  mutating func note(_ nanoseconds: UInt64, _ number: Int, octets: Int) {
    guard slowest.count < Self.slowestMax || nanoseconds > slowest[0].nanoseconds else { return }
    slowest.append((nanoseconds, number, octets))
    slowest.sort { $0.nanoseconds < $1.nanoseconds }
    if slowest.count > Self.slowestMax { slowest.removeFirst() }
  }
}

/// One face and what is tried at it.
struct Trial: Sendable {
  let face: Face
  let plan: Plan

  /// Tries all inputs of the plan, or until enough is wrong.
  func run(_ bench: Bench, _ mutator: Mutator) async throws -> Report {
    var report = Report()
    let written = try WrittenInput(of: face)
    if plan.isByHand {
      ThrownErrors.leaveUntraced()
      print("\(face): the input under trial stands in \(written.path)")
    }
    for number in plan.first..<(plan.first + plan.count(of: face)) {
      var chance = plan.chance(of: number, at: face)
      let octets = mutator.input(&chance)
      written.write(octets, at: face, seed: plan.seed, number: number)
      let begin = ThreadTime.nanoseconds
      let verdict = bench.check(octets, at: face)
      if plan.isByHand {
        let cost = verdict.nanoseconds ?? ThreadTime.nanoseconds - begin
        report.note(cost, number, octets: octets.count)
      }
      report.tried += 1
      report.taken += verdict.isTaken ? 1 : 0
      for complaint in verdict.complaints.prefix(2) {
        report.complaints.append(
          "\(complaint)\nrepeat with FACE=\(face) SEED=\(plan.seed) FIRST=\(number) LINES=1\n"
            + "\(octets)")
      }
      if report.complaints.count >= Report.complaintsMax { break }
      // Other tests wait for the same few threads.
      if number & 15 == 0 { await Task.yield() }
    }
    try written.remove()
    return report
  }
}
