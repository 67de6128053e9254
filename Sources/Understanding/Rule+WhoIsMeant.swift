// Lines that answer which of several is meant by words of what is offered: a surname, a group, or
// how the days of a series are to be had.

import Bookings
import Discourse
import Language

extension Rule {
  static let meantByWords = [whoIsMeant, howDaysAreHad]

  /// `Bauer`, `the one from sales`, where it was asked which Tom: whom a word of the line names,
  /// and nobody else who is offered.
  private static let whoIsMeant = Rule(name: "whoIsMeant") { context in
    guard let open = context.open, context.slots.choice == nil, !context.ordersBesidePeople,
      let option = context.personNamed(among: open.question.options)
    else { return [] }
    return [
      hypothesis(
        "whoIsMeant", .settle(open.id, .pick(option, context.placeBeside(open))), in: context,
        distance: context.distance(to: open))
    ]
  }

  /// `skip that one`, `another room then`, where days of a series cannot be had as wanted.
  private static let howDaysAreHad = Rule(name: "howDaysAreHad") { context in
    guard let open = context.open, let kind = context.wayOfDaysSaid else { return [] }
    let option = open.question.options.first { option in
      if case .series(let offer) = option.offer { offer.kind == kind } else { false }
    }
    guard let option else { return [] }
    return [
      hypothesis(
        "howDaysAreHad", .settle(open.id, .pick(option, Request())), in: context,
        distance: context.distance(to: open))
    ]
  }
}

extension TurnContext {
  /// Whether a verb orders or asks something that has nothing to do with people.
  fileprivate var ordersBesidePeople: Bool {
    guard isSaid else { return false }
    switch intent {
    case .find, .isFree, .rooms, .cancel, .undo, .wait, .stopWaiting, .waits, .change, .passes,
      .resend, .help, .rules:
      return true
    default: return false
    }
  }

  /// The only one of the people offered whom a word of the line names that names nobody else of
  /// them: of the name, the id or a group.
  fileprivate func personNamed(among options: [Option]) -> Option? {
    let people = options.filter { $0.offer.person != nil }
    guard people.count > 1 else { return nil }
    let words = people.map { $0.offer.person.map(\.wordsSaid) ?? [] }
    let said = Set(String(decoding: line, as: UTF8.self).wordsSaid)
    let named = people.indices.filter { place in
      let others = words.indices.filter { $0 != place }.flatMap { words[$0] }
      return !said.isDisjoint(with: words[place].subtracting(others))
    }
    return named.count == 1 ? people[named[0]] : nil
  }

  /// The reading, in which the words that name who is meant are of use.
  var readingOfWhoIsMeant: Reading {
    guard let person = personNamed(among: open?.question.options ?? [])?.offer.person else {
      return reading
    }
    return reading.using { range in
      Set(String(decoding: line[range], as: UTF8.self).wordsSaid).isSubset(of: person.wordsSaid)
    }
  }

  /// The room and the time that a line says beside who is meant.
  fileprivate func placeBeside(_ open: Issue) -> Request {
    let said = grounding.request(on: open.purpose.request, spokenOf: roomSpokenOf)
    var place = Request()
    (place.room, place.times) = (said.room, said.times)
    return place
  }

  /// `Jana's booking`, of somebody of the house who comes to none of the speaker's that fit: those
  /// that Jana holds. Of those that the speaker may not change only what is open to see counts.
  func othersMeant(_ place: PlaceIsFor) -> [MeantBooking]? {
    let people = house.ledger.building.people
    guard company.count == 1, case .one(let owner) = people.meant(by: company[0], to: house.user),
      owner.id != people[house.user]?.id,
      !mine.contains(where: { $0.isAttended(byAll: company) && fits($0) })
    else { return nil }
    let theirs = house.ledger.bookings(of: owner.id, from: house.now).filter { booking in
      (house.ledger.lets(house.user, change: booking)
        || house.ledger.tells(house.user, bookerOf: booking))
        && (place == .becoming || fits(booking, slots, byWeekday: false))
    }
    return theirs.isEmpty ? nil : theirs.map { MeantBooking(booking: $0) }
  }

  /// How the days of a series that cannot be had are to be had, as the line says it; nil if it says
  /// nothing of that.
  var wayOfDaysSaid: SeriesOffer.Kind? {
    let areOfDays = open?.question.options.contains { option in
      if case .series = option.offer { true } else { false }
    }
    guard areOfDays == true, slots.rooms.isEmpty, slots.targetRoom == nil, slots.people.isEmpty
    else { return nil }
    if intent == .skip { return .without }
    guard slots.choice?.value == .different else { return nil }
    return namesSeries ? .otherRoom : .otherRoomThen
  }
}

extension Person {
  /// The words by which somebody can be told from others.
  fileprivate var wordsSaid: Set<String> {
    Set(([name, id.text] + groups).flatMap(\.wordsSaid))
  }
}

extension String {
  /// Its words, in small letters.
  fileprivate var wordsSaid: [String] {
    lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
