// Whatever is asked for, and whenever, on a day on which the clocks change.

import Bookings
import CivilTime
import Foundation
import Testing

@Suite("Nights on which the clocks change") struct NightTests {
  /// `CLOCKS=every swift test --filter NightTests` leaves no minute of the day out, and draws more
  /// days.
  private static let looksAtEverything = ProcessInfo.processInfo.environment["CLOCKS"] == "every"
  private static let weekBefore = Duration.seconds(7 * 86_400)

  @Test("Each minute of the day is shown never, once or twice, as written", arguments: Night.all)
  func shows(night: Night) {
    let zone = night.rules
    for (minute, moment) in night.moments(every: 1).dropLast().enumerated() {
      let isChanged = (night.from..<night.to).contains(minute)
      let count = isChanged ? (night.after > night.before ? 0 : 2) : 1
      let instants = night.instants(of: moment)
      #expect(instants.count == count, "\(moment)")
      for seconds in instants { #expect(zone.civil(at: Instant(seconds: seconds)) == moment) }
      switch zone.resolve(moment) {
      case .once(let one): #expect(instants == [one.seconds])
      case .fold(let one, let two): #expect(instants == [one.seconds, two.seconds])
      case .gap(let jump): #expect(instants == [] && jump.seconds == night.changeSeconds)
      }
    }
  }

  @Test("Every second of two hours around the change is told as what the clocks show")
  func everySecond() {
    for night in Night.all {
      let zone = night.rules
      for second in -3600..<3600 {
        let seconds = night.changeSeconds + Int64(second)
        let offset = second < 0 ? night.before : night.after
        let minutes = (seconds + Int64(offset * 60)).quotientAndRemainder(dividingBy: 60).quotient
        let shown = zone.civil(at: Instant(seconds: seconds)).minuteNumber
        if shown != Int(minutes) { Issue.record("\(night.zone) \(seconds): \(shown)") }
      }
    }
  }

  @Test(
    "Every span on the grid is held for exactly the time that passes, or refused for its edge",
    arguments: Night.all)
  func everySpan(night: Night) throws {
    let ledger = night.ledger()
    let now = Instant(seconds: night.changeSeconds) - Self.weekBefore
    let moments = night.moments(every: 15)
    for (index, start) in moments.enumerated() {
      let starts = night.instants(of: start)
      for end in moments[(index + 1)...] {
        let request = BookingRequest(room: Night.night, start: start, end: end)
        do throws(Refusals) {
          let booked = try ledger.decide(.book(request), by: Demonstration.mia, at: now).first
          let bounds = [booked?.booking.start.seconds, booked?.booking.end.seconds]
          if starts.count != 1 || bounds != [starts[0], night.end(at: end)] {
            Issue.record("\(start) to \(end): held \(bounds)")
          }
        } catch {
          let isMissing = night.after > night.before
          let word = isMissing ? "momentMissing" : "momentTwice"
          let edges = [starts.count == 1, night.end(at: end) != nil].count { !$0 }
          let expected = Array(repeating: word, count: edges).joined(separator: " ")
          if edges == 0 || error.names != expected { Issue.record("\(start) to \(end): \(error)") }
        }
      }
    }
  }

  @Test(
    "A length lasts as long as was said, or is refused by the name of its end", arguments: Night.all
  )
  func lengths(night: Night) throws {
    let ledger = night.ledger(), zone = night.rules
    let now = Instant(seconds: night.changeSeconds) - Self.weekBefore
    for start in night.moments(every: 15).dropLast() where !night.isMissingOrTwice(start) {
      for minutes in stride(from: 15, through: 240, by: 15) {
        let begin = night.instants(of: start)[0], over = begin + Int64(minutes * 60)
        let offset = over < night.changeSeconds ? night.before : night.after
        let end = CivilMoment(minuteNumber: Int(over / 60) + offset)
        guard end.adding(minutes: -1).date == start.date else { continue }
        #expect(zone.moment(minutes: minutes, after: start) == end)
        var request = BookingRequest(room: Night.night, start: start, end: end)
        request.minutes = minutes
        do throws(Refusals) {
          let booked = try ledger.decide(.book(request), by: Demonstration.mia, at: now).first
          let lasts = booked.map { $0.booking.end.since($0.booking.start) }
          if lasts != .seconds(minutes * 60) {
            Issue.record("\(start) \(minutes): \(lasts as Any)")
          }
        } catch {
          // Only the second time of an end that is shown twice cannot be had.
          let isFirst = night.end(at: end) == over
          if error.names != "momentTwice" || isFirst {
            Issue.record("\(start) \(minutes): \(error)")
          }
        }
      }
    }
  }

  @Test(
    "At every minute what is shown as free can be booked, and the next hour is there",
    arguments: Night.all)
  func everyNow(night: Night) throws {
    var ledger = night.ledger()
    // Something that ends where the change is, and something that begins after it.
    let dawn = Instant(seconds: night.changeSeconds) - Self.weekBefore
    let moments = night.moments(every: 15)
    let pairs = zip(moments, moments.dropFirst())
    if let (start, end) = pairs.first(where: { _, end in
      night.end(at: end).map { $0 == night.changeSeconds } ?? false
    }), !night.isMissingOrTwice(start) {
      let request = BookingRequest(room: Night.night, start: start, end: end)
      try ledger.carryOut(.book(request), by: Demonstration.mia, at: dawn)
    }
    let first = Int64(moments[0].minuteNumber - night.before) * 60 - 7200
    for minute in 0..<(night.minutes + 240) {
      let now = Instant(seconds: first + Int64(minute) * 60 + Int64(minute % 60))
      let isNear = abs(now.seconds - night.changeSeconds) <= 4500
      if isNear || minute % 15 == 7 || Self.looksAtEverything { check(ledger, night, at: now) }
    }
  }

  private func check(_ ledger: Ledger, _ night: Night, at now: Instant) {
    func canBeHad(_ start: CivilMoment, _ end: CivilMoment, _ room: RoomID) -> Bool {
      let request = BookingRequest(room: room, start: start, end: end)
      return ledger.refusals(of: .book(request), by: Demonstration.tom, at: now).isEmpty
    }
    for room in [Night.night, Night.owl] {
      for span in ledger.bookableSpans(in: room, on: night.date, at: now)
      where !canBeHad(span.start, span.end, room) {
        Issue.record("\(now.seconds): \(room) is not free \(span)")
      }
    }
    let hour = ledger.nextHour(at: now)
    let begins = night.instants(of: hour.start)
    let isSoon = begins.contains { (0..<900 + 3600).contains($0 - now.seconds + 60) }
    if begins.isEmpty || !isSoon { Issue.record("\(now.seconds): the next hour is \(hour)") }
    for minutes in [15, 60, 150] {
      guard let place = ledger.earliest(fitting: RoomFilter(), minutes: minutes, at: now) else {
        Issue.record("\(now.seconds): nothing is free for \(minutes)")
        continue
      }
      let lasts = night.end(at: place.span.end).map { $0 - night.instants(of: place.span.start)[0] }
      if !canBeHad(place.span.start, place.span.end, place.room) || lasts != Int64(minutes * 60) {
        Issue.record("\(now.seconds): the earliest for \(minutes) is \(place)")
      }
    }
  }

  @Test(
    "Bookings and what is free make the whole day without an overlap, and all offered works",
    arguments: Night.all)
  func randomDays(night: Night) throws {
    for seed in 1...(Self.looksAtEverything ? 60 : 3) as ClosedRange<UInt64> {
      var chance = SeededGenerator(seed: seed)
      var ledger = night.ledger(grid: [5, 15, 30, 60][Int(seed) % 4])
      let now = Instant(seconds: night.changeSeconds) - Self.weekBefore
      let moments = night.moments(every: ledger.building.policy.gridMinutes)
      for _ in 1...40 {
        let start = moments[Int.random(in: 0..<moments.count, using: &chance)]
        let length = Int.random(in: 1...12, using: &chance) * 15
        let end = min(start.adding(minutes: length), moments[moments.count - 1])
        let request = BookingRequest(room: Night.night, start: start, end: end)
        let wanted = Intention.book(request)
        do throws(Refusals) {
          try ledger.carryOut(wanted, by: Demonstration.mia, at: now)
        } catch {
          for offered in ledger.alternatives(to: wanted, by: Demonstration.mia, at: now) {
            let left = ledger.refusals(of: offered.intention, by: Demonstration.mia, at: now)
            #expect(left == "", "seed \(seed), \(wanted): \(offered)")
          }
        }
        checkDay(ledger, night, seed)
      }
    }
  }

  private func checkDay(_ ledger: Ledger, _ night: Night, _ seed: UInt64) {
    let bookings = ledger.allBookings.sorted { $0.start < $1.start }
    for (one, other) in zip(bookings, bookings.dropFirst()) where other.start < one.end {
      Issue.record("seed \(seed): \(one) overlaps \(other)")
    }
    let held = bookings.map { $0.end.seconds - $0.start.seconds }.reduce(0, +)
    let free = ledger.freeSpans(in: Night.night, on: night.date)
    let left = free.map { span -> Int64 in
      let start = night.instants(of: span.start).first ?? night.changeSeconds
      return (night.end(at: span.end) ?? 0) - start
    }.reduce(0, +)
    if held + left != Int64(night.minutes * 60) {
      Issue.record("seed \(seed): held \(held), free \(left): \(free)")
    }
    let bar = ledger.timeBar(of: Night.night, on: night.date)
    let cells = night.moments(every: 15).dropLast().map { cell in
      free.contains { $0.start <= cell && cell.adding(minutes: 15) <= $0.end } ? "." : "#"
    }
    if bar?.description != cells.joined() {
      Issue.record("seed \(seed): \(String(describing: bar))")
    }
  }
}

/// SplitMix64 (Steele, Lea, Flood, 2014).
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
