// Choices as numbered lines and as buttons: how much of each is told.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension Sentences {
  func offers(_ answer: Answer) -> [String] {
    // Today goes without saying only where no other day stands beside it.
    let days = Set(answer.choices.compactMap { $0.offer.span?.start.date })
    let known = days.count > 1 ? nil : today
    return answer.choices.map { "\($0.number)) \(title(of: $0, unless: known))" }
  }

  func wordedChoice(_ choice: Option, _ title: String) -> WordedChoice {
    var places: [Place] = []
    switch choice.offer {
    case .hold(let room, let span): places = [Place(room: room, span: span)]
    case .several(let rooms, let span): places = rooms.map { Place(room: $0, span: span) }
    case .anyway, .room, .booking, .series, .person, .leg, .ofRide, .instant, .all: break
    }
    return WordedChoice(
      id: String(choice.number), title: title, say: String(choice.number), places: places)
  }

  func wordedSuggestion(_ suggestion: Suggestion) -> WordedChoice {
    let (title, say) = button(for: suggestion)
    return WordedChoice(id: suggestion.id, title: title, say: say)
  }

  /// What a choice offers, as its line says it; without its day if that is the known one.
  private func title(of choice: Option, unless known: CivilDate?) -> String {
    switch choice.offer {
    case .hold(let room, let span):
      "\(name(of: room)) \(day(of: span, unless: known))\(times(span))\(seats(of: room))"
    case .several(let rooms, let span):
      "\(list(rooms.map(name))) \(day(of: span, unless: known))\(times(span))"
    case .anyway(let room, let seats): "\(anyway(name(of: room))) (\(count(seats, .seat)))"
    case .room(let room): "\(name(of: room))\(seats(of: room))"
    case .booking(let reference):
      shown(reference).map(summary) ?? reference.description
    case .series(let offer): title(of: offer)
    case .person(let person, _): name(of: person)
    case .leg(let leg): title(of: leg)
    case .ofRide(let id, let place, let title): ofRide(id, place, title)
    case .instant(_, let instant, let zone): clock(instant, of: world.zone(named: zone))
    case .all: allOfThem(onButton: false)
    }
  }

  /// The name of somebody of the house; never their address or number. Where another has the same
  /// name a group tells them apart.
  private func name(of person: Person) -> String {
    let people = world.ledger.building.people.all
    let isAlone = people.count { $0.name.lowercased() == person.name.lowercased() } == 1
    guard !isAlone, let group = person.groups.first else { return person.name }
    return "\(person.name) (\(group))"
  }

  /// A booking that was offered, unless it has become private to others since.
  private func shown(_ reference: BookingReference) -> Booking? {
    world.ledger.booking(reference).flatMap { world.ledger.shows(reader, $0) ? $0 : nil }
  }

  private func seats(of room: RoomID) -> String { seatsInBrackets(world.ledger.room(room)) }

  // MARK: - Buttons

  /// Characters that a button may show (PROTOCOL, "Session words").
  static var buttonCharactersMax: Int { 20 }

  /// Titles of buttons: as much as fits into each of them and tells them apart.
  func buttonTitles(of choices: [Option]) -> [String] {
    for form in ButtonForm.allCases {
      let titles = choices.map { buttonTitle(of: $0, form) }
      let fits = titles.allSatisfy { $0.count <= Self.buttonCharactersMax }
      if fits, Set(titles).count == titles.count { return titles }
    }
    return choices.map { "\($0.number)" }
  }

  private func buttonTitle(of choice: Option, _ form: ButtonForm) -> String {
    switch choice.offer {
    case .hold(let room, let span): buttonTitle(name(of: room), span, form)
    case .several(let rooms, let span): buttonTitle(list(rooms.map(name)), span, form)
    case .anyway(let room, _): anyway(form == .bare ? nil : name(of: room))
    case .room(let room): name(of: room)
    case .booking(let reference):
      shown(reference).map {
        buttonTitle("\(reference) \(name(of: $0.room))", $0.span, form)
      } ?? reference.description
    case .series(let offer): buttonTitle(of: offer)
    case .person(let person, _): name(of: person)
    case .leg(let leg): "\(leg)"
    case .ofRide(let id, let place, let title): cut(ofRide(id, place, title), 19)
    case .instant(_, let instant, let zone): buttonTitle(instant, world.zone(named: zone))
    case .all: allOfThem(onButton: true)
    }
  }

  private func buttonTitle(_ instant: Instant, _ zone: ZoneRules) -> String {
    let civil = zone.civil(at: instant)
    guard case .fold = zone.resolve(civil) else { return "\(date(civil.date)) \(civil.time)" }
    return "\(civil.time) \(offset(of: zone, at: instant))"
  }

  private func buttonTitle(_ name: String, _ span: CivilSpan, _ form: ButtonForm) -> String {
    let weekday = day(of: span, unless: today).prefix(while: { $0 != " " })
    let day = weekday.isEmpty ? "" : "\(weekday) "
    return switch form {
    case .dayAndTimes: "\(name) \(day)\(clock(span))"
    case .times: "\(name) \(clock(span))"
    case .dayAndStart: "\(name) \(day)\(span.start.time)"
    case .start: "\(name) \(span.start.time)"
    case .bare: name
    }
  }
}

/// How much a button tells, the most first.
private enum ButtonForm: CaseIterable { case dayAndTimes, times, dayAndStart, start, bare }
