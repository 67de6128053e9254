// What can be done with a booking, as the service writes it.

internal import JSON

extension RideAction {
  /// An action, or nil where it has no title: nobody could choose it.
  init?(_ members: AnswerMembers) {
    guard let title = members.text("title") else { return nil }
    self.init(title: title, kind: Kind(members.text("type") ?? ""))
    isDestructive = members.flag("isDestructive") ?? false
    request = members.address("internalURL")
    link = members.value("externalURL")?.string.flatMap { ExternalLink($0, in: members.scope) }
    let confirmation = members.members("confirmation")
    question =
      confirmation?.text("message") ?? members.text("confirmationMessage", "confirmation")
    yes = confirmation?.text("confirmActionTitle")
    no = confirmation?.text("abortActionTitle")
    // A fault of an input is one of the action: what is sent without it is refused by the service.
    var faults = ReadingFaults(members.limits)
    inputs = members.elements("input", max: members.limits.fieldsMax, &faults).compactMap {
      Input($0)
    }
  }
}

extension RideAction.Kind {
  /// By the name that the service gives it, without regard to case.
  init(_ name: String) {
    switch name.keyword {
    case "cancel": self = .cancel
    case "confirm": self = .confirm
    case "rate": self = .rate
    case "call": self = .call
    case "qrcode": self = .code
    case "lock": self = .lock
    case "unlock": self = .unlock
    case "show_related_trip": self = .relatedTrip
    case "requestanother": self = .requestAnother
    case "show_tickets": self = .showTickets
    case "activate_tickets": self = .activateTickets
    default: self = .other(name)
    }
  }
}

extension RideAction.Input {
  /// An input: hidden ones are sent as they came, the others are asked.
  fileprivate init?(_ members: AnswerMembers) {
    guard let field = members.id("field") else { return nil }
    let isHidden = members.text("type")?.keyword == "hidden"
    let value = members.value("value")?.string ?? members.text("value")
    self.init(field: field, value: isHidden ? value ?? "" : value, isHidden: isHidden)
  }
}
