// What is remembered of a conversation has a written form, from which it goes on.

import Bookings
import CivilTime
import Dialogue
import Discourse
import Foundation
import Grammar
import Language
import Passes
import Testing

@Suite("The written form of a conversation")
struct WrittenFormTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "HouseTests/Transcripts")

  /// The lines of all talks, each a conversation of its own.
  private static func talks() throws -> [[String]] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "talk" }
      .sorted { $0.path < $1.path }
      .map { file in
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
          .filter { $0.hasPrefix("> ") && !$0.hasPrefix("> /") }.map { String($0.dropFirst(2)) }
      }
  }

  private static func house() throws -> (World, Instant) {
    let rooms = [("Aquarium", 6), ("Bunker", 4), ("Cockpit", 10), ("Dachstube", 14)].map {
      var room = Room(id: RoomID($0), name: $0)
      room.seats = $1
      return room
    }
    let zone = ZoneRules(name: "Europe/Berlin", firstOffsetSeconds: 3600, transitions: [])
    let now = zone.instant(nearest: try #require(CivilMoment("2026-11-24T09:07")))
    let ledger = Ledger(building: Building(rooms: rooms), zone: zone)
    return (World(ledger: ledger, outbox: Outbox()), now)
  }

  @Test("All talks go on from what is written and read back after each line")
  func goesOn() throws {
    let reader = Reader(
      grammar: try GrammarCompiler.compile(
        GrammarSource.builtIn.filter { GrammarSource.belongsToReader($0.name) }))
    var kinds: Set<String> = []
    for lines in try Self.talks() {
      var (world, now) = try Self.house()
      var kept = DialogueState()
      for line in lines {
        var turn = Turn(
          world: world, conversation: kept, speaker: Speaker(user: UserID("mia")), now: now)
        _ = turn.take(Array(line.utf8), by: reader)
        let written = try JSONEncoder().encode(turn.conversation)
        kept = try JSONDecoder().decode(DialogueState.self, from: written)
        #expect(kept == turn.conversation, "\(line)")
        world = turn.world
        now = now + .seconds(1)
        if let open = kept.open { kinds.insert(Self.kind(of: open.question)) }
        kinds.formUnion(kept.undoable.map { "undo \($0.kind)" })
      }
    }
    // All that can be open, and all that can be taken back, was among them.
    #expect(
      kinds == [
        "parts", "option", "go", "which", "undo booked", "undo changed", "undo cancelled",
        "undo restored",
      ])
  }

  private static func kind(of question: Question) -> String {
    switch question {
    case .parts: "parts"
    case .option: "option"
    case .go: "go"
    case .which: "which"
    case .ride: "ride"
    }
  }

  @Test(
    "What no calendar and no clock has is not read",
    arguments: [("2026-11-25", "2026-02-30"), ("10:00", "25:00")])
  func isRead(_ right: String, _ wrong: String) throws {
    var state = DialogueState()
    state.begin()
    var request = Request()
    request.times.day = .is(.on(try #require(CivilDate("2026-11-25"))), .said(turn: 1))
    request.times.start = .is(try #require(ClockTime("10:00")), .said(turn: 1))
    state.raise(.parts([.room], attendee: nil), for: Purpose(.book, request))
    let text = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
    #expect(text.contains(right))
    let damaged = Data(text.replacing(right, with: wrong).utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(DialogueState.self, from: damaged)
    }
  }
}
