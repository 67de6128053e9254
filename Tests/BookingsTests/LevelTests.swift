// Which storey a building's word for a floor means.

import Bookings
import Testing

@Suite struct LevelTests {
  static let floors: [(floor: String, level: Level?)] = [
    ("2nd", .number(2)), ("3", .number(3)), ("Floor 3", .number(3)), ("level 4", .number(4)),
    ("1. OG", .number(1)), ("2.OG", .number(2)), ("OG 3", .number(3)), ("2. Stock", .number(2)),
    ("-1", .number(-1)), ("Floor -2", .number(-2)), ("basement", .number(-1)),
    ("Basement 2", .number(-2)), ("B2", .number(-2)), ("B 2", .number(2)), ("U1", .number(-1)),
    ("UG", .number(-1)), ("2. UG", .number(-2)), ("2UG", .number(-2)), ("Keller", .number(-1)),
    ("Untergeschoss", .number(-1)), ("lower ground", .number(-1)), ("EG", .number(0)),
    ("ground floor", .number(0)), ("Erdgeschoß", .number(0)), ("0", .number(0)), ("DG", .attic),
    ("Dachgeschoss", .attic), ("attic", .attic), ("top floor", .attic),
    ("mezzanine", nil), ("1-2", nil), ("2 and 3", nil), ("", nil),
  ]

  @Test func `A floor is a storey by its number or its name, in English and in German`() {
    for row in Self.floors {
      #expect(Level(floor: row.floor) == row.level, "\(row.floor)")
    }
  }

  @Test func `The top floor is the attic, or else the highest number`() {
    let rows: [([String?], String?)] = [
      (["EG", "2nd", "basement"], "2nd"), (["3", "DG", "1"], "DG"), (["UG", "-2"], "UG"),
      ([nil, "mezzanine"], nil), ([], nil),
    ]
    for (floors, top) in rows {
      let rooms = floors.enumerated().map { index, floor in
        var room = Room(id: RoomID("r\(index)"), name: "r\(index)")
        room.floor = floor
        return room
      }
      #expect(Building(rooms: rooms).topFloor == top, "\(floors)")
    }
  }
}
