// The program on pipes: what a newcomer types first, and input that is no text.

import Foundation
import Testing

/// The clock of CONVERSATIONS.md.
let tuesday = ["--clock", "2026-11-24T09:07"]

@Suite("Talking on pipes")
struct TalkingTests {
  static let booking = "book Aquarium tomorrow 10:15-11:00 with ana@x.com +49 171 1234567"

  @Test("One line books, sends the pass, answers and ends with 0; the next run knows the booking")
  func booksAndSends() throws {
    let folder = try Folder()
    let ended = try Program.run(tuesday, in: folder, saying: Self.booking + "\n")
    #expect(ended.code == 0)
    #expect(ended.output.contains("Booked B1: Aquarium, Wed 25 Nov 2026, 10:15–11:00."))
    #expect(ended.output.contains("Ana's pass was accepted"))
    #expect(ended.errors == "")
    #expect(try folder.names(in: "usher/demonstration-passes").count == 1)
    let again = try Program.run(tuesday, in: folder, saying: "show B1\n")
    #expect(again.output.contains("Ana · ana@x.com · +491711234567"))
  }

  @Test("A frozen clock does not keep a run waiting for a pass that would be tried again later")
  func doesNotWaitForAFrozenClock() throws {
    let gateway = try StandIn("[500, 500, 500]")
    let ended = try Program.run(
      tuesday + ["--store", ":memory:", "--gateway", gateway.address], in: Folder(),
      saying: Self.booking + "\n")
    #expect(ended.code == 0)
    #expect(ended.output.contains("Booked B1"))
    #expect(ended.errors.contains("1 pass stays in the outbox"))
    #expect(try gateway.calls().count == 1)
  }

  /// Octets, what is said about them, and that nothing is carried out of them.
  static let hostile: [(String, [UInt8], String)] = [
    ("invalid UTF-8", [0xC3, 0x28, 0x0A], "UTF-8"),
    ("an overlong slash", [0xC0, 0xAF, 0x0A], "UTF-8"),
    ("NUL in a booking", Array(booking.utf8.prefix(10)) + [0] + Array("\n".utf8), "control"),
    ("ESC", Array("\u{1B}]0;owned\u{7}\n".utf8), "control"),
    ("5,000 octets", Array(repeating: UInt8(ascii: "a"), count: 5_000) + [0x0A], "long"),
    ("half a line", Array(booking.utf8), "no end"),
  ]

  @Test("What is no line is refused in words, and the next line is answered", arguments: hostile)
  func refusesWhatIsNoLine(name: String, octets: [UInt8], words: String) throws {
    let options = tuesday + ["--store", ":memory:"]
    let ended = try Program.run(options, in: Folder(), octets: Array("rooms\n".utf8) + octets)
    #expect(ended.code == 0)
    #expect(ended.output.contains("Cockpit"))
    #expect(ended.output.contains(words), "\(name): \(ended.output)")
    #expect(!ended.output.contains("Booked"))
    #expect(ended.output.utf8.allSatisfy { $0 == 0x0A || $0 >= 0x20 })
  }

  @Test("Standard output that takes nothing ends the run with 73 and a reason")
  func fullOutput() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let ended = try Program.run(
      tuesday + ["--store", ":memory:"], in: Folder(), saying: "rooms\n", standardOutput: full)
    #expect(ended.code == 73)
    #expect(ended.errors.contains("cannot write to standard output"))
    #expect(ended.errors.split(separator: "\n").count == 1)
  }

  /// The memory of a process can be opened as a file, and has nothing at its beginning.
  @Test(
    "Standard input that fails ends the run with 74 and a reason",
    arguments: [["--store", ":memory:"], ["parse"]])
  func failingInput(arguments: [String]) throws {
    let program = try Program(
      arguments, in: Folder(), by: #"exec 3</proc/$$/mem; "$0" "$@" <&3"#)
    let ended = program.ended()
    #expect(ended.code == 74)
    #expect(ended.errors.contains("cannot read on from standard input: "))
  }

  @Test("The end of an empty input is no fault")
  func emptyInput() throws {
    let ended = try Program.run(tuesday + ["--store", ":memory:"], in: Folder())
    #expect(ended.code == 0)
    #expect(ended.output == "")
  }

  @Test("An option that does not exist is refused with the nearest that does, and 64")
  func unknownOption() throws {
    let ended = try Program.run(["serve", "--lisen", "127.0.0.1:0"], in: Folder())
    #expect(ended.code == 64)
    #expect(ended.errors.contains("--listen"))
  }
}
