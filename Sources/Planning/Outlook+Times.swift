// When those who come and a room are free together: suggestions that can be picked. What is in the
// way of others is not told.

import Bookings
import CivilTime
import Discourse

extension Planner {
  /// Offers times at which all who come are free, or says that there is none.
  func findTime(_ purpose: Purpose) -> Outlook {
    let request = purpose.request
    let strangers = strangers(among: request.people.value ?? [])
    guard strangers.isEmpty else {
      var known = purpose
      known.request.people = request.people.changed { people in
        people.filter { person(of: $0) != nil }
      }
      guard known.request.people.value?.isEmpty == false else {
        return .ends(.timesUnknown(strangers))
      }
      return suggestions(known, for: purpose, [.timesUnknown(strangers)])
    }
    return suggestions(purpose, for: purpose, [])
  }

  private func suggestions(
    _ known: Purpose, for purpose: Purpose, _ reasons: [Reason]
  ) -> Outlook {
    let wanted = timeWanted(known.request)
    let areFree = areFree(known.request)
    let found = places(for: wanted, of: known.request)
    let options = found.places.enumerated().map {
      Option($0.offset + 1, .hold($0.element.room, $0.element.span))
    }
    let reason = Reason.timeFound(found.kind, isForSeveral: wanted.people.count > 1)
    var inquiry =
      options.isEmpty
      ? Inquiry(.parts([.date], attendee: nil), purpose, reasons + [.noTimeFound])
      : Inquiry(.option(options), purpose, reasons + [reason])
    inquiry.areFree = areFree
    return .asks(inquiry)
  }

  /// Where it can be; if it cannot be at the time that is said, then later on that day.
  private func places(for wanted: TimeWanted, of request: Request) -> FoundTimes {
    let count = house.ledger.limits.alternativesMax
    let found = house.ledger.times(for: wanted, upTo: count, at: house.now)
    guard found.kind != .whole || found.places.isEmpty, let start = request.times.start.value,
      !wanted.isLongest
    else { return found }
    var later = wanted
    later.part = (start, .endOfDay)
    let others = house.ledger.times(for: later, upTo: count, at: house.now)
    return others.kind == .whole && !others.places.isEmpty ? others.asLater : found
  }

  /// Whether those who are named, and not whoever asks, are free at the time that is said.
  private func areFree(_ request: Request) -> Bool? {
    guard let start = request.times.start.value, !request.times.isLongest else { return nil }
    let day = request.times.day.value?.first ?? house.civilNow.date
    let (_, end) = part(of: request.times)
    return CivilSpan(on: day, from: start, to: end).map { span in
      house.ledger.taken(peopleSought(request), during: span).isEmpty
    }
  }

  private func peopleSought(_ request: Request) -> [PersonSought] {
    (request.people.value ?? []).map { attendee in
      PersonSought(user: person(of: attendee)?.id, email: attendee.email)
    }
  }

  /// Those of whom the house knows nothing.
  private func strangers(among people: [AttendeeRequest]) -> [String] {
    people.filter { person(of: $0) == nil }.compactMap { $0.name ?? $0.email }
  }

  /// Somebody of the house who comes: by address, else by name.
  func person(of attendee: AttendeeRequest) -> Person? {
    let people = house.ledger.building.people
    if let email = attendee.email?.lowercased() {
      return people.all.first { $0.email?.key == email }
    }
    if case .one(let person)? = attendee.name.map({ people.meant(by: $0, to: house.user) }) {
      return person
    }
    return nil
  }

  private func timeWanted(_ request: Request) -> TimeWanted {
    let people = house.ledger.building.people
    let coming = peopleSought(request)
    let speaker = PersonSought(user: house.user, email: people[house.user]?.email?.text)
    let minutes = request.times.minutes ?? house.usualMinutes
    // Where nobody else is named, a room is looked for and not a time of the speaker's.
    let isOfRoom = coming.isEmpty && request.namedRoom != nil
    var wanted = TimeWanted(
      isOfRoom ? [] : [speaker] + coming, minutes: minutes, on: days(of: request.times))
    wanted.isLongest = request.times.isLongest
    wanted.filter = wantedOfRoom(request)
    wanted.filter.seats = wanted.filter.seats ?? coming.count + 1
    if case .named(let rooms) = request.room.value {
      wanted.rooms = rooms
      wanted.filter = RoomFilter()
    }
    wanted.part = part(of: request.times)
    return wanted
  }

  /// The days that are said, or the next ones.
  private func days(of times: Times) -> ClosedRange<CivilDate> {
    let today = house.civilNow.date
    switch times.day.value {
    case .on(let date): return date...date
    case .among(let days): return max(days.lowerBound, today)...max(days.upperBound, today)
    case nil: return today...today.adding(days: PlanningLimits.daysSearchedForTime)
    }
  }

  /// From when and until when: a part of the day, a start that was said, or until an end.
  private func part(of times: Times) -> (from: ClockTime, to: ClockTime) {
    if let start = times.start.value, !times.isLongest {
      let minutes = times.minutes ?? house.usualMinutes
      let end = start.minutes + minutes
      let to = times.end.value ?? ClockTime(minutes: min(end, ClockTime.endOfDay.minutes))
      return (start, to.map { $0 > start ? $0 : .endOfDay } ?? .endOfDay)
    }
    let part = times.part.value
    let from = times.start.value ?? part?.from ?? .midnight
    let end = times.end.value ?? part?.to ?? .endOfDay
    return (from, end > from ? end : .endOfDay)
  }
}
