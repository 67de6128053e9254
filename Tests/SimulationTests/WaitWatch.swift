// Waits in a life: what is held is held for one, once, and nobody else gets it.

import Bookings
import CivilTime

/// What was seen of waits so far.
struct WaitWatch {
  private var known: [WaitReference: Wait] = [:]
  private(set) var counts = Counts()

  /// Whose a wait is, by its name.
  func owner(of name: String) -> String? {
    Int(name.dropFirst()).flatMap { known[WaitReference($0)]?.user.text }
  }

  /// What is wrong with waits as they are after a wake, beside the bookings: the promise and what
  /// was seen.
  mutating func look(at waits: [Wait], _ bookings: [Booking]) -> [(String, String)] {
    var faults: [(String, String)] = []
    let offered = waits.filter { $0.state == .offered }
    for wait in offered {
      guard let offer = wait.offer else {
        faults.append(("what is offered is a place", "\(wait)"))
        continue
      }
      if offer.until > offer.start {
        faults.append(("nothing is held past its beginning", "\(wait)"))
      }
      if !wait.wish.window.contains(offer.place.span) {
        faults.append(("what is offered is what is waited for", "\(wait)"))
      }
      for booking in bookings where booking.state == .held && booking.room == offer.place.room {
        if booking.span.overlaps(offer.place.span) {
          faults.append(("what is held nobody has", "\(booking) and \(wait)"))
        }
      }
      for other in offered where other.reference > wait.reference {
        guard let place = other.offer?.place, place.room == offer.place.room,
          place.span.overlaps(offer.place.span)
        else { continue }
        faults.append(("a place is offered to one at a time", "\(wait) and \(other)"))
      }
    }
    for wait in waits { note(wait, &faults) }
    return faults
  }

  private mutating func note(_ wait: Wait, _ faults: inout [(String, String)]) {
    guard let before = known.updateValue(wait, forKey: wait.reference) else {
      counts.note(.waited)
      if wait.state == .offered { counts.note(.offered) }
      return
    }
    if before.user != wait.user || before.wish != wait.wish {
      faults.append(("a wait stays what it is", "\(before) and \(wait)"))
    }
    if before.state == wait.state { return }
    if wait.state == .offered { counts.note(.offered) }
    if wait.state == .booked, before.state == .offered { counts.note(.taken) }
    // Only what was given up comes back.
    if !before.isOpen, wait.isOpen, before.state != .givenUp {
      faults.append(("what is over stays over", "\(before) and \(wait)"))
    }
  }
}
