// Which orders take one of the things offered, and which only name it.

import Language

extension Intent {
  /// Whether a line with this intent that names a choice takes it. `cancel the second` and `show
  /// the second` hold no room; of bookings they name one.
  func takes(isBooking: Bool) -> Bool {
    switch self {
    case .choose, .yes, .no, .details, .book, .draft, .change, .addAttendee, .mend: true
    case .cancel, .show, .removeAttendee, .passes, .resend: isBooking
    case .find, .isFree, .rooms, .bookings, .undo, .wait, .skip, .help, .language, .greet, .leave,
      .thank, .back, .more, .reminder, .reminders, .cancelReminder, .nothing:
      false
    }
  }

  /// Whether it is an order to do something else to a booking than what waits to be done to one.
  func isOther(than action: BookingAction) -> Bool {
    switch self {
    case .cancel: if case .cancel = action { false } else { true }
    case .change: if case .change = action { false } else { true }
    case .addAttendee: if case .add = action { false } else { true }
    case .show: if case .show = action { false } else { true }
    case .removeAttendee, .passes, .resend: true
    case .book, .draft, .find, .isFree, .rooms, .bookings, .undo, .mend, .wait, .skip, .help,
      .language, .greet, .leave, .thank, .yes, .no, .choose, .back, .more, .reminder, .reminders,
      .cancelReminder, .details, .nothing:
      false
    }
  }
}
