// How requests meet: a table of what becomes of times, and laws that hold for whatever is drawn.

import Bookings
import CivilTime
import Discourse
import Testing

@Suite("Requests are revised")
struct RevisingTests {
  /// Times written as `start-end+length@part`, each member perhaps missing; a member is said, `^`
  /// before it means referred to, `~` assumed.
  static let rows: [(earlier: String, later: String, becomes: String)] = [
    ("", "10:00", "10:00"),
    ("10:00", "-12:00", "10:00-12:00"),
    ("10:00", "+30", "10:00+30"),
    // A start that moves keeps the length.
    ("10:00-12:00", "11:00", "11:00+120"),
    ("10:00+30", "11:00", "11:00+30"),
    ("^10:00^-12:00", "11:00", "11:00^+120"),
    ("22:00-01:00", "20:00", "20:00+180"),
    // The same start again moves nothing.
    ("10:00-12:00", "10:00", "10:00-12:00"),
    // An end keeps the start, and takes the place of the length.
    ("10:00+30", "-12:00", "10:00-12:00"),
    ("^10:00^-12:00", "-13:00", "^10:00-13:00"),
    // Until when is kept where only that was said.
    ("-12:00", "10:00", "10:00-12:00"),
    ("-12:00", "+60", "-12:00+60"),
    ("-12:00+60", "10:00", "10:00+60"),
    // A length keeps the start.
    ("10:00-12:00", "+30", "10:00+30"),
    ("10:00", "11:00-12:00", "11:00-12:00"),
    ("10:00-12:00", "14:00+15", "14:00+15"),
    ("10:00-12:00", "-14:00+15", "-14:00+15"),
    // What is assumed gives way to what is known, and never the other way round.
    ("10:00~+60", "-12:00", "10:00-12:00"),
    ("10:00-12:00", "~+60", "10:00-12:00"),
    ("10:00+30", "~-12:00", "10:00+30"),
    ("10:00", "~11:00", "10:00"),
    ("~10:00", "^11:00", "^11:00"),
    // A part of the day and an hour take the place of each other.
    ("@08:00/12:00", "10:00", "10:00"),
    ("10:00-11:00", "@14:00/18:00", "@14:00/18:00"),
    ("10:00", "~@14:00/18:00", "10:00"),
    ("+30", "@14:00/18:00", "+30@14:00/18:00"),
    ("", "15:00@14:00/18:00", "15:00"),
  ]

  @Test("What becomes of times is what the table says", arguments: rows)
  func times(earlier: String, later: String, becomes: String) throws {
    let revised = try Written.times(earlier, turn: 1).revised(by: Written.times(later, turn: 1))
    #expect(try revised == Written.times(becomes, turn: 1))
  }

  @Test("Revising twice is revising once", arguments: UInt64(1)...20)
  func idempotent(seed: UInt64) {
    var draw = Draw(seed: seed)
    for _ in 0..<500 {
      let earlier = draw.request(turn: 1), later = draw.request(turn: 2)
      let once = earlier.revised(by: later)
      #expect(once.revised(by: later) == once)
    }
  }

  @Test("Nothing said changes nothing, and to nothing everything is new", arguments: UInt64(1)...5)
  func neutral(seed: UInt64) {
    var draw = Draw(seed: seed)
    for _ in 0..<200 {
      let request = draw.request(turn: 1)
      #expect(request.revised(by: Request()) == request)
    }
  }

  @Test("Parts that do not touch each other commute", arguments: UInt64(1)...20)
  func commute(seed: UInt64) {
    var draw = Draw(seed: seed)
    for _ in 0..<500 {
      let ground = draw.request(turn: 1), request = draw.request(turn: 2)
      let (one, other) = request.parted(by: draw.below(1 << Request.partCount))
      let oneFirst = ground.revised(by: one).revised(by: other)
      #expect(ground.revised(by: other).revised(by: one) == oneFirst)
      #expect(ground.revised(by: request) == oneFirst)
    }
  }

  @Test("What is said stays until something is said about it", arguments: UInt64(1)...20)
  func saidStays(seed: UInt64) {
    var draw = Draw(seed: seed)
    for _ in 0..<500 {
      let earlier = draw.request(turn: 1)
      var later = draw.request(turn: 2)
      later.weaken()
      let revised = earlier.revised(by: later)
      #expect(!earlier.room.isSaid || revised.room == earlier.room)
      #expect(!earlier.times.day.isSaid || revised.times.day == earlier.times.day)
      #expect(!earlier.times.start.isSaid || revised.times.start == earlier.times.start)
      #expect(!earlier.title.isSaid || revised.title == earlier.title)
      #expect(!earlier.people.isSaid || revised.people == earlier.people)
    }
  }

  @Test("A start that moves keeps the length, an end that is said the start")
  func keepsLengthOrStart() throws {
    var draw = Draw(seed: 3)
    for _ in 0..<500 {
      let start = draw.clock(), end = draw.clock(), moved = draw.clock()
      guard start < end, moved != start else { continue }
      var span = Times(), move = Times(), extend = Times()
      (span.start, span.end) = (.is(start, .said(turn: 1)), .is(end, .said(turn: 1)))
      move.start = .is(moved, .said(turn: 2))
      extend.end = .is(moved, .said(turn: 2))
      let shifted = Request(span).revised(by: Request(move)).times
      #expect(shifted.start.value == moved)
      #expect(shifted.length.value == end.minutes - start.minutes)
      let extended = Request(span).revised(by: Request(extend)).times
      #expect(extended.start.value == start && extended.end.value == moved)
    }
  }

  @Test("A booking's length is that of the minutes that pass, on a night when clocks change too")
  func keepsWhatPasses() throws {
    let start = try #require(CivilMoment("2026-10-25T01:30"))
    let span = try #require(CivilSpan(from: start, to: start.adding(minutes: 120)))
    let booking = Booking(
      reference: BookingReference(1), version: 1, state: .held, room: RoomID("a"), span: span,
      start: Instant(seconds: 0), end: Instant(seconds: 180 * 60), title: "", description: "",
      isPrivate: false, owner: UserID("mia"), attendees: [])
    var move = Request()
    move.times.start = .is(try #require(ClockTime("10:00")), .said(turn: 1))
    let moved = Request(of: booking, lasting: 180, as: .done).revised(by: move)
    #expect(moved.times.length.value == 180)
    #expect(moved.times.end.isUnsaid)
  }
}
