// What is told about the rules of the house.

import Bookings
import CivilTime
import Discourse

extension Turn {
  /// The rules of the room asked about, or of the house. Whoever asked about them has not asked
  /// about a time: nothing is kept.
  mutating func tellRules(_ request: Request) {
    let room = request.namedRoom.flatMap(world.ledger.room)
    var date: CivilDate?
    if case .on(let day) = request.times.day.value { date = day }
    let policy = room?.policy ?? world.ledger.building.policy
    answer = Answer(.told, [.rules(policy, of: room?.name, on: date)])
  }
}
