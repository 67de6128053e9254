// What a written conversation may hold, and how the player tells a difference.

import Foundation
import House
import Testing

@Suite("The form of written conversations")
struct WrittenConversationTests {
  @Test(
    "A line that cannot be read is refused with its number",
    arguments: [
      ("# fine\n@nwo 2026-11-24T09:07", 2), ("@now tomorrow", 1), ("hello", 1),
      ("@booked Aquarium 2026-11-24 10:00-09:00 tom", 1), ("@booked Aquarium", 1),
      ("@wait soon", 1), ("! gateway explode", 1), ("! door open", 1),
      ("@code 4103 forever", 1), ("@seed -1", 1),
      ("@session c1", 1), ("@session c1 fax", 1), ("> hi\n\n\na b> hi", 4),
      (String(repeating: "\n", count: 100_000), 100_000),
    ] as [(String, Int)])
  func refused(text: String, line: Int) {
    let fault = #expect(throws: WrittenConversation.Fault.self) {
      _ = try WrittenConversation(text, file: "x.talk")
    }
    #expect(fault?.line == line)
    #expect(fault?.file == "x.talk")
  }

  @Test(
    "A world that cannot be made is refused with the line that asks for it",
    arguments: [
      ("@zone Europe/Nowhere", "x.talk:1: there is no zone Europe/Nowhere"),
      (
        "@now 2026-11-24T09:07\n\n@booked Attic 2026-11-24 10:00-11:00 tom",
        "x.talk:3: there is no room Attic"
      ),
    ])
  func impossibleWorld(text: String, says: String) throws {
    let conversation = try WrittenConversation(text, file: "x.talk")
    let fault = #expect(throws: WrittenConversation.Fault.self) {
      _ = try ConversationPlayer(
        conversation, settings: HouseMaking.settingsForPlay()
      ) { _ in DemonstrationBuilding.building }
    }
    #expect(fault.map { "\($0)" } == says)
  }

  @Test("The conversation of the help goes as it is told, and holds each kind of line or most")
  func help() throws {
    let told = try #require(HelpTopic.talks.text.components(separatedBy: "Examples:\n\n").last)
    let lines = told.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("  ") ? $0.dropFirst(2) : $0 }
    let conversation = try WrittenConversation(lines.joined(separator: "\n"), file: "help")
    #expect(conversation.steps.count > 15)
    let player = try ConversationPlayer(
      conversation, settings: HouseMaking.settingsForPlay()
    ) { _ in DemonstrationBuilding.building }
    #expect(try player.play() == [])
  }

  @Test("Without a moment of its own a conversation is played now, by a clock that stands")
  func noMoment() throws {
    let conversation = try WrittenConversation("> hi\n<~ Hello*", file: "x.talk")
    let player = try ConversationPlayer(
      conversation, settings: HouseMaking.settingsForPlay()
    ) { _ in DemonstrationBuilding.building }
    #expect(try player.play().isEmpty)
  }

  @Test(
    "An answer that is otherwise is told with its line; a pattern may span lines",
    arguments: [
      ("> hi\n< Hello", [2]),
      ("> hi\n<~ Hello*", []),
      ("> hi\n<~ 212 Hello*", []),
      ("> hi\r\n<~ Hello*\r\n", []),
      (
        "@zone UTC\n@as tom\n> book Bunker tomorrow 10-11\n<~ Booked B1*\n"
          + "tom> my bookings\ntom<~ B1*", []
      ),
      ("> hi\n<~ *goodbye*", [2]),
      ("> rooms\n<~ *Aquarium*Dachstube*", []),
      ("> rooms\n<~ *Dachstube*Aquarium*Bunker*Cockpit*Dachstube*Aquarium", [2]),
      ("> hi\n\n> rooms\n<~ nothing", [4]),
      (
        "tom> book Bunker tomorrow 10-11\ntom<~ Booked B1*\n> my bookings\n<~ You have no*",
        []
      ),
      ("tom> book Bunker tomorrow 10-11\n<~ Booked B1*\n@wait 11s\ntom< * news", [4]),
    ] as [(String, [Int])])
  func compared(text: String, lines: [Int]) throws {
    let conversation = try WrittenConversation(
      "@now 2026-11-24T09:07\n".dropLast() + " \n" + text, file: "x.talk")
    let player = try ConversationPlayer(
      conversation, settings: HouseMaking.settingsForPlay()
    ) { _ in DemonstrationBuilding.building }
    #expect(try player.play().map { $0.line - 1 } == lines)
  }
}
