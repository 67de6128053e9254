// Who speaks, where the people of the house are known.

import Bookings
import Dialogue
import Discourse

extension Agent {
  /// Whoever speaks: what the bridge tells of them wins over what the house knows.
  func speaker(_ user: String?, _ saying: Saying) -> Speaker {
    let person = world.ledger.building.people[UserID(user ?? "")]
    return Speaker(
      user: UserID(user ?? ""), name: saying.name ?? person?.name,
      email: saying.email ?? person?.email?.text, phone: saying.phone ?? person?.phone?.e164)
  }

  /// By which name somebody is known here, who may be known to a chat by another: their bookings,
  /// conversations and news are the same wherever they speak.
  func known(_ user: String) -> String {
    world.ledger.building.people[UserID(user)]?.id.text ?? user
  }
}
