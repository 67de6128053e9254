// Finding rooms by what they are and have.

import Bookings
import CivilTime
import Testing

@Suite struct SearchTests {
  static let filters: [(String, @Sendable (inout RoomFilter) -> Void, String)] = [
    ("anything", { _ in }, "Aquarium Bunker Cockpit Dachstube"),
    ("equipment", { $0.equipment = ["Projector"] }, "Cockpit Dachstube"),
    ("all equipment", { $0.equipment = ["tv", "whiteboard"] }, "Aquarium"),
    ("seats", { $0.seats = 6 }, "Aquarium Cockpit Dachstube"),
    ("at least so large", { $0.squareMetres = 35 }, "Cockpit Dachstube"),
    ("at most so many seats", { $0.seatsAtMost = 6 }, "Aquarium Bunker"),
    ("between two numbers of seats", { ($0.seats, $0.seatsAtMost) = (5, 10) }, "Aquarium Cockpit"),
    ("at most so large", { $0.squareMetresAtMost = 20 }, "Aquarium Bunker"),
    ("so large, and no larger", { $0.limitSquareMetres(from: 20, upTo: 35) }, "Aquarium Cockpit"),
    ("floor by number", { $0.floor = "floor 3" }, "Cockpit"),
    ("floor by word", { $0.floor = "Basement" }, "Bunker"),
    ("floor by a word of another language", { $0.floor = "Keller" }, "Bunker"),
    ("floor by the number of a word", { $0.floor = "-1" }, "Bunker"),
    ("part of a name", { $0.name = "aqua" }, "Aquarium"),
    ("a pattern", { $0.name = "*u*" }, "Aquarium Bunker Dachstube"),
    ("a pattern from the start", { $0.name = "b*" }, "Bunker"),
    ("a pattern that overlaps itself", { $0.name = "bunk*nker" }, ""),
    ("no stairs", { $0.needsStepFree = true }, "Cockpit"),
    ("nobody said where", { $0.location = "Berlin" }, ""),
  ]

  @Test func `A filter keeps the rooms that have all that is wanted`() {
    for (name, wish, expected) in Self.filters {
      var filter = RoomFilter()
      wish(&filter)
      let fitting = Demonstration.building.rooms.filter { filter.misses(of: $0).isEmpty }
      #expect(fitting.map(\.name).joined(separator: " ") == expected, "\(name)")
    }
  }

  @Test func `A room called exactly so comes before those whose names only begin so`() {
    var alias = Room(id: RoomID("d"), name: "Lab")
    alias.aliases = ["1.1"]
    let rooms = ["1.10", "1.1", "2.1"].map { Room(id: RoomID($0), name: $0) } + [alias]
    let building = Building(rooms: rooms)
    for (name, expected) in [
      ("1.1", "1.1 Lab 1.10"), ("1", "1.10 1.1 2.1 Lab"), ("1.*", "1.10 1.1 Lab"), ("lab", "Lab"),
    ] {
      var filter = RoomFilter()
      filter.name = name
      let found = building.rooms(fitting: filter)
      #expect(found.map(\.name).joined(separator: " ") == expected, "\(name)")
    }
    #expect(building.rooms(fitting: RoomFilter()) == rooms)
  }

  @Test func `A bound said later takes the place of the one that it contradicts, and no other`() {
    var filter = RoomFilter()
    filter.limitSquareMetres(from: 15, upTo: nil)
    filter.limitSquareMetres(from: nil, upTo: 30)
    #expect(filter.squareMetres == 15 && filter.squareMetresAtMost == 30)
    filter.limitSquareMetres(from: 40, upTo: nil)
    #expect(filter.squareMetres == 40 && filter.squareMetresAtMost == nil)
    filter.limitSquareMetres(from: nil, upTo: 12)
    #expect(filter.squareMetres == nil && filter.squareMetresAtMost == 12)
    filter.limitSeats(from: 4, upTo: 8)
    filter.limitSeats(from: 6, upTo: nil)
    #expect(filter.seats == 6 && filter.seatsAtMost == 8)
    filter.limitSeats(from: 10, upTo: nil)
    #expect(filter.seats == 10 && filter.seatsAtMost == nil)
  }

  @Test func `A room that is larger than wanted says so`() {
    var filter = RoomFilter()
    filter.limitSquareMetres(from: 15, upTo: 30)
    filter.limitSeats(from: nil, upTo: 8)
    let rooms = Demonstration.building.rooms
    #expect(
      rooms.map { filter.misses(of: $0) } == [
        [], [.tooSmall(squareMetres: 12)],
        [.tooManySeats(seats: 10), .tooLarge(squareMetres: 35)],
        [.tooManySeats(seats: 14), .tooLarge(squareMetres: 48)],
      ])
    #expect(filter.misses(of: Room(id: RoomID("x"), name: "X")) == [.seatsUnknown, .sizeUnknown])
  }

  @Test func `A search tells in what the other rooms fall short`() {
    // Conversation 11.
    var filter = RoomFilter(seats: 8)
    filter.equipment = ["projector"]
    filter.needsStepFree = true
    let found = Demonstration.ledger().search(filter, within: span("2026-11-25 07:00-12:00"))
    #expect(found.map(\.room.name) == ["Cockpit", "Dachstube", "Aquarium", "Bunker"])
    #expect(found.map(\.fits) == [true, false, false, false])
    #expect(found[0].free.map { text($0) } == ["07:00-12:00"])
    #expect(found[1].misses == [.notStepFree, .taken([span("2026-11-25 09:00-12:00")])])
    #expect(
      found[2].misses == [
        .tooFewSeats(seats: 6), .lacks("projector"), .stepFreeUnknown,
        .taken([span("2026-11-25 10:00-10:30")]),
      ])
    let hour = Demonstration.ledger().search(
      RoomFilter(), within: span("2026-11-25 07:00-12:00"), minutes: 120)
    #expect(hour.filter(\.fits).map(\.room.name) == ["Aquarium", "Bunker", "Cockpit", "Dachstube"])
  }

  @Test func `A search for a few finds the first of those that a search for all finds`() {
    let ledger = Demonstration.ledger()
    var picky = RoomFilter(seats: 8)
    picky.equipment = ["projector"]
    for filter in [RoomFilter(), RoomFilter(seats: 6), picky, RoomFilter(seats: 100)] {
      for span in ["10:00-11:00", "09:00-19:00"].map({ span("2026-11-25 \($0)") }) {
        let all = ledger.search(filter, within: span)
        #expect(all.count == 4)
        for most in 0...5 {
          #expect(ledger.search(filter, within: span, upTo: most) == Array(all.prefix(most)))
        }
      }
    }
  }

  @Test func `The smallest room that fits is found`() {
    // Conversation 4: five of us, Wednesday at two.
    let ledger = Demonstration.ledger(), now = Demonstration.now
    let rows = [
      (5, "2026-11-25 14:00-15:00", "Aquarium"), (4, "2026-11-25 14:00-15:00", "Bunker"),
      (5, "2026-11-25 10:00-11:00", "Cockpit"), (11, "2026-11-25 10:00-11:00", "-"),
      (15, "2026-11-25 14:00-15:00", "-"), (5, "2026-11-24 08:00-09:00", "-"),
    ]
    for (people, when, expected) in rows {
      let room = ledger.smallestRoom(
        fitting: RoomFilter(seats: people), during: span(when), at: now)
      #expect((room?.name ?? "-") == expected, "\(people) \(when)")
    }
  }

  @Test func `The earliest place is free, on the grid and in the smallest room that fits`() {
    let ledger = Demonstration.ledger(), now = Demonstration.now
    let rows: [(Int, Int, String?, String)] = [
      (1, 60, nil, "bunker 2026-11-24 09:15-10:15"),
      (5, 60, nil, "aquarium 2026-11-24 09:15-10:15"),
      (5, 120, nil, "dachstube 2026-11-24 09:15-11:15"),
      (7, 60, "2026-11-24T18:30", "cockpit 2026-11-25 07:00-08:00"),
      (6, 720, nil, "cockpit 2026-11-25 07:00-19:00"),
      (6, 735, nil, "-"),
    ]
    for (people, minutes, from, expected) in rows {
      let place = ledger.earliest(
        fitting: RoomFilter(seats: people), minutes: minutes, from: from.map(moment), at: now)
      let found = place.map { "\($0.room) \(text($0.span, dated: true))" } ?? "-"
      #expect(found == expected, "\(people) \(minutes)")
    }
  }
}
