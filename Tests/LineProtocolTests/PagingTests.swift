// Long replies in pages: each within the limits, nothing lost, nothing said twice.

import JSON
import LineProtocol
import Testing

@Suite("pages of a reply")
struct PagingTests {
  static let more = "Say \"more\" for the rest."

  @Test("a reply that fits is one page")
  func fits() {
    let reply = Reply(.answer, lines: (1...20).map { "line \($0)" })
    #expect(reply.pages(endingWith: Self.more, limits: ProtocolLimits()) == [reply])
  }

  @Test("45 lines are three pages, and the first keeps the code")
  func threePages() {
    let lines = (1...45).map { "\($0))" }
    let reply = Reply(.choose, name: .timeTaken, lines: lines, members: ["turn": 5])
    let pages = reply.pages(endingWith: Self.more, limits: ProtocolLimits())
    #expect(
      pages.map(\.lines) == [
        Array(lines[0..<19]) + [Self.more], Array(lines[19..<38]) + [Self.more],
        Array(lines[38..<45]),
      ])
    #expect(pages.map(\.code) == [.choose, .choose, .choose])
    #expect(pages.map(\.name) == [.timeTaken, nil, nil])
    #expect(pages.map(\.members) == [["turn": 5], [:], [:]])
    let done = Reply(.done, lines: lines).pages(endingWith: Self.more, limits: ProtocolLimits())
    #expect(done.map(\.code) == [.done, .answer, .answer])
  }

  @Test("a message that is cut keeps its id on the first part and its buttons on the last")
  func messages() {
    let first = ReplyMessage(lines: (1...15).map { "a\($0)" }, id: "m1", markdown: "a")
    let choice = ReplyChoice(id: "1", title: "One", say: "1")
    let second = ReplyMessage(
      lines: (1...10).map { "b\($0)" }, id: "m2", markdown: "b", audience: .user, choices: [choice])
    let pages = Reply(.choose, messages: [first, second])
      .pages(endingWith: Self.more, limits: ProtocolLimits())
    #expect(
      pages.map(\.messages) == [
        [
          first,
          ReplyMessage(lines: ["b1", "b2", "b3", "b4", Self.more], id: "m2", audience: .user),
        ],
        [
          ReplyMessage(
            lines: ["b5", "b6", "b7", "b8", "b9", "b10"], audience: .user, choices: [choice])
        ],
      ])
    let third = ReplyMessage(lines: (1...19).map { "c\($0)" }, id: "m3", markdown: "c")
    let whole = Reply(.answer, messages: [third, second])
      .pages(endingWith: Self.more, limits: ProtocolLimits())
    #expect(whole.map(\.messages) == [[third, ReplyMessage(lines: [Self.more])], [second]])
  }

  @Test("a line too long for a page is broken at a blank, or where it must be")
  func longLine() {
    var limits = ProtocolLimits()
    limits.replyOctetsMax = 128
    let words = (0..<60).map { "word\($0)" }.joined(separator: " ")
    let pages = Reply(.answer, lines: [words]).pages(endingWith: "more", limits: limits)
    let pieces = pages.flatMap { $0.lines.filter { $0 != "more" } }
    #expect(pages.count > 3)
    #expect(pieces.joined(separator: " ") == words)
    let marks = "x" + String(repeating: "\u{301}", count: 2_000)
    let cut = Reply(.answer, lines: [marks]).pages(endingWith: "more", limits: limits)
    let scalars = cut.flatMap { $0.lines.filter { $0 != "more" } }.flatMap(\.unicodeScalars)
    #expect(scalars.count == 2_001)
  }

  @Test("every page keeps the limits and together they say everything", arguments: 0..<80)
  func limits(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var limits = ProtocolLimits()
    limits.replyLinesMax = Int.random(in: 2...20, using: &random)
    limits.replyOctetsMax = Int.random(in: 200...1_800, using: &random)
    let lines = (0..<Int.random(in: 0...60, using: &random)).map { _ in
      nastyText(&random, partsMax: random.chance(5) ? 200 : 12)
    }
    let reply = Reply(random.pick(ReplyCode.allCases), lines: lines)
    let pages = reply.pages(endingWith: Self.more, limits: limits)
    for (index, page) in pages.enumerated() {
      var octets: [UInt8] = []
      page.writeText(into: &octets, lineEnd: .crlf)
      #expect(octets.count <= limits.replyOctetsMax)
      #expect(page.lines.count <= limits.replyLinesMax)
      #expect((page.lines.last == Self.more) == (index < pages.count - 1))
    }
    let said = pages.flatMap { $0.lines.filter { $0 != Self.more } }.map(VisibleText.shown)
    let everything = { (lines: [String]) in lines.flatMap { $0.utf8.filter { $0 != 0x20 } } }
    let saysEverything = everything(said) == everything(lines.map(VisibleText.shown))
    #expect(saysEverything)
  }
}

@Suite("Portions of a long reply for programs")
struct PortionTests {
  static let more = "Say more."

  static func reply(_ lines: Int, rooms: Int, bookings: Int, textOctets: Int) -> Reply {
    let text = String(repeating: "ä", count: textOctets / 2)
    func list(_ count: Int, _ name: String) -> JSONValue {
      .array((0..<count).map { [name: .integer(Int64($0)), "text": .string(text)] })
    }
    let message = ReplyMessage(
      lines: (0..<lines).map { "\($0) \(text)" }, id: "m7",
      choices: [ReplyChoice(id: "1", title: "One", say: "1")])
    return Reply(
      .choose, name: .timeTaken, messages: [message],
      members: [
        "effects": [], "rooms": list(rooms, "room"), "bookings": list(bookings, "ref"),
        "conv": "c", "turn": 3,
      ])
  }

  /// Lines, rooms, bookings, octets of each text; how many portions.
  static let replies: [(Int, Int, Int, Int, Int)] = [
    (3, 2, 1, 20, 1), (100, 0, 0, 20, 1), (400, 0, 0, 20, 2), (0, 700, 0, 40, 1),
    (0, 2000, 0, 60, 3), (1500, 900, 900, 100, 21), (1, 3, 3, 30_000, 4), (2, 3, 0, 140_000, 36),
  ]

  @Test("A few elements are portions, too, where little may be told at once")
  func small() {
    var limits = ProtocolLimits()
    limits.jsonListsOctetsMax = 1_024
    let portions = Self.reply(1, rooms: 6, bookings: 0, textOctets: 300)
      .portions(endingWith: Self.more, limits: limits)
    #expect(portions.map { $0.members["rooms"]?.array?.count } == [3, 3])
    #expect(portions[0].members["more"] == ["rooms": 3])
  }

  @Test(
    "Each portion is within its limits, nothing is lost and nothing told twice",
    arguments: replies)
  func portions(
    lines: Int, rooms: Int, bookings: Int, textOctets: Int, count: Int
  ) throws {
    let limits = ProtocolLimits()
    let reply = Self.reply(lines, rooms: rooms, bookings: bookings, textOctets: textOctets)
    let portions = reply.portions(endingWith: Self.more, limits: limits)
    #expect(portions.count == count)
    if count == 1 { return #expect(portions == [reply]) }
    #expect(portions[0].code == .choose && portions[0].name == .timeTaken)
    #expect(portions.dropFirst().allSatisfy { $0.code == .choose && $0.name == nil })
    var told: [String: [JSONValue]] = [:]
    for portion in portions {
      #expect(portion.members["conv"] == "c" && portion.members["turn"] == 3)
      #expect(portion.members["effects"] == [])
      #expect(portion.lines.reduce(0) { $0 + $1.utf8.count } <= limits.jsonWordsOctetsMax)
      var octets = 0
      for name in ["rooms", "bookings"] {
        let list = portion.members[name]?.array ?? []
        told[name, default: []] += list
        octets += list.reduce(0) { $0 + $1.octets.count }
        let all = name == "rooms" ? rooms : bookings
        let left = portion.members["more"]?[name]?.integer ?? 0
        #expect(Int(left) == all - (told[name]?.count ?? 0))
      }
      // What fits nowhere stands alone.
      let elements = ["rooms", "bookings"].reduce(0) {
        $0 + (portion.members[$1]?.array?.count ?? 0)
      }
      #expect(octets <= limits.jsonListsOctetsMax || elements == 1)
    }
    #expect(told["rooms"] == reply.members["rooms"]?.array)
    #expect(told["bookings"] == reply.members["bookings"]?.array)
    let words = portions.flatMap(\.lines).filter { $0 != Self.more }
    #expect(words.joined().filter { $0 != " " } == reply.lines.joined().filter { $0 != " " })
    let named = portions.flatMap(\.messages).filter { $0.id != nil }
    #expect(named.map(\.id) == ["m7"] && named.map(\.choices.count) == [1])
  }
}
