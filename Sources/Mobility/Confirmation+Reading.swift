// Confirmations as the service writes them.

internal import CivilTime
internal import JSON

extension Confirmation {
  /// A confirmation, or nil where its status has no title.
  init?(_ members: AnswerMembers, _ faults: inout ReadingFaults) {
    guard let status = Status(members) else { return nil }
    self.init(status: status)
    provider = Party(members.value("provider"), in: members.scope)
    vehicle = Party(members.value("vehicle"), in: members.scope)
    if provider == nil {
      provider = Party(members.members("vehicle")?.value("driver"), in: members.scope)
    }
    purchase = members.members("purchase").map { Bought($0) }
    let limits = members.limits
    actions = members.elements("actions", max: limits.actionsMax, &faults).compactMap { action in
      guard let read = RideAction(action) else {
        faults.note(action.path.appending("title"), .missing)
        return nil
      }
      return read
    }
    for list in ["purchasedTickets", "tickets"] {
      for ticket in members.elements(list, max: limits.ticketsMax, &faults) {
        guard let read = Ticket(ticket) else {
          faults.note(ticket.path.appending("id"), .missing)
          continue
        }
        let isNew = !tickets.contains { $0.id == read.id }
        if isNew, tickets.count < limits.ticketsMax { tickets.append(read) }
      }
    }
    let written = members.value("notes")?.array ?? []
    notes = written.prefix(limits.optionsMax).compactMap { note in
      let text = note["text"]?.tolerantText ?? note.tolerantText
      return text?.cut(toOctets: limits.textOctetsMax)
    }
  }
}

extension Confirmation.Status {
  /// The status of a confirmation; a plain text is its title.
  fileprivate init?(_ confirmation: AnswerMembers) {
    if let title = confirmation.text("status") {
      self.init(title: title)
      return
    }
    guard let members = confirmation.members("status"), let title = members.text("title") else {
      return nil
    }
    self.init(title: title, subtitle: members.text("subtitle"), value: members.text("value"))
  }
}

extension Confirmation.Party {
  /// A person or a thing; a plain text is its title.
  fileprivate init?(_ value: JSONValue?, in scope: ReadingScope) {
    guard let value else { return nil }
    if let text = value.string.flatMap({ JSONValue.string($0).tolerantText }) {
      self.init(title: text.cut(toOctets: scope.limits.textOctetsMax))
      return
    }
    guard let object = value.object else { return nil }
    let members = AnswerMembers(object, at: .root, in: scope)
    guard let title = members.text("title", "name") else { return nil }
    self.init(title: title, subtitle: members.text("subtitle"))
  }
}

extension Confirmation.Bought {
  fileprivate init(_ members: AnswerMembers) {
    self.init()
    id = members.id("id")
    price = Amount(
      units: members.value("price"), currency: members.id("currency"), limits: members.limits)
    name = members.text("productName")
    validFrom = members.instant("validFrom", "validFromTimestamp")
    validForSeconds = members.integer("validFor").flatMap { seconds in
      (0...Int64(Int32.max)).contains(seconds) ? Int(seconds) : nil
    }
  }
}

extension Ticket {
  fileprivate init?(_ members: AnswerMembers) {
    guard let id = members.id("id", "ticketId") else { return nil }
    self.init(id: id)
    name = members.text("name", "title", "ticketName") ?? members.members("fare")?.text("name")
    status = members.text("status")
    expires = members.instant(
      "ticketExpirationTimestamp", "expirationTimestamp", "expires", "validUntil")
  }
}
