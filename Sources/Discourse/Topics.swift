// What lines are about that want nothing of a room: the house, help, and what people say beside it.

/// What is asked about the house. The raw value is its name in the grammar.
public enum HouseFact: String, CaseIterable, Hashable, Sendable {
  /// When it is open.
  case hours
  /// How far ahead may be booked.
  case ahead
  /// How long a booking may be.
  case length
  /// Who may book, and change what was booked.
  case permission
  /// In whose name the speaker may book.
  case behalf
}

/// What help is asked about. The raw value is its name in the grammar.
public enum HelpTopic: String, CaseIterable, Hashable, Sendable {
  /// How a room is booked.
  case book
  /// How something is booked again and again.
  case series
  /// How a booking is given back.
  case cancel
  /// How a booking is changed.
  case change
  /// How people are invited.
  case people
  /// How their passes fare.
  case passes
  /// How one waits for what is taken.
  case wait
  /// How one finds a room, or a time.
  case search
  /// How the last change is taken back.
  case undo
  /// How a booking is kept private.
  case `private`
  /// How days and times are said.
  case times
  /// What is booked on trips.
  case trips
}

/// What people say to somebody at a desk beside what they want. The raw value is its name in the
/// grammar.
public enum SmallTalk: String, CaseIterable, Hashable, Sendable {
  /// How one is.
  case wellbeing
  /// Who or what one is talking to.
  case identity
  /// That it is done well.
  case praise
  /// That it is not.
  case complaint
  /// Something that usher knows nothing of.
  case elsewhere
}
