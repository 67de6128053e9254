// What a line can be meant to do. `grammar/intents.txt` names the same, and a test compares them.

/// What is meant, apart from its slots. The raw value is the name in the grammar.
public enum Intent: String, CaseIterable, Hashable, Sendable {
  /// Hold a room for a span.
  case book
  /// Show what would be booked, to edit it before `book it`.
  case draft
  /// Which rooms are free, fit, or do so earliest.
  case find
  /// When some people, and a room, are free together.
  case findTime = "find-time"
  /// Whether a room is free.
  case isFree = "is-free"
  /// List the rooms of a day.
  case rooms
  /// Show all of a room or of a booking.
  case show
  /// The rules of the house: when it is open, how far ahead may be booked, who may change what.
  case rules
  /// List bookings: mine, of a room, of a person.
  case bookings
  /// Change the span, room, title, description or privacy of a booking.
  case change
  /// Take a booking back.
  case cancel
  /// Take back the last change.
  case undo
  /// Add attendees.
  case addAttendee = "add-attendee"
  /// Remove attendees.
  case removeAttendee = "remove-attendee"
  /// Whose passes have arrived.
  case passes
  /// Send a pass again.
  case resend
  /// Mend an attendee's name, address or number.
  case mend
  /// Be told when a room becomes free.
  case wait
  /// Wait for something no more.
  case stopWaiting = "stop-waiting"
  /// What one waits for.
  case waits
  /// Whether anything has come up.
  case news
  /// Leave out what is asked for.
  case skip
  /// What can be said.
  case help
  /// Say or change the language of the answers.
  case language
  /// A greeting.
  case greet
  /// A good-bye.
  case leave
  /// Thanks.
  case thank
  /// Agreement.
  case yes
  /// Refusal, also `never mind`.
  case no
  /// One of the choices offered.
  case choose
  /// The question before this one.
  case back
  /// The rest of a long answer.
  case more
  /// To be reminded of something, which usher does not do.
  case reminder
  /// To see what one is to be reminded of.
  case reminders
  /// To be reminded of something no more.
  case cancelReminder = "cancel-reminder"
  /// Parts without a verb: they fill the open question, refine the last one, or begin a booking.
  case details
  /// Not ours.
  case nothing
  /// Something about a trip, what can be booked on it or an account; the topic says what.
  case ride
}

extension Intent {
  /// Whether it changes something, or may in a conversation; the others only ask or are polite.
  var doesSomething: Bool {
    switch self {
    case .book, .draft, .change, .cancel, .undo, .addAttendee, .removeAttendee, .resend, .mend,
      .wait, .stopWaiting, .skip, .yes, .choose, .details:
      true
    case .find, .findTime, .isFree, .rooms, .rules, .show, .bookings, .waits, .news, .passes, .ride,
      .help, .language, .greet, .leave, .thank, .no, .back, .more, .reminder, .reminders,
      .cancelReminder,
      .nothing:
      false
    }
  }

  /// Whether it is about a booking that there is, and about one of them.
  var isOfOneBooking: Bool {
    switch self {
    case .change, .cancel, .addAttendee, .removeAttendee: true
    case .book, .draft, .find, .findTime, .isFree, .rooms, .rules, .wait, .stopWaiting, .waits,
      .news, .ride,
      .details, .yes, .no, .choose, .back, .more,
      .help, .language, .greet, .leave, .thank, .nothing, .undo, .resend, .mend, .skip, .show,
      .bookings, .passes, .reminder, .reminders, .cancelReminder:
      false
    }
  }

  /// Whether its times are still to come; those of the others are of bookings that there are, and
  /// may be over.
  public var isToCome: Bool {
    switch self {
    case .book, .draft, .find, .findTime, .isFree, .rooms, .rules, .wait, .stopWaiting, .waits,
      .news, .ride,
      .details, .yes, .no, .choose, .back, .more,
      .help, .language, .greet, .leave, .thank, .reminder, .reminders, .cancelReminder, .nothing:
      true
    case .change, .cancel, .undo, .addAttendee, .removeAttendee, .resend, .mend, .skip, .show,
      .bookings, .passes:
      false
    }
  }

  /// Whether it is about being reminded. Nothing is done about it, and nothing open is touched.
  public var isOfReminders: Bool { Self.ofReminders.contains(self) }

  /// The intents of reminders.
  static let ofReminders: [Intent] = [.reminder, .reminders, .cancelReminder]
}
