// What a written conversation may hold, and how the player tells a difference.

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
      ("@code 4103 forever", 1), ("> hi\n\n\na b> hi", 4),
    ] as [(String, Int)])
  func refused(text: String, line: Int) {
    let fault = #expect(throws: WrittenConversation.Fault.self) {
      _ = try WrittenConversation(text, file: "x.talk")
    }
    #expect(fault?.line == line)
    #expect(fault?.file == "x.talk")
  }

  @Test(
    "An answer that is otherwise is told with its line; a pattern may span lines",
    arguments: [
      ("> hi\n< Hello", [2]),
      ("> hi\n<~ Hello*", []),
      ("> hi\n<~ 212 Hello*", []),
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
    #expect(player.play().map { $0.line - 1 } == lines)
  }
}
