// Whether everything that is done was asked for, by somebody who may, in words that may mean it.

import Bookings

/// Somebody who has said something of which the effect may not have been seen yet.
struct Asker: Hashable, CustomStringConvertible {
  /// nil if it may be anybody, with anything that was said before.
  let user: String?
  let said: String
  /// Who it may be where nobody knows; nil if it may be anybody.
  var among: Set<String>?

  /// What was said in a request that was not answered yet; nil if nothing was said.
  init?(_ asked: Asked) {
    // Who tells in text who they are may be waited for with something said before.
    let isOpen = asked.id == nil && (asked.mayBeAnybody || asked.user == nil)
    guard isOpen || asked.said != nil else { return nil }
    user = isOpen ? nil : asked.user
    said = isOpen ? "" : asked.said ?? ""
  }

  /// One of these, with anything that was said before.
  init(among users: Set<String>?) {
    user = nil
    said = ""
    among = users
  }

  var description: String { "\(user ?? among.map { "one of \($0)" } ?? "anybody"): \(said)" }

  func mayBe(_ someone: UserID) -> Bool {
    user.map { $0 == someone.text } ?? among?.contains(someone.text) ?? true
  }

  /// Whether it may be somebody who may change a booking.
  func mayChange(_ booking: Booking) -> Bool {
    if let user { return SimulatedPeople.may(user, change: booking) }
    return among?.contains { SimulatedPeople.may($0, change: booking) } ?? true
  }

  /// Whether the words may make a booking: those of a question, a refusal or an end do not.
  var mayBook: Bool { user == nil || !Talker.neverBooks(said) }
}

/// Who asked for what, and what was there before.
struct AskerWatch {
  /// Who has spoken since bookings were looked at last.
  private(set) var askers: Set<Asker> = []
  private var known: [BookingReference: Booking] = [:]
  private(set) var counts = Counts()

  /// Who spoke, before it is handed in.
  mutating func note(_ some: [Asker]) { askers.formUnion(some) }

  /// What was asked before has its effect by now, or none.
  mutating func settle() { askers = [] }

  /// Whether somebody has spoken.
  func spoke(_ user: UserID) -> Bool { askers.contains { $0.mayBe(user) } }

  /// The only one who spoke.
  var only: Asker? { askers.count == 1 ? askers.first : nil }

  /// What is wrong with the bookings as they are, and which are new or otherwise.
  mutating func look(at bookings: [Booking]) -> (changed: [Booking], faults: [Fault]) {
    var faults: [Fault] = []
    var changed: [Booking] = []
    for booking in bookings {
      let before = known.updateValue(booking, forKey: booking.reference)
      if before == booking { continue }
      changed.append(booking)
      let seen = "\(booking), asked by \(askers)"
      guard let before else {
        // One that was cancelled long ago is read again after the clock was set back.
        let maker = booking.bookedBy ?? booking.owner
        if !askers.contains(where: { $0.mayBe(maker) && $0.mayBook }) {
          faults.append(("nobody is booked who did not ask", seen))
        }
        if let other = booking.bookedBy {
          counts.note(.bookedForOther)
          if !SimulatedPeople.may(other, bookFor: booking.owner) {
            faults.append(("who books for others may", seen))
          }
        }
        continue
      }
      let mayChange = askers.contains { $0.mayChange(booking) }
      if !mayChange { faults.append(("nothing is changed that nobody asked for", seen)) }
      if before.owner != booking.owner || before.bookedBy != booking.bookedBy {
        faults.append(("a booking stays whose it is", "\(before) and \(booking)"))
      }
    }
    return (changed, faults)
  }
}

/// A promise that was not kept, and what was seen.
typealias Fault = (promise: String, seen: String)
