// Races of two: who wins, what the loser is told, and that the loser's first choice works.

import Foundation

/// A running program on which races are run, one after the other.
final class RaceCourse {
  private static let rooms = ["Alder", "Birch", "Cedar", "Dogwood", "Elder", "Fir"]
  /// Where bookings stand that are moved.
  private static let depot = "Maple"
  /// 2026-12-01, as days since 1970-01-01.
  private static let firstDay = 20_788
  /// Half hours of a day, from 7 to 19.
  private static let spansADay = 24

  private let folder: Folder
  private let program: Program
  private let racers: [Racer]
  private let textRacers: [Racer]
  private let jsonRacers: [Racer]
  private var draws: Draws
  private var races: [RunRace] = []
  private(set) var codes: [Int: Int] = [:]
  /// What must not have been seen, in words.
  private(set) var faults: [String] = []

  init(_ draws: Draws, patienceSeconds: Double) throws {
    self.draws = draws
    folder = try Folder()
    let rooms = (Self.rooms + [Self.depot]).map { "{\"name\": \"\($0)\"}" }
    let building = try folder.file(
      "building.json",
      "{\"rooms\": [\(rooms.joined(separator: ", "))], \"rules\": {\"windowDays\": 3660}}")
    program = try Program(
      ServingTests.test + [
        "--building", building, "--store", "\(folder.path)/store.db", "--listen", "127.0.0.1:0",
        "--listen-json", "127.0.0.1:0",
      ], in: folder, patienceSeconds: patienceSeconds)
    let ports = try program.ports(2)
    textRacers = try (0..<2).map { _ in
      try Racer(textPort: ports[0], jsonPort: ports[1], isJSON: false)
    }
    jsonRacers = try (0..<2).map { _ in
      try Racer(textPort: ports[0], jsonPort: ports[1], isJSON: true)
    }
    racers = textRacers + jsonRacers
  }

  /// Octets of memory that the program holds.
  var residentOctets: Int { program.residentOctets }

  // MARK: - A race

  func race(_ number: Int) throws {
    let kind = draws.one(of: RaceKind.allCases)
    var pair = kind == .oneMessageTwice ? jsonRacers : racers
    let first = pair.remove(at: draws.number(0...(pair.count - 1)))
    let second = pair.remove(at: draws.number(0...(pair.count - 1)))
    let one = Entrant(racer: first, user: "a\(number)", line: "")
    let other = Entrant(racer: second, user: "b\(number)", line: "")
    var entrants = [one, other]
    try prepare(&entrants, kind, number)
    if draws.happens(50) { entrants.swapAt(0, 1) }
    for entrant in entrants {
      try entrant.racer.say(entrant.line, as: entrant.user, message: entrant.message)
    }
    for index in entrants.indices { entrants[index].answer = try entrants[index].racer.answer() }
    try judge(entrants, kind, number)
  }

  /// One of the two in a race.
  struct Entrant {
    let racer: Racer
    var user: String
    var line: String
    var message: String?
    /// What the line is about, where it is not a new booking.
    var owned: Int?
    var answer: RaceAnswer?
  }

  private func span(_ number: Int, in room: String? = nil) -> Hold {
    let place = number / Self.spansADay
    let room = room ?? Self.rooms[place % Self.rooms.count]
    let day = Self.firstDay + place / (room == Self.depot ? 1 : Self.rooms.count)
    let start = 7 * 60 + number % Self.spansADay * 30
    return Hold(
      room: room, date: PassPlace.date(ofDay: day), start: start, end: start + 30)
  }

  private func prepare(_ entrants: inout [Entrant], _ kind: RaceKind, _ number: Int) throws {
    let span = span(number)
    for index in entrants.indices { entrants[index].line = "book \(span.said)" }
    switch kind {
    case .bookAndBook: break
    case .bookAndOverlap:
      let half = Hold(room: span.room, date: span.date, start: span.start, end: span.start + 15)
      entrants[1].line = "book \(half.said)"
    case .changeAndBook: try prepareMove(&entrants[0], 2 * number, to: span)
    case .changeAndChange:
      try prepareMove(&entrants[0], 2 * number, to: span)
      try prepareMove(&entrants[1], 2 * number + 1, to: span)
    case .cancelAndBook:
      let held = try book(span, by: entrants[0])
      entrants[0].owned = held
      entrants[0].line = "cancel B\(held)"
    case .restoreAndBook:
      let held = try book(span, by: entrants[0])
      entrants[0].owned = held
      try must(entrants[0], "cancel B\(held)")
      entrants[0].line = "undo"
    case .bookAndBookByOne: entrants[1].user = entrants[0].user
    case .oneMessageTwice:
      entrants[1].user = entrants[0].user
      for index in entrants.indices { entrants[index].message = "m\(number)" }
    }
  }

  private func prepareMove(_ entrant: inout Entrant, _ place: Int, to span: Hold) throws {
    let held = try book(self.span(place, in: Self.depot), by: entrant)
    entrant.owned = held
    entrant.line = "move B\(held) to \(span.said)"
  }

  private func book(_ span: Hold, by entrant: Entrant) throws -> Int {
    let answer = try entrant.racer.ask("book \(span.said)", as: entrant.user)
    guard answer.code == 250, let reference = answer.reference else {
      throw Trouble(description: "\(span.said) could not be booked: \(answer)")
    }
    return reference
  }

  private func must(_ entrant: Entrant, _ line: String) throws {
    let answer = try entrant.racer.ask(line, as: entrant.user)
    if answer.code != 250 { faults.append("\(line): \(answer)") }
  }

  // MARK: - The judgement

  private func judge(_ entrants: [Entrant], _ kind: RaceKind, _ number: Int) throws {
    for entrant in entrants { codes[entrant.answer?.code ?? 0, default: 0] += 1 }
    let done = entrants.filter { $0.answer?.isDone == true }
    let span = span(number)
    func note(_ words: String) {
      faults.append("race \(number), \(kind): \(words): \(entrants.compactMap(\.answer))")
    }
    var winner: Int?
    switch kind {
    case .bookAndBook, .bookAndOverlap, .changeAndBook, .changeAndChange, .restoreAndBook,
      .bookAndBookByOne:
      if done.count != 1 { note("not one winner") }
      winner = done.first?.answer?.reference
    case .cancelAndBook:
      guard let giver = entrants.first(where: { $0.owned != nil })?.answer else { return }
      if giver.code != 250 { note("not given up") }
      winner = done.first { $0.owned == nil }?.answer?.reference
    case .oneMessageTwice:
      if Set(entrants.compactMap(\.answer?.code)) != [250, 251] { note("not one and its repeat") }
      if entrants[0].answer?.effects != entrants[1].answer?.effects { note("two effects") }
      winner = entrants[0].answer?.reference
    }
    races.append(RunRace(number: number, kind: kind, span: span, winner: winner))
    for loser in entrants where loser.answer?.isDone != true {
      try console(loser, number, note)
    }
  }

  /// A loser is told that it is taken, and the first choice works, for nobody else is there now.
  private func console(
    _ loser: Entrant, _ number: Int, _ note: (String) -> Void
  ) throws {
    guard let answer = loser.answer, answer.isTaken else {
      return note("not told that it is taken")
    }
    // What cannot be put back has no other place.
    if loser.line == "undo", answer.code == 555 { return }
    if answer.code != 352 || answer.choiceCount < 2 { note("not two choices") }
    let number = draws.number(1...max(1, answer.choiceCount))
    let chosen = try loser.racer.ask("\(number)", as: loser.user)
    guard chosen.code == 250, let reference = chosen.reference else {
      return note("choice \(number) did not work: \(chosen)")
    }
    if loser.racer.isJSON, chosen.place != answer.choices[number - 1] {
      note("choice \(number) became another: \(chosen)")
    }
    // Out of the way of the races to come.
    try must(loser, "cancel B\(reference)")
  }

  // MARK: - The end

  /// Ends the program and compares the store with the winners.
  func finish() throws {
    program.send(SIGTERM)
    let ended = program.ended()
    if ended.code != 75 { faults.append("it ended with \(ended.code): \(ended.errors)") }
    let store = "\(folder.path)/store.db"
    let look = try StoreLook(at: store, copiedInto: folder.path)
    faults += look.faults
    var holders: [Hold: [Int]] = [:]
    for booking in look.bookings.values where booking.content.isHeld {
      let content = booking.content
      let begin = Hold(room: content.room, date: content.date, start: content.start, end: 0)
      holders[begin, default: []].append(booking.reference)
    }
    for race in races {
      let begin = Hold(room: race.span.room, date: race.span.date, start: race.span.start, end: 0)
      let found = holders.removeValue(forKey: begin) ?? []
      if found != [race.winner].compactMap(\.self) {
        faults.append(
          "race \(race.number), \(race.kind): \(found) hold what B\(race.winner ?? 0) won")
      }
    }
    if !holders.isEmpty { faults.append("held by nobody's wish: \(holders.values)") }
    let check = try Program.run(["store", "check", "--store", store], in: folder)
    if check.code != 0 { faults.append("the check ended \(check.code): \(check.output)") }
  }
}
