// The program as a server of tools on standard streams: a whole session as a model's client has it,
// octet by octet, without that client.

import Foundation
import JSON
import Testing

@Suite("Tools on standard streams")
struct ToolRunTests {
  private static let serve = ["serve", "--mcp", "--test", "--as", "mia"] + tuesday

  private static func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","#
      + #""arguments":\#(arguments)}}"#
  }

  /// What is asked, and what is looked for in the answer with that id.
  private static let session: [(line: String, holds: [String])] = [
    (
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","#
        + #""capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#,
      [#""protocolVersion":"2025-06-18""#, #""name":"usher""#, #""tools":{}"#]
    ),
    (#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, []),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, [#""result":{}"#]),
    (
      #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
      ["rooms", "openings", "book", "change", "cancel", "bookings", "say"].map {
        #""name":"\#($0)""#
      }
    ),
    (
      call(3, "book", #"{"room":"Aquarium","start":"2026-11-25T10:00","minutes":60}"#),
      [#""code":250"#, #""ref":"B1""#, "Booked B1: Aquarium", #""isError":false"#]
    ),
    (
      call(4, "book", #"{"room":"Aquarium","start":"2026-11-25T10:30","minutes":60}"#),
      [#""name":"TIME/TAKEN""#, #""choices":[{"id":"1""#, #""effects":[]"#, #""isError":false"#]
    ),
    (call(5, "say", #"{"text":"1"}"#), [#""code":250"#, #""ref":"B2""#]),
    (
      call(6, "change", #"{"ref":"B1","start":"2026-11-25T09:00"}"#),
      [#""kind":"changed""#, "T09:00:00+01:00"]
    ),
    (call(7, "cancel", #"{"ref":"B1"}"#), [#""kind":"cancelled""#]),
    (call(8, "cancel", #"{"ref":"B99"}"#), [#""name":"WHAT/UNKNOWN""#, #""isError":true"#]),
    (call(9, "cancel", #"{"ref":"B2","user":"tom"}"#), [#""field":"user""#, #""isError":true"#]),
    (call(10, "bookings", "{}"), [#""bookings":[{"ref":"B2""#]),
    (#"{"jsonrpc":"2.0","id":11,"method":"reset"}"#, [#""code":-32601"#]),
  ]

  @Test("A session books, clashes, picks, changes and cancels, and ends with its input")
  func session() throws {
    let ended = try Program.run(
      Self.serve, in: Folder(), saying: Self.session.map { $0.line + "\n" }.joined())
    #expect(ended.code == 0)
    #expect(ended.errors == "")
    let asked = Self.session.filter { !$0.holds.isEmpty }
    let answers = ended.output.split(separator: "\n")
    #expect(answers.count == asked.count)
    for (answer, (line, holds)) in zip(answers, asked) {
      let value = try JSONValue(parsing: Array(answer.utf8))
      let request = try JSONValue(parsing: Array(line.utf8))
      #expect(value["jsonrpc"] == "2.0" && value["id"] == request["id"])
      for text in holds { #expect(answer.contains(text), "\(line)\n\(answer)") }
    }
  }

  /// Lines that are no request, and the codes of what is answered.
  private static let hostile: [(line: String, codes: [Int64])] = [
    ("", []), ("{", [-32700]), ("[]", [-32600]), (#"{"jsonrpc":"2.0","method":"x"}"#, []),
    (String(repeating: "x", count: 70_000), [-32600]), (#"{"id":1}"#, [-32600]),
    ("GET / HTTP/1.1", [-32700]),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":1,"a":2}}"#, [-32600]),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}"#, [-32602]),
  ]

  @Test("What is no request is refused, and the next one is answered")
  func hostileLines() throws {
    let ping = #"{"jsonrpc":"2.0","id":77,"method":"ping"}"#
    for (line, codes) in Self.hostile {
      let ended = try Program.run(Self.serve, in: Folder(), saying: "\(line)\n\(ping)\n")
      #expect(ended.code == 0)
      let answers = try ended.output.split(separator: "\n").map {
        try JSONValue(parsing: Array($0.utf8))
      }
      #expect(answers.compactMap { $0["error"]?["code"]?.integer } == codes, "\(line.prefix(80))")
      #expect(answers.last?["id"] == 77 && answers.last?["result"] == [:])
    }
  }

  @Test("A signal ends it without a word on standard output that no request asked for")
  func stops() throws {
    let program = try Program(Self.serve, in: Folder())
    program.say(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
    _ = try program.output(holding: "\n")
    program.send(SIGTERM)
    let ended = program.ended()
    #expect(ended.code == 75)
    #expect(ended.output.split(separator: "\n").count == 1)
  }
}
