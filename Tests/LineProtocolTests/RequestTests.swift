// Lines to requests: session words, tags, what is said, and JSON-RPC calls and their refusals.

import JSON
import LineProtocol
import Testing

@Suite("requests")
struct RequestTests {
  /// A line, what it asks for, and the tags before it as `key=value`.
  static let textLines: [(String, String, [String])] = [
    ("book Aquarium tomorrow 10:15-11:00", "say <book Aquarium tomorrow 10:15-11:00>", []),
    ("  two  spaces ", "say <  two  spaces >", []),
    ("//etc is a path", "say </etc is a path>", []),
    ("///", "say <//>", []),
    ("//\u{301}x", "say </\u{301}x>", []),
    ("/\u{301}x", "command \u{301}x [] <>", []),
    ("/quit", "command quit [] <>", []),
    ("/HELP  booking\t now ", "command help [booking|now] <booking\t now>", []),
    ("/as Mia Møller", "command as [Mia|Møller] <Mia Møller>", []),
    ("/", "command  [] <>", []),
    ("/ quit", "command  [quit] <quit>", []),
    ("/123 x", "command 123 [x] <x>", []),
    ("@label=7 /noop t", "command noop [t] <t>", ["label=7"]),
    (
      "@a;acme.example/b-2=;C=x\\:\\s\\\\\\r\\ny hi", "say <hi>",
      ["a", "acme.example/b-2=", "C=x; \\\r\ny"]
    ),
    ("@a=é@=\" hi", "say <hi>", ["a=é@=\""]),
    ("@a  hi", "say < hi>", ["a"]),
    // No tags by the grammar, so it is said: an address, an unknown escape, a lone sign.
    ("@ana@x.com comes too", "say <@ana@x.com comes too>", []),
    ("@a=\\x hi", "say <@a=\\x hi>", []),
    ("@a=x\\ hi", "say <@a=x\\ hi>", []),
    ("@a=x\ty hi", "say <@a=x\ty hi>", []),
    ("@ hi", "say <@ hi>", []),
    ("@a;;b hi", "say <@a;;b hi>", []),
    ("@ana", "say <@ana>", []),
    ("@/b=1 hi", "say <@/b=1 hi>", []),
    ("@a=1 ", "nothing", []),
  ]

  @Test("a line of text mode is read for what it asks", arguments: textLines)
  func readsText(_ line: String, _ expected: String, _ tags: [String]) {
    let request = TextRequest(reading: Array(line.utf8))
    #expect(Self.describe(request) == expected)
    if let request {
      #expect(request.tags.map { $0.key + ($0.value.map { "=\($0)" } ?? "") } == tags)
    }
  }

  static func describe(_ request: TextRequest?) -> String {
    switch request?.content {
    case .say(let text)?: "say <\(text)>"
    case .block(let text)?: "block <\(text)>"
    case .command(let word)?:
      "command \(word.verb) [\(word.arguments.joined(separator: "|"))] <\(word.tail)>"
    case nil: "nothing"
    }
  }

  /// Lines behind `/text`, and what they come to.
  static let blocks: [(lines: [String], comesTo: String)] = [
    (["."], "block <>"), (["book Bunker", "tomorrow", "."], "block <book Bunker\ntomorrow>"),
    (["..", "...x", "/quit", "@a b", "."], "block <.\n..x\n/quit\n@a b>"),
    ([String(repeating: "a", count: 30), "."], "tooLong"), (["a"], "open"),
    ([String(repeating: "a", count: 19), "."], "block <\(String(repeating: "a", count: 19))>"),
    (["a", "!", "b", "."], "control"),
  ]

  @Test("a block is its lines up to a dot alone, or nothing", arguments: blocks.indices)
  func block(index: Int) {
    var limits = ProtocolLimits()
    limits.textBlockOctetsMax = 20
    var block = TextBlock(tags: [], limits: limits)
    var outcome: TextBlock.Outcome?
    for line in Self.blocks[index].lines {
      #expect(outcome == nil)
      if line == "!" { block.refuse(.control) } else { outcome = block.take(Array(line.utf8)) }
    }
    let told =
      switch outcome {
      case .request(let request)?: Self.describe(request)
      case .refused(let fault)?: "\(fault)"
      case nil: "open"
      }
    #expect(told == Self.blocks[index].comesTo)
  }

  static let longID = String(repeating: "x", count: 64)

  /// A line of JSON mode and what it is: the id, method and parameters of a call, or the reply.
  static let jsonLines: [(String, String)] = [
    (#"{"jsonrpc":"2.0","id":"a1","method":"ping"}"#, #"a1 ping {}"#),
    (
      #" {"id":-7,"method":"x","extra":[1],"params":{"b":1,"a":"z"},"jsonrpc":"2.0"} "#,
      #"-7 x {"b":1,"a":"z"}"#
    ),
    (#"{"jsonrpc":"2.0","method":"ping"}"#, #"- ping {}"#),
    ("{\"jsonrpc\":\"2.0\",\"id\":\"\(longID)\",\"method\":\"m\"}", "\(longID) m {}"),
    ("{\"jsonrpc\":\"2.0\",\"id\":\"\(longID)x\",\"method\":\"m\"}", "-32600 null"),
    ("", "-32700 null"),
    ("{", "-32700 null"),
    (#"{"jsonrpc":"2.0","id":1,"method":"m"} x"#, "-32700 null"),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"m"}{"jsonrpc":"2.0","id":2,"method":"m"}"#,
      "-32700 null"
    ),
    (#"[{"jsonrpc":"2.0","id":1,"method":"m"}]"#, "-32600 null"),
    ("[]", "-32600 null"), ("1", "-32600 null"), (#""book x""#, "-32600 null"),
    (String(repeating: "[", count: 60_000), "-32700 null"),
    (#"{"jsonrpc":"2.0","id":1,"id":1,"method":"m"}"#, "-32600 null"),
    (#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1,"a":2}}"#, "-32600 null"),
    (#"{"jsonrpc":"2.0","id":null,"method":"m"}"#, "-32600 null"),
    (#"{"jsonrpc":"2.0","id":1.5,"method":"m"}"#, "-32600 null"),
    (#"{"jsonrpc":"2.0","id":1.0,"method":"m"}"#, "-32600 null"),
    (#"{"jsonrpc":"2.0","id":{},"method":"m"}"#, "-32600 null"),
    (#"{"jsonrpc":"2.0","id":"","method":"m"}"#, "-32600 null"),
    (#"{"jsonrpc":"2.0","id":"é","method":"m"}"#, "-32600 null"),
    (#"{"jsonrpc":"2.0","id":"a\u0000","method":"m"}"#, "-32600 null"),
    (#"{"jsonrpc":"1.0","id":1,"method":"m"}"#, "-32600 1"),
    (#"{"id":1,"method":"m"}"#, "-32600 1"),
    (#"{"jsonrpc":"2.0","id":1}"#, "-32600 1"),
    (#"{"jsonrpc":"2.0","id":1,"method":1}"#, "-32600 1"),
    (#"{"jsonrpc":"2.0","id":"a","method":"m","params":[1]}"#, #"-32602 "a""#),
    (#"{"jsonrpc":"2.0","method":"m","params":[1]}"#, "ignored"),
    (#"{"jsonrpc":"2.0","id":1,"method":"m","params":"bar"}"#, "-32600 1"),
    (#"{"jsonrpc":"2.0","id":9,"method":"m","params":{"x":1e400}}"#, "-32602 9"),
    (#"{"jsonrpc":"2.0","params":{"x":9223372036854775808},"method":"m","id":9}"#, "-32602 9"),
    (#"{"jsonrpc":"2.0","id":9,"method":"m","params":{"text":"\ud800"}}"#, "-32602 9"),
    (#"{"jsonrpc":"2.0","id":9223372036854775808,"method":"m"}"#, "-32602 null"),
    ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\\xFF\"}", "-32700 null"),
    ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",}", "-32700 null"),
  ]

  @Test("a line of JSON mode is a call or has exactly one refusal", arguments: jsonLines)
  func readsJSON(_ line: String, _ expected: String) throws {
    switch JSONRequest(reading: octets(line)) {
    case .call(let call):
      let id =
        switch call.id {
        case .text(let text)?: text
        case .number(let number)?: "\(number)"
        case nil: "-"
        }
      let params = String(decoding: JSONValue.object(call.params).octets, as: UTF8.self)
      #expect("\(id) \(call.method) \(params)" == expected)
    case .refused(let refusal):
      var written: [UInt8] = []
      refusal.writeJSON(into: &written)
      #expect(written.last == UInt8(ascii: "\n"))
      let reply = try JSONValue(parsing: written)
      let id = String(decoding: reply["id"]?.octets ?? [], as: UTF8.self)
      #expect("\(reply["error"]?["code"]?.integer ?? 0) \(id)" == expected)
      #expect(reply["jsonrpc"] == "2.0")
      #expect(reply["error"]?["data"]?["certain"] == true)
    case .ignored: #expect("ignored" == expected)
    }
  }

  @Test("a fault of JSON is told with its place")
  func faultPlace() {
    guard case .refused(let refusal) = JSONRequest(reading: octets(#"{"a":[1,]}"#)) else {
      Issue.record("a trailing comma was taken")
      return
    }
    #expect(
      refusal.message
        == "The line is not one JSON text. Octet 8: a comma stands before a closing bracket.")
  }

  @Test("ids and texts from JSON keep the rules of a line")
  func idsAndTexts() {
    for id in ["a", "slack:C9", "1712345678.000200", String(repeating: "x", count: 255)] {
      #expect(VisibleText.isIdentifier(id))
    }
    for id in ["", "é", "a\n", "\u{7F}", String(repeating: "x", count: 256)] {
      #expect(!VisibleText.isIdentifier(id))
    }
    #expect(VisibleText.fault(in: "a\tb\u{202E}") == nil)
    #expect(VisibleText.fault(in: "a\u{0}b") == .control)
    #expect(VisibleText.fault(in: "a\r\nb") == .control)
    #expect(VisibleText.fault(in: "a\r\nb", allowingLineBreaks: true) == nil)
    #expect(VisibleText.fault(in: "a\u{1B}\nb", allowingLineBreaks: true) == .control)
  }
}
