// What a store holds of a person's trips and purchases: as people read it, and all that is written.

import Bookings
import CivilTime
import JSON
import Mobility
import Products

extension PersonExport {
  func trips() throws(StoreFault) -> [JSONValue] {
    guard let user = found.user else { return [] }
    var all: [JSONValue] = []
    try tables.travel.eachTrip { (key, row) throws(StoreFault) in
      guard key.owner == user else { return }
      var members: JSONObject = ["ref": .string("T\(key.number)")]
      if case .success(let kept) = row.read { members = members.merging(Self.members(kept)) }
      members["written"] = Self.value(row.octets)
      all.append(.object(members))
    }
    return all
  }

  func purchases() throws(StoreFault) -> [JSONValue] {
    guard let user = found.user else { return [] }
    var legs: [LegReference: KeptTrip.KeptLeg] = [:]
    try tables.travel.eachTrip { (key, row) throws(StoreFault) in
      guard key.owner == user, case .success(let kept) = row.read else { return }
      for leg in kept.legs { legs[kept.reference(of: leg)] = leg }
    }
    var all: [JSONValue] = []
    try tables.travel.eachPurchase { (id, told, row) throws(StoreFault) in
      guard told.owner == user else { return }
      var members: JSONObject = [
        "purchase": .integer(Int64(id.number)), "leg": .string("\(told.leg)"),
        "state": .string(told.phase.rawValue),
      ]
      if case .success(let purchase) = row.read {
        let booked = legs[told.leg]?.leg.booking?.confirmation?.purchase
        members["conversation"] = .string(purchase.conversation)
        members["product"] = (booked?.name ?? purchase.product?.title).map { .string($0) } ?? .null
        members["price"] = Self.price(booked?.price ?? purchase.product?.price)
        members["touched"] = Self.text(purchase.touched)
      }
      members["written"] = Self.value(row.octets)
      all.append(.object(members))
    }
    return all
  }

  private static func members(_ kept: KeptTrip) -> JSONObject {
    [
      "depart": kept.trip.depart.map(text) ?? .null,
      "arrive": kept.trip.arrive.map(text) ?? .null,
      "price": price(kept.trip.cost), "told": text(kept.told),
      "legs": .array(kept.legs.map { .object(members($0, of: kept)) }),
    ]
  }

  private static func members(_ kept: KeptTrip.KeptLeg, of trip: KeptTrip) -> JSONObject {
    let leg = kept.leg
    let confirmation = leg.booking?.confirmation
    return [
      "ref": .string("\(trip.reference(of: kept))"), "action": .string(leg.action),
      "from": place(leg.from), "to": place(leg.to), "start": leg.start.map(text) ?? .null,
      "end": leg.end.map(text) ?? .null, "price": price(leg.cost), "gone": .bool(kept.isGone),
      "booked": confirmation?.purchase?.name.map { .string($0) } ?? .null,
      "status": confirmation.map { .string($0.status.title) } ?? .null,
    ]
  }

  private static func place(_ place: Mobility.Place?) -> JSONValue {
    (place?.name ?? place?.address).map { .string($0) } ?? .null
  }

  /// `3.50 EUR`
  private static func price(_ amount: Amount?) -> JSONValue {
    guard let amount else { return .null }
    let (units, rest) = amount.hundredths.quotientAndRemainder(dividingBy: 100)
    let sign = amount.hundredths < 0 ? "-" : ""
    let hundredths = rest.magnitude < 10 ? "0\(rest.magnitude)" : "\(rest.magnitude)"
    let currency = amount.currency.map { " \($0)" } ?? ""
    return .string("\(sign)\(units.magnitude).\(hundredths)\(currency)")
  }

  /// All that is written, as a value where it is one.
  private static func value(_ octets: [UInt8]) -> JSONValue {
    do throws(JSONFault) {
      return try Scrubber.value(ofWritten: octets)
    } catch {
      return .string(String(decoding: octets, as: UTF8.self))
    }
  }
}
