// The kinds of parts a line may have. `grammar/intents.txt` names the same.

/// A kind of slot: what an intent may have, and what an open question may ask for. The raw value is
/// the name in the grammar.
public enum SlotKind: String, CaseIterable, Hashable, Sendable {
  /// Rooms by name or pattern.
  case room
  /// More rooms than one, by their number.
  case severalRooms = "several-rooms"
  /// Any part of when.
  case when
  /// When a change shall move it to.
  case target
  /// The day of it.
  case day
  /// Its start.
  case start
  /// Its end.
  case end
  /// How long.
  case length
  /// How it is repeated.
  case `repeat`
  /// Attendees, with all their parts.
  case people
  /// The name of an attendee.
  case name
  /// An attendee's address.
  case email
  /// An attendee's number.
  case phone
  /// How many come.
  case headcount
  /// What must be in the room.
  case equipment
  /// How large the room is: its floor space or its seats, at least and at most.
  case size
  /// The floor.
  case floor
  /// The location, as the building names it.
  case location
  /// Reachable without steps.
  case stepFree = "step-free"
  /// The title of a booking.
  case title
  /// The description of a booking.
  case description
  /// Which booking.
  case booking
  /// Which of the choices offered.
  case choice
  /// That a booking be private, or open to all.
  case privacy
  /// That one's own are meant.
  case mine
  /// That advice is waived, as in `Bunker anyway`.
  case anyway
  /// In whose name it is.
  case behalf
  /// That a filter is added to earlier ones.
  case also
  /// Which part of an attendee is to be mended.
  case field
  /// The language of the answers.
  case language
  /// What a question about the house, a call for help, or small talk is about.
  case topic
  /// A trip, or a leg of one.
  case leg
  /// An answer of yes or no.
  case confirmation
}
