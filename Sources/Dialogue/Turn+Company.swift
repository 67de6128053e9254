// Who comes to a booking may tell which one is meant: `move the meeting with Max`.

import Bookings
import Language

extension Turn {
  /// People of the speaker's bookings that are read where they stand in a line, at most.
  private static let peopleReadMax = 50

  /// Those who come to what is spoken of, and to the speaker's other bookings ahead: they are known
  /// by their first names too, and in small letters.
  var peopleKnown: [String] {
    var people: [String] = []
    if let last = conversation.last, let booking = world.ledger.booking(last) {
      people = booking.attendees.map(\.name)
    }
    if case .drafting(let draft, _) = conversation.task {
      people += (draft.attendees ?? []).compactMap(\.name)
    }
    let mine = world.ledger.bookings(of: speaker.user, from: now)
    people += mine.flatMap(\.attendees).map(\.name)
    return Array(people.withoutRepeats.prefix(Self.peopleReadMax))
  }

  /// The names that stand right behind the words for a booking: they tell which one is meant, and
  /// are nobody to be added to it. Behind a comma, or with an address, somebody is.
  func companyOfBooking() -> [String] {
    guard isBookingLoose, var end = (slots.booking?.range ?? slots.occasion?.range)?.upperBound
    else { return [] }
    var names: [String] = []
    for mention in slots.people {
      guard let name = mention.name, name.origin == .said, mention.email == nil,
        mention.phone == nil, areClose(end, name.range.lowerBound)
      else { break }
      names.append(name.value)
      end = name.range.upperBound
    }
    return names
  }

  /// Whether two places in the line are parted by no more than `with` or `with Mr`.
  private func areClose(_ start: Int, _ end: Int) -> Bool {
    guard start < end else { return false }
    let signs: [UInt8] = [0x2C, 0x3A, 0x3B]
    let words = line[start..<end].split(separator: 0x20)
    return (1...2).contains(words.count) && !words.joined().contains { signs.contains($0) }
  }

  /// The speaker's bookings ahead to which all of some people come.
  func bookings(attendedBy names: [String]) -> [Booking] {
    world.ledger.bookings(of: speaker.user, from: now).filter { booking in
      names.allSatisfy { name in
        booking.attendees.contains { $0.isCalled(name) || $0.hasSurname(name) }
      }
    }
  }
}
