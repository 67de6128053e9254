// A person types at a terminal: keys go in, and the screen is looked at.

import Foundation
import Testing

@Suite("Typing at a terminal")
struct TypingTests {
  private static let xterm = ["TERM": "xterm", "LANG": "C.UTF-8"]
  private static let up = "\u{1B}[A"
  private static let left = "\u{1B}[D"

  /// The program at a prompt, with nothing typed yet.
  private func start(
    _ arguments: [String] = tuesday + ["--store", ":memory:"], in folder: Folder,
    _ environment: [String: String] = xterm
  ) throws -> (Terminal, Program) {
    let terminal = try Terminal()
    let program = try Program(
      arguments + ["--as", "mia"], in: folder, at: terminal, environment: environment)
    terminal.program = program
    try terminal.shown(line: ">")
    return (terminal, program)
  }

  @Test("Arrows move within the line, and a bar does not wrap")
  func arrows() throws {
    let (terminal, program) = try start(in: Folder())
    terminal.type("is Bunkr free tomorrow at 10?" + String(repeating: Self.left, count: 22) + "e")
    let screen = try terminal.shown(line: "> is Bunker free tomorrow at 10?")
    #expect(screen.cursor == 10)
    #expect(screen.lines.count { $0.contains("░░") } == 4)
    terminal.type("\r")
    try terminal.shown(answer: "Yes, Bunker is free Wed 25 Nov 10:00–11:00.")
    terminal.type("/quit\r")
    #expect(program.ended().code == 0)
    #expect(terminal.isAsFound)
  }

  @Test("A span is picked with arrows, and booked by Enter as if it were said")
  func picking() throws {
    let (terminal, program) = try start(in: Folder())
    terminal.type("pick Bunker tomorrow\r")
    _ = try terminal.text(holding: "Bunker 07:00–08:00")
    terminal.type("\u{1B}[C\u{1B}OA")
    _ = try terminal.text(holding: "Bunker 07:15–08:30")
    terminal.type("\r")
    _ = try terminal.text(holding: "Booked B1: Bunker, Wed 25 Nov 2026, 07:15–08:30.")
    terminal.type("/quit\r")
    #expect(program.ended().code == 0)
    #expect(terminal.isAsFound)
  }

  @Test("A board stands over the screen until a key is pressed, and all is as before behind it")
  func board() throws {
    let (terminal, program) = try start(in: Folder())
    terminal.type("watch\r")
    let drawn = try terminal.text(holding: "Enter ends this.")
    #expect(drawn.contains("\u{1B}[?1049h"))
    _ = try terminal.text(holding: "\u{1B}[J")
    terminal.type("q")
    _ = try terminal.text(holding: "\u{1B}[?1049l")
    terminal.type("/noop x\r")
    try terminal.shown { $0.lines.contains("x") && $0.line == ">" }
    terminal.type("watch\r")
    _ = try terminal.text { $0.components(separatedBy: "\u{1B}[?1049h").count == 3 }
    // Whoever ends it in between leaves the screen as it was.
    program.send(SIGTERM)
    #expect(program.ended().code == 75)
    let all = try terminal.text { $0.components(separatedBy: "\u{1B}[?1049l").count == 3 }
    #expect(!all.isEmpty)
    #expect(terminal.isAsFound)
  }

  @Test("What was typed comes back after a restart, and nothing that signed in")
  func history() throws {
    let folder = try Folder()
    let (first, program) = try start(in: folder)
    for line in ["is Bunker free tomorrow at 10?", "/auth token usher-1", "/version"] {
      first.type("\(line)\r")
      try first.shown { $0.line == ">" && $0.lines.contains("> \(line)") }
    }
    first.type("/auth token\r")
    try first.shown(answer: "Now the token, or * to give up.")
    first.type("usher-2x\u{7F}\r")
    try first.shown { $0.line == ">" && !$0.lines.contains { $0.contains("usher-2") } }
    first.type(Self.up)
    try first.shown(line: "> /version")
    first.type("\u{15}\u{4}")
    #expect(program.ended().code == 0)
    let path = "\(folder.path)/usher/history"
    let kept = try String(contentsOfFile: path, encoding: .utf8)
    #expect(kept == "is Bunker free tomorrow at 10?\n/version\n")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)

    let (second, _) = try start(in: folder)
    second.type("Bunker\u{12}")
    try second.shown(line: "> is Bunker free tomorrow at 10?")
    second.type("\u{15}" + Self.up + Self.up + "\r")
    try second.shown(answer: "Yes, Bunker is free Wed 25 Nov 10:00–11:00.")
  }

  @Test("TAB completes rooms, people and words, and shows what fits")
  func completion() throws {
    let folder = try Folder()
    let people = try folder.file("people.csv", "id,name\nana,Ana Pérez\nanton,Anton Blau\n")
    let arguments = tuesday + ["--store", ":memory:", "--people", people]
    let (terminal, _) = try start(arguments, in: folder)
    terminal.type("is aq\t")
    try terminal.shown(line: "> is Aquarium")
    terminal.type("free tomorrow at 10?\r")
    try terminal.shown(answer: "Yes, Aquarium is free")
    terminal.type("with an\t")
    let screen = try terminal.shown { $0.line == "> with an" && $0.lines.contains("> with an") }
    #expect(screen.lines.suffix(2) == ["Ana Pérez  Anton Blau", "> with an"])
    terminal.type("a p\t")
    try terminal.shown(line: "> with Ana Pérez")
    terminal.type("\u{15}/ver\t\r")
    try terminal.shown(answer: "usher/")
  }

  @Test("News that come while a line is half typed leave it whole, over two lines of the screen")
  func news() throws {
    let folder = try Folder()
    let building = try folder.file("b.json", #"{"zone": "UTC", "rooms": [{"name": "Bunker"}]}"#)
    let quick = try folder.file("c.json", #"{"limits": {"passes": {"waitSeconds": 1}}}"#)
    let (terminal, _) = try start(
      ["--building", building, "--config", quick, "--gateway", "scripted"], in: folder)
    let half = "is Bunker free tomorrow at 10? " + String(repeating: "日本 ", count: 12)
    terminal.type("book Bunker tomorrow 10-11 with ana@x.com 0171 2222222\r")
    try terminal.shown { $0.line == ">" && $0.lines.contains { $0.hasPrefix("Booked B1") } }
    terminal.type(half + "\u{1B}[H\u{1B}[C")
    let isNews = { (line: String) in line.hasPrefix("* B1: Ana's pass was accepted.") }
    let screen = try terminal.shown { screen in
      screen.lines.contains(where: isNews) && screen.lines.suffix(2).joined().count > 60
    }
    let tail = screen.lines.drop { !isNews($0) }
    #expect(tail.count == 3)
    let typed = tail.dropFirst().joined().filter { $0 != " " }
    #expect(typed == ("> " + half).filter { $0 != " " })
    // The cursor is where it was, in the first of the two lines.
    #expect(screen.cursor == 3)
    #expect(screen.line.hasPrefix("> is Bunker"))
  }

  @Test("Ctrl-C drops the line and what is asked; on an empty line, said again, it ends")
  func interrupt() throws {
    let (terminal, program) = try start(in: Folder())
    terminal.type("draft Bunker tomorrow 10-11\r")
    try terminal.shown(answer: "book it")
    terminal.type("yes, bo\u{3}")
    try terminal.shown { $0.line == ">" && $0.lines.contains("> yes, bo^C") }
    terminal.type("yes\r")
    try terminal.shown { $0.line == ">" && $0.lines.contains("> yes") }
    terminal.type("my bookings\r")
    try terminal.shown(answer: "no bookings")
    terminal.type("\u{3}")
    try terminal.shown { $0.line == ">" && $0.lines.contains("Ctrl-C again ends usher.") }
    terminal.type("x\u{7F}\u{3}")
    try terminal.shown { screen in
      screen.line == ">" && screen.lines.count { $0 == "Ctrl-C again ends usher." } == 2
    }
    #expect(program.isRunning)
    terminal.type("\u{3}")
    #expect(program.ended().code == 75)
    #expect(terminal.isAsFound)
  }

  @Test("A terminal that is dumb, or unknown, hands in lines as it likes, and Ctrl-C ends")
  func dumb() throws {
    for environment in [[:], ["TERM": "dumb"], ["TERM": "no-such-terminal"]] {
      let (terminal, program) = try start(in: Folder(), environment)
      #expect(terminal.isAsFound)
      terminal.type("/version\r")
      let text = try terminal.text(holding: "ULP/1\r\n> ")
      #expect(text.hasSuffix("> /version\r\nusher/0.1 ULP/1\r\n> "))
      program.send(SIGINT)
      #expect(program.ended().code == 75)
    }
  }

  @Test("A character goes by one backspace, however wide and of however many parts")
  func backspace() throws {
    let (terminal, _) = try start(in: Folder())
    terminal.type("aä日本")
    #expect(try terminal.shown(line: "> aä日本").cursor == 8)
    terminal.type("\u{7F}")
    #expect(try terminal.shown(line: "> aä日").cursor == 6)
    terminal.type("\u{7F}\u{7F}")
    #expect(try terminal.shown(line: "> a").cursor == 3)
    terminal.type("e\u{301}\u{1F1E9}\u{1F1EA}\u{7F}\u{7F}\u{7F}/version\r")
    try terminal.shown(answer: "usher/")
  }

  @Test("Keys that are cut off, unknown or hostile neither wait nor become text")
  func hostileKeys() throws {
    let (terminal, _) = try start(in: Folder())
    terminal.type("\u{1B}[5~\u{1B}[200~\u{1B}[99;99;99u\u{16}\u{18}\u{1B}x\u{1B}5\u{0}/version\r")
    try terminal.shown(answer: "usher/")
    // What is no UTF-8, or too long, is not read in part.
    terminal.type(Array("rooms caf".utf8) + [0xE9, 0x0D])
    try terminal.shown(answer: "not UTF-8")
    terminal.type(String(repeating: "rooms ", count: 900) + "\r")
    try terminal.shown(answer: "too long")
  }

  @Test("Lines that are typed ahead are answered one after the other, each behind its prompt")
  func typedAhead() throws {
    let (terminal, _) = try start(in: Folder())
    terminal.type("/noop one\r\r/noop two\r/noop th")
    let screen = try terminal.shown(line: "> /noop th")
    #expect(
      screen.lines.suffix(6) == ["> /noop one", "one", ">", "> /noop two", "two", "> /noop th"])
  }

  @Test("A window of another size gets the line anew")
  func resized() throws {
    let (terminal, program) = try start(in: Folder())
    terminal.type("is Bunker free")
    try terminal.shown(line: "> is Bunker free")
    terminal.resize(columns: 120)
    // The program is not in the terminal's session, so that the system does not tell it.
    program.send(SIGWINCH)
    _ = try terminal.text { $0.components(separatedBy: "is Bunker free").count == 3 }
    try terminal.shown(line: "> is Bunker free")
  }

  @Test(
    "However it is ended, the terminal is given back",
    arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
  func givesBack(signal: Int32) throws {
    let (terminal, program) = try start(in: Folder())
    terminal.type("half a l")
    try terminal.shown(line: "> half a l")
    #expect(!terminal.isAsFound)
    program.send(signal)
    #expect(program.ended().code == (signal == SIGQUIT ? -SIGQUIT : 75))
    #expect(terminal.isAsFound)
  }

  @Test("Who leaves while a pass is owed is told that it waits; Ctrl-C then leaves at once")
  func leaving() throws {
    let gateway = try StandIn(#"["hang", "hang"]"#)
    let folder = try Folder()
    for (environment, keys) in [(Self.xterm, "/quit\r"), ([:], "\u{4}")] {
      let (terminal, program) = try start(
        tuesday + ["--store", "\(folder.path)/s.db", "--gateway", gateway.address], in: folder,
        environment)
      let hour = environment.isEmpty ? 12 : 10
      terminal.type("book Bunker tomorrow at \(hour) with ana@x.com 0171 2222222\r")
      try terminal.shown { $0.line == ">" && $0.lines.contains { $0.hasPrefix("Booked B") } }
      terminal.type(keys)
      let screen = try terminal.shown { screen in
        screen.lines.suffix(3).joined(separator: " ").contains("goes out at the next start.")
      }
      #expect(screen.lines.contains { $0.hasPrefix("Waiting for ") })
      #expect(screen.line == "")
      #expect(terminal.isAsFound)
      program.send(SIGINT)
      #expect(program.ended().code == 75)
    }
  }

  @Test(
    "Colour is for terminals that have it, for who wants it",
    arguments: [
      ([], [:], true), ([], ["NO_COLOR": "1"], false), ([], ["NO_COLOR": ""], true),
      (["--colour", "never"], [:], false), (["--color=always"], ["NO_COLOR": "1"], true),
    ] as [([String], [String: String], Bool)])
  func colour(arguments: [String], environment: [String: String], isPainted: Bool) throws {
    let (terminal, _) = try start(
      tuesday + ["--store", ":memory:"] + arguments, in: Folder(),
      Self.xterm.merging(environment) { $1 })
    terminal.type("book Bunker today 10-11\r")
    try terminal.shown(answer: "undo")
    terminal.type("rooms\r")
    try terminal.shown { $0.line == ">" && $0.lines.contains { $0.contains("████") } }
    let text = try terminal.text(holding: "████")
    #expect(text.contains("\u{1B}[31m████\u{1B}[39m░") == isPainted)
    #expect(text.contains("\u{1B}[1;36m>\u{1B}[0m ") == isPainted)
  }
}
