// What a line does about trips: they are taken in, shown and joined to bookings of rooms; and what
// it asks about them.

import Bookings
import CivilTime
import Discourse
import Language
import Mobility
import Products

extension Turn {
  /// Asks for a trip by its address; it is told when the service has answered.
  mutating func fetch(_ address: WebAddress) {
    guard world.accounts != nil else {
      answer = Answer(.refused, [.account(.noService)])
      return
    }
    let language = conversation.answerLanguage(in: world.ledger.building)
    let errand = world.travel.fetch(address, for: owner, language: language.rawValue)
    answer = Answer(.underWay, [.ride(.goesOn)])
    answer.awaits = .trip(errand)
  }

  /// Tells what has come of a trip that was asked for.
  mutating func tellFetched(_ errand: ErrandID) {
    conversation.begin()
    switch world.travel.takeFetched(errand) {
    case .kept(let trips): tellKept(trips.compactMap { world.travel.shelf.trip($0, of: owner) })
    case .failed(let end):
      let nowhere = LegReference(TripReference(0), 0)
      answer = Answer(.refused, [.ride(.ended(end, of: nowhere, ofRide: false))])
    case nil: answer = Answer(.refused, [.ride(.misses(.trips))])
    }
    finish()
  }

  private mutating func tellKept(_ kept: [KeptTrip]) {
    if kept.isEmpty { return answer = Answer(.refused, [.ride(.misses(.room))]) }
    for trip in kept { conversation.mention(.trip(trip.reference), as: .shown) }
    answer = Answer(.done, kept.count == 1 ? [.ride(.trip(kept[0]))] : [.ride(.trips(kept))])
  }

  /// Keeps trips that were made elsewhere; one that is known already is replaced.
  mutating func take(_ trips: [Trip]) {
    tellKept(trips.compactMap { world.travel.take($0, of: owner, at: now) })
  }

  mutating func show(_ reference: TripReference, _ leg: Int?) {
    guard let trip = world.travel.shelf.trip(reference, of: owner) else {
      answer = Answer(.refused, [.ride(.misses(.trip(reference)))])
      return
    }
    conversation.mention(.trip(reference), as: .shown)
    answer = Answer(.told, [.ride(leg.map { .leg(trip, $0) } ?? .trip(trip))])
  }

  /// A trip leads to a booking: told is whether it is there before that begins.
  mutating func join(_ reference: TripReference, _ booking: BookingReference) {
    guard let booking = house.booking(booking),
      let trip = world.travel.join(reference, to: booking.reference.number, of: owner)
    else { return answer = Answer(.refused, [.ride(.misses(.trip(reference)))]) }
    conversation.mention(.trip(reference), as: .shown)
    answer = Answer(.told, [.ride(.joined(trip, booking))])
  }

  mutating func tellTrips(before booking: BookingReference) {
    guard let booking = house.booking(booking) else { return answer = Answer(.refused) }
    let trips = world.travel.shelf[owner].filter { $0.arrives(before: booking, at: now) }
    answer = Answer(.told, [.ride(.inTime(trips, booking))])
  }

  /// Reads when a line says, where a field is asked for by the clocks of another zone: `tomorrow`
  /// is the day after the one there.
  mutating func readThere(_ line: [UInt8], by reader: Reader) {
    whenThere = nil
    guard case .ride(.field(let place)) = conversation.open?.question,
      let zone = house.itemAsked(of: place).map(house.zone), zone != world.ledger.zone
    else { return }
    var context = readingContext
    (context.now, context.zone) = (zone.civil(at: now), zone)
    whenThere = reader.read(line, in: context).first?.slots.firstWhen
  }

  /// Asks again what is filled in.
  mutating func tellField(of place: FormPlace) {
    switch place {
    case .purchase(let id): tellState(of: id)
    case .link(let link): fillIn(link) { _ in }
    }
  }

  /// A moment was said that the clocks of a field show twice or never: those that may be meant are
  /// offered.
  mutating func offerInstants(near moment: CivilMoment, for place: FormPlace) {
    tellField(of: place)
    guard let item = house.itemAsked(of: place) else { return }
    let zone = house.zone(of: item)
    let grid = world.ledger.building.policy.gridMinutes
    let options = zone.instants(near: moment, gridMinutes: grid).enumerated().map {
      Option($0.offset + 1, .instant(place, $0.element, zone: item.kind.zone))
    }
    let isTwice = if case .fold = zone.resolve(moment) { true } else { false }
    answer = Answer(.needsChoice, [.ride(.unclear(moment, isTwice: isTwice)), .offers])
    answer.choices = options
    conversation.mention(.options(options), as: .shown)
  }

  mutating func ask(which legs: [LegReference]) {
    let options = legs.enumerated().map { Option($0.offset + 1, .leg($0.element)) }
    conversation.raise(.option(options), for: Purpose(.ride(nil), Request()))
    answer = Answer(.needsChoice, [.ride(.whichLeg)])
    answer.choices = options
  }

  /// Tells one of the products listed, and leaves it to be picked. Other lists are short: they are
  /// told again.
  mutating func tell(of place: Int, in id: PurchaseID) {
    guard let purchase = world.travel.purchases[id], case .listed = purchase.state,
      purchase.products.indices.contains(place)
    else { return tellState(of: id) }
    let product = purchase.products[place]
    let option = Option(place + 1, .ofRide(id, place, product.title))
    conversation.mention(.options([option]), as: .shown)
    answer = Answer(.told, [.ride(.product(product, place))])
  }

  // MARK: - How a ride stands

  mutating func tellStatus(of leg: LegReference) {
    guard let id = world.travel.purchase(on: leg, of: owner)?.id else {
      answer = Answer(.refused, [.ride(.misses(.booking(leg)))])
      return
    }
    guard world.travel.look(at: id, at: now) else { return tellState(of: id, isAsked: true) }
    closeRides()
    conversation.mention(.trip(leg.trip), as: .shown)
    answer = Answer(.underWay, [.ride(.goesOn)])
    answer.awaits = .status(id)
  }

  /// Tells how a ride stands, which was looked at; or stood, where nobody could be asked.
  mutating func tellLooked(at id: PurchaseID, isLate: Bool) {
    conversation.begin()
    tellState(of: id, isAsked: true)
    if isLate || world.travel.hasLookFailed(at: id) { answer.parts.append(.ride(.asKnown)) }
    finish()
  }
}
