// How careful usher is: the one table by which it is decided whether something is done, shown
// first, or asked about.

import Bookings
import Discourse

/// What is at stake.
public enum Stake: String, CaseIterable, Hashable, Sendable {
  /// Nothing changes.
  case nothing
  /// Something new comes to be.
  case new
  /// One thing that stands becomes otherwise.
  case altering
  /// One thing that stands is given up.
  case destroying
  /// The bookings of one series, or two that are named, become otherwise.
  case alteringSeveral
  /// Several things that stand become otherwise, or are given up.
  case several
  /// What is done cannot be taken back.
  case irrevocable
}

/// How sure it is that something is meant.
public enum Certainty: String, CaseIterable, Hashable, Sendable {
  /// It was said.
  case said
  /// A rule of the house filled in a part of it.
  case assumed
  /// It may not be meant.
  case doubtful
}

/// What is done about it.
public enum Care: String, Hashable, Sendable {
  /// It is done, or told.
  case act
  /// It is done, and said what was assumed.
  case actAndSay
  /// It is shown first.
  case show
  /// It is asked about.
  case ask

  /// What is done about something at stake that is so certain.
  public init(for stake: Stake, _ certainty: Certainty) {
    switch (stake, certainty) {
    case (.nothing, .doubtful): self = .actAndSay
    case (.nothing, _): self = .act
    case (.new, .said), (.altering, .said), (.alteringSeveral, .said): self = .act
    case (.new, .assumed), (.altering, .assumed): self = .actAndSay
    case (.new, .doubtful), (.altering, .doubtful): self = .show
    case (.destroying, .said): self = .actAndSay
    case (.destroying, _), (.alteringSeveral, _), (.several, _), (.irrevocable, _): self = .ask
    }
  }
}

extension Prospect {
  /// What is at stake: several new ones count as something new.
  var stake: Stake {
    let altered = events.filter { event in
      if case .booked = event { false } else { true }
    }
    switch altered.count {
    case 0: return events.isEmpty ? .nothing : .new
    case 1:
      if case .cancelled = altered[0] { return .destroying }
      return .altering
    default:
      let areGivenUp = altered.contains { if case .cancelled = $0 { true } else { false } }
      let series = Set(altered.map({ $0.booking.series?.series }))
      let areOne = altered.count == 2 || series.count == 1 && series.first != .some(nil)
      return areGivenUp || !areOne ? .several : .alteringSeveral
    }
  }
}
