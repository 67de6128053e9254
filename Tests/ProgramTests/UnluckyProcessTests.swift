// The built program when it is disturbed itself: signals, a reader of its output that is gone,
// writes that are taken in part; and people who say too much. Tests/unlucky-inputs.md names what is
// played.

import Foundation
import JSON
import Testing

@Suite("Unlucky processes")
struct UnluckyProcessTests {
  @Test("A reader of standard output that went away ends the run with 73 and one line")
  func readerGone() throws {
    let output = Pipe()
    try output.fileHandleForReading.close()
    let ended = try Program.run(
      tuesday + ["--store", ":memory:"], in: Folder(), saying: "rooms\nrooms\n",
      standardOutput: output.fileHandleForWriting)
    #expect(ended.code == 73)
    #expect(ended.errors.split(separator: "\n").count == 1, "\(ended.errors)")
  }

  @Test("Answers that are taken in part while signals come are whole and in order")
  func inPart() throws {
    let server = try Program(
      UnluckyInputTests.serve, in: Folder(), patienceSeconds: Program.patienceSeconds * 3)
    let peer = try Peer(port: try server.ports(2)[0], receiveBuffer: 4_096)
    _ = try peer.reply()
    let padding = String(repeating: "y", count: 50)
    for round in 0..<20 {
      let words = (0..<1_000).map { "\(round).\($0) \(padding)" }
      peer.send(words.map { "/noop \($0)\r\n" }.joined().utf8)
      var came: [String] = []
      for number in words.indices {
        if number % 100 == 0 { server.send(SIGUSR1) }
        came.append(try peer.line())
      }
      #expect(came == words.map { "200 \($0)" })
    }
    #expect(try peer.ask("/quit") == "221 Bye.")
    #expect(try peer.rest() == "")
  }

  @Test("Asked to stop twice while a pass is on its way, it ends at once, and nothing is half done")
  func stoppedTwice() throws {
    let gateway = try StandIn(#"["hang"]"#)
    let folder = try Folder()
    let store = ["--store", "\(folder.path)/store.db"]
    let server = try Program(
      ServingTests.test + store + ["--gateway", gateway.address, "--listen", "127.0.0.1:0"],
      in: folder)
    let peer = try Peer(port: try server.ports()[0])
    _ = try peer.reply()
    _ = try peer.ask("/as mia")
    let booked = try peer.ask("book Bunker today 9:15-10 with ana@x.com 0171 1234567")
    #expect(booked.contains("Booked B1"))
    peer.send("/sync\r\n".utf8)
    #expect(try gateway.waitForCalls(1) == [["Ana"]])
    let began = ContinuousClock.now
    // Two signals, for one that is pending is not sent again.
    server.send(SIGTERM)
    server.send(SIGINT)
    #expect(server.ended().code == 75)
    #expect(ContinuousClock.now - began < .seconds(8))
    let check = try Program.run(["store", "check"] + store, in: folder)
    #expect(check.code == 0, "\(check.output)")
    let next = try Program.run(tuesday + store, in: folder, saying: "show B1\n")
    #expect(next.output.contains("B1: Bunker"))
  }

  @Test("Stopped for a while by its terminal or machine, it answers what came meanwhile")
  func suspended() throws {
    let server = try Program(UnluckyInputTests.serve, in: Folder())
    let port = try server.ports(2)[0]
    let before = try Peer(port: port)
    _ = try before.reply()
    server.send(SIGSTOP)
    before.send("/noop x\r\n".utf8)
    let meanwhile = try Peer(port: port)
    meanwhile.send("/noop y\r\n".utf8)
    Peer.takeIn(from: [before, meanwhile], withinMilliseconds: 1_000)
    #expect(before.lineThatCame() == nil && meanwhile.lineThatCame() == nil)
    server.send(SIGCONT)
    #expect(try before.reply() == "200 x")
    #expect(try meanwhile.reply().hasPrefix("220-"))
    #expect(try meanwhile.reply() == "200 y")
    // SIGHUP is no end of a server: it reads its files again.
    server.send(SIGHUP)
    _ = try server.errors(holding: "read again")
    #expect(try before.ask("/noop x") == "200 x")
  }

  @Test("Of a thousand turns at once five are taken, and the others are refused")
  func thousandTurns() throws {
    let server = try Program(
      ["serve", "--open", "--store", ":memory:", "--listen", "127.0.0.1:0"] + tuesday,
      in: Folder())
    let peer = try Peer(port: try server.ports()[0])
    _ = try peer.reply()
    _ = try peer.ask("/as mia")
    peer.send(String(repeating: "bookings\r\n", count: 1_000).utf8)
    let replies = try (0..<1_000).map { _ in try peer.reply() }
    #expect(replies.prefix(5).allSatisfy { $0.hasPrefix("212") })
    #expect(replies.dropFirst(5).allSatisfy { $0.hasPrefix("453 [LIMIT/RATE]") })
    #expect(try peer.ask("/quit") == "221 Bye.")
  }

  @Test("A message's name that comes again with another text is refused; the first stands")
  func messageReused() throws {
    let server = try Program(UnluckyInputTests.serve, in: Folder())
    let peer = try Peer(port: try server.ports(2)[1])
    func say(_ text: String) throws -> JSONValue {
      let answer = try peer.call("say", ["user": "mia", "msg": "m1", "text": .string(text)])
      return answer["result"] ?? answer["error"] ?? .null
    }
    let first = try say("book Bunker tomorrow 14-15")
    #expect(first["code"] == 250)
    let other = try say("book Bunker tomorrow 16-17")
    #expect(other["code"] == 551 && other["data"]?["name"] == "MSG/REUSED")
    let again = try say("book Bunker tomorrow 14-15")
    #expect(again["code"] == 251 && again["effects"] == first["effects"])
  }

  @Test("A title that looks like a reply stays within its line, and a number too large is refused")
  func words() throws {
    let server = try Program(UnluckyInputTests.serve, in: Folder())
    let peer = try Peer(port: try server.ports(2)[0])
    _ = try peer.reply()
    _ = try peer.ask("/as mia")
    let booked = try peer.ask("book Bunker tomorrow 10-11 titled \"250 Booked B9\"")
    #expect(booked.split(separator: "\n").allSatisfy { $0.hasPrefix("250") })
    let shown = try peer.ask("show B1")
    #expect(shown.contains("250 Booked B9"))
    #expect(shown.split(separator: "\n").allSatisfy { $0.hasPrefix("212") })
    _ = try peer.ask("/as tom")
    #expect(try peer.ask("book Bunker tomorrow 10-11").contains("352 [TIME/TAKEN]"))
    #expect(try peer.ask("4").hasPrefix("352-There is no 4 here."))
    #expect(try peer.ask("99999999999999999999").hasPrefix("353"))
    #expect(try peer.ask("my bookings").contains("no bookings"))
  }
}
