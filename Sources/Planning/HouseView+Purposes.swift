// What is known so far of a purpose, for whoever tells of it.

public import Bookings
public import CivilTime
public import Discourse

extension HouseView {
  /// From when to when a purpose would be, as far as that is known.
  public func span(of purpose: Purpose) -> CivilSpan? {
    guard case .change(let reference) = purpose.goal else {
      return moments(of: purpose.request)?.span
    }
    guard let booking = ledger.booking(reference) else { return nil }
    let wanted = booking.request(with: change(of: booking, to: purpose.request))
    return CivilSpan(from: wanted.start, to: wanted.end)
  }

  /// What the ledger makes of deeds now; nothing if it refuses one of them.
  public func events(of plan: Plan) -> [BookingEvent] {
    let intentions = plan.deeds.compactMap { deed -> Intention? in
      if case .booking(let intention) = deed { intention } else { nil }
    }
    do {
      return try ledger.decide(intentions, by: user, at: now)
    } catch {
      return []
    }
  }
}
