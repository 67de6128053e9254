// A building file and a configuration file: refused with all faults and their places, or a house
// that can be talked to.

import Bookings
import House
import JSON
import Language

struct FileFace: Sendable {
  private let grammar: CompiledGrammar
  /// What is said to a house that a file makes.
  private static let lines = [
    "rooms", "rooms tomorrow", "what is free tomorrow at 10 for 4 people?", "show 1",
    "book a room tomorrow 10-11 with Ana ana@x.com +49 30 1234567", "1", "yes", "my bookings",
    "\u{1}", "/status", "/help limits", "move it to Friday", "cancel it", "undo",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\",\"params\":{\"protocol\":[\"ulp/1\"]}}",
  ]

  init(_ grammar: CompiledGrammar) throws {
    self.grammar = grammar
    // Shows that the lines are taken by a house that is as usual.
    var verdict = Verdict()
    var play = try Play(building: DemonstrationBuilding.building, grammar)
    _ = play.hear(
      Array(Self.lines.joined(separator: "\n").utf8), linesMax: Self.lines.count, &verdict)
    if let complaint = verdict.complaints.first { throw Play.Fault(what: complaint) }
  }

  func check(_ octets: [UInt8], _ choice: UInt8) -> Verdict {
    var verdict = Verdict()
    var building: Building?
    var configuration: Configuration?
    read(octets, &verdict) { octets throws(FileFaults) in
      building = try BuildingFile(octets, named: "f").building
    }
    read(octets, &verdict) { octets throws(FileFaults) in
      configuration = try Configuration(octets, named: "f")
    }
    guard building != nil || configuration != nil else { return verdict }
    verdict.isTaken = true
    if let building {
      verdict.expect(
        (1...2000).contains(building.rooms.count), "a building of \(building.rooms.count) rooms")
      verdict.expect(
        Set(building.rooms.map(\.id)).count == building.rooms.count, "two rooms of one id")
    }
    do {
      var play = try Play(
        building: building ?? DemonstrationBuilding.building, grammar,
        configuration: configuration ?? Configuration())
      _ = play.hear(
        Array(Self.lines.joined(separator: "\n").utf8), linesMax: Self.lines.count, &verdict)
    } catch {
      verdict.expect(false, "a house that is taken cannot be made: \(error)")
    }
    return verdict
  }

  private func read(
    _ octets: [UInt8], _ verdict: inout Verdict, _ read: ([UInt8]) throws(FileFaults) -> Void
  ) {
    do throws(FileFaults) {
      try read(octets)
    } catch {
      let lines = octets.count { $0 == UInt8(ascii: "\n") } + 1
      verdict.expect(
        (1...FileFaults.toldMax).contains(error.faults.count), "\(error.faults.count) faults")
      verdict.expect(
        error.faults.allSatisfy { $0.place.map { (1...lines).contains($0.line) } == true },
        "a fault without a place in the file: \(error)")
      for line in error.description.split(separator: "\n", omittingEmptySubsequences: false) {
        verdict.expect(!line.isEmpty, "a fault without a word")
        verdict.expect(!Outward.holdsControl(String(line)), "a control is told of: \(error)")
      }
      verdict.expect(
        error.description.utf8.count <= 200_000,
        "\(error.description.utf8.count) octets are told of a file of \(octets.count)")
    }
  }
}
