// What programs read of waits.

import Bookings
import CivilTime
import Dialogue
import JSON

extension WireForm {
  func effect(_ event: WaitEvent) -> JSONValue {
    let kind =
      switch event {
      case .made, .resumed: "waiting"
      case .offered: "offered"
      case .ended: "waited"
      }
    return ["kind": .string(kind), "wait": .object(wait(event.wait))]
  }

  /// `W` of the protocol: what is waited for; once something is offered, that.
  func wait(_ wait: Wait) -> JSONObject {
    let zone = world.ledger.zone
    let window = wait.offer?.place.span ?? wait.wish.window
    let start = wait.offer?.start ?? zone.instant(nearest: window.start)
    let end = wait.offer?.end ?? zone.end(at: window.end) ?? zone.instant(nearest: window.end)
    let rooms = wait.offer.map { [$0.place.room] } ?? wait.wish.rooms
    var members: JSONObject = [
      "ref": .string(wait.reference.description), "state": .string(wait.state.rawValue),
      "rooms": .array(rooms.map { .string(world.ledger.room($0)?.name ?? $0.text) }),
      "start": .string(moment(start)), "end": .string(moment(end)),
      "minutes": .integer(Int64(wait.wish.minutes)),
    ]
    if wait.state == .offered, let offer = wait.offer {
      members["until"] = .string(moment(offer.until))
    }
    return members
  }
}
