// Who comes to what is put together, and what is in doubt of them.

import Bookings
import Language

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

extension Turn {
  /// Whether a line says the speaker's own address or number, `my number is …`, where somebody else
  /// is asked about.
  func isOfSpeakerOnly(_ draft: Draft) -> Bool {
    guard slots.mine != nil, let asked = nameAsked(in: draft) else { return false }
    return ![speaker.name, speaker.user.text].compactMap(\.self).contains { sameName($0, asked) }
  }

  /// What is put together, where a line says what the one who is asked about is called: `no, his
  /// name is Bob`. Nil if it says more, or nobody has a name yet that could be wrong.
  func renamed(_ draft: Draft) -> Draft? {
    guard slots.people.count == 1, let mention = slots.people.first, let name = mention.name,
      mention.email == nil, mention.phone == nil, slots.field.map({ $0.value == .name }) ?? true,
      let asked = draft.attendees?.firstIndex(where: \.isIncomplete),
      draft.attendees?[asked].name != nil,
      draft.attendees?.contains(where: { $0.name.map { sameName($0, name.value) } ?? false })
        == false
    else { return nil }
    var draft = draft
    draft.attendees?[asked].name = name.value
    return draft
  }
}
