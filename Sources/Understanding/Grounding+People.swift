// Who comes after a line: those who came before, with whom it adds, takes off, replaces or mends.

import Bookings
import CivilTime
import Discourse
import Language
import PhoneNumbers

extension Grounding {
  /// All who come once the people of the line are added to those of the ground, or complete them.
  func people(on base: Request) -> Wish<[AttendeeRequest]> {
    guard !slots.people.isEmpty, !slots.isSwap else { return .unsaid }
    var people = base.people.value ?? []
    let earlier = people.count
    for mention in slots.people where !mention.isLeftOut {
      let said = person(mention)
      if let place = place(of: said, among: people, earlier: earlier) {
        people[place].fill(from: completed(said), isOpen: isDoubtful(people[place], base))
      } else if let group = group(of: said) {
        people += group.filter { member in
          !people.contains { $0.isSame(as: member) }
        }
      } else {
        people.append(completed(said))
      }
    }
    for mention in slots.people where mention.isLeftOut {
      let said = completed(person(mention))
      people.removeAll { $0.isMeant(by: said) }
    }
    return .is(people, .said(turn: turn, assuming: assumesName ? .name : nil))
  }

  private var assumesName: Bool { slots.people.contains { $0.name?.origin == .assumed } }

  /// What a line says of one person.
  struct SaidPerson {
    var request: AttendeeRequest
    var nameIsAssumed: Bool
  }

  /// What a mention says. A number that may be meant otherwise is kept as it was written: it is
  /// asked about.
  func person(_ mention: PersonMention) -> SaidPerson {
    var request = AttendeeRequest(name: mention.name?.value, email: mention.email?.value)
    if mention.isSpeaker {
      request.name = request.name ?? speaker.name ?? speaker.user.text
      request.email = request.email ?? speaker.email
      request.phone = speaker.phone
    }
    if let phone = mention.phone {
      switch phone.value {
      case .number(let number): request.phone = number.e164
      case .ambiguous, .invalid:
        request.phone = String(decoding: line[phone.range], as: UTF8.self)
      }
    }
    return SaidPerson(request: request, nameIsAssumed: mention.name?.origin == .assumed)
  }

  /// The same, with address and number of who is called so, where only one of the acquaintances is.
  func completed(_ said: SaidPerson) -> AttendeeRequest {
    var request = said.request
    guard !said.nameIsAssumed, request.email == nil, request.phone == nil, let name = request.name
    else { return request }
    switch house.ledger.building.people.meant(by: name, to: speaker.user) {
    case .one(let person): return AttendeeRequest(person)
    case .several: return request
    case .group, .nobody: break
    }
    let meant = acquaintances.filter {
      "\($0.name.lowercased()) ".hasPrefix("\(name.lowercased()) ")
    }
    guard let first = meant.first, meant.allSatisfy({ $0.email.key == first.email.key }) else {
      return request
    }
    (request.name, request.email) = (first.name, first.email.text)
    request.phone = first.phone?.e164
    return request
  }

  /// The attendee whom a mention completes or corrects: of those in `earlier` lines the one of that
  /// name or address, else the first who lacks what it says. Who is named twice in one line stays
  /// there twice, to be told so.
  private func place(
    of said: SaidPerson, among people: [AttendeeRequest], earlier: Int
  ) -> Int? {
    let request = said.request
    let isCalledSo = { (other: AttendeeRequest) in
      if let name = request.name, !said.nameIsAssumed, let known = other.name {
        return name.isSameName(as: known)
      }
      guard let email = request.email, let known = other.email else { return false }
      return email.lowercased() == known.lowercased()
    }
    // `bob@x.org` is Bob's, whoever is asked about.
    let isSpeltSo = { (other: AttendeeRequest) in
      guard said.nameIsAssumed, let name = request.name, let known = other.name else {
        return false
      }
      return other.email == nil && name.isSameName(as: known)
    }
    let lacksIt = { (other: AttendeeRequest) in
      let isOpen = request.name == nil || said.nameIsAssumed || other.name == nil
      let isIncomplete = other.name == nil || other.email == nil || other.phone == nil
      return isOpen && isIncomplete && (request.email == nil || other.email == nil)
        && (request.phone == nil || other.phone == nil)
    }
    return people[..<earlier].firstIndex(where: isCalledSo)
      ?? people[..<earlier].firstIndex(where: isSpeltSo)
      ?? people[..<earlier].firstIndex(where: lacksIt)
      ?? people[earlier...].firstIndex { lacksIt($0) && isCalledSo($0) }
  }
}

extension AttendeeRequest {
  /// Takes from another what is said there; a name that is there already stays, unless it is still
  /// open whose it is.
  fileprivate mutating func fill(from other: AttendeeRequest, isOpen: Bool) {
    name = isOpen ? other.name ?? name : name ?? other.name
    email = other.email ?? email
    phone = other.phone ?? phone
  }
}

extension String {
  /// Whether two names are the same to people: case apart, or one is the first name of the other.
  func isSameName(as other: String) -> Bool {
    let one = lowercased(), other = other.lowercased()
    return one == other || one.hasPrefix(other + " ") || other.hasPrefix(one + " ")
  }
}
