// The printed form of the protocol and the code that speaks it, held against each other.

import Foundation
import LineProtocol
import Testing

@Suite("the wire form")
struct WireFormTests {
  static let form = Result {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "grammar/protocol.abnf")
    return try ABNF(String(contentsOf: file, encoding: .utf8))
  }

  static func events(_ octets: [UInt8]) -> [FramedLine] {
    // The first line may be another protocol's or JSON; ours is the second.
    var framer = LineFramer(mode: .text)
    framer.receive(Array("/noop\n".utf8) + octets)
    var events: [FramedLine] = []
    while let event = framer.next() { events.append(event) }
    return Array(events.dropFirst())
  }

  /// The form of a line lets C1 pass; the rules for octets refuse it.
  static func holdsC1(_ octets: [UInt8]) -> Bool {
    zip(octets, octets.dropFirst()).contains { $0 == 0xC2 && $1 < 0xA0 }
  }

  @Test("the form is complete and tells right from wrong")
  func complete() throws {
    let form = try Self.form.get()
    #expect(form.undefined.isEmpty)
    for line in ["hi\r\n", "\n", "/quit\r", "@a=b;c hi\n", "//x\r\u{0}", "/as Mia\n"] {
      #expect(form.matches(Array(line.utf8), "client-line"), "\(line)")
    }
    for line in ["hi", "/1 x\n", "a\u{0}\n", "/\n", "a\nb\n"] {
      #expect(!form.matches(Array(line.utf8), "client-line"), "\(line)")
    }
    for line in ["250 \n", "250-a\r\n250 [A/B c=d] x\r\n", "* 421 [SYS/BUSY] x\n"] {
      #expect(form.matches(Array(line.utf8), "server-line"), "\(line)")
    }
    for line in ["150 x\n", "250-x\n", "250 \u{1B}\n", "* 250 x\n", "600 x\n"] {
      #expect(!form.matches(Array(line.utf8), "server-line"), "\(line)")
    }
  }

  @Test("a line drawn from the form is one line and read for what it is", arguments: 0..<400)
  func drawn(seed: Int) throws {
    let form = try Self.form.get()
    var random = SeededRandom(seed: UInt64(seed))
    let tags = random.chance(2) ? form.draw("tags", &random) + [0x20] : []
    let isCommand = random.chance(2)
    let content = form.draw(isCommand ? "command" : "utterance", &random)
    let line = tags + content + form.draw("in-eol", &random)
    #expect(form.matches(line, "client-line"))
    let events = Self.events(line)
    guard !Self.holdsC1(line) else {
      #expect(events == [.refused(.control)])
      return
    }
    #expect(events == [.line(tags + content)])
    let request = TextRequest(reading: tags + content)
    // What is said may itself look like tags; then it is not known which was meant.
    if tags.isEmpty, content.first == UInt8(ascii: "@") { return }
    #expect(request?.tags.isEmpty == tags.isEmpty)
    switch request?.content {
    case .block?: Issue.record("one line is no block")
    case .say(let text)?:
      let said = content.starts(with: "//".utf8) ? Array(content.dropFirst()) : content
      #expect(!isCommand && Array(text.utf8) == said)
    case .command(let word)?:
      let parts = content.split { $0 == 0x20 || $0 == 0x09 }.map { Array($0) }
      #expect(isCommand && word.arguments.map { Array($0.utf8) } == parts.dropFirst().map { $0 })
      #expect(
        Array("/\(word.verb)".utf8)
          == Array(
            String(decoding: parts[0], as: UTF8.self)
              .lowercased().utf8))
    case nil: Issue.record("nothing was read from \(readable(line))")
    }
  }

  @Test("the framer takes exactly the lines the form takes, but C1", arguments: 0..<400)
  func acceptance(seed: Int) throws {
    let form = try Self.form.get()
    var random = SeededRandom(seed: UInt64(seed))
    let alphabet: [[UInt8]] = [
      [0x00], [0x09], [0x1F], [0x20], [0x7E], [0x7F], [0x80], [0x9F], [0xA0], [0xBF], [0xC0],
      [0xC1], [0xC2], [0xDF], [0xE0], [0xE2, 0x80], [0xED], [0xEF], [0xF0, 0x90], [0xF1], [0xF4],
      [0xF5], [0xFF], Array("é".utf8), Array("–".utf8), Array("🐟".utf8), [0x41],
    ]
    let drawn = (0..<Int.random(in: 1...4, using: &random)).flatMap { _ in random.pick(alphabet) }
    let line = [0x78] + drawn
    let isTaken = Self.events(line + [0x0A]) == [.line(line)]
    let isForm = form.matches(line + [0x0A], "client-line")
    #expect(isTaken == (isForm && !Self.holdsC1(line)), "\(readable(line))")
  }

  @Test("every reply and notice has the form, whatever people wrote", arguments: 0..<100)
  func replies(seed: Int) throws {
    let form = try Self.form.get()
    var random = SeededRandom(seed: UInt64(seed))
    let lines = (0..<Int.random(in: 0...4, using: &random)).map { _ in nastyText(&random) }
    let parameters = [ReplyParameter("ref", "B99"), ReplyParameter("x-1", nastyText(&random))]
    let names = ReplyCode.allCases.flatMap(\.names)
    let reply = Reply(
      random.pick(ReplyCode.allCases), name: random.chance(2) ? random.pick(names) : nil,
      parameters: parameters.compactMap { $0 }, lines: lines)
    let tags = random.chance(3) ? [LineTag("label", nastyText(&random))].compactMap { $0 } : []
    let lineEnd = random.pick(LineEnd.allCases)
    var octets: [UInt8] = []
    reply.writeText(into: &octets, lineEnd: lineEnd, tags: tags)
    #expect(form.matches(octets, "server-line"), "\(readable(octets))")
    if tags.isEmpty {
      let written = octets.split(separator: 0x0A).map { Array($0) }
      let last = written.firstIndex { $0[3] == 0x20 }
      #expect(last == written.count - 1 && written.count == max(1, lines.count))
    }
    octets = []
    Notice(random.pick(NoticeCode.allCases), lines: lines)
      .writeText(into: &octets, lineEnd: lineEnd, tags: tags)
    #expect(form.matches(octets, "server-line"), "\(readable(octets))")
    octets = []
    reply.writeJSON(into: &octets, id: .number(1))
    #expect(form.matches(octets, "json-line"), "\(readable(octets))")
  }
}
