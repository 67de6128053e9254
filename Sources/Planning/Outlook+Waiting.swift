// What would come of waiting for a place: it is waited for, is free already, or it is asked when.

import Bookings
import CivilTime
import Discourse

extension Planner {
  func waiting(_ purpose: Purpose) -> Outlook {
    if let gap = commonGap(purpose) { return gap }
    guard let wish = wish(of: purpose.request) else {
      let isOpen = purpose.request.room.isUnsaid && wantedOfRoom(purpose.request) == RoomFilter()
      return .asks(Inquiry(.parts(isOpen ? [.room] : [.start], attendee: nil), purpose))
    }
    do {
      let events = try house.ledger.decideWait(wish, by: house.user, at: house.now)
      if let place = house.ledger.placeNow(for: wish, by: house.user, at: house.now) {
        return freeAlready(purpose, at: place)
      }
      guard let event = events.first else {
        let mine = house.ledger.waits.open(of: house.user)
        return mine.first { $0.wish == wish }.map { .ends(.waitsAlready($0)) } ?? .ends(.unknown)
      }
      if purpose.showsFirst { return .ends(.asksIfWait(purpose)) }
      return .ends(.waits([event]))
    } catch {
      return .ends(.refuse(error.all, wish.request, wasJustTaken: false))
    }
  }

  /// Shows the booking that could be made at once.
  private func freeAlready(_ purpose: Purpose, at place: Place) -> Outlook {
    let request = purpose.request.picking(
      .hold(place.room, place.span), turn: 0, zone: house.ledger.zone)
    switch outlook(for: Purpose(.book, request)) {
    case .ready(let step):
      var prospect = prospect(of: [step])
      prospect.isFreeAlready = true
      return .ends(.show(prospect, because: []))
    case .asks(let inquiry): return .asks(inquiry)
    case .ends(let verdict): return .ends(verdict)
    }
  }

  func endOfWaiting(_ references: [WaitReference]) -> Outlook {
    do {
      var events: [WaitEvent] = []
      for reference in references {
        events += try house.ledger.decideEnd(of: reference, by: house.user)
      }
      return .ends(.waits(events))
    } catch {
      return .ends(.refuse(error.all, nil, wasJustTaken: false))
    }
  }

  /// Takes back what was done about waits: what was made is given up, what was given up goes on.
  func undoWaits(_ events: [WaitEvent]) -> Verdict {
    do {
      var back: [WaitEvent] = []
      for event in events.reversed() {
        let wait = event.wait
        switch event {
        case .made, .resumed, .offered:
          back += try house.ledger.decideEnd(of: wait.reference, by: house.user)
        case .ended:
          back += try house.ledger.decideResumption(
            of: wait.reference, by: house.user, at: house.now)
        }
      }
      return .waits(back)
    } catch {
      return .refuse(error.all, nil, wasJustTaken: false)
    }
  }

  // MARK: - What is wished

  /// What a request waits for; nil as long as nothing tells when.
  private func wish(of request: Request) -> WaitWish? {
    var rooms: [RoomID] = []
    guard let (window, minutes) = window(of: request) else { return nil }
    switch request.room.value {
    case .named(let named): rooms = named
    // Of several together those are waited for that are in the way.
    case .all(let together): rooms = together.filter { !house.ledger.isFree($0, during: window) }
    case .other, .unknown, nil: break
    }
    let filter = rooms.isEmpty ? wantedOfRoom(request) : RoomFilter()
    let moments = Moments(start: window.start, end: window.end)
    var wanted = house.bookingRequest(
      for: request, in: rooms.first ?? WaitWish.anyRoom, moments)
    // Whoever waits for a room by its name has seen how large it is.
    wanted.acceptsFewerSeats = !rooms.isEmpty
    return WaitWish(
      rooms: rooms, filter: filter, window: window, minutes: min(minutes, window.minutes),
      request: wanted)
  }

  /// The span within which a request is to be, and how long it is to last.
  private func window(of request: Request) -> (CivilSpan, minutes: Int)? {
    var times = request.times
    let isWholeDay = times.part.value.map { $0.from == .midnight && $0.to == .endOfDay } ?? false
    if isWholeDay { times.part = .unsaid }
    if times.start.value != nil, let span = house.moments(of: request)?.span {
      return (span, span.minutes)
    }
    let policy = house.policy(of: request.namedRoom)
    guard times.part.value != nil || times.day.value != nil || isWholeDay else { return nil }
    let first = times.day.value?.first ?? house.civilNow.date
    var last = first
    if case .among(let days) = times.day.value { last = days.upperBound }
    let part = times.part.value
    let from = CivilMoment(first, max(part?.from ?? policy.opens, policy.opens))
    let to = CivilMoment(last, min(part?.to ?? policy.closes, policy.closes))
    let start = max(from, house.ledger.onGrid(house.civilNow, minutes: policy.gridMinutes))
    // What is over, or never open, is judged as it was said.
    guard let window = CivilSpan(from: start, to: to) ?? CivilSpan(from: from, to: to) else {
      let said = part.flatMap { CivilSpan(on: first, from: $0.from, to: $0.to) }
      return said.map { ($0, $0.minutes) }
    }
    return (window, times.length.value ?? house.usualMinutes)
  }
}
