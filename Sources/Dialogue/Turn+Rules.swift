// What is told about the rules of the house.

import Bookings
import CivilTime
import Discourse
import Language

extension Turn {
  /// The rules of the room asked about, or of the house. Whoever asked about them has not asked
  /// about a time: nothing is kept.
  mutating func tellRules(_ request: Request, _ slots: Slots) {
    let room = request.namedRoom.flatMap(world.ledger.room)
    var date: CivilDate?
    if case .on(let day) = request.times.day.value { date = day }
    let policy = room?.policy ?? world.ledger.building.policy
    let fact = slots.topic.flatMap { HouseFact(rawValue: $0.value) } ?? Self.fact(askedBy: slots)
    let people = world.ledger.building.people
    if fact == .permission, let name = slots.people.first?.name?.value,
      case .one(let person) = people.meant(by: name, to: speaker.user)
    {
      let allowed = people.all.filter { $0.id != person.id && people.may($0.id, bookFor: person) }
      answer = Answer(.told, [.mayBook(for: person.name, allowed.map(\.name))])
    } else {
      answer = Answer(.told)
    }
    answer.parts.append(.rules(policy, of: room?.name, on: date, fact))
  }

  /// What a question is about that names no rule, but something that only one of them is about.
  private static func fact(askedBy slots: Slots) -> HouseFact? {
    if slots.booking != nil { return .permission }
    guard let when = slots.firstWhen else { return slots.repetition == nil ? nil : .hours }
    return when.lengthMinutes == nil ? .hours : .length
  }
}
