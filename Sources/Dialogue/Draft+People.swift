// Who comes to what is put together, and what is in doubt of them.

import Bookings

extension Draft {
  /// Leaves out an attendee. What is in doubt of those behind moves up with them.
  mutating func leaveOut(attendeeAt place: Int) {
    attendees?.remove(at: place)
    doubtfulPhones[place] = nil
    doubtfulPhones = Dictionary(
      uniqueKeysWithValues: doubtfulPhones.map { ($0.key > place ? $0.key - 1 : $0.key, $0.value) })
  }

  /// The draft once the line has said a number anew.
  func withoutDoubt(if said: Bool) -> Draft {
    var draft = self
    if said {
      for (index, _) in doubtfulPhones where attendees?[index].phone != nil {
        draft.doubtfulPhones[index] = nil
      }
    }
    return draft
  }
}
