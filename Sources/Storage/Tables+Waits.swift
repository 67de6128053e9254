// Waits: from what people wish to what is coded, and back.

import Bookings
import CivilTime
import Passes

extension Tables {
  func coded(_ event: WaitEvent) throws(StoreFault) -> WaitEvent {
    switch event {
    case .made(let wait): .made(try coded(wait))
    case .offered(let wait): .offered(try coded(wait))
    case .ended(let wait): .ended(try coded(wait))
    case .resumed(let wait): .resumed(try coded(wait))
    }
  }

  private func coded(_ wait: Wait) throws(StoreFault) -> Wait {
    var request = wait.wish.request
    request.title = Coded.text(try names.number(of: request.title))
    request.description = Coded.text(try names.number(of: request.description))
    var people: [AttendeeRequest] = []
    for person in request.attendees {
      guard let name = person.name, let email = person.email else {
        throw .unstorable(database.cause("\(wait.reference) is for somebody who is not known"))
      }
      let details = PassDetails(name: name, email: email, phone: person.phone)
      let number = try names.number(of: details)
      people.append(AttendeeRequest(name: Coded.text(number)))
    }
    request.attendees = people
    if let owner = request.owner {
      request.owner = UserID(Coded.text(try names.number(of: owner)))
    }
    return try changed(wait, request, user: UserID(Coded.text(try names.number(of: wait.user)))) {
      (room) throws(StoreFault) in
      RoomID(Coded.text(try rooms.number(of: room)))
    } text: { (text) throws(StoreFault) in
      Coded.text(try names.number(of: text))
    }
  }

  /// The wait as people know it. Who was erased does not come any more.
  func decoded(_ wait: Wait) throws(StoreFault) -> Wait {
    var request = wait.wish.request
    request.title = try names.text(Coded.optionalNumber(request.title))
    request.description = try names.text(Coded.optionalNumber(request.description))
    var people: [AttendeeRequest] = []
    for person in request.attendees {
      guard let number = person.name.map(Coded.number),
        let details = try names.person(number)
      else { continue }
      people.append(
        AttendeeRequest(name: details.name, email: details.email, phone: details.phone))
    }
    request.attendees = people
    if let owner = request.owner { request.owner = try names.user(Coded.number(owner.text)) }
    return try changed(wait, request, user: try names.user(Coded.number(wait.user.text))) {
      (room) throws(StoreFault) in
      try rooms.id(Coded.number(room.text))
    } text: { (text) throws(StoreFault) in
      try names.text(Coded.optionalNumber(text))
    }
  }

  /// The same with its rooms and texts written otherwise.
  private func changed(
    _ wait: Wait, _ request: BookingRequest, user: UserID,
    room: (RoomID) throws(StoreFault) -> RoomID, text: (String) throws(StoreFault) -> String
  ) throws(StoreFault) -> Wait {
    var wish = wait.wish
    wish.request = request
    var rooms: [RoomID] = []
    for wanted in wish.rooms { rooms.append(try room(wanted)) }
    wish.rooms = rooms
    wish.request.room = rooms.first ?? WaitWish.anyRoom
    if let name = wish.filter.name { wish.filter.name = try text(name) }
    if let floor = wish.filter.floor { wish.filter.floor = try text(floor) }
    if let location = wish.filter.location { wish.filter.location = try text(location) }
    var equipment: [String] = []
    for piece in wish.filter.equipment { equipment.append(try text(piece)) }
    wish.filter.equipment = equipment
    var offer: Wait.Offer?
    if let before = wait.offer {
      offer = Wait.Offer(
        place: Place(room: try room(before.place.room), span: before.place.span),
        start: before.start, end: before.end, until: before.until)
    }
    return Wait(
      reference: wait.reference, user: user, wish: wish, made: wait.made, ends: wait.ends,
      state: wait.state, offer: offer)
  }
}
