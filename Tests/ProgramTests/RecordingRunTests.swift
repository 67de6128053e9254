// Conversations that people and programs have with the running program are written down, and go the
// same way again, inside and on a server.

import Foundation
import JSON
import Testing

@Suite("Recording what runs")
struct RecordingRunTests {
  private static let clock = ["--test", "--clock", "2026-11-24T09:07"]
  private static let lines = [
    "book Bunker tomorrow 10-11 with ben@x.com 0171 2222222", "rooms tomorrow",
    "/clock +11s", "/auth token usher-99ae", "/auth token", secret, "cancel it", "/quit",
  ]
  /// Typed unseen.
  private static let secret = "usher-99ae"

  private static func holds(_ talk: String, _ words: [String]) {
    for word in words { #expect(talk.contains(word), "\(talk)") }
    #expect(!talk.contains("usher-99ae"))
  }

  @Test(
    "What is said at a terminal or on a pipe goes again to the letter", arguments: [true, false])
  func person(isAtTerminal: Bool) throws {
    let folder = try Folder()
    let file = "\(folder.path)/x.talk"
    let arguments = Self.clock + ["--as", "ann", "--seed", "5", "--record", "x.talk"]
    if isAtTerminal {
      let terminal = try Terminal()
      let program = try Program(
        arguments, in: folder, at: terminal, environment: ["TERM": "xterm", "LANG": "C.UTF-8"])
      terminal.program = program
      for line in Self.lines {
        try terminal.shown(line: ">")
        terminal.type("\(line)\r")
        if line == Self.secret {
          try terminal.shown(answer: "That is no token of this house.")
        } else {
          try terminal.shown { $0.lines.contains { $0.hasSuffix("> \(line)") } }
        }
      }
      #expect(program.ended().code == 0)
    } else {
      let input = Self.lines.map { $0 + "\n" }.joined()
      #expect(try Program.run(arguments, in: folder, saying: input).code == 0)
    }
    let talk = try String(contentsOfFile: file, encoding: .utf8)
    #expect(talk.hasPrefix("@now 2026-11-24T09:07\n@seed 5\n@as ann\n> book Bunker tomorrow"))
    Self.holds(
      talk, ["> /clock +11s\n< * B1: Ben's pass was accepted.", "> cancel it\n< Cancelled B1: "])
    let played = try Program.run(["replay", "x.talk"], in: folder)
    #expect(played.output == "1 conversation went as written\n")
    // It is not written over.
    let again = try Program.run(arguments, in: folder, saying: "rooms\n")
    #expect(again.code == 73 && again.errors.contains("x.talk is there already"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == talk)
  }

  @Test("What people and programs say to a server goes again inside and on a server")
  func server() throws {
    let folder = try Folder()
    let server = try Program(
      ["serve", "--record", "x.talk", "--listen", "127.0.0.1:0", "--listen-json", "127.0.0.1:0"]
        + Self.clock, in: folder)
    let ports = try server.ports(2)
    try Self.talk(to: ports)
    server.send(SIGTERM)
    #expect(server.ended().code == 75)
    let talk = try String(contentsOfFile: "\(folder.path)/x.talk", encoding: .utf8)
    Self.holds(
      talk,
      [
        "@session c1 tcp\nc1> book Bunker tomorrow 10-11\n< 350 ", "c1> Ben\n< 250-Booked B1: ",
        "< 352-Bunker is taken Wed 25 Nov", "c3<", #""kind":"wait""#, "\"session\":\"s*\"",
        "\nc2> ..dots\nc2> .\n< ", "# A secret line stood here.\n",
      ])
    let inside = try Program.run(["replay", "x.talk"], in: folder)
    #expect(inside.output == "1 conversation went as written\n")
    let other = try Program(["serve", "--test", "--listen", "127.0.0.1:0"], in: folder)
    let address = "127.0.0.1:\(try other.ports()[0])"
    let outside = try Program.run(["replay", "--server", address, "x.talk"], in: folder)
    #expect(outside.output == "1 conversation went as written\n")
    #expect(other.isRunning)
  }

  /// Two people and a program: a name that is asked for, a clash, a wait, a token, a text of
  /// several lines, and time.
  private static func talk(to ports: [UInt16]) throws {
    let (ben, carl) = (try Peer(port: ports[0]), try Peer(port: ports[0]))
    let (_, _) = (try ben.reply(), try carl.reply())
    let program = try Peer(port: ports[1])
    _ = try ben.ask("book Bunker tomorrow 10-11")
    _ = try ben.ask("Ben")
    _ = try carl.ask("/auth token usher-99ae")
    _ = try carl.ask("/AS  carl")
    // Behind a tag a line does not end a reply for a peer.
    _ = try carl.ask("@msg=7 book Bunker tomorrow 10-11\r\n/noop")
    _ = try program.call("hello", ["protocol": ["ulp/1"], "caps": ["notices"]], id: "1")
    _ = try program.call(
      "say", ["user": "ana", "text": "tell me when Bunker is free tomorrow 10-11"], id: "2")
    _ = try ben.ask("cancel it")
    // The news have left by then.
    _ = try program.call("ping", id: "3")
    _ = try carl.ask("/text")
    _ = try carl.ask("never mind\r\n..dots\r\n.")
    _ = try ben.ask("/clock +11m")
    _ = try ben.ask("/quit")
  }
}
