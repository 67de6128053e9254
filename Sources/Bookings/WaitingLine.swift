// Everybody who waits: by number, by the days and rooms waited for, and by when something is due.

public import CivilTime

/// The waits of a house. Who asks about a room on a day or for what is due next does not pay for
/// the others.
public struct WaitingLine: Equatable, Sendable {
  /// Every wait that is remembered, open or over.
  private var waits: [WaitReference: Wait] = [:]
  /// The open waits of each day of their spans and each of their rooms, first in line first; those
  /// for any room under `WaitWish.anyRoom`.
  private var days: [CivilDate: [RoomID: [Turn]]] = [:]
  /// The open waits of each person, first in line first.
  private var people: [UserID: [WaitReference]] = [:]
  /// The places that are held, by room.
  private var held: [RoomID: [WaitReference]] = [:]
  /// When something is due, soonest first.
  private var dues: [Due] = []
  /// The reference of the next wait.
  public private(set) var next = WaitReference(1)

  /// Whose turn it is in a line. It tells without a look at the wait whether that is meant.
  private struct Turn: Equatable, Comparable, Sendable {
    let reference: WaitReference
    let window: CivilSpan

    static func < (one: Turn, other: Turn) -> Bool { one.reference < other.reference }
  }

  private struct Due: Equatable, Comparable, Sendable {
    let at: Instant
    let reference: WaitReference

    static func < (one: Due, other: Due) -> Bool {
      (one.at, one.reference) < (other.at, other.reference)
    }
  }

  /// The wait of that number, open or over, as long as it is remembered.
  public subscript(_ reference: WaitReference) -> Wait? { waits[reference] }

  /// What a person waits for, first made first.
  public func open(of user: UserID) -> [Wait] { (people[user] ?? []).compactMap { waits[$0] } }

  /// Every wait that is not over, first in line first.
  public var open: [Wait] { people.values.joined().sorted().compactMap { waits[$0] } }

  /// Every wait that is remembered.
  public var all: [Wait] { waits.values.sorted { $0.reference < $1.reference } }

  /// When something is due next; nil if nobody waits.
  public var nextDue: Instant? { dues.first?.at }

  /// What is due at an instant, soonest first.
  func due(at now: Instant) -> [Wait] {
    dues.prefix { $0.at <= now }.compactMap { waits[$0.reference] }
  }

  /// The waits without an offer for some of these rooms, or for any, of which a minute lies in a
  /// span; first in line first.
  func waiting(for span: CivilSpan, in rooms: [RoomID]) -> [Wait] {
    var references: Set<WaitReference> = []
    for day in span.days(knownBy: days) {
      for room in rooms + [WaitWish.anyRoom] {
        for turn in days[day]?[room] ?? [] where turn.window.overlaps(span) {
          references.insert(turn.reference)
        }
      }
    }
    return references.sorted().compactMap { waits[$0] }.filter { $0.state == .waiting }
  }

  /// The offers of which a minute lies in a span of a room.
  func offered(in room: RoomID, during span: CivilSpan) -> [Wait] {
    guard let references = held[room] else { return [] }
    return references.compactMap { waits[$0] }
      .filter { $0.offer?.place.span.overlaps(span) ?? false }
  }

  /// Takes a wait as it is now.
  mutating func take(_ wait: Wait) {
    if let before = waits[wait.reference] { release(before) }
    waits[wait.reference] = wait
    next = max(next, WaitReference(wait.reference.number + 1))
    guard wait.isOpen else { return }
    insert(wait.reference, into: &people[wait.user, default: []])
    let turn = Turn(reference: wait.reference, window: wait.wish.window)
    for day in wait.wish.window.allDays {
      for room in wait.wish.roomsInLine {
        insert(turn, into: &days[day, default: [:]][room, default: []])
      }
    }
    if let due = wait.due {
      let one = Due(at: due, reference: wait.reference)
      dues.insert(one, at: dues.place(of: one))
    }
    if wait.state == .offered, let offer = wait.offer {
      insert(wait.reference, into: &held[offer.place.room, default: []])
    }
  }

  /// Counts on from a number that is free. Never counts backwards.
  mutating func count(from reference: WaitReference) { next = max(next, reference) }

  /// Forgets what is over, but for what is still wanted.
  mutating func forget(unless isWanted: (WaitReference) -> Bool) {
    waits = waits.filter { $0.value.isOpen || isWanted($0.key) }
  }

  private mutating func release(_ wait: Wait) {
    guard wait.isOpen else { return }
    remove(wait.reference, from: &people, of: wait.user)
    for day in wait.wish.window.allDays {
      for room in wait.wish.roomsInLine {
        days[day]?[room]?.removeAll { $0.reference == wait.reference }
        if days[day]?[room]?.isEmpty == true { days[day]?[room] = nil }
      }
      if days[day]?.isEmpty == true { days[day] = nil }
    }
    if let due = wait.due {
      let one = Due(at: due, reference: wait.reference)
      let place = dues.place(of: one)
      if dues.indices.contains(place), dues[place] == one { dues.remove(at: place) }
    }
    if wait.state == .offered, let offer = wait.offer {
      remove(wait.reference, from: &held, of: offer.place.room)
    }
  }

  private func insert<Element: Comparable>(_ element: Element, into line: inout [Element]) {
    line.insert(element, at: line.place(of: element))
  }

  private func remove<Key>(
    _ reference: WaitReference, from lines: inout [Key: [WaitReference]], of key: Key
  ) {
    lines[key]?.removeAll { $0 == reference }
    if lines[key]?.isEmpty == true { lines[key] = nil }
  }
}

extension WaitWish {
  /// In the lines of which rooms somebody stands.
  fileprivate var roomsInLine: [RoomID] { rooms.isEmpty ? [Self.anyRoom] : rooms }
}

extension CivilSpan {
  /// The days of which a minute belongs to the span, in order.
  var allDays: [CivilDate] {
    let first = start.date
    return (0...lastDate.days(since: first)).map { first.adding(days: $0) }
  }
}

extension Array where Element: Comparable {
  /// How many elements of an array in order stand before one, by bisection.
  fileprivate func place(of element: Element) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
