// Which refusals another place would mend, and what they are about.

extension Refusal {
  /// Whether the same could be had in another room or at another time.
  var isMendedByPlace: Bool {
    switch self {
    case .roomRetired, .momentMissing, .momentTwice, .past, .closedOn, .outsideHours, .offGrid,
      .tooShort, .tooLong, .tooSoon, .tooFarAhead, .tooFewSeats, .taken, .held:
      true
    case .unknownRoom, .unknownBooking, .notOwner, .notOnBehalf, .alreadyCancelled, .changedSince,
      .endNotAfterStart, .textTooLong, .textNotPlain, .attendeeRequired, .tooManyAttendees,
      .attendee, .quota, .seriesTooLong, .unknownWait, .waitTooLong, .waitTooWide, .waitQuota:
      false
    }
  }

  /// Whether a span laid on the grid around the wanted one may be the remedy.
  var isOfGridOrShortness: Bool {
    if case .offGrid = self { true } else if case .tooShort = self { true } else { false }
  }

  /// Whether the day itself is the fault.
  var isOfDay: Bool {
    if case .past = self { true } else if case .closedOn = self { true } else { false }
  }

  /// Whether it is the advice about seats.
  var isOfSeats: Bool { if case .tooFewSeats = self { true } else { false } }
}
