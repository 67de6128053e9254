// Answers that are almost right, and written forms that are: whatever they hold, nothing traps.

import CivilTime
import JSON
import Mobility
import Products
import Testing

struct MutationTests {
  /// Plays by lines that reach every state, with one answer in three changed.
  @Test(arguments: 0..<12)
  func `a changed answer never traps`(part: Int) {
    let paths = PathTests.paths.values.sorted { $0.description < $1.description }
    for seed in 0..<(Plays.count / 20) {
      var random = PlayRandom(seed: UInt64(part * 1_000 + seed))
      var stage = Stage()
      var lines = random.pick(paths)
      if random.chance(2), let ride = RideTests.rides.values.randomElement(using: &random) {
        lines = PathTests.booked + ride
      }
      for line in lines where !"=>!?$".contains(line.prefix(1)) {
        stage.sent = []
        if line.hasPrefix("< "), random.chance(3), let last = stage.last {
          let body = Fixture.mutable(String(line.dropFirst(2))) ?? "[]"
          let status = random.chance(6) ? random.pick([204, 299, 404, 500, 999, -1]) : 200
          var answer = MobilityAnswer(
            status: status, body: random.mutated(Array(body.utf8)), from: last.address)
          if random.chance(8) { answer.retryAfterSeconds = random.pick([-1, 0, .max, 7]) }
          if random.chance(8) { answer.headerCode = random.pick(["401", "x", "-1"]) }
          stage.answer(.answered(answer))
        } else {
          stage.play(line)
        }
        stage.sayAll(&random)
      }
    }
  }

  @Test(arguments: 0..<6)
  func `a changed written form never traps`(part: Int) {
    var seen = 0
    var refused = 0
    for seed in 0..<(Plays.count / 40) {
      var random = PlayRandom(seed: UInt64(part * 1_000 + seed))
      var stage = Stage()
      let path = random.pick(PairTests.states.map(\.path))
      for line in path where !"=>!?$".contains(line.prefix(1)) {
        stage.sent = []
        stage.play(line)
      }
      for _ in 0..<12 {
        do throws(WrittenFault) {
          try stage.restartChanged(&random)
          seen += 1
        } catch {
          refused += 1
        }
      }
    }
    #expect(seen > 2 && refused > 2)
  }

  @Test func `a written form says what is wrong with it`() throws {
    var stage = Stage()
    for line in PathTests.listed { stage.play(line) }
    let purchase = try #require(stage.kept[stage.purchase])
    var limits = TravelLimits()
    let written = try purchase.written(limits: limits)
    #expect(throws: WrittenFault.format) { try Purchase(written: Array("{}".utf8), limits: limits) }
    #expect(throws: WrittenFault.self) { try KeptTrip(written: written, limits: limits) }
    #expect(throws: WrittenFault.self) { try Purchase(written: [], limits: limits) }
    limits.writtenOctetsMax = 100
    #expect(throws: WrittenFault.tooLong(written.count)) { try purchase.written(limits: limits) }
    #expect(throws: WrittenFault.tooLong(written.count)) {
      try Purchase(written: written, limits: limits)
    }
  }

  @Test func `what version 1 wrote is read`() throws {
    let limits = TravelLimits()
    let purchase = try Purchase(written: Array(WrittenBefore.purchase.utf8), limits: limits)
    #expect(purchase.described == "agreement" && purchase.leg == bike)
    #expect(try purchase.written(limits: limits) == Array(WrittenBefore.purchase.utf8))
    let trip = try KeptTrip(written: Array(WrittenBefore.trip.utf8), limits: limits)
    #expect(trip[3]?.leg.booking?.confirmation?.status.value == "CONFIRMED")
    #expect(try trip.written(limits: limits) == Array(WrittenBefore.trip.utf8))
  }

  @Test func `a list that makes a written form too long is left out`() throws {
    var stage = Stage()
    for line in PathTests.booking { stage.play(line) }
    let purchase = try #require(stage.kept[stage.purchase])
    var limits = TravelLimits()
    limits.writtenOctetsMax = try purchase.written(limits: limits).count - 1
    let read = try Purchase(written: try purchase.written(limits: limits), limits: limits)
    #expect(read.products.isEmpty && read.product == nil && read.state == purchase.state)
  }
}

extension Fixture {
  /// A body that a line names; nil where it names none.
  static func mutable(_ line: String) -> String? {
    let isPlain =
      ["lost", "not sent", "not allowed", "cut off"].contains(line)
      || line.prefix(1).allSatisfy(\.isNumber)
    return isPlain ? nil : body(line)
  }
}

extension Stage {
  /// Begins anew with what was kept, one of it changed, and goes on.
  fileprivate func restartChanged(_ random: inout PlayRandom) throws(WrittenFault) {
    let limits = TravelLimits()
    let changed = random.below(5)
    var purchases: [Purchase] = []
    for purchase in kept.values {
      let text = try purchase.written(limits: limits)
      let written = changed < 3 ? random.mutated(text) : text
      purchases.append(try Purchase(written: written, limits: limits))
    }
    var kept: [KeptTrip] = []
    for trip in trips.values {
      let text = try trip.written(limits: limits)
      let written = changed == 3 ? random.mutated(text) : text
      kept.append(try KeptTrip(written: written, limits: limits))
    }
    let text = try desk.numbers.written(limits: limits)
    let numbers = try TravelNumbers(
      written: changed == 4 ? random.mutated(text) : text, limits: limits)
    var other = self
    other.desk = TravelDesk(restoring: kept, purchases, numbers: numbers, at: begin)
    other.purchase = purchases.first?.id ?? other.purchase
    other.carryOut()
    other.sayAll(&random)
    other.wait(random.below(10_000))
  }

  /// Says a few things, whether they fit or not.
  mutating func sayAll(_ random: inout PlayRandom) {
    let words = [
      "answer text Mia", "answer number 1", "answer choice 1", "answer counts 1,1", "answer done",
      "answer skipped", "back", "change 1", "send", "choose 1", "choose 2", "accept", "yes",
      "book 1", "book 2", "answer secret h", "act Write", "act Cancel", "linked ps_drt",
    ]
    for _ in 0..<random.below(4) { play(random.pick(words)) }
  }
}

extension PlayRandom {
  /// The same JSON with a value or a few octets changed.
  mutating func mutated(_ octets: [UInt8]) -> [UInt8] {
    do throws(JSONFault) {
      if chance(6) { return withChangedOctets(octets) }
      let limits = JSONLimits(octetsMax: 8 << 20, depthMax: 256)
      var value = try JSONValue(parsing: octets, limits: limits)
      for _ in 0...below(2) where value.object != nil || value.array != nil { change(&value) }
      return value.octets
    } catch {
      return withChangedOctets(octets)
    }
  }

  private mutating func withChangedOctets(_ octets: [UInt8]) -> [UInt8] {
    var octets = octets
    for _ in 0...below(3) where !octets.isEmpty {
      let place = below(octets.count)
      switch below(4) {
      case 0: octets[place] = UInt8(below(256))
      case 1: octets.remove(at: place)
      case 2: octets.insert(octets[below(octets.count)], at: place)
      default: octets.removeLast(below(octets.count))
      }
    }
    return octets
  }

  /// Changes one value somewhere in it.
  private mutating func change(_ value: inout JSONValue) {
    switch value {
    case .array(var elements) where !elements.isEmpty && !chance(24):
      let place = below(elements.count)
      switch below(6) {
      case 0: elements.remove(at: place)
      case 1: elements.append(elements[place])
      default: change(&elements[place])
      }
      value = .array(elements)
    case .object(var object) where object.count > 0 && !chance(24):
      let member = object.members[below(object.count)]
      if chance(16) {
        object[member.name] = nil
      } else {
        var changed = member.value
        change(&changed)
        object[member.name] = changed
      }
      value = .object(object)
    // Of the same kind more often, or little of it would be read at all.
    case .integer where !chance(8):
      value = .integer(
        pick([0, 1, -1, 2, 7, 40, 10_000, .max, .min, 253_402_300_800, .max / 1_000]))
    case .string where !chance(8):
      value = .string(
        pick(["", " ", "x", "h", "true", "https://a.example/", "/v1/x", "CONFIRMED"]))
    default: value = anyValue()
    }
  }

  private mutating func anyValue() -> JSONValue {
    let values: [JSONValue] = [
      nil, true, false, 0, 1, -1, .integer(.max), .integer(.min), .number(1e308), .number(-0.5),
      "", " ", "x", "true", "9223372036854775807", "-1", "1e400", "https://a.example/",
      "javascript:x", "/v1/x", [], [[]], .object(JSONObject()), ["title": "x"],
      .string(String(repeating: "e\u{301}", count: 3_000)), 253_402_300_800, 9_999_999_999_999,
      "\u{1b}[2J\r\n250 Booked", .integer(Int64(below(70))),
    ]
    return pick(values)
  }
}
