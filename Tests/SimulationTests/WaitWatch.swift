// Waits in a life: what is held is held for one, as long as was said, and nobody else gets it.

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

  /// Which are offered something.
  var offered: Set<WaitReference> {
    Set(known.values.filter { $0.state == .offered }.map(\.reference))
  }

  /// What is wrong with waits as they are after a wake, beside the bookings, of which some have
  /// changed; who has spoken may have had an effect.
  mutating func look(
    at waits: [Wait], _ bookings: [Booking], changed: [Booking], _ askers: AskerWatch,
    latest: Instant
  ) -> [Fault] {
    var faults: [Fault] = []
    let offered = waits.filter { $0.state == .offered }
    for wait in offered { look(at: wait, beside: offered, bookings, &faults) }
    for wait in offered where known[wait.reference]?.state == .waiting {
      let givers = Set(changed.map(\.owner))
      lookForFirst(before: wait, waits.filter { !givers.contains($0.user) }, askers, &faults)
    }
    for wait in waits { note(wait, changed, askers, latest, &faults) }
    return faults
  }

  private func look(
    at wait: Wait, beside offered: [Wait], _ bookings: [Booking], _ faults: inout [Fault]
  ) {
    guard let offer = wait.offer else {
      return faults.append(("what is offered is a place", "\(wait)"))
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

  /// Who waits longer for just the same comes first, but for whoever has just given it back.
  private func lookForFirst(
    before wait: Wait, _ waits: [Wait], _ askers: AskerWatch, _ faults: inout [Fault]
  ) {
    guard let place = wait.offer?.place, SimulatedBuilding.hasStandardRules(place.room) else {
      return
    }
    for other in waits where other.state == .waiting && other.reference < wait.reference {
      guard known[other.reference]?.state == .waiting, !askers.spoke(other.user),
        other.wish.rooms == wait.wish.rooms, other.wish.window == wait.wish.window,
        other.wish.minutes <= wait.wish.minutes, other.wish.request.attendees.isEmpty,
        other.wish.request.headcount == nil
      else { continue }
      faults.append(("who waits longer comes first", "\(other) before \(wait)"))
    }
  }

  private mutating func note(
    _ wait: Wait, _ changed: [Booking], _ askers: AskerWatch, _ latest: Instant,
    _ faults: inout [Fault]
  ) {
    let isBehind = known.values.contains { other in
      other.isOpen && other.user != wait.user && other.wish.rooms == wait.wish.rooms
        && other.wish.window.overlaps(wait.wish.window)
    }
    let before = known.updateValue(wait, forKey: wait.reference)
    if before?.state == wait.state { return }
    if before == nil { counts.note(.waited) }
    if before == nil, isBehind { counts.note(.waitedBehind) }
    if let before, before.user != wait.user || before.wish != wait.wish {
      faults.append(("a wait stays what it is", "\(before) and \(wait)"))
    }
    // Only what was given up comes back.
    if let before, !before.isOpen, wait.isOpen, before.state != .givenUp {
      faults.append(("what is over stays over", "\(before) and \(wait)"))
    }
    let seen = "\(wait), was \(before.map { "\($0.state)" } ?? "none"), asked by \(askers.askers)"
    let isHeld = before?.state == .offered
    switch wait.state {
    case .offered: counts.note(.offered)
    case .waiting, .givenUp, .declined:
      if wait.state == .declined { counts.note(.declined) }
      if !askers.spoke(wait.user) { faults.append(("nobody waits who did not ask", seen)) }
    case .booked:
      if isHeld { counts.note(.taken) }
      // Perhaps in the name of somebody else.
      let isBooked = changed.contains { $0.holders.contains(wait.user) }
      if !isBooked { faults.append(("what is waited for is over when it is booked", seen)) }
    case .lapsed:
      if isHeld { counts.note(.lapsed) }
      let until = before?.offer?.until ?? latest
      if until > latest { faults.append(("what is held is held as long as was said", seen)) }
    case .past:
      if wait.ends > latest { faults.append(("one waits until it has come", seen)) }
    }
  }
}
