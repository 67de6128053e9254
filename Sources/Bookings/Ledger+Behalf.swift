// Who may book in the name of whom, and who may change what others hold.

extension Ledger {
  /// What speaks against a booking in the name of an owner.
  func behalfRefusals(of owner: UserID, by user: UserID) -> [Refusal] {
    guard owner != user else { return [] }
    guard let person = building.people[owner], building.people.may(user, bookFor: person) else {
      return [.notOnBehalf(owner.text)]
    }
    return []
  }

  /// What a person holds, over or not, as long as it is remembered, by reference.
  public func remembered(of user: UserID) -> [Booking] {
    held(by: user).sorted { $0.reference < $1.reference }
  }

  /// Whether somebody may change a booking and see all of it: who holds it, or manages what the
  /// owner holds.
  public func lets(_ user: UserID, change booking: Booking) -> Bool {
    booking.isHeld(by: user) || building.people.may(user, manageOf: booking.owner)
  }

  /// Whether somebody may know more of a booking than that its room is taken: all unless it is
  /// private, and who may change it.
  public func shows(_ user: UserID, _ booking: Booking) -> Bool {
    !booking.isPrivate || lets(user, change: booking)
  }

  /// Whether somebody is told whose a booking is: who may change it, and whom its room's rule
  /// names, unless it is private.
  public func tells(_ user: UserID, bookerOf booking: Booking) -> Bool {
    if lets(user, change: booking) { return true }
    guard !booking.isPrivate else { return false }
    let shownTo = policy(of: booking.room).bookerShownTo
    return building.people[user]?.isAmong(shownTo)
      ?? !shownTo.isDisjoint(with: [Person.everybody, user.text])
  }
}
