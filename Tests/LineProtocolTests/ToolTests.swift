// The Model Context Protocol: what a request of it becomes, and what a reply becomes for a model.

import JSON
import LineProtocol
import Testing

@Suite("Tools for models")
struct ToolTests {
  /// A request of the Model Context Protocol as a line.
  static func line(_ method: String, _ params: String?, id: String? = "1") -> String {
    let members = [
      #""jsonrpc":"2.0""#, id.map { #""id":\#($0)"# }, #""method":"\#(method)""#,
      params.map { #""params":\#($0)"# },
    ]
    return "{\(members.compactMap { $0 }.joined(separator: ","))}"
  }

  static func read(_ line: String) -> MCPRequest? {
    guard case .call(let call) = JSONRequest(reading: Array(line.utf8)) else { return nil }
    return MCPRequest(call, program: "usher/0.1")
  }

  static func describe(_ request: MCPRequest?) -> String {
    switch request {
    case .method(let call):
      let params = String(decoding: JSONValue.object(call.params).octets, as: UTF8.self)
      return "\(call.method) \(params)"
    case .result(let members):
      return "result \(members.members.map(\.name).joined(separator: " "))"
    case .unusable(let reply): return "unusable \(reply.code.rawValue) \(reply.field ?? "-")"
    case .refused(let refusal): return "refused \(refusal.code.rawValue) \(refusal.field ?? "-")"
    case .ignored: return "ignored"
    case nil: return "no call"
    }
  }

  /// A method, its parameters, and what becomes of the request.
  static let requests: [(method: String, params: String?, becomes: String)] = [
    ("initialize", nil, "refused -32602 protocolVersion"),
    ("initialize", #"{"protocolVersion":20250618}"#, "refused -32602 protocolVersion"),
    (
      "initialize", #"{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{}}"#,
      "result protocolVersion capabilities serverInfo instructions"
    ),
    ("ping", nil, "result "), ("tools/list", nil, "result tools"),
    ("tools/list", #"{"_meta":{"progressToken":1},"cursor":null}"#, "result tools"),
    ("tools/list", #"{"cursor":"x"}"#, "refused -32602 cursor"),
    ("tools/call", nil, "refused -32602 name"),
    ("tools/call", #"{"name":1}"#, "refused -32602 name"),
    ("tools/call", #"{"name":"undo"}"#, "refused -32602 name"),
    ("tools/call", #"{"name":"reset","arguments":{}}"#, "refused -32602 name"),
    ("tools/call", #"{"name":"rooms","arguments":[]}"#, "refused -32602 arguments"),
    ("tools/call", #"{"name":"bookings"}"#, #"bookings {"conv":"mcp"}"#),
    ("tools/call", #"{"name":"bookings","arguments":null}"#, #"bookings {"conv":"mcp"}"#),
    (
      "tools/call", #"{"name":"cancel","arguments":{"ref":"B1"},"_meta":{"user":"tom"}}"#,
      #"cancel {"ref":"B1","conv":"mcp"}"#
    ),
    // What is wrong with a value is for the method to say.
    (
      "tools/call", #"{"name":"cancel","arguments":{"ref":7}}"#,
      #"cancel {"ref":7,"conv":"mcp"}"#
    ),
    (
      "tools/call", #"{"name":"book","arguments":{"attendees":[{"email":"a@x.com"}]}}"#,
      #"book {"attendees":[{"email":"a@x.com"}],"conv":"mcp"}"#
    ),
    (
      "tools/call", #"{"name":"cancel","arguments":{"ref":"B1","user":"tom"}}"#, "unusable 501 user"
    ),
    ("tools/call", #"{"name":"cancel","arguments":{"ref":"B1","conv":"c"}}"#, "unusable 501 conv"),
    ("tools/call", #"{"name":"cancel","arguments":{"ref":"B1","msg":"7"}}"#, "unusable 501 msg"),
    (
      "tools/call", #"{"name":"say","arguments":{"text":"x","debug":true}}"#, "unusable 501 debug"
    ),
    (
      "tools/call", #"{"name":"say","arguments":{"text":"x","profile":{"user":"tom"}}}"#,
      "unusable 501 profile.user"
    ),
    (
      "tools/call",
      #"{"name":"book","arguments":{"attendees":[{"email":"a@x.com"},{"e\u202email":"b"}]}}"#,
      "unusable 501 attendees.e\u{202E}mail"
    ),
    // Its methods are not those of JSON mode, nor what was declared not to be there.
    ("say", #"{"text":"x"}"#, "refused -32601 method"),
    ("hello", nil, "refused -32601 method"), ("reset", nil, "refused -32601 method"),
    ("server/discover", nil, "refused -32601 method"),
    ("resources/list", nil, "refused -32601 method"), ("", nil, "refused -32601 method"),
  ]

  @Test("A request becomes a call of a method, an answer or a refusal", arguments: requests.indices)
  func becomes(index: Int) {
    let (method, params, becomes) = Self.requests[index]
    #expect(Self.describe(Self.read(Self.line(method, params))) == becomes)
  }

  @Test("What has no id asks for nothing, whatever it is called")
  func notifications() {
    for (method, params, _) in Self.requests + [("notifications/initialized", nil, "")] {
      #expect(
        Self.describe(Self.read(Self.line(method, params, id: nil))) == "ignored", "\(method)")
    }
  }

  /// What a client speaks, and what is spoken then.
  static let versions = [
    "2025-11-25": "2025-11-25", "2025-06-18": "2025-06-18", "2024-11-05": "2024-11-05",
    "2025-03-26": "2025-11-25", "2026-07-28": "2025-11-25", "": "2025-11-25",
  ]

  @Test("The version is the client's where it is known, else the newest", arguments: versions)
  func version(wanted: String, spoken: String) {
    let params = #"{"protocolVersion":"\#(wanted)","capabilities":{},"clientInfo":{"name":"x"}}"#
    guard case .result(let told) = Self.read(Self.line("initialize", params)) else {
      Issue.record("not answered")
      return
    }
    #expect(told["protocolVersion"] == .string(spoken))
    #expect(told["capabilities"] == ["tools": [:]])
    #expect(told["serverInfo"]?["name"] == "usher")
    #expect(told["serverInfo"]?["version"] == "0.1")
    let sentences = told["instructions"]?.string?.split(separator: ". ").count
    #expect(sentences == 3)
  }

  /// The tools, what they need, what else they take, and their hints: read only, destructive,
  /// idempotent.
  static let tools = [
    "rooms | | date seats floor location equipment | yes - -",
    "openings | | date room start end minutes seats floor location equipment | yes - -",
    "book | start | end minutes room seats floor location equipment title description private"
      + " attendees | no no no",
    "change | ref | room start end minutes title description private attendees | no yes yes",
    "cancel | ref | | no yes yes", "bookings | | ref room date | yes - -",
    "say | text | profile | no yes no",
  ]

  private static func listed() throws -> [JSONValue] {
    guard case .result(let told) = read(line("tools/list", nil)) else { return [] }
    return try #require(told["tools"]?.array)
  }

  @Test("The tools are listed with what they take and do")
  func list() throws {
    let told = try Self.listed().map { tool in
      let schema = try #require(tool["inputSchema"])
      let required = schema["required"]?.array?.compactMap(\.string) ?? []
      let names = try #require(schema["properties"]?.object?.members.map(\.name))
      let hints = ["readOnlyHint", "destructiveHint", "idempotentHint"].map { name in
        tool["annotations"]?[name]?.bool.map { $0 ? "yes" : "no" } ?? "-"
      }
      return [
        tool["name"]?.string ?? "-", required.joined(separator: " "),
        names.filter { !required.contains($0) }.joined(separator: " "),
        hints.joined(separator: " "),
      ].joined(separator: " | ").replacing("|  |", with: "| |")
    }
    #expect(told == Self.tools)
  }

  @Test("Every object of a schema is closed, every argument has a type and says what it is")
  func schemas() throws {
    var objects = 0
    func check(_ schema: JSONValue, isArgument: Bool) {
      #expect(schema["type"]?.string?.isEmpty == false)
      if isArgument { #expect(schema["description"]?.string?.isEmpty == false) }
      if schema["type"] == "array" {
        if let items = schema["items"] {
          check(items, isArgument: false)
        } else {
          Issue.record("a list of what?")
        }
      }
      guard schema["type"] == "object" else { return }
      objects += 1
      #expect(schema["additionalProperties"] == false)
      for member in schema["properties"]?.object?.members ?? [] {
        check(member.value, isArgument: true)
      }
    }
    for tool in try Self.listed() {
      #expect(tool["description"]?.string?.isEmpty == false)
      check(try #require(tool["inputSchema"]), isArgument: false)
    }
    // Seven tools, the attendees of two, and a profile.
    #expect(objects == 10)
  }

  // MARK: - Replies

  static func result(_ reply: Reply, id: RequestID? = .number(1)) throws -> JSONValue {
    var octets: [UInt8] = []
    reply.writeToolResult(into: &octets, id: id)
    #expect(octets.last == 0x0A && octets.count { $0 == 0x0A } == 1)
    return try JSONValue(
      parsing: octets.dropLast(), limits: JSONLimits(octetsMax: .max, depthMax: 16))
  }

  @Test("A reply is words to read, members to go by, and whether it was refused")
  func results() throws {
    let taken = Reply(
      .choose, name: .timeTaken, lines: ["Aquarium is taken.", "1) Bunker\n\u{202E}x"],
      members: [
        "effects": [], "choices": [["id": "1"]], "open": ["choice"], "conv": "mcp", "turn": 1,
        "replayed": false,
      ])
    #expect(
      try Self.result(taken)["result"] == [
        "content": [["type": "text", "text": "Aquarium is taken.\n1) Bunker <U+202E>x"]],
        "structuredContent": [
          "code": 352, "name": "TIME/TAKEN", "effects": [], "choices": [["id": "1"]],
          "open": ["choice"],
        ],
        "isError": false,
      ])
    let unknown = Reply(
      .unknownThing, parameters: [ReplyParameter("ref", "B99")].compactMap { $0 },
      lines: ["I know no booking B99."], members: ["effects": []])
    #expect(
      try Self.result(unknown)["result"] == [
        "content": [["type": "text", "text": "I know no booking B99."]],
        "structuredContent": [
          "code": 550, "name": "WHAT/UNKNOWN", "parameters": ["ref": "B99"], "effects": [],
        ],
        "isError": true,
      ])
    let unsure = try Self.result(Reply(.outcomeUnknown, lines: ["Who knows."]))["result"]
    #expect(unsure?["structuredContent"]?["certain"] == false)
    #expect(unsure?["isError"] == true)
  }

  @Test("What could not be read is an error of JSON-RPC without an id")
  func unread() throws {
    let told = try Self.result(LineFault.tooLong.reply, id: nil)
    #expect(told["id"] == .null && told["error"]?["code"] == -32600)
    #expect(told["result"] == nil)
  }

  @Test("However much there is to tell, a result has its bounds and says what it left out")
  func bounded() throws {
    let limits = ProtocolLimits()
    let name = String(repeating: "\"ä\"", count: 40)
    let members: JSONObject = [
      "effects": [["kind": "booked"]],
      "rooms": .array((1...2000).map { ["name": .string("\(name) \($0)")] }),
    ]
    let reply = Reply(.answer, lines: (1...2000).map { "\(name) \($0)" }, members: members)
    let told = try #require(try Self.result(reply)["result"])
    let structured = try #require(told["structuredContent"])
    #expect(structured["effects"]?.array?.count == 1)
    let rooms = try #require(structured["rooms"]?.array)
    #expect(!rooms.isEmpty && structured["rooms"]?.octets.count ?? 0 <= limits.toolMembersOctetsMax)
    #expect(structured["more"] == ["rooms": .integer(Int64(2000 - rooms.count))])
    let text = try #require(told["content"]?.array?.first?["text"]?.string)
    let lines = text.split(separator: "\n")
    #expect(JSONValue.string(text).octets.count <= limits.toolWordsOctetsMax + 100)
    #expect(lines.last == "(\(2000 - (lines.count - 1)) more lines: ask for less.)")
    #expect(lines.first == "\(name) 1")
    #expect(told.octets.count < limits.outputPausesReadingOctets)
  }
}
