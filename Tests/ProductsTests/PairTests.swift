// Every state and everything that can happen: what has no row in the table of rule R12 leaves the
// purchase as it is and is counted.

import CivilTime
import Mobility
import Products
import Testing

struct PairTests {
  /// How one comes to a state, and what has a row in it. In brackets: refused with words.
  static let states: [(name: String, path: [String], rows: String)] = [
    ("listing", ["list"], "service stop"),
    ("listed", PathTests.listed, "book use stop due"),
    ("linking", PathTests.booking + ["< error 446"], "stop due linked unlinked"),
    ("asking", PathTests.booking + ["< form"], "answer [back] change [send] stop due [choose]"),
    ("choosing", PathTests.booking + ["< options"], "choose stop due"),
    (
      "reviewing",
      PathTests.booking + [
        "< form", "answer text a", "answer secret b", "answer number 1",
      ],
      "back change send stop due [choose]"
    ),
    ("confirming", PathTests.booked + ["act Cancel"], "yes no stop due"),
    ("sending", PathTests.booking, "service [stop]"),
    ("agreement", PathTests.booking + ["< agreement"], "accept decline stop due"),
    ("updating", PathTests.booking + ["< updated"], "service [stop]"),
    ("unsure", PathTests.booking + ["< lost"], "[stop] due"),
    ("following", PathTests.booked, "act due"),
    ("ended", PathTests.listed + ["stop"], "due"),
  ]

  static let events = [
    "service", "book", "use", "answer", "back", "change", "send", "choose", "accept", "decline",
    "yes", "no", "act", "stop", "linked", "unlinked", "due",
  ]

  @Test(arguments: states.indices)
  func `what has no row changes nothing and is counted`(place: Int) {
    let (name, path, rows) = Self.states[place]
    var stage = Stage()
    for line in path where !line.hasPrefix("=") && !line.hasPrefix(">") { stage.play(line) }
    #expect(stage.described.split(separator: " ").first.map(String.init) == name)
    for event in Self.events {
      var stage = stage
      _ = stage.desk.takeEffects()
      let before = stage.desk.purchases[stage.purchase]
      let ignored = stage.desk.ignored
      Self.play(event, on: &stage)
      let after = stage.desk.purchases[stage.purchase]
      let words = rows.split(separator: " ")
      let note: Comment = "\(name), \(event): \(stage.described)"
      if words.contains("\(event)") {
        #expect(after != before, note)
        #expect(stage.desk.ignored == ignored, note)
      } else if words.contains("[\(event)]") {
        #expect(after == before && stage.fault != nil && stage.desk.ignored == ignored, note)
      } else {
        #expect(after == before && stage.desk.ignored == ignored + 1, note)
        #expect(stage.desk.hasEffects == false, note)
      }
    }
  }

  private static func play(_ event: String, on stage: inout Stage) {
    switch event {
    // What is not awaited is an answer to nobody.
    case "service": stage.answer(.lost("closed"))
    case "book", "use": stage.play("\(event) 1")
    case "change": stage.play("change 2")
    case "choose": stage.play("choose 1")
    case "answer": stage.play("answer text Mia")
    case "act": stage.play("act Cancel")
    case "linked", "unlinked":
      let id = stage.purchase
      let now = stage.now
      stage.say { desk in
        event == "linked" ? desk.linked(in: id, at: now) : desk.notLinked(in: id, at: now)
      }
    case "due":
      // Nothing is due of what the service has to answer first, or only of the trip.
      guard let due = stage.desk.nextDue, due < begin + .seconds(500_000) else {
        stage.desk.settle(ErrandID(0), .lost(""), at: stage.now)
        return
      }
      stage.now = due
      stage.desk.doWhatIsDue(at: due)
    default: stage.play(event)
    }
  }

  @Test(arguments: [
    ("listing", true), ("listed", true), ("linking", false), ("asking", true),
    ("choosing", false), ("reviewing", false), ("confirming", true), ("sending", false),
    ("agreement", false), ("updating", false), ("unsure", false), ("following", true),
    ("ended", true),
  ])
  func `gives way to another that is listed (rule R15)`(name: String, givesWay: Bool) {
    guard let row = Self.states.first(where: { $0.name == name }) else { return }
    var stage = Stage()
    for line in row.path where !line.hasPrefix("=") && !line.hasPrefix(">") { stage.play(line) }
    let first = stage.purchase
    let wasOfRide = stage.desk.purchases[first]?.isOfRide == true
    stage.play("list")
    #expect((stage.fault == nil) == givesWay)
    #expect((stage.purchase != first) == givesWay)
    // What is booked is followed whatever else is listed.
    if wasOfRide { #expect(stage.desk.purchases[first]?.state.name == "following") }
  }

  @Test func `purchases of an owner are not without end`() {
    var limits = TravelLimits()
    limits.purchasesPerOwnerMax = 3
    var stage = Stage(limits: limits)
    for _ in 0..<10 {
      for line in ["list", "< products", "book 3", "= ended elsewhere"] { stage.play(line) }
      #expect(stage.desk.purchases.count <= 3)
      #expect(stage.kept.count == stage.desk.purchases.count)
    }
  }

  @Test func `an owner who is erased takes everything along`() {
    var stage = Stage()
    for line in PathTests.booked { stage.play(line) }
    stage.say { desk in desk.erase(mia) }
    #expect(stage.desk.purchases.isEmpty && stage.desk.shelf[mia].isEmpty)
    #expect(stage.kept.isEmpty && stage.trips.isEmpty && stage.desk.nextDue == nil)
  }
}
