// The rules about texts and people: what a booking is called, who comes, how many one may hold.

import CivilTime

extension Ledger {
  /// What speaks against a title and a description; nil ones are not judged.
  func textRefusals(title: String?, description: String?) -> [Refusal] {
    var refusals: [Refusal] = []
    if let title {
      if title.utf8.count > limits.titleOctetsMax {
        refusals.append(.textTooLong(.title, octetsMax: limits.titleOctetsMax))
      }
      if !title.isPlain { refusals.append(.textNotPlain(.title)) }
    }
    if let description {
      if description.utf8.count > limits.descriptionOctetsMax {
        refusals.append(.textTooLong(.description, octetsMax: limits.descriptionOctetsMax))
      }
      if !description.isPlainInLines { refusals.append(.textNotPlain(.description)) }
    }
    return refusals
  }

  /// What speaks against so many attendees.
  func attendanceRefusals(of count: Int, by policy: HousePolicy) -> [Refusal] {
    var refusals: [Refusal] = []
    if policy.requiresAttendee && count == 0 { refusals.append(.attendeeRequired) }
    if count > policy.attendeesMax {
      refusals.append(.tooManyAttendees(max: policy.attendeesMax))
    }
    return refusals
  }

  /// Advice against a room with fewer seats than people; none if its seats are not known.
  func seatRefusals(in room: Room, for people: Int) -> [Refusal] {
    guard let seats = room.seats, people > seats else { return [] }
    return [.tooFewSeats(seats: seats, people: people)]
  }

  /// Whether a person holds as many bookings that are not over as one may.
  func quotaRefusals(
    of user: UserID, by policy: HousePolicy, at now: Instant
  ) -> [Refusal] {
    let held = self.held(by: user).count { $0.owner == user && !$0.hasEnded(at: now) }
    return held >= policy.bookingsPerPersonMax ? [.quota(max: policy.bookingsPerPersonMax)] : []
  }
}
