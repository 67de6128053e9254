// The commands beside talking and serving: the demonstration, help, written conversations, the
// check of a store; and the program at a terminal.

import Foundation
import Testing

@Suite("Commands")
struct CommandTests {
  @Test("The demonstration plays a day to its end and leaves no store behind")
  func demonstration() throws {
    let folder = try Folder()
    let ended = try Program.run(["demo"], in: folder)
    #expect(ended.code == 0)
    #expect(ended.errors == "")
    for words in [
      "Booked B6: ", "Ben's pass failed", "Ben's pass was accepted. All passes are out.",
      "Back as it was: ", "> what is free for the next hour?",
    ] {
      #expect(ended.output.contains(words), "\(words)")
    }
    // Nobody is at a terminal, so nobody is asked for more.
    #expect(!ended.output.contains("your turn"))
    #expect(try folder.names(in: ".").allSatisfy { $0.hasSuffix(".profraw") })
  }

  /// Arguments, the exit code, and words on standard output or, from 64 on, on standard error.
  static let asked: [([String], Int32, String)] = [
    (["help"], 0, "usage: usher [COMMAND] [OPTION…]"),
    (["help", "serve"], 0, "--listen-json"), (["serve", "--help"], 0, "--listen-json"),
    (["help", "building"], 0, "\"rooms\""), (["help", "configuration"], 0, "drainSeconds"),
    (["version"], 0, "usher 0.1"), (["--version"], 0, "usher 0.1"),
    (["help", "parse"], 0, "dateOrder"),
    (["bench", "parse", "--rounds", "1", "--octets", "64"], 0, "allocations"),
    (["bench"], 64, "usher bench parse"),
    (["parse", "--building", "none.json"], 64, "none.json"),
    (["help", "nothing"], 64, "no help on \"nothing\""), (["replay"], 64, "needs a file"),
    (["replay", "none.talk"], 64, "none.talk: cannot be read"),
    (["store", "check", "--store", ":memory:"], 64, "gone with its process"),
    (["store", "check", "--store", "none.db"], 74, "none.db"),
    // What steers a terminal is shown.
    (["store", "check", "--store", "no\u{1B}]0;x\u{7}ne.db"], 74, "no<U+001B>]0;x<U+0007>ne.db"),
    (["--zone", "Europe/Nowhere"], 64, "Europe/Nowhere"),
    (["--grammar", "nowhere"], 64, "nowhere"),
    (["--building", "gateway"], 69, "did not tell its rooms: unsupported"),
    (["--gateway", "ftp://x"], 64, "a gateway is https://HOST"),
    (["--gateway", "https://me@x"], 64, "leave the name and password out"),
    (["--gateway", "https://x?q"], 64, "has no ? and no #"),
    (["--store", "~/x.db"], 64, "write the whole path"),
    (["help", "demo", "more"], 64, "\"more\""), (["replay", ""], 64, "\"\""),
    (["serve", "--listen", "192.0.2.1:0"], 69, "192.0.2.1"),
    (["serve", "--unix", "/proc/self/none/s"], 69, "cannot listen"),
  ]

  @Test("The demonstration of a trip does what it is written to show")
  func tripDemonstration() throws {
    let ended = try Program.run(["demo", "trip"], in: try Folder())
    #expect(ended.code == 0)
    var rest = ended.output[...]
    for words in [
      "For T1.3:", "Booked: T1.3, Campus shuttle", "Booked B6: Bunker", "11 min before that begins",
      "T1.3: Campus shuttle, arriving", "Cancel this ride?", "T1.3: cancelled by you.",
      "these terms have to be accepted", "Booked: T1.3, Uber X",
    ] {
      let found = try #require(rest.range(of: words), "\(words)\n\(ended.output)")
      rest = rest[found.upperBound...]
    }
  }

  @Test("What is asked for is printed, and what is wrong is said", arguments: asked)
  func prints(arguments: [String], code: Int32, words: String) throws {
    let ended = try Program.run(arguments, in: Folder())
    #expect(ended.code == code, "\(ended.errors)")
    #expect((code == 0 ? ended.output : ended.errors).contains(words))
    #expect((code == 0 ? ended.errors : ended.output) == "")
  }

  @Test("Rows in, meanings out, also of a last row without an end")
  func parse() throws {
    let rows = #"{"id":"1","text":"undo"}"# + "\n" + #"{"id":"2","text":"my bookings"}"#
    let ended = try Program.run(["parse", "--zone", "UTC"], in: Folder(), saying: rows)
    #expect(ended.code == 0 && ended.errors == "")
    let lines = ended.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix(#"{"id":"1","intent":"other""#) == true)
    #expect(lines.last?.hasPrefix(#"{"id":"2","intent":"list""#) == true)
  }

  /// What is laid into a folder of grammar, the exit code, and words of the error.
  static let grammars: [([String: String], Int32, String)] = [
    ([:], 64, "intents.txt:0: the file is missing"),
    (["intents.txt": "undo\n"], 64, "intents.txt:1: a line is an intent, a colon and its slots"),
  ]

  @Test("An office's own grammar is read, and one that is broken is told by file and line")
  func grammar() throws {
    let folder = try Folder()
    let ours = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "grammar")
    for name in ["intents.txt", "en.phrases", "en.lexicon"] {
      let text = try String(contentsOf: ours.appending(path: name), encoding: .utf8)
      // One word more, as an office would teach it.
      let taught = name == "en.phrases" ? text + "\nleave:\n  mahlzeit\n" : text
      _ = try folder.file(name, taught)
    }
    let options = ["--store", ":memory:", "--grammar", folder.path]
    let taught = try Program.run(tuesday + options, in: folder, saying: "mahlzeit\n")
    #expect(taught.output == "Bye.\n")
    let without = try Program.run(tuesday + options.dropLast(2), in: folder, saying: "mahlzeit\n")
    #expect(without.output != "Bye.\n")
    for (files, code, words) in Self.grammars {
      let broken = try Folder()
      for (name, text) in files { _ = try broken.file(name, text) }
      let ended = try Program.run(["--grammar", broken.path], in: folder)
      #expect(ended.code == code)
      #expect(ended.errors.contains(words))
    }
  }

  @Test("A file that is not UTF-8 is refused with its name")
  func notText() throws {
    let folder = try Folder()
    let octets = Data("yes:\n  s\u{EC}\n".unicodeScalars.map { UInt8($0.value) })
    for name in ["en.phrases", "x.talk"] {
      try octets.write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
    let taught = try Program.run(["--grammar", folder.path], in: folder)
    #expect(taught.code == 64)
    #expect(taught.errors.contains("en.phrases: cannot be read: it is not UTF-8"))
    let played = try Program.run(["replay", "\(folder.path)/x.talk"], in: folder)
    #expect(played.code == 64)
    #expect(played.errors.contains("x.talk:1: the file is not UTF-8"))
  }

  @Test("An input that cannot be read ends with 74")
  func unreadableInput() throws {
    let folder = try Folder()
    let program = try Program(["parse"], in: folder, by: #"exec "$0" "$@" </"#)
    #expect(program.ended().code == 74)
  }

  private static let conversation = """
    @now 2026-11-24T09:07
    @building rooms.json
    > is 1.10 free tomorrow at 10?
    < Yes, 1.10 is free Wed 25 Nov 10:00–11:00.
    """

  @Test("Written conversations end with 0 if all went as written, else with 1 and the lines")
  func replay() throws {
    let folder = try Folder()
    _ = try folder.file("rooms.json", #"[{"name": "1.10"}]"#)
    let good = try folder.file("good.talk", Self.conversation)
    let bad = try folder.file(
      "bad.talk", Self.conversation.replacingOccurrences(of: "Yes, 1", with: "No, 1"))
    let broken = try folder.file("broken.talk", "@now 2026-11-24T09:07\n@nonsense\n")
    let one = try Program.run(["replay", good], in: folder)
    #expect(one.code == 0)
    #expect(one.output == "1 conversation went as written\n")
    let two = try Program.run(["replay", good, bad], in: folder)
    #expect(two.code == 1)
    #expect(two.output.contains("bad.talk:4: answered otherwise"))
    #expect(two.output.contains("- No, 1.10"))
    #expect(two.output.contains("+ Yes, 1.10"))
    #expect(two.output.hasSuffix("1 of 2 did not go as written\n"))
    let none = try Program.run(["replay", broken], in: folder)
    #expect(none.code == 64)
    #expect(none.errors.contains("broken.talk:2: @nonsense is unknown"))
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    #expect(try Program.run(["replay", good], in: folder, standardOutput: full).code == 73)
  }

  @Test("A store whose tables say otherwise than the journal is told with 1")
  func differs() throws {
    let folder = try Folder()
    let store = ["--store", "\(folder.path)/store.db"]
    let configuration = ["--config", try folder.file("configuration.json", "{}")]
    let booked = try Program.run(
      tuesday + store, in: folder, saying: TalkingTests.booking + "\n")
    #expect(booked.code == 0)
    let agrees = try Program.run(["store", "check"] + store + configuration, in: folder)
    #expect(agrees.code == 0)
    #expect(agrees.output.contains("journal and tables agree"))
    try query("DELETE FROM slot", at: "\(folder.path)/store.db")
    let ended = try Program.run(["store", "check"] + store, in: folder)
    #expect(ended.code == 1)
    #expect(ended.output.contains("slot"))
  }

  /// Runs a statement as an administrator would, by the module of Python that the stand-in needs.
  private func query(_ statement: String, at path: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()",
      path, statement,
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  @Test("At a terminal the rooms are shown first, then a prompt, and /quit ends")
  func terminal() throws {
    let terminal = try Terminal()
    let folder = try Folder()
    let program = try Program(
      tuesday + ["--store", ":memory:", "--as", "mia"], in: folder, at: terminal)
    let greeting = try terminal.text(holding: "> ")
    #expect(greeting.hasPrefix("Tue 24 Nov 2026:\r\n1 Aquarium · 2nd floor"))
    // Without a locale that says so, nothing but ASCII is drawn.
    #expect(greeting.contains("\r\nCockpit   --------......"))
    terminal.type("is Bunker free tomorrow at 10?\r")
    _ = try terminal.text(holding: "Yes, Bunker is free Wed 25 Nov 10:00–11:00.\r\n> ")
    terminal.type("/quit\r")
    let ended = program.ended()
    #expect(ended.code == 0)
    #expect(ended.errors == "")
    #expect(try folder.names(in: ".").allSatisfy { $0.hasSuffix(".profraw") })
  }

  @Test("At a terminal the demonstration ends with a prompt, and one goes on talking")
  func demonstrationAtATerminal() throws {
    let terminal = try Terminal()
    let program = try Program(
      ["demo"], in: Folder(), at: terminal, environment: ["LANG": "en_GB.UTF-8"])
    #expect(try terminal.text(holding: "your turn").contains("Booked B6"))
    terminal.type("my bookings\r")
    _ = try terminal.text(holding: "B6: ")
    terminal.type("rooms\r")
    // Blocks, because the locale says that they can be shown.
    _ = try terminal.text(holding: "█")
    terminal.type("/quit\r")
    #expect(program.ended().code == 0)
  }
}
