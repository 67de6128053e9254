// Passes of a series: the first goes out at once and names the dates, the others a day before each.

import Bookings
import CivilTime
import Passes
import Testing

struct SeriesPassTests {
  static let day = Duration.seconds(86_400)

  /// Three bookings, a week between each two, with one who comes to all.
  static func world() -> (World, [BookingReference]) {
    var world = World()
    let wait = Duration.seconds(7 * 86_400)
    func place(_ index: Int) -> SeriesPlace {
      SeriesPlace(SeriesReference(1), rule: "FREQ=WEEKLY", index: index, count: 3)
    }
    let later = [1, 2].compactMap { week in
      CivilSpan(
        from: CivilMoment(minuteNumber: Int((World.start + wait * (week + 1)).seconds / 60)),
        minutes: 60)
    }
    let references = [
      world.book(["A"], in: wait, series: place(1), naming: later),
      world.book(["B"], in: wait * 2, series: place(2)),
      world.book(["C"], in: wait * 3, series: place(3)),
    ]
    return (world, references)
  }

  @Test("The first is sent as ever, the others a lead before they begin")
  func lead() {
    var (world, _) = Self.world()
    world.run(for: .seconds(60))
    #expect(world.gateway.calls == ["A"])
    world.run(for: Self.day * 13 - .seconds(120))
    #expect(world.gateway.calls == ["A"])
    world.run(for: .seconds(120))
    #expect(world.gateway.calls == ["A", "B"])
    world.run(for: Self.day * 7)
    #expect(world.gateway.calls == ["A", "B", "C"])
  }

  @Test("What changes before its pass was sent sends none of its own; who was told the date is")
  func changed() {
    var (world, references) = Self.world()
    world.run(for: .seconds(60))
    world.change(references[1]) { $0.title = "Retro" }
    world.cancel(references[2])
    world.rename(references[0], naming: [])
    world.run(for: .seconds(60))
    #expect(world.gateway.calls == ["A", "A"])
    world.run(for: Self.day * 21)
    #expect(world.gateway.calls == ["A", "A", "B"])
  }

  @Test("The end of input hastens what waits for an undo, and not what is due in weeks")
  func endOfInput() {
    var (world, _) = Self.world()
    world.apply(world.outbox.decideEndOfInput(at: world.now))
    world.run(for: .seconds(1))
    #expect(world.gateway.calls == ["A"])
    #expect(world.outbox.pendingCount == 2)
  }
}
