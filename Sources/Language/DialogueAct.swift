// What somebody does by saying a line, and in which situation it is said.

/// A dialogue act: what somebody does by saying a line, apart from what it is about.
///
/// An intent says how a line is read; an act says what it is said for. One that ends in `?` leaves
/// open whether it is to be done: it proposes, asks for permission or sets a condition. The raw
/// value is its name in the examples of the grammar.
public enum DialogueAct: String, CaseIterable, Hashable, Sendable {
  /// A room is to be held.
  case book
  case bookPerhaps = "book?"
  /// Whether, when and where something is free.
  case availability = "avail"
  /// What a room is like, or which room is like that.
  case room
  /// The rules of the house.
  case rules
  /// Which bookings there are, or what one of them is.
  case own
  /// Who has a room.
  case whose
  /// A booking, or what is put together, is to be otherwise.
  case change
  case changePerhaps = "change?"
  /// A booking is given back.
  case cancel
  case cancelPerhaps = "cancel?"
  /// What was done last is taken back.
  case undo
  case undoPerhaps = "undo?"
  /// One more like what there is.
  case again
  /// Somebody is to come.
  case invite
  case invitePerhaps = "invite?"
  /// Somebody is to come no more.
  case uninvite
  case uninvitePerhaps = "uninvite?"
  /// Somebody's name, address or number is put right.
  case mend
  /// How far passes have come.
  case passes
  /// A pass is to be sent again.
  case resend
  /// Consent.
  case yes
  /// Refusal.
  case no
  /// One of what was listed or offered.
  case pick
  /// A part of what is spoken of, without a verb.
  case part
  /// What is asked for is left out.
  case skip
  /// To be told when something is free.
  case wait
  /// To be told no more, and off the list.
  case unwait
  /// What is waited for, and whether one is first.
  case waits
  /// When some people are free together.
  case meet
  /// Whether anything has come up, as a pass that failed.
  case news
  /// What can be said.
  case help
  case greet
  case thanks
  case bye
  /// To be reminded of something.
  case remind
  /// Nothing that is ours to do.
  case nothing
}

/// What the agent has just said, as far as it decides what a line is said for. The raw value is its
/// name in the examples of the grammar.
public enum Situation: String, CaseIterable, Hashable, Sendable {
  /// Nothing was said before.
  case first
  /// That a room is free.
  case free
  /// That a room is taken.
  case taken
  /// Several rooms or bookings.
  case listed
  /// What can be had instead, to be picked.
  case offered
  /// What would be done, to be agreed to.
  case shown
  /// When?
  case askedWhen = "asked-when"
  /// Which room?
  case askedRoom = "asked-room"
  /// Who is it, and how are they reached?
  case askedWho = "asked-who"
  /// A booking was made.
  case booked
  /// A booking was changed.
  case changed
  /// A booking was given back.
  case cancelled
  /// Something else was told.
  case told
  /// The line was not understood.
  case missed
}

extension DialogueAct {
  /// Whether it leaves open whether something is to be done: its name ends in `?`.
  var isPerhaps: Bool { rawValue.utf8.last == UInt8(ascii: "?") }

  static let places = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
  /// Its place in the enum.
  var place: Int { Self.places[self] ?? 0 }
}
