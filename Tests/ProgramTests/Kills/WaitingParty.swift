// People who book places of one room, wait for those of each other, give them back and take,
// decline or miss what is then held for them.

import JSON

/// Some people, each with a connection of their own.
final class WaitingParty {
  static let room = "Rowan"
  /// 2026-12-01, as days since 1970-01-01: each place has a day of its own.
  private static let firstDay = 20_788
  private static let placesOpenMax = 4
  private static let placesMax = 350

  /// What a line is for: the giver of a place, or one of its line.
  enum Role {
    case books(Int)
    case frees(Int)
    case asks(Int, Int)
    case reacts(Int, Int)
    case givesBack(Int, Int)
  }

  let callers: [Caller]
  var places: [WaitedPlace] = []
  private var roles: [[Role]]

  init(_ count: Int) {
    callers = (0..<count).map { Caller(name: "wim\($0)") }
    roles = callers.map { _ in [] }
  }

  /// The title of what somebody books of a place.
  func title(_ place: Int, _ caller: Int) -> String { "\(callers[caller].name) p\(place)" }

  // MARK: - Saying

  /// Goes on with each place as far as it is known how it stands, and perhaps begins one. Tells how
  /// many lines were said.
  func speak(_ draws: inout Draws) -> Int {
    var said = 0
    for index in places.indices where !isOver(places[index]) { said += goOn(index, &draws) }
    if places.count(where: { !isOver($0) }) < Self.placesOpenMax, places.count < Self.placesMax {
      let start = 15 * draws.number(28...70)
      var others = Array(callers.indices)
      let giver = others.remove(at: draws.number(0...(others.count - 1)))
      let line = (0..<draws.number(1...others.count)).map { _ in
        WaitedPlace.Waiter(
          caller: others.remove(at: draws.number(0...(others.count - 1))),
          // Time runs out for many who mean to take it, too.
          plan: draws.one(of: WaitedPlace.Plan.allCases.dropLast() + WaitedPlace.Plan.allCases))
      }
      places.append(
        WaitedPlace(
          date: PassPlace.date(ofDay: Self.firstDay + places.count), start: start, end: start + 30,
          giver: giver, line: line))
      said += goOn(places.count - 1, &draws)
    }
    return said
  }

  private func say(_ text: String, by caller: Int, _ role: Role) -> Int {
    roles[caller].append(role)
    // Nothing that one says leans on what they said before.
    let conversation = "c\(callers[caller].lines.count)"
    return callers[caller].say([.init(text: text, conversation: conversation)]).lowerBound
  }

  private func goOn(_ index: Int, _ draws: inout Draws) -> Int {
    let place = places[index], giver = callers[place.giver]
    guard place.books != nil else {
      places[index].books = say(
        "book \(Self.room) \(place.said) titled \"\(title(index, place.giver))\"",
        by: place.giver, .books(index))
      return 1
    }
    guard let booking = place.booking else { return 0 }
    var said = 0
    let isFreed = place.frees != nil
    // Some ask when it is free already, or is held for another.
    for (rank, waiter) in place.line.enumerated()
    where waiter.asks == nil && draws.happens(isFreed ? 20 : 60) {
      places[index].line[rank].asks = say(
        "tell me when \(Self.room) is free on \(place.said)", by: waiter.caller,
        .asks(index, rank))
      said += 1
    }
    guard isFreed else {
      if place.line.contains(where: { $0.number != nil }), draws.happens(50) {
        places[index].frees = say("cancel B\(booking)", by: place.giver, .frees(index))
        said += 1
      }
      return said
    }
    return giver.isDone(place.frees) ? said + react(index, &draws) : said
  }

  /// Lets whoever has it give it back, or whom it is held for do what they mean to.
  private func react(_ index: Int, _ draws: inout Draws) -> Int {
    let place = places[index]
    if let rank = place.line.firstIndex(where: { has(index, $0) }) {
      let waiter = place.line[rank]
      guard waiter.plan == .takeAndGiveBack, waiter.givesBack == nil, let booking = waiter.booking
      else { return 0 }
      places[index].line[rank].givesBack = say(
        "cancel B\(booking)", by: waiter.caller, .givesBack(index, rank))
      return 1
    }
    guard let rank = first(of: place) else { return 0 }
    let waiter = place.line[rank]
    guard waiter.reacts == nil, waiter.plan != .leave, draws.happens(85),
      let number = waiter.number
    else { return 0 }
    let text =
      waiter.plan == .decline
      ? "cancel W\(number)" : "book W\(number) titled \"\(title(index, waiter.caller))\""
    places[index].line[rank].reacts = say(text, by: waiter.caller, .reacts(index, rank))
    return 1
  }

  /// Whether somebody of the line may have the place now.
  private func has(_ index: Int, _ waiter: WaitedPlace.Waiter) -> Bool {
    let caller = callers[waiter.caller]
    return waiter.plan != .decline && waiter.reacts != nil && !caller.isInVain(waiter.reacts)
      && !caller.isDone(waiter.givesBack)
  }

  /// For whom of a line a place is held, as far as it is known: who waits longest and was not
  /// offered it yet.
  private func first(of place: WaitedPlace) -> Int? {
    let waiting = place.line.indices.filter { rank in
      let waiter = place.line[rank]
      return waiter.asks != nil && !isOut(waiter)
    }
    // Who asked and is not answered yet may be before the others.
    guard waiting.allSatisfy({ place.line[$0].number != nil }) else { return nil }
    return waiting.min { place.line[$0].number ?? 0 < place.line[$1].number ?? 0 }
  }

  /// Whether nothing is held for somebody of a line any more, or never will be.
  private func isOut(_ waiter: WaitedPlace.Waiter) -> Bool {
    let caller = callers[waiter.caller]
    return waiter.isOver || caller.isInVain(waiter.asks) || caller.isInVain(waiter.reacts)
      || caller.isDone(waiter.reacts)
  }

  private func isOver(_ place: WaitedPlace) -> Bool {
    guard callers[place.giver].isDone(place.frees) else { return false }
    return place.line.allSatisfy { waiter in
      let givesBack = waiter.plan == .takeAndGiveBack && waiter.booking != nil
      return (waiter.asks == nil || isOut(waiter))
        && (!givesBack || callers[waiter.caller].isDone(waiter.givesBack))
    }
  }

  // MARK: - Hearing

  func hear() throws {
    for (index, caller) in callers.enumerated() {
      for line in try caller.hear() {
        guard case .answered(let told) = caller.lines[line].standing else { continue }
        if !take(told.effects, roles[index][line]) {
          caller.note("not what was asked for: \(caller.said(line))")
        }
      }
    }
  }

  /// Learns from the effects of an answer. False if they are not such as the line should have.
  private func take(_ effects: [JSONValue], _ role: Role) -> Bool {
    let kinds = effects.map { $0["kind"]?.string ?? "" }
    let booking = effects.first?["booking"], wait = effects.last?["wait"]
    switch role {
    case .books(let index):
      places[index].booking = Self.number(booking?["ref"])
      return kinds == ["booked"] && isAt(places[index], booking)
    case .frees(let index): return kinds == ["cancelled"] && isAt(places[index], booking)
    case .givesBack(let index, _): return kinds == ["cancelled"] && isAt(places[index], booking)
    case .asks(let index, let rank):
      // What is free is told at once, and not waited for.
      guard !kinds.isEmpty else { return places[index].frees != nil }
      places[index].line[rank].number = Self.number(wait?["ref"])
      return kinds == ["waiting"]
    case .reacts(let index, let rank):
      // Its time may have run out meanwhile: then the store is to say so.
      if kinds.isEmpty { return true }
      let isOwn = Self.number(wait?["ref"]) == places[index].line[rank].number
      if places[index].line[rank].plan == .decline {
        return kinds == ["waited"] && isOwn && wait?["state"] == "declined"
      }
      places[index].line[rank].booking = Self.number(booking?["ref"])
      return kinds == ["booked", "waited"] && isOwn && wait?["state"] == "booked"
        && isAt(places[index], booking)
    }
  }

  private func isAt(_ place: WaitedPlace, _ booking: JSONValue?) -> Bool {
    guard let hold = booking.flatMap({ Hold(booking: $0) }) else { return false }
    return hold.room == Self.room && hold.date == place.date && hold.start == place.start
      && hold.end == place.end
  }

  private static func number(_ reference: JSONValue?) -> Int? {
    (reference?.string?.dropFirst()).flatMap { Int($0) }
  }
}
