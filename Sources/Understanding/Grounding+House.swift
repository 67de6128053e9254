// People of the house in a line: whole groups, names that several have, and in whose name it is.

import Bookings
import Discourse
import Language

extension Grounding {
  private var people: People { house.ledger.building.people }

  /// The names of the line that several people of the house have, and who these are.
  var doubtfulNames: [String: [UserID]] {
    guard !people.isEmpty else { return [:] }
    return slots.people.reduce(into: [:]) { doubtful, mention in
      guard let name = mention.name, name.origin == .said, mention.isNameAlone, !mention.isLeftOut
      else { return }
      switch people.meant(by: name.value, to: speaker.user) {
      case .several(let several): doubtful[name.value.lowercased()] = several.map(\.id)
      case .nobody where completed(person(mention)).email == nil:
        let near = people.all.filter { person in
          let names = [person.name, person.firstName] + [person.surname].compactMap(\.self)
          return !Spelling.names(near: name.value, among: names).isEmpty
        }
        if !near.isEmpty { doubtful[name.value.lowercased()] = near.map(\.id) }
      case .nobody, .one, .group: break
      }
    }
  }

  /// Whether it is still open whom an attendee's name means.
  func isDoubtful(_ person: AttendeeRequest, _ base: Request) -> Bool {
    person.email == nil
      && person.name.map { base.doubtfulNames[$0.lowercased()] != nil } ?? false
  }

  /// All of a group that is named, but for the speaker; nil if none is.
  func group(of said: SaidPerson) -> [AttendeeRequest]? {
    guard !said.nameIsAssumed, said.request.email == nil, said.request.phone == nil,
      let name = said.request.name,
      case .group(let members) = people.meant(by: name, to: speaker.user)
    else { return nil }
    let own = people[speaker.user]?.id ?? speaker.user
    return members.filter { $0.id != own }.map { AttendeeRequest($0) }
  }

  /// Notes in whose name it is wanted, where that is said.
  func takeBehalf(into request: inout Request) {
    guard !people.isEmpty, let behalf = slots.behalf else { return }
    request.behalf = behalf.value.isEmpty ? .cleared(turn: turn) : said(behalf)
  }
}

extension Slots {
  /// `for Jana`: somebody of the house is nothing that a booking is called; it is in their name, if
  /// the speaker may book for them.
  mutating func takeHouseFor(_ people: People, _ user: UserID, isNew: Bool) {
    guard !people.isEmpty else { return }
    if titleIsBehindFor, let title, people.meant(by: title.value, to: user) != .nobody {
      self.title = nil
      self.people.append(PersonMention(behindFor: title))
    }
    guard isNew, behalf == nil,
      let place = self.people.firstIndex(where: { $0.isBehindFor && $0.isNameAlone }),
      let name = self.people[place].name
    else { return }
    let called = people.called(name.value, to: user).filter { $0.id != people[user]?.id }
    guard !called.isEmpty else { return }
    // For whom nobody may book is refused, not invited.
    let person = people.onlyOne(of: called, forWhom: user) ?? called[0]
    behalf = Said(called.count == 1 ? person.name : name.value, name.range)
    self.people.remove(at: place)
  }
}

extension People {
  /// Those whom a name means, be it one or several.
  func called(_ name: String, to user: UserID) -> [Person] {
    switch meant(by: name, to: user) {
    case .one(let person): [person]
    case .several(let people): people
    case .group, .nobody: []
    }
  }

  /// The only one of some for whom somebody may book.
  func onlyOne(of people: [Person], forWhom user: UserID) -> Person? {
    let allowed = people.filter { may(user, bookFor: $0) && $0.id != user }
    return allowed.count == 1 ? allowed[0] : nil
  }
}

extension AttendeeRequest {
  /// Whether both are the same person, by address, else by name.
  func isSame(as other: AttendeeRequest) -> Bool {
    if let email, let known = other.email { return email.lowercased() == known.lowercased() }
    return name?.lowercased() == other.name?.lowercased()
  }
}
