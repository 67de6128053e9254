// What people say of rides, drawn: mostly what fits how their purchase stands, and now and then
// what does not.

import Products

extension Talker {
  /// How what somebody books on a trip stands.
  enum RideStage {
    /// They have a trip, and nothing goes on.
    case idle
    case listed
    case asked(Questionnaire.Kind)
    case choosing, reviewing, confirming, agreement
    /// The service is waited for.
    case underWay
    case booked
  }

  /// What somebody says of rides who has a trip; nil for something else.
  func ride(_ stage: RideStage?, _ chance: inout Chance) -> String? {
    guard let stage else { return nil }
    // What does not fit at all.
    if chance.oneIn(12) { return chance.pick(Self.rideWords) }
    switch stage {
    case .idle:
      guard chance.oneIn(2) else { return nil }
      return chance.oneIn(8) ? chance.pick(Self.rideWords) : "products for T1"
    case .listed:
      return chance.pick([
        "book the shuttle", "book the shuttle", "1", "book the bike", "book the bike",
        "book the bike", "book 2", "2", "book uber", "book uber", "book the ferry", "4", "stop",
      ])
    // Whatever is said where a secret is asked for is one.
    case .asked(.secret): return chance.oneIn(8) ? "*" : nil
    case .asked(let kind): return chance.oneIn(8) ? aside(&chance) : Self.answer(to: kind, &chance)
    case .choosing:
      return chance.oneIn(8) ? aside(&chance) : chance.pick(["1", "1", "wallet", "2"])
    case .reviewing:
      return chance.oneIn(8)
        ? aside(&chance) : chance.pick(["send", "send", "send", "yes", "change 1", "review"])
    case .confirming: return chance.pick(["yes", "yes", "yes", "no"])
    case .agreement:
      return chance.oneIn(8)
        ? aside(&chance) : chance.pick(["accept", "accept", "accept", "yes", "decline", "terms"])
    case .underWay: return chance.oneIn(2) ? chance.pick(Self.rideWords) : nil
    case .booked:
      guard chance.oneIn(2) else { return nil }
      return chance.pick([
        "cancel T1.2", "cancel T1.2", "cancel T1.2", "where is my shuttle", "status T1.2",
        "products for T1",
        "trips", "T1",
      ])
    }
  }

  /// What is said in the midst of a purchase and does not answer it.
  private func aside(_ chance: inout Chance) -> String? {
    chance.oneIn(2) ? nil : chance.pick(["back", "back", "skip", "review", "change 1", "stop"])
  }

  private static let rideWords = [
    "products for T1", "products", "trips", "T1", "status T1.2", "where is my ride", "accept",
    "decline", "send", "back", "skip", "review", "stop", "book the shuttle", "book the bike", "1",
    "yes", "cancel T1.2", "use 1", "terms", "link uber", "unlink uber", "accounts",
    "products for T1.1", "products for T7",
  ]

  private static func answer(to kind: Questionnaire.Kind, _ chance: inout Chance) -> String {
    switch kind {
    case .text: chance.oneIn(8) ? "skip" : chance.pick(["Mia Muster", "near the gate", "x"])
    case .choice: chance.oneIn(8) ? "9" : chance.pick(["1", "2", "large"])
    case .number: chance.pick(["2", "0"])
    case .flag, .terms: chance.pick(["yes", "no"])
    case .secret, .clock, .several, .place, .moment, .returnTrip, .fares, .page: "skip"
    }
  }
}
