// What the store may hold of places that are waited for: each is had by one or held for one, who
// waits longest comes first, and nobody has or waits for what they did not ask for.

extension WaitingParty {
  /// Compares the store with what was answered, at a time in seconds of UNIX time. In the end
  /// nothing may be held any more.
  func settle(with look: StoreLook, at now: Int, isEnd: Bool) {
    for caller in callers { caller.settle(with: look) }
    let names = Set(callers.map(\.name))
    var bookings = Dictionary(grouping: look.bookings.values.filter { names.contains($0.owner) }) {
      "\($0.owner): \($0.title)"
    }
    var waits = Dictionary(grouping: look.waits) { "\($0.user): \($0.wish)" }
    for index in places.indices {
      settleGiver(index, &bookings)
      for rank in places[index].line.indices {
        let caller = callers[places[index].line[rank].caller]
        let found = waits.removeValue(forKey: "\(caller.name): \(places[index].content)") ?? []
        if found.count > 1 { caller.note("waits \(found.count) times for \(places[index].said)") }
        settle(found.first, index, rank, at: now, isEnd: isEnd)
        settleTaken(index, rank, &bookings)
      }
      lookAtLine(index, look)
    }
    for key in Array(bookings.keys) + Array(waits.keys) {
      callers[0].note("nobody asked for that: \(key)")
    }
  }

  /// What the giver of a place has booked and given back.
  private func settleGiver(_ index: Int, _ bookings: inout [String: [StoreLook.Booking]]) {
    let place = places[index]
    places[index].booking = settle(
      &bookings, index, place.giver, books: place.books, frees: place.frees, known: place.booking)
  }

  /// What somebody of the line has taken and given back.
  private func settleTaken(
    _ index: Int, _ rank: Int, _ bookings: inout [String: [StoreLook.Booking]]
  ) {
    let waiter = places[index].line[rank]
    places[index].line[rank].booking = settle(
      &bookings, index, waiter.caller, books: waiter.plan == .decline ? nil : waiter.reacts,
      frees: waiter.givesBack, known: waiter.booking)
  }

  /// Compares what somebody has of a place with the lines that book it and give it back; returns
  /// its number.
  private func settle(
    _ bookings: inout [String: [StoreLook.Booking]], _ index: Int, _ who: Int, books: Int?,
    frees: Int?, known: Int?
  ) -> Int? {
    let caller = callers[who]
    let rows = bookings.removeValue(forKey: "\(caller.name): \(title(index, who))") ?? []
    let isDone = caller.isDone(books)
    if rows.count != (isDone ? 1 : 0) {
      caller.note("\(title(index, who)) is there \(rows.count) times")
    }
    guard let row = rows.first else { return known }
    var wanted = places[index].content
    wanted.isHeld = !caller.isDone(frees)
    if row.content != wanted || row.version != (wanted.isHeld ? 1 : 2) {
      caller.note("B\(row.reference) is \(row.content), version \(row.version)")
    }
    if let known, known != row.reference {
      caller.note("\(title(index, who)) is B\(row.reference) and was B\(known)")
    }
    return row.reference
  }

  /// Whether a wait is as its user's lines and the time have made it.
  private func settle(
    _ row: StoreLook.Wait?, _ index: Int, _ rank: Int, at now: Int, isEnd: Bool
  ) {
    let place = places[index], waiter = place.line[rank]
    let caller = callers[waiter.caller]
    let isAsked = caller.isDone(waiter.asks)
    if isAsked != (row != nil) {
      caller.note("\(isAsked ? "does not wait" : "waits") for \(place.said)")
    }
    guard let row else { return }
    if let known = waiter.number, known != row.number {
      caller.note("W\(known) is W\(row.number)")
    }
    let reacted = caller.isDone(waiter.reacts)
    let isTaken = reacted && waiter.plan != .decline
    let isDeclined = reacted && waiter.plan == .decline
    let isFitting =
      switch row.state {
      case "waiting": !reacted && row.offered == nil
      case "offered":
        !reacted && callers[place.giver].isDone(place.frees) && row.notices > 0 && !isEnd
      case "booked": isTaken
      case "declined": isDeclined
      case "lapsed": !reacted && row.until <= now
      default: false
      }
    // Only what is not held any more is taken or declined in vain.
    let isInVain = caller.isInVain(waiter.reacts) && row.state != "lapsed"
    if !isFitting || isInVain {
      caller.note("W\(row.number) for \(place.said) is \(row.state): \(heard(waiter))")
    }
    if let offered = row.offered, offered != place.content {
      caller.note("W\(row.number) for \(place.said) is offered \(offered)")
    }
    if waiter.isOver, waiter.state != row.state {
      caller.note("W\(row.number) was \(waiter.state ?? "") and is \(row.state)")
    }
    places[index].line[rank].number = row.number
    places[index].line[rank].state = row.state
  }

  private func heard(_ waiter: WaitedPlace.Waiter) -> String {
    waiter.reacts.map { callers[waiter.caller].said($0) } ?? "nothing was said of it"
  }

  /// Whether a place is had by one, held for one, or wanted by nobody; and whoever waits longest
  /// was offered it first.
  private func lookAtLine(_ index: Int, _ look: StoreLook) {
    let place = places[index]
    let waits = look.waits.filter { $0.wish == place.content }.sorted { $0.number < $1.number }
    let held = look.bookings.values.count { booking in
      booking.content.isHeld && booking.content.room == Self.room
        && booking.content.date == place.date
    }
    let offered = waits.count { $0.state == "offered" }
    let waiting = waits.count { $0.state == "waiting" }
    let isInOrder = waits.drop { $0.state != "waiting" }.allSatisfy { $0.state == "waiting" }
    if held + offered > 1 || held + offered == 0 && waiting > 0 || !isInOrder {
      let told = waits.map { "W\($0.number) \($0.user) \($0.state)" }
      callers[place.giver].note("\(place.said): had by \(held), line \(told)")
    }
  }
}
