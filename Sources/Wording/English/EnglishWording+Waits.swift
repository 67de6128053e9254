// English for waits: what is waited for, what is held, and what is over.

import Bookings
import CivilTime
import Dialogue

extension EnglishWording {
  /// `Aquarium, Tue 24 Nov 2026, 11:00–12:00`; `any room for 8, Wed 25 Nov 2026, 60 min between
  /// 07:00–12:00`.
  func wished(_ wish: WaitWish) -> String {
    var room = alternatives(wish.rooms.map { name(of: $0) })
    if wish.rooms.isEmpty {
      room = wish.filter.seats.map { "any room for \($0)" } ?? "any room"
      if wish.filter.seats == nil, wish.filter != RoomFilter() { room += " like that" }
    }
    let first = wish.window.start.date
    let isOfOneDay = lastDay(of: wish.window) == first
    if wish.isExact, isOfOneDay {
      return "\(room), \(longDate(first)), \(times(wish.window))"
    }
    let days = isOfOneDay ? longDate(first) : "\(date(first)) to \(date(lastDay(of: wish.window)))"
    return "\(room), \(days), \(length(wish.minutes)) between \(clockEnds(of: wish.window))"
  }

  func waitingLine(_ wait: Wait, _ before: Int) -> String {
    "\(wait.reference): I tell you when it is free: \(wished(wait.wish)). You are "
      + "\(standing(before))."
  }

  func standing(_ before: Int) -> String {
    switch before {
    case 0: "first in line"
    case 1: "second in line"
    case 2: "third in line"
    default: "number \(before + 1) in line"
    }
  }

  func waitsAlreadyLine(_ wait: Wait) -> String {
    "You wait for that already: \(wait.reference), \(wished(wait.wish))."
  }

  func endedLine(_ wait: Wait) -> String {
    if wait.state == .declined, let offer = wait.offer {
      return "All right, \(place(of: offer)) is not held for you any more. "
        + "\(wait.reference) is over."
    }
    return "You no longer wait for \(wished(wait.wish)) (\(wait.reference))."
  }

  var waitsForNothing: String { "You wait for nothing." }

  func offerLine(_ wait: Wait, _ offer: Wait.Offer) -> String {
    "\(wait.reference): \(place(of: offer)) is free and held for you until \(holdEnd(offer)). "
      + "\"book\" takes it, \"no\" gives it to the next."
  }

  func lapsedLine(_ wait: Wait, _ offer: Wait.Offer) -> String {
    "\(wait.reference): \(place(of: offer)) was held for you until \(holdEnd(offer)) and not "
      + "taken. You no longer wait for it."
  }

  var offerButtons: [(id: String, title: String, say: String)] {
    [("book", "Book it", "book"), ("no", "No, thanks", "no")]
  }

  var canWaitLine: String { "Or say \"I'll wait\": I tell you when it is free." }

  var asksIfWaitLine: String { "Shall I tell you when it is free? yes or no" }

  var freeAlreadyLine: String { "It is free already." }
}
