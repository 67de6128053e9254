// Who is there beside the bookers: somebody who books series, and people who wait for each other's
// places.

/// How often what they do came to be, by what the store held in the end.
struct CompanyFigures {
  var series = 0
  var seriesChanged = 0
  var waits = 0
  var taken = 0
  var declined = 0
  var lapsed = 0
  /// Held for somebody after another had it or did not take it.
  var handedOn = 0

  mutating func add(_ other: CompanyFigures) {
    series += other.series
    seriesChanged += other.seriesChanged
    waits += other.waits
    taken += other.taken
    declined += other.declined
    lapsed += other.lapsed
    handedOn += other.handedOn
  }

  /// Whether so much has happened as so many kills always let happen: nothing need in a few, each
  /// kind has to in many.
  func isEnough(for kills: Int) -> Bool {
    let often = [series, seriesChanged, waits, handedOn]
    let seldom = [taken, declined, lapsed]
    return (kills < 50 || often.allSatisfy { $0 > 0 })
      && (kills < 200 || seldom.allSatisfy { $0 > 0 })
  }
}

/// Everybody who calls.
struct KilledCompany {
  /// The rooms in which they book, and nobody else.
  static let rooms = [seriesRoom, WaitingParty.room]
  private static let seriesRoom = "Spruce"
  private static let partySize = 4

  private let booker = SeriesBooker(name: "sam", room: seriesRoom)
  private let party = WaitingParty(partySize)

  var callers: [Caller] { [booker.caller] + party.callers }
  var connections: [Peer] { callers.compactMap(\.connection) }
  var answers: Int { callers.reduce(0) { $0 + $1.codes.values.reduce(0, +) } }
  var isQuiet: Bool { callers.allSatisfy { $0.awaitedCount == 0 } }
  var openCount: Int { callers.reduce(0) { $0 + $1.lines.count { $0.standing == .open } } }
  var doneUnheard: Int { callers.reduce(0) { $0 + $1.lines.count(where: \.isKnownStored) } }

  func connect(port: UInt16, _ draws: inout Draws) throws {
    for caller in callers {
      try caller.connect(port: port)
      caller.repeatThemselves(&draws)
    }
  }

  /// Lets everybody go on; tells how many lines were said.
  func speak(_ draws: inout Draws) -> Int { booker.speak(&draws) + party.speak(&draws) }

  func hear() throws {
    try booker.hear()
    try party.hear()
  }

  /// Hears what was sent before the program died.
  func hearTheRest() throws {
    for peer in connections {
      while peer.isOpen { Peer.takeIn(from: [peer], withinMilliseconds: 1000) }
    }
    try hear()
    hangUp()
  }

  func hangUp() {
    for caller in callers { caller.hangUp() }
  }

  /// What the store holds that it may not, at a time in seconds of UNIX time.
  func settle(with look: StoreLook, at now: Int, isEnd: Bool) -> [String] {
    booker.settle(with: look)
    party.settle(with: look, at: now, isEnd: isEnd)
    return callers.flatMap { $0.takeFaults() }
  }

  /// What came of it all, by what the store told last.
  var figures: CompanyFigures {
    let lines = party.places.map { place in
      place.line.filter { $0.number != nil }.sorted { $0.number ?? 0 < $1.number ?? 0 }
    }
    let states = lines.joined().map { $0.state ?? "" }
    return CompanyFigures(
      series: booker.count, seriesChanged: booker.changeCount, waits: states.count,
      taken: states.count { $0 == "booked" }, declined: states.count { $0 == "declined" },
      lapsed: states.count { $0 == "lapsed" },
      handedOn: lines.reduce(0) { $0 + $1.dropFirst().count { $0.state != "waiting" } })
  }
}
