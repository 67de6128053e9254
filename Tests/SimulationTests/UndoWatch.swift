// Whether `undo` brings back what was: it takes back what the same conversation changed last.

import Bookings
import LineProtocol

/// What each conversation changed last, as far as that is certain.
struct UndoWatch {
  private struct Holder: Hashable {
    let conversation: String
    let user: String
  }

  /// The bookings as they were before the last change; nil for one that was not there.
  private var last: [Holder: [BookingReference: Booking?]] = [:]
  /// How many bookings were compared with what they were.
  private(set) var counts = Counts()

  /// The process that knew it is gone.
  mutating func forgetAll() { last = [:] }

  /// Notes a wake; what is wrong with an undo that was told in it.
  mutating func look(
    _ changed: [Booking], _ old: [BookingReference: Booking], _ told: [Told]
  ) -> [String] {
    let changers = told.filter(\.isChange)
    guard changers.count == 1, told.count == 1, let one = changers.first,
      let user = one.asked.user, let said = one.asked.said
    else {
      forget(changed.map(\.reference))
      for one in changers {
        last[Holder(conversation: one.asked.conversation, user: one.asked.user ?? "")] = nil
      }
      return []
    }
    let holder = Holder(conversation: one.asked.conversation, user: user)
    var faults: [String] = []
    if said == "undo", let before = last[holder] {
      if Set(before.keys) != Set(changed.map(\.reference)) {
        faults.append("\(changed.map(\.reference)) instead of \(before.keys)")
      }
      for booking in changed {
        guard let wanted = before[booking.reference] else { continue }
        counts.note(.undone)
        if let wanted, wanted.isPrivate || booking.isPrivate, booking.state == .held {
          counts.note(.privateUndone)
        }
        if !booking.is(asBefore: wanted) {
          faults.append("\(booking) instead of \(wanted.map { "\($0)" } ?? "nothing")")
        }
      }
    }
    forget(changed.map(\.reference))
    last[holder] = Dictionary(
      uniqueKeysWithValues: changed.map { ($0.reference, old[$0.reference]) })
    return faults
  }

  /// What others changed since is not ours to bring back.
  private mutating func forget(_ references: [BookingReference]) {
    last = last.filter { $0.value.keys.allSatisfy { !references.contains($0) } }
  }
}

extension Booking {
  /// Whether everything that people know of it is as it was.
  fileprivate func `is`(asBefore before: Booking?) -> Bool {
    guard let before else { return state == .cancelled }
    if state == .cancelled { return before.state == .cancelled }
    return state == before.state && room == before.room && span == before.span
      && start == before.start && end == before.end && title == before.title
      && description == before.description && isPrivate == before.isPrivate
      && attendees == before.attendees
  }
}
