// Circumstances in which a line may be read, usual and odd ones: two octets choose among them.

import CivilTime
import Language
import PhoneNumbers

struct Circumstances: Sendable {
  /// Something of which the circumstances are made is not what it should be.
  struct Fault: Error { let what: String }

  private static let buildings: [Vocabulary] = [
    Vocabulary(
      rooms: ["Aquarium", "Bunker", "Cockpit", "Dachstube"].map { RoomNames(name: $0) },
      equipment: ["TV", "whiteboard", "video", "projector"],
      locations: ["Main building", "Annex"]),
    Vocabulary(
      rooms: ["1.1", "1.10", "1.11", "2.12", "1030"].map { RoomNames(name: $0) } + [
        RoomNames(name: "Blue Room", aliases: ["Sky"])
      ],
      equipment: ["50\" Flatscreen", "Projector", "Big Lego Set", "Interactive Whiteboard"],
      locations: ["Floor 1", "Floor 2"]),
    Vocabulary(rooms: []),
    // Names that look like something else, or like nothing.
    Vocabulary(
      rooms: [
        RoomNames(name: "Tomorrow", aliases: ["10:15", "B17", "ana@x.com"]),
        RoomNames(name: "e\u{301}t\u{E9} \u{1F469}\u{200D}\u{1F680}", aliases: ["\u{202E}x"]),
        RoomNames(name: "…"), RoomNames(name: "and"), RoomNames(name: "+49 30 1234567"),
        RoomNames(name: String(repeating: "long ", count: 40)),
      ],
      equipment: ["with", "10", "a-b c", "ß"], locations: ["1", "B", "Straße 5"]),
  ]

  private static let people: [[String]] = [
    [], ["Ana", "Ben Smith"], ["Tomorrow", "1", "e\u{301}", "Ann O'Neil-Wood"], ["Bunker", "Me"],
  ]

  private let moments: [CivilMoment]
  private let regions: [PhoneRegion]
  /// What a question may ask for: nothing, one thing, everything.
  private let asked: [Set<SlotKind>]

  init() throws {
    let written = [
      "2026-11-24T09:07", "2026-10-25T02:30", "2027-03-28T02:30", "2028-02-29T23:59",
      "9999-12-31T23:59", "0001-01-01T00:00", "2026-12-31T18:45", "1970-01-01T00:00",
    ]
    moments = try written.map { text in
      guard let moment = CivilMoment(text) else { throw Fault(what: text) }
      return moment
    }
    regions = try ["DE", "US", "FR", "SG"].map { code in
      guard let region = PhoneRegion(code) else { throw Fault(what: code) }
      return region
    }
    asked =
      [[]] + SlotKind.allCases.map { [$0] }
      + [Set(SlotKind.allCases), [.title, .name], [.start, .end, .length], [.email, .phone]]
  }

  /// The circumstances that two octets choose; zero are the usual ones.
  func context(_ first: UInt8, _ second: UInt8) -> ReadingContext {
    ReadingContext(
      now: moments[Int(first & 7)], dateOrder: first & 8 == 0 ? .dayFirst : .monthFirst,
      vocabulary: Self.buildings[Int(first >> 4 & 3)],
      expected: asked[Int(second) % asked.count],
      people: Self.people[Int(first >> 6)], speakerLanguage: second & 128 == 0 ? nil : .english,
      phoneRegion: regions[Int(second >> 5 & 3)])
  }
}
