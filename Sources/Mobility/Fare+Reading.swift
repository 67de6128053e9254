// Kinds of tickets as the service writes them: `fares`, or `tickets` where there are none.

internal import JSON

extension Fare {
  /// The kinds of tickets of a product, each id once.
  static func list(_ members: AnswerMembers, _ faults: inout ReadingFaults) -> [Fare] {
    let name = members.value("fares")?.array?.isEmpty == false ? "fares" : "tickets"
    var fares: [Fare] = []
    for entry in members.elements(name, max: members.limits.optionsMax, &faults) {
      guard let fare = Fare(entry, &faults) else { continue }
      if fares.contains(where: { $0.id == fare.id }) {
        faults.note(entry.path.appending("id"), .twice)
      } else {
        fares.append(fare)
      }
    }
    return fares
  }

  /// A kind of ticket, or nil where it has no id, no name or no price that can be told.
  private init?(_ members: AnswerMembers, _ faults: inout ReadingFaults) {
    guard let id = members.id("id") else {
      faults.note(members.path.appending("id"), .missing)
      return nil
    }
    guard let name = members.text("name", "description") else {
      faults.note(members.path.appending("name"), .missing)
      return nil
    }
    let currency = members.id("currency")
    guard
      let price = Amount(
        hundredths: members.value("price"), currency: currency, limits: members.limits)
    else {
      faults.note(members.path.appending("price"), .missing)
      return nil
    }
    self.init(id: id, name: name, price: price)
    details = members.text("description")
    let quantity = { (name: String) -> Int? in
      members.integer(name).flatMap { count in
        (0...Int64(members.limits.quantityMax)).contains(count) ? Int(count) : nil
      }
    }
    self.quantity = quantity("value") ?? 0
    (least, most) = (quantity("min"), quantity("max"))
    // Bounds that nothing can meet are none.
    if let least, let most, most > 0, least > most { (self.least, self.most) = (nil, nil) }
    riders = members.texts("riders", max: members.limits.optionsMax)
  }
}
