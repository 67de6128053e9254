// Whom a line takes off what is put together, renames in it, or only seems to mean.

import Bookings
import Language

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

  /// Takes people off a draft; false if the line names nobody of it.
  mutating func removes(from draft: Draft, offering choices: [Choice] = []) -> Bool {
    var draft = draft
    // `leave him out`: who is asked about, or the only one.
    let isOnlyOne = draft.changes == nil && draft.attendees?.count == 1
    if slots.people.isEmpty, !slots.isSwap,
      let place = draft.attendees?.firstIndex(where: \.isIncomplete) ?? (isOnlyOne ? 0 : nil)
    {
      draft.leaveOut(attendeeAt: place)
      choices.isEmpty ? proceed(draft) : proceedOnDayAsked(draft, choices)
      return true
    }
    var added: [PersonMention] = []
    for mention in slots.people {
      let called = mention.name?.value ?? mention.email?.value ?? ""
      if let index = draft.attendees?.firstIndex(where: { $0.isCalled(called) }) {
        draft.leaveOut(attendeeAt: index)
      } else if slots.isSwap {
        added.append(mention)
      } else {
        return false
      }
    }
    guard added.count < slots.people.count else { return false }
    slots.people = added
    draft = merging(into: draft)
    choices.isEmpty ? proceed(draft) : proceedOnDayAsked(draft, choices)
    return true
  }
}

extension AttendeeRequest {
  /// Whether a person is called by that name, first name or address.
  fileprivate func isCalled(_ called: String) -> Bool {
    name.map { sameName($0, called) } ?? false || email?.lowercased() == called.lowercased()
  }
}
