// German sentences whose form depends on the house, on numbers or on days.

import Bookings
import CivilTime
import Dialogue
import Discourse
import Testing
import Wording

struct GermanTests {
  private static func lines(_ part: AnswerPart, in house: Building? = nil) -> [String] {
    SampleHouse.lines(.german, part, in: house ?? SampleHouse.building)
  }

  @Test("A room has the article that the building gives it, and else none")
  func articles() {
    let free = { (room: Room) in
      AnswerPart.free(
        room, SampleHouse.wednesday, isFree: true, taken: [], freeLater: nil, asked: .isFree)
    }
    let rooms = SampleHouse.building.rooms
    #expect(
      Self.lines(free(rooms[0])) == ["Ja, das Xaro ist am Mi 25.11. 10:15–11:00 Uhr frei."])
    #expect(Self.lines(free(rooms[1])) == ["Ja, Yubo ist am Mi 25.11. 10:15–11:00 Uhr frei."])
    #expect(
      Self.lines(.bookingList([], .room(rooms[0], SampleHouse.today...SampleHouse.today)))
        == ["Das Xaro ist am Di 24.11. nicht gebucht."])
  }

  @Test("Strangers are addressed as such where the house says so")
  func formal() {
    var house = SampleHouse.building
    house.address = .formal
    #expect(Self.lines(.goodbye, in: house) == ["Auf Wiedersehen."])
    #expect(
      Self.lines(.asks([.confirm], attendee: nil), in: house)
        == ["Sagen Sie, was anders sein soll, oder „buch es“ oder „vergiss es“."])
    let informal = SampleHouse.parts.filter { part in
      let words = Self.lines(part, in: house).joined(separator: " ").split { !$0.isLetter }
      return !Set(words).isDisjoint(with: ["du", "dir", "dein", "deinem", "deine", "sag", "ihr"])
    }
    #expect(informal == [])
    #expect(Self.lines(.goodbye) == ["Tschüss."])
  }

  @Test(
    "Days and weeks",
    arguments: [
      ("2026-11-25", "2026-11-25", "am Mi 25.11."),
      ("2026-11-25", "2026-11-27", "von Mi 25.11. bis Fr 27.11."),
      ("2026-11-30", "2026-12-06", "in KW 49"),
      ("2026-12-28", "2027-01-03", "in KW 53"),
      ("2027-01-04", "2027-01-10", "in KW 1"),
    ])
  func days(first: String, last: String, words: String) {
    let days = SampleHouse.day(first)...SampleHouse.day(last)
    #expect(Self.lines(.bookingList([], .mine(days))) == ["Du hast \(words) nichts gebucht."])
  }

  @Test(
    "Lengths",
    arguments: [
      (1, "1 Minute"), (45, "45 Minuten"), (60, "1 Stunde"), (90, "1,5 Stunden"),
      (120, "2 Stunden"), (80, "1 Stunde 20 Minuten"), (30, "30 Minuten"),
    ])
  func lengths(minutes: Int, words: String) {
    #expect(
      Self.lines(.refused(.tooShort(shortestMinutes: minutes), nil))
        == ["Eine Buchung dauert mindestens \(words)."])
  }

  @Test("One is one, and several are several")
  func plurals() {
    #expect(
      Self.lines(.refused(.tooFarAhead(windowDays: 1), nil))
        == ["Der Raum ist höchstens 1 Tag im Voraus zu buchen."])
    #expect(Self.lines(.offers).contains("2) Xaro trotzdem (1 Platz)"))
    #expect(
      Self.lines(.passesQueued([SampleHouse.ana, SampleHouse.ben], waitSeconds: 10)).last
        == "Qben · qben@qx.qq · +49171123452. Die Pässe gehen in 10 Sekunden raus; "
        + "„rückgängig“ nimmt es zurück.")
  }

  @Test("No sentence ends in two stops")
  func stops() {
    let doubled = SampleHouse.parts.filter { part in
      Self.lines(part).contains { $0.contains("..") && !$0.hasPrefix("...") && !$0.contains("#") }
    }
    #expect(doubled == [])
  }
}
