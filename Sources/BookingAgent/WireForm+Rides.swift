// What programs read of trips, of what can be booked on them and of what is.

import Bookings
import CivilTime
import Dialogue
import JSON
import Mobility
import Products

extension WireForm {
  /// What an answer tells of trips, beside its words.
  func addRides(of answer: Answer, to members: inout JSONObject) {
    var trips: [JSONValue] = []
    for case .ride(let told) in answer.parts {
      switch told {
      case .trips(let some), .inTime(let some, _): trips += some.map { .object(trip($0)) }
      case .trip(let one), .leg(let one, _), .joined(let one, _):
        trips.append(.object(trip(one)))
      case .products(let leg, let products):
        members["leg"] = .string(leg.description)
        members["products"] = .array(
          products.enumerated().map { .object(product($0.offset, $0.element)) })
      case .question(let asked): members["form"] = form(asked).map { .object($0) }
      case .agreement(let terms, _): members["agreement"] = .object(agreement(terms))
      case .product(let one, let place): members["products"] = [.object(product(place, one))]
      case .booked(let leg, _, _), .stands(let leg, _, _), .status(let leg, _), .sent(let leg),
        .unsure(let leg, _):
        let purchase = world.travel.purchase(on: leg, of: reader.text)
        members["ride"] = purchase.map { .object(ride($0)) }
      // So that a program need not read the words to know that it is old.
      case .asKnown: members["asKnown"] = true
      case .review, .options, .quote, .confirms, .goesOn, .needsAccount, .link, .ended, .kept,
        .whichLeg, .misses, .fault, .misfit, .unclear, .asksToDrop:
        break
      }
    }
    if !trips.isEmpty { members["trips"] = .array(trips) }
  }

  private func trip(_ kept: KeptTrip) -> JSONObject {
    var members: JSONObject = ["trip": .string(kept.reference.description)]
    members["depart"] = kept.trip.depart.map { .string(moment($0)) }
    members["arrive"] = kept.trip.arrive.map { .string(moment($0)) }
    members["booking"] = kept.bookingNumber.map { .string("\(BookingReference($0))") }
    members["legs"] = .array(
      kept.present.map { part in
        var leg: JSONObject = [
          "leg": .string(kept.reference(of: part).description), "mode": .string(part.leg.mode),
          "bookable": .bool(part.leg.isBookable),
        ]
        leg["start"] = part.leg.start.map { .string(moment($0)) }
        leg["end"] = part.leg.end.map { .string(moment($0)) }
        return .object(leg)
      })
    return members
  }

  private func product(_ place: Int, _ product: Product) -> JSONObject {
    var members: JSONObject = [
      "id": .string("\(place + 1)"), "title": .string(product.title),
    ]
    if let price = product.price {
      members["cents"] = .integer(price.hundredths)
      members["currency"] = price.currency.map { .string($0) }
    }
    members["priceText"] = product.priceText.map { .string($0) }
    members["surge"] = product.surge.map { .string($0) }
    members["arrivesInSeconds"] = product.arrivesInSeconds.map { .integer(Int64($0)) }
    return members
  }

  /// The field that is asked for; nil where none is.
  private func form(_ asked: Questionnaire) -> JSONObject? {
    guard let item = asked.asked, let place = asked.place else { return nil }
    var members: JSONObject = [
      "field": .integer(Int64(place + 1)), "fields": .integer(Int64(asked.items.count)),
      "id": .string(item.id), "title": .string(item.title), "required": .bool(item.isRequired),
      "type": .string(item.kind.name),
    ]
    switch item.kind {
    case .choice(let options), .several(let options):
      members["options"] = .array(options.map { .string($0) })
    case .fares(let fares, _): members["options"] = .array(fares.map { .string($0.name) })
    case .moment(let zone), .returnTrip(let zone):
      members["zone"] = .string(world.zone(named: zone).name)
    case .text, .number, .clock, .secret, .flag, .place, .terms, .page: break
    }
    return members
  }

  private func agreement(_ terms: Agreement) -> JSONObject {
    var members: JSONObject = [:]
    members["title"] = terms.title.map { .string($0) }
    members["texts"] = .array(terms.texts.map { .string($0) })
    members["page"] = terms.page.map { .string($0.text) }
    return members
  }

  /// How a purchase stands: its leg and its state; the product, and what the provider told last,
  /// where they are known.
  func ride(_ purchase: Purchase) -> JSONObject {
    let leg = world.travel.leg(purchase.leg, of: purchase.owner)?.leg
    let confirmation = world.travel.confirmation(of: purchase.id)
    var members: JSONObject = [
      "leg": .string(purchase.leg.description), "state": .string(purchase.phase.rawValue),
    ]
    let product = confirmation?.purchase?.name ?? purchase.product?.title
    if let product { members["product"] = .string(product) }
    if let start = leg?.start { members["start"] = .string(moment(start)) }
    var last: Confirmation.Status?
    if case .ended(.over(let status)) = purchase.state { last = status }
    if let status = confirmation?.status ?? last {
      members["status"] = ["title": .string(status.title)]
      if let value = status.value {
        members["status"] = ["title": .string(status.title), "value": .string(value)]
      }
    }
    return members
  }
}

extension Questionnaire.Kind {
  /// What programs call it.
  fileprivate var name: String {
    switch self {
    case .text: "text"
    case .number: "number"
    case .clock: "time"
    case .secret: "secret"
    case .flag: "flag"
    case .choice: "choice"
    case .several: "several"
    case .place: "place"
    case .moment: "moment"
    case .returnTrip: "return"
    case .terms: "terms"
    case .fares: "fares"
    case .page: "page"
    }
  }
}
