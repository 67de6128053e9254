// Which of several people of the house is meant, and in whose name a booking is.

import Bookings
import Discourse

extension Planner {
  /// Asks which of several people of the house a name means: of one who comes, or in whose name it
  /// is.
  func asksWhichPerson(_ purpose: Purpose) -> Inquiry? {
    let people = house.ledger.building.people
    for person in purpose.request.people.value ?? [] where person.email == nil {
      guard let name = person.name,
        let several = purpose.request.doubtfulNames[name.lowercased()]
      else { continue }
      let known = several.compactMap { people[$0] }
      let isCalledSo = people.meant(by: name, to: house.user) != .nobody
      return asks(which: known, called: name, purpose, orAll: isCalledSo, isNear: !isCalledSo)
    }
    guard let name = purpose.request.behalf.value else { return nil }
    let several = house.maybeOwners(called: name)
    return several.count > 1 ? asks(which: several, called: name, purpose) : nil
  }

  private func asks(
    which several: [Person], called name: String, _ purpose: Purpose, orAll: Bool = false,
    isNear: Bool = false
  ) -> Inquiry {
    let people = several.prefix(PlanningLimits.peopleOfferedMax)
    let offers = people.map { Option.Offer.person($0, called: name) } + (orAll ? [.all] : [])
    let options = offers.enumerated().map { Option($0.offset + 1, $0.element) }
    return Inquiry(.option(options), purpose, [isNear ? .calledNearly(name) : .severalCalled(name)])
  }
}

extension HouseView {
  /// Those of a name in whose name whoever looks may book.
  fileprivate func maybeOwners(called name: String) -> [Person] {
    let people = ledger.building.people
    switch people.meant(by: name, to: user) {
    case .one(let person): return people.may(user, bookFor: person) ? [person] : []
    case .several(let several): return several.filter { people.may(user, bookFor: $0) }
    case .group, .nobody: return []
    }
  }

  /// In whose name a request is, as the ledger is asked; nil for whoever looks. A name that is
  /// nobody's whom they may book for is handed on as it was said, to be refused.
  func owner(of request: Request) -> UserID? {
    guard let name = request.behalf.value else { return nil }
    if let person = maybeOwners(called: name).first { return person.id }
    let isSpeaker = ledger.building.people[user].map { person in
      [person.id.text, person.name, person.firstName].contains {
        $0.lowercased() == name.lowercased()
      }
    }
    return isSpeaker == true ? nil : UserID(name)
  }
}
