// That the instrument can find something: inputs survive the process, and faults are seen.

import Foundation
import LineProtocol
import Testing

@Suite("What watches over fuzzed inputs")
struct WatchfulTests {
  @Test("The input under trial outlives a process that is killed, and is read back")
  func outlives() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "usher-fuzz-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer {
      do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
    }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
      let written = try WrittenInput(of: .turn, in: URL(filePath: path))
      written.write([1, 2, 3, 4], at: .turn, seed: 6, number: 1)
      written.write([0, 0xFF, 0x0A], at: .turn, seed: 7, number: 2)
      kill(getpid(), SIGKILL)
      try written.remove()
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.count == 1)
    for name in left {
      let (face, octets) = try WrittenInput.read(
        at: folder.appending(path: name).path, as: nil)
      #expect(face == .turn)
      #expect(octets == [0, 0xFF, 0x0A])
    }
  }

  @Test("The same plan makes the same inputs, another seed others")
  func repeats() throws {
    let mutator = try Seeds().mutator(for: .reader)
    func inputs(seed: String) throws -> [[UInt8]] {
      let plan = try Plan(environment: ["SEED": seed])
      return (0..<200).map { number in
        var chance = plan.chance(of: number, at: .reader)
        return mutator.input(&chance)
      }
    }
    let inputs = try (inputs(seed: "1"), inputs(seed: "1"), inputs(seed: "2"))
    #expect(inputs.0 == inputs.1)
    #expect(inputs.0 != inputs.2)
    #expect(Set(inputs.0).count > 190, "the inputs of one seed are not many")
  }

  static let faultyReplies: [(reply: Reply, says: String)] = [
    (Reply(.answer, lines: []), "a 212 without a word"),
    (Reply(.answer, lines: [" ", ""]), "a 212 without a word"),
    (Reply(.answer, lines: Array(repeating: "a", count: 21)), "a reply of 21 lines"),
    (
      Reply(.answer, lines: [String(repeating: "a", count: 1795)]), "a reply of 1801 octets"
    ),
    (
      Reply(
        .choose,
        messages: [
          ReplyMessage(lines: ["a"], choices: [ReplyChoice(id: "ä", title: "t", say: "s")])
        ]), "no id of a choice: ä"
    ),
    (
      Reply(
        .choose,
        messages: [
          ReplyMessage(lines: ["a"], choices: [ReplyChoice(id: "1", title: "", say: "s")])
        ]), "an empty choice"
    ),
  ]

  @Test("A reply that breaks the protocol is seen", arguments: faultyReplies.indices)
  func seesFaults(_ index: Int) {
    let row = Self.faultyReplies[index]
    var verdict = Verdict()
    Outward.check(row.reply, &verdict)
    #expect(verdict.complaints == [row.says])
    var fine = Verdict()
    Outward.check(Reply(.answer, lines: [String(repeating: "a", count: 1794)]), &fine)
    #expect(fine.complaints.isEmpty)
  }

  @Test(
    "A line that could steer a terminal or is none is seen",
    arguments: ["a\u{1B}[2J", "a\nb", "\u{9B}", "\u{7F}", "\u{0}"])
  func seesControls(_ text: String) {
    #expect(Outward.holdsControl(text))
    #expect(!Outward.isPlainLine(Array(text.utf8)))
    #expect(!Outward.holdsControl("a – ä \u{1F44D}"))
    #expect(!Outward.isPlainLine([0x61, 0xFF]))
  }
}
