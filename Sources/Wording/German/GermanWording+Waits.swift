// German for waits: what is waited for, what is held, and what is over.

import Bookings
import CivilTime
import Dialogue

extension GermanWording {
  /// `Aquarium, Di 24.11.2026, 11:00–12:00 Uhr`; `irgendein Raum für 8, Mi 25.11.2026, 60 min
  /// zwischen 07:00–12:00`.
  func wished(_ wish: WaitWish) -> String {
    var room = alternatives(wish.rooms.map { name(of: $0) })
    if wish.rooms.isEmpty {
      room = wish.filter.seats.map { "irgendein Raum für \($0)" } ?? "irgendein Raum"
      if wish.filter.seats == nil, wish.filter != RoomFilter() { room += " dieser Art" }
    }
    let first = wish.window.start.date
    let isOfOneDay = lastDay(of: wish.window) == first
    if wish.isExact, isOfOneDay {
      return "\(room), \(longDate(first)), \(times(wish.window))"
    }
    let days =
      isOfOneDay ? longDate(first) : "\(date(first)) bis \(date(lastDay(of: wish.window)))"
    return "\(room), \(days), \(length(wish.minutes)) zwischen \(clockEnds(of: wish.window)) Uhr"
  }

  func waitingLine(_ wait: Wait, _ before: Int) -> String {
    ended(
      "\(wait.reference): Ich sage Bescheid, sobald es frei wird – \(wished(wait.wish)). "
        + "\(you("Du stehst", "Sie stehen")) an \(before + 1). Stelle")
  }

  func standing(_ before: Int) -> String { "\(before + 1). Stelle" }

  func waitsAlreadyLine(_ wait: Wait) -> String {
    let who = you("wartest du", "warten Sie")
    return ended("Darauf \(who) schon: \(wait.reference), \(wished(wait.wish))")
  }

  func endedLine(_ wait: Wait) -> String {
    if wait.state == .declined, let offer = wait.offer {
      return "In Ordnung, \(place(of: offer)) ist nicht mehr zurückgehalten. "
        + "\(wait.reference) ist erledigt."
    }
    let who = you("Du wartest", "Sie warten")
    return "\(who) nicht mehr auf \(wished(wait.wish)) (\(wait.reference))."
  }

  var waitsForNothing: String { you("Du wartest auf nichts.", "Sie warten auf nichts.") }

  func offerLine(_ wait: Wait, _ offer: Wait.Offer) -> String {
    "\(wait.reference): \(place(of: offer)) ist frei und bis \(holdEnd(offer)) Uhr für "
      + "\(you("dich", "Sie")) zurückgehalten. „buch“ nimmt es, „nein“ gibt es weiter."
  }

  func lapsedLine(_ wait: Wait, _ offer: Wait.Offer) -> String {
    "\(wait.reference): \(place(of: offer)) war bis \(holdEnd(offer)) Uhr für "
      + "\(you("dich", "Sie")) zurückgehalten und wurde nicht genommen. "
      + "\(you("Du wartest", "Sie warten")) nicht mehr darauf."
  }

  var offerButtons: [(id: String, title: String, say: String)] {
    [("book", "Buchen", "buch"), ("no", "Nein, danke", "nein")]
  }

  var canWaitLine: String { "Oder „warten“: dann sage ich Bescheid, sobald es frei wird." }

  var asksIfWaitLine: String { "Soll ich Bescheid sagen, sobald es frei wird? ja oder nein" }

  var freeAlreadyLine: String { "Das ist schon frei." }
}
