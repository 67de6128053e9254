// What a booker asks for next: drawn bookings and changes, each with the version it is to make.

/// Numbers that nobody is given twice within one store.
struct KillCounter {
  private var people = 0

  mutating func person() -> Int {
    people += 1
    return people
  }
}

extension Booker {
  /// 2026-12-01, as days since 1970-01-01: a week after the clock's day.
  private static let firstDay = 20_788
  private static let peopleMax = 4

  /// What all bookers want at the same time.
  static let contestedRooms = ["Oak", "Elm"]

  /// A few requests that can be sent in one go. Only the last may need the line before it.
  func wants(_ count: Int, round: Int, _ counter: inout KillCounter, _ draws: inout Draws)
    -> [BookerRequest]
  {
    var made: [BookerRequest] = []
    for _ in 0..<count {
      made.append(wantsOne(round: round, made.count, &counter, &draws))
    }
    // Whether a request is refused is not known yet when the next is sent.
    if let last = made.last, !bookings[last.booking].isContested, draws.happens(40) {
      made.append(followUp(to: last, made.count, &draws))
    }
    return made
  }

  private func wantsOne(
    round: Int, _ ahead: Int, _ counter: inout KillCounter, _ draws: inout Draws
  ) -> BookerRequest {
    let known = bookings.indices.filter { index in
      bookings[index].reference != nil && bookings[index].latest?.isHeld == true
    }
    if known.isEmpty || draws.happens(55) {
      return books(round: round, ahead, &counter, &draws)
    }
    return changes(draws.one(of: known), ahead, &counter, &draws)
  }

  private func books(
    round: Int, _ ahead: Int, _ counter: inout KillCounter, _ draws: inout Draws
  ) -> BookerRequest {
    let isContested = draws.happens(20)
    let day = Self.firstDay + (isContested ? round : 2 * bookings.count)
    let start = 15 * draws.number(28...70)
    var wanted = WantedVersion(
      room: isContested ? draws.one(of: Self.contestedRooms) : room,
      date: PassPlace.date(ofDay: day), start: start, end: start + 15 * draws.number(1...6))
    for _ in 0..<draws.one(of: [0, 1, 1, 2, 3]) { wanted.people.insert(counter.person()) }
    let title = "\(name) w\(bookings.count)"
    bookings.append(WantedBooking(title: title, isContested: isContested, versions: [wanted]))
    let people = wanted.people.sorted().map(Person.written)
    let with = people.isEmpty ? "" : " with " + people.joined(separator: ", ")
    return request(
      "book \(wanted.room) \(wanted.date) \(wanted.span) titled \"\(title)\"\(with)",
      makes: bookings.count - 1, ahead)
  }

  private func changes(
    _ index: Int, _ ahead: Int, _ counter: inout KillCounter, _ draws: inout Draws
  ) -> BookerRequest {
    let booking = bookings[index]
    guard let reference = booking.reference, var wanted = booking.latest else {
      preconditionFailure("only a known booking that is held is changed")
    }
    let cancels = booking.isContested || draws.happens(15)
    let text: String
    if cancels {
      wanted.isHeld = false
      text = "cancel B\(reference)"
    } else if let gone = wanted.people.sorted().first, draws.happens(25) {
      wanted.people.remove(gone)
      text = "remove \(Person.email(gone)) from B\(reference)"
    } else if wanted.people.count < Self.peopleMax, draws.happens(35) {
      let person = counter.person()
      wanted.people.insert(person)
      text = "add \(Person.written(person)) to B\(reference)"
    } else {
      wanted = Self.moved(wanted, &draws)
      text = "move B\(reference) to \(wanted.date) \(wanted.span)"
    }
    bookings[index].versions.append(wanted)
    return request(text, makes: index, ahead)
  }

  /// At another time of the same day: nobody else books that room.
  private static func moved(_ wanted: WantedVersion, _ draws: inout Draws) -> WantedVersion {
    var moved = wanted
    while moved.start == wanted.start { moved.start = 15 * draws.number(28...70) }
    moved.end = moved.start + 15 * draws.number(1...6)
    return moved
  }

  private func followUp(
    to last: BookerRequest, _ ahead: Int, _ draws: inout Draws
  ) -> BookerRequest {
    let booking = bookings[last.booking]
    guard let latest = booking.latest, let undone = booking.undone else {
      preconditionFailure("a request makes a version")
    }
    var text = "undo"
    var wanted = undone
    if latest.isHeld, draws.happens(50) {
      wanted = Self.moved(latest, &draws)
      text = "make it \(wanted.span)"
    }
    bookings[last.booking].versions.append(wanted)
    return request(text, makes: last.booking, ahead, needsContext: true)
  }

  private func request(
    _ text: String, makes booking: Int, _ ahead: Int, needsContext: Bool = false
  ) -> BookerRequest {
    let number = requests.count + ahead
    return BookerRequest(
      number: number, text: text, booking: booking, version: bookings[booking].versions.count,
      needsContext: needsContext,
      // A refusal leaves a choice open, which would change how the next line is read.
      conversation: bookings[booking].isContested ? "c\(number)" : "main")
  }
}
