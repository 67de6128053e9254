// What is free, which room is meant, and what other calendars leave of it.

import Bookings
import CivilTime
import Testing

@Suite struct AvailabilityTests {
  static let ledger = Demonstration.ledger()

  struct Day: CustomTestStringConvertible {
    let room: String, date: String, free: String, bar: String
    var testDescription: String { "\(room) \(date)" }
  }

  static let days = [
    Day(
      room: "Cockpit", date: "2026-11-24", free: "07:00-09:00 10:00-19:00",
      bar: "........####...................................."),
    Day(
      room: "Aquarium", date: "2026-11-24", free: "07:00-11:00 12:00-19:00",
      bar: "................####............................"),
    Day(
      room: "Aquarium", date: "2026-11-25", free: "07:00-10:00 10:30-19:00",
      bar: "............##.................................."),
    Day(
      room: "Dachstube", date: "2026-11-25", free: "07:00-09:00 12:00-19:00",
      bar: "........############............................"),
    Day(
      room: "Bunker", date: "2026-11-26", free: "07:00-19:00",
      bar: "................................................"),
  ]

  @Test(arguments: days)
  func `A day of a room is free but for what is held, and its bar says the same`(
    _ day: Day
  ) throws {
    let date = try #require(CivilDate(day.date))
    let id = try #require(Self.ledger.room(named: day.room)).id
    #expect(
      Self.ledger.freeSpans(in: id, on: date).map { text($0) }.joined(separator: " ") == day.free)
    let bar = try #require(Self.ledger.timeBar(of: id, on: date))
    #expect(bar.description == day.bar)
    #expect(bar.cells.count == 48)
    #expect("\(bar.opens) \(bar.closes)" == "07:00 19:00")
  }

  @Test func `A cell of the bar that is partly taken is taken`() throws {
    var ledger = Demonstration.ledger()
    ledger.recall(booking(9, "Bunker 2026-11-26 07:50-08:10"), at: Demonstration.now)
    let date = try #require(CivilDate("2026-11-26"))
    let bar = try #require(ledger.timeBar(of: RoomID("bunker"), on: date, cellMinutes: 60))
    #expect(bar.description == "##..........")
  }

  @Test func `What of the day is over is shown as past, whoever had it; a cell under way is not`()
    throws
  {
    let now = Demonstration.now
    let today = try #require(CivilDate("2026-11-24"))
    let cockpit = try #require(Self.ledger.room(RoomID("cockpit")))
    let bar = try #require(Self.ledger.times(of: cockpit, on: today, at: now).bar)
    // It is 09:07: the cell from 09:00 is under way, and Cockpit is taken until 10:00.
    #expect(bar.description == "--------####....................................")
    let tomorrow = try #require(CivilDate("2026-11-25"))
    let next = try #require(Self.ledger.times(of: cockpit, on: tomorrow, at: now).bar)
    #expect(!next.description.contains("-"))
  }

  @Test func `The next hour is counted from the grid, and every room tells how long it is free`()
    throws
  {
    let ledger = Self.ledger
    let hour = ledger.nextHour(at: Demonstration.now)
    #expect(text(hour, dated: true) == "2026-11-24 09:15-10:15")
    let rows = [
      ("aquarium", true, "11:00", "09:15-11:00"), ("bunker", true, "19:00", "09:15-19:00"),
      ("cockpit", false, "-", "10:00-19:00"), ("dachstube", true, "19:00", "09:15-19:00"),
    ]
    for (room, isFree, until, next) in rows {
      let id = RoomID(room)
      #expect(ledger.isFree(id, during: hour) == isFree, "\(room)")
      let times = try ledger.times(
        of: #require(ledger.room(id)), on: hour.start.date, at: Demonstration.now)
      #expect((times.freeUntil(from: hour.start)?.time.description ?? "-") == until)
      #expect(ledger.nextFreeSpan(in: id, from: hour.start).map { text($0) } == next)
    }
    // Nothing comes after the last minute of all days.
    let last = moment("9999-12-31T23:59")
    #expect(ledger.nextFreeSpan(in: RoomID("bunker"), from: last) == nil)
  }

  @Test func `What can be booked begins on the grid and not before now`() throws {
    let date = try #require(CivilDate("2026-11-24"))
    let spans = Self.ledger.bookableSpans(
      in: RoomID("aquarium"), on: date, at: Demonstration.now)
    #expect(spans.map { text($0) } == ["09:15-11:00", "12:00-19:00"])
    #expect(
      Self.ledger.bookableSpans(
        in: RoomID("aquarium"), on: date, at: instant("2026-11-24T18:46")) == [])
  }

  @Test func `After the last quarter of an hour that can be booked the next open day is told`() {
    var building = Demonstration.building
    for index in building.rooms.indices {
      building.rooms[index].policy.openWeekdays.subtract([.saturday, .sunday])
    }
    let ledger = Demonstration.ledger(building)
    let rows = [
      ("2026-11-24T18:45", "2026-11-24"), ("2026-11-24T18:46", "2026-11-25"),
      ("2026-11-24T19:00", "2026-11-25"),
      ("2026-11-27T20:00", "2026-11-30"), ("2026-11-28T09:00", "2026-11-30"),
    ]
    for (now, day) in rows {
      #expect(ledger.nextOpenDay(from: instant(now))?.description == day, "\(now)")
    }
    for index in building.rooms.indices { building.rooms[index].policy.openWeekdays = [] }
    #expect(Demonstration.ledger(building).nextOpenDay(from: Demonstration.now) == nil)
  }

  @Test func `A room is found by its exact name before any alias`() {
    var building = Building(
      rooms: ["1.1", "1.10", "1.11", "Hall"].map { Room(id: RoomID($0), name: $0) })
    building.rooms[1].aliases = ["1.1", "Big", "North"]
    building.rooms[3].aliases = ["north"]
    let ledger = Ledger(building: building, zone: .utc)
    let rows: [(String, String?)] = [
      ("1.1", "1.1"), ("1.10", "1.10"), ("BIG", "1.10"), ("hALL", "Hall"), ("north", nil),
      ("1.", nil), ("", nil),
    ]
    for (name, id) in rows { #expect(ledger.room(named: name)?.id.text == id, "\(name)") }
  }

  @Test func `Another calendar leaves what it leaves, openings that touch being one`() throws {
    var ledger = Demonstration.ledger()
    let id = RoomID("bunker"), date = try #require(CivilDate("2026-11-26"))
    let open = [
      span("2026-11-26 09:00-10:00"), span("2026-11-26 10:00-11:00"),
      span("2026-11-26 13:00-14:00"),
    ]
    ledger.openings.leave(open, of: id, on: date)
    #expect(ledger.freeSpans(in: id, on: date).map { text($0) } == ["09:00-11:00", "13:00-14:00"])
    let rows = [
      ("Bunker 2026-11-26 09:30-10:30", ""), ("Bunker 2026-11-26 10:30-13:30", "11:00-13:00"),
      ("Bunker 2026-11-26 08:45-11:15", "08:45-09:00 11:00-11:15"),
      ("Bunker 2026-11-27 10:30-13:30", ""),
    ]
    for (wanted, taken) in rows {
      do {
        _ = try ledger.decide(
          .book(request(wanted)), by: Demonstration.mia, at: Demonstration.now)
        #expect(taken.isEmpty, "\(wanted)")
      } catch {
        let spans = taken.split(separator: " ").map { span("2026-11-26 \($0)") }
        #expect(error.all == [.taken(spans)], "\(wanted)")
      }
    }
  }
}
