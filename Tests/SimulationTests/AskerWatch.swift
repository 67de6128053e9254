// Whether everything that is done was asked for, by somebody who may, in words that may mean it.

import Bookings

/// Somebody who has said something of which the effect may not have been seen yet.
struct Asker: Hashable, CustomStringConvertible {
  /// nil if it may be anybody, with anything that was said before.
  let user: String?
  let said: String

  /// What was said in a request that was not answered yet; nil if nothing was said.
  init?(_ asked: Asked) {
    // Who tells in text who they are may be waited for with something said before.
    let isOpen = asked.id == nil && (asked.mayBeAnybody || asked.user == nil)
    guard isOpen || asked.said != nil else { return nil }
    user = isOpen ? nil : asked.user
    said = isOpen ? "" : asked.said ?? ""
  }

  var description: String { "\(user ?? "anybody"): \(said)" }

  func mayBe(_ someone: UserID) -> Bool { user.map { $0 == someone.text } ?? true }

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
  mutating func note(_ asked: [Asked]) { askers.formUnion(asked.compactMap(Asker.init)) }

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
      let mayChange = askers.contains { asker in
        asker.user.map { SimulatedPeople.may($0, change: booking) } ?? true
      }
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
