// One part of what is wanted, and how it is known: said, referred to, assumed, or taken back.

/// A part of a request.
public enum Wish<Value: Hashable & Sendable>: Hashable, Sendable {
  /// Nobody said anything about it.
  case unsaid
  /// It was taken back, as by `any room` or `without Ana`: it does not matter, and nothing that is
  /// only referred to or assumed fills it. In which turn.
  case cleared(turn: Int)
  /// It is that.
  case `is`(Value, Source)
}

/// How a part of a request is known.
public enum Source: Hashable, Codable, Sendable {
  /// A line said it, in that turn; but for something that a rule of the house filled in, as whether
  /// `at 4` is in the morning.
  case said(turn: Int, assuming: Assumption? = nil)
  /// It was taken over from what was spoken of in that role, as by `it` or `same time`.
  case referred(Role)
  /// A rule of the house filled it in; the answer says so.
  case assumed(Assumption)

  /// What is said beats what is referred to, and that beats what is assumed.
  var strength: Int {
    switch self {
    case .said: 2
    case .referred: 1
    case .assumed: 0
    }
  }
}

/// What a rule fills in without being told; the answer says it back in this order.
public enum Assumption: String, CaseIterable, Hashable, Codable, Sendable, Comparable {
  /// The day: today, or tomorrow if the time has gone by.
  case day
  /// The start, by morning or afternoon.
  case meridiem
  /// The month or year of a date.
  case calendar
  /// That a weekday is next week's and not this week's.
  case week
  /// How long: the usual length of the house.
  case length
  /// The room: the smallest that fits.
  case room
  /// The room: the only one whose name is a slip away from what was typed.
  case spelling
  /// An attendee's name, taken from the address.
  case name

  /// In the order in which they are said.
  public static func < (one: Assumption, other: Assumption) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
  }
}

extension Wish {
  /// What is wanted; nil if that is not known or does not matter.
  public var value: Value? { if case .is(let value, _) = self { value } else { nil } }

  /// How it is known; nil if nothing is.
  public var source: Source? { if case .is(_, let source) = self { source } else { nil } }

  /// Whether nobody said anything about it, also not that it does not matter.
  public var isUnsaid: Bool { if case .unsaid = self { true } else { false } }

  /// Whether a line said what is wanted.
  public var isSaid: Bool { if case .is(_, .said) = self { true } else { false } }

  /// The same, with another value where there is one.
  public func changed(_ change: (Value) -> Value) -> Wish {
    if case .is(let value, let source) = self { .is(change(value), source) } else { self }
  }

  /// What is wanted after a later wish for the same part: the later one, unless it is only referred
  /// to or assumed and the earlier one is known better.
  public func revised(by later: Wish) -> Wish {
    switch (self, later) {
    case (_, .unsaid): self
    case (.unsaid, _), (_, .cleared): later
    case (.cleared, .is(_, let source)): source.isSaid ? later : self
    case (.is(_, let known), .is(_, let source)):
      source.strength >= known.strength ? later : self
    }
  }
}

extension Source {
  /// Whether a line said it.
  public var isSaid: Bool { if case .said = self { true } else { false } }

  /// What a rule of the house filled in, if anything.
  public var assumption: Assumption? {
    switch self {
    case .said(_, let assumption): assumption
    case .assumed(let assumption): assumption
    case .referred: nil
    }
  }
}

extension Wish: Codable where Value: Codable {}
