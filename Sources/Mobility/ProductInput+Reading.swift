// What is asked before a product is booked, as the service writes it.

internal import JSON

extension ProductInput {
  /// What is asked before a product is booked, each id once.
  static func list(_ members: AnswerMembers, _ faults: inout ReadingFaults) -> [ProductInput] {
    var inputs: [ProductInput] = []
    for entry in members.elements("input", max: members.limits.fieldsMax, &faults) {
      guard let input = ProductInput(entry, &faults) else { continue }
      if inputs.contains(where: { $0.id == input.id }) {
        faults.note(entry.path.appending("id"), .twice)
      } else {
        inputs.append(input)
      }
    }
    return inputs
  }

  /// An input, or nil where it has no id; without a title it is asked for by its id.
  private init?(_ members: AnswerMembers, _ faults: inout ReadingFaults) {
    guard let id = members.id("id") else {
      faults.note(members.path.appending("id"), .missing)
      return nil
    }
    self.init(id: id, title: members.text("title") ?? id, kind: Kind(members, &faults))
    isRequired = members.flag("required") ?? false
    value = members.id("value") ?? members.flag("value").map(String.init) ?? ""
    values = members.texts("values", max: members.limits.optionsMax)
  }
}

extension ProductInput.Kind {
  // What holds where the service names no bounds, or such as nothing can meet.
  private static let usualNumbers = 1...10

  fileprivate init(_ members: AnswerMembers, _ faults: inout ReadingFaults) {
    let name = members.text("type") ?? ""
    switch name.keyword {
    case "long_text": self = .text
    case "single_choice": self = .single(ProductInput.Choice.list(members, &faults))
    case "multiple_choice": self = .multiple(ProductInput.Choice.list(members, &faults))
    case "return_trip": self = .returnTrip
    case "number":
      let bound = { (name: String, usual: Int) in
        members.integer(name).flatMap { Int32(exactly: $0) }.map { Int($0) } ?? usual
      }
      let least = bound("minValue", Self.usualNumbers.lowerBound)
      let most = bound("maxValue", max(least, Self.usualNumbers.upperBound))
      self = .number(least <= most ? least...most : Self.usualNumbers)
    case "terms": self = .terms(members.address("urlValue"))
    default: self = .other(name)
    }
  }
}

extension ProductInput.Choice {
  fileprivate static func list(
    _ members: AnswerMembers, _ faults: inout ReadingFaults
  ) -> [ProductInput.Choice] {
    var choices: [ProductInput.Choice] = []
    for option in members.elements("options", max: members.limits.optionsMax, &faults) {
      guard let id = option.id("id") else {
        faults.note(option.path.appending("id"), .missing)
        continue
      }
      guard !choices.contains(where: { $0.id == id }) else {
        faults.note(option.path.appending("id"), .twice)
        continue
      }
      var choice = ProductInput.Choice(id: id, title: option.text("title") ?? id)
      choice.wasLastUsed = option.flag("lastUsed") ?? false
      choices.append(choice)
    }
    return choices
  }
}
