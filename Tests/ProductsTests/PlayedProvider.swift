// A service that books, for plays: it knows what is booked, and answers well, badly or not at all.

import Mobility
import Products

/// A mobility service with two legs on which something can be booked.
struct PlayedProvider {
  /// What happens on the way to it and back.
  enum Fate: CaseIterable {
    case answered, answeredLate, answeredTwice, notSent, notAllowed, lostBefore, lostBehind, cutOff
  }

  var random: PlayRandom
  /// No more faults: everything is answered, and well.
  var isKind = false
  /// The statuses of what is booked, by leg; nil for nothing.
  private(set) var told: [String: Fixture.LegTold] = [:]
  /// All statuses that it ever told.
  private(set) var everTold: Set<String> = []
  /// How often something was booked.
  private(set) var bookings = 0
  private var edition = 0

  init(random: PlayRandom) { self.random = random }

  mutating func fate() -> Fate {
    if isKind || !random.chance(4) { return .answered }
    return random.pick(Fate.allCases)
  }

  /// What the world does: a provider accepts, comes, takes back, is done.
  mutating func advance() {
    for (leg, now) in told.sorted(by: { $0.key < $1.key }) {
      guard let status = now.status, random.chance(2) else { continue }
      switch status {
      case "PROCESSING": tell(leg, random.pick(["ACCEPTED", "ACCEPTED", "PROVIDER_CANCELED"]))
      case "ACCEPTED": tell(leg, random.pick(["IN_PROGRESS", "PENDING_CHANGES", "ACCEPTED"]))
      case "PENDING_CHANGES": tell(leg, "ACCEPTED")
      case "IN_PROGRESS": tell(leg, "COMPLETED")
      default: break
      }
    }
  }

  private mutating func tell(_ leg: String, _ status: String?) {
    edition += 1
    told[leg] = Fixture.LegTold(status: status, hash: edition)
  }

  private mutating func book(_ leg: String) {
    bookings += 1
    tell(leg, random.chance(4) ? nil : random.pick(["PROCESSING", "ACCEPTED", "TEXT"]))
  }

  /// Does what is asked, and says what came of it: a status and a body.
  mutating func answer(_ errand: Errand) -> (status: Int, body: String) {
    let path = errand.address.path.split(separator: "/").dropFirst().map(String.init)
    let leg = errand.address.target.contains("bike") ? "bike" : "shuttle"
    switch path.first {
    case "list": return list()
    case "update", "use": return trip()
    case "form": return (200, Fixture.body(random.pick(["short form", "form", "menu"])))
    case "book", "post", "pay": return bookOrNot(leg)
    case "act": return act(errand, path.last ?? "")
    default: return (404, "")
    }
  }

  private mutating func list() -> (Int, String) {
    if !isKind, random.chance(10) {
      return random.pick([(401, ""), (503, ""), (200, "<html>"), (200, "[]")])
    }
    return (200, Fixture.body("products"))
  }

  private mutating func trip() -> (Int, String) {
    if !isKind, random.chance(8) {
      return random.pick([
        (503, ""), (200, "<html>"), (200, #"{"errorCode":1001,"title":"No"}"#),
        (200, #"{"groups":[]}"#), (200, ""),
      ])
    }
    for told in told.values { if let status = told.status { everTold.insert(status) } }
    let text = Fixture.trip(
      "one", told["shuttle"] ?? Fixture.LegTold(), bike: told["bike"] ?? Fixture.LegTold(),
      without: !isKind && random.chance(30) ? "walk" : nil)
    return (200, text)
  }

  private mutating func bookOrNot(_ leg: String) -> (Int, String) {
    switch isKind ? random.below(4) : random.below(14) {
    case 0, 1, 12, 13:
      book(leg)
      return (200, random.pick([Fixture.body("updated"), ""]))
    case 2, 3:
      let pages = [
        "form", "short form", "agreement", "options", "quote", "refreshing form",
        "agreement without address", "own authorisation", "one option", "page",
      ]
      return (200, Fixture.body(random.pick(pages)))
    case 4: return (200, Fixture.body(random.pick(["missing name", "missing nobody", "menu"])))
    case 5: return (200, Fixture.body("error \(random.pick([446, 460, 470, 299, 491, 444, 55]))"))
    case 6: return (299, "")
    case 7:
      if random.chance(2) { book(leg) }
      return (random.pick([500, 502]), "")
    case 8:
      if random.chance(2) { book(leg) }
      return (200, "<html>")
    default: return (random.pick([400, 429]), "")
    }
  }

  private mutating func act(_ errand: Errand, _ name: String) -> (Int, String) {
    let leg = told["shuttle"]?.status != nil ? "shuttle" : "bike"
    if name == "rate" { return (200, Fixture.body("rating")) }
    if !isKind, random.chance(4) { return random.pick([(500, ""), (400, ""), (200, "<html>")]) }
    if name == "cancel", told[leg]?.status != nil { tell(leg, "USER_CANCELED") }
    return (204, "")
  }
}

/// Chance from a seed (SplitMix64): the same play for the same seed.
struct PlayRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ end: Int) -> Int { Int.random(in: 0..<end, using: &self) }
  mutating func chance(_ oneIn: Int) -> Bool { below(oneIn) == 0 }
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }
}
