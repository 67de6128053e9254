// What programs read of what is booked on a leg of a trip.

import Dialogue
import JSON
import Mobility
import Products

extension WireForm {
  /// How a purchase stands: its leg and its state; the product, and what the provider told last,
  /// where they are known.
  func ride(_ purchase: Purchase) -> JSONObject {
    let leg = world.travel.leg(purchase.leg, of: purchase.owner)?.leg
    let confirmation = leg?.booking?.confirmation
    var members: JSONObject = [
      "leg": .string(purchase.leg.description), "state": .string(purchase.phase.rawValue),
    ]
    let product = confirmation?.purchase?.name ?? purchase.product?.title
    if let product { members["product"] = .string(product) }
    if let start = leg?.start { members["start"] = .string(moment(start)) }
    if let status = confirmation?.status {
      members["status"] = ["title": .string(status.title)]
      if let value = status.value {
        members["status"] = ["title": .string(status.title), "value": .string(value)]
      }
    }
    return members
  }
}
