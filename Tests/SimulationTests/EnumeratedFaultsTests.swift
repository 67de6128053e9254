// In chosen conversations every effect fails once, in turn, until none is left: every operation and
// reading of the disk, every call of the gateway, every reply.

import Bookings
import CivilTime
import Dialogue
import Foundation
import House
import Passes
import SimulatedDisk
import Testing

@Suite("Enumerated faults")
struct EnumeratedFaultsTests {
  private static let ana = "ana@x.com 0171 1234567"
  private static let three = "\(ana), ben@x.com 0171 2222222, cem@x.com 0171 3333333"

  static let scenes = [
    Scene(
      "a booking and its pass", selfContained: true,
      [.says("mia", "book Aquarium on 2026-11-25 10:15-11:00 with \(ana)"), .allIsSent]),
    Scene(
      "a change before the pass is out", selfContained: true,
      [
        .says("mia", "book Aquarium on 2026-11-25 10-11 with \(ana)"),
        .says("mia", "move B1 to 12:00-13:00"), .allIsSent,
      ]),
    Scene(
      "a cancellation after it", selfContained: true,
      [
        .says("mia", "book Aquarium on 2026-11-25 10-11 with \(ana)"), .allIsSent,
        .says("mia", "cancel B1"), .allIsSent,
      ]),
    Scene(
      "people come and go", selfContained: true,
      [
        .says("mia", "book Aquarium on 2026-11-25 10-11 with \(ana)"),
        .says("mia", "add ben@x.com 0171 2222222 to B1"), .allIsSent,
        .says("mia", "remove ana from B1"), .allIsSent,
      ]),
    Scene(
      "two want one room", selfContained: true,
      [
        .says("tom", "book Aquarium on 2026-11-25 10-11 titled \"Tom's\""),
        .says("mia", "book Aquarium on 2026-11-25 10:30-11:30 titled \"Mia's\""),
        .says("tom", "cancel B1"),
        .says("mia", "book Aquarium on 2026-11-25 10:30-11:30 titled \"Hers\""),
      ]),
    Scene(
      "undo, and undo again",
      [
        .says("mia", "book Aquarium on 2026-11-25 10-11 with \(ana)"), .says("mia", "make it 12"),
        .says("mia", "undo"), .says("mia", "undo"), .allIsSent,
      ]),
    Scene(
      "undo of a cancellation",
      [
        .says("mia", "book Aquarium on 2026-11-25 10-11 with \(ana)"), .allIsSent,
        .says("mia", "cancel it"), .says("mia", "undo"), .allIsSent,
      ]),
    Scene(
      "taken, and a choice",
      [
        .says("tom", "book Aquarium on 2026-11-25 10-11"),
        .says("mia", "book Aquarium on 2026-11-25 10-11 with \(ana)"), .says("mia", "1"),
        .allIsSent,
      ]),
    Scene(
      "asked for one thing after another",
      [
        .says("mia", "book Bunker on 2026-11-25 with Ben"), .says("mia", "10-11"),
        .says("mia", "ben@x.com"), .says("mia", "0171 2222222"), .allIsSent,
      ]),
    Scene(
      "the gateway halts and the number is mended",
      [
        .says("mia", "book Aquarium on 2026-11-25 10-11 with \(three)"),
        .gateway(.halted(code: 4103, index: 1, text: "no such number"), sent: [0]), .allIsSent,
        .says("mia", "ben phone 0171 9999999"), .allIsSent,
      ]),
    Scene(
      "an answer is lost",
      [
        .says("mia", "book Aquarium on 2026-11-25 10-11 with \(three)"),
        .gateway(.timedOut, sent: [0, 1]), .says("mia", "passes"), .allIsSent,
      ]),
    Scene(
      "a private draft",
      [
        .says("mia", "draft 1.1 on 2026-11-25 10-11 private titled \"Secret\""),
        .says("mia", "title Other"), .says("mia", "book it"), .says("mia", "move it to Friday"),
        .says("mia", "cancel it"),
      ]),
  ]

  /// `FAULTS=all` lets each effect fail in every way it can, and each reading. Otherwise an effect
  /// fails in one way, the next in the next, and some of the readings fail.
  private static let inEveryWay = ProcessInfo.processInfo.environment["FAULTS"] == "all"

  @Test(
    "Whichever effect fails, the conversation goes on and nothing is lost",
    arguments: scenes + Scene.ofWaitsAndSeries)
  func everyEffectFailsOnce(scene: Scene) throws {
    let fresh = try freshDisk()
    let calm = try life(scene, nil, on: fresh)
    try #require(calm.promises.violations.isEmpty, "\(calm.promises.violations)")
    let expected = bookings(of: calm)
    #expect(!expected.isEmpty)
    for happening in scene.shows {
      #expect(calm.counts[happening] > 0, "\(happening.rawValue) in \(scene)")
    }
    var tried = 0
    for mishap in mishaps(of: calm) {
      tried += 1
      let life = try life(scene, mishap, on: fresh, mayStand: [[]] + calm.stood)
      var seen = life.promises.violations.map(\.description)
      // Where the conversation is remembered, or need not be, it comes to the same in the end.
      let isRemembered = life.counts.deaths == 0 && !life.hasBeenInDoubt
      if scene.isSelfContained || isRemembered, bookings(of: life) != expected {
        seen.append("it ends with \(bookings(of: life)) instead of \(expected)")
      }
      #expect(seen.isEmpty, "\(scene) with \(mishap): \(seen.joined(separator: "; "))")
    }
    print("\(scene): \(tried) mishaps, \(calm.counts)")
  }

  @Test(
    "Whichever effect fails while a ride is booked, it is booked once at most, and told as it is",
    arguments: Scene.ofRides)
  func everyEffectFailsOnceOfRides(scene: Scene) throws {
    let fresh = try freshDisk()
    let calm = try life(scene, nil, on: fresh, hasTrips: true)
    try #require(calm.promises.violations.isEmpty, "\(calm.promises.violations)")
    for happening in scene.shows {
      #expect(calm.counts[happening] > 0, "\(happening.rawValue) in \(scene)")
    }
    var tried = 0
    // In the suite a third of them: until all is looked at that is booked, a life goes on for long.
    let mishaps = mishaps(of: calm)
    for place in stride(from: 0, to: mishaps.count, by: Self.inEveryWay ? 1 : 3) {
      let mishap = mishaps[place]
      tried += 1
      let life = try life(scene, mishap, on: fresh, hasTrips: true)
      var seen = life.promises.violations.map(\.description)
      let made = life.rides?.service.rides ?? 0
      if made > 1 { seen.append("\(made) rides are booked") }
      #expect(seen.isEmpty, "\(scene) with \(mishap): \(seen.joined(separator: "; "))")
    }
    print("\(scene): \(tried) mishaps, \(calm.counts)")
  }

  private func bookings(of life: Life) -> [Booking] {
    life.house?.world.ledger.allBookings ?? []
  }

  /// Everything that can go wrong in a life that has been lived without.
  private func mishaps(of calm: Life) -> [Mishap] {
    var mishaps: [Mishap] = []
    func add(_ ways: [Mishap], _ number: Int) {
      if Self.inEveryWay { mishaps += ways } else { mishaps.append(ways[number % ways.count]) }
    }
    for number in 0..<calm.disk.operations {
      let faults = Disk.Fault.allCases.map { Mishap.operation(number, $0) }
      let ends = Disk.End.allCases.flatMap { end in
        [false, true].map { Mishap.end(beforeOperation: number, halfway: $0, end) }
      }
      add(faults + ends, number)
    }
    for number in stride(from: 0, to: calm.disk.readings, by: Self.inEveryWay ? 1 : 23) {
      mishaps.append(.reading(number))
    }
    for number in 0..<calm.counts[.call] + calm.counts[.errand] {
      add(
        Disk.End.allCases.flatMap { end in
          [true, false].map { Mishap.endAtCall(number, arrives: $0, end) }
        }, number)
    }
    for number in 0..<calm.counts.outputs {
      add(Disk.End.allCases.map { Mishap.endAtReply(number, $0) }, number)
    }
    return mishaps
  }

  private func life(
    _ scene: Scene, _ mishap: Mishap?, on fresh: Disk, mayStand: [[Booking]]? = nil,
    hasTrips: Bool = false
  ) throws -> Life {
    let settings = try Life.settings(try SimulationTests.grammar.get())
    guard let moment = CivilMoment("2026-11-24T09:07") else {
      throw LifeFault(description: "no such moment")
    }
    let now = settings.zone.instant(nearest: moment)
    let life = Life(
      seed: 1, settings, GatewayAbilities(), on: fresh.copy(seed: 1), at: now,
      rides: hasTrips ? Life.calmRides(at: now) : nil)
    life.mayStand = mayStand
    life.play(scene, mishap)
    return life
  }

  /// A disk with the store of a house in which nothing has happened.
  private func freshDisk() throws -> Disk {
    let life = Life(
      seed: 1, try Life.settings(try SimulationTests.grammar.get()), GatewayAbilities(),
      on: Disk(seed: 1), at: Instant(seconds: 1_795_507_620))
    life.start()
    life.stop()
    return life.disk
  }
}
