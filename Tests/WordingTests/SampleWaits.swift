// Samples of what is said of waits.

import Bookings
import CivilTime
import Dialogue

extension SampleHouse {
  static func wait(
    _ state: Wait.State, rooms: [String] = ["Yubo"], seats: Int? = nil,
    window: CivilSpan = wednesday, minutes: Int = 45
  ) -> Wait {
    let ids = rooms.map { RoomID($0) }
    var filter = RoomFilter()
    filter.seats = seats
    let wish = WaitWish(
      rooms: ids, filter: filter, window: window, minutes: minutes,
      request: BookingRequest(
        room: ids.first ?? WaitWish.anyRoom, start: window.start, end: window.end))
    let start = zone.instant(nearest: wednesday.start)
    let offer = Wait.Offer(
      place: Place(room: RoomID("Yubo"), span: wednesday), start: start,
      end: zone.instant(nearest: wednesday.end), until: now + .seconds(600))
    return Wait(
      reference: WaitReference(7), user: UserID("qxmia"), wish: wish, made: now, ends: start,
      state: state, offer: state == .waiting || state == .givenUp ? nil : offer)
  }

  static var waitParts: [AnswerPart] {
    let morning = span("2026-11-25", "07:00", "12:00")
    let days = CivilSpan(
      from: CivilMoment(day("2026-11-25"), time("07:00")),
      to: CivilMoment(day("2026-11-27"), time("19:00")))
    var like = wait(.waiting, rooms: [], window: morning)
    var filter = RoomFilter()
    filter.needsStepFree = true
    let wish = WaitWish(
      rooms: [], filter: filter, window: days ?? morning, minutes: 60, request: like.wish.request)
    like = Wait(
      reference: WaitReference(8), user: like.user, wish: wish, made: now, ends: like.ends)
    return [
      .waiting(wait(.waiting), before: 0), .waiting(wait(.waiting, seats: 8), before: 1),
      .waiting(wait(.waiting, rooms: [], seats: 8, window: morning), before: 2),
      .waiting(wait(.waiting, rooms: ["Xaro", "Yubo"]), before: 3), .waiting(like, before: 0),
      .waiting(wait(.waiting, rooms: [], window: morning), before: 0),
      .waitsAlready(wait(.waiting)), .waitEnded([wait(.givenUp)]), .waitEnded([wait(.declined)]),
      .waitList([], before: []), .waitList([wait(.waiting), wait(.offered)], before: [0, 0]),
      .freeAlready, .offered(wait(.offered)), .offered(wait(.lapsed)), .canWait, .asksIfWait,
    ]
  }
}
