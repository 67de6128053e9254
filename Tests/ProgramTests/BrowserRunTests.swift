// The program links accounts in a browser that comes back to it, or whose last address is pasted.

import Foundation
import JSON
import Testing

@Suite("Accounts in a browser")
struct BrowserRunTests {
  private static let isLinked = "bolt is linked."

  /// The address that is shown, whole in one line.
  private func address(in text: String, of world: TravelWorld) throws -> String {
    let lines = text.split(whereSeparator: \.isNewline)
    let line = lines.last { $0.hasPrefix("\(world.provider.address)/authorize?") }
    return String(try #require(line, "\(text)"))
  }

  /// Nothing that is secret was printed or lies readable in a file. The address shown holds a mark
  /// that comes back with the browser: it is nowhere but there.
  private func checkSecrets(of world: TravelWorld, _ landing: String, said: [String]) throws {
    for text in said { #expect(!text.contains(LinkRunTests.canary)) }
    #expect(try world.files(holding: LinkRunTests.canary) == [])
    let state = try #require(
      URLComponents(string: landing)?.queryItems?.first { $0.name == "state" })
    #expect(try world.files(holding: try #require(state.value)) == [])
  }

  @Test("An address is pasted: the right one is taken once, the link stays open for it")
  func pastes() throws {
    let world = try TravelWorld(#", "loopbackPort": 8491"#)
    let program = try world.start()
    program.say("link bolt")
    let shown = try program.output(holding: #""stop" drops it."#)
    let landing = try world.landing(of: address(in: shown, of: world))
    #expect(landing.hasPrefix("http://127.0.0.1:8491/callback?code="))
    let refused = "That is not the address that is wanted."
    for (count, wrong) in [
      landing.replacing("state=", with: "state=x"),
      landing.replacing("127.0.0.1:8491", with: "evil.example"),
      landing.replacing("iss=", with: "iss=https%3A%2F%2Fevil.example&x="),
    ].enumerated() {
      program.say(wrong)
      let expected = Array(repeating: refused, count: count + 1)
      _ = try program.output { $0.ranges(of: refused).count == expected.count }
    }
    #expect(try world.provider.calls(to: "token") == [])
    program.say("  \(landing) ")
    _ = try program.output(holding: Self.isLinked)
    program.say(landing)
    _ = try program.output(holding: "Nothing waits for that address.")
    program.endInput()
    let ended = program.ended()
    #expect(ended.code == 0)
    #expect(try world.provider.calls(to: "token").count == 1)
    try checkSecrets(of: world, landing, said: [ended.output, ended.errors])
  }

  /// What is said and told in a language when an address is pasted.
  struct Pasting: CustomTestStringConvertible, Sendable {
    /// What the terminal is; nil for one on which no line can be edited.
    let terminal: String?
    let link: String
    let accounts: String
    let isAsked: String
    let isRefused: String
    let isOpen: String
    let isOver: String
    let isLinked: String
    let isWanted: String
    var testDescription: String { link }
  }

  static let pastings = [
    Pasting(
      terminal: nil, link: "link bolt", accounts: "accounts", isAsked: #""stop" drops it."#,
      isRefused: "That is not the address that is wanted.", isOpen: "bolt · being linked",
      isOver: "The time for bolt is over.", isLinked: isLinked,
      isWanted: "Nothing waits for that address."),
    Pasting(
      terminal: "xterm", link: "verbinde bolt", accounts: "Konten", isAsked: "„stopp“ bricht ab.",
      isRefused: "Das ist nicht die Adresse, die gebraucht wird.",
      isOpen: "bolt · wird gerade verbunden", isOver: "Die Zeit für bolt ist um.",
      isLinked: "bolt ist verbunden.", isWanted: "Auf diese Adresse wartet nichts."),
  ]

  @Test(
    "Over SSH an address is pasted: once, the right one, and no later than it is waited for",
    arguments: pastings)
  func pastesOverSSH(said: Pasting) throws {
    let world = try TravelWorld(
      day: TravelWorld.tuesdayOfTrip, browsers: #"loopback", "paste"#, #", "loopbackPort": 8491"#)
    let terminal = try Terminal()
    let program = try world.start(
      tuesday + ["--test"], at: terminal,
      environment: [
        "SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22", "TERM": said.terminal ?? "",
      ])
    terminal.program = program
    _ = try terminal.shown { $0.line == ">" }
    var count = 0
    /// What is shown behind a line, as soon as it holds a text and the next line can be typed.
    func type(_ line: String, until wanted: String) throws -> String {
      terminal.type("\(line)\r")
      let text = try terminal.text { text in
        text.count >= count && text.dropFirst(count).contains(wanted) && Screen(text).line == ">"
      }
      defer { count = text.count }
      return String(text.dropFirst(count))
    }
    let first = try world.landing(
      of: address(in: try type(said.link, until: said.isAsked), of: world))
    // Nobody listens for a browser that runs elsewhere.
    #expect(throws: (any Error).self) { try Browser.get(first) }
    _ = try type("/clock +10m", until: said.isOver)
    _ = try type(first, until: said.isWanted)
    let second = try world.landing(
      of: address(in: try type(said.link, until: said.isAsked), of: world))
    for wrong in [
      first, second.replacing("state=", with: "state=x"),
      second.replacing("127.0.0.1:8491", with: "evil.example"),
    ] {
      let shown = try type(wrong, until: said.isRefused)
      #expect(!shown.contains(LinkRunTests.canary))
    }
    _ = try type("/clock +599s", until: "09:26")
    _ = try type(said.accounts, until: said.isOpen)
    #expect(try world.provider.calls(to: "token") == [])
    let shown = try type(second, until: said.isLinked)
    #expect(!shown.contains(LinkRunTests.canary))
    _ = try type(second, until: said.isWanted)
    #expect(try world.provider.calls(to: "token").count == 1)
    terminal.type("/quit\r")
    let ended = program.ended()
    #expect(ended.code == 0)
    #expect(terminal.isAsFound)
    for landing in [first, second] {
      try checkSecrets(of: world, landing, said: [ended.errors])
    }
  }

  @Test("A browser comes back to a port of this machine, and it is told by itself")
  func comesBack() throws {
    let world = try TravelWorld(browsers: "loopback")
    let terminal = try Terminal()
    let program = try world.start(at: terminal)
    terminal.program = program
    _ = try terminal.shown { $0.line == ">" }
    terminal.type("link bolt\r")
    let shown = try terminal.text(holding: #""stop" drops it."#)
    let landing = try world.landing(of: address(in: shown, of: world))
    let place = try #require(landing.split(separator: "?").first)
    for (request, status) in [
      (landing.replacing("state=", with: "state=x"), 400),
      (landing.replacing("/callback", with: "/"), 404), ("\(place)", 400),
    ] { #expect(try Browser.get(request).status == status) }
    #expect(try Browser.get(landing, by: "HEAD").status == 405)
    #expect(try Browser.get(landing, by: "POST").status == 405)
    let port = try #require(URLComponents(string: landing)?.port.flatMap(UInt16.init))
    #expect(try Browser.send("nonsense\r\n\r\n", to: port).status == 400)
    let long = String(repeating: "x", count: 20_000)
    #expect(
      try Browser.send("GET /callback HTTP/1.1\r\nX: \(long)\r\n\r\n", to: port).status == 431)
    #expect(try world.provider.calls(to: "token") == [])
    let page = try Browser.get(landing)
    #expect(page.status == 200 && page.text.contains("default-src 'none'"))
    #expect(!page.text.contains("<script"))
    _ = try terminal.text(holding: Self.isLinked)
    // Nobody listens any more.
    #expect(throws: (any Error).self) { try Browser.get(landing) }
    terminal.type("/quit\r")
    let ended = program.ended()
    #expect(ended.code == 0)
    let screen = try terminal.text(holding: "Bye.")
    try checkSecrets(of: world, landing, said: [screen, ended.errors])
  }

  @Test("A browser comes back to a public address that leads here, also after a restart")
  func comesBackPublicly() throws {
    let port = try Browser.freePort()
    let world = try TravelWorld(
      browsers: "code",
      configuration: #"""
        , "callback": "\#(TravelWorld.publicCallback)", "callbackPort": \#(port)
        """#)
    let first = try world.start()
    first.say("link bolt")
    let shown = try first.output(holding: #""stop" drops it."#)
    let landing = try world.landing(of: address(in: shown, of: world))
    #expect(landing.hasPrefix("\(TravelWorld.publicCallback)?code="))
    first.send(SIGKILL)
    #expect(first.ended().code == -SIGKILL)
    let second = try world.start()
    second.say("accounts")
    _ = try second.output(holding: "bolt · being linked\n")
    let here = landing.replacing("https://usher.example", with: "http://127.0.0.1:\(port)")
    #expect(try Browser.get(here.replacing("state=", with: "state=x")).status == 400)
    #expect(try Browser.get(here).status == 200)
    _ = try second.output(holding: Self.isLinked)
    #expect(try Browser.get(here).status == 400)
    second.endInput()
    let ended = second.ended()
    #expect(ended.code == 0)
    try checkSecrets(of: world, landing, said: [ended.output, ended.errors])
  }

  @Test(
    "A program links where it keeps lines secret, once; nobody finishes what another has begun",
    arguments: pastings)
  func linksByProgram(said: Pasting) throws {
    let world = try TravelWorld(#", "loopbackPort": 8491"#)
    let program = try world.start(by: ["serve", "--stdio", "json", "--test"])
    var count = 0
    func call(_ method: String, _ params: JSONObject) throws -> JSONValue {
      count += 1
      let id = "t\(count)"
      let line: JSONObject = [
        "jsonrpc": "2.0", "id": .string(id), "method": .string(method), "params": .object(params),
      ]
      program.say(JSONValue.object(line).octets + [10])
      let output = try program.output(holding: #""id":"\#(id)""#)
      let answer = output.split(separator: "\n").last { $0.contains(#""id":"\#(id)""#) } ?? ""
      return try JSONValue(parsing: Array(answer.utf8), limits: .file)
    }
    func say(_ text: String, by user: String = "mia", in conversation: String = "dm") throws
      -> JSONValue
    {
      try call(
        "say", ["conv": .string(conversation), "user": .string(user), "text": .string(text)])
    }
    func code(_ answer: JSONValue) -> Int64? {
      answer["result"]?["code"]?.integer ?? answer["error"]?["code"]?.integer
    }
    #expect(try code(say(said.link)) == 538)
    _ = try call("hello", ["caps": ["private"]])
    #expect(try say(said.link)["error"]?["data"]?["name"] == "ACCOUNT/UNLINKED")
    _ = try call("hello", ["caps": ["private", "secrets", "notices"]])
    let prompt = try say(said.link)
    let link = try #require(prompt["result"]?["link"])
    #expect(link["pasted"] == true)
    let landing = try world.landing(of: try #require(link["address"]?.string))
    let others = [("eve", "dm"), ("eve", "dm2"), ("mia", "channel")]
    for (user, conversation) in others {
      let answer = try say(landing, by: user, in: conversation)
      #expect(code(answer).map { $0 >= 400 } == true, "\(answer)")
    }
    let parsed = try call("parse", ["conv": "dm", "user": "mia", "text": .string(landing)])
    #expect(code(parsed).map { $0 >= 400 } == true, "\(parsed)")
    for wrong in [
      landing.replacing("state=", with: "state=x"),
      landing.replacing("127.0.0.1:8491", with: "evil.example"),
    ] {
      let told = try say(wrong)
      #expect("\(told)".contains(said.isRefused), "\(told)")
    }
    #expect(try world.provider.calls(to: "token") == [])
    _ = try say(landing)
    _ = try program.output(holding: said.isLinked)
    let again = try say(landing)
    #expect("\(again)".contains(said.isWanted), "\(again)")
    let accounts = try call("accounts", ["conv": "dm", "user": "mia"])
    let states = accounts["result"]?["accounts"]?.array ?? []
    #expect(states.first { $0["provider"] == "bolt" }?["state"] == "here")
    #expect(try world.provider.calls(to: "token").count == 1)
    program.endInput()
    let ended = program.ended()
    try checkSecrets(of: world, landing, said: [ended.output, ended.errors])
  }
}
