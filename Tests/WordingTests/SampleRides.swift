// Samples of what is said of trips, without what the service calls things.

import CivilTime
import Dialogue
import Discourse
import Mobility
import Products

extension SampleHouse {
  static var rideParts: [AnswerPart] {
    let trip = TripReference(9)
    let leg = LegReference(trip, 8)
    let missing: [RideMissing] = [
      .trips, .trip(trip), .leg(leg), .bookable(trip), .booking(leg), .ride, .question, .room,
    ]
    let faults: [RideFault] = [
      .nothingOpen, .required("Qfield"), .nothingBefore, .noSuch(7), .underWay(PurchaseID(1)),
      .alreadySent, .booked(LegReference(TripReference(1), 3)), .answer(.required), .answer(.kind),
      .answer(.range), .answer(.phone),
      .answer(.mustBeYes), .answer(.tooLong), .answer(.noFare), .answer(.oneFareOnly),
      .answer(.fareQuantity("Qfare", least: 2, most: 4)),
      .answer(.fareQuantity("Qfare", least: 2, most: nil)),
      .answer(.fareQuantity("Qfare", least: nil, most: 4)),
    ]
    let ends: [Purchase.End] = [
      .noProducts, .stopped(wasSent: true), .stopped(wasSent: false), .declined, .unreached,
      .unreadable, .notBooked, .unknown, .done(nil), .over(nil), .expired,
      .failed(MobilityFailure(status: 500)),
    ]
    let told: [RideTold] = [
      .trips([]), .goesOn, .needsAccount(""), .needsAccount("Quber"), .unsure(leg, ofRide: false),
      .unsure(leg, ofRide: true), .sent(leg), .kept(leg), .whichLeg, .misfit(.clock),
      .unclear(wednesday.start, isTwice: true), .unclear(wednesday.start, isTwice: false),
    ]
    let refused = RideRefusal.allCases.map { Purchase.End.refused($0, page: nil) }
    let ended: [RideTold] = (ends + refused).flatMap { end in
      [.ended(end, of: leg, ofRide: false), .ended(end, of: leg, ofRide: true)]
    }
    return (told + missing.map(RideTold.misses) + faults.map(RideTold.fault) + ended)
      .map(AnswerPart.ride)
  }
}
